import { describe, expect, test } from 'vitest';
import { dueHistories, historyQueue } from '#server/features/receiving/history/history-queue.ts';
import { makeLog } from '#server/platform/log.ts';
import { type Fields, secondsNow, webId } from '#test/gateways/gateway.ts';
import type { Json, TestTeam } from '#test/support/harness.ts';
import { newPhone, useMessaging } from '#test/support/messaging/fixture.ts';
import { makePerson } from '#test/support/people.ts';

/*
 * The history of a number that is also used on a phone: requested of the official API, delivered by its callbacks in parts that repeat and
 * come in any order, and stored once, without any effect.
 */

const messaging = useMessaging();
const day = 86_400;
const log = makeLog('silent');

/** Runs the worker's part of a history. */
async function work(team: TestTeam): Promise<void> {
  const { database, secrets, messaging: parts } = messaging.service;
  const using = { service: parts.service, secrets, jidSuffix: 's.msgapp.net', pauses: [], log };
  const { keys } = await dueHistories(database.platform);
  for (const [of = '', id = ''] of keys.map((key) => key.split(' '))) {
    if (of !== team.id) continue;
    const queue = historyQueue(database.team(of), id, using, new AbortController().signal);
    for (const job of (await queue.claimJobs(1)).jobs) await queue.work(job);
  }
}

async function stage() {
  const team = await messaging.service.team();
  const { inbox, fake, address } = await messaging.cloud({ team });
  const admin = await makePerson(
    { app: messaging.app, database: messaging.service.database },
    team,
    'admin',
  );
  const path = `/inboxes/${inbox}/history`;
  const start = async (period = 'all') => {
    const begun = await admin.post(path, { period });
    expect(begun.status, begun.text).toBe(201);
    await work(team);
    return history();
  };
  const history = async () => (await admin.get(path)).data.history as Json;
  const metadata = {
    display_phone_number: `+${fake.phone.slice(0, 2)} ${fake.phone.slice(2, 4)} ${fake.phone.slice(4)}`,
    phone_number_id: fake.phoneNumberId,
  };
  const calls = async (field: string, value: Fields) => {
    const value_ = { messaging_product: 'whatsapp', metadata, ...value };
    const { status } = await fake.batch(address, [[{ field, value: value_ }]]);

    expect(status).toBe(200);
  };
  /** Delivers a part: messages by person. */
  const part = (order: number, progress: number, threads: Record<string, Fields[]>) =>
    calls('history', {
      history: [
        {
          metadata: { phase: 0, chunk_order: order, progress },
          threads: Object.entries(threads).map(([id, messages]) => ({ id, messages })),
        },
      ],
    });
  const written = (from: string, text: string, at: number, more: Fields = {}): Fields => ({
    ...{ from, id: `wamid.${webId()}`, timestamp: String(at), type: 'text', text: { body: text } },
    ...more,
  });
  const ours = (text: string, at: number, status: string, more: Fields = {}) =>
    written(fake.phone, text, at, { history_context: { status, from_me: true }, ...more });
  const thread = async () =>
    (await messaging.service.sql(
      `select k.phone, m.direction, m.origin, m.content as text, m.status, m.message_type as type, m.media ->> 'reason' as reason,
        q.content as quoted, m.history_id is not null as is_past
       from messages m join conversations c on c.team_id = m.team_id and c.id = m.conversation_id
         left join contacts k on k.team_id = c.team_id and k.id = c.contact_id
         left join messages q on q.team_id = m.team_id and q.id = m.reply_to
       where m.inbox_id = $1 order by m.sent_at, m.id`,
      [inbox],
    )) as Json[];
  return {
    team,
    inbox,
    fake,
    address,
    admin,
    path,
    start,
    history,
    calls,
    part,
    written,
    ours,
    thread,
  };
}

const anHourAgo = () => secondsNow() - 3_600;

