import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { repairFutureTimes } from '#server/db/clock.ts';
import { type IncomingMessage, storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { startDueWorkflows } from '#server/features/workflows/sweeps.ts';
import type { Json, TestTeam } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { useWorkflows } from '#test/support/workflows/fixture.ts';

/*
 * Workflows that start when a record has waited too long: once for each wait. Time passes by moving stored moments back.
 */
const fixture = useWorkflows();
const { service } = fixture;

let team: TestTeam;
let ana: TestPerson;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'admin');
});

const steps = [{ type: 'wait', with: { for: '1d' } }];
let names = 0;
const definition = (trigger: Json, more: Json = {}) => ({
  name: `Espera ${names++}`,
  trigger: { type: 'waiting_longer_than', for: '2h', ...trigger },
  steps,
  ...more,
});

async function create(trigger: Json, more: Json = {}): Promise<string> {
  const made = await ana.post('/workflows', { definition: definition(trigger, more) });
  expect(made.status, made.text).toBe(201);
  return String(made.data.id);
}

const change = async (id: string, trigger: Json, more: Json = {}) => {
  const changed = await ana.put(`/workflows/${id}`, { definition: definition(trigger, more) });
  expect(changed.status, changed.text).toBe(200);
};

const act = async (answer: Promise<{ status: number; text: string; data: Json }>) => {
  const { status, text, data } = await answer;
  expect([200, 201], text).toContain(status);
  return data;
};

/** SQL: a moment that has passed, also after it is rounded to milliseconds. */
const due = `now() - interval '1 ms'`;

/** Lets hours pass for everything in the team. */
async function pass(hours: number): Promise<void> {
  const back = (column: string) => `${column} = ${column} - make_interval(hours => $2)`;
  const run = (sql: string) => service.sql(sql, [team.id, hours]);
  await run(
    `update workflows set ${back('counts_from')}, ${back('waits_until')}, next_at = ${due} where team_id = $1 and is_active and timing is not null`,
  );
  await run(`update workflow_waits set ${back('since')} where team_id = $1`);
  await run(`update moves set ${back('moved_at')} where team_id = $1`);
  await run(`update deals set ${back('created_at')} where team_id = $1`);
  await run(`update tasks set ${back('created_at')} where team_id = $1`);
  await run(`update approval_rounds set ${back('created_at')} where team_id = $1`);
  await run(`update conversations set ${back('waiting_since')} where team_id = $1`);
}
const look = () =>
  service.sql(`update workflows set next_at = ${due} where team_id = $1 and timing is not null`, [
    team.id,
  ]);

const sweep = (isSteady = true) =>
  startDueWorkflows(service.database, { isStopping: () => false, isSteady: async () => isSteady });

/** Records of the runs of a workflow, in the order in which they began. */
const startedBy = async (id: string) =>
  (
    await service.sql(
      'select record_id from workflow_runs where team_id = $1 and workflow_id = $2 order by id',
      [team.id, id],
    )
  ).map(({ record_id }) => record_id);

let numbers = 0;
async function writes(phone = `55219${String(30_000_000 + numbers++)}`): Promise<string> {
  const message = {
    networkId: uuidv7(),
    chat: { phone },
    origin: 'contact',
    type: 'text',
    text: 'Bom dia',
  } as IncomingMessage;
  await storeIncoming(service.database.team(team.id), team.inbox, 's.msgapp.net', message);
  const [row] = await service.sql(
    `select c.id from conversations c join contacts k on k.team_id = c.team_id and k.id = c.contact_id
    where c.team_id = $1 and k.phone = $2`,
    [team.id, phone],
  );
  return String(row?.id);
}

const makeDeal = async (phase: string) => String((await team.create('deals', { phase })).id);

