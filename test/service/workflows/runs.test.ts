import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { deals } from '#server/features/crm/deals/table.ts';
import { sandboxCallback } from '#server/features/gateways/sandbox/index.ts';
import { sandboxConnection } from '#server/features/inboxes/connection.ts';
import { receive } from '#server/features/receiving/callbacks.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import { refused, type Sent, unknown } from '#server/outbound/messaging/outgoing-message.ts';
import { recount } from '#server/records/totals.ts';
import type { Json, TestTeam } from '#test/support/harness.ts';
import { eventually, readLockWaits, until } from '#test/support/wait.ts';
import { day, earlier } from '#test/support/webhooks/time.ts';
import { useWorkflows } from '#test/support/workflows/fixture.ts';

/* Workflow runs: which changes fire them, the effects of each step, and the handling of failed steps. */
const fixture = useWorkflows();
const { service } = fixture;

/** Waits before the retries of a failed step, in seconds. */
const waits = [5, 30, 120, 600, 3_600];

const task = (project: unknown, title = 'Tarefa') => ({
  type: 'create_task',
  with: { title, project_id: project },
});
const activity = (title: string) => ({ type: 'create_activity', with: { title } });
const waiting = (time: string) => ({ type: 'wait', with: { for: time } });
const toPhase = (phase: string) => ({ type: 'update_deal', with: { phase } });
const message = (team: TestTeam, phone: string, content = 'Olá, {{deal.title}}!') => ({
  type: 'send_message',
  with: { inbox_id: team.inbox, phone, content },
});

/** A new team with a project. */
async function newTeam(): Promise<{ team: TestTeam; project: string }> {
  const team = await service.team();
  return { team, project: String((await team.create('projects')).id) };
}

/** Titles of the team's tasks or activities, the oldest first. */
const titles = async (team: TestTeam, resource: 'tasks' | 'activities') =>
  ((await team.get(`/${resource}?sort=created_at`)).body.data as Json[]).map(({ title }) => title);

const messages = (team: TestTeam) =>
  service.sql(
    `select m.id, m.status::text, m.status_reason, m.content, k.phone from messages m
      join conversations c on c.team_id = m.team_id and c.id = m.conversation_id
      join contacts k on k.team_id = c.team_id and k.id = c.contact_id
    where m.team_id = $1 order by m.created_at, m.id`,
    [team.id],
  );

let numbers = 0;
/** An unused number with the given ending. */
const number = (ending = '5555') => `5521${String(10_000 + numbers++)}${ending}`;

const change = async (team: TestTeam, deal: Json, fields: Json) => {
  const answer = await team.put(`/deals/${deal.id}`, fields);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
};

