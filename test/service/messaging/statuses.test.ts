import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { sandboxCallback, startSandbox } from '#server/features/gateways/sandbox/index.ts';
import { connectionOf } from '#server/features/inboxes/connection.ts';
import { receive } from '#server/features/receiving/callbacks.ts';
import { resumeSandbox } from '#server/features/receiving/sweeps.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import type { Connection } from '#server/outbound/messaging/connection.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';

/*
 * Status only moves forward: sent, delivered, read; failed only from sent. Late, repeated and reordered confirmations, unknown ids and
 * foreign inboxes change nothing; each real change emits one event. Confirmations arrive through the sandbox's callback endpoint, signed.
 */
const service = useService({ sandboxDelayMs: 3_600_000 });
let team: TestTeam;
let otherTeam: TestTeam;
/** A second inbox of the team. */
let neighbour: string;
let conversation: Json;
beforeAll(async () => {
  team = await service.team('Nossa');
  otherTeam = await service.team('Deles');
  neighbour = uuidv7();
  await service.sql(
    `insert into inboxes (team_id, id, name, type, gateway) values ($1, $2, 'Outra', 'session', 'sandbox')`,
    [team.id, neighbour],
  );
  const sent = await team.post('/msgapp/messages', {
    inbox_id: team.inbox,
    phone: '5511900000001',
    content: 'x',
  });
  conversation = sent.data;
});

type Status = 'sent' | 'delivered' | 'read' | 'failed';
const statuses: Status[] = ['sent', 'delivered', 'read', 'failed'];

function connection(of: TestTeam, inbox: string): Connection {
  const opened = connectionOf(service.secrets, {
    team: of.id,
    inbox,
    gateway: 'sandbox',
    config: null,
  });
  if ('code' in opened) throw new Error(opened.text);
  return opened;
}

/** Confirms through an inbox, as its network would. */
async function tell(statuses: Json[], of = team, inbox = of.inbox): Promise<void> {
  const callback = sandboxCallback(connection(of, inbox), { statuses: statuses });
  const received = await receive(service.messaging, service.database.team(of.id), inbox, callback);
  expect(received.kind).toBe('taken');
}

/** Messages of the team, in the state after sending. */
async function made(count: number, status = 'sent', networkId = true): Promise<Json[]> {
  const rows = Array.from({ length: count }, () => {
    const id = uuidv7();
    return { id, network: networkId ? `net.${id}` : null };
  });
  await service.sql(
    `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, msgapp_message_id, direction, content, status)
     select $1, m.id, $2, $3, 'x', m.network, 'outgoing', 'x', $4::message_status
     from unnest($5::uuid[], $6::text[]) m (id, network)`,
    [
      team.id,
      conversation.conversation_id,
      team.inbox,
      status,
      rows.map(({ id }) => id),
      rows.map(({ network }) => network),
    ],
  );
  return rows;
}

const statusOf = async (id: unknown) =>
  (await service.sql('select status from messages where id = $1', [id]))[0]?.status;

async function steps(id: unknown): Promise<[unknown, unknown][]> {
  const rows = await service.sql('select payload from events where record_id = $1 order by id', [
    id,
  ]);
  return rows.map(({ payload }) => {
    const { previous, data } = JSON.parse(payload as string) as { previous: Json; data: Json };
    return [previous.status, data.status];
  });
}

/** Independent statement of the rule: the status after a confirmation. */
function after(status: string, confirmed: Status): string {
  const order = ['pending', 'sent', 'delivered', 'read'];
  if (status === 'failed') return status;
  if (confirmed === 'failed') return order.indexOf(status) <= 1 ? 'failed' : status;
  return order.indexOf(confirmed) > order.indexOf(status) ? confirmed : status;
}

const confirmation = fc.record({
  message: fc.nat(2),
  status: fc.constantFrom(...statuses),
  by: fc.constantFrom('id', 'id', 'id', 'unknown'),
  through: fc.constantFrom('own', 'own', 'own', 'neighbour', 'other'),
});

test('over random sequences, in callbacks of any size, it follows the rules with one event per change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(confirmation, { minLength: 1, maxLength: 6 }), {
        minLength: 1,
        maxLength: 5,
      }),
      async (callbacks) => {
        const messages = await made(3);
        const expected = messages.map(() => ['sent']);
        for (const callback of callbacks) {
          for (const through of ['own', 'neighbour', 'other']) {
            const part = callback.filter((each) => each.through === through);
            if (part.length === 0) continue;
            const statuses = part.map(({ message, status, by }) => ({
              id: by === 'id' ? messages[message]?.network : `net.${uuidv7()}`,
              status,
            }));
            if (through === 'own') await tell(statuses);
            else if (through === 'neighbour') await tell(statuses, team, neighbour);
            else await tell(statuses, otherTeam);
            for (const { message, status, by } of through === 'own' ? part : []) {
              const path = expected[message] ?? [];
              const next = after(path.at(-1) ?? '', status);
              if (by === 'id' && next !== path.at(-1)) path.push(next);
            }
          }
        }
        for (const [i, { id }] of messages.entries()) {
          const path = expected[i] ?? [];
          expect(await statusOf(id)).toBe(path.at(-1));
          expect(await steps(id)).toEqual(path.slice(1).map((to, j) => [path[j], to]));
        }
      },
    ),
    { numRuns: 120 },
  );
});