describe('the history that a phone shares', () => {
  test('is requested once, and stored at its times, by its authors, without effects', async () => {
    const { team, fake, start, history, part, written, ours, thread, admin } = await stage();
    expect(await start()).toMatchObject({ state: 'running', progress: 0 });
    expect(fake.account.shared).toEqual(['smb_app_state_sync', 'history']);
    await work(team);
    expect(fake.account.shared).toHaveLength(2);
    const [ana, bia] = [newPhone(), newPhone()];
    const at = anHourAgo() - 5 * day;
    const question = written(ana, 'Quanto custa?', at, { history_context: { status: 'READ' } });
    const answer = ours('Mil', at + 60, 'READ', { context: { id: question.id } });
    const events = async () =>
      (
        await messaging.service.sql('select count(*)::int as n from events where team_id = $1', [
          team.id,
        ])
      )[0]?.n;
    const before = await events();
    await part(2, 100, { [bia]: [ours('Oi, Bia', at + 10, 'DELIVERED')] });
    expect(await history()).toMatchObject({ state: 'done', progress: 100, stored: 1 });
    await part(1, 55, { [ana]: [answer, question], [bia]: [written(bia, 'Oi!', at + 20)] });
    await part(1, 55, { [ana]: [question, answer], [bia]: [written(bia, 'Oi!', at + 20)] });
    expect(await thread()).toMatchObject([
      {
        phone: ana,
        text: 'Quanto custa?',
        direction: 'incoming',
        status: 'received',
        is_past: true,
      },
      { phone: bia, text: 'Oi, Bia', direction: 'outgoing', origin: 'phone', status: 'delivered' },
      { phone: bia, text: 'Oi!' },
      { phone: bia, text: 'Oi!' },
      { phone: ana, text: 'Mil', status: 'read', quoted: 'Quanto custa?' },
    ]);
    expect(await history()).toMatchObject({
      chats: 2,
      conversations: 2,
      stored: 5,
      present: 0,
      progress: 100,
    });
    expect(await events()).toBe(before);
    expect((await admin.get('/msgapp/unread')).data).toMatchObject({ conversations: 0 });
  });

  test('counts every part once, though it is delivered by many at a time', async () => {
    const { start, history, part, written, thread } = await stage();
    await start('month');
    const ana = newPhone();
    const at = anHourAgo();
    const messages = [
      ...Array.from({ length: 30 }, (_, n) => written(ana, `${n}`, at + n)),
      written(ana, 'Antiga', at - 60 * day),
      written(ana, '', at, { type: 'reaction', reaction: { emoji: '👍', message_id: 'x' } }),
      { ...written(ana, 'Sem data', at), timestamp: undefined },
    ];
    await Promise.all(Array.from({ length: 6 }, () => part(1, 40, { [ana]: messages })));
    expect(await thread()).toHaveLength(30);
    expect(await history()).toMatchObject({
      ...{ state: 'running', progress: 40, stored: 30, present: 0 },
      skipped: [
        { reason: 'no_time', n: 1 },
        { reason: 'reaction', n: 1 },
      ],
    });
  });

  test('has the files that the network shares later, or earlier', async () => {
    const { start, history, part, written, thread, calls } = await stage();
    await start();
    const ana = newPhone();
    const at = anHourAgo();
    const place = (id: string, n: number) => ({
      ...written(ana, '', at + n),
      id,
      type: 'media_placeholder',
    });
    const file = (id: string, n: number) => ({
      ...written(ana, '', at + n),
      ...{
        id,
        type: 'image',
        image: { id: `4${n}`, mime_type: 'image/jpeg', caption: `Foto ${n}` },
      },
    });
    await calls('history', { messages: [file('wamid.b', 2)] });
    await part(1, 50, { [ana]: [place('wamid.a', 1), place('wamid.b', 2), place('wamid.c', 3)] });
    expect(await history()).toMatchObject({ stored: 3, media: 3, media_missing: 2 });
    await calls('history', { messages: [file('wamid.a', 1)] });
    await calls('history', { messages: [file('wamid.a', 1)] });
    const fetchable = 'past: it is fetched when a user requests it';
    expect(await thread()).toMatchObject([
      { type: 'image', text: 'Foto 1', reason: fetchable },
      { type: 'image', text: 'Foto 2', reason: fetchable },
      { type: 'document', text: '', reason: 'the phone shares only files of the last 14 days' },
    ]);
    expect(await history()).toMatchObject({ stored: 3, media: 3, media_missing: 1, present: 0 });
  });

  test('leaves messages alone that came live', async () => {
    const { start, history, part, written, fake, address, thread } = await stage();
    await start();
    const ana = newPhone();
    const id = `wamid.${webId()}`;
    const { status } = await fake.receive(address, {
      from: ana,
      name: 'Ana',
      text: 'Oi, agora',
      id,
    });
    expect(status).toBe(200);
    const again = { ...written(ana, 'Oi, agora', secondsNow()), id };
    await part(1, 10, { [ana]: [again, written(ana, 'Antes', anHourAgo())] });
    expect(await thread()).toMatchObject([
      { text: 'Antes', is_past: true },
      { text: 'Oi, agora', is_past: false },
    ]);
    expect(await history()).toMatchObject({ stored: 1, present: 1 });
  });

  test('fails with the words of the network if the phone does not share it, and continues if it does later', async () => {
    const { start, history, calls, part, written } = await stage();
    await start();
    await calls('history', {
      history: [
        {
          errors: [
            {
              ...{
                code: 2593109,
                title: 'History sync is turned off by the business from the app',
              },
              error_data: { details: 'The business turned off history sharing' },
            },
          ],
        },
      ],
    });
    expect(await history()).toMatchObject({
      state: 'failed',
      reason_details: { code: 'refused', error: '2593109' },
    });
    await part(1, 20, { [newPhone()]: [written(newPhone(), 'Oi', anHourAgo())] });
    expect(await history()).toMatchObject({ state: 'running', stored: 1, reason: null });
  });

  test('fails if the number is not used on a phone', async () => {
    const { start, fake } = await stage();
    fake.account.isOnPhone = false;
    expect(await start()).toMatchObject({ state: 'failed', reason_details: { error: '131000' } });
  });

  test('is stored though no one requested it here, but not after it was stopped', async () => {
    const { history, part, written, admin, path, thread } = await stage();
    await part(1, 20, { [newPhone()]: [written(newPhone(), 'Oi', anHourAgo())] });
    expect(await history()).toMatchObject({ state: 'running', period: 'all', stored: 1 });
    expect((await admin.put(path, { state: 'stopped' })).status).toBe(200);
    await part(2, 40, { [newPhone()]: [written(newPhone(), 'Tchau', anHourAgo())] });
    expect(await thread()).toHaveLength(1);
    expect((await admin.put(path, { state: 'running' })).status).toBe(200);
    await part(2, 40, { [newPhone()]: [written(newPhone(), 'Tchau', anHourAgo())] });
    expect(await thread()).toHaveLength(2);
  });

  test('names contacts by the address book of the phone, but never renames one', async () => {
    const { team, start, calls, part, written } = await stage();
    const [ana, bia, caio] = [newPhone(), newPhone(), newPhone()];
    const named = (phone: string, name: string, action = 'add'): Fields => ({
      ...{ type: 'contact', action, metadata: { timestamp: String(secondsNow()) } },
      contact: { full_name: name, first_name: name.split(' ')[0], phone_number: phone },
    });
    // Changes on the phone are not an address book that was requested.
    await calls('smb_app_state_sync', { state_sync: [named(ana, 'Cedo Demais')] });
    await start();
    await team.create('contacts', { phone: bia, custom_name: 'Bia da Agência' });
    const sync = [named(ana, 'Ana Souza'), named(bia, 'Bia Reis'), named(caio, 'Caio', 'remove')];
    await calls('smb_app_state_sync', { state_sync: sync });
    await calls('smb_app_state_sync', { state_sync: [named(ana, 'Ana S.')] });
    await part(1, 100, { [ana]: [written(ana, 'Oi', anHourAgo())] });
    const rows = await messaging.service.sql(
      'select phone, custom_name from contacts where team_id = $1 order by phone',
      [team.id],
    );
    expect(rows).toEqual([
      { phone: ana, custom_name: 'Ana Souza' },
      { phone: bia, custom_name: 'Bia da Agência' },
    ]);
    const listed = await team.get('/msgapp/contacts');
    expect(listed.body.pagination).toMatchObject({ total: 2 });
  });
});
