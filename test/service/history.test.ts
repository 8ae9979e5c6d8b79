import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { teamStatement } from '#server/db/statement.ts';
import { distributeWaiting } from '#server/features/conversations/distribution.ts';
import {
  assigned,
  parametersOf,
  resolve,
} from '#server/features/conversations/state-operations.ts';
import { learnLids } from '#server/features/receiving/lids.ts';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { startBulk } from '#server/jobs/worker.ts';
import { perform } from '#server/operations/operation.ts';
import { makeLog } from '#server/platform/log.ts';
import type { Answer, Json, TestTeam } from '#test/support/harness.ts';
import { operatorOf } from '#test/support/operator.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { useWorkflows } from '#test/support/workflows/fixture.ts';

/*
 * History for reports (ADR 201): whatever changes a conversation's status or assignee, or a task's due date or assignees, leaves one row of
 * `moves` with its author, its time, and both values.
 */
const fixture = useWorkflows();
const { service } = fixture;
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'admin', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
  stranger = await makePerson(service, await service.team(), 'owner');
});

const ok = async (answer: Promise<Answer>) => {
  const { status, text, data } = await answer;
  expect([200, 201, 204], text).toContain(status);
  return data;
};

let numbers = 0;
const newPhone = () => `55119${String(40_000_020 + 10 * numbers++)}`;

/** Receives a message of a contact. @returns its conversation */
async function arrives(
  chat: { phone: string } | { lid: string },
  { inbox = team.inbox, isDistributed = false } = {},
): Promise<{ id: string; contact: string }> {
  const networkId = `in.${uuidv7()}`;
  await storeIncoming(
    service.database.team(team.id),
    inbox,
    's.msgapp.net',
    { networkId, chat, origin: 'contact', type: 'text', text: 'Oi' },
    { isDistributed },
  );
  const [row] = await service.sql(
    `select c.id, c.contact_id from conversations c join messages m on m.team_id = c.team_id and m.conversation_id = c.id
     where c.team_id = $1 and m.msgapp_message_id = $2`,
    [team.id, networkId],
  );
  return { id: String(row?.id), contact: String(row?.contact_id) };
}

const begun = async () => (await arrives({ phone: newPhone() })).id;
const act = (id: string, verb: string, body: Json = {}, person = ana) =>
  ok(person.post(`/msgapp/conversations/${id}/${verb}`, body));

interface Move {
  readonly field: string;
  readonly was: string | null;
  readonly became: string | null;
  readonly actor: string | null;
  readonly user_id: string | null;
}

/** Moves of a record, the oldest first, after a check of their team and time. */
async function movesOf(id: unknown, resource = 'conversations'): Promise<Move[]> {
  const rows = await service.sql(
    `select team_id, resource, field, was, became, actor::text, user_id, moved_at > now() - interval '1 hour' and moved_at <= clock_timestamp() + interval '1 ms' as is_new
     from moves where record_id = $1 and field <> 'column' order by id`,
    [id],
  );
  for (const row of rows)
    expect(
      row,
      'a move has the team and the kind of its record, and the time of the change',
    ).toMatchObject({
      team_id: team.id,
      resource,
      is_new: true,
    });
  return rows.map(({ team_id: _, resource: __, is_new: ___, ...move }) => move as unknown as Move);
}

const byAna = () => ({ actor: 'user', user_id: ana.userId });
const bySystem = { actor: 'system', user_id: null };