describe('steps', () => {
  test('create_task creates the task with the values of the deal, and emits its event', async () => {
    const { team, project } = await newTeam();
    const client = await team.create('clients', { name: 'Padaria São José' });
    await fixture.workflow(team, {
      steps: [
        {
          type: 'create_task',
          with: {
            title: 'Kick-off: {{deal.title}} ({{deal.client.name}})',
            description:
              'R$ {{deal.value}} {{deal.client}} {{deal.tags}} {{deal.is_starred}} [{{deal.loss_reason}}]',
            project_id: project,
            column: 'todo',
            priority: 'high',
            assignee_id: '{{deal.responsible_id}}',
            due_date: '{{deal.expected_close_date}}',
            estimated_hours: '{{deal.probability}}',
            tags: '{{deal.tags}}',
          },
        },
      ],
    });
    const deal = await team.create('deals', {
      title: 'Site novo',
      value: 1500.5,
      probability: 37.5,
      tags: ['a', 'b c'],
      client_id: client.id,
      responsible_id: team.users[1],
      expected_close_date: '2027-02-28',
    });
    await fixture.settled(team);
    const run = await fixture.run(team);
    expect(run).toMatchObject({ status: 'done', deal: deal.id, depth: 1, reason: null, step: 1 });
    expect(run.steps).toEqual([
      { step: 0, type: 'create_task', status: 'done', effect_id: expect.any(String), reason: null },
    ]);
    const made = await team.get(`/tasks/${run.steps[0]?.effect_id}`);
    expect(made.data).toMatchObject({
      title: 'Kick-off: Site novo (Padaria São José)',
      description: `R$ 1500.5 {"id":"${client.id}","name":"Padaria São José"} ["a","b c"] false []`,
      project_id: project,
      column: 'todo',
      priority: 'high',
      assignee_id: team.users[1],
      assignee_ids: [team.users[1]],
      due_date: '2027-02-28',
      estimated_hours: 37.5,
      tags: ['a', 'b c'],
    });
    expect(await fixture.events(team, made.data.id)).toMatchObject([
      { type: 'task.created', data: made.data, previous: null },
    ]);
  });

  test('create_activity creates the activity, and emits its event', async () => {
    const { team } = await newTeam();
    await fixture.workflow(team, {
      steps: [
        {
          type: 'create_activity',
          with: {
            title: 'Ligar: {{deal.title}}',
            type: 'call',
            deal_id: '{{deal.id}}',
            client_id: '{{deal.client_id}}',
            assigned_to: '{{deal.responsible_id}}',
            duration_minutes: 20,
            tags: ['retomada', '{{deal.phase}}'],
          },
        },
      ],
    });
    const deal = await team.create('deals', { phase: 'proposta' });
    await fixture.settled(team);
    const { status, steps } = await fixture.run(team);
    expect(status).toBe('done');
    const made = await team.get(`/activities/${steps[0]?.effect_id}`);
    expect(made.data).toMatchObject({
      title: `Ligar: ${deal.title}`,
      type: 'call',
      deal_id: deal.id,
      client_id: null,
      assigned_to: null,
      created_by: null,
      duration_minutes: 20,
      tags: ['retomada', 'proposta'],
    });
    expect(await fixture.events(team, made.data.id)).toMatchObject([
      { type: 'activity.created', data: made.data, previous: null },
    ]);
  });

  test('update_deal changes the deal, and emits the previous values', async () => {
    const { team } = await newTeam();
    await fixture.workflow(team, {
      steps: [
        {
          type: 'update_deal',
          with: {
            priority: 'alta',
            description: null,
            source: '{{deal.title}}',
            is_starred: true,
            phase: 'ganho',
          },
        },
      ],
    });
    const deal = await team.create('deals', { description: 'Sai', title: 'Site' });
    await fixture.settled(team);
    const { data } = await team.get(`/deals/${deal.id}`);
    expect(data).toMatchObject({
      priority: 'alta',
      description: null,
      source: 'Site',
      is_starred: true,
      phase: 'ganho',
    });
    const previous = {
      priority: 'media',
      description: 'Sai',
      source: null,
      is_starred: false,
      phase: 'lead',
    };
    expect(await fixture.events(team, deal.id)).toMatchObject([
      { type: 'deal.created' },
      { type: 'deal.updated', data, previous },
      { type: 'deal.stage_changed', data, previous },
    ]);
    expect((await fixture.run(team)).steps).toMatchObject([{ effect_id: deal.id, status: 'done' }]);
  });

  test('send_message sends through the inbox, to a contact that it creates', async () => {
    const { team } = await newTeam();
    const phone = number();
    await fixture.workflow(team, { steps: [message(team, phone)] });
    await team.create('deals', { title: 'Site' });
    await fixture.settled(team);
    const { status, steps } = await fixture.run(team);
    expect(status).toBe('done');
    const id = steps[0]?.effect_id;
    await until(async () => (await messages(team))[0]?.status === 'read');
    expect(await messages(team)).toEqual([
      { id, phone, content: 'Olá, Site!', status: 'read', status_reason: null },
    ]);
    const conversations = await team.get('/msgapp/conversations');
    expect(conversations.body.data).toMatchObject([
      { inbox_id: team.inbox, contact: { name: phone } },
    ]);
    expect(await fixture.told(team)).toEqual([
      'project.created',
      'deal.created',
      'contact.created',
      'message.created',
      'msgapp.message.status',
      'msgapp.message.status',
    ]);

    // The same conversation, by its id.
    const [conversation] = conversations.body.data as Json[];
    await fixture.workflow(team, {
      trigger: { type: 'deal_stage_changed' },
      steps: [
        {
          type: 'send_message',
          with: { conversation_id: conversation?.id, content: 'Agora em {{deal.phase}}' },
        },
      ],
    });
    const [deal = {}] = (await team.get('/deals')).body.data as Json[];
    await change(team, deal, { phase: 'ganho' });
    await fixture.settled(team);
    expect((await messages(team)).map(({ content }) => content)).toEqual([
      'Olá, Site!',
      'Agora em ganho',
    ]);
    expect((await team.get('/msgapp/conversations')).body.data).toHaveLength(1);
  });

  test('in a list of a record, missing template values are left out, and a list adds its entries', async () => {
    const { team } = await newTeam();
    await fixture.workflow(team, {
      trigger: { type: 'deal_stage_changed' },
      steps: [
        {
          type: 'create_activity',
          with: {
            title: 'Ligar',
            tags: ['lead', '{{deal.source}}', '{{deal.tags}}', '{{deal.phase}}'],
          },
        },
      ],
    });
    const deal = await team.create('deals', { tags: ['a', 'b'] });
    await change(team, deal, { phase: 'ganho' });
    await fixture.settled(team);
    const [made = {}] = (await team.get('/activities')).body.data as Json[];
    expect(made.tags).toEqual(['lead', 'a', 'b', 'ganho']);
  });

  test('call_webhook calls only that endpoint, with the data of the step', async () => {
    const { team } = await newTeam();
    const endpoint = (name: string, events: string[]) =>
      team.create('webhooks', { name, url: 'https://example.com/h', events });
    const [called] = [
      await endpoint('Chamado', ['task.deleted']),
      await endpoint('Tudo', ['*']),
      await endpoint('Nada', []),
    ];
    await fixture.workflow(team, {
      trigger: { type: 'deal_stage_changed' },
      steps: [
        {
          type: 'call_webhook',
          with: {
            webhook_id: called.id,
            data: {
              id: '{{deal.id}}',
              valor: '{{deal.value}}',
              de: '{{previous.phase}}',
              lista: ['{{deal.tags}}', 'fim: {{deal.phase}}', 1.5, null],
              dentro: { cliente: '{{deal.client}}' },
            },
          },
        },
        { type: 'call_webhook', with: { webhook_id: called.id } },
      ],
    });
    const deal = await team.create('deals', { value: 10.25, tags: ['x'] });
    await change(team, deal, { phase: 'ganho' });
    await fixture.settled(team);
    const { status, steps } = await fixture.run(team);
    expect(status).toBe('done');
    const calls = (await fixture.events(team, deal.id)).filter(({ type }) => type.includes('call'));
    expect(calls).toEqual([
      {
        id: steps[0]?.effect_id,
        type: 'workflow.call',
        created_at: expect.any(String),
        data: {
          id: deal.id,
          valor: 10.25,
          de: 'lead',
          lista: [['x'], 'fim: ganho', 1.5, null],
          dentro: { cliente: null },
        },
        previous: null,
      },
      {
        id: steps[1]?.effect_id,
        type: 'workflow.call',
        created_at: expect.any(String),
        data: {},
        previous: null,
      },
    ]);
    const rows = await service.sql(
      `select webhook_id, id, record_id, status::text from deliveries where team_id = $1 and event = 'workflow.call' order by id`,
      [team.id],
    );
    expect(rows).toEqual(
      steps.map(({ effect_id }) => ({
        webhook_id: called.id,
        id: effect_id,
        record_id: deal.id,
        status: 'pending',
      })),
    );
  });

  test('wait waits, and the steps after it run then', async () => {
    const { team } = await newTeam();
    await fixture.workflow(team, { steps: [activity('Antes'), waiting('2h'), activity('Depois')] });
    await team.create('deals');
    await fixture.settled(team);
    const before = await fixture.run(team);
    expect(before).toMatchObject({ status: 'pending', step: 2, failures: 0 });
    expect(before.wait).toBeGreaterThan(7_190);
    expect(before.wait).toBeLessThanOrEqual(7_200);
    expect(await titles(team, 'activities')).toEqual(['Antes']);
    await fixture.pass(team, 7_000);
    expect(await titles(team, 'activities')).toEqual(['Antes']);
    await fixture.pass(team, 201);
    expect(await titles(team, 'activities')).toEqual(['Antes', 'Depois']);
    const { status, steps } = await fixture.run(team);
    expect(status).toBe('done');
    expect(steps.map(({ type, status: was }) => [type, was])).toEqual([
      ['create_activity', 'done'],
      ['wait', 'done'],
      ['create_activity', 'done'],
    ]);
  });

  test('a wait at the end ends the run at once', async () => {
    const { team } = await newTeam();
    await fixture.workflow(team, { steps: [waiting('90d')] });
    await team.create('deals');
    await fixture.settled(team);
    expect(await fixture.run(team)).toMatchObject({ status: 'done', wait: null });
  });

  test('templates read the deal as it was at the change, not its current state', async () => {
    const { team } = await newTeam();
    await fixture.workflow(team, {
      trigger: { type: 'deal_stage_changed' },
      conditions: [{ field: 'value', op: 'eq', value: 100 }],
      steps: [
        waiting('1d'),
        activity('{{deal.title}} {{deal.value}} {{previous.phase}}→{{deal.phase}}'),
      ],
    });
    const deal = await team.create('deals', { title: 'Antigo', value: 100 });
    await change(team, deal, { phase: 'proposta' });
    await fixture.settled(team);
    await change(team, deal, { title: 'Novo', value: 5, client_id: null, source: 'x' });
    await team.delete(`/deals/${deal.id}`);
    await fixture.pass(team, 86_401);
    expect(await titles(team, 'activities')).toEqual(['Antigo 100 lead→proposta']);
  });
});

