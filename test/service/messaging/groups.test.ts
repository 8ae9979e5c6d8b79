import { describe, expect, test } from 'vitest';
import { lookupQueue } from '#server/features/receiving/lookup-queue.ts';
import { makeLog } from '#server/platform/log.ts';
import type { Evolution } from '#test/gateways/evolution.ts';
import { kinds } from '#test/gateways/evolution-messages.ts';
import { type Delivered, secondsNow, webId } from '#test/gateways/gateway.ts';
import type { Waha } from '#test/gateways/waha.ts';
import type { Json, TestTeam } from '#test/support/harness.ts';
import { type Fixture, newPhone, useMessaging } from '#test/support/messaging/fixture.ts';
import { groupGateways, groupStage, newGroup, newLid } from '#test/support/messaging/groups.ts';
import { makePerson } from '#test/support/people.ts';

/* Groups on session gateways: every message is in its group, by its author, and nothing answers it automatically (docs/adr/0190-groups.md). */

const messaging = useMessaging();
const stage = groupStage(messaging);

const eventsOf = async (inbox: string) =>
  (
    await messaging.service.sql(
      `select e.type from events e join messages m on m.team_id = e.team_id and m.id = e.record_id where m.inbox_id = $1 order by e.id`,
      [inbox],
    )
  ).map(({ type }) => type);

/** A reaction by a member of a group. */
function reactInGroup(
  remote: (typeof groupGateways)[number],
  { fake, address }: Pick<Fixture, 'fake' | 'address'>,
  group: string,
  id: string,
  participant: string,
  text: string,
  name = 'Ana',
): Promise<Delivered> {
  if (remote === 'waha')
    return (fake as Waha).event(address, 'message.reaction', {
      id: `false_${group}_${webId()}_${participant}`,
      from: group,
      fromMe: false,
      participant,
      timestamp: secondsNow(),
      reaction: { text, messageId: `false_${group}_${id}_5511900000001@c.us` },
      _data: { notifyName: name },
    });
  const target = { remoteJid: group, fromMe: false, id, participant: '5511900000001@c.us' };
  return (fake as Evolution).event(address, 'messages.upsert', {
    key: {
      remoteJid: group,
      fromMe: false,
      id: webId(),
      participant: participant.replace('@c.us', '@s.whatsapp.net'),
    },
    pushName: name,
    message: { reactionMessage: { key: target, text } },
    messageType: 'reactionMessage',
    messageTimestamp: secondsNow(),
  });
}

/** A revocation by a member of a group. */
const revokeInGroup = (
  remote: (typeof groupGateways)[number],
  { fake, address }: Pick<Fixture, 'fake' | 'address'>,
  group: string,
  id: string,
  participant: string,
): Promise<Delivered> =>
  remote === 'evolution'
    ? (fake as Evolution).revokedInGroup(
        address,
        id,
        group,
        participant.replace('@c.us', '@s.whatsapp.net'),
      )
    : (fake as Waha).event(address, 'message.revoked', {
        revokedMessageId: id,
        before: null,
        after: {
          id: `false_${group}_R${webId()}_${participant}`,
          from: group,
          fromMe: false,
          participant,
          timestamp: secondsNow(),
          _data: {},
        },
      });

