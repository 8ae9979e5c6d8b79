import { beforeAll, describe, expect, test } from 'vitest';
import { repairFutureTimes } from '#server/db/clock.ts';
import { startDueWorkflows } from '#server/features/workflows/sweeps.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { localTime } from '#server/platform/zoned-time.ts';
import type { Json, TestTeam } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { useWorkflows } from '#test/support/workflows/fixture.ts';

/*
 * Workflows that a schedule starts: each occurrence starts one run, whatever happens to processes and the clock. Time passes by moving the
 * stored moments of a workflow back.
 */
const fixture = useWorkflows();
const { service } = fixture;
const zone = 'America/Sao_Paulo';
const hour = 3_600_000;

let team: TestTeam;
let ana: TestPerson;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'admin');
});

/** The local time some hours before now: the daily schedule at that time was due then. */
const ago = (hours: number) =>
  new Date(localTime(zone, Date.now() - hours * hour)).toISOString().slice(11, 16);
const steps = [{ type: 'create_activity', with: { title: '{{schedule.date}} {{schedule.time}}' } }];

let names = 0;
const definition = (trigger: Json, more: Json = {}) => ({
  name: `Agenda ${names++}`,
  trigger: { type: 'schedule', ...trigger },
  steps,
  ...more,
});

async function create(trigger: Json, more: Json = {}): Promise<string> {
  const made = await ana.post('/workflows', { definition: definition(trigger, more) });
  expect(made.status, made.text).toBe(201);
  return String(made.data.id);
}

async function change(id: string, trigger: Json, more: Json = {}): Promise<void> {
  const changed = await ana.put(`/workflows/${id}`, { definition: definition(trigger, more) });
  expect(changed.status, changed.text).toBe(200);
}

const turn = async (id: string, to: 'enable' | 'disable') =>
  expect((await ana.put(`/workflows/${id}/${to}`, {})).status).toBe(200);

/** Lets days pass for a workflow: it counts from earlier, and the worker looks at it again. */
const pass = (id: string, days: number) =>
  service.sql(
    `update workflows set counts_from = counts_from - make_interval(days => $2), next_at = now() - interval '1 ms' where id = $1`,
    [id, days],
  );

const sweep = (isSteady = true) =>
  startDueWorkflows(service.database, {
    isStopping: () => false,
    isSteady: async () => isSteady,
  });

const runsOf = (id: string) => fixture.runs(team, id);

describe('each occurrence starts one run', () => {
  test('with the local day and time for conditions and templates', async () => {
    const at = ago(2);
    const id = await create({ at });
    await pass(id, 1);
    await sweep();
    await fixture.settled(team);
    const [run] = (await ana.get(`/workflow-runs?workflow_id=${id}`)).body.data as Json[];
    expect(run).toMatchObject({
      status: 'done',
      record_type: null,
      record_id: null,
      record_name: null,
      deal_id: null,
      version: 1,
    });
    const due = new Date(localTime(zone, Date.parse(String(run?.due_at)))).toISOString();
    expect(due.slice(11, 16)).toBe(at);
    const [step] = (run?.steps ?? []) as Json[];
    const made = await team.get(`/activities/${step?.effect_id}`);
    expect(made.data.title).toBe(`${due.slice(0, 10)} ${at}`);
    const one = await ana.get(`/workflow-runs/${run?.id}`);
    expect((one.data.steps as Json[])[0]).toMatchObject({
      values: { title: `${due.slice(0, 10)} ${at}` },
    });
  });

  test('also of several processes that look at the same time, and again', async () => {
    const id = await create({ at: ago(3) });
    await pass(id, 3);
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    expect(await runsOf(id)).toHaveLength(3);
    // A process that computes the same occurrences again is refused by the database.
    await pass(id, 4);
    await sweep();
    expect(await runsOf(id)).toHaveLength(4);
  });

  test('nothing is due before its time, and the panel shows the next one', async () => {
    const id = await create({ at: ago(-2) });
    await sweep();
    expect(await runsOf(id)).toHaveLength(0);
    const [row] = await service.sql(
      `select extract(epoch from next_at - now()) / 3600 as hours from workflows where id = $1`,
      [id],
    );
    expect(Math.round(Number(row?.hours))).toBe(2);
  });

  test('after an outage of a week, those of the last seven days', async () => {
    const id = await create({ at: ago(1) });
    await pass(id, 30);
    await sweep();
    expect(await runsOf(id)).toHaveLength(7);
  });

  test('a step that fails leaves no occurrence behind that starts again', async () => {
    const id = await create(
      { at: ago(4) },
      { conditions: [{ field: 'day', op: 'gt', value: 31 }] },
    );
    await pass(id, 1);
    await sweep();
    await fixture.settled(team);
    await pass(id, 1);
    await sweep();
    expect(await runsOf(id)).toMatchObject([{ status: 'skipped' }]);
  });
});