describe('a workflow fires', () => {
  test('on its trigger and phases, and nothing else', async () => {
    const { team } = await newTeam();
    const changed = (phases: Json, name: string) =>
      fixture.workflow(team, {
        trigger: { type: 'deal_stage_changed', ...phases },
        steps: [activity(name)],
      });
    await fixture.workflow(team, { steps: [activity('criado')] });
    await changed({}, 'qualquer');
    await changed({ from: 'lead' }, 'de lead');
    await changed({ to: 'ganho' }, 'a ganho');
    await changed({ from: 'lead', to: 'ganho' }, 'de lead a ganho');

    const fired = async (act: () => Promise<unknown>) => {
      const before = (await titles(team, 'activities')).length;
      await act();
      await fixture.settled(team);
      return (await titles(team, 'activities')).slice(before).sort();
    };
    let deal: Json = {};
    expect(
      await fired(async () => {
        deal = await team.create('deals');
      }),
    ).toEqual(['criado']);
    expect(await fired(() => change(team, deal, { title: 'Outro', phase: 'lead' }))).toEqual([]);
    expect(await fired(() => change(team, deal, { phase: ' lead ' }))).toEqual([]);
    expect(await fired(() => change(team, deal, { phase: 'Ganho' }))).toEqual([
      'de lead',
      'qualquer',
    ]);
    expect(await fired(() => change(team, deal, { phase: 'ganho' }))).toEqual([
      'a ganho',
      'qualquer',
    ]);
    expect(await fired(() => change(team, deal, { phase: 'ganho' }))).toEqual([]);
    expect(await fired(() => change(team, deal, { phase: 'lead' }))).toEqual(['qualquer']);
    expect(await fired(() => change(team, deal, { phase: 'ganho', value: 1 }))).toEqual([
      'a ganho',
      'de lead',
      'de lead a ganho',
      'qualquer',
    ]);
    expect(await fired(() => team.delete(`/deals/${deal.id}`))).toEqual([]);
    expect(await fired(() => team.create('clients'))).toEqual([]);
    // A deal created in a phase has no previous one.
    expect(await fired(() => team.create('deals', { phase: 'ganho' }))).toEqual(['criado']);
  });

  test('only if its conditions hold: otherwise the run is skipped, with the failed condition', async () => {
    const { team } = await newTeam();
    const workflow = await fixture.workflow(team, {
      conditions: [
        { field: 'value', op: 'gte', value: 100 },
        { field: 'source', op: 'contains', value: 'site' },
      ],
      steps: [activity('Feito')],
    });
    const runOf = async (fields: Json) => {
      const { id } = await team.create('deals', fields);
      await fixture.settled(team);
      return (await fixture.runs(team, workflow)).find(({ deal }) => deal === id);
    };
    expect(await runOf({ value: 99.99, source: 'site' })).toMatchObject({
      status: 'skipped',
      reason: 'the deal did not meet: value gte 100',
      wait: null,
      steps: [],
    });
    expect(await runOf({ value: 100, source: 'indicação' })).toMatchObject({
      status: 'skipped',
      reason: 'the deal did not meet: source contains "site"',
    });
    expect(await titles(team, 'activities')).toEqual([]);
    expect(await runOf({ value: 100, source: 'Do Site' })).toMatchObject({ status: 'done' });
    expect(await titles(team, 'activities')).toEqual(['Feito']);
  });

  test('with a run stored in the same transaction as the change', async () => {
    const { team } = await newTeam();
    const deal = await team.create('deals', { title: 'Antes' });
    await fixture.workflow(team, {
      trigger: { type: 'deal_stage_changed' },
      steps: [activity('Feito')],
    });
    await fixture.workflow(team, { steps: [activity('Feito')] });
    const before = await fixture.told(team);
    await service.sql(
      `alter table workflow_runs add constraint broken check (team_id <> '${team.id}') not valid`,
    );
    try {
      expect((await team.put(`/deals/${deal.id}`, { phase: 'ganho' })).status).toBe(500);
      expect((await team.post('/deals', { title: 'Novo' })).status).toBe(500);
      // Changes that fire nothing still work.
      expect((await team.put(`/deals/${deal.id}`, { title: 'Depois' })).status).toBe(200);
    } finally {
      await service.sql('alter table workflow_runs drop constraint broken');
    }
    expect((await team.get('/deals')).body.data).toMatchObject([{ phase: 'lead' }]);
    expect(await fixture.told(team)).toEqual([...before, 'deal.updated']);
    expect(await fixture.runs(team)).toEqual([]);
  });

  test('on changes by other workflows, not on its own', async () => {
    const { team } = await newTeam();
    const workflow = await fixture.workflow(team, {
      trigger: { type: 'deal_stage_changed' },
      steps: [toPhase('ganho'), toPhase('perdido'), activity('próprio')],
    });
    const otherWorkflow = await fixture.workflow(team, {
      trigger: { type: 'deal_stage_changed', to: 'perdido' },
      steps: [activity('{{previous.phase}}')],
    });
    const deal = await team.create('deals');
    await change(team, deal, { phase: 'proposta' });
    await fixture.settled(team);
    expect(await fixture.runs(team, workflow)).toMatchObject([{ status: 'done', depth: 1 }]);
    expect(await fixture.runs(team, otherWorkflow)).toMatchObject([{ status: 'done', depth: 2 }]);
    expect((await titles(team, 'activities')).sort()).toEqual(['ganho', 'próprio']);
    // Not permanently: the next change by people fires it again.
    await change(team, deal, { phase: 'proposta' });
    await fixture.settled(team);
    expect(await fixture.runs(team, workflow)).toHaveLength(2);
  });

  test('in a chain of at most five runs', async () => {
    const { team } = await newTeam();
    for (let i = 0; i < 7; i += 1) {
      await fixture.workflow(team, {
        trigger: { type: 'deal_stage_changed', to: `f${i}` },
        steps: [toPhase(`f${i + 1}`)],
      });
    }
    const deal = await team.create('deals');
    await change(team, deal, { phase: 'f0' });
    await fixture.settled(team);
    const runs = await fixture.runs(team);
    expect(runs.map(({ depth, status }) => [depth, status])).toEqual(
      [1, 2, 3, 4, 5].map((depth) => [depth, 'done']),
    );
    expect((await team.get(`/deals/${deal.id}`)).data.phase).toBe('f5');
    // The change that fires nothing more emits its event as usual.
    expect(
      (await fixture.told(team, deal.id)).filter((type) => type.includes('stage_changed')),
    ).toHaveLength(6);
  });

  test('a limited number of times if two workflows move a deal back and forth', async () => {
    const { team } = await newTeam();
    for (const [from, to] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const)
      await fixture.workflow(team, {
        trigger: { type: 'deal_stage_changed', to: from },
        steps: [toPhase(to)],
      });
    const deal = await team.create('deals');
    await change(team, deal, { phase: 'a' });
    await fixture.settled(team);
    expect(await fixture.runs(team)).toHaveLength(5);
    expect((await team.get(`/deals/${deal.id}`)).data.phase).toBe('b');
  });

  test('only while it is switched on; waiting runs then end as skipped', async () => {
    const { team } = await newTeam();
    const workflow = await fixture.workflow(team, {
      steps: [activity('Antes'), waiting('1h'), activity('Depois')],
    });
    await team.create('deals');
    await fixture.settled(team);
    const activate = (isActive: boolean) =>
      service.sql('update workflows set is_active = $2 where id = $1', [workflow, isActive]);
    await activate(false);
    await team.create('deals');
    await fixture.pass(team, 3_601);
    expect(await fixture.run(team)).toMatchObject({
      status: 'skipped',
      reason: 'the workflow was disabled',
      step: 2,
    });
    expect(await titles(team, 'activities')).toEqual(['Antes']);
    // Changes made while it was off get no run.
    await activate(true);
    await fixture.settled(team);
    expect(await fixture.runs(team)).toHaveLength(1);
    await team.create('deals');
    await fixture.settled(team);
    expect(await titles(team, 'activities')).toEqual(['Antes', 'Antes']);
  });
});

