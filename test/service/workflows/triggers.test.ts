import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { type IncomingMessage, storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { maxRunsPerHour } from '#server/features/workflows/run-limit.ts';
import type { Json, TestTeam } from '#test/support/harness.ts';
import { makePerson, ownPage, type TestPerson } from '#test/support/people.ts';
import { useWorkflows } from '#test/support/workflows/fixture.ts';

/*
 * Workflows about tasks, conversations and campaigns: which changes fire them through any interface, which values they read, and how their
 * steps change the record.
 */
const fixture = useWorkflows();
const { service } = fixture;

const activity = (title: string) => ({ type: 'create_activity', with: { title } });

interface Place {
  readonly team: TestTeam;
  readonly ana: TestPerson;
  /** Titles of the activities that the workflows created since the last call. */
  done(): Promise<string[]>;
}

async function place(): Promise<Place> {
  const team = await service.team();
  const ana = await makePerson(service, team, 'admin');
  let seen = 0;
  return {
    team,
    ana,
    async done() {
      await fixture.settled(team);
      const { body } = await team.get('/activities?sort=created_at&limit=100');
      const titles = (body.data as Json[]).map(({ title }) => String(title));
      const since = titles.slice(seen).sort();
      seen = titles.length;
      return since;
    },
  };
}

const ok = async (answer: Promise<{ status: number; text: string; data: Json }>) => {
  const { status, text, data } = await answer;
  expect([200, 201], text).toContain(status);
  return data;
};

let numbers = 0;
const newPhone = () => `55219${String(20_000_000 + numbers++)}`;

/** Receives a message of a contact. */
const arrive = (team: TestTeam, more: Partial<IncomingMessage> = {}) =>
  storeIncoming(service.database.team(team.id), team.inbox, 's.msgapp.net', {
    networkId: uuidv7(),
    chat: { phone: newPhone() },
    origin: 'contact',
    type: 'text',
    text: 'Bom dia',
    ...more,
  } as IncomingMessage);

describe('tasks', () => {
  test('are created and moved through every interface, by the slugs of columns', async () => {
    const { team, ana, done } = await place();
    const project = await team.create('projects');
    const moved = (more: Json, name: string) =>
      fixture.workflow(team, {
        trigger: { type: 'task_moved', ...more },
        steps: [activity(`${name}: {{previous.column}}→{{task.column}}`)],
      });
    await fixture.workflow(team, {
      trigger: { type: 'task_created' },
      conditions: [{ field: 'priority', op: 'eq', value: 'high' }],
      steps: [activity('criada {{task.title}}')],
    });
    await moved({}, 'qualquer');
    await moved({ from: 'todo' }, 'de todo');
    await moved({ to: 'done' }, 'a done');
    const task = await team.create('tasks', {
      title: 'Capa',
      priority: 'high',
      project_id: project.id,
      column: 'todo',
    });
    expect(await done()).toEqual(['criada Capa']);
    await team.create('tasks', { project_id: project.id, column: 'todo' });
    await team.put(`/tasks/${task.id}`, { title: 'Capa nova', column: 'todo' });
    expect(await done()).toEqual([]);
    await ok(team.put(`/tasks/${task.id}`, { column: 'in_progress' }));
    expect(await done()).toEqual(['de todo: todo→in_progress', 'qualquer: todo→in_progress']);
    await ok(ana.post(`/tasks/${task.id}/move`, { column: 'done' }));
    expect(await done()).toEqual(['a done: in_progress→done', 'qualquer: in_progress→done']);
    // A removed column moves its tasks to another.
    const [pipeline] = (await ana.get(`/pipelines?project_id=${project.id}`)).body.data as Json[];
    const columns = pipeline?.columns as Json[];
    const gone = columns.find(({ slug }) => slug === 'done');
    const left = columns.find(({ slug }) => slug === 'todo');
    await ok(ana.post(`/columns/${gone?.id}/remove`, { to: left?.id }));
    expect(await done()).toEqual(['qualquer: done→todo']);
    const runs = await ana.get('/workflow-runs?limit=1');
    expect((runs.body.data as Json[])[0]).toMatchObject({
      record_type: 'tasks',
      record_id: task.id,
      deal_id: null,
      version: 1,
    });
  });

  test('are changed and moved by steps, which fire other workflows but not their own', async () => {
    const { team, done } = await place();
    const project = await team.create('projects');
    await fixture.workflow(team, {
      trigger: { type: 'task_created' },
      steps: [
        {
          type: 'update_task',
          with: {
            column: 'in_progress',
            tags: ['novo', '{{task.column}}'],
            assignee_id: team.users[0],
          },
        },
      ],
    });
    const workflow = await fixture.workflow(team, {
      trigger: { type: 'task_moved' },
      steps: [{ type: 'update_task', with: { column: 'done' } }, activity('movida')],
    });
    const task = await team.create('tasks', { project_id: project.id, column: 'todo' });
    expect(await done()).toEqual(['movida']);
    expect((await team.get(`/tasks/${task.id}`)).data).toMatchObject({
      column: 'done',
      tags: ['novo', 'todo'],
      assignee_ids: [team.users[0]],
      completed_at: expect.any(String),
    });
    expect(await fixture.runs(team, workflow)).toMatchObject([{ depth: 2, status: 'done' }]);
  });
});

describe('conversations', () => {
  test('a contact’s message fires, with the conversation as the message left it', async () => {
    const { team, ana, done } = await place();
    await fixture.workflow(team, {
      trigger: { type: 'conversation_received' },
      conditions: [
        { field: 'status', op: 'eq', value: 'open' },
        { field: 'message.content', op: 'contains', value: 'orçamento' },
      ],
      steps: [
        activity('{{conversation.contact.name}}: {{message.content}} ({{conversation.status}})'),
      ],
    });
    const phone = newPhone();
    // The message itself creates contact and conversation.
    await arrive(team, { chat: { phone }, name: 'Bia', text: 'Quero um ORÇAMENTO' });
    expect(await done()).toEqual(['Bia: Quero um ORÇAMENTO (open)']);
    // A new name, a conversation that it reopens, and later changes of both.
    const [conversation] = (await team.get('/msgapp/conversations')).body.data as Json[];
    await ok(ana.post(`/msgapp/conversations/${conversation?.id}/resolve`, {}));
    await arrive(team, { chat: { phone }, name: 'Bia Reis', text: 'E o orçamento?' });
    await ok(ana.post(`/msgapp/conversations/${conversation?.id}/resolve`, {}));
    expect(await done()).toEqual(['Bia Reis: E o orçamento? (open)']);
    // A known contact whose number the network hides.
    await arrive(team, { chat: { lid: '991' }, name: 'Caio', text: 'orçamento' });
    expect(await done()).toEqual([': orçamento (open)']);
    // Messages that fire nothing: another word, a reaction, an answer typed on the phone, a repeated message.
    const again = uuidv7();
    await arrive(team, { chat: { phone }, text: 'oi', networkId: again });
    await arrive(team, { chat: { phone }, text: 'orçamento', networkId: again });
    await arrive(team, { chat: { phone }, type: 'reaction', text: 'orçamento' });
    await arrive(team, { chat: { phone }, origin: 'phone', text: 'orçamento' });
    await arrive(team, { chat: { phone }, origin: 'other', text: 'orçamento' });
    expect(await done()).toEqual([]);
    const [run] = (await ana.get('/workflow-runs?sort=created_at&limit=1')).body.data as Json[];
    expect(run).toMatchObject({ record_type: 'conversations', record_id: conversation?.id });
  });

  test('are handed from one squad to another', async () => {
    const { team, ana, done } = await place();
    const squad = async (name: string) => String((await ok(ana.post('/squads', { name }))).id);
    const [media, design] = [await squad('Mídia'), await squad('Design')];
    await fixture.workflow(team, {
      trigger: { type: 'conversation_resolved' },
      conditions: [{ field: 'squad_id', op: 'eq', value: media }],
      steps: [
        activity('veio de {{conversation.squad.name}}'),
        {
          type: 'assign_conversation',
          with: { assignee_id: ana.userId, squad_id: design },
        },
      ],
    });
    await arrive(team);
    const [{ id } = {}] = (await team.get('/msgapp/conversations')).body.data as Json[];
    const at = `/msgapp/conversations/${id}`;
    await ok(ana.post(`${at}/resolve`, {}));
    expect(await done()).toEqual([]);
    await ok(ana.post(`${at}/assign`, { squad_id: media }));
    await ok(ana.post(`${at}/reopen`, {}));
    await ok(ana.post(`${at}/resolve`, {}));
    expect(await done()).toEqual(['veio de Mídia']);
    expect((await team.get(at)).data).toMatchObject({
      assignee_id: ana.userId,
      squad: { id: design, name: 'Design' },
    });
  });

  test('are assigned, noted, answered and resolved; resolving fires, by people and by steps', async () => {
    const { team, ana, done } = await place();
    const received = await fixture.workflow(team, {
      trigger: { type: 'conversation_received' },
      steps: [
        { type: 'assign_conversation', with: { assignee_id: team.users[0] } },
        { type: 'add_note', with: { content: 'Escreveu: {{message.content}}' } },
        {
          type: 'send_message',
          with: {
            conversation_id: '{{conversation.id}}',
            content: 'Olá, {{conversation.contact.name}}!',
          },
        },
        { type: 'resolve_conversation', with: {} },
      ],
    });
    await fixture.workflow(team, {
      trigger: { type: 'conversation_resolved' },
      steps: [
        activity('resolvida, era {{previous.status}}'),
        { type: 'assign_conversation', with: { assignee_id: null } },
      ],
    });
    const phone = newPhone();
    await arrive(team, { chat: { phone }, name: 'Davi', text: 'Oi' });
    expect(await done()).toEqual(['resolvida, era open']);
    const [conversation = {}] = (await team.get('/msgapp/conversations')).body.data as Json[];
    expect(conversation).toMatchObject({ status: 'resolved', assignee_id: null });
    expect((await fixture.run(team, received)).steps).toMatchObject(
      ['assign_conversation', 'add_note', 'send_message', 'resolve_conversation'].map((type) => ({
        type,
        status: 'done',
      })),
    );
    const notes = (await ana.get(`/msgapp/conversations/${conversation.id}/notes`)).body.data;
    expect(notes).toMatchObject([{ content: 'Escreveu: Oi', author_id: null }]);
    expect(fixture.sends.at(-1)).toMatchObject({ content: { text: 'Olá, Davi!' } });
    // Resolving again changes nothing; reopening and snoozing fire nothing.
    const at = `/msgapp/conversations/${conversation.id}`;
    await ok(ana.post(`${at}/resolve`, {}));
    await ok(ana.post(`${at}/reopen`, {}));
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await ok(ana.post(`${at}/snooze`, { until }));
    expect(await done()).toEqual([]);
    await ok(ana.post(`${at}/resolve`, {}));
    expect(await done()).toEqual(['resolvida, era snoozed']);
  });

  test('two bots do not answer each other endlessly', async () => {
    const { team, ana } = await place();
    const [chat, otherChat] = [{ phone: newPhone() }, { phone: newPhone() }];
    const workflow = await fixture.workflow(team, {
      trigger: { type: 'conversation_received' },
      conditions: [{ field: 'message.content', op: 'ne', value: 'nada' }],
      steps: [activity('resposta')],
    });
    // Runs that a condition skips do not count.
    await arrive(team, { chat, text: 'nada' });
    await fixture.settled(team);
    for (let i = 0; i < maxRunsPerHour + 3; i += 1)
      await arrive(team, { chat, text: `máquina ${i}` });
    await arrive(team, { chat: otherChat });
    await fixture.settled(team);
    const reasons = (await fixture.runs(team, workflow)).map(
      ({ status, reason }) => reason ?? status,
    );
    const brake = `the workflow ran ${maxRunsPerHour} times for this conversation within an hour`;
    expect(reasons).toEqual([
      'the conversation did not meet: message.content ne "nada"',
      ...Array.from({ length: maxRunsPerHour }, () => 'done'),
      ...Array.from({ length: 3 }, () => brake),
      'done',
    ]);
    // An hour later it may fire again.
    await service.sql('delete from workflow_steps where team_id = $1', [team.id]);
    await service.sql(
      `update workflow_runs set id = uuid7(created_at - interval '1 hour'), created_at = created_at - interval '1 hour'
      where team_id = $1`,
      [team.id],
    );
    await arrive(team, { chat, text: 'mais tarde' });
    await fixture.settled(team);
    const latest = (await ana.get(`/workflow-runs?workflow_id=${workflow}&limit=1`)).body.data;
    expect(latest).toMatchObject([{ status: 'done' }]);
  });

  test('a hundred concurrent messages of new contacts: one run each', async () => {
    const { team } = await place();
    const workflow = await fixture.workflow(team, {
      trigger: { type: 'conversation_received' },
      steps: [{ type: 'wait', with: { for: '1s' } }],
    });
    const phones = Array.from({ length: 10 }, newPhone);
    const sent = Array.from({ length: 100 }, (_, i) => phones[i % 10] ?? '');
    await Promise.all(
      sent.map((phone) => arrive(team, { chat: { phone }, text: 'oi', name: `N${phone}` })),
    );
    await fixture.settled(team);
    const [row] = await service.sql(
      `select count(*)::int as messages, (select count(*)::int from workflow_runs where workflow_id = $2) as runs,
        (select count(*)::int from workflow_runs where workflow_id = $2 and subject::json -> 'contact' ->> 'name' is null) as nameless,
        (select count(*)::int from contacts where team_id = $1) as contacts,
        (select count(*)::int from conversations where team_id = $1) as conversations
      from messages where team_id = $1 and direction = 'incoming'`,
      [team.id, workflow],
    );
    expect(row).toEqual({
      messages: 100,
      runs: 100,
      nameless: 0,
      contacts: 10,
      conversations: 10,
    });
  });
});

describe('campaigns', () => {
  test('their approval changes through every interface: people, the client’s page, a change of what is shown', async () => {
    const { team, ana, done } = await place();
    await fixture.workflow(team, {
      trigger: { type: 'campaign_approval_changed' },
      steps: [
        activity('{{campaign.name}}: {{previous.approval_status}}→{{campaign.approval_status}}'),
      ],
    });
    await fixture.workflow(team, {
      trigger: { type: 'campaign_approval_changed', from: 'pending', to: 'approved' },
      steps: [activity('aprovada'), { type: 'update_campaign', with: { status: 'scheduled' } }],
    });
    const campaign = await team.create('campaigns', { name: 'Verão' });
    const path = `/campaigns/${campaign.id}`;
    await team.put(path, { description: 'Outra' });
    expect(await done()).toEqual([]);
    await ok(ana.put(`${path}/approval`, { approval_status: 'rejected' }));
    await ok(ana.put(`${path}/approval`, { approval_status: 'rejected' }));
    expect(await done()).toEqual(['Verão: pending→rejected']);
    const approval = await ok(ana.post('/approvals', { campaign_ids: [campaign.id] }));
    expect(await done()).toEqual(['Verão: rejected→pending']);
    const url = new URL(String(approval.link), 'http://localhost').pathname;
    const { payload } = await service.app.inject({ method: 'GET', url });
    const hidden = [...payload.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
    const decided = await service.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...ownPage },
      payload: new URLSearchParams({ ...fields, name: 'Joana', decision: 'approved' }).toString(),
    });
    expect(decided.statusCode).toBe(303);
    expect(await done()).toEqual(['Verão: pending→approved', 'aprovada']);
    expect((await team.get(path)).data.status).toBe('scheduled');
    await ok(team.put(path, { description: 'Mudou depois' }));
    expect(await done()).toEqual(['Verão: approved→pending']);
  });
});

test('an undone change fires nothing, and a repeated one under one key fires once', async () => {
  const { team, done } = await place();
  const project = await team.create('projects');
  await fixture.workflow(team, {
    trigger: { type: 'task_created' },
    steps: [activity('criada')],
  });
  const body = { title: 'Uma', project_id: project.id };
  const key = { 'idempotency-key': uuidv7() };
  await Promise.all([1, 2, 3].map(() => team.post('/tasks', body, key)));
  expect((await team.post('/tasks', { ...body, project_id: uuidv7() })).status).toBe(404);
  expect((await team.post('/tasks', { ...body, column: 'nenhuma' })).status).toBe(400);
  expect(await done()).toEqual(['criada']);
});
