import { describe, expect, test } from 'vitest';
import { storeFile } from '#server/features/files/store.ts';
import { scheduledQueue } from '#server/features/sending/scheduled/scheduled-queue.ts';
import { makeLog } from '#server/platform/log.ts';
import type { Evolution } from '#test/gateways/evolution.ts';
import type { Waha } from '#test/gateways/waha.ts';
import { pieces } from '#test/support/files/fixture.ts';
import type { Json } from '#test/support/harness.ts';
import { newPhone, useMessaging } from '#test/support/messaging/fixture.ts';
import { groupGateways, groupStage, newGroup, newLid } from '#test/support/messaging/groups.ts';
import { makePerson } from '#test/support/people.ts';

/* Mentions of members in messages of groups (docs/adr/0189-mentions-in-groups.md). */

const messaging = useMessaging();
const stage = groupStage(messaging);

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Group with two members who have written: Ana by her number, Bia by a LID with a known number. */
async function groupOf(remote: (typeof groupGateways)[number]) {
  const staged = await stage(remote, 'show', remote === 'waha' ? { version: '2026.6.1' } : {});
  const group = newGroup();
  const [ana, bia, lid] = [newPhone(), newPhone(), newLid()];
  const { fake, receive, team } = staged;
  if (remote === 'evolution') (fake as Evolution).groups.set(group, { id: group });
  await receive({ group, from: ana, name: 'Ana', text: 'Oi' });
  await receive({ group, from: bia, name: 'Bia', text: 'Oi', lid });
  const [conversation] = (await team.get('/msgapp/groups')).body.data as [Json];
  const id = String(conversation.id);
  const received = (await team.get(`/msgapp/conversations/${id}/messages?sort=created_at`)).body
    .data as Json[];
  const memberIds = received.map(({ participant }) => String((participant as Json).id));
  const [anaId = '', biaId = ''] = memberIds;
  const last = async () =>
    (
      (await team.get(`/msgapp/conversations/${id}/messages?sort=-created_at&limit=1`)).body
        .data as [Json]
    )[0];
  return { ...staged, group, id, ana, bia, lid, anaId, biaId, last };
}

/** Addresses that the gateway received with the last send. */
function mentionedAt(fake: unknown): unknown {
  if ('keys' in (fake as object)) return (fake as Evolution).keys.at(-1)?.mentioned;
  const { body } = (fake as Waha).log.findLast(({ path }) => path.startsWith('/api/send')) ?? {};
  return (body as Json).mentions;
}

describe.each(groupGateways)('%s', (remote) => {
  const address = (phone: string) =>
    remote === 'evolution' ? `${phone}@s.whatsapp.net` : `${phone}@c.us`;

  test('a text mentions members by number, and the gateway receives their addresses', async () => {
    const { fake, team, id, ana, bia, anaId, biaId } = await groupOf(remote);
    const content = `@${ana} e @${bia}, fechado?`;
    const sent = await team.post('/msgapp/messages', {
      conversation_id: id,
      content,
      mentions: [anaId, biaId, anaId],
    });
    expect(sent.status, sent.text).toBe(201);
    expect(fake.sends).toMatchObject([{ text: content }]);
    expect(mentionedAt(fake)).toEqual([address(ana), address(bia)]);
    expect(sent.data).toMatchObject({
      content,
      mentions: [
        { id: anaId, text: `@${ana}`, phone: ana, name: 'Ana', is_account: false },
        { id: biaId, text: `@${bia}`, phone: bia, name: 'Bia', is_account: false },
      ],
    });
  });

  test('a hidden member is mentioned by the LID', async () => {
    const { fake, receive, group, team, id, last } = await groupOf(remote);
    const lid = newLid();
    await receive({ group, from: newPhone(), name: 'Caio', text: 'Oi', lid, isKnown: false });
    const [participant] = [(await last()).participant as Json];
    const sent = await team.post('/msgapp/messages', {
      conversation_id: id,
      content: `@${lid} viu?`,
      mentions: [participant.id],
    });
    expect(sent.data).toMatchObject({ mentions: [{ text: `@${lid}`, phone: null, name: 'Caio' }] });
    expect(mentionedAt(fake)).toEqual([`${lid}@lid`]);
  });

  test('a caption mentions members', async () => {
    const { fake, team, id, ana, anaId } = await groupOf(remote);
    const person = await makePerson(messaging.service, team, 'member');
    const { database, storage } = messaging.service;
    const stored = { name: 'arte.pdf', purpose: 'message' } as const;
    const file = await storeFile(
      { db: database.team(team.id), storage },
      pieces(Buffer.from('%PDF-1.7 arte')),
      stored,
    );
    const sent = await person.post('/msgapp/messages/write', {
      conversation_id: id,
      text: `@${ana} segue`,
      file_id: file.id,
      mentions: [anaId],
    });
    expect(sent.status, sent.text).toBe(201);
    expect(mentionedAt(fake)).toEqual([address(ana)]);
    expect(sent.data).toMatchObject({ mentions: [{ name: 'Ana' }] });
  });

  test('a received message has the mentions that its text shows, with names known by then', async () => {
    const { receive, group, ana, lid, last } = await groupOf(remote);
    const unknown = newPhone();
    const addresses = [address(ana), `${lid}@lid`, address(unknown), address(newPhone())];
    const text = `@${ana} @${lid} @${unknown} bom dia`;
    await receive({ group, from: newPhone(), name: 'Rui', text, mentioned: addresses });
    expect(await last()).toMatchObject({
      content: text,
      mentions: [
        { text: `@${ana}`, phone: ana, name: 'Ana' },
        { id: `${lid}@lid`, text: `@${lid}`, name: 'Bia' },
        { text: `@${unknown}`, phone: unknown, name: null, is_account: false },
      ],
    });
  });

  test('only members of the same group can be mentioned, by a text that names them', async () => {
    const { fake, fixture, team, id, ana, anaId } = await groupOf(remote);
    const refusal = async (body: Json) => {
      const { status, body: answer } = await team.post('/msgapp/messages', body);
      return [status, (answer.error as unknown as Json).message];
    };
    const stranger = `${newPhone()}@c.us`;
    const to = { conversation_id: id };
    expect(await refusal({ ...to, content: 'oi', mentions: [anaId] })).toEqual([
      400,
      `mentions needs @${ana} in the text.`,
    ]);
    // More digits are another number.
    expect(await refusal({ ...to, content: `@${ana}0`, mentions: [anaId] })).toEqual([
      400,
      expect.any(String),
    ]);
    expect(await refusal({ ...to, content: `@${ana}`, mentions: [stranger] })).toEqual([
      400,
      expect.any(String),
    ]);
    const direct = await fixture.sent('Oi', ana);
    const inDirect = { conversation_id: direct.conversation_id, content: `@${ana}` };
    expect(await refusal({ ...inDirect, mentions: [anaId] })).toEqual([400, expect.any(String)]);
    // A group of another team, whose members have the same address.
    const foreign = await messaging.service.team();
    const answer = await foreign.post('/msgapp/messages', {
      ...to,
      content: `@${ana}`,
      mentions: [anaId],
    });
    expect([400, 404]).toContain(answer.status);
    expect(fake.sends).toHaveLength(1);
  });
});

