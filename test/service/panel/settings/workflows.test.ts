import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Admins create and change workflows. Their runs are tested elsewhere. */
const service = useSharedService({ workers: 0 });
let team: TestTeam;
let admin: TestPerson;
beforeAll(async () => {
  team = await service.team();
  admin = await makePerson(service, team, 'admin');
});

const definition = (name: string, title = 'Ligar') => ({
  name,
  trigger: { type: 'deal_stage_changed', to: 'ganho' },
  conditions: [{ field: 'value', op: 'gt', value: 100 }],
  steps: [
    { type: 'wait', with: { for: '1d' } },
    { type: 'create_activity', with: { title } },
  ],
});

async function made(name: string): Promise<Json> {
  const answer = await admin.post('/workflows', { definition: definition(name) });
  expect(answer.status, answer.text).toBe(201);
  return answer.data;
}

test('a workflow is created, shown as its definition describes it, switched on and off, and changed', async () => {
  const workflow = await made('Boas-vindas');
  expect(workflow).toMatchObject({ is_active: true, ...definition('Boas-vindas') });
  const path = `/workflows/${workflow.id}`;
  expect((await admin.get(path)).data).toEqual(workflow);
  const listed = (await admin.get('/workflows?sort=name')).body.data;
  expect(listed).toEqual([workflow]);
  expect((await admin.put(`${path}/disable`)).data).toEqual({
    id: workflow.id,
    name: 'Boas-vindas',
    is_active: false,
  });
  expect((await admin.put(`${path}/enable`)).data.is_active).toBe(true);
  const changed = await admin.put(path, { definition: definition('Outro', 'Visitar') });
  expect(changed.data).toEqual({ ...workflow, ...changed.data, name: 'Outro' });
  expect(changed.data.steps).toEqual(definition('Outro', 'Visitar').steps);
  const { schema } = (await admin.get('/workflow-schema')).data as { schema: Json };
  expect(schema.properties).toHaveProperty('trigger');
  await admin.put(`${path}/disable`);
});

test('each change of a definition is a version, and a run keeps the one that it started with', async () => {
  const workflow = await made('Corrida');
  expect(workflow.version).toBe(1);
  const { id: deal } = await team.create('deals', { phase: 'lead', value: 500 });
  await team.put(`/deals/${deal}`, { phase: 'ganho' });
  const runs = async () =>
    (await admin.get(`/workflow-runs?workflow_id=${workflow.id}`)).body.data as Json[];
  const about = { record_type: 'deals', record_id: deal, deal_id: deal };
  const name = { workflow: { id: workflow.id, name: 'Corrida' } };
  expect(await runs()).toMatchObject([{ ...about, ...name, version: 1, steps: [] }]);
  await service.sql('update workflow_runs set step = 1 where workflow_id = $1', [workflow.id]);
  const path = `/workflows/${workflow.id}`;
  // Saving the same definition again creates no version.
  for (const title of ['Nova', 'Nova'])
    expect((await admin.put(path, { definition: definition('Corrida', title) })).data.version).toBe(
      2,
    );
  const [run] = await runs();
  expect(run).toMatchObject({ status: 'pending', version: 1 });
  expect((await admin.get(`/workflow-runs/${run?.id}`)).data).toEqual(run);
  const made2 = {
    version: 2,
    definition: definition('Corrida', 'Nova'),
    created_at: expect.stringMatching(/Z$/),
    created_by: { id: admin.userId, name: expect.any(String) },
  };
  const { data } = await admin.get(`${path}/versions`);
  expect(data).toEqual({
    versions: [made2, { ...made2, version: 1, definition: definition('Corrida') }],
  });
});

test('nodes of the previous version do not see workflows that they would run wrongly; the newest versions and those of runs are kept', async () => {
  const workflow = await made('Muitas');
  const path = `/workflows/${workflow.id}`;
  const storedSteps = async () =>
    (await service.sql('select steps from workflows where id = $1', [workflow.id]))[0]?.steps;
  const change = (title: string) => admin.put(path, { definition: definition('Muitas', title) });
  await change('Segunda');
  expect(await storedSteps()).toEqual(definition('Muitas', 'Segunda').steps);
  const { id: deal } = await team.create('deals', { phase: 'lead', value: 500 });
  await team.put(`/deals/${deal}`, { phase: 'ganho' });
  await service.sql('update workflow_runs set step = 1 where workflow_id = $1', [workflow.id]);
  await change('Terceira');
  expect([await storedSteps(), (await admin.get(path)).data.steps]).toEqual([
    [],
    definition('Muitas', 'Terceira').steps,
  ]);
  await service.sql(
    `with v as (
      insert into workflow_versions (team_id, workflow_id, version, name, event, conditions, steps)
      select team_id, id, n, name, event, conditions, steps from workflows, generate_series(4, 150) n where id = $1)
    update workflows set version = 150 where id = $1`,
    [workflow.id],
  );
  await change('Última');
  const { versions } = (await admin.get(`${path}/versions`)).data as { versions: Json[] };
  const numbers = versions.map(({ version }) => version);
  expect([numbers.length, numbers[0], numbers.at(-2), numbers.at(-1)]).toEqual([101, 151, 52, 2]);
  const task = {
    name: 'De tarefas',
    trigger: { type: 'task_created' },
    steps: definition('').steps,
  };
  const otherWorkflow = await admin.post('/workflows', { definition: task });
  const [row] = await service.sql('select steps from workflows where id = $1', [
    otherWorkflow.data.id,
  ]);
  expect([row?.steps, otherWorkflow.data.steps]).toEqual([[], task.steps]);
});