test('concurrent confirmations leave a chain of changes without a gap, a step back or a repeat', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...statuses), { minLength: 2, maxLength: 12 }),
      async (reports) => {
        const [message] = await made(1);
        await Promise.all(reports.map((status) => tell([{ id: message?.network, status }])));
        const chain = await steps(message?.id);
        let status = 'sent';
        for (const [from, to] of chain) {
          expect(from).toBe(status);
          expect(after(status, to as Status)).toBe(to);
          expect(to).not.toBe(from);
          status = to as string;
        }
        expect(await statusOf(message?.id)).toBe(status);
        if (!reports.includes('failed'))
          expect(status).toBe(reports.reduce<string>((now, next) => after(now, next), 'sent'));
      },
    ),
    { numRuns: 60 },
  );
});

test('many callbacks over the same messages, in opposite orders, do not deadlock', async () => {
  const messages = await made(40);
  const statuses = messages.map(({ network }) => ({ id: network, status: 'delivered' }));
  await Promise.all(
    Array.from({ length: 12 }, (_, i) => tell(i % 2 === 0 ? statuses : statuses.toReversed())),
  );
  for (const { id } of messages) expect(await steps(id)).toEqual([['sent', 'delivered']]);
});

describe('a message whose network id is not known yet', () => {
  test('is found by our reference, and gets the id', async () => {
    const [message] = await made(1, 'pending', false);
    await tell([{ id: 'n1', reference: message?.id, status: 'delivered' }]);
    const [row] = await service.sql('select * from messages where id = $1', [message?.id]);
    expect(row).toMatchObject({ status: 'delivered', msgapp_message_id: 'n1' });
    expect(await steps(message?.id)).toEqual([['pending', 'delivered']]);
  });

  test('is not found by a reference through another inbox, or by an invalid id', async () => {
    const [message] = await made(1, 'pending', false);
    await tell([{ id: 'n2', reference: message?.id, status: 'delivered' }], team, neighbour);
    await tell([{ id: 'n2', reference: message?.id, status: 'delivered' }], otherTeam);
    await tell([{ id: 'n2', reference: "x'; --", status: 'delivered' }]);
    expect(await statusOf(message?.id)).toBe('pending');
    expect(await steps(message?.id)).toEqual([]);
  });

  test('gets earlier confirmations when the worker finds its id stored', async () => {
    const [message] = await made(1, 'pending', false);
    for (const status of ['read', 'delivered']) await tell([{ id: 'early', status }]);
    expect(await statusOf(message?.id)).toBe('pending');
    // The state after a process that ended right after storing the answer.
    await service.sql(
      `update messages set msgapp_message_id = 'early', status = 'sent' where id = $1`,
      [message?.id],
    );
    await sweepOnce(service.database);
    expect(await statusOf(message?.id)).toBe('read');
    expect(await steps(message?.id)).toEqual([
      ['sent', 'delivered'],
      ['delivered', 'read'],
    ]);
    expect(
      await service.sql(`select from early_confirmations where msgapp_message_id = 'early'`),
    ).toEqual([]);
  });

  test('confirmations of unknown ids are kept only while a message is being sent, and not for long', async () => {
    await service.sql(`update messages set status = 'failed' where status = 'pending'`);
    const earlyConfirmations = () =>
      service.sql(`select from early_confirmations where msgapp_message_id = 'nobody'`);
    await tell([{ id: 'nobody', status: 'read' }]);
    expect(await earlyConfirmations()).toHaveLength(0);
    await made(1, 'pending', false);
    await tell([{ id: 'nobody', status: 'read' }], team, neighbour);
    expect(await earlyConfirmations()).toHaveLength(0);
    await tell([{ id: 'nobody', status: 'read' }]);
    await tell([{ id: 'nobody', status: 'read' }]);
    expect(await earlyConfirmations()).toHaveLength(1);
    await sweepOnce(service.database);
    expect(await earlyConfirmations()).toHaveLength(1);
    await service.sql(
      `update early_confirmations set created_at = now() - interval '61 minutes' where msgapp_message_id = 'nobody'`,
    );
    expect((await sweepOnce(service.database)).early_confirmations).toBe(1);
    expect(await earlyConfirmations()).toHaveLength(0);
  });
});

