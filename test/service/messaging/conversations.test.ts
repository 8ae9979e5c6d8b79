import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { recountActivity } from '#server/features/conversations/message-effects.ts';
import { conversationOperations } from '#server/features/conversations/operations.ts';
import { type IncomingMessage, storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { startReads } from '#server/jobs/worker.ts';
import type { Context } from '#server/operations/context.ts';
import { type CallInput, type Operation, perform } from '#server/operations/operation.ts';
import type { GatewayResult } from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import { makeLog } from '#server/platform/log.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { until } from '#test/support/wait.ts';

/* The state of conversations, and what people add to them. */
const service = useService({ workers: 0 });
let team: TestTeam;
let otherTeam: TestTeam;

beforeAll(async () => {
  team = await service.team('Nossa');
  otherTeam = await service.team('Deles');
});

const everything = conversationOperations;
const log = makeLog('silent');

const contextOf = (of: TestTeam): Context => ({
  actor: { kind: 'operator' },
  team: { slug: of.slug, strictTaxIds: false },
  db: service.database.team(of.id),
  settings: { secrets: service.secrets, jidSuffix: 's.msgapp.net' },
});

/** Runs an operation by its name. */
async function act(
  name: string,
  id: string | undefined,
  body: Json = {},
  of = team,
  inner?: string,
): Promise<Json> {
  const operation = everything.find((each) => each.name === name);
  if (!operation) throw new Error(`no operation ${name}`);
  const output = await perform<CallInput, object | string>(
    operation as Operation<CallInput, object | string>,
    contextOf(of),
    { ...(id ? { path: { id, ...(inner && { inner }) } } : {}), body },
  );
  return (typeof output === 'string' ? JSON.parse(output) : output) as Json;
}

// The sandbox treats numbers that end in 0000 to 0004 specially.
let phones = 10;
const newPhone = () => `55119${String(60_000_000 + phones++)}`;

type Written = Partial<Pick<IncomingMessage, 'text' | 'at' | 'networkId' | 'origin' | 'type'>>;

/** A message of a contact, as a gateway delivers it. */
const receive = (phone: string, written: Written = {}, of = team) =>
  storeIncoming(service.database.team(of.id), of.inbox, 's.msgapp.net', {
    networkId: uuidv7(),
    chat: { phone },
    origin: 'contact',
    type: 'text',
    text: 'Oi',
    ...written,
  });

const send = (phone: string, content = 'Bom dia') =>
  team.post('/msgapp/messages', { inbox_id: team.inbox, phone, content });

/** A conversation started by a contact. */
async function begun(of = team): Promise<{ id: string; phone: string }> {
  const phone = newPhone();
  await receive(phone, {}, of);
  const [row] = await service.sql(
    `select c.id from conversations c join contacts k on k.team_id = c.team_id and k.id = c.contact_id
    where c.team_id = $1 and k.phone = $2`,
    [of.id, phone],
  );
  return { id: String(row?.id), phone };
}

const conversationOf = async (id: string): Promise<Json> =>
  (await team.get(`/msgapp/conversations/${id}`)).data;

/** Events of a conversation: its new and its previous state. */
async function changes(id: string): Promise<{ data: Json; previous: Json }[]> {
  const rows = await service.sql(
    `select payload from events where record_id = $1 and type = 'conversation.updated' order by id`,
    [id],
  );
  return rows.map(({ payload }) => JSON.parse(String(payload)));
}

const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('state', () => {
  test('a conversation starts open, waiting since the first message, and unassigned', async () => {
    const { id } = await begun();
    const conversation = await conversationOf(id);
    expect(conversation).toMatchObject({
      status: 'open',
      snoozed_until: null,
      assignee_id: null,
      assignee: null,
      first_answered_at: null,
    });
    expect(conversation.waiting_since).toBe(conversation.last_incoming_at);
    expect(conversation.last_incoming_at).toBe(conversation.last_message_at);
    expect(await changes(id)).toEqual([]);
  });

  test('each change answers the conversation and emits the changed fields; a change without effect emits nothing', async () => {
    const { id } = await begun();
    const [user] = team.users;
    const assigned = await act('conversations.assign', id, { assignee_id: user });
    expect(assigned).toEqual(await conversationOf(id));
    expect(assigned.assignee).toMatchObject({ id: user });
    await act('conversations.assign', id, { assignee_id: user });
    const at = ahead(3_600_000);
    expect(await act('conversations.snooze', id, { until: at })).toMatchObject({
      status: 'snoozed',
      snoozed_until: at,
    });
    expect(await act('conversations.resolve', id)).toMatchObject({
      status: 'resolved',
      snoozed_until: null,
      waiting_since: null,
    });
    await act('conversations.resolve', id);
    await act('conversations.reopen', id);
    await act('conversations.unassign', id);
    const events = await changes(id);
    expect(events.map(({ previous }) => previous)).toEqual([
      { assignee_id: null, assignee: null },
      { status: 'open', snoozed_until: null },
      { status: 'snoozed', snoozed_until: at, waiting_since: expect.any(String) },
      { status: 'resolved', waiting_since: null },
      { assignee_id: user, assignee: assigned.assignee },
    ]);
    expect(events.at(-1)?.data).toEqual(await conversationOf(id));
  });

  test('a resolved conversation stops waiting, and waits again after reopening unless it was answered', async () => {
    const { id, phone } = await begun();
    await send(phone);
    await receive(phone);
    const { waiting_since } = await conversationOf(id);
    await receive(phone);
    expect(waiting_since).not.toBeNull();
    const later = { until: ahead(3_600_000) };
    for (const [name, body] of [
      ['conversations.snooze', later],
      ['conversations.reopen', {}],
    ] as const) {
      await act('conversations.resolve', id);
      expect(await act(name, id, body)).toMatchObject({ waiting_since });
      expect((await changes(id)).at(-1)).toMatchObject({
        data: { waiting_since },
        previous: { status: 'resolved', waiting_since: null },
      });
    }
    await act('conversations.resolve', id);
    await send(phone);
    expect(await act('conversations.reopen', id)).toMatchObject({ waiting_since: null });
  });

  test('a snooze in the past is refused, and changes nothing', async () => {
    const { id } = await begun();
    await expect(act('conversations.snooze', id, { until: ahead(-1_000) })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'until must be in the future.',
    });
    expect((await conversationOf(id)).status).toBe('open');
    expect(await changes(id)).toEqual([]);
  });

  test('a message of the contact reopens it once, in any state', async () => {
    for (const [name, body] of [
      ['conversations.snooze', { until: ahead(3_600_000) }],
      ['conversations.resolve', {}],
    ] as const) {
      const { id, phone } = await begun();
      const { status } = await act(name, id, body);
      const networkId = uuidv7();
      await Promise.all(Array.from({ length: 5 }, () => receive(phone, { networkId })));
      expect(await conversationOf(id)).toMatchObject({ status: 'open', snoozed_until: null });
      expect((await conversationOf(id)).waiting_since).not.toBeNull();
      const events = await changes(id);
      expect(events).toHaveLength(2);
      expect(events[1]).toMatchObject({ data: { status: 'open' }, previous: { status } });
      // An already known message reopens nothing.
      await act('conversations.resolve', id);
      await receive(phone, { networkId });
      expect((await conversationOf(id)).status).toBe('resolved');
    }
  });

  test('a message of ours reopens nothing', async () => {
    const { id, phone } = await begun();
    await act('conversations.resolve', id);
    expect((await send(phone)).status).toBe(201);
    expect((await conversationOf(id)).status).toBe('resolved');
  });

  test('a snooze ends automatically at its time, and not before', async () => {
    const [one, two] = [await begun(), await begun()];
    for (const { id } of [one, two])
      await act('conversations.snooze', id, { until: ahead(60_000) });
    await service.sql(
      `update conversations set snoozed_until = now() - interval '1 second' where id = $1`,
      [one.id],
    );
    const unsteady = await sweepOnce(service.database, undefined, async () => false);
    expect(unsteady.woken_conversations).toBe(0);
    expect((await sweepOnce(service.database)).woken_conversations).toBe(1);
    expect(await conversationOf(one.id)).toMatchObject({ status: 'open', snoozed_until: null });
    expect((await conversationOf(two.id)).status).toBe('snoozed');
    expect((await changes(one.id)).at(-1)?.previous).toMatchObject({ status: 'snoozed' });
    expect((await sweepOnce(service.database)).woken_conversations).toBe(0);
  });

  test('fifty concurrent changes leave one state, and each event starts where the one before ended', async () => {
    const { id } = await begun();
    const whole = await conversationOf(id);
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 3 === 0
          ? act('conversations.resolve', id)
          : i % 3 === 1
            ? act('conversations.reopen', id)
            : act('conversations.assign', id, { assignee_id: team.users[i % 2] }),
      ),
    );
    const events = await changes(id);
    let state = whole;
    for (const { data, previous } of events) {
      expect(Object.keys(previous).length).toBeGreaterThan(0);
      expect({ ...data, ...previous }).toEqual(state);
      state = data;
    }
    expect(state).toEqual(await conversationOf(id));
  });

  test('the list is filtered by state and assignee, and the longest waiting comes first', async () => {
    const made = [await begun(), await begun(), await begun()];
    const [first, second, third] = made.map(({ id }) => id);
    const user = team.users[1];
    for (const { id } of made) await act('conversations.assign', id, { assignee_id: user });
    await act('conversations.resolve', String(second));
    const list = async (query: string) =>
      ((await team.get(`/msgapp/conversations?assignee_id=${user}&${query}`)).body.data as Json[])
        .map(({ id }) => id)
        .filter((id) => made.some((each) => each.id === id));
    expect(await list('sort=waiting_since')).toEqual([first, third, second]);
    expect(await list('status=open&sort=waiting_since')).toEqual([first, third]);
    expect(await list('status=resolved')).toEqual([second]);
  });

  test('an endpoint receives these events if it names the kind, not by *', async () => {
    const url = 'https://example.com/pauta';
    const freshTeam = await service.team();
    const all = await freshTeam.create('webhooks', { url, events: ['*'] });
    const named = await freshTeam.create('webhooks', { url, events: ['conversation.updated'] });
    const { id } = await begun(freshTeam);
    await act('conversations.resolve', id, {}, freshTeam);
    const rows = await service.sql(
      `select webhook_id from deliveries where team_id = $1 and event = 'conversation.updated'`,
      [freshTeam.id],
    );
    expect(rows).toEqual([{ webhook_id: named.id }]);
    expect(all.id).toBeDefined();
  });
});