describe.each(groupGateways)('%s', (remote) => {
  test('a message is in its group, by its author, and is no message of a contact', async () => {
    const { receive, messages, inbox, team } = await stage(remote);
    const group = newGroup();
    const [from, lid] = [newPhone(), newLid()];
    await receive({ group, from, name: 'Ana', text: 'Bom dia', id: webId() });
    await receive({ group, from, name: 'Bia', text: 'Bom dia', lid });
    expect(await messages()).toMatchObject([
      { group_id: group, contact: null, direction: 'incoming', phone: from, name: 'Ana' },
      { group_id: group, author: `${lid}@lid`, phone: from, name: 'Bia', waits: true },
    ]);
    // No event of received messages, which programs answer; no contact either.
    expect(await eventsOf(inbox)).toEqual(['message.created', 'message.created']);
    expect((await team.get('/msgapp/contacts')).body.data).toEqual([]);
  });

  test('the same text in a group and in a private chat at the same time stays apart', async () => {
    const { receive, messages, fake, address, fixture } = await stage(remote);
    const group = newGroup();
    const [from, text] = [newPhone(), 'Fechado'];
    const at = secondsNow();
    const direct = () =>
      remote === 'evolution'
        ? (fake as Evolution).receive(address, { from, name: 'Ana', text, id: 'DIRECT', at })
        : (fake as Waha).receive(address, { from, name: 'Ana', text, id: 'DIRECT', timestamp: at });
    await Promise.all([receive({ group, from, text, id: 'GROUP' }), direct()]);
    // Our own message to the person has the same text, and a lost answer; the phone writes it to the group.
    fake.mode = 'reset';
    await fixture.send(text, from);
    fake.mode = 'ok';
    await receive({ group, from, text, id: 'TYPED', fromMe: true });
    const stored = await messages();
    const of = (id: string) => stored.find((each) => each.id === id);
    expect(of('GROUP')).toMatchObject({ group_id: group, phone: from, direction: 'incoming' });
    expect(of('DIRECT')).toMatchObject({ group_id: null, contact: from, author: null });
    expect(of('TYPED')).toMatchObject({ group_id: group, direction: 'outgoing', origin: 'phone' });
    expect(stored.filter(({ status, id }) => status !== undefined && id === null)).toHaveLength(1);
    expect(stored).toHaveLength(4);
  });

  test('a message of our own phone is ours, even if the gateway says otherwise', async () => {
    const { receive, messages, fake } = await stage(remote);
    const group = newGroup();
    const { phone } = fake as Evolution | Waha;
    await receive({ group, from: phone, text: 'eu', fromMe: true });
    await receive({ group, from: phone, text: 'eu também', fromMe: false });
    expect(await messages()).toMatchObject([
      { direction: 'outgoing', origin: 'phone', author: null },
      { direction: 'outgoing', origin: 'phone', author: null },
    ]);
  });

  test('what our phone does under its LID is ours', async () => {
    const { receive, messages, fake, address, inbox } = await stage(remote);
    const group = newGroup();
    const [ana, lid] = [newPhone(), newLid()];
    const { phone } = fake as Evolution | Waha;
    await receive({ group, from: ana, text: 'Aprovado?', id: 'ASKED' });
    // The gateway names both addresses once, and later only the LID.
    if (remote === 'evolution')
      await receive({ group, from: phone, lid, fromMe: true, text: 'oi' });
    else (fake as Waha).lid = lid;
    const act = { group, from: phone, lid, isKnown: false };
    await receive({ ...act, text: 'eu', id: 'OURS' });
    await reactInGroup(remote, { fake, address }, group, 'ASKED', `${lid}@lid`, '👍');
    await receive({ group, from: newPhone(), text: `@${lid} viu?`, mentioned: [`${lid}@lid`] });
    await revokeInGroup(remote, { fake, address }, group, 'OURS', `${lid}@lid`);
    const of = new Map((await messages()).map((each) => [each.id, each]));
    expect(of.get('OURS')).toMatchObject({
      ...{ direction: 'outgoing', origin: 'phone', author: null, is_revoked: true },
    });
    expect(of.get('ASKED')?.reactions).toEqual([{ direction: 'outgoing', emoji: '👍' }]);
    const [mention] = await messaging.service.sql(
      'select mentions from messages where inbox_id = $1 and mentions is not null',
      [inbox],
    );
    expect(mention?.mentions).toMatchObject([{ id: `${lid}@lid`, is_account: true }]);
    const members = await messaging.service.sql(
      'select from group_members where lid = $1 and team_id = (select team_id from inboxes where id = $2)',
      [lid, inbox],
    );
    expect(members).toEqual([]);
  });

  test('an answer goes to the group, and its echo changes nothing', async () => {
    const { receive, messages, fake, address, team } = await stage(remote);
    const group = newGroup();
    if (remote === 'evolution') (fake as Evolution).groups.set(group, { id: group });
    await receive({ group, from: newPhone(), text: 'Tudo certo?' });
    const [{ id }] = (await team.get('/msgapp/groups')).body.data as [Json];
    const sent = await team.post('/msgapp/messages', { conversation_id: id, content: 'Tudo!' });
    expect(sent.status, sent.text).toBe(201);
    expect(sent.data).toMatchObject({ remote_jid: group, conversation_id: id, participant: null });
    expect(fake.sends).toMatchObject([{ to: group, text: 'Tudo!' }]);
    const echo = { to: group, text: 'Tudo!', id: String(sent.data.msgapp_message_id) };
    if (remote === 'evolution') await (fake as Evolution).sent(address, echo);
    expect(await messages()).toMatchObject([{ text: 'Tudo certo?' }, { text: 'Tudo!' }]);
    expect((await messages()).map(({ waits }) => waits)).toEqual([false, false]);
  });

  test('ignored groups leave nothing, muted ones wait for no answer and reopen nothing', async () => {
    const ignored = await stage(remote, 'ignore');
    await ignored.receive({ group: newGroup(), from: newPhone() });
    expect(await ignored.messages()).toEqual([]);
    const muted = await stage(remote, 'muted');
    const group = newGroup();
    await muted.receive({ group, from: newPhone() });
    await messaging.service.sql(
      `update conversations set status = 'resolved' where inbox_id = $1`,
      [muted.inbox],
    );
    await muted.receive({ group, from: newPhone() });
    expect(await muted.messages()).toMatchObject([
      { waits: false, status: 'resolved' },
      { waits: false, status: 'resolved' },
    ]);
    const visible = await stage(remote, 'show');
    await visible.receive({ group, from: newPhone() });
    await messaging.service.sql(
      `update conversations set status = 'resolved', waiting_since = null where inbox_id = $1`,
      [visible.inbox],
    );
    await visible.receive({ group, from: newPhone() });
    expect((await visible.messages())[0]).toMatchObject({ waits: true, status: 'open' });
  });

  test('messages of a muted group are never unread', async () => {
    const { receive, team, inbox } = await stage(remote, 'muted');
    const ana = await makePerson(messaging.service, team, 'member');
    const outsider = await makePerson(messaging.service, await messaging.service.team(), 'owner');
    await receive({ group: newGroup(), from: newPhone() });
    const [conversation] = await messaging.service.sql(
      'select id from conversations where inbox_id = $1',
      [inbox],
    );
    const id = String(conversation?.id);
    const counted = async () => (await ana.get('/msgapp/unread')).data;
    const rows = async (query: string) =>
      (await ana.get(`/msgapp/conversation-rows?${query}`)).data.rows as unknown as Json[];
    const none = {
      ...{ conversations: 0, unread: [], muted_inbox_ids: [inbox] },
      blocked_conversation_ids: [],
    };
    expect(await counted()).toEqual(none);
    expect(await rows(`ids=${id}`)).toMatchObject([{ id, unread: 0 }]);
    expect(await rows('unread=true')).toEqual([]);
    expect((await outsider.get('/msgapp/unread')).data.muted_inbox_ids).toEqual([]);
    await messaging.service.sql(`update inboxes set groups = 'show' where id = $1`, [inbox]);
    const one = [{ conversation_id: id, unread: 1 }];
    expect(await counted()).toMatchObject({ conversations: 1, unread: one, muted_inbox_ids: [] });
    expect(await rows('unread=true')).toMatchObject([{ id, unread: 1 }]);
  });

  test('the worker looks up the name and the members, and reveals hidden numbers', async () => {
    const { receive, fake, team, inbox } = await stage(remote);
    const group = newGroup();
    const [phone, lid] = [newPhone(), newLid()];
    const subject = 'Lançamento';
    if (remote === 'evolution')
      (fake as Evolution).groups.set(group, {
        id: group,
        subject,
        participants: [
          { id: `${lid}@lid`, phoneNumber: `${phone}@s.whatsapp.net`, admin: 'superadmin' },
          { id: '5511900000001@s.whatsapp.net', admin: null },
        ],
      });
    else
      (fake as Waha).groups.set(group, {
        subject,
        participants: [
          { id: `${lid}@lid`, pn: `${phone}@c.us`, role: 'superadmin' },
          { id: '5511900000001@c.us', role: 'participant' },
          { id: '5511900000002@c.us', role: 'left' },
        ],
      });
    const received = await receive({ group, from: phone, name: 'Ana', lid, isKnown: false });
    expect(received.status).toBe(200);
    await lookUp(team.id, inbox);
    const [conversation] = (await team.get('/msgapp/groups')).body.data as [Json];
    expect(conversation).toMatchObject({ type: 'group', group_name: subject, contact: null });
    const ana = await memberOf(team);
    const sidebar = await ana.get(`/msgapp/conversations/${conversation.id}/sidebar`);
    expect(sidebar.data.members).toMatchObject([
      { id: `${lid}@lid`, phone, name: 'Ana', is_admin: true, contact_id: null },
      { phone: '5511900000001', is_admin: false },
    ]);
    // Another team sees neither the group nor its members.
    const foreign = await messaging.service.team();
    const bob = await memberOf(foreign);
    const path = `/msgapp/conversations/${conversation.id}/sidebar`;
    expect((await bob.get(path)).status).toBe(404);
    expect((await foreign.get('/msgapp/groups')).body.data).toEqual([]);
  });

  test('only its author, an admin or our side changes a message', async () => {
    const { receive, fake, address, messages, inbox } = await stage(remote);
    const group = newGroup();
    const [ana, bia] = [newPhone(), newPhone()];
    await receive({ group, from: ana, text: 'oferta', id: 'OFFER' });
    await receive({ group, from: bia, text: 'oi' });
    const revoke = (by: string, id = 'OFFER') =>
      revokeInGroup(remote, { fake, address }, group, id, `${by}@c.us`);
    await revoke(bia);
    expect((await messages())[0]).toMatchObject({ text: 'oferta', is_revoked: false });
    await messaging.service.sql(
      `update group_members set is_admin = true where phone = $1 and team_id = (select team_id from inboxes where id = $2)`,
      [bia, inbox],
    );
    await revoke(bia);
    expect((await messages())[0]).toMatchObject({ text: '', is_revoked: true });
    // The author's own revocation may come before the message.
    await revoke(ana, 'LATER');
    await receive({ group, from: ana, text: 'depois', id: 'LATER' });
    expect((await messages()).at(-1)).toMatchObject({ id: 'LATER', is_revoked: true });
  });

  test('a member known by number and by LID is one once the pair is learned', async () => {
    const { receive, fake, address, messages, inbox, team } = await stage(remote);
    const [group, quiet] = [newGroup(), newGroup()];
    const [ana, bia, lid] = [newPhone(), newPhone(), newLid()];
    const members = async (of = group) =>
      (
        await messaging.service.sql(
          `select g.member, g.phone, g.lid, g.name from group_members g join conversations c on c.team_id = g.team_id and c.id = g.conversation_id
           where c.inbox_id = $1 and c.group_id = $2 and g.phone is distinct from $3 order by g.member`,
          [inbox, of, bia],
        )
      ).map((row) => ({ ...row }));
    const reactions = async () =>
      (await messages()).find(({ id }) => id === 'TARGET')?.reactions as Json[];
    const react = (by: string, emoji: string) =>
      reactInGroup(remote, { fake, address }, group, 'TARGET', by, emoji);

    await receive({ group, from: bia, name: 'Bia', text: 'Aprovado?', id: 'TARGET' });
    await receive({ group, from: ana, name: 'Ana', text: 'Sim' });
    await receive({ group: quiet, from: ana, name: 'Ana', text: 'Só aqui' });
    await react(`${ana}@c.us`, '👍');
    await receive({ group, from: ana, lid, isKnown: false, name: 'Ana', text: 'Aprovado!' });
    await react(`${lid}@lid`, '❤️');
    expect(await members()).toHaveLength(2);
    expect(await reactions()).toHaveLength(2);

    await receive({ group, from: ana, lid, name: 'Ana', text: 'Pode mandar', id: 'LAST' });
    const one = { member: `${lid}@lid`, phone: ana, lid, name: 'Ana' };
    expect(await members()).toEqual([one]);
    expect(await reactions()).toMatchObject([{ emoji: '❤️' }]);
    // From then on, either address is the same member.
    await receive({ group, from: ana, name: 'Ana', text: 'Obrigada' });
    await react(`${ana}@c.us`, '🎉');
    expect(await members()).toEqual([one]);
    expect(await reactions()).toMatchObject([{ emoji: '🎉' }]);
    await revokeInGroup(remote, { fake, address }, group, 'LAST', `${ana}@c.us`);
    expect((await messages()).find(({ id }) => id === 'LAST')).toMatchObject({ is_revoked: true });

    // In another group the list itself has the LID, and no name.
    expect(await members(quiet)).toMatchObject([{ phone: ana, lid: null }]);
    if (remote === 'evolution')
      (fake as Evolution).groups.set(quiet, {
        id: quiet,
        participants: [{ id: `${lid}@lid`, phoneNumber: `${ana}@s.whatsapp.net`, admin: null }],
      });
    else
      (fake as Waha).groups.set(quiet, {
        subject: 'Só aqui',
        participants: [{ id: `${lid}@lid`, pn: `${ana}@c.us`, role: 'participant' }],
      });
    await lookUp(team.id, inbox);
    expect(await members(quiet)).toEqual([one]);
  });

  test('members react, each once, and a reaction may come before its message', async () => {
    const { receive, fake, address, messages } = await stage(remote);
    const group = newGroup();
    const [ana, bia] = [newPhone(), newPhone()];
    const react = (from: string, name: string, text: string) =>
      reactInGroup(remote, { fake, address }, group, 'TARGET', `${from}@c.us`, text, name);
    await react(ana, 'Ana', '👍');
    await receive({ group, from: ana, text: 'Aprovado?', id: 'TARGET' });
    await react(bia, 'Bia', '👍');
    await react(bia, 'Bia', '❤️');
    const target = (await messages()).find(({ id }) => id === 'TARGET');
    expect(target?.reactions).toHaveLength(2);
    expect(target?.reactions).toEqual(
      expect.arrayContaining([
        { direction: 'incoming', emoji: '👍', name: 'Ana' },
        { direction: 'incoming', emoji: '❤️', name: 'Bia' },
      ]),
    );
  });
});