test('a workflow written by a node of the previous version becomes a version as soon as it is read', async () => {
  const id = uuidv7();
  const { conditions, steps } = definition('Antiga');
  await service.sql(
    `insert into workflows (team_id, id, name, event, conditions, steps) values ($1, $2, 'Antiga', 'deal.created', $3, $4)`,
    [team.id, id, JSON.stringify(conditions), JSON.stringify(steps)],
  );
  const versions = async () =>
    ((await admin.get(`/workflows/${id}/versions`)).data.versions as Json[]).map((each) => [
      each.version,
      (each.definition as Json).name,
      each.created_by,
    ]);
  expect((await admin.get(`/workflows/${id}`)).data).toMatchObject({ version: 1, steps });
  expect(await versions()).toEqual([[1, 'Antiga', null]]);
  await service.sql(`update workflows set name = 'Mudada' where id = $1`, [id]);
  await team.create('deals', { value: 500 });
  await service.sql(`update workflows set name = 'De novo' where id = $1`, [id]);
  expect((await admin.get(`/workflow-runs?workflow_id=${id}`)).body.data).toMatchObject([
    { version: null },
  ]);
  await admin.put(`/workflows/${id}`, { definition: definition('Nova') });
  expect(await versions()).toEqual([
    [3, 'Nova', { id: admin.userId, name: expect.any(String) }],
    [2, 'De novo', null],
    [1, 'Antiga', null],
  ]);
});

test('a workflow shows its last run, an endpoint its last delivery', async () => {
  const freshTeam = await service.team();
  const asking = await makePerson(service, freshTeam, 'admin');
  const [ran, idle] = [
    definition('Roda'),
    { ...definition('Parada'), trigger: { type: 'deal_stage_changed', to: 'nunca' } },
  ];
  for (const each of [ran, idle]) await asking.post('/workflows', { definition: each });
  const heard = (await asking.post('/webhooks', { name: 'Site', url: 'https://example.com/a' }))
    .data;
  const mute = (
    await asking.post('/webhooks', {
      name: 'Mudo',
      url: 'https://example.com/b',
      events: ['task.created'],
      target_column_id: freshTeam.pipeline.columns[1]?.id,
    })
  ).data;
  const deal = await freshTeam.create('deals', { phase: 'novo', value: 500 });
  await freshTeam.put(`/deals/${deal.id}`, { phase: 'ganho' });
  const workflows = (await asking.get('/workflows?sort=-name')).body.data as Json[];
  expect(workflows.map(({ last_run }) => last_run)).toEqual([
    {
      id: expect.any(String),
      status: 'pending',
      reason: null,
      created_at: expect.stringMatching(/Z$/),
    },
    null,
  ]);
  await asking.post(`/webhooks/${mute.id}/rotate-secret`, {});
  await service.sql('update webhooks set failing_since = now() where id = $1', [heard.id]);
  const time = expect.stringMatching(/Z$/);
  const delivery = {
    status: 'pending',
    reason: null,
    attempt_count: 0,
    next_attempt_at: time,
    created_at: time,
    completed_at: null,
  };
  const nothing = {
    failing_since: null,
    previous_secret_until: null,
    delivery: null,
    reception: null,
  };
  const standings = [
    { ...nothing, id: heard.id, delivery, failing_since: time },
    { ...nothing, id: mute.id, previous_secret_until: time },
  ];
  expect((await asking.get('/webhook-standings')).body.data).toEqual(standings);
  const overview = async ({ id }: Json) => (await asking.get(`/webhooks/${id}/overview`)).data;
  const goesNowhere = { pipeline: null, project: null, column: null };
  expect(await overview(heard)).toEqual({
    ...standings[0],
    ...goesNowhere,
    pending: 3,
    retrying: 0,
    failed: 0,
  });
  const [, column] = freshTeam.pipeline.columns;
  expect(await overview(mute)).toMatchObject({
    pipeline: { id: freshTeam.pipeline.id },
    project: null,
    column: { id: column?.id },
    pending: 0,
  });
});

describe('refuses', () => {
  test('invalid definitions, broken links, and duplicate names', async () => {
    await made('Gêmeo');
    for (const [body, status, reason] of [
      [{}, 400, 'name'],
      [{ ...definition('X'), trigger: { type: 'full_moon' } }, 400, 'trigger'],
      [
        {
          ...definition('X'),
          steps: [{ type: 'create_task', with: { title: 'X', project_id: uuidv7() } }],
        },
        400,
        'project_id',
      ],
      [definition('Gêmeo'), 409, 'same name'],
    ] as const) {
      const answer = await admin.post('/workflows', { definition: body });
      expect(answer.status, answer.text).toBe(status);
      expect(answer.error.message).toContain(reason);
    }
    expect((await admin.post('/workflows', {})).error.message).toContain('definition');
    const otherWorkflow = await made('Outro gêmeo');
    const renamed = await admin.put(`/workflows/${otherWorkflow.id}`, {
      definition: definition('Gêmeo'),
    });
    expect(renamed.status).toBe(409);
  });

  test('members, and workflows of other teams', async () => {
    const workflow = await made('Nosso');
    const member = await makePerson(service, team, 'member');
    expect((await member.get('/workflows')).status).toBe(403);
    const stranger = await makePerson(service, await service.team(), 'owner');
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { definition: definition('X') }],
      ['PUT', '/enable', {}],
      ['PUT', '/disable', {}],
    ] as const)
      expect((await stranger.call(method, `/workflows/${workflow.id}${path}`, body)).status).toBe(
        404,
      );
    expect((await stranger.get('/workflow-runs')).body.data).toEqual([]);
  });
});