describe('answers', () => {
  test('the first message that is sent is the first answer, once', async () => {
    const { id, phone } = await begun();
    const [message] = await Promise.all([send(phone), send(phone), send(phone)]);
    expect(message.status).toBe(201);
    const answered = await conversationOf(id);
    expect(answered.waiting_since).toBeNull();
    expect(answered.first_answered_at).not.toBeNull();
    const events = await changes(id);
    expect(events).toHaveLength(1);
    expect(events[0]?.previous).toMatchObject({ first_answered_at: null });
    await receive(phone);
    await send(phone);
    expect((await conversationOf(id)).first_answered_at).toBe(answered.first_answered_at);
    expect(await changes(id)).toHaveLength(1);
  });

  test('an unsent message is no answer', async () => {
    const phone = `${newPhone().slice(0, -4)}0000`;
    await receive(phone);
    expect((await send(phone)).status).toBe(502);
    const [row] = (await team.get('/msgapp/conversations?sort=-created_at&limit=1')).body
      .data as Json[];
    expect(row?.first_answered_at).toBeNull();
    expect(row?.waiting_since).toBe(row?.last_incoming_at);
  });

  test('a message of ours without a question is no first answer', async () => {
    const phone = newPhone();
    const { data } = await send(phone);
    const id = String(data.conversation_id);
    expect(await conversationOf(id)).toMatchObject({
      waiting_since: null,
      first_answered_at: null,
    });
    await receive(phone);
    expect(await conversationOf(id)).toMatchObject({ first_answered_at: null });
    await send(phone);
    expect((await conversationOf(id)).first_answered_at).not.toBeNull();
  });

  test('a draft is deleted when its text is sent', async () => {
    const { id, phone } = await begun();
    const [user, colleague] = team.users;
    await act('drafts.save', id, { user_id: user, content: 'Já olho' });
    await act('drafts.save', id, { user_id: colleague, content: 'Outra coisa' });
    await send(phone, 'Já olho');
    await expect(act('drafts.get', id, { user_id: user })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await act('drafts.get', id, { user_id: colleague })).toMatchObject({
      content: 'Outra coisa',
    });
  });
});