const memberOf = (team: TestTeam, role: 'admin' | 'member' = 'member') =>
  makePerson({ app: messaging.app, database: messaging.service.database }, team, role);

async function lookUp(team: string, inbox: string) {
  const { database, secrets, messaging: parts } = messaging.service;
  const queue = lookupQueue(
    database.team(team),
    inbox,
    { service: parts.service, secrets, jidSuffix: 's.msgapp.net', log: makeLog('silent') },
    AbortSignal.abort(),
  );
  const { jobs } = await queue.claimJobs(10);
  for (const job of jobs) await queue.work(job);
}

describe('evolution', () => {
  test('every kind of message in a group is stored by its author, as in a private chat', async () => {
    const direct = await stage('evolution');
    const { receive, messages } = await stage('evolution');
    const group = newGroup();
    const from = newPhone();
    for (const kind of Object.keys(kinds)) {
      await (direct.fake as Evolution).receive(direct.address, { from, name: 'Ana', kind });
      await receive({ group, from, name: 'Ana', ...{ kind } });
    }
    const stored = await messages();
    expect(stored.map(({ type }) => type)).toEqual((await direct.messages()).map((m) => m.type));
    expect(stored.every((m) => m.group_id === group && m.phone === from)).toBe(true);
  });

  test('a missing name is not replaced by digits, and edits of members are not believed', async () => {
    const { receive, messages, fake, address } = await stage('evolution');
    const group = newGroup();
    const from = newPhone();
    await receive({ group, from, name: from, text: 'oi', id: 'PLAIN' });
    const key = { remoteJid: group, fromMe: false, id: 'PLAIN', participant: `${from}@c.us` };
    const edit = { type: 'MESSAGE_EDIT', editedMessage: { conversation: 'forjado' } };
    const evolution = fake as Evolution;
    await evolution.event(address, 'messages.edited', { key, ...edit });
    // The same key in the name of a private chat, in which nothing proves the author.
    await evolution.edited(address, 'PLAIN', 'forjado', from);
    expect(await messages()).toMatchObject([{ text: 'oi', name: null, phone: from }]);
  });

  test('a group that the number has left refuses the message before it is sent', async () => {
    const { receive, team } = await stage('evolution');
    await receive({ group: newGroup(), from: newPhone() });
    const [{ id }] = (await team.get('/msgapp/groups')).body.data as [Json];
    const { status, body } = await team.post('/msgapp/messages', {
      conversation_id: id,
      content: 'Oi',
    });
    expect(status).toBe(502);
    expect(body.error).toMatchObject({
      gateway: { code: 'group_unknown', outcome: 'not_sent' },
    });
  });

  test('a quote and a reaction name the author of the message', async () => {
    const { receive, fake, team } = await stage('evolution');
    const evolution = fake as Evolution;
    const group = newGroup();
    const lid = newLid();
    evolution.groups.set(group, { id: group });
    await receive({ group, from: newPhone(), lid, text: 'Pode ser?', id: 'ASKED' });
    const [conversation] = (await team.get('/msgapp/groups')).body.data as [Json];
    const [message] = (await team.get(`/msgapp/conversations/${conversation.id}/messages`)).body
      .data as [Json];
    const ana = await memberOf(team);
    const write = (path: string, body: object) => ana.post(`/msgapp/messages/${path}`, body);
    const reply = { conversation_id: conversation.id, text: 'Pode', reply_to: message.id };
    expect((await write('write', reply)).status).toBe(201);
    expect((await write(`${message.id}/reaction`, { emoji: '👍' })).status).toBe(201);
    const participant = `${lid}@lid`;
    expect(evolution.keys).toMatchObject([
      { quoted: { key: { id: 'ASKED', remoteJid: group, fromMe: false, participant } } },
      { key: { id: 'ASKED', remoteJid: group, fromMe: false, participant } },
    ]);
    const [now] = (await team.get(`/msgapp/conversations/${conversation.id}/messages?sort=sent_at`))
      .body.data as [Json];
    expect(now.reactions).toEqual([{ direction: 'outgoing', emoji: '👍' }]);
  });
});