describe('teams', () => {
  test('with the same workflow run separately', async () => {
    const [one, second] = [await newTeam(), await newTeam()];
    const phone = number();
    for (const { team, project } of [one, second])
      await fixture.workflow(team, {
        steps: [task(project, '{{deal.title}}'), message(team, phone), activity('{{deal.title}}')],
      });
    const deal = await one.team.create('deals', { title: 'De um' });
    await fixture.settled(one.team);
    await fixture.settled(second.team);
    expect(await fixture.run(one.team)).toMatchObject({ status: 'done', deal: deal.id });
    expect(await fixture.runs(second.team)).toEqual([]);
    for (const resource of ['tasks', 'activities'] as const) {
      expect(await titles(one.team, resource)).toEqual(['De um']);
      expect(await titles(second.team, resource)).toEqual([]);
    }
    expect(await messages(one.team)).toHaveLength(1);
    expect(await messages(second.team)).toEqual([]);
    expect(await fixture.told(second.team)).toEqual(['project.created']);
  });

  test("do not reach another team's project, inbox, deal or endpoint", async () => {
    const [{ team }, theirs] = [await newTeam(), await newTeam()];
    const foreign = {
      webhook: (
        await theirs.team.create('webhooks', {
          url: 'https://example.com/h',
          events: ['task.deleted'],
        })
      ).id,
      deal: (await theirs.team.create('deals')).id,
    };
    const before = await fixture.told(theirs.team);
    const cases: [{ type: string; with: Json }, reason: string][] = [
      [task(theirs.project), 'project_id: no project has this id.'],
      [
        { type: 'create_activity', with: { title: 'A', deal_id: foreign.deal } },
        'deal_id: no deal has this id.',
      ],
      [
        { type: 'update_deal', with: { responsible_id: theirs.team.users[0] } },
        'responsible_id: no user has this id.',
      ],
      [message(theirs.team, number()), 'inbox_id: no inbox has this id.'],
      [
        { type: 'call_webhook', with: { webhook_id: foreign.webhook } },
        'webhook_id: no webhook endpoint has this id.',
      ],
    ];
    const workflows: string[] = [];
    for (const [step] of cases)
      workflows.push(await fixture.workflow(team, { steps: [step, activity('Nie')] }));
    await team.create('deals');
    await fixture.settled(team);
    for (const [i, [step, reason]] of cases.entries()) {
      const run = await fixture.run(team, workflows[i]);
      expect(run).toMatchObject({ status: 'pending', step: 0, failures: 1, reason });
      expect(run.steps).toEqual([
        { step: 0, type: step.type, status: 'failed', effect_id: null, reason },
      ]);
    }
    expect(await fixture.told(theirs.team)).toEqual(before);
    expect(await titles(team, 'activities')).toEqual([]);
    for (const [table, count] of [
      ['tasks', 0],
      ['messages', 0],
      ['contacts', 0],
      ['deliveries', 0],
    ] as const)
      expect(
        await service.sql(`select 1 from ${table} where team_id in ($1, $2)`, [
          team.id,
          theirs.team.id,
        ]),
        table,
      ).toHaveLength(count);
  });
});