describe('a clock that jumps', () => {
  test('starts what was due within an hour, and the rest once it is reliable', async () => {
    const id = await create({ at: ago(0) });
    await pass(id, 3);
    await sweep(false);
    expect(await runsOf(id)).toHaveLength(1);
    await service.sql(`update workflows set next_at = now() - interval '1 ms' where id = $1`, [id]);
    await sweep(false);
    expect(await runsOf(id)).toHaveLength(1);
    await service.sql(`update workflows set next_at = now() - interval '1 ms' where id = $1`, [id]);
    await sweep();
    expect(await runsOf(id)).toHaveLength(3);
  });

  test('is repaired: after it was set back, the workflow waits for its real next time', async () => {
    const id = await create({ at: ago(-1) });
    await service.sql(
      `update workflows set counts_from = now() + interval '1 year', next_at = now() + interval '1 year' where id = $1`,
      [id],
    );
    await repairFutureTimes(service.database.platform);
    await sweep();
    const [row] = await service.sql(
      `select counts_from <= now() as counts, next_at < now() + interval '2 hours' as soon from workflows where id = $1`,
      [id],
    );
    expect(row).toEqual({ counts: true, soon: true });
    expect(await runsOf(id)).toHaveLength(0);
  });
});

describe('a workflow', () => {
  test('that is off or deleted starts nothing, and does not make up for it', async () => {
    const id = await create({ at: ago(2) });
    await turn(id, 'disable');
    await service.sql(`update workflows set next_at = now() - interval '1 day' where id = $1`, [
      id,
    ]);
    await sweep();
    await turn(id, 'enable');
    await sweep();
    expect(await runsOf(id)).toHaveLength(0);
    await pass(id, 1);
    expect((await ana.delete(`/workflows/${id}`)).status).toBe(200);
    await sweep();
    expect(await runsOf(id)).toHaveLength(0);
  });

  test('whose time changes counts from then on; other changes keep what is due', async () => {
    const id = await create({ at: ago(2) });
    await pass(id, 1);
    await change(id, { at: ago(3) });
    await sweep();
    expect(await runsOf(id)).toHaveLength(0);
    await pass(id, 1);
    await change(id, { at: ago(3) }, { conditions: [{ field: 'day', op: 'lte', value: 31 }] });
    await sweep();
    expect(await runsOf(id)).toHaveLength(1);
    await change(id, { type: 'deal_created' }, { steps: [{ type: 'wait', with: { for: '1d' } }] });
    await pass(id, 1);
    await sweep();
    const [row] = await service.sql('select timing, next_at from workflows where id = $1', [id]);
    expect(row).toEqual({ timing: null, next_at: null });
    expect(await runsOf(id)).toHaveLength(1);
  });

  test('keeps its rule in responses and versions', async () => {
    const trigger = { at: '09:30', month_days: [31, 1, 1], closed_days: 'before' };
    const id = await create(trigger);
    const stored = { type: 'schedule', at: '09:30', month_days: [1, 31], closed_days: 'before' };
    expect((await ana.get(`/workflows/${id}`)).data.trigger).toEqual(stored);
    const { versions } = (await ana.get(`/workflows/${id}/versions`)).data as { versions: Json[] };
    expect(versions).toMatchObject([{ definition: { trigger: stored } }]);
    const again = definition({ at: '09:30', month_days: [1, 31], closed_days: 'before' });
    const same = await ana.put(`/workflows/${id}`, {
      definition: { ...again, name: (await ana.get(`/workflows/${id}`)).data.name },
    });
    expect(same.data.version).toBe(1);
  });

  test('another team’s is not affected by one that fails', async () => {
    const bad = await create({ at: ago(2) });
    await pass(bad, 1);
    await service.sql(`update workflows set timing = '{"at":1}' where id = $1`, [bad]);
    const neighbour = await service.team();
    const admin = await makePerson(service, neighbour, 'admin');
    const made = await admin.post('/workflows', { definition: definition({ at: ago(2) }) });
    await pass(String(made.data.id), 1);
    await expect(sweep()).rejects.toThrow();
    expect(await fixture.runs(neighbour)).toHaveLength(1);
    await service.sql('delete from workflow_versions where workflow_id = $1', [bad]);
    await service.sql('delete from workflows where id = $1', [bad]);
  });
});

