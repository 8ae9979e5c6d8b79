import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type IncomingMessage, storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import { refused } from '#server/outbound/messaging/outgoing-message.ts';
import type { Json, TestTeam } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { useWorkflows } from '#test/support/workflows/fixture.ts';

/* Runs show the values that each step used, and the records that it created or changed. */
const fixture = useWorkflows();
const { service } = fixture;

let team: TestTeam;
let admin: TestPerson;
beforeAll(async () => {
  team = await service.team();
  admin = await makePerson(service, team, 'admin');
});

const stepsOf = async (id: string): Promise<Json[]> =>
  (await admin.get(`/workflow-runs/${id}`)).data.steps as Json[];

describe('a step of a run', () => {
  test('shows what was sent, created and called, also after the deal and the workflow have changed', async () => {
    const project = await team.create('projects');
    const hook = await team.create('webhooks', { url: 'https://example.com/h', events: ['*'] });
    const phone = '5521940001111';
    const workflow = await fixture.workflow(team, {
      steps: [
        {
          type: 'create_task',
          with: {
            title: 'Abrir {{deal.title}}',
            project_id: project.id,
            tags: ['{{deal.priority}}', '{{deal.loss_reason}}'],
          },
        },
        { type: 'update_deal', with: { description: '{{deal.title}} vale {{deal.value}}' } },
        {
          type: 'send_message',
          with: { inbox_id: team.inbox, phone, content: 'Olá, {{deal.title}}!' },
        },
        {
          type: 'call_webhook',
          with: { webhook_id: hook.id, data: { deal: { name: '{{deal.title}}' } } },
        },
        { type: 'wait', with: { for: '1d' } },
        { type: 'create_activity', with: { title: 'Ligar: {{deal.title}}' } },
        { type: 'wait', with: { for: '1d' } },
        { type: 'create_activity', with: { title: 'Nunca: {{deal.title}}' } },
      ],
    });
    const deal = await team.create('deals', { title: 'Site', value: 900, priority: 'alta' });
    await fixture.settled(team);
    await team.put(`/deals/${deal.id}`, { title: 'Outro', value: 1, priority: 'baixa' });
    const definition = {
      name: 'Outra',
      trigger: { type: 'deal_created' },
      steps: [{ type: 'create_activity', with: { title: 'nova' } }],
    };
    expect((await admin.put(`/workflows/${workflow}`, { definition })).status).toBe(200);
    await fixture.pass(team, 86_401);

    const { id } = await fixture.run(team, workflow);
    const steps = await stepsOf(id);
    const [task, update, message, call, , activity] = steps;
    const made = (await team.get(`/tasks/${task?.effect_id}`)).body.data as Json;
    expect(task?.values).toEqual({ title: made.title, project_id: project.id, tags: made.tags });
    expect(made).toMatchObject({ title: 'Abrir Site', tags: ['alta'] });
    const changed = (await team.get(`/deals/${deal.id}`)).body.data as Json;
    expect(update?.values).toEqual({ description: changed.description });
    expect(changed.description).toBe('Site vale 900');
    const [sent] = fixture.sends.filter(({ to }) => to.phone === phone);
    expect(sent?.content).toEqual({ kind: 'text', text: 'Olá, Site!' });
    expect(message?.values).toEqual({ inbox_id: team.inbox, phone, content: 'Olá, Site!' });
    const [stored] = await service.sql('select conversation_id from messages where id = $1', [
      message?.effect_id,
    ]);
    expect(message?.conversation_id).toBe(stored?.conversation_id);
    const { data } = (await admin.get(`/webhooks/${hook.id}/deliveries/${call?.effect_id}`)).data
      .payload as { data: Json };
    expect(call?.values).toEqual({ webhook_id: hook.id, data });
    expect(data).toEqual({ deal: { name: 'Site' } });
    expect(activity?.values).toEqual({ title: 'Ligar: Site' });
    // The second wait has started; the step after it has not.
    expect(steps).toHaveLength(7);
    expect(steps[6]?.values).toEqual({ for: '1d' });

    // Answers to operations on the run show the same; lists do not.
    const stopped = await admin.post(`/workflow-runs/${id}/stop`, {});
    expect((stopped.data.steps as Json[])[0]?.values).toEqual(task?.values);
    const [listed = {}] = (await admin.get('/workflow-runs')).data as unknown as Json[];
    expect((listed.steps as Json[])[0]).not.toHaveProperty('values');
  });

  test('shows what was tried if it failed, and nothing if it was skipped untried', async () => {
    const freshTeam = await service.team();
    const ana = await makePerson(service, freshTeam, 'admin');
    const phone = '5521940002222';
    fixture.answers.set(phone, () => refused('rejected', finding('refused', 'no such number')));
    const workflow = await fixture.workflow(freshTeam, {
      steps: [
        {
          type: 'send_message',
          with: { inbox_id: freshTeam.inbox, phone, content: 'Olá, {{deal.title}}!' },
        },
        { type: 'wait', with: { for: '1d' } },
        { type: 'create_activity', with: { title: '{{deal.title}}' } },
        { type: 'create_activity', with: { title: 'fim' } },
      ],
    });
    await freshTeam.create('deals', { title: 'Site' });
    await fixture.settled(freshTeam);
    const { id } = await fixture.run(freshTeam, workflow);
    const path = `/workflow-runs/${id}`;
    expect((await ana.get(path)).data.steps).toMatchObject([
      { status: 'failed', values: { content: 'Olá, Site!' }, conversation_id: expect.any(String) },
    ]);
    await ana.post(`${path}/continue`, { skip: true });
    await fixture.settled(freshTeam);
    await ana.post(`${path}/stop`, {});
    await ana.post(`${path}/continue`, { skip: true });
    await fixture.settled(freshTeam);
    const steps = (await ana.get(path)).data.steps as Json[];
    expect(steps).toMatchObject([
      { status: 'skipped', values: { content: 'Olá, Site!' } },
      { status: 'done' },
      { status: 'skipped' },
      { status: 'done', values: { title: 'fim' } },
    ]);
    expect(steps[2]).not.toHaveProperty('values');
  });

  test('of a conversation shows the note that was added', async () => {
    const freshTeam = await service.team();
    const ana = await makePerson(service, freshTeam, 'admin');
    const workflow = await fixture.workflow(freshTeam, {
      trigger: { type: 'conversation_resolved' },
      steps: [{ type: 'add_note', with: { content: 'Fim com {{conversation.contact.name}}' } }],
    });
    await storeIncoming(service.database.team(freshTeam.id), freshTeam.inbox, 's.msgapp.net', {
      networkId: uuidv7(),
      chat: { phone: '5521940003333' },
      origin: 'contact',
      type: 'text',
      text: 'Oi',
      name: 'Davi',
    } as IncomingMessage);
    const [{ id: conversation } = {}] = (await freshTeam.get('/msgapp/conversations')).body
      .data as Json[];
    await ana.post(`/msgapp/conversations/${conversation}/resolve`, {});
    await fixture.settled(freshTeam);
    const { id } = await fixture.run(freshTeam, workflow);
    const [step] = (await ana.get(`/workflow-runs/${id}`)).data.steps as Json[];
    const [note] = await service.sql('select content from conversation_notes where id = $1', [
      step?.effect_id,
    ]);
    expect(note?.content).toBe('Fim com Davi');
    expect(step?.values).toEqual({ content: note?.content });
  });
});