describe('a failing step', () => {
  test('is retried after 5 s, 30 s, 2 min, 10 min and 1 h; then the run has failed', async () => {
    const { team } = await newTeam();
    const reason = 'project_id: no project has this id.';
    await fixture.workflow(team, {
      steps: [activity('Antes'), task(uuidv7()), activity('Depois')],
    });
    await team.create('deals');
    await fixture.settled(team);
    for (const [failures, seconds] of waits.entries()) {
      expect(await fixture.run(team)).toMatchObject({
        status: 'pending',
        step: 1,
        failures: failures + 1,
        reason,
        steps: [{ status: 'done' }, { status: 'failed', reason }],
      });
      const [exact] = await service.sql(
        `select extract(epoch from r.next_step_at - s.completed_at)::float8 as wait from workflow_runs r
          join workflow_steps s on s.team_id = r.team_id and s.run_id = r.id and s.step = 1 where r.team_id = $1`,
        [team.id],
      );
      expect(exact).toEqual({ wait: seconds });
      // A minute too early, so that a busy machine is in time.
      await fixture.pass(team, seconds - 60);
      expect(await fixture.run(team)).toMatchObject({ failures: failures + 1 });
      await fixture.pass(team, 60.1);
    }
    expect(await fixture.run(team)).toMatchObject({
      status: 'failed',
      wait: null,
      step: 1,
      reason,
      steps: [
        { status: 'done', reason: null },
        { type: 'create_task', status: 'failed', effect_id: null, reason },
      ],
    });
    expect(await titles(team, 'activities')).toEqual(['Antes']);
    // The event follows after it is stored.
    await eventually(() =>
      expect(fixture.log).toContainEqual(
        expect.objectContaining({ level: 40, team: team.id, step: 1, reason }),
      ),
    );
  });

  test('continues once the cause is fixed, and earlier steps are not repeated', async () => {
    const { team, project } = await newTeam();
    const phone = number();
    const endpoint = await team.create('webhooks', { url: 'https://example.com/h' });
    await fixture.workflow(team, {
      steps: [
        task(project),
        message(team, phone),
        { type: 'call_webhook', with: { webhook_id: endpoint.id } },
        activity('Fim'),
      ],
    });
    const setInbox = (isActive: boolean) =>
      service.sql('update inboxes set is_active = $2 where id = $1', [team.inbox, isActive]);
    await setInbox(false);
    await team.create('deals');
    await fixture.settled(team);
    expect(await fixture.run(team)).toMatchObject({
      step: 1,
      failures: 1,
      reason: 'The inbox is not active; nothing can be sent through it until it is activated.',
    });
    await fixture.pass(team, 6);
    expect(await fixture.run(team)).toMatchObject({ step: 1, failures: 2 });
    expect(await messages(team)).toEqual([]);
    await team.put(`/webhooks/${endpoint.id}`, { is_active: false });
    await setInbox(true);
    await fixture.pass(team, 31);
    // Failures are counted per step: the next one starts at zero.
    expect(await fixture.run(team)).toMatchObject({
      step: 2,
      failures: 1,
      reason: 'webhook_id: the endpoint is inactive or has no url.',
    });
    expect((await fixture.run(team)).wait).toBeLessThanOrEqual(5);
    await team.put(`/webhooks/${endpoint.id}`, { is_active: true });
    await fixture.pass(team, 6);
    const run = await fixture.run(team);
    expect(run).toMatchObject({ status: 'done', reason: null, failures: 0 });
    expect(run.steps.map(({ status, reason }) => [status, reason])).toEqual(
      Array.from({ length: 4 }, () => ['done', null]),
    );
    expect(await titles(team, 'tasks')).toEqual(['Tarefa']);
    expect(await titles(team, 'activities')).toEqual(['Fim']);
    expect(await messages(team)).toHaveLength(1);
    expect((await fixture.told(team)).filter((type) => type === 'workflow.call')).toHaveLength(1);
  });

  test('with wrong filled values names the problem', async () => {
    const { team, project } = await newTeam();
    await fixture.workflow(team, {
      steps: [{ type: 'create_task', with: { title: '{{deal.source}}', project_id: project } }],
    });
    await team.create('deals');
    await fixture.settled(team);
    const { failures, reason } = await fixture.run(team);
    expect([failures, reason]).toEqual([1, expect.stringMatching(/^title /)]);
  });

  test('whose templates produce too many combining marks in a row names the problem', async () => {
    const { team, project } = await newTeam();
    const rule = 'must not contain more than 30 combining marks in a row.';
    const { id } = await team.create('webhooks', { name: 'H', url: 'https://example.com/h' });
    const joined = '{{deal.title}}{{deal.source}}';
    const steps = [
      { type: 'create_task', with: { title: joined, project_id: project } },
      message(team, number(), joined),
      { type: 'call_webhook', with: { webhook_id: id, data: { a: [joined] } } },
    ];
    const workflows: string[] = [];
    for (const step of steps) workflows.push(await fixture.workflow(team, { steps: [step] }));
    await team.create('deals', { title: `e${'\u0301'.repeat(30)}`, source: '\u0323' });
    await fixture.settled(team);
    for (const [i, field] of ['title', 'content', 'data'].entries()) {
      const { failures, reason } = await fixture.run(team, workflows[i]);
      expect([failures, reason]).toEqual([1, `${field} ${rule}`]);
    }
  });

  test.each([
    [{ webhook_id: '{{deal.title}}' }, 'webhook_id must be a UUID.'],
    [{ webhook_id: '{{deal.loss_reason}}' }, 'webhook_id must be a UUID.'],
    [{ data: '{{deal.title}}' }, 'data must be an object, at most 32 levels deep.'],
  ])(
    'of a call that is filled as %j names the problem, and sends nothing',
    async (values, says) => {
      const { team } = await newTeam();
      const { id } = await team.create('webhooks', { name: 'H', url: 'https://example.com/h' });
      await fixture.workflow(team, {
        steps: [{ type: 'call_webhook', with: { webhook_id: id, ...values } }],
      });
      await team.create('deals');
      await fixture.settled(team);
      const { failures, reason } = await fixture.run(team);
      expect([failures, reason]).toEqual([1, says]);
      expect(await fixture.told(team)).not.toContain('workflow.call');
    },
  );

  test('while recording its outcome has no effect', async () => {
    const { team, project } = await newTeam();
    await fixture.workflow(team, { steps: [task(project), activity('Fim')] });
    await service.sql(
      `alter table workflow_steps add constraint broken check (team_id <> '${team.id}') not valid`,
    );
    const failures = () =>
      fixture.log.filter(({ msg }) => msg === 'a workflow run failed unexpectedly');
    const before = failures().length;
    try {
      await team.create('deals');
      await until(() => failures().length > before);
    } finally {
      await service.sql('alter table workflow_steps drop constraint broken');
    }
    expect(await titles(team, 'tasks')).toEqual([]);
    expect(await fixture.told(team)).toEqual(['project.created', 'deal.created']);
    expect(await fixture.run(team)).toMatchObject({ status: 'pending', step: 0, steps: [] });
    // Its claim expires.
    await fixture.pass(team, 46);
    expect(await fixture.run(team)).toMatchObject({ status: 'done' });
    expect(await titles(team, 'tasks')).toEqual(['Tarefa']);
  });

  test('with an internal cause reveals nothing more, and is retried', async () => {
    const { team, project } = await newTeam();
    await fixture.workflow(team, { steps: [task(project)] });
    await service.sql(
      `alter table tasks add constraint broken check (team_id <> '${team.id}') not valid`,
    );
    try {
      await team.create('deals');
      await fixture.settled(team);
    } finally {
      await service.sql('alter table tasks drop constraint broken');
    }
    const reason = 'something went wrong in the service; see its log';
    expect(await fixture.run(team)).toMatchObject({ failures: 1, reason, steps: [{ reason }] });
    expect(fixture.log).toContainEqual(
      expect.objectContaining({ level: 50, msg: 'a workflow step failed unexpectedly' }),
    );
    await fixture.pass(team, 6);
    expect(await fixture.run(team)).toMatchObject({ status: 'done' });
  });

  test('cannot update a deleted deal', async () => {
    const { team } = await newTeam();
    await fixture.workflow(team, { steps: [waiting('1h'), toPhase('ganho')] });
    const { id } = await team.create('deals');
    await fixture.settled(team);
    await service.sql('delete from deals where id = $1', [id]);
    await service.sql(recount(deals));
    await fixture.pass(team, 3_601);
    expect(await fixture.run(team)).toMatchObject({
      failures: 1,
      reason: 'The deal no longer exists.',
    });
  });
});