describe('a conversation', () => {
  test('starts a run once for each wait, with its state then', async () => {
    const id = await create(
      { record: 'conversation' },
      {
        steps: [{ type: 'add_note', with: { content: 'Esperando: {{conversation.status}}' } }],
      },
    );
    const conversation = await writes();
    await pass(1);
    await sweep();
    expect(await startedBy(id)).toEqual([]);
    await pass(2);
    await Promise.all([sweep(), sweep()]);
    await look();
    await sweep();
    expect(await startedBy(id)).toEqual([conversation]);
    await fixture.settled(team);
    const [run] = (await ana.get(`/workflow-runs?workflow_id=${id}`)).body.data as Json[];
    expect(run).toMatchObject({
      status: 'done',
      record_type: 'conversations',
      record_id: conversation,
      due_at: null,
    });
    // Answered, and waiting again.
    await act(ana.post(`/msgapp/conversations/${conversation}/resolve`, {}));
    await pass(3);
    await sweep();
    expect(await startedBy(id)).toHaveLength(1);
    await service.sql(
      `update conversations set status = 'open', waiting_since = now() - interval '10 minutes' where id = $1`,
      [conversation],
    );
    await pass(2);
    await sweep();
    expect(await startedBy(id)).toEqual([conversation, conversation]);
    await act(ana.put(`/workflows/${id}/disable`, {}));
  });

  test('that is blocked, of a group or in a removed inbox does not', async () => {
    const id = await create({ record: 'conversation' });
    const [blocked, group, visible] = [await writes(), await writes(), await writes()];
    await service.sql('update conversations set is_blocked = true where id = $1', [blocked]);
    await service.sql(
      `update conversations set group_id = '123@g.us', contact_id = null where id = $1`,
      [group],
    );
    await pass(3);
    await service.sql('update inboxes set is_active = false where team_id = $1', [team.id]);
    await sweep();
    expect(await startedBy(id)).toEqual([]);
    await service.sql('update inboxes set is_active = true where team_id = $1', [team.id]);
    await look();
    await sweep();
    expect(await startedBy(id)).toContain(visible);
    expect(await startedBy(id)).not.toContain(blocked);
    expect(await startedBy(id)).not.toContain(group);
    await act(ana.put(`/workflows/${id}/disable`, {}));
  });

  test('counts the business hours of its inbox', async () => {
    const id = await create({ record: 'conversation', business_hours: true });
    const closed = { weekly: [], national_holidays: false, holidays: [] };
    await service.sql('update inboxes set business_hours = $2 where team_id = $1', [
      team.id,
      JSON.stringify(closed),
    ]);
    const conversation = await writes();
    await pass(30);
    await sweep();
    expect(await startedBy(id)).toEqual([]);
    const open = {
      ...closed,
      weekly: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '00:00', to: '24:00' })),
    };
    await service.sql('update inboxes set business_hours = $2 where team_id = $1', [
      team.id,
      JSON.stringify(open),
    ]);
    await look();
    await sweep();
    expect(await startedBy(id)).toContain(conversation);
    await service.sql('update inboxes set business_hours = null where team_id = $1', [team.id]);
    await act(ana.put(`/workflows/${id}/disable`, {}));
  });
});