describe('the setting of an inbox', () => {
  const set = async (fixture: Fixture, role: 'admin' | 'member', groups: string) => {
    const { team, inbox } = fixture;
    const person = await memberOf(team, role);
    return person.put(`/inboxes/${inbox}/groups`, { groups });
  };
  const settingOf = async ({ inbox }: Fixture) =>
    (await messaging.service.sql('select groups from inboxes where id = $1', [inbox]))[0]?.groups;

  test('configures Evolution, and keeps its other settings', async () => {
    const team = await messaging.service.team();
    const fixture = await messaging.evolution({ team });
    const { fake } = fixture;
    fake.settings = { ...fake.settings, groupsIgnore: true, readMessages: true, msgCall: 'não' };
    expect((await set(fixture, 'admin', 'show')).data).toMatchObject({ groups: 'show' });
    expect(fake.settings).toMatchObject({
      groupsIgnore: false,
      readMessages: true,
      msgCall: 'não',
    });
    await set(fixture, 'admin', 'ignore');
    expect(fake.settings).toMatchObject({ groupsIgnore: true });
    expect(await settingOf(fixture)).toBe('ignore');
  });

  test('configures a session of WAHA, which restarts only for a change', async () => {
    const team = await messaging.service.team();
    const fixture = await messaging.waha({ team });
    const { state } = fixture.fake;
    state.config = { ignore: { groups: true, status: true }, metadata: { a: 'b' } };
    await set(fixture, 'admin', 'muted');
    expect(state.config).toMatchObject({
      ignore: { groups: false, status: true },
      metadata: { a: 'b' },
    });
    expect(state.restarts).toBe(1);
    await set(fixture, 'admin', 'show');
    expect(state.restarts).toBe(1);
    expect(await settingOf(fixture)).toBe('show');
  });

  test('stays as it is if the gateway fails, for members, and for the official API', async () => {
    const team = await messaging.service.team();
    const fixture = await messaging.evolution({ team });
    fixture.fake.exists = false;
    expect((await set(fixture, 'admin', 'show')).status).toBe(502);
    expect((await set(fixture, 'member', 'show')).status).toBe(403);
    expect(await settingOf(fixture)).toBe('ignore');
    const cloud = await messaging.cloud({ team });
    expect((await set(cloud, 'admin', 'show')).status).toBe(400);
    expect(await settingOf(cloud)).toBe('ignore');
  });
});