// Waiting, in whatever order messages arrive ---------------------------------------------------------------------

const timesOf = `select extract(epoch from waiting_since)::float8 as waiting, extract(epoch from last_incoming_at)::float8 as incoming,
  extract(epoch from last_message_at)::float8 as last, extract(epoch from first_answered_at)::float8 as first,
  activity_at = last_message_at as is_up_to_date
  from conversations c where exists (select from contacts k where k.id = c.contact_id and k.phone = $1)`;

test('the waiting time follows from the times of messages, not from the order of their arrival', async () => {
  const start = 1_700_000_000;
  const message = fc.record({
    origin: fc.constantFrom('contact', 'contact', 'phone', 'phone', 'other'),
    type: fc.constantFrom('text', 'text', 'text', 'reaction'),
    // Two seconds apart: gateways report times in seconds at best.
    at: fc.integer({ min: 0, max: 20 }).map((n) => start + 2 * n),
  } as const);
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 8 }), async (history) => {
      const phone = newPhone();
      for (const { at, ...each } of history) await receive(phone, { ...each, at: at * 1_000 });
      const times = (of: string) =>
        history.filter(({ origin, type }) => origin === of && type === 'text').map(({ at }) => at);
      const answered = Math.max(0, ...times('phone'));
      const waiting = times('contact').filter((at) => at > answered);
      const incoming = history.filter(({ origin }) => origin === 'contact').map(({ at }) => at);
      const [row] = await service.sql(timesOf, [phone]);
      // An answer within the same second may have come before or after: the contact then still counts as waiting.
      const isTie = times('contact').includes(answered);
      if (!isTie) expect(row?.waiting).toBe(waiting.length > 0 ? Math.min(...waiting) : null);
      expect(row?.incoming).toBe(incoming.length > 0 ? Math.max(...incoming) : null);
      expect(row?.last).toBe(Math.max(...history.map(({ at }) => at)));
      expect(row?.is_up_to_date).toBe(true);

      // Computed from the messages, it is the same.
      const [conversation] = await service.sql(
        `update conversations c set activity_at = null from contacts k
        where k.id = c.contact_id and k.phone = $1 returning c.id`,
        [phone],
      );
      const db = service.database.team(team.id);
      expect(await recountActivity(db, [String(conversation?.id)])).toBe(1);
      const [recounted] = await service.sql(timesOf, [phone]);
      expect({ ...recounted, first: 0, ...(isTie && { waiting: 0 }) }).toEqual({
        ...row,
        first: 0,
        ...(isTie && { waiting: 0 }),
      });

      // Undoing the resolution restores it.
      await act('conversations.resolve', String(conversation?.id));
      await act('conversations.reopen', String(conversation?.id));
      expect((await service.sql(timesOf, [phone]))[0]).toEqual(recounted);
    }),
    { numRuns: 100 },
  );
});