test('a scheduled message mentions those who are still members and in the text', async () => {
  const { fake, inbox, team, id, ana, bia, anaId, biaId } = await groupOf('evolution');
  const person = await makePerson(messaging.service, team, 'member');
  const plan = { conversation_id: id, scheduled_at: inAnHour() };
  const path = '/msgapp/scheduled-messages';
  const text = `@${ana} @${bia} bom dia`;
  const scheduled = await person.post(path, { ...plan, text, mentions: [anaId, biaId] });
  expect(scheduled.data, scheduled.text).toMatchObject({
    text,
    mentions: [{ name: 'Ana' }, { name: 'Bia' }],
  });
  const refused = await person.post(path, { ...plan, text: 'oi', mentions: [anaId] });
  expect(refused.status).toBe(400);

  const changed = `@${ana} bom dia`;
  await person.put(`${path}/${scheduled.data.id}`, { text: changed });
  const { service } = messaging;
  await service.sql('update scheduled_messages set due_at = now() where inbox_id = $1', [inbox]);
  const { secrets, storage } = service;
  const queue = scheduledQueue(service.database.team(team.id), inbox, {
    ...{ service: service.messaging.service, secrets, storage },
    jidSuffix: 's.msgapp.net',
    log: makeLog('silent'),
  });
  const { jobs } = await queue.claimJobs(10);
  for (const job of jobs) await queue.store([await queue.work(job)]);
  expect(fake.sends).toMatchObject([{ text: changed }]);
  expect(mentionedAt(fake)).toEqual([`${ana}@s.whatsapp.net`]);
});

test('the members of a group say how they are mentioned, and which is the number of the inbox', async () => {
  const { fake, receive, team, group, id, ana, bia, inbox } = await groupOf('evolution');
  await messaging.service.sql('update inboxes set phone = $2 where id = $1', [
    inbox,
    (fake as Evolution).phone,
  ]);
  const lid = newLid();
  await receive({ group, from: newPhone(), name: 'Caio', lid, isKnown: false });
  await messaging.service.sql(
    `insert into group_members (team_id, conversation_id, member, phone) select team_id, id, $2, $3 from conversations where id = $1`,
    [id, '999@lid', (fake as Evolution).phone],
  );
  const reader = await makePerson(messaging.service, team, 'member');
  const { members } = (await reader.get(`/msgapp/conversations/${id}/sidebar`)).data as Json;
  expect(members).toMatchObject([
    { mention: (fake as Evolution).phone, is_account: true },
    { name: 'Ana', mention: ana, is_account: false },
    { name: 'Bia', mention: bia, is_account: false },
    { name: 'Caio', mention: lid, is_account: false },
  ]);
});

test('a mention of the inbox’s own number has the name of the inbox', async () => {
  const { fake, receive, group, last } = await groupOf('waha');
  const { phone } = fake as Waha;
  const mentioned = [`${phone}@s.whatsapp.net`, '999999999999999@lid'];
  const text = `@${phone} @999999999999999 oi`;
  await receive({ group, from: newPhone(), name: 'Rui', text, mentioned });
  const { mentions } = await last();
  expect(mentions).toMatchObject([{ is_account: true }, { is_account: true }]);
  expect((mentions as Json[])[0]?.name).not.toBeNull();
});