describe('messages', () => {
  test('one that was certainly not sent is retried, each time as another message', async () => {
    const { team } = await newTeam();
    const phone = number();
    fixture.answers.set(phone, () =>
      refused('throttled', finding('throttled', 'too many messages')),
    );
    await fixture.workflow(team, { steps: [message(team, phone), activity('Depois')] });
    await team.create('deals');
    await fixture.settled(team);
    const ids = new Set<unknown>();
    for (const [tries, seconds] of waits.entries()) {
      const run = await fixture.run(team);
      expect(run).toMatchObject({
        status: 'pending',
        failures: tries + 1,
        reason: 'throttled: too many messages',
        steps: [{ status: 'failed', reason: expect.stringContaining('throttled: ') }],
      });
      ids.add(run.steps[0]?.effect_id);
      expect(await messages(team)).toHaveLength(tries + 1);
      await fixture.pass(team, seconds + 1);
    }
    const { status, steps } = await fixture.run(team);
    expect(status).toBe('failed');
    ids.add(steps[0]?.effect_id);
    const storedMessages = await messages(team);
    expect(new Set(storedMessages.map(({ id }) => id))).toEqual(ids);
    expect(storedMessages.map((each) => each.status)).toEqual(
      Array.from({ length: 6 }, () => 'failed'),
    );
    expect(fixture.sends.filter(({ to }) => to.phone === phone)).toHaveLength(6);
    expect(await titles(team, 'activities')).toEqual([]);
  });

  test('one that the gateway refuses permanently fails the run at once, without retries', async () => {
    const { team } = await newTeam();
    const phone = number('0000');
    await fixture.workflow(team, { steps: [message(team, phone), activity('Depois')] });
    await team.create('deals');
    await fixture.settled(team);
    const reason = 'rejected: the sandbox refuses numbers that end in 0000';
    expect(await fixture.run(team)).toMatchObject({
      status: 'failed',
      reason,
      steps: [{ status: 'failed', reason }],
    });
    await fixture.pass(team, 4_000);
    expect(await messages(team)).toMatchObject([{ status: 'failed' }]);
    expect(fixture.sends.filter(({ to }) => to.phone === phone)).toHaveLength(1);
  });

  test('one that is finally sent ends the retries', async () => {
    const { team } = await newTeam();
    const phone = number();
    fixture.answers.set(phone, () => refused('network', finding('unreached', 'nobody is there')));
    await fixture.workflow(team, { steps: [message(team, phone), activity('Depois')] });
    await team.create('deals');
    await fixture.settled(team);
    expect(await fixture.run(team)).toMatchObject({ failures: 1 });
    fixture.answers.delete(phone);
    await fixture.pass(team, 6);
    const run = await fixture.run(team);
    expect(run).toMatchObject({ status: 'done', steps: [{ status: 'done', reason: null }, {}] });
    expect((await messages(team)).map(({ id }) => id)[1]).toBe(run.steps[0]?.effect_id);
    expect(fixture.sends.filter(({ to }) => to.phone === phone)).toHaveLength(2);
  });

  test('one with an unknown outcome is not sent again: the run checks every minute', async () => {
    const { team } = await newTeam();
    const phone = number('0004');
    await fixture.workflow(team, { steps: [message(team, phone), activity('Depois')] });
    await team.create('deals');
    await fixture.settled(team);
    const run = await fixture.run(team);
    expect(run).toMatchObject({
      status: 'pending',
      step: 0,
      failures: 0,
      steps: [{ type: 'send_message', status: 'running', effect_id: expect.any(String) }],
    });
    expect(run.wait).toBeGreaterThan(55);
    expect(run.wait).toBeLessThanOrEqual(60);
    await until(async () => (await messages(team))[0]?.status === 'read');
    await fixture.pass(team, 50);
    expect(await fixture.run(team)).toMatchObject({ step: 0 });
    await fixture.pass(team, 11);
    expect(await fixture.run(team)).toMatchObject({
      status: 'done',
      steps: [{ status: 'done', effect_id: run.steps[0]?.effect_id }, { status: 'done' }],
    });
    expect(await messages(team)).toHaveLength(1);
    expect(fixture.sends.filter(({ to }) => to.phone === phone)).toHaveLength(1);
    expect(await titles(team, 'activities')).toEqual(['Depois']);
  });

  test('one with an unknown outcome for a day fails the run, and is not sent again', async () => {
    const { team } = await newTeam();
    const phone = number();
    fixture.answers.set(phone, () => unknown('timeout', finding('unreached', 'no answer')));
    await fixture.workflow(team, { steps: [message(team, phone), activity('Depois')] });
    await team.create('deals');
    await fixture.settled(team);
    for (let minute = 0; minute < 3; minute += 1) {
      await fixture.pass(team, 61);
      const { status, failures, wait } = await fixture.run(team);
      expect([status, failures]).toEqual(['pending', 0]);
      expect(wait).toBeGreaterThan(50);
    }
    await service.sql(
      `update messages set created_at = ${earlier('created_at', '$2')} where team_id = $1`,
      [team.id, day],
    );
    await sweepOnce(service.database);
    await fixture.pass(team, 61);
    const reason =
      'unconfirmed: no confirmation came within 24 hours. The message may have been sent, so it is not sent again.';
    expect(await fixture.run(team)).toMatchObject({
      status: 'failed',
      reason,
      steps: [{ status: 'failed', reason, effect_id: expect.any(String) }],
    });
    expect(await messages(team)).toMatchObject([{ status: 'failed' }]);
    expect(fixture.sends.filter(({ to }) => to.phone === phone)).toHaveLength(1);
    expect(await titles(team, 'activities')).toEqual([]);
  });

  test('one at which a gateway failed may have been sent: it is not sent again', async () => {
    const { team } = await newTeam();
    const phone = number();
    fixture.answers.set(phone, () => refused('gateway', finding('gateway_failed', 'answered 500')));
    await fixture.workflow(team, { steps: [message(team, phone), activity('Depois')] });
    await team.create('deals');
    await fixture.settled(team);
    expect(await fixture.run(team)).toMatchObject({
      status: 'failed',
      reason: 'gateway: answered 500. The message may have been sent, so it is not sent again.',
    });
    expect(fixture.sends.filter(({ to }) => to.phone === phone)).toHaveLength(1);
  });

  test('one that was accepted and failed later counts as sent: the run continues', async () => {
    const { team } = await newTeam();
    const phone = number();
    const content = 'Oi';
    let answer = (_sent: Sent) => {};
    fixture.answers.set(phone, () => new Promise<Sent>((resolve) => (answer = resolve)));
    await fixture.workflow(team, { steps: [message(team, phone, content), activity('Depois')] });
    await team.create('deals');
    await until(() => fixture.sends.some(({ to }) => to.phone === phone));
    // The network reports the failure before its answer arrives.
    await service.sql(
      `update messages set status = 'failed', status_reason = 'undelivered: x', msgapp_message_id = 'n1' where team_id = $1`,
      [team.id],
    );
    answer(unknown('timeout', finding('unreached', 'no answer')));
    await fixture.settled(team);
    expect(await fixture.run(team)).toMatchObject({ status: 'done' });
    expect(await messages(team)).toMatchObject([{ status: 'failed' }]);
  });

  test('one that is confirmed before its answer arrives is confirmed', async () => {
    const { team } = await newTeam();
    const phone = number();
    const connection = sandboxConnection(service.secrets, team.id, team.inbox);
    fixture.answers.set(phone, async () => {
      const payload = { statuses: [{ id: 'early-1', status: 'delivered' }] };
      const db = service.database.team(team.id);
      const callback = sandboxCallback(connection, payload);
      expect((await receive(service.messaging, db, team.inbox, callback)).kind).toBe('taken');
      return { outcome: 'accepted', networkId: 'early-1' };
    });
    await fixture.workflow(team, { steps: [message(team, phone)] });
    await team.create('deals');
    await fixture.settled(team);
    expect(await fixture.run(team)).toMatchObject({ status: 'done' });
    expect(await messages(team)).toMatchObject([{ status: 'delivered' }]);
  });

  test('one for a disconnected inbox is retried', async () => {
    const { team } = await newTeam();
    const phone = number();
    const connect = (isConnected: boolean) =>
      service.sql('update inboxes set is_connected = $2 where id = $1', [team.inbox, isConnected]);
    await connect(false);
    await fixture.workflow(team, { steps: [message(team, phone)] });
    await team.create('deals');
    await fixture.settled(team);
    expect(await fixture.run(team)).toMatchObject({
      failures: 1,
      reason: 'disconnected: the inbox is disconnected',
    });
    expect((await fixture.run(team)).wait).toBeLessThanOrEqual(5);
    await connect(true);
    await fixture.pass(team, 6);
    expect(await fixture.run(team)).toMatchObject({ status: 'done' });
    expect(fixture.sends.filter(({ to }) => to.phone === phone)).toHaveLength(1);
  });
});