test('a late answer typed on the phone ends the wait, and is the first answer', async () => {
  const { id, phone } = await begun();
  const { last_incoming_at } = await conversationOf(id);
  const at = Date.parse(String(last_incoming_at));
  await receive(phone, { at: at + 10_000 });
  await receive(phone, { at: at + 5_000, origin: 'phone' });
  const answered = await conversationOf(id);
  expect(answered.waiting_since).toBe(new Date(at + 10_000).toISOString());
  expect(answered.first_answered_at).toBe(new Date(at + 5_000).toISOString());
  await receive(phone, { at: at + 3_000, origin: 'phone' });
  expect(await conversationOf(id)).toEqual(answered);
  expect(await changes(id)).toHaveLength(1);
});

test('neither a reaction nor a message of another program reopens, asks or answers', async () => {
  const { id, phone } = await begun();
  await receive(phone, { origin: 'other' });
  expect(await conversationOf(id)).toMatchObject({ first_answered_at: null });
  expect((await conversationOf(id)).waiting_since).not.toBeNull();
  await act('conversations.resolve', id);
  await receive(phone, { type: 'reaction', text: '👍' });
  expect(await conversationOf(id)).toMatchObject({ status: 'resolved', waiting_since: null });
});

test('a message stored by the previous version is accounted for: the conversation waits, and is open again', async () => {
  const { id, phone } = await begun();
  await send(phone);
  await act('conversations.resolve', id);
  const inserted = `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status)
    select team_id, $2, id, inbox_id, 'x', 'incoming', 'Oi', 'received' from conversations where id = $1`;
  await service.sql(inserted, [id, uuidv7()]);
  await service.sql('update conversations set last_message_at = now() where id = $1', [id]);
  expect((await sweepOnce(service.database)).recounted_conversations).toBe(1);
  const conversation = await conversationOf(id);
  expect(conversation.status).toBe('open');
  expect(conversation.waiting_since).toBe(conversation.last_incoming_at);
  expect((await changes(id)).at(-1)).toMatchObject({ previous: { status: 'resolved' } });
  expect((await sweepOnce(service.database)).recounted_conversations).toBe(0);
});