test('a message with an unknown outcome fails after 24 hours, with one event', async () => {
  const [old, young] = await made(2, 'pending', false);
  await service.sql(
    `update messages set created_at = now() - interval '24 hours 1 second' where id = $1`,
    [old?.id],
  );
  await sweepOnce(service.database);
  await sweepOnce(service.database);
  expect([await statusOf(old?.id), await statusOf(young?.id)]).toEqual(['failed', 'pending']);
  expect(await steps(old?.id)).toEqual([['pending', 'failed']]);
  const [row] = await service.sql('select status_reason from messages where id = $1', [old?.id]);
  expect(row?.status_reason).toMatch(/^unconfirmed: /);
  // Failed is final.
  await tell([{ id: 'late', reference: old?.id, status: 'read' }]);
  expect(await statusOf(old?.id)).toBe('failed');
});

test('a message with a known id counts as sent, even without a confirmation for 24 hours', async () => {
  const [message] = await made(1, 'pending');
  await service.sql(`update messages set created_at = now() - interval '25 hours' where id = $1`, [
    message?.id,
  ]);
  await sweepOnce(service.database);
  expect(await steps(message?.id)).toEqual([['pending', 'sent']]);
});

test('a callback signed for one inbox proves nothing for another', async () => {
  const [message] = await made(1);
  const statuses = [{ id: message?.network, status: 'read' }];
  for (const [of, inbox] of [
    [team, neighbour],
    [otherTeam, otherTeam.inbox],
  ] as const) {
    const callback = sandboxCallback(connection(of, inbox), { statuses });
    const db = service.database.team(team.id);
    const received = await receive(service.messaging, db, team.inbox, callback);
    expect(received.kind).toBe('unverified');
  }
  expect(await statusOf(message?.id)).toBe('sent');
});

test('callbacks that keep the same early confirmations in opposite orders do not deadlock', async () => {
  await made(1, 'pending', false);
  const statuses = Array.from({ length: 900 }, (_, i) => ({ id: `opposite ${i}`, status: 'read' }));
  await Promise.all(
    Array.from({ length: 10 }, (_, i) => tell(i % 2 === 0 ? statuses : statuses.toReversed())),
  );
  const deletedRows = await service.sql(
    `delete from early_confirmations where msgapp_message_id like 'opposite %' returning status`,
  );
  expect(deletedRows).toHaveLength(900);
});

test('one confirmation repeated many thousand times in a callback counts once', async () => {
  const [message] = await made(1);
  await tell(Array.from({ length: 8_000 }, () => ({ id: message?.network, status: 'read' })));
  expect(await steps(message?.id)).toEqual([['sent', 'read']]);
});

test('the sandbox resumes unconfirmed messages of an ended process', async () => {
  const send = (phone: string) =>
    team.post('/msgapp/messages', { inbox_id: team.inbox, phone, content: 'x' });
  const [plain, never] = [await send('5511955550012'), await send('5511955550001')];
  // The sandbox of this test confirms after an hour: these messages are two hours old.
  await service.sql(
    `update messages set created_at = now() - interval '2 hours' where id = any($1)`,
    [[plain.data.id, never.data.id]],
  );
  // Confirmations that another process may still send are left to it.
  expect(await resumeSandbox(service.database, service.messaging, 3 * 3_600_000)).toBe(0);
  expect(await statusOf(plain.data.id)).toBe('sent');
  expect(await resumeSandbox(service.database, service.messaging, 0)).toBeGreaterThanOrEqual(2);
  await expect.poll(() => statusOf(plain.data.id)).toBe('read');
  expect(await statusOf(never.data.id)).toBe('sent');
});

test('the sandbox retries refused callbacks, as a network does', async () => {
  const came: string[] = [];
  const sandbox = startSandbox(0, async (_connection, { body }) => {
    came.push(body.toString());
    if (came.length === 1) throw new Error('the database is away');
    return came.length > 2;
  });
  const to = {
    to: { phone: '5511999990009' },
    content: { kind: 'text', text: 'x' },
    reference: uuidv7(),
  } as const;
  await sandbox.gateway.send(connection(team, team.inbox), to, 1_000);
  await expect.poll(() => came.length).toBe(3);
  sandbox.stop();
  expect(new Set(came).size).toBe(1);
  expect(came[0]).toContain(to.reference);
});

test('events older than 30 days are removed, and only those', async () => {
  const [message] = await made(1);
  await tell([{ id: message?.network, status: 'read' }]);
  const count = async () => (await service.sql('select from events')).length;
  const before = await count();
  await service.sql(
    `update events set created_at = now() - interval '30 days 1 second' where record_id = $1`,
    [message?.id],
  );
  expect((await sweepOnce(service.database)).events).toBe(1);
  expect(await count()).toBe(before - 1);
});