describe('a conversation', () => {
  test('that begins has no history: its first values follow from its first moves', async () => {
    expect(await movesOf(await begun())).toEqual([]);
  });

  test('has one move for each change by a person, and none for a change without effect', async () => {
    const id = await begun();
    await act(id, 'assign', { assignee_id: bia.userId });
    await act(id, 'assign', { assignee_id: bia.userId });
    await act(id, 'snooze', { until: '2099-01-01T12:00:00.000Z' });
    // Another end of the snooze is no other status.
    await act(id, 'snooze', { until: '2099-02-01T12:00:00.000Z' });
    await act(id, 'resolve');
    await act(id, 'resolve');
    await act(id, 'reopen', {}, bia);
    await act(id, 'unassign');
    await act(id, 'block');
    await act(id, 'unblock');
    expect(await movesOf(id)).toEqual([
      { field: 'assignee_id', was: null, became: bia.userId, ...byAna() },
      { field: 'status', was: 'open', became: 'snoozed', ...byAna() },
      { field: 'status', was: 'snoozed', became: 'resolved', ...byAna() },
      { field: 'status', was: 'resolved', became: 'open', actor: 'user', user_id: bia.userId },
      { field: 'assignee_id', was: bia.userId, became: null, ...byAna() },
      { field: 'status', was: 'open', became: 'resolved', ...byAna() },
    ]);
  });

  test('has a move when a message reopens it, and none for any other message', async () => {
    const phone = newPhone();
    const { id } = await arrives({ phone });
    await arrives({ phone });
    await ok(team.post('/msgapp/messages', { inbox_id: team.inbox, phone, content: 'Olá' }));
    expect(await movesOf(id)).toEqual([]);
    await act(id, 'resolve');
    await ok(team.post('/msgapp/messages', { inbox_id: team.inbox, phone, content: 'Olá' }));
    await arrives({ phone });
    await arrives({ phone });
    expect(await movesOf(id)).toMatchObject([
      { field: 'status', was: 'open', became: 'resolved', ...byAna() },
      { field: 'status', was: 'resolved', became: 'open', user_id: null },
    ]);
  });

  test('behind a hidden number, and in a group, has one as well', async () => {
    const hidden = await arrives({ lid: '7001' });
    await act(hidden.id, 'resolve');
    await arrives({ lid: '7001' });
    expect(await movesOf(hidden.id)).toMatchObject([
      { field: 'status', was: 'open', became: 'resolved' },
      { field: 'status', was: 'resolved', became: 'open', user_id: null },
    ]);
    const group = { group: '120363000000000077@g.us' };
    const message = () => ({ networkId: uuidv7(), chat: group, text: 'Oi', type: 'text' as const });
    const store = () =>
      storeIncoming(service.database.team(team.id), team.inbox, 's.msgapp.net', {
        ...message(),
        origin: 'contact',
        participant: { id: '5511999998888@s.msgapp.net', phone: '5511999998888' },
      });
    await store();
    const [row] = await service.sql('select id from conversations where group_id = $1', [
      group.group,
    ]);
    await act(String(row?.id), 'resolve');
    await store();
    expect(await movesOf(row?.id)).toMatchObject([
      { field: 'status', was: 'open', became: 'resolved' },
      { field: 'status', was: 'resolved', became: 'open', user_id: null },
    ]);
  });

  test('has a move when its snooze ends', async () => {
    const id = await begun();
    await act(id, 'snooze', { until: '2099-01-01T12:00:00.000Z' });
    await service.sql(
      `update conversations set snoozed_until = now() - interval '1 second' where id = $1`,
      [id],
    );
    await sweepOnce(service.database);
    await sweepOnce(service.database);
    expect((await movesOf(id)).slice(1)).toEqual([
      { field: 'status', was: 'snoozed', became: 'open', ...bySystem },
    ]);
  });

  test('has a move when its first answer assigns it', async () => {
    await ok(ana.put(`/inboxes/${team.inbox}/settings`, { assigns_on_answer: true }));
    const id = await begun();
    const write = (person: TestPerson) =>
      ok(person.post('/msgapp/messages/write', { conversation_id: id, text: 'Olá' }));
    await write(bia);
    await write(ana);
    await ok(ana.put(`/inboxes/${team.inbox}/settings`, { assigns_on_answer: false }));
    expect(await movesOf(id)).toEqual([
      { field: 'assignee_id', was: null, became: bia.userId, actor: 'user', user_id: bia.userId },
    ]);
  });

  test('has a move when it is distributed, and another when its assignee loses access', async () => {
    const made = await ok(
      ana.post('/inboxes', { name: 'Fila', type: 'session', gateway: 'sandbox' }),
    );
    const inbox = String(made.id);
    const caio = await makePerson(service, team, 'member', { name: 'Caio' });
    await ok(ana.put(`/inboxes/${inbox}/settings`, { distribution: 'round_robin' }));
    await service.sql(
      `update users set is_away = false, seen_at = case when id = $2 then clock.now end from (select now()) clock (now) where team_id = $1`,
      [team.id, caio.userId],
    );
    const { id } = await arrives({ phone: newPhone() }, { inbox, isDistributed: true });
    await ok(ana.post(`/members/${caio.userId}/suspend`));
    await sweepOnce(service.database);
    await distributeWaiting(service.database.team(team.id), inbox);
    expect(await movesOf(id)).toEqual([
      { field: 'assignee_id', was: null, became: caio.userId, ...bySystem },
      { field: 'assignee_id', was: caio.userId, became: null, ...bySystem },
    ]);
  });

  test('has a move when a workflow assigns and resolves it', async () => {
    await fixture.workflow(team, {
      trigger: { type: 'conversation_received' },
      conditions: [{ field: 'message.content', op: 'contains', value: 'orçamento' }],
      steps: [
        { type: 'assign_conversation', with: { assignee_id: bia.userId } },
        { type: 'resolve_conversation', with: {} },
      ],
    });
    const phone = newPhone();
    const { id } = await arrives({ phone });
    await storeIncoming(service.database.team(team.id), team.inbox, 's.msgapp.net', {
      networkId: uuidv7(),
      chat: { phone },
      origin: 'contact',
      type: 'text',
      text: 'orçamento',
    });
    await fixture.settled(team);
    expect(await movesOf(id)).toEqual([
      { field: 'assignee_id', was: null, became: bia.userId, actor: 'workflow', user_id: null },
      { field: 'status', was: 'open', became: 'resolved', actor: 'workflow', user_id: null },
    ]);
  });

  test('has a move when it is changed together with others, and when that is taken back', async () => {
    const ids = [await begun(), await begun(), await begun()];
    await act(String(ids[2]), 'resolve');
    const bulk = (body: Json) => ok(ana.post('/msgapp/conversations/bulk', { ...body, ids }));
    await bulk({ action: 'resolve' });
    await bulk({ action: 'assign', assignee_id: bia.userId });
    await bulk({ action: 'unassign' });
    const [first = []] = await Promise.all(ids.map((id) => movesOf(id)));
    expect(first).toEqual([
      { field: 'status', was: 'open', became: 'resolved', ...byAna() },
      { field: 'assignee_id', was: null, became: bia.userId, ...byAna() },
      { field: 'assignee_id', was: bia.userId, became: null, ...byAna() },
    ]);
    for (const id of ids) expect(await movesOf(id)).toEqual(first);
  });

  test('has a move when it is assigned to a squad, which is deleted later', async () => {
    const squad = String((await ok(ana.post('/squads', { name: 'Vendas' }))).id);
    await ok(ana.put(`/squads/${squad}/members/${bia.userId}`));
    const id = await begun();
    await act(id, 'assign', { squad_id: squad, assignee_id: bia.userId });
    await act(id, 'assign', { squad_id: squad });
    await ok(ana.delete(`/squads/${squad}`));
    const moves = await movesOf(id);
    expect(moves).toHaveLength(3);
    expect(moves.filter(({ field }) => field === 'squad_id')).toEqual([
      { field: 'squad_id', was: null, became: squad, ...byAna() },
      { field: 'squad_id', was: squad, became: null, ...byAna() },
    ]);
  });

  test('has moves for what a merge of two contacts changes', async () => {
    const survivor = await arrives({ phone: newPhone() });
    const merged = await arrives({ phone: newPhone() });
    await act(survivor.id, 'resolve');
    await act(merged.id, 'assign', { assignee_id: bia.userId });
    const merge = await ok(
      ana.post(`/msgapp/contacts/${survivor.contact}/merge`, { from: merged.contact }),
    );
    expect((await movesOf(survivor.id)).slice(1)).toEqual([
      { field: 'status', was: 'resolved', became: 'open', ...byAna() },
      { field: 'assignee_id', was: null, became: bia.userId, ...byAna() },
    ]);
    // The merged one continues where it ended.
    await ok(ana.post(`/msgapp/contact-merges/${merge.id}/undo`));
    await act(merged.id, 'unassign');
    expect(await movesOf(merged.id)).toEqual([
      { field: 'assignee_id', was: null, became: bia.userId, ...byAna() },
      { field: 'assignee_id', was: bia.userId, became: null, ...byAna() },
    ]);
  });

  test('has moves for what the number of a hidden one changes', async () => {
    const phone = newPhone();
    const open = await arrives({ phone });
    await act(open.id, 'resolve');
    const hidden = await arrives({ lid: '7002' });
    await act(hidden.id, 'assign', { assignee_id: bia.userId });
    await learnLids(service.database.team(team.id), 's.msgapp.net', [{ lid: '7002', phone }]);
    expect((await movesOf(open.id)).slice(1)).toEqual([
      { field: 'status', was: 'resolved', became: 'open', ...bySystem },
      { field: 'assignee_id', was: null, became: bia.userId, ...bySystem },
    ]);
  });

  test('has a move when a message of the previous version reopens it', async () => {
    const id = await begun();
    await act(id, 'resolve');
    await service.sql(
      `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status)
        select team_id, $2, id, inbox_id, 'x', 'incoming', 'Oi', 'received' from conversations where id = $1`,
      [id, uuidv7()],
    );
    await service.sql('update conversations set last_message_at = now() where id = $1', [id]);
    await sweepOnce(service.database);
    expect((await movesOf(id)).slice(1)).toEqual([
      { field: 'status', was: 'resolved', became: 'open', ...bySystem },
    ]);
  });

  test('has a chain of moves after fifty concurrent changes: each starts where the one before ended', async () => {
    const phone = newPhone();
    const { id } = await arrives({ phone });
    const changes = Array.from({ length: 50 }, (_, i) =>
      [
        () => act(id, 'resolve'),
        () => act(id, 'reopen'),
        () => act(id, 'assign', { assignee_id: i % 2 ? bia.userId : ana.userId }),
        () => act(id, 'unassign'),
        () => arrives({ phone }),
      ][i % 5]?.(),
    );
    await Promise.all(changes);
    const moves = await movesOf(id);
    const [row] = await service.sql(
      'select status::text, assignee_id::text from conversations where id = $1',
      [id],
    );
    for (const [field, first] of [
      ['status', 'open'],
      ['assignee_id', null],
    ] as const) {
      const chain = moves.filter((move) => move.field === field);
      expect(
        chain.map(({ was }) => was),
        `each move of ${field} starts where the one before ended`,
      ).toEqual([first, ...chain.slice(0, -1).map(({ became }) => became)].slice(0, chain.length));
      expect(chain.at(-1)?.became ?? first, `the last move of ${field} is its value`).toBe(
        row?.[field],
      );
    }
    expect(moves.length, 'some of the changes had an effect').toBeGreaterThan(1);
  });

  test('has no move for a change that is rolled back, refused, or made by another team', async () => {
    const id = await begun();
    const db = service.database.team(team.id);
    await expect(
      db.transaction(async (tx) => {
        await perform(resolve, { ...operatorOf(service, team), db: tx }, { path: { id } });
        const [inside] = await tx.run(
          teamStatement(
            'select count(*)::int as n from moves where team_id = $team and record_id = $id',
          ),
          { id },
        );
        expect(inside?.n, 'the change wrote its move before it was rolled back').toBe(1);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    for (const verb of ['resolve', 'block', 'unassign'])
      expect((await stranger.post(`/msgapp/conversations/${id}/${verb}`, {})).status).toBe(404);
    expect(
      (await ana.post(`/msgapp/conversations/${id}/assign`, { assignee_id: stranger.userId }))
        .status,
    ).not.toBe(200);
    expect(await movesOf(id)).toEqual([]);
  });

  test('is not changed by a statement that forgets its history: the database of the tests refuses it', async () => {
    const id = await begun();
    const forgetful = teamStatement(
      `update conversations set status = 'resolved' where team_id = $team and id = $id`,
    );
    await expect(service.database.team(team.id).run(forgetful, { id })).rejects.toThrow(
      /no row of moves says so/,
    );
    // The statement that does not forget it is accepted.
    await service.database
      .team(team.id)
      .run(assigned.one, { id, ...parametersOf({ assignee_id: bia.userId }) });
    expect(await movesOf(id)).toHaveLength(1);
  });
});

describe('a task', () => {
  const made = async (values: Json = {}) => {
    const project = await team.create('projects');
    return (await team.create('tasks', { project_id: project.id, ...values })).id as string;
  };
  const list = (...people: readonly TestPerson[]) =>
    `{${people.map(({ userId }) => userId).join()}}`;

  test('has one move for each change of its due date and assignees, through any interface', async () => {
    const id = await made({ due_date: '2026-12-01', assignee_ids: [ana.userId] });
    expect(await movesOf(id, 'tasks'), 'a new task has no history').toEqual([]);
    await ok(team.put(`/tasks/${id}`, { due_date: '2026-12-02' }));
    await ok(team.put(`/tasks/${id}`, { due_date: '2026-12-02', title: 'Outro' }));
    await ok(ana.put(`/tasks/${id}`, { due_date: null, assignee_ids: [bia.userId, ana.userId] }));
    await ok(ana.put(`/tasks/${id}`, { assignee_id: ana.userId }));
    await ok(ana.put(`/tasks/${id}`, { assignee_id: null }));
    const byKey = { actor: 'key', user_id: null };
    const moves = await movesOf(id, 'tasks');
    expect(moves).toHaveLength(5);
    expect(moves[0]).toEqual({
      field: 'due_date',
      was: '2026-12-01',
      became: '2026-12-02',
      ...byKey,
    });
    expect(moves.slice(1, 3)).toEqual(
      expect.arrayContaining([
        { field: 'due_date', was: '2026-12-02', became: null, ...byAna() },
        { field: 'assignee_ids', was: list(ana), became: list(bia, ana), ...byAna() },
      ]),
    );
    expect(moves.slice(3)).toEqual([
      { field: 'assignee_ids', was: list(bia, ana), became: list(ana), ...byAna() },
      { field: 'assignee_ids', was: list(ana), became: '{}', ...byAna() },
    ]);
  });

  test('has moves when it is changed together with others, and when that is undone', async () => {
    const id = await made();
    const change = { due_date: '2026-12-24', add_assignee_ids: [bia.userId] };
    const job = await ok(ana.post('/bulk', { kind: 'tasks', ids: [id], change }));
    await ok(ana.post(`/bulk/jobs/${job.id}/undo`));
    const queues = startBulk(
      service.database,
      { secrets: service.secrets, jidSuffix: 's.msgapp.net' },
      makeLog('silent'),
    );
    await expect
      .poll(async () => (await ana.get(`/bulk/jobs/${job.id}`)).data.state)
      .toBe('undone');
    await queues.stop();
    const moves = await movesOf(id, 'tasks');
    const sorted = (some: readonly Move[]) =>
      some.toSorted((a, b) => a.field.localeCompare(b.field));
    expect(sorted(moves.slice(0, 2))).toEqual([
      { field: 'assignee_ids', was: '{}', became: list(bia), ...byAna() },
      { field: 'due_date', was: null, became: '2026-12-24', ...byAna() },
    ]);
    expect(sorted(moves.slice(2))).toEqual([
      { field: 'assignee_ids', was: list(bia), became: '{}', ...byAna() },
      { field: 'due_date', was: '2026-12-24', became: null, ...byAna() },
    ]);
  });

  test('has a move when a workflow sets its due date', async () => {
    await fixture.workflow(team, {
      trigger: { type: 'task_moved', to: 'done' },
      steps: [{ type: 'update_task', with: { due_date: '2026-12-31' } }],
    });
    const id = await made();
    await ok(ana.put(`/tasks/${id}`, { column: 'done' }));
    await fixture.settled(team);
    expect(await movesOf(id, 'tasks')).toEqual([
      { field: 'due_date', was: null, became: '2026-12-31', actor: 'workflow', user_id: null },
    ]);
  });

  test('has no move for a refused change, nor for its way to the trash and back', async () => {
    const id = await made({ due_date: '2026-12-01' });
    expect((await ana.put(`/tasks/${id}`, { assignee_ids: [uuidv7()] })).status).not.toBe(200);
    expect((await stranger.put(`/tasks/${id}`, { due_date: null })).status).toBe(404);
    await ok(ana.post('/bulk', { kind: 'tasks', ids: [id], action: 'delete' }));
    expect(await movesOf(id, 'tasks')).toEqual([]);
  });
});
