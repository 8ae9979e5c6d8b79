import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import { refused, unknown } from '#server/outbound/messaging/outgoing-message.ts';
import type { Json, TestTeam } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { until } from '#test/support/wait.ts';
import { useWorkflows } from '#test/support/workflows/fixture.ts';

/* Operations on workflows other than editing: a dry run on a record, continuing a failed run, stopping a run. */
const fixture = useWorkflows();
const { service } = fixture;

let team: TestTeam;
let admin: TestPerson;
let project: string;
beforeAll(async () => {
  team = await service.team();
  admin = await makePerson(service, team, 'admin');
  project = String((await team.create('projects')).id);
});

const activity = (title: string) => ({ type: 'create_activity', with: { title } });
const waiting = (time: string) => ({ type: 'wait', with: { for: time } });
let numbers = 1;
const newPhone = () => `55219${String(30_000_000 + numbers++)}`;

const dryRun = async (body: Json): Promise<Json> => {
  const answer = await admin.post('/workflow-dry-runs', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
};

/** Every row of every table, and the state of every sequence. */
async function everything(): Promise<Json> {
  const tables = await service.sql(
    `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
      and c.relname not in ('sessions') order by 1`,
  );
  const all: Json = {};
  for (const { name } of tables) {
    const [row] = await service.sql(
      `select count(*)::int as n, md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as hash from "${name}" t`,
    );
    all[String(name)] = row;
  }
  all.sequences = await service.sql(
    'select sequencename, last_value::text from pg_sequences order by 1',
  );
  return all;
}

describe('a dry run', () => {
  test('returns what each step would do with the current record, and has no effect', async () => {
    const client = await team.create('clients', { name: 'Padaria' });
    const deal = await team.create('deals', { title: 'Site', value: 900, client_id: client.id });
    await team.put(`/deals/${deal.id}`, { phase: 'ganho' });
    const endpoint = await team.create('webhooks', { url: 'https://example.com/h', events: ['*'] });
    const definition = {
      name: 'Ensaio',
      trigger: { type: 'deal_stage_changed', to: 'ganho' },
      conditions: [
        { field: 'value', op: 'gte', value: 500 },
        { field: 'client.name', op: 'contains', value: 'padaria' },
      ],
      steps: [
        {
          type: 'create_task',
          with: {
            title: 'Kick-off {{deal.title}}',
            project_id: project,
            tags: ['{{deal.source}}'],
          },
        },
        { type: 'create_activity', with: { title: '{{previous.phase}}', deal_id: '{{deal.id}}' } },
        { type: 'update_deal', with: { phase: 'outra', description: 'x' } },
        waiting('2h'),
        {
          type: 'send_message',
          with: { inbox_id: team.inbox, phone: newPhone(), content: 'Olá, {{deal.client.name}}' },
        },
        { type: 'call_webhook', with: { webhook_id: endpoint.id, data: { id: '{{deal.id}}' } } },
        activity('{{deal.loss_reason}}'),
      ],
    };
    // Another workflow would be fired by it.
    await fixture.workflow(team, {
      name: 'Ouve',
      trigger: { type: 'task_created' },
      steps: [activity('ouviu')],
    });
    const sends = fixture.sends.length;
    const before = await everything();
    const result = await dryRun({ definition, record_id: deal.id });
    expect(await everything()).toEqual(before);
    expect(fixture.sends.length).toBe(sends);
    expect(result).toMatchObject({
      fires: true,
      why: null,
      conditions: [
        { field: 'value', op: 'gte', value: 500, has: 900, holds: true },
        { field: 'client.name', has: 'Padaria', holds: true },
      ],
    });
    expect(result.steps).toEqual([
      {
        step: 1,
        type: 'create_task',
        outcome: 'would_do',
        with: { title: 'Kick-off Site', project_id: project, tags: [] },
      },
      {
        step: 2,
        type: 'create_activity',
        outcome: 'would_do',
        with: { title: 'lead', deal_id: deal.id },
      },
      {
        step: 3,
        type: 'update_deal',
        outcome: 'would_do',
        with: { phase: 'outra', description: 'x' },
      },
      {
        step: 4,
        type: 'wait',
        outcome: 'would_wait',
        with: { for: '2h' },
        wait_until: expect.stringMatching(/Z$/),
      },
      {
        step: 5,
        type: 'send_message',
        outcome: 'would_do',
        with: expect.objectContaining({ content: 'Olá, Padaria' }),
      },
      {
        step: 6,
        type: 'call_webhook',
        outcome: 'would_do',
        with: { webhook_id: endpoint.id, data: { id: deal.id } },
      },
      {
        step: 7,
        type: 'create_activity',
        outcome: 'would_fail',
        with: { title: null },
        reason: expect.stringContaining('title is required'),
        reason_details: { code: 'refused', fields: [{ name: 'title', code: 'required' }] },
      },
    ]);
    // The same for an existing workflow, which another record would not fire.
    const made = await admin.post('/workflows', { definition });
    const small = await team.create('deals', { value: 1 });
    expect(await dryRun({ workflow_id: made.data.id, record_id: small.id })).toMatchObject({
      fires: false,
      why: 'phase of this deal is lead, not ganho',
      conditions: [{ holds: false }, { has: null, holds: false }],
    });
    await admin.put(`/workflows/${made.data.id}/disable`);
  });

  test('refuses an invalid definition, a missing record, another team’s record, and members', async () => {
    const deal = await team.create('deals');
    const definition = { name: 'X', trigger: { type: 'deal_created' }, steps: [activity('a')] };
    const stranger = await service.team();
    const theirs = await stranger.create('deals');
    for (const [body, status, says] of [
      [{ record_id: deal.id }, 400, 'definition or workflow_id is required'],
      [{ definition, workflow_id: uuidv7(), record_id: deal.id }, 400, 'not both'],
      [
        { definition: { ...definition, steps: [] }, record_id: deal.id },
        400,
        'steps must be a list',
      ],
      [{ definition }, 400, 'record_id is required'],
      [{ definition, record_id: theirs.id }, 404, 'record_id: no deal has this id'],
      [{ definition, record_id: project }, 404, 'record_id: no deal has this id'],
      [{ workflow_id: uuidv7(), record_id: deal.id }, 404, 'workflow'],
    ] as const) {
      const answer = await admin.post('/workflow-dry-runs', body);
      expect([answer.status, answer.error.message]).toEqual([
        status,
        expect.stringContaining(says),
      ]);
    }
    const member = await makePerson(service, team, 'member');
    expect(
      (await member.post('/workflow-dry-runs', { definition, record_id: deal.id })).status,
    ).toBe(403);
  });

  test('matches a real run, step by step', async () => {
    const [bia] = team.users;
    const off = await team.create('webhooks', { is_active: false, url: 'https://example.com/h' });
    const aProject = { project_id: project };
    const trials: readonly (readonly [trigger: string, step: string, values: Json])[] = [
      ['deal_created', 'create_task', { title: 'ok', ...aProject }],
      ['deal_created', 'create_task', { title: '{{deal.source}}', ...aProject }],
      ['deal_created', 'create_task', { title: '{{deal.value}}', ...aProject }],
      ['deal_created', 'create_task', { title: 'x', project_id: '{{deal.id}}' }],
      ['deal_created', 'create_task', { title: 'x', project_id: '{{deal.client_id}}' }],
      ['deal_created', 'create_task', { title: 'x', ...aProject, column: 'nenhuma' }],
      ['deal_created', 'create_task', { title: 'x', ...aProject, assignee_ids: ['{{deal.id}}'] }],
      [
        'deal_created',
        'create_task',
        { title: 'x', ...aProject, assignee_id: bia, assignee_ids: ['{{deal.id}}'] },
      ],
      [
        'deal_created',
        'create_task',
        { title: `${'{{deal.description}}'.repeat(50)}`, ...aProject },
      ],
      ['deal_created', 'create_activity', { title: 'x', deal_id: '{{deal.id}}' }],
      ['deal_created', 'create_activity', { title: 'x', client_id: '{{deal.id}}' }],
      ['deal_created', 'create_project', { name: '{{deal.title}}', status: 'active' }],
      ['deal_created', 'create_project', { name: 'x', client_id: '{{deal.id}}' }],
      ['deal_created', 'update_deal', { value: '{{deal.title}}' }],
      ['deal_created', 'update_deal', { client_id: '{{deal.id}}' }],
      ['deal_created', 'update_deal', { tags: ['{{deal.title}}'] }],
      ['deal_created', 'send_message', { conversation_id: '{{deal.id}}', content: 'oi' }],
      [
        'deal_created',
        'send_message',
        { inbox_id: team.inbox, phone: '{{deal.title}}', content: 'oi' },
      ],
      [
        'deal_created',
        'send_message',
        { inbox_id: team.inbox, phone: newPhone(), content: '{{deal.source}}' },
      ],
      ['deal_created', 'send_message', { inbox_id: team.inbox, phone: newPhone(), content: 'oi' }],
      ['deal_created', 'call_webhook', { webhook_id: off.id }],
      ['deal_created', 'call_webhook', { webhook_id: '{{deal.id}}' }],
      ['task_created', 'update_task', { column: '{{task.title}}' }],
      ['task_created', 'update_task', { column: 'done', assignee_id: bia }],
      ['task_created', 'update_task', { pipeline_id: team.pipeline.id }],
      ['task_created', 'update_task', { pipeline_id: '{{task.id}}' }],
      ['conversation_received', 'assign_conversation', { assignee_id: '{{message.id}}' }],
      ['conversation_received', 'assign_conversation', { assignee_id: bia }],
      ['conversation_received', 'assign_conversation', { assignee_id: '{{message.content}}' }],
      ['conversation_received', 'add_note', { content: ' {{message.reply_to}} ' }],
      ['conversation_received', 'add_note', { content: '{{message.content}}' }],
      ['conversation_received', 'resolve_conversation', {}],
      [
        'conversation_received',
        'send_message',
        { conversation_id: '{{conversation.id}}', content: 'oi' },
      ],
      ['campaign_approval_changed', 'update_campaign', { end_date: '{{campaign.name}}' }],
      ['campaign_approval_changed', 'update_campaign', { status: 'active' }],
    ];
    const subjects: Record<string, () => Promise<string>> = {
      deal_created: async () =>
        String(
          (await team.create('deals', { title: 'Site', value: 5, description: 'd'.repeat(50_000) }))
            .id,
        ),
      task_created: async () => String((await team.create('tasks', aProject)).id),
      conversation_received: async () => {
        const chat = { phone: newPhone() };
        const db = service.database.team(team.id);
        const arrived = { networkId: uuidv7(), chat, origin: 'contact', type: 'text', text: 'Oi' };
        await storeIncoming(db, team.inbox, 's.msgapp.net', arrived as never);
        const conversations = await service.sql(
          'select id from conversations where team_id = $1 order by id desc limit 1',
          [team.id],
        );
        return String(conversations[0]?.id);
      },
      campaign_approval_changed: async () => {
        const { id } = await team.create('campaigns');
        await admin.put(`/campaigns/${id}/approval`, { approval_status: 'approved' });
        return String(id);
      },
    };
    const results: unknown[] = [];
    const happened: unknown[] = [];
    for (const [type, step, values] of trials) {
      const definition = {
        name: uuidv7(),
        trigger: { type },
        conditions: [],
        steps: [{ type: step, with: values }],
      };
      const workflow = await fixture.workflow(team, definition);
      const record = await subjects[type]?.();
      await fixture.settled(team);
      const run = await fixture.run(team, workflow);
      const [real] = run.steps;
      happened.push([
        step,
        values,
        real?.status === 'done' ? 'would_do' : 'would_fail',
        run.reason,
      ]);
      await service.sql(
        `update workflow_runs set status = 'skipped', next_step_at = null, completed_at = now() where id = $1 and status = 'pending'`,
        [run.id],
      );
      await service.sql('update workflows set is_active = false where id = $1', [workflow]);
      const { steps } = await dryRun({ definition, record_id: record });
      const [{ outcome, reason = null } = {}] = steps as Json[];
      results.push([step, values, outcome, reason]);
    }
    expect(results).toEqual(happened);
    const failing = results.filter((each) => (each as string[])[2] === 'would_fail');
    expect(failing.length).toBeGreaterThan(15);
  });
});

test('each step of a dry run sees the changes of those before it, as in a run', async () => {
  const title = `Só uma ${uuidv7()}`;
  const create = (name: string) => ({
    type: 'create_task',
    with: { title: name, project_id: project },
  });
  const steps = [create(title), create('Outra'), create(title), create('Última')];
  const deal = await team.create('deals');
  await service.sql(
    `create unique index once_per_title on tasks (team_id, title) where title = '${title}'`,
  );
  try {
    const definition = { name: 'Repete', trigger: { type: 'deal_created' }, steps };
    const result = await dryRun({ definition, record_id: deal.id });
    expect((result.steps as Json[]).map(({ outcome }) => outcome)).toEqual([
      'would_do',
      'would_do',
      'would_fail',
      'would_do',
    ]);
    expect((await team.get(`/tasks?search=${encodeURIComponent(title)}`)).body.data).toEqual([]);
  } finally {
    await service.sql('drop index once_per_title');
  }
});

test('a deleted workflow is gone from lists, ends its waiting runs, never starts again, and its runs keep its name', async () => {
  const { freshTeam, ana } = await withAdmin();
  const name = `Boas-vindas ${uuidv7()}`;
  const steps = [waiting('2h'), activity('Ligar')];
  const { workflow, run } = await runOf(steps, freshTeam, name);
  expect(run.status).toBe('pending');
  const path = `/workflows/${workflow}`;
  const member = await makePerson(service, freshTeam, 'member');
  expect((await member.call('DELETE', path)).status).toBe(403);
  const answer = await ana.call('DELETE', path);
  expect([answer.status, answer.data]).toEqual([200, { id: workflow, deleted: true }]);

  expect((await ana.get('/workflows')).data).toEqual([]);
  for (const gone of [path, `${path}/versions`]) expect((await ana.get(gone)).status).toBe(404);
  for (const [method, gone] of [
    ['DELETE', path],
    ['PUT', `${path}/enable`],
    ['PUT', `${path}/disable`],
  ] as const)
    expect((await ana.call(method, gone)).status).toBe(404);
  const deal = await freshTeam.create('deals');
  const trial = { workflow_id: workflow, record_id: deal.id };
  expect((await ana.post('/workflow-dry-runs', trial)).status).toBe(404);
  await fixture.settled(freshTeam);
  const runs = (await ana.get('/workflow-runs')).data as unknown as Json[];
  expect(runs).toMatchObject([{ id: run.id, status: 'skipped', workflow: { name } }]);

  await service.sql(`update workflow_runs set status = 'failed' where id = $1`, [run.id]);
  const resumed = await ana.post(`/workflow-runs/${run.id}/continue`, {});
  expect([resumed.status, resumed.text]).toEqual([409, expect.stringContaining('was deleted')]);
  await expect(
    service.sql('update workflows set is_active = true where id = $1', [workflow]),
  ).rejects.toThrow('workflows_deleted_at_check');
  // Its name is free again.
  await fixture.workflow(freshTeam, { name, steps: steps as never });
});

/** A run of a workflow with these steps for a new deal, as far as it runs automatically. */
async function runOf(steps: readonly Json[], freshTeam: TestTeam, name = uuidv7()) {
  const workflow = await fixture.workflow(freshTeam, { name, steps: steps as never });
  const deal = await freshTeam.create('deals', { title: 'Site' });
  await fixture.settled(freshTeam);
  return { workflow, deal, run: await fixture.run(freshTeam, workflow) };
}

async function withAdmin() {
  const freshTeam = await service.team();
  return { freshTeam, ana: await makePerson(service, freshTeam, 'admin') };
}

/** Fails the step permanently, as after an hour and a quarter. */
const failForGood = async (freshTeam: TestTeam) => {
  for (const seconds of [6, 31, 121, 601, 3_601]) await fixture.pass(freshTeam, seconds);
};

const messageTo = (freshTeam: TestTeam, phone: string) => ({
  type: 'send_message',
  with: { inbox_id: freshTeam.inbox, phone, content: 'Olá' },
});

describe('a failed run', () => {
  test('continues at its step, or after it, with the version that it started with', async () => {
    const { freshTeam, ana } = await withAdmin();
    const phone = newPhone();
    fixture.answers.set(phone, () => refused('throttled', finding('throttled', 'not now')));
    const { workflow, run } = await runOf(
      [activity('antes'), messageTo(freshTeam, phone), activity('depois')],
      freshTeam,
    );
    await failForGood(freshTeam);
    expect(await fixture.run(freshTeam)).toMatchObject({ status: 'failed', step: 1 });
    const file = { name: 'Outra', trigger: { type: 'deal_created' }, steps: [activity('nova')] };
    await ana.put(`/workflows/${workflow}`, { definition: file });
    const path = `/workflow-runs/${run.id}`;
    // It gets new tries, and fails again.
    expect((await ana.post(`${path}/continue`, {})).data).toMatchObject({
      status: 'pending',
      reason: null,
      version: 1,
    });
    await fixture.settled(freshTeam);
    expect(await fixture.run(freshTeam)).toMatchObject({ status: 'pending', step: 1, failures: 1 });
    await failForGood(freshTeam);
    const titles = async () =>
      ((await freshTeam.get('/activities?sort=created_at')).body.data as Json[]).map(
        ({ title }) => title,
      );
    expect(await titles()).toEqual(['antes']);
    expect((await ana.post(`${path}/continue`, { skip: true })).status).toBe(200);
    await fixture.settled(freshTeam);
    expect((await ana.get(path)).data).toMatchObject({
      status: 'done',
      steps: [
        { step: 1, status: 'done' },
        { step: 2, type: 'send_message', status: 'skipped', reason: 'throttled: not now' },
        { step: 3, status: 'done' },
      ],
    });
    expect(await titles()).toEqual(['antes', 'depois']);
    expect((await ana.post(`${path}/continue`, {})).error.message).toBe('The run is done already.');
    expect((await ana.post(`${path}/stop`, {})).status).toBe(409);
    const audited = await service.sql(
      `select operation, actor_id, after::json from audit_entries where team_id = $1 and record_type = 'workflow_runs' order by id`,
      [freshTeam.id],
    );
    expect(audited).toEqual([
      {
        operation: 'workflows.continue_run',
        actor_id: ana.userId,
        after: { status: 'pending', step: 2 },
      },
      {
        operation: 'workflows.continue_run',
        actor_id: ana.userId,
        after: { status: 'pending', step: 3, skipped: 2 },
      },
    ]);
  });

  test('never repeats a message with an unknown outcome', async () => {
    const { freshTeam, ana } = await withAdmin();
    const phone = newPhone();
    let lookups = 0;
    fixture.answers.set(phone, () => {
      lookups += 1;
      return refused('gateway', finding('gateway_failed', 'answered 500'));
    });
    const { workflow, run } = await runOf(
      [messageTo(freshTeam, phone), activity('fim')],
      freshTeam,
    );
    expect(run).toMatchObject({ status: 'failed' });
    const path = `/workflow-runs/${run.id}/continue`;
    const again = await ana.post(path, {});
    expect([again.status, again.error.message]).toEqual([
      409,
      'The message may have been sent, so it is not sent again. Skip the step to continue after it.',
    ]);
    await ana.put(`/workflows/${workflow}/disable`);
    expect((await ana.post(path, { skip: true })).error.message).toContain('disabled');
    await ana.put(`/workflows/${workflow}/enable`);
    expect((await ana.post(path, { skip: true })).status).toBe(200);
    await fixture.settled(freshTeam);
    expect(await fixture.run(freshTeam)).toMatchObject({ status: 'done' });
    expect(lookups).toBe(1);
  });

  test('is done if its last step is skipped', async () => {
    const { freshTeam, ana } = await withAdmin();
    const phone = newPhone();
    fixture.answers.set(phone, () => refused('gateway', finding('gateway_failed', 'answered 500')));
    const { run } = await runOf([activity('a'), messageTo(freshTeam, phone)], freshTeam);
    const { data } = await ana.post(`/workflow-runs/${run.id}/continue`, { skip: true });
    expect(data).toMatchObject({ status: 'done', next_step_at: null });
  });
});

describe('a stopped run', () => {
  test('ends at once while it waits, and continues on request', async () => {
    const { freshTeam, ana } = await withAdmin();
    const { run } = await runOf([activity('antes'), waiting('2h'), activity('depois')], freshTeam);
    const path = `/workflow-runs/${run.id}`;
    const { data } = await ana.post(`${path}/stop`, {});
    expect(data).toMatchObject({
      status: 'stopped',
      reason: 'the run was stopped',
      reason_details: { code: 'stopped' },
      is_stopping: false,
      next_step_at: null,
    });
    await fixture.pass(freshTeam, 7_201);
    expect((await ana.post(`${path}/stop`, {})).error.message).toBe('The run is stopped already.');
    await ana.post(`${path}/continue`, {});
    await fixture.settled(freshTeam);
    expect(await fixture.run(freshTeam)).toMatchObject({ status: 'done' });
  });

  test('that a worker holds ends after the current step, which runs once', async () => {
    const { freshTeam, ana } = await withAdmin();
    const phone = newPhone();
    let answer = () => {};
    fixture.answers.set(phone, async ({ reference }) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { outcome: 'accepted', networkId: reference };
    });
    await fixture.workflow(freshTeam, { steps: [messageTo(freshTeam, phone), activity('nunca')] });
    await freshTeam.create('deals');
    await until(() => fixture.sends.at(-1)?.to.phone === phone);
    const run = await fixture.run(freshTeam);
    const path = `/workflow-runs/${run.id}`;
    const first = (await ana.post(`${path}/stop`, {})).data;
    expect(first).toMatchObject({ status: 'pending', is_stopping: true });
    expect((await ana.post(`${path}/stop`, {})).data).toEqual(first);
    answer();
    await fixture.settled(freshTeam);
    expect((await ana.get(path)).data).toMatchObject({
      status: 'stopped',
      steps: [{ type: 'send_message', status: 'done' }],
    });
    expect((await freshTeam.get('/activities')).body.data).toEqual([]);
  });

  test('with an unknown message outcome ends, and does not send it again', async () => {
    const { freshTeam, ana } = await withAdmin();
    const phone = newPhone();
    let lookups = 0;
    fixture.answers.set(phone, () => {
      lookups += 1;
      return unknown('timeout', finding('unreached', 'no answer'));
    });
    const { run } = await runOf([messageTo(freshTeam, phone), activity('fim')], freshTeam);
    expect(run).toMatchObject({ status: 'pending' });
    const path = `/workflow-runs/${run.id}`;
    expect((await ana.post(`${path}/stop`, {})).data).toMatchObject({
      status: 'stopped',
      steps: [{ status: 'failed', reason: expect.stringContaining('before it was known') }],
    });
    await ana.post(`${path}/continue`, {});
    await fixture.settled(freshTeam);
    expect(lookups).toBe(1);
    expect(await fixture.run(freshTeam)).toMatchObject({ status: 'pending', step: 0 });
  });

  test('stopped and continued by fifty people at once, with two workers: every step runs once', async () => {
    const { freshTeam, ana } = await withAdmin();
    const otherQueues = fixture.another();
    const steps = Array.from({ length: 12 }, (_, i) => activity(`passo ${i}`));
    const workflow = await fixture.workflow(freshTeam, { steps });
    await freshTeam.create('deals');
    await until(async () => (await fixture.runs(freshTeam, workflow)).length === 1);
    const { id } = await fixture.run(freshTeam, workflow);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        ana.post(`/workflow-runs/${id}/${i % 2 === 0 ? 'stop' : 'continue'}`, {}),
      ),
    );
    expect(
      [...new Set(answers.map(({ status }) => status))].filter(
        (each) => each !== 200 && each !== 409,
      ),
    ).toEqual([]);
    await fixture.settled(freshTeam);
    await ana.post(`/workflow-runs/${id}/continue`, {});
    await fixture.settled(freshTeam);
    await otherQueues.stop();
    expect(await fixture.run(freshTeam, workflow)).toMatchObject({ status: 'done', step: 12 });
    const { body } = await freshTeam.get('/activities?limit=100&sort=created_at');
    expect((body.data as Json[]).map(({ title }) => title)).toEqual(
      steps.map((step) => step.with.title),
    );
  });
});
