import { beforeAll, describe, expect, test } from 'vitest';
import { receiveInSandbox } from '#server/features/receiving/sandbox-operations.ts';
import { perform } from '#server/operations/operation.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { operatorOf } from '#test/support/operator.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Setting of an inbox: who answers a conversation without an assignee becomes its assignee. */

const service = useSharedService();
let team: TestTeam;
let admin: TestPerson;
let ana: TestPerson;
let bia: TestPerson;
beforeAll(async () => {
  team = await service.team();
  admin = await makePerson(service, team, 'admin', { name: 'Caio' });
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
});

const settings = () => `/inboxes/${team.inbox}/settings`;
const turn = async (isOn: boolean) => {
  const answer = await admin.put(settings(), { assigns_on_answer: isOn });
  expect(answer.status, answer.text).toBe(200);
};

let numbers = 0;
/** A conversation that its contact has begun. */
async function begun(): Promise<string> {
  const from = `55119${String(50_000_020 + 10 * numbers++)}`;
  await perform(receiveInSandbox, operatorOf(service, team), {
    path: { id: team.inbox },
    body: { from, text: 'Oi' },
  });
  const [row] = await service.sql(
    `select c.id from conversations c join contacts k on k.team_id = c.team_id and k.id = c.contact_id
     where c.team_id = $1 and k.phone = $2`,
    [team.id, from],
  );
  return String(row?.id);
}

const write = (person: TestPerson, conversation: string, body: Json = {}) =>
  person.post('/msgapp/messages/write', { conversation_id: conversation, text: 'Olá', ...body });
const threadOf = async (conversation: string) =>
  (await admin.get(`/msgapp/conversations/${conversation}/thread`)).data;
const assigneeOf = async (conversation: string) =>
  ((await threadOf(conversation)).conversation as Json).assignee_id;
const countOf = async (what: string, conversation: string) =>
  (await service.sql(`select count(*)::int as n from ${what}`, [conversation]))[0]?.n;
/** Number of events of its assignment. */
const eventsOf = (conversation: string) =>
  countOf(
    `events where record_id = $1 and type = 'conversation.updated' and payload::jsonb -> 'previous' ? 'assignee_id'`,
    conversation,
  );

describe('an answer', () => {
  test('assigns nothing by default', async () => {
    expect((await ana.get(settings())).data.assigns_on_answer).toBe(false);
    const conversation = await begun();
    expect((await write(ana, conversation)).status).toBe(201);
    expect(await assigneeOf(conversation)).toBeNull();
  });

  test('takes an unassigned conversation in an inbox with this setting, like an assignment', async () => {
    await turn(true);
    const conversation = await begun();
    const sent = await write(ana, conversation, { seen_messages: [] });
    expect(sent.status, sent.text).toBe(201);
    expect(await assigneeOf(conversation)).toBe(ana.userId);
    expect((await threadOf(conversation)).activities).toMatchObject([
      { kind: 'assigned', actor: 'user', actor_id: ana.userId, assignee_id: ana.userId },
    ]);
    expect(await eventsOf(conversation)).toBe(1);
    // It stays with its assignee.
    expect((await write(bia, conversation)).status).toBe(201);
    expect(await assigneeOf(conversation)).toBe(ana.userId);
    expect((await threadOf(conversation)).activities).toHaveLength(1);
    await turn(false);
  });

  test('of two people at once assigns it to one of them, and both are sent', async () => {
    await turn(true);
    for (let round = 0; round < 20; round += 1) {
      const conversation = await begun();
      const answers = await Promise.all([ana, bia].map((person) => write(person, conversation)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      const { activities, messages } = await threadOf(conversation);
      expect(activities).toHaveLength(1);
      expect(messages).toHaveLength(3);
      expect([ana.userId, bia.userId]).toContain(await assigneeOf(conversation));
    }
    await turn(false);
  });

  test('of an API key, a reaction and a refused message assign nothing', async () => {
    await turn(true);
    const conversation = await begun();
    const key = await team.post('/msgapp/messages', {
      conversation_id: conversation,
      content: 'Bom dia',
    });
    expect(key.status, key.text).toBe(201);
    const [question] = (await threadOf(conversation)).messages as Json[];
    await ana.post(`/msgapp/messages/${question?.id}/reaction`, { emoji: '👍' });
    expect((await write(ana, conversation, { seen_messages: [] })).status).toBe(409);
    await service.sql('update inboxes set is_active = false where id = $1', [team.inbox]);
    expect((await write(ana, conversation)).status).toBe(400);
    await service.sql('update inboxes set is_active = true where id = $1', [team.inbox]);
    expect(await assigneeOf(conversation)).toBeNull();
    await turn(false);
  });
});

test('the setting is changed by admins only, with an audit entry, and not by another team', async () => {
  expect((await ana.put(settings(), { assigns_on_answer: true })).status).toBe(403);
  const stranger = await makePerson(service, await service.team(), 'owner');
  expect((await stranger.put(settings(), { assigns_on_answer: true })).status).toBe(404);
  expect((await admin.put(settings(), { assigns_on_answer: null })).status).toBe(400);
  await turn(true);
  const [entry] = await service.sql(
    `select before::text, after::text from audit_entries where team_id = $1 and operation = 'inboxes.update_settings'
     order by id desc limit 1`,
    [team.id],
  );
  expect(entry).toEqual({
    before: '{"assigns_on_answer":false}',
    after: '{"assigns_on_answer":true}',
  });
  await turn(false);
});
