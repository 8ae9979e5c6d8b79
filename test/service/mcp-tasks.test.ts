import { beforeAll, expect, test } from 'vitest';
import { type TestTeam, useService } from '#test/support/harness.ts';
import { granted, redeemed, useTool } from '#test/support/oauth/agent.ts';
import { buildingPanel } from '#test/support/panel/building.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import type { Json } from '#test/support/team.ts';

/* Tasks of people, in their words, each solved with the calls that the descriptions of the tools suggest, by a connected assistant. */

const service = useService({
  panel: buildingPanel,
});
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let token: unknown;
let client: Json;
let project: Json;
let deal: Json;
let late: readonly Json[];
let conversation: string;

beforeAll(async () => {
  team = await service.team('Nossa');
  ana = await makePerson(service, team, 'admin', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia Souza' });
  token = (await redeemed(service.app, await granted(service.app, ana, team))).body.access_token;
  client = await team.create('clients', { name: 'Padaria Sol' });
  project = await team.create('projects', { name: 'Site da Padaria', client_id: client.id });
  deal = await team.create('deals', { title: 'Site Sol', client_id: client.id, value: 4_200 });
  late = await Promise.all(
    ['Logo', 'Menu'].map((title) =>
      team.create('tasks', {
        title,
        project_id: project.id,
        due_date: '2026-01-05',
        assignee_ids: [ana.userId],
      }),
    ),
  );
  const { data } = await team.post('/msgapp/messages', {
    ...{ inbox_id: team.inbox, phone: '5511912345678', content: 'Orçamento do cardápio' },
  });
  conversation = data.conversation_id as string;
});

/** Result of a tool. */
async function use(name: string, args: Json = {}): Promise<Json> {
  const { body, text } = await useTool(service.app, token, name, args);
  const result = body.result as { isError?: boolean; content: { text: string }[] } | undefined;
  const answer = result?.content[0]?.text ?? '';
  expect(result, text).toBeDefined();
  expect(result?.isError, answer).not.toBe(true);
  expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(8_000);
  return JSON.parse(answer) as Json;
}

const recordsOf = (answer: Json) => answer.records as Json[];

test('“O que está atrasado, por pessoa?”', async () => {
  const mine = await use('overdue', { user_id: 'me' });
  expect(JSON.stringify(mine)).toContain('Logo');
  const report = await use('report', { report: 'tasks', by: 'person' });
  expect(JSON.stringify(report)).not.toBe('{}');
});

test('“How is the funnel?”', async () => {
  expect(JSON.stringify(await use('pipeline_summary'))).toContain('4200');
});

test('“Resuma a Padaria Sol e comente na tarefa do logo”', async () => {
  const hits = await use('search', { query: 'padaria sol' });
  expect(JSON.stringify(hits)).toContain(client.id);
  const summary = await use('client_summary', { client_id: client.id });
  expect(JSON.stringify(summary)).toContain('Site Sol');
  const tasks = recordsOf(await use('list_tasks', { search: 'logo' }));
  const comment = await use('add_comment', {
    record_type: 'tasks',
    record_id: tasks[0]?.id,
    content: 'O cliente espera duas opções.',
  });
  const listed = recordsOf(
    await use('list_records', {
      kind: 'comments',
      filters: { record_type: 'tasks', record_id: tasks[0]?.id },
    }),
  );
  expect(listed.map(({ id }) => id)).toContain(comment.id);
});

test('“Move all my late tasks to Monday”', async () => {
  const { tasks } = (await use('overdue', { user_id: 'me' })) as { tasks: Json[] };
  const ids = tasks.map(({ id }) => id);
  expect(ids.sort()).toEqual(late.map(({ id }) => id).sort());
  const changed = await use('update_record', {
    kind: 'tasks',
    ids,
    changes: { due_date: '2027-01-04' },
  });
  expect(changed).toEqual({ changed: ids });
  expect(JSON.stringify(await use('overdue', { user_id: 'me' }))).not.toContain('Logo');
});

test('“Ache a conversa do cardápio, passe para a Bia e resolva”', async () => {
  const hits = await use('search_messages', { query: 'cardápio' });
  expect(JSON.stringify(hits)).toContain(conversation);
  const users = recordsOf(await use('list_records', { kind: 'users', search: 'bia' }));
  expect(users.map(({ id }) => id)).toEqual([bia.userId]);
  await use('change_conversation', {
    id: conversation,
    action: 'assign',
    assignee_id: users[0]?.id,
  });
  await use('change_conversation', { id: conversation, action: 'resolve' });
  expect(await use('get_record', { kind: 'conversations', id: conversation })).toMatchObject({
    assignee_id: bia.userId,
  });
});

test('“Assign the deal to me, and tell me its address”', async () => {
  await use('update_record', { kind: 'deals', id: deal.id, changes: { responsible_id: 'me' } });
  const { record_url, user_id } = await use('whoami');
  expect(user_id).toBe(ana.userId);
  const address = String(record_url).replace('{kind}', 'deals').replace('{id}', String(deal.id));
  expect(new URL(address).pathname).toBe(`/t/${team.slug}/deals/${deal.id}`);
});

test('“Esse telefone já está cadastrado?” and “What changed today?”', async () => {
  await use('find_duplicates', { phone: '5511912345678' });
  expect(recordsOf(await use('list_events', { limit: 5 })).length).toBe(5);
});

test('“Lance uma hora no site”', async () => {
  const entry = await use('create_time_entry', { project_id: project.id, minutes: 60 });
  expect(entry).toMatchObject({ minutes: 60, user_id: ana.userId });
});