test('a dry run says when it is next due, and tries the steps with that day', async () => {
  const tried = await ana.post('/workflow-dry-runs', {
    definition: definition({ at: '09:00', weekdays: [1] }),
  });
  expect(tried.status, tried.text).toBe(200);
  const times = tried.data.times as string[];
  expect(times).toHaveLength(5);
  const first = new Date(localTime(zone, Date.parse(String(times[0])))).toISOString();
  expect(first.slice(11, 16)).toBe('09:00');
  expect(tried.data).toMatchObject({
    fires: true,
    why: null,
    steps: [{ outcome: 'would_do', with: { title: `${first.slice(0, 10)} 09:00` } }],
  });
});

test.each([
  [{ type: 'schedule' }, 'trigger.at', 'required'],
  [{ type: 'schedule', at: '9h' }, 'trigger.at', 'invalid_format'],
  [{ type: 'schedule', at: '24:00' }, 'trigger.at', 'invalid_format'],
  [{ type: 'schedule', at: '09:00', weekdays: [] }, 'trigger.weekdays', 'too_few'],
  [{ type: 'schedule', at: '09:00', weekdays: [7] }, 'trigger.weekdays', 'invalid'],
  [{ type: 'schedule', at: '09:00', weekdays: ['seg'] }, 'trigger.weekdays', 'invalid'],
  [{ type: 'schedule', at: '09:00', month_days: [0] }, 'trigger.month_days', 'invalid'],
  [
    { type: 'schedule', at: '09:00', weekdays: [1], month_days: [1] },
    'trigger.month_days',
    'conflicting',
  ],
  [{ type: 'schedule', at: '09:00', closed_days: 'x' }, 'trigger.closed_days', 'not_allowed'],
  [{ type: 'schedule', at: '09:00', from: 'x' }, 'trigger.from', 'conflicting'],
  [{ type: 'deal_created', at: '09:00' }, 'trigger.at', 'conflicting'],
])('%j is refused', async (trigger, name, code) => {
  const refused = await ana.post('/workflows', { definition: definition(trigger) });
  expect(refused.status).toBe(400);
  const { fields } = refused.body.error as { fields: Json[] };
  // Templates of a schedule are not allowed with another trigger.
  expect(fields[0]).toMatchObject({ name, code });
});

test('a sweep that fails does not delay workflows', async () => {
  const id = await create({ at: ago(5) });
  await pass(id, 1);
  const { database } = service;
  let transactions = 0;
  // The first one looks for workflows that are due.
  const transaction = ((work) => {
    transactions += 1;
    return transactions > 1
      ? Promise.reject(new Error('broken'))
      : database.platform.transaction(work);
  }) as typeof database.platform.transaction;
  const failing = { ...database, platform: { ...database.platform, transaction } };
  await expect(sweepOnce(failing)).rejects.toThrow('broken');
  expect(await runsOf(id)).toHaveLength(1);
});
