import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  replyDueQueue,
  teamsWithReplyTimes,
} from '#server/features/conversations/reply-due-queue.ts';
import { receive } from '#server/features/receiving/callbacks.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import type { BusinessHours } from '#server/platform/business-hours.ts';
import { dueAt } from '#server/records/reply-times.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Times in which an inbox is to answer, and when the answer in each conversation is due. */
const service = useService({ workers: 0 });
let team: TestTeam;
let admin: TestPerson;
let number = 5511966650000;
beforeAll(async () => {
  team = await service.team('Prazos');
  admin = await makePerson(service, team, 'admin');
});

const phone = () => String(++number);
const minutes = (n: number) => n * 60_000;
const workdays: BusinessHours = {
  weekly: [1, 2, 3, 4, 5].flatMap((weekday) => [
    { weekday, from: '09:00', to: '12:00' },
    { weekday, from: '13:30', to: '18:00' },
  ]),
  national_holidays: true,
  holidays: [{ date: '2026-06-24', name: 'São João', yearly: true }],
};

async function makeInbox(settings: Json): Promise<string> {
  const made = await admin.post('/inboxes', {
    name: 'Atendimento',
    type: 'session',
    gateway: 'sandbox',
  });
  const inbox = made.data.id as string;
  await set(inbox, settings);
  return inbox;
}