test('neither a greeting nor an away message answers a group', async () => {
  const { receive, messages, inbox, fake } = await stage('evolution');
  await messaging.service.sql(
    `update inboxes set greeting = 'Olá!', away_message = 'Voltamos amanhã.' where id = $1`,
    [inbox],
  );
  await receive({ group: newGroup(), from: newPhone() });
  const replies = await messaging.service.sql('select from automatic_replies where inbox_id = $1', [
    inbox,
  ]);
  expect(replies).toEqual([]);
  expect(await messages()).toHaveLength(1);
  expect(fake.sends).toEqual([]);
});

test('lists of v1 leave groups out, and a conversation of a group is read by its id', async () => {
  const { receive, team } = await stage('evolution');
  const from = newPhone();
  await receive({ group: newGroup(), from });
  const [group] = (await team.get('/msgapp/groups')).body.data as [Json];
  const { body } = await team.get('/msgapp/conversations');
  expect(body).toMatchObject({ data: [], pagination: { total: 0 } });
  expect((await team.get(`/msgapp/conversations/${group.id}`)).data).toMatchObject({
    type: 'group',
    contact_id: null,
  });
});

describe('workflows', () => {
  const runsOf = async (team: TestTeam) =>
    (
      await messaging.service.sql(
        `select w.name, r.payload::json -> 'data' ->> 'content' as text, r.subject::json ->> 'type' as type, r.record_id
         from workflow_runs r join workflows w on w.team_id = r.team_id and w.id = r.workflow_id
         where r.team_id = $1 order by r.created_at, r.id`,
        [team.id],
      )
    ).map((row) => ({ ...row }));
  const listen = async (team: TestTeam, type: string) => {
    const admin = await memberOf(team, 'admin');
    const definition = {
      name: type,
      trigger: { type },
      steps: [{ type: 'add_note', with: { content: '{{message.participant.name}}' } }],
    };
    const created = await admin.post('/workflows', { definition });
    expect(created.status, created.text).toBe(201);
    const enabled = await admin.put(`/workflows/${created.data.id}/enable`, {});
    expect(enabled.status, enabled.text).toBe(200);
  };

  test('only those about groups run for a message of a member, and only for such messages', async () => {
    const { receive, fake, address, fixture, team, inbox } = await stage('evolution');
    const foreign = await messaging.service.team();
    await listen(foreign, 'group_message_received');
    await listen(team, 'conversation_received');
    const group = newGroup();
    await receive({ group, from: newPhone(), text: 'antes' });
    expect(await runsOf(team)).toEqual([]);

    await listen(team, 'group_message_received');
    const ana = newPhone();
    await receive({ group, from: ana, text: 'orçamento?', id: 'TARGET' });
    await receive({ group, from: ana, text: 'orçamento?', id: 'TARGET' });
    const first = { name: 'group_message_received', text: 'orçamento?', type: 'group' };
    expect(await runsOf(team)).toMatchObject([first]);
    // Neither a reaction, nor our phone, nor an answer of ours, nor a contact.
    await reactInGroup('evolution', { fake, address }, group, 'TARGET', `${ana}@c.us`, '👍');
    await receive({ group, from: (fake as Evolution).phone, fromMe: true, text: 'já vai' });
    (fake as Evolution).groups.set(group, { id: group });
    const [{ id }] = (await team.get('/msgapp/groups')).body.data as [Json];
    await team.post('/msgapp/messages', { conversation_id: id, content: 'Segue' });
    await fixture.sent('Oi', newPhone());
    expect(await runsOf(team)).toHaveLength(1);
    const direct = { from: newPhone(), name: 'Bia', text: 'privado' };
    await (fake as Evolution).receive(address, direct);
    expect((await runsOf(team)).slice(1)).toMatchObject([
      { name: 'conversation_received', text: 'privado', type: 'direct' },
    ]);
    // A message that reopens its conversation, and a new group.
    await messaging.service.sql(`update conversations set status = 'resolved' where id = $1`, [id]);
    await receive({ group, from: ana, text: 'de novo' });
    await receive({ group: newGroup(), from: ana, text: 'outro grupo' });
    expect((await runsOf(team)).slice(2)).toMatchObject([
      { name: 'group_message_received', text: 'de novo', record_id: id },
      { name: 'group_message_received', text: 'outro grupo' },
    ]);
    await messaging.service.sql(`update inboxes set groups = 'muted' where id = $1`, [inbox]);
    await receive({ group, from: ana, text: 'silêncio' });
    expect(await runsOf(team)).toHaveLength(4);
    expect(await runsOf(foreign)).toEqual([]);
  });

  test('a dry run says which type of conversation the trigger is about', async () => {
    const { receive, fixture, team } = await stage('evolution');
    await receive({ group: newGroup(), from: newPhone(), text: 'oi' });
    const [group] = (await team.get('/msgapp/groups')).body.data as [Json];
    const direct = await fixture.sent('Oi', newPhone());
    const admin = await memberOf(team, 'admin');
    const definition = {
      name: 'grupos',
      trigger: { type: 'group_message_received' },
      steps: [{ type: 'add_note', with: { content: '{{message.content}}' } }],
    };
    const dryRun = async (record: unknown) =>
      (await admin.post('/workflow-dry-runs', { definition, record_id: record })).data;
    expect(await dryRun(group.id)).toMatchObject({ fires: true });
    expect(await dryRun(direct.conversation_id)).toMatchObject({ fires: false });
  });
});