describe('a deal', () => {
  test('starts a run when it stays in its phase, and again in the next one', async () => {
    const id = await create({ record: 'deal', for: '3d' });
    const deal = await makeDeal('proposta');
    const moved = await makeDeal('proposta');
    await pass(48);
    await act(team.put(`/deals/${moved}`, { phase: 'negociacao' }));
    await pass(25);
    await sweep();
    expect(await startedBy(id)).toEqual([deal]);
    await pass(48);
    await sweep();
    expect(await startedBy(id)).toEqual([deal, moved]);
    await act(team.put(`/deals/${deal}`, { phase: 'negociacao' }));
    await act(team.put(`/deals/${deal}`, { phase: 'proposta' }));
    await pass(100);
    await look();
    await sweep();
    expect(await startedBy(id)).toEqual([deal, moved, deal]);
    await act(ana.put(`/workflows/${id}/disable`, {}));
  });

  test('that is archived, won or in another phase than the named one does not', async () => {
    await service.sql(
      `update teams set won_phases = '{ganho}', lost_phases = '{perdido}' where id = $1`,
      [team.id],
    );
    const any = await create({ record: 'deal' });
    const named = await create({ record: 'deal', in: 'ganho' });
    const [archived, won, open] = [
      await makeDeal('proposta'),
      await makeDeal('ganho'),
      await makeDeal('proposta'),
    ];
    await act(team.delete(`/deals/${archived}`));
    await pass(3);
    await sweep();
    expect(await startedBy(any)).toEqual([open]);
    expect(await startedBy(named)).toEqual([won]);
    for (const id of [any, named]) await act(ana.put(`/workflows/${id}/disable`, {}));
  });
});

describe('a task', () => {
  test('starts a run when it stays in its column, unless it is completed', async () => {
    const id = await create({ record: 'task', for: '1d' });
    const named = await create({ record: 'task', for: '1d', in: 'in_progress' });
    const project = await team.create('projects');
    const make = async (column: string) =>
      String((await team.create('tasks', { project_id: project.id, column })).id);
    const [task, finished, moved] = [await make('todo'), await make('todo'), await make('todo')];
    await act(team.put(`/tasks/${finished}`, { column: 'done' }));
    await pass(20);
    await act(team.put(`/tasks/${moved}`, { column: 'in_progress' }));
    await pass(5);
    await sweep();
    expect(await startedBy(id)).toEqual([task]);
    expect(await startedBy(named)).toEqual([]);
    await pass(20);
    await sweep();
    expect(await startedBy(id)).toEqual([task, moved]);
    expect(await startedBy(named)).toEqual([moved]);
    for (const each of [id, named]) await act(ana.put(`/workflows/${each}/disable`, {}));
  });
});

describe('an approval', () => {
  test('starts a run of its campaign while it is pending', async () => {
    const id = await create({ record: 'approval', for: '2d' });
    const project = await team.create('projects');
    const request = async () => {
      const campaign = await team.create('campaigns', { project_id: project.id });
      const made = await act(
        ana.post('/approvals', {
          stage: 'internal',
          title: 'Posts',
          campaign_ids: [campaign.id],
        }),
      );
      return { campaign: String(campaign.id), request: String(made.id) };
    };
    const [open, revoked] = [await request(), await request()];
    await act(ana.delete(`/approvals/${revoked.request}`));
    await pass(47);
    await sweep();
    expect(await startedBy(id)).toEqual([]);
    await pass(2);
    await sweep();
    await look();
    await sweep();
    expect(await startedBy(id)).toEqual([open.campaign]);
    await act(ana.put(`/workflows/${id}/disable`, {}));
  });
});