describe('exactly once', () => {
  /** Releases the team's run for another worker, like an expired claim. */
  const loseClaim = (team: TestTeam) =>
    service.sql(
      `update workflow_runs set claimed_until = now() - interval '1 second' where team_id = $1 and status = 'pending'`,
      [team.id],
    );
  const claimOf = async (team: TestTeam) =>
    (await service.sql('select claim from workflow_runs where team_id = $1', [team.id]))[0]?.claim;
  // Retries left by other tests would become due in the middle of these, and wait for the same locks.
  beforeEach(() =>
    service.sql(`delete from workflow_runs where status = 'pending' and claimed_until is null`),
  );
  /** Waits until the given number of statements wait for a lock. */
  const blocked = (count: number) =>
    until(async () => (await readLockWaits(service.sql)).length === count);

  test('a step whose claim was lost between effect and record is rolled back, and run by the other worker', async () => {
    const { team, project } = await newTeam();
    const otherQueues = fixture.another();
    await fixture.workflow(team, { steps: [task(project), activity('Fim')] });
    // The task is inserted, and its reference to the project waits.
    const release = await fixture.holding(
      'select from projects where team_id = $1 and id = $2 for update',
      [team.id, project],
    );
    await team.create('deals');
    await blocked(1);
    const first = await claimOf(team);
    await loseClaim(team);
    await blocked(2);
    expect(await claimOf(team)).not.toBe(first);
    await release();
    await fixture.settled(team);
    await otherQueues.stop();
    const run = await fixture.run(team);
    expect(run).toMatchObject({ status: 'done', failures: 0 });
    expect((await team.get('/tasks')).body.data).toMatchObject([{ id: run.steps[0]?.effect_id }]);
    expect(await titles(team, 'activities')).toEqual(['Fim']);
    expect(await fixture.told(team)).toEqual([
      'project.created',
      'deal.created',
      'task.created',
      'activity.created',
    ]);
  });

  test('a worker whose claim was lost does not send the message', async () => {
    const { team } = await newTeam();
    const phone = number();
    const otherQueues = fixture.another();
    await fixture.workflow(team, { steps: [message(team, phone), activity('Fim')] });
    const release = await fixture.holding('lock table workflow_steps in access exclusive mode');
    await team.create('deals');
    await blocked(1);
    await loseClaim(team);
    await blocked(2);
    await release();
    await fixture.settled(team);
    await otherQueues.stop();
    expect(await fixture.run(team)).toMatchObject({ status: 'done' });
    expect(fixture.sends.filter(({ to }) => to.phone === phone)).toHaveLength(1);
    expect(await messages(team)).toHaveLength(1);
    expect(await titles(team, 'activities')).toEqual(['Fim']);
  });

  test('a message in flight is not sent by another worker that takes the run over', async () => {
    const { team } = await newTeam();
    const phone = number();
    let answer = () => {};
    fixture.answers.set(
      phone,
      ({ reference }) =>
        new Promise<Sent>((resolve) => {
          answer = () => resolve({ outcome: 'accepted', networkId: `sandbox.${reference}` });
        }),
    );
    const otherQueues = fixture.another();
    await fixture.workflow(team, { steps: [message(team, phone), activity('Fim')] });
    await team.create('deals');
    await until(() => fixture.sends.some(({ to }) => to.phone === phone));
    await loseClaim(team);
    // The other worker finds it in flight, and checks again in a minute.
    await until(async () => ((await fixture.run(team)).wait ?? 0) > 50);
    // It treats its process as ended: the sandbox continues messages that it accepted at the next sweep.
    expect(await messages(team)).toMatchObject([
      {
        status: 'pending',
        status_reason: 'stopped: the service stopped before the gateway answered',
      },
    ]);
    answer();
    await until(async () => (await messages(team))[0]?.status !== 'pending');
    await fixture.pass(team, 61);
    await otherQueues.stop();
    expect(await fixture.run(team)).toMatchObject({ status: 'done' });
    expect(fixture.sends.filter(({ to }) => to.phone === phone)).toHaveLength(1);
    expect(await messages(team)).toHaveLength(1);
    expect(await titles(team, 'activities')).toEqual(['Fim']);
    // It was sent after all, and no status contradicts that.
    expect(await messages(team)).toMatchObject([{ status: 'sent', status_reason: null }]);
  });

  test('a hanging send blocks no other run of the team', async () => {
    const { team } = await newTeam();
    const phone = number();
    let answer = () => {};
    fixture.answers.set(
      phone,
      ({ reference }) =>
        new Promise<Sent>((resolve) => {
          answer = () => resolve({ outcome: 'accepted', networkId: reference });
        }),
    );
    await fixture.workflow(team, {
      conditions: [{ field: 'title', op: 'eq', value: 'Pendura' }],
      steps: [message(team, phone)],
    });
    const otherWorkflow = await fixture.workflow(team, {
      trigger: { type: 'deal_stage_changed' },
      steps: [activity('Feito')],
    });
    const deal = await team.create('deals', { title: 'Pendura' });
    await until(() => fixture.sends.some(({ to }) => to.phone === phone));
    await change(team, deal, { phase: 'ganho' });
    await until(async () => (await fixture.run(team, otherWorkflow)).status === 'done', 30_000);
    answer();
    await fixture.settled(team);
    expect((await fixture.runs(team)).map(({ status }) => status)).toEqual(['done', 'done']);
  });

  test('an ended run holds no claim', async () => {
    const { team } = await newTeam();
    await fixture.workflow(team, { steps: [activity('Feito')] });
    await fixture.workflow(team, {
      conditions: [{ field: 'title', op: 'eq', value: 'Outro' }],
      steps: [activity('Nunca')],
    });
    const phone = number();
    fixture.answers.set(phone, () => refused('gateway', finding('gateway_failed', 'answered 500')));
    await fixture.workflow(team, { steps: [message(team, phone)] });
    await team.create('deals');
    await fixture.settled(team);
    const rows = await service.sql(
      'select status::text, claim, claimed_until from workflow_runs where team_id = $1 order by status',
      [team.id],
    );
    expect(rows).toEqual(
      ['done', 'failed', 'skipped'].map((status) => ({ status, claim: null, claimed_until: null })),
    );
  });

  test('a claim lasts from step to step, and throughout a send', async () => {
    const { team, project } = await newTeam();
    const claimed = async () => {
      const [row] = await service.sql(
        'select extract(epoch from claimed_until - now())::float8 as left from workflow_runs where team_id = $1',
        [team.id],
      );
      return row?.left;
    };
    const nearlyLose = () =>
      service.sql(
        `update workflow_runs set claimed_until = now() + interval '15 seconds' where team_id = $1`,
        [team.id],
      );
    const phone = number();
    const seen: unknown[] = [];
    fixture.answers.set(phone, async ({ reference }) => {
      seen.push(await claimed());
      await nearlyLose();
      return { outcome: 'accepted', networkId: reference };
    });
    await fixture.workflow(team, { steps: [message(team, phone), task(project)] });
    const releaseProject = await fixture.holding(
      'select from projects where team_id = $1 and id = $2 for update',
      [team.id, project],
    );
    const releaseSteps = await fixture.holding(
      'lock table workflow_steps in access exclusive mode',
    );
    await team.create('deals');
    await blocked(1);
    await nearlyLose();
    await releaseSteps();
    await until(() => seen.length > 0);
    await blocked(1);
    seen.push(await claimed());
    await releaseProject();
    await fixture.settled(team);
    expect(await fixture.run(team)).toMatchObject({ status: 'done' });
    for (const left of seen) expect(left).toBeGreaterThan(30);
    expect(seen).toHaveLength(2);
  });

  test('two processes share many runs, and no step runs twice', async () => {
    const { team, project } = await newTeam();
    const otherQueues = fixture.another();
    await fixture.workflow(team, {
      steps: [task(project, '{{deal.title}}'), activity('{{deal.title}}')],
    });
    const names = Array.from({ length: 40 }, (_, i) => `Negócio ${String(i).padStart(2, '0')}`);
    await Promise.all(names.map((title) => team.create('deals', { title })));
    await fixture.settled(team);
    await otherQueues.stop();
    for (const resource of ['tasks', 'activities'] as const) {
      const { body } = await team.get(`/${resource}?limit=100&sort=title`);
      expect((body.data as Json[]).map(({ title }) => title)).toEqual(names);
    }
  });

  test('a stopping process releases its runs where they are', async () => {
    const { team, project } = await newTeam();
    await fixture.workflow(team, { steps: [task(project), activity('Fim')] });
    const release = await fixture.holding(
      'select from projects where team_id = $1 and id = $2 for update',
      [team.id, project],
    );
    await team.create('deals');
    await blocked(1);
    const restarted = fixture.restart();
    await sleep(50);
    await release();
    await restarted;
    // At once, without waiting for the claim to expire.
    await until(async () => (await fixture.run(team)).status === 'done', 30_000);
    expect(await titles(team, 'tasks')).toEqual(['Tarefa']);
    expect(await titles(team, 'activities')).toEqual(['Fim']);
  });
});