test('stores when the contact first wrote with the first answer, and for conversations that the previous version answered', async () => {
  const question = async (id: string) =>
    (
      await service.sql(
        'select first_question_at as stored, first_question_at = $2 as is_first from conversations where id = $1',
        [id, (await conversationOf(id)).last_incoming_at],
      )
    )[0];
  const { id, phone } = await begun();
  expect(await question(id)).toMatchObject({ stored: null });
  await send(phone);
  expect(await question(id)).toMatchObject({ is_first: true });
  const unasked = await begun();
  await service.sql('update messages set message_type = $2 where conversation_id = $1', [
    unasked.id,
    'reaction',
  ]);
  await service.sql(
    'update conversations set first_question_at = null, first_answered_at = now() where id = any($1)',
    [[id, unasked.id]],
  );
  expect((await sweepOnce(service.database)).first_questions).toBe(2);
  expect(await question(id)).toMatchObject({ is_first: true });
  expect((await question(unasked.id))?.stored).toBe(Infinity);
  expect((await sweepOnce(service.database)).first_questions).toBe(0);
});

// Read marks -------------------------------------------------------------------------------------------------------

describe('read marks', () => {
  const unreadOf = async (user: unknown, ids?: readonly string[]) =>
    (await act('conversations.unread', undefined, { user_id: user, ...(ids && { ids }) }))
      .unread as Json[];

  test('are separate for each user; a message that arrives late is unread too', async () => {
    const { id, phone } = await begun();
    await receive(phone);
    const [user, colleague] = team.users;
    expect(await unreadOf(user, [id])).toEqual([{ conversation_id: id, unread: 2 }]);
    await act('conversations.read', id, { user_id: user });
    expect(await unreadOf(user, [id])).toEqual([]);
    expect(await unreadOf(colleague, [id])).toEqual([{ conversation_id: id, unread: 2 }]);
    await receive(phone, { at: Date.now() - 3_600_000 });
    expect(await unreadOf(user, [id])).toEqual([{ conversation_id: id, unread: 1 }]);
    expect(await unreadOf(user)).toContainEqual({ conversation_id: id, unread: 1 });
  });

  test('nothing is unread in a muted group, even if it is given', async () => {
    const { id, phone } = await begun();
    await receive(phone);
    const [user] = team.users;
    const counted = async () =>
      (await unreadOf(user, [id])).length +
      (await unreadOf(user)).filter((each) => each.conversation_id === id).length;
    expect(await counted()).toBe(2);
    await service.sql(`update conversations set group_id = $2, contact_id = null where id = $1`, [
      id,
      'group@g.us',
    ]);
    expect(await counted()).toBe(2);
    await service.sql(`update inboxes set groups = 'muted' where id = $1`, [team.inbox]);
    expect(await counted()).toBe(0);
    await service.sql(`update inboxes set groups = 'ignore' where id = $1`, [team.inbox]);
  });

  test('reach up to a message, and never move back; answers are not unread', async () => {
    const { id, phone } = await begun();
    await receive(phone);
    await receive(phone);
    await send(phone);
    const [user] = team.users;
    const rows = (await team.get(`/msgapp/conversations/${id}/messages?sort=created_at`)).body
      .data as Json[];
    await act('conversations.read', id, { user_id: user, message_id: rows[1]?.id });
    expect(await unreadOf(user, [id])).toEqual([{ conversation_id: id, unread: 1 }]);
    await act('conversations.read', id, { user_id: user, message_id: rows[0]?.id });
    expect(await unreadOf(user, [id])).toEqual([{ conversation_id: id, unread: 1 }]);
    const elsewhere = await begun();
    await expect(
      act('conversations.read', elsewhere.id, { user_id: user, message_id: rows[0]?.id }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('move back to before the contact’s last message, for one user; a later message counts as well', async () => {
    const { id, phone } = await begun();
    await receive(phone);
    await send(phone);
    const [user, colleague] = team.users;
    for (const each of [user, colleague]) await act('conversations.read', id, { user_id: each });
    for (const _ of ['once', 'again']) {
      await act('conversations.mark_unread', id, { user_id: user });
      expect(await unreadOf(user, [id])).toEqual([{ conversation_id: id, unread: 1 }]);
    }
    expect(await unreadOf(colleague, [id])).toEqual([]);
    await receive(phone);
    expect(await unreadOf(user, [id])).toEqual([{ conversation_id: id, unread: 2 }]);
    await act('conversations.read', id, { user_id: user });
    expect(await unreadOf(user, [id])).toEqual([]);
  });

  test('leave nothing unread from before the user joined', async () => {
    const { id, phone } = await begun();
    const [row] = await service.sql(
      `insert into users (team_id, id, name, email) values ($1, $2, 'Nova', $3) returning id`,
      [team.id, uuidv7(), `${uuidv7()}@example.com`],
    );
    expect(await unreadOf(row?.id, [id])).toEqual([]);
    await receive(phone);
    expect(await unreadOf(row?.id, [id])).toEqual([{ conversation_id: id, unread: 1 }]);
  });

  test('are sent to the gateway once for new messages, and again after a temporary refusal', async () => {
    const { id, phone } = await begun();
    const reads: { chat: unknown; networkIds: readonly string[] }[] = [];
    const done: GatewayResult<undefined> = { kind: 'done', value: undefined };
    const refusals: GatewayResult<undefined>[] = [
      { kind: 'failed', cause: 'disconnected', reason: finding('session_missing', 'no session') },
    ];
    const queues = startReads(service.database, {
      secrets: service.secrets,
      log,
      service: {
        async markRead(_, read) {
          // Other conversations were read too.
          if (read.chat.phone !== phone) return done;
          reads.push(read);
          return refusals.shift() ?? done;
        },
      },
    });
    const stateOf = async () =>
      (await service.sql('select * from gateway_reads where conversation_id = $1', [id]))[0];
    try {
      const [user, colleague] = team.users;
      await act('conversations.read', id, { user_id: user });
      await until(async () => (await stateOf())?.failures === 1);
      expect(await stateOf()).toMatchObject({ reason: 'no session' });
      await service.sql(
        `update gateway_reads set next_attempt_at = now() - interval '1 second' where conversation_id = $1`,
        [id],
      );
      await until(async () => (await stateOf())?.next_attempt_at === null);
      expect(reads).toHaveLength(2);
      expect(reads[0]).toEqual(reads[1]);
      expect(reads[0]?.chat).toMatchObject({ phone });
      expect(reads[0]?.networkIds).toHaveLength(1);
      // Another user reads the same messages: nothing is new.
      await act('conversations.read', id, { user_id: colleague });
      expect((await stateOf())?.next_attempt_at).toBeNull();
      await receive(phone, { networkId: 'second' });
      await act('conversations.read', id, { user_id: colleague });
      await until(async () => reads.length === 3);
      expect(reads[2]?.networkIds).toEqual(['second']);
    } finally {
      await queues.stop();
    }
  });

  test('are given up after an hour', async () => {
    const { id } = await begun();
    await act('conversations.read', id, { user_id: team.users[0] });
    await service.sql(
      `update gateway_reads set wanted_at = now() - interval '61 minutes' where conversation_id = $1`,
      [id],
    );
    let attempts = 0;
    const queues = startReads(service.database, {
      secrets: service.secrets,
      log,
      service: {
        async markRead() {
          attempts += 1;
          return { kind: 'failed', cause: 'network', reason: finding('unreached', 'nobody there') };
        },
      },
    });
    await until(async () => {
      const [row] = await service.sql('select * from gateway_reads where conversation_id = $1', [
        id,
      ]);
      return row?.next_attempt_at === null;
    });
    await queues.stop();
    expect(attempts).toBe(1);
  });

  test('count unread messages through an index, starting at the mark', async () => {
    const { id } = await begun();
    await service.sql(
      `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status, msgapp_message_id)
      select c.team_id, gen_random_uuid(), c.id, c.inbox_id, 'x', 'incoming', 'x', 'received', 'many' || i
      from conversations c, generate_series(1, 3000) i where c.id = $1`,
      [id],
    );
    await service.sql('analyze messages');
    const plan =
      await service.sql(`explain select count(*) from messages m where m.team_id = '${team.id}'
      and m.conversation_id = '${id}' and m.direction = 'incoming' and m.created_at > now()`);
    expect(JSON.stringify(plan)).toMatch(
      /messages_conversation_\w+ .*Index Cond: [^"]*created_at > now/s,
    );
    // Counts at most a hundred.
    const [user] = team.users;
    expect(await unreadOf(user, [id])).toEqual([{ conversation_id: id, unread: 100 }]);
  });
});

// Notes, drafts, canned responses ----------------------------------------------------------------------------------

test('notes are added, changed and deleted, and emit nothing', async () => {
  const { id } = await begun();
  const [author] = team.users;
  const events = () => service.sql('select count(*)::int as n from events');
  const before = await events();
  const note = await act('notes.create', id, { author_id: author, content: 'Cliente antigo' });
  expect(note).toMatchObject({ conversation_id: id, author_id: author, content: 'Cliente antigo' });
  await act('notes.create', id, { author_id: author, content: 'Ligar' });
  const onNote = (name: string, body: Json) => act(name, id, body, team, String(note.id));
  const changed = await onNote('notes.update', { content: 'Cliente desde 2019' });
  expect(changed.content).toBe('Cliente desde 2019');
  const contents = async () =>
    ((await act('notes.list', id)) as unknown as Json[]).map(({ content }) => content);
  expect(await contents()).toEqual(['Cliente desde 2019', 'Ligar']);
  const deleted = await onNote('notes.delete', {});
  expect(await onNote('notes.delete', {})).toEqual(deleted);
  expect(await contents()).toEqual(['Ligar']);
  await expect(onNote('notes.update', { content: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await events()).toEqual(before);
});

test('each user has one draft, and the last version is kept', async () => {
  const { id } = await begun();
  const [user] = team.users;
  await Promise.all(
    ['Um', 'Dois', 'Três'].map((content) => act('drafts.save', id, { user_id: user, content })),
  );
  await act('drafts.save', id, { user_id: user, content: 'Quatro' });
  expect(await act('drafts.get', id, { user_id: user })).toMatchObject({ content: 'Quatro' });
  await act('drafts.delete', id, { user_id: user });
  await expect(act('drafts.get', id, { user_id: user })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

describe('canned responses', () => {
  const text =
    'Olá {{contact.first_name}} da {{client.name}}, aqui é {{user.name}}, {{team.name}}.';

  test('fill in variables of the conversation and of the person who answers', async () => {
    const answer = await act('ready_answers.create', undefined, {
      shortcut: 'oi',
      title: 'Saudação',
      content: text,
    });
    const { id, phone } = await begun();
    const [user] = team.users;
    const [{ name } = {}] = await service.sql('select name from users where id = $1', [user]);
    const render = () =>
      act('ready_answers.render', String(answer.id), { conversation_id: id, user_id: user });
    expect(await render()).toEqual({
      content: `Olá  da , aqui é ${name}, Nossa.`,
      empty: ['contact.first_name', 'client.name'],
      unknown: [],
    });
    const client = await team.create('clients', { name: 'Padaria' });
    await service.sql(
      `update contacts set push_name = '  Maria da Silva ', client_id = $2 where phone = $1 and team_id = $3`,
      [phone, client.id, team.id],
    );
    expect(await render()).toMatchObject({
      content: `Olá Maria da Padaria, aqui é ${name}, Nossa.`,
    });
    const { name: whole } = client;
    expect(whole).toBe('Padaria');
  });

  test('refuse an unknown variable, and name it', async () => {
    const body = { shortcut: 'x', title: 'X', content: 'Oi {{contact.nome}} {{deal.title}}' };
    await expect(act('ready_answers.create', undefined, body)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('contact.nome, deal.title'),
    });
    const stray = { ...body, content: 'Oi {{contact.name' };
    await expect(act('ready_answers.create', undefined, stray)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  test('have a shortcut that is unique in the team, and free in another', async () => {
    const body = { shortcut: 'preco', title: 'Preço', content: 'R$ 100' };
    const { id } = await act('ready_answers.create', undefined, body);
    await expect(act('ready_answers.create', undefined, body)).rejects.toMatchObject({
      code: 'DUPLICATE_ENTRY',
    });
    await act('ready_answers.create', undefined, body, otherTeam);
    expect(await act('ready_answers.update', String(id), { title: 'Valor' })).toMatchObject({
      title: 'Valor',
      content: 'R$ 100',
    });
    await act('ready_answers.delete', String(id));
    await expect(act('ready_answers.delete', String(id))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

// Teams ------------------------------------------------------------------------------------------------------------

describe('another team', () => {
  const bodies: Record<string, () => Json> = {
    'conversations.assign': () => ({ assignee_id: team.users[0] }),
    'conversations.snooze': () => ({ until: ahead(60_000) }),
    'conversations.read': () => ({ user_id: team.users[0] }),
    'conversations.mark_unread': () => ({ user_id: team.users[0] }),
    'notes.create': () => ({ author_id: team.users[0], content: 'x' }),
    'notes.update': () => ({ content: 'x' }),
    'drafts.save': () => ({ user_id: team.users[0], content: 'x' }),
    'drafts.get': () => ({ user_id: team.users[0] }),
    'drafts.delete': () => ({ user_id: team.users[0] }),
    'ready_answers.update': () => ({ title: 'x' }),
    'ready_answers.render': () => ({ conversation_id: uuidv7(), user_id: team.users[0] }),
  };
  const theirs = new Map<string, string>();
  beforeAll(async () => {
    const { id } = await begun(otherTeam);
    const [user] = otherTeam.users;
    theirs.set('conversations', id).set('drafts', id);
    const note = await act('notes.create', id, { author_id: user, content: 'x' }, otherTeam);
    theirs.set('notes', String(note.id));
    await act('drafts.save', id, { user_id: user, content: 'x' }, otherTeam);
    const answer = { shortcut: 'deles', title: 'x', content: 'x' };
    const { id: made } = await act('ready_answers.create', undefined, answer, otherTeam);
    theirs.set('ready_answers', String(made));
  });

  const state = () =>
    service.sql(
      `select to_json(c)::text, (select count(*) from conversation_reads) as reads, (select count(*) from gateway_reads) as told,
        (select string_agg(to_json(n)::text, '') from conversation_notes n) as notes,
        (select string_agg(to_json(d)::text, '') from conversation_drafts d) as drafts,
        (select string_agg(to_json(a)::text, '') from ready_answers a where a.team_id = c.team_id) as answers
      from conversations c where team_id = $1`,
      [otherTeam.id],
    );

  test.each(
    everything.filter(({ input, allow }) => input.path && allow.operator).map(({ name }) => name),
  )('%s answers their id like one that does not exist', async (name) => {
    const [group = ''] = name.split('.');
    const isOfConversation = ['notes.create', 'notes.list'].includes(name);
    const id = theirs.get(isOfConversation ? 'conversations' : group);
    expect(id).toBeDefined();
    const before = await state();
    const refusal = (at: string | undefined) =>
      act(name, at, bodies[name]?.()).then(
        () => 'done',
        ({ code, message }) => ({ code, message }),
      );
    const refused = await refusal(id);
    expect(refused).toMatchObject({ code: 'NOT_FOUND' });
    expect(refused).toEqual(await refusal(uuidv7()));
    expect(await state()).toEqual(before);
  });

  test('a user of another team is unknown wherever a user is named', async () => {
    const { id } = await begun();
    const answer = { shortcut: 'nosso', title: 'x', content: 'x' };
    const { id: ready } = await act('ready_answers.create', undefined, answer);
    const calls: [string, string | undefined, (user: unknown) => Json][] = [
      ['conversations.assign', id, (assignee_id) => ({ assignee_id })],
      ['conversations.read', id, (user_id) => ({ user_id })],
      ['conversations.mark_unread', id, (user_id) => ({ user_id })],
      ['conversations.unread', undefined, (user_id) => ({ user_id })],
      ['notes.create', id, (author_id) => ({ author_id, content: 'x' })],
      ['drafts.save', id, (user_id) => ({ user_id, content: 'x' })],
      ['ready_answers.render', String(ready), (user_id) => ({ user_id, conversation_id: id })],
    ];
    for (const [name, at, body] of calls) {
      const refusal = (user: unknown) =>
        act(name, at, body(user)).catch(({ code, message }) => ({ code, message }));
      const refused = await refusal(otherTeam.users[0]);
      expect(refused, name).toMatchObject({
        code: 'NOT_FOUND',
        message: expect.stringMatching(/^(assignee|user|author)_id: no user has this id\.$/),
      });
      expect(refused).toEqual(await refusal(uuidv7()));
    }
    expect(await changes(id)).toEqual([]);
  });
});

test('a contact with a conversation cannot be deleted, in any state', async () => {
  const { id } = await begun();
  await act('conversations.resolve', id);
  const { contact_id } = await conversationOf(id);
  const answer = await team.delete(`/msgapp/contacts/${contact_id}`);
  expect([answer.status, answer.error.code]).toEqual([409, 'CONFLICT']);
});