async function set(inbox: string, settings: Json): Promise<Json> {
  const answer = await admin.put(`/inboxes/${inbox}/settings`, settings);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

/** A message, through the inbox's callback. */
async function writes(
  inbox: string,
  from: string,
  at: number,
  side: 'contact' | 'phone' = 'contact',
): Promise<string> {
  const id = `m.${uuidv7()}`;
  const body = {
    messages: [{ networkId: id, chat: { phone: from }, from: side, type: 'text', text: 'Oi', at }],
  };
  await receive(
    {
      ...service.messaging,
      service: {
        ...service.messaging.service,
        readCallback: async () => ({ kind: 'updates', ...body, ignored: [] }) as never,
      },
    },
    service.database.team(team.id),
    inbox,
    { method: 'POST', headers: {}, query: {}, body: '' } as never,
  );
  const [row] = await service.sql(
    'select conversation_id as id from messages where team_id = $1 and msgapp_message_id = $2',
    [team.id, id],
  );
  return String(row?.id);
}

const conversationOf = async (id: string) => (await admin.get(`/msgapp/conversations/${id}`)).data;
const dueOf = async (id: string) => (await conversationOf(id)).reply_due_at;
const act = async (id: string, verb: string, body: Json = {}) => {
  const answer = await admin.post(`/msgapp/conversations/${id}/${verb}`, body);
  expect(answer.status, answer.text).toBe(200);
};
/** Computes all that the worker would compute now. */
const compute = () =>
  replyDueQueue(service.database.team(team.id), new AbortController().signal).work(true);
const isDue = async () =>
  (await teamsWithReplyTimes(service.database.platform)).keys.includes(team.id);

/** When the answer of a conversation is due by its fields and the settings of its inbox. */
function expected(conversation: Json, settings: Json): string | null {
  const { waiting_since: since, first_answered_at: answered } = conversation;
  if (since === null) return null;
  return dueAt(
    {
      hours: (settings.business_hours ?? settings.team_hours) as BusinessHours | null,
      zone: settings.time_zone as string,
    },
    Date.parse(String(since)),
    (answered === null ? settings.first_reply_minutes : settings.next_reply_minutes) as
      | number
      | null,
  );
}

/** A whole second in the past. */
const ago = (ms: number) => Math.floor((Date.now() - ms) / 1000) * 1000;
const iso = (at: number) => new Date(at).toISOString();

describe('settings', () => {
  test('say when an answer would be due now, and are audited', async () => {
    const inbox = await makeInbox({ first_reply_minutes: 15, business_hours: workdays });
    const settings = await set(inbox, { next_reply_minutes: 120 });
    expect(settings).toMatchObject({ first_reply_minutes: 15, next_reply_minutes: 120 });
    expect(settings.first_reply_due_at).not.toBeNull();
    expect(Date.parse(String(settings.next_reply_due_at))).toBeGreaterThan(
      Date.parse(String(settings.first_reply_due_at)),
    );
    const none = await set(inbox, { first_reply_minutes: null, next_reply_minutes: null });
    expect(none).toMatchObject({ first_reply_due_at: null, next_reply_due_at: null });
    const entries = await service.sql(
      `select after::text from audit_entries where team_id = $1 and record_id = $2 and operation = 'inboxes.update_settings' order by id`,
      [team.id, inbox],
    );
    expect(entries.map(({ after }) => JSON.parse(String(after)))).toContainEqual({
      next_reply_minutes: 120,
    });
  });

  test.each([0, -1, 1.5, 43_201, '15'])('refuse %s minutes', async (value) => {
    const inbox = await makeInbox({});
    const answer = await admin.put(`/inboxes/${inbox}/settings`, { first_reply_minutes: value });
    expect(answer.status).toBe(400);
  });
});

describe('an answer is due', () => {
  test('from the first message of a wait, which later ones do not move, until it is answered', async () => {
    const inbox = await makeInbox({ first_reply_minutes: 30, next_reply_minutes: 60 });
    const from = phone();
    const at = ago(minutes(10));
    const id = await writes(inbox, from, at);
    expect(await dueOf(id)).toBe(iso(at + minutes(30)));
    await writes(inbox, from, at + 5_000);
    expect(await dueOf(id)).toBe(iso(at + minutes(30)));
    await writes(inbox, from, at + 60_000, 'phone');
    expect(await dueOf(id)).toBeNull();
    await writes(inbox, from, at + 120_000);
    expect(await dueOf(id)).toBe(iso(at + 120_000 + minutes(60)));
    expect(await isDue()).toBe(true);
    await compute();
    expect(await dueOf(id)).toBe(iso(at + 120_000 + minutes(60)));
  });

  test('in open hours only', async () => {
    const inbox = await makeInbox({ first_reply_minutes: 90, business_hours: workdays });
    const at = ago(minutes(5));
    const id = await writes(inbox, phone(), at);
    const zone = (await set(inbox, {})).time_zone as string;
    expect(await dueOf(id)).toBe(dueAt({ hours: workdays, zone }, at, 90));
  });

  test('again when a resolved conversation is reopened, and not while it is resolved', async () => {
    const inbox = await makeInbox({ first_reply_minutes: 30 });
    const at = ago(minutes(10));
    const id = await writes(inbox, phone(), at);
    await act(id, 'resolve');
    expect(await dueOf(id)).toBeNull();
    await set(inbox, { first_reply_minutes: 45 });
    await act(id, 'reopen');
    await compute();
    expect(await dueOf(id)).toBe(iso(at + minutes(45)));
    await act(id, 'snooze', { until: iso(Date.now() + minutes(600)) });
    expect(await dueOf(id)).toBe(iso(at + minutes(45)));
  });

  test('never without reply times, and such inboxes give the worker nothing to do', async () => {
    const inbox = await makeInbox({});
    const id = await writes(inbox, phone(), ago(1_000));
    expect(await conversationOf(id)).toMatchObject({ reply_due_at: null });
    const [row] = await service.sql('select reply_due_for from conversations where id = $1', [id]);
    expect(row?.reply_due_for).toBeNull();
    expect(await isDue()).toBe(false);
    await act(id, 'resolve');
    await act(id, 'reopen');
    await compute();
    expect(await isDue()).toBe(false);
    expect(await dueOf(id)).toBeNull();
    const [after] = await service.sql('select reply_due_for from conversations where id = $1', [
      id,
    ]);
    expect(after?.reply_due_for).toBeNull();
  });
});

describe('changed settings', () => {
  test('move the due times of all waits in the inbox, with one event each', async () => {
    const inbox = await makeInbox({ next_reply_minutes: 10 });
    const at = ago(minutes(3));
    const ids = [];
    for (let i = 0; i < 5; i += 1) ids.push(await writes(inbox, phone(), at));
    expect(await dueOf(String(ids[0]))).toBeNull();
    await set(inbox, { first_reply_minutes: 20 });
    await compute();
    await compute();
    for (const id of ids) {
      expect(await dueOf(id)).toBe(iso(at + minutes(20)));
      const events = await service.sql(
        `select payload from events where record_id = $1 and type = 'conversation.updated'`,
        [id],
      );
      expect(events.map(({ payload }) => JSON.parse(String(payload)).previous)).toEqual([
        { reply_due_at: null },
      ]);
    }
    await set(inbox, { first_reply_minutes: null, next_reply_minutes: null });
    await compute();
    for (const id of ids) expect(await dueOf(id)).toBeNull();
  });

  test('of the team’s hours and time zone move them, too', async () => {
    const inbox = await makeInbox({ first_reply_minutes: 60 });
    const id = await writes(inbox, phone(), ago(minutes(1)));
    const check = async () => {
      await compute();
      expect(await dueOf(id)).toBe(expected(await conversationOf(id), await set(inbox, {})));
    };
    expect((await admin.put('/business-hours', { hours: workdays })).status).toBe(200);
    await check();
    const before = await dueOf(id);
    expect((await admin.put('/settings', { time_zone: 'Asia/Tokyo' })).status).toBe(200);
    await check();
    expect(await dueOf(id)).not.toBe(before);
    expect((await admin.put('/settings', { time_zone: 'America/Sao_Paulo' })).status).toBe(200);
    expect((await admin.put('/business-hours', { hours: null })).status).toBe(200);
    await check();
  });

  test('are computed a second time, for messages that were being stored, and then no more', async () => {
    const inbox = await makeInbox({ first_reply_minutes: 60 });
    const stateOf = async () =>
      (
        await service.sql(
          'select reply_times_recompute_at - reply_times_changed_at as after from inboxes where id = $1',
          [inbox],
        )
      )[0]?.after;
    const id = await writes(inbox, phone(), ago(minutes(1)));
    await compute();
    expect(await stateOf()).toMatchObject({ minutes: 1 });
    const now = Date.now();
    await service.sql('update conversations set reply_due_at = $2 where id = $1', [id, iso(now)]);
    await service.sql(
      'update inboxes set reply_times_changed_at = $2, reply_times_recompute_at = $3 where id = $1',
      [inbox, iso(now - minutes(2)), iso(now - minutes(1))],
    );
    await compute();
    expect(await stateOf()).toBeNull();
    expect(await dueOf(id)).toBe(expected(await conversationOf(id), await set(inbox, {})));
  });
});

describe('an overdue answer', () => {
  /** A conversation whose answer becomes overdue in the next moment; the worker has not looked yet. */
  async function overdue(inbox: string, from = phone()): Promise<string> {
    return writes(inbox, from, ago(minutes(11)));
  }
  const inboxOfTenMinutes = () => makeInbox({ first_reply_minutes: 10, next_reply_minutes: 5 });
  /** Two processes look at once, several times. */
  const look = async () => {
    for (let i = 0; i < 3; i += 1) await Promise.all(Array.from({ length: 4 }, compute));
  };
  const eventsOf = async (id: string) =>
    (
      await service.sql(
        `select payload from events where team_id = $1 and record_id = $2 and type = 'conversation.reply_overdue'`,
        [team.id, id],
      )
    ).map(({ payload }) => JSON.parse(String(payload)));
  const notifiedOf = async (id: string) =>
    (
      await service.sql(
        `select user_id from notifications where team_id = $1 and record_id = $2 and kind = 'overdue'`,
        [team.id, id],
      )
    ).map(({ user_id }) => user_id);

  test('is announced once by however many processes, and again for the next wait only', async () => {
    const inbox = await inboxOfTenMinutes();
    await compute();
    const from = phone();
    const id = await overdue(inbox, from);
    const early = await writes(inbox, phone(), ago(minutes(9)));
    expect(await isDue()).toBe(true);
    await look();
    const [event, ...more] = await eventsOf(id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'conversation.reply_overdue',
      data: { id, reply_due_at: await dueOf(id) },
      previous: {},
    });
    expect(await eventsOf(early)).toEqual([]);
    expect(await isDue()).toBe(false);
    // The same wait again, after the conversation was resolved and reopened.
    await act(id, 'resolve');
    await act(id, 'reopen');
    await look();
    expect(await eventsOf(id)).toHaveLength(1);
    await writes(inbox, from, ago(minutes(8)), 'phone');
    await writes(inbox, from, ago(minutes(6)));
    await look();
    expect(await eventsOf(id)).toHaveLength(2);
  });

  test('notifies the assignee, unless the inbox is hidden from them', async () => {
    const inbox = await inboxOfTenMinutes();
    await compute();
    const [ana, bia] = [
      await makePerson(service, team, 'member'),
      await makePerson(service, team, 'member'),
    ];
    const assigned = async (to: TestPerson) => {
      const id = await writes(inbox, phone(), ago(minutes(9)));
      await act(id, 'assign', { assignee_id: to.userId });
      return id;
    };
    const [anas, bias] = [await assigned(ana), await assigned(bia)];
    const nobodys = await writes(inbox, phone(), ago(minutes(9)));
    const access = { access: 'chosen', user_ids: [bia.userId], squad_ids: [] };
    expect((await admin.put(`/inboxes/${inbox}/access`, access)).status).toBe(200);
    for (const id of [anas, bias, nobodys])
      await service.sql('update conversations set reply_due_at = $2 where id = $1', [
        id,
        iso(Date.now() - 1_000),
      ]);
    await look();
    for (const id of [anas, bias, nobodys]) expect(await eventsOf(id)).toHaveLength(1);
    expect(await notifiedOf(anas)).toEqual([]);
    expect(await notifiedOf(bias)).toEqual([bia.userId]);
    expect(await notifiedOf(nobodys)).toEqual([]);
    const { data } = await bia.get('/notifications');
    expect(data).toContainEqual(
      expect.objectContaining({ kind: 'overdue', record_id: bias, actor_name: null }),
    );
  });

  test('starts workflows, except in groups, and goes to endpoints that name the event', async () => {
    const inbox = await inboxOfTenMinutes();
    await compute();
    const definition = {
      name: 'Atrasou',
      trigger: { type: 'conversation_overdue' },
      steps: [{ type: 'add_note', with: { content: 'Atrasada: {{conversation.reply_due_at}}' } }],
    };
    const made = await admin.post('/workflows', { definition });
    expect(made.status, made.text).toBe(201);
    await admin.post(`/workflows/${made.data.id}/enable`, {});
    const url = 'https://example.com/hook';
    const all = await team.create('webhooks', { url: `${url}/all`, events: ['*'] });
    const named = await team.create('webhooks', { url, events: ['conversation.reply_overdue'] });
    const id = await overdue(inbox);
    const group = await overdue(inbox);
    await service.sql(
      `update conversations set group_id = '120363000000000001@g.us', contact_id = null where id = $1`,
      [group],
    );
    await look();
    expect(await eventsOf(group)).toHaveLength(1);
    const runs = await service.sql(
      'select record_id from workflow_runs where team_id = $1 and workflow_id = $2',
      [team.id, made.data.id],
    );
    expect(runs).toEqual([{ record_id: id }]);
    const deliveries = await service.sql(
      `select distinct webhook_id from deliveries where team_id = $1 and event = 'conversation.reply_overdue' and webhook_id = any($2)`,
      [team.id, [all.id, named.id]],
    );
    expect(deliveries).toEqual([{ webhook_id: named.id }]);
  });

  test('of settings that were just set is not announced, but the next one is', async () => {
    const inbox = await makeInbox({});
    const from = phone();
    const id = await writes(inbox, from, ago(minutes(100)));
    await set(inbox, { first_reply_minutes: 10, next_reply_minutes: 5 });
    await look();
    expect(await dueOf(id)).toBe(
      iso(Date.parse(String((await conversationOf(id)).waiting_since)) + minutes(10)),
    );
    expect(await eventsOf(id)).toEqual([]);
    await writes(inbox, from, ago(minutes(50)), 'phone');
    await writes(inbox, from, ago(minutes(20)));
    await look();
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test('of another team is not announced by this one', async () => {
    const theirs = await service.team('Outra');
    const inbox = await inboxOfTenMinutes();
    await compute();
    const id = await overdue(inbox);
    await replyDueQueue(service.database.team(theirs.id), new AbortController().signal).work(true);
    expect(await eventsOf(id)).toEqual([]);
  });
});

test('whatever happens to a conversation, its due time is that of its wait', async () => {
  const inboxes = [
    await makeInbox({ first_reply_minutes: 30, next_reply_minutes: 60, business_hours: workdays }),
    await makeInbox({ next_reply_minutes: 5 }),
    await makeInbox({}),
  ];
  const step = fc.oneof(
    fc.record({ kind: fc.constant('asks' as const), before: fc.integer({ min: 0, max: 40 }) }),
    fc.record({ kind: fc.constant('answers' as const), before: fc.integer({ min: 0, max: 40 }) }),
    fc.record({ kind: fc.constantFrom('resolve' as const, 'reopen' as const, 'snooze' as const) }),
    fc.record({ kind: fc.constant('sends' as const) }),
    fc.record({
      kind: fc.constant('set' as const),
      first: fc.option(fc.integer({ min: 1, max: 900 })),
    }),
    fc.record({ kind: fc.constant('recounts' as const) }),
    fc.record({ kind: fc.constant('computes' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...inboxes),
      fc.array(step, { minLength: 1, maxLength: 12 }),
      async (inbox, steps) => {
        const from = phone();
        const id = await writes(inbox, from, ago(minutes(30)));
        let isChanged = false;
        for (const each of steps) {
          if (each.kind === 'asks') await writes(inbox, from, ago(minutes(each.before)));
          else if (each.kind === 'answers')
            await writes(inbox, from, ago(minutes(each.before)), 'phone');
          else if (each.kind === 'sends')
            await admin.post('/msgapp/messages/write', {
              id: uuidv7(),
              conversation_id: id,
              text: 'Olá',
            });
          else if (each.kind === 'set') {
            await set(inbox, { first_reply_minutes: each.first });
            isChanged = true;
          } else if (each.kind === 'recounts') {
            await service.sql('update conversations set activity_at = null where id = $1', [id]);
            await sweepOnce(service.database);
          } else if (each.kind === 'computes') {
            await compute();
            isChanged = false;
          } else if (each.kind === 'snooze')
            await act(id, 'snooze', { until: iso(Date.now() + minutes(60)) });
          else await act(id, each.kind);
          const now = await conversationOf(id);
          // It may be missing until the worker has computed it, but it is never another one.
          if (!isChanged)
            expect([null, expected(now, await set(inbox, {}))]).toContain(now.reply_due_at);
        }
        await compute();
        const now = await conversationOf(id);
        expect(now.reply_due_at).toBe(expected(now, await set(inbox, {})));
      },
    ),
    { numRuns: 20 },
  );
}, 240_000);
