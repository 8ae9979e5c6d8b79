import { beforeAll, expect, test } from 'vitest';
import { teamStatement } from '#server/db/statement.ts';
import { confirm } from '#server/features/receiving/delivery-statuses.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';
import { until } from '#test/support/wait.ts';

/* Sends and confirmations that wait for a connection share transactions, and each succeeds or fails alone (ADR 197). */

const service = useService({ sandboxDelayMs: 20 });
let team: TestTeam;
const sends = 80;
const lock = teamStatement(
  'select id from conversations where team_id = $team and id = $id for update',
);
const phoneOf = (n: number) => `55119876${String(10_100 + (n % 40)).padStart(5, '0')}`;
const send = (n: number, values: object = {}) =>
  team.post('/msgapp/messages', {
    inbox_id: team.inbox,
    phone: phoneOf(n),
    content: `Aviso ${n}`,
    ...values,
  });
beforeAll(async () => {
  team = await service.team();
  // Prepares the statements on each connection, and creates the contacts.
  await Promise.all(Array.from({ length: 40 }, (_, n) => send(n)));
});

test('of many sends at once each is stored once, with its event and its confirmations', async () => {
  const before = await service.sql('select id from messages');
  const answers = await Promise.all([
    ...Array.from({ length: sends }, (_, n) => send(n)),
    // Refused by the gateway, by the service, and by a database constraint.
    send(0, { phone: '5511987650000' }),
    send(1, { inbox_id: team.contract }),
    send(2, { phone: phoneOf(2), content: '' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([...Array(sends).fill(201), 502, 404, 400]);
  const made = answers.slice(0, sends).map(({ data }) => String(data.id));
  expect(new Set(made).size).toBe(sends);
  const [counted] = await service.sql(
    `select count(*)::int as messages, count(distinct msgapp_message_id)::int as ids from messages where id = any($1::uuid[])`,
    [made],
  );
  expect(counted).toEqual({ messages: sends, ids: sends });
  const [total] = await service.sql('select count(*)::int as n from messages');
  expect(total?.n).toBe(before.length + sends + 1);
  const events = (type: string) =>
    service.sql(
      `select record_id, xid::text from events where type = $1 and record_id = any($2::uuid[])`,
      [type, made],
    );
  const created = await events('message.created');
  expect(new Set(created.map((event) => event.record_id)).size).toBe(sends);
  expect(created).toHaveLength(sends);
  expect(new Set(created.map((event) => event.xid)).size).toBeLessThan(sends);
  // Delivered, then read.
  await until(async () => (await events('msgapp.message.status')).length >= 2 * sends);
  const confirmed = await events('msgapp.message.status');
  expect(confirmed).toHaveLength(2 * sends);
  const [read] = await service.sql(
    `select count(*)::int as n from messages where id = any($1::uuid[]) and status = 'read'`,
    [made],
  );
  expect(read?.n).toBe(sends);
});

test('a conversation that another transaction has locked holds up only the messages to it', async () => {
  const [held] = await service.sql(
    `select c.id from conversations c join contacts k on k.team_id = c.team_id and k.id = c.contact_id where k.phone = $1`,
    [phoneOf(0)],
  );
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const holding = service.database.team(team.id).transaction(async (tx) => {
    await tx.run(lock, { id: held?.id });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => send(n + 1)));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
    release();
  });
  const waiting = send(0);
  await released;
  await holding;
  expect((await waiting).status).toBe(201);
});

test('confirmations that arrive while others of their inbox are applied are applied together, and each fails alone', async () => {
  const made = await Promise.all(Array.from({ length: 30 }, (_, n) => send(n)));
  const ids = made.map(({ data }) => String(data.id));
  const networkIds = await service.sql(
    'select msgapp_message_id as id from messages where id = any($1::uuid[]) order by id',
    [ids],
  );
  const db = service.database.team(team.id);
  const report = (networkId: string, status: string) =>
    confirm(db, team.inbox, [{ networkId, status: status as 'read' }]);
  const outcomes = await Promise.allSettled([
    ...networkIds.map(({ id }) => report(String(id), 'read')),
    // Repeated, unknown, and refused by the database.
    report(String(networkIds[0]?.id), 'read'),
    report('unknown-id', 'read'),
    report(String(networkIds[1]?.id), 'nonsense'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array(32).fill('fulfilled'),
    'rejected',
  ]);
  const events = await service.sql(
    `select record_id, xid::text from events where type = 'msgapp.message.status' and payload::json -> 'data' ->> 'status' = 'read'
       and record_id = any($1::uuid[])`,
    [ids],
  );
  expect(new Set(events.map(({ record_id }) => record_id)).size).toBe(30);
  expect(events).toHaveLength(30);
});