describe('a workflow', () => {
  test('does not start for waits that were too long before it existed, was enabled or its time changed', async () => {
    const old = await makeDeal('proposta');
    await pass(5);
    const id = await create({ record: 'deal' });
    await sweep();
    await act(ana.put(`/workflows/${id}/disable`, {}));
    const meanwhile = await makeDeal('proposta');
    await pass(3);
    await act(ana.put(`/workflows/${id}/enable`, {}));
    await sweep();
    const later = await makeDeal('proposta');
    await pass(3);
    await change(id, { record: 'deal', for: '1h' });
    await sweep();
    expect(await startedBy(id)).toEqual([]);
    const last = await makeDeal('proposta');
    await pass(2);
    await sweep();
    expect(await startedBy(id)).toEqual([last]);
    // Changes of anything else keep the waits that were announced and those that are due.
    await change(
      id,
      { record: 'deal', for: '1h' },
      { conditions: [{ field: 'value', op: 'exists', value: true }] },
    );
    await look();
    await sweep();
    await change(id, { record: 'deal', for: '2h' });
    await pass(1);
    await sweep();
    expect(await startedBy(id)).toEqual([last]);
    expect([old, meanwhile, later]).not.toContain(last);
    await act(ana.delete(`/workflows/${id}`));
    await pass(30);
    await look();
    await sweep();
    expect(await startedBy(id)).toEqual([last]);
  });

  test('waits for a reliable clock with waits that are late by more than an hour', async () => {
    const id = await create({ record: 'deal' });
    const early = await makeDeal('proposta');
    await pass(5);
    const recent = await makeDeal('proposta');
    await service.sql(
      `update deals set created_at = now() - interval '150 minutes' where id = $1`,
      [recent],
    );
    await sweep(false);
    expect(await startedBy(id)).toEqual([recent]);
    await look();
    await sweep();
    expect(await startedBy(id)).toEqual([recent, early]);
    await act(ana.put(`/workflows/${id}/disable`, {}));
  });

  test('after a clock that was ahead, starts for a wait that begins now', async () => {
    const id = await create({ record: 'deal' });
    const deal = await makeDeal('proposta');
    await service.sql(
      `insert into workflow_waits (team_id, workflow_id, record_id, since) values ($1, $2, $3, now() + interval '1 year')`,
      [team.id, id, deal],
    );
    await service.sql(
      `update workflows set waits_until = now() + interval '1 year', next_at = now() + interval '1 year' where id = $1`,
      [id],
    );
    await repairFutureTimes(service.database.platform);
    const [row] = await service.sql(
      'select waits_until, next_at <= now() as is_due from workflows where id = $1',
      [id],
    );
    expect(row).toEqual({ waits_until: null, is_due: true });
    await pass(3);
    await sweep();
    expect(await startedBy(id)).toEqual([deal]);
    await look();
    await sweep();
    expect(await startedBy(id)).toEqual([deal]);
    await act(ana.put(`/workflows/${id}/disable`, {}));
  });
});

test('a dry run says if the record waits, and until when', async () => {
  const deal = await makeDeal('proposta');
  const tried = async (trigger: Json, record_id: string) =>
    act(ana.post('/workflow-dry-runs', { definition: definition(trigger), record_id }));
  const soon = await tried({ record: 'deal', for: '1d' }, deal);
  expect(soon).toMatchObject({ fires: false, why_details: { code: 'not_long_enough' } });
  expect(soon.times).toHaveLength(1);
  await pass(30);
  expect(await tried({ record: 'deal', for: '1d' }, deal)).toMatchObject({
    fires: true,
    times: [],
  });
  expect(await tried({ record: 'deal', in: 'outra' }, deal)).toMatchObject({
    fires: false,
    why_details: { code: 'not_waiting' },
  });
  const conversation = await writes();
  expect(await tried({ record: 'conversation', business_hours: true }, conversation)).toMatchObject(
    { fires: false, why_details: { code: 'not_long_enough' } },
  );
});

test.each([
  [{ record: 'deal', for: undefined }, 'trigger.for', 'required'],
  [{ for: '2h' }, 'trigger.record', 'required'],
  [{ record: 'client' }, 'trigger.record', 'not_allowed'],
  [{ record: 'deal', for: '30s' }, 'trigger.for', 'invalid_format'],
  [{ record: 'deal', for: '400d' }, 'trigger.for', 'invalid'],
  [{ record: 'conversation', in: 'x' }, 'trigger.in', 'conflicting'],
  [{ record: 'deal', business_hours: 'yes' }, 'trigger.business_hours', 'wrong_type'],
  [{ record: 'deal', at: '09:00' }, 'trigger.at', 'conflicting'],
])('%j is refused', async (trigger, name, code) => {
  const refused = await ana.post('/workflows', { definition: definition(trigger) });
  expect(refused.status).toBe(400);
  expect(refused.body.error).toMatchObject({ fields: [{ name, code }] });
});
