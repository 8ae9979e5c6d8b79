import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Labels: the team's list, those of conversations, and who may see and change them. */
const service = useSharedService({ workers: 0 });
let team: TestTeam;
let ana: TestPerson;
let stranger: TestPerson;
let conversation: string;
let vip: Json;
let late: Json;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  stranger = await makePerson(service, await service.team(), 'owner');
  conversation = await begin('5511987650321');
  [vip, late] = [await create('VIP', 'purple'), await create('Atrasado', 'red')];
});

const begin = async (phone: string) => {
  const answer = await ana.post('/msgapp/messages/write', {
    inbox_id: team.inbox,
    phone,
    text: 'Oi',
  });
  return String(answer.data.conversation_id);
};
const create = async (name: string, color: string) => {
  const answer = await ana.post('/msgapp/labels', { name, color });
  expect(answer.status, answer.text).toBe(201);
  return answer.data;
};
const at = (id: string) => `/msgapp/conversations/${id}/labels`;
const label = (id: string, body: Json, person = ana) => person.post(at(id), body);
const namesOf = (record: Json) => (record.labels as Json[]).map(({ name }) => name);

describe('the list of a team', () => {
  test('has names that are unique whatever their case and accents', async () => {
    await create('Orçamento', 'blue');
    for (const name of ['orcamento', 'ORÇAMENTO', ' Orcamentô ']) {
      const { status, error } = await ana.post('/msgapp/labels', { name, color: 'red' });
      expect([status, error.code, error.message], name).toEqual([
        422,
        'DUPLICATE_ENTRY',
        expect.stringMatching(/^name: the team already has a label/),
      ]);
    }
    const renamed = await ana.put(`/msgapp/labels/${late.id}`, { name: 'orçamento' });
    expect([renamed.status, renamed.error.code]).toEqual([422, 'DUPLICATE_ENTRY']);
    const wrong = await ana.post('/msgapp/labels', { name: 'Nova', color: 'grey' });
    expect([wrong.status, wrong.error.message]).toEqual([400, expect.stringContaining('color')]);
  });

  test('is read by its members and keys only, in the order of the names', async () => {
    const names = (answer: { readonly body: Json }) =>
      (answer.body.data as Json[]).map(({ name }) => name);
    expect(names(await ana.get('/msgapp/labels'))).toEqual(['Atrasado', 'Orçamento', 'VIP']);
    expect(names(await team.get('/msgapp/labels'))).toEqual(['Atrasado', 'Orçamento', 'VIP']);
    expect((await stranger.get('/msgapp/labels')).body.data).toEqual([]);
    for (const refused of [
      await stranger.put(`/msgapp/labels/${vip.id}`, { name: 'x' }),
      await stranger.delete(`/msgapp/labels/${vip.id}`),
    ])
      expect(refused.status, refused.text).toBe(404);
    expect((await team.post('/msgapp/labels', { name: 'x', color: 'red' })).status).toBe(405);
  });
});

describe('a conversation', () => {
  test('gets and loses labels, with an event, an audit entry and an activity; repeating it changes nothing', async () => {
    const labelled = await label(conversation, { add_labels: [vip.id, late.id] });
    expect(labelled.data, labelled.text).toMatchObject({
      labels: [
        { id: late.id, name: 'Atrasado', color: 'red' },
        { id: vip.id, name: 'VIP', color: 'purple' },
      ],
    });
    await label(conversation, { add_labels: [vip.id] });
    const fewer = await label(conversation, { remove_labels: [late.id] });
    expect(namesOf(fewer.data)).toEqual(['VIP']);
    const events = await service.sql(
      `select payload::json -> 'previous' -> 'labels' as was from events where team_id = $1 and type = 'conversation.updated' order by id`,
      [team.id],
    );
    expect(events.map(({ was }) => (was as Json[] | null)?.length)).toEqual([0, 2]);
    const [first, second] = (await ana.get(`/msgapp/conversations/${conversation}/thread`)).data
      .activities as Json[];
    expect([first, second]).toMatchObject([
      { kind: 'labelled', labels_added: ['Atrasado', 'VIP'], labels_removed: [] },
      { kind: 'labelled', actor_name: 'Ana', labels_added: [], labels_removed: ['Atrasado'] },
    ]);
  });

  test('is labelled by a key of v1, which needs the right to write', async () => {
    const answer = await team.post(at(conversation), { add_labels: [late.id] });
    expect([answer.status, namesOf(answer.data)], answer.text).toEqual([200, ['Atrasado', 'VIP']]);
    const [listed] = (await team.get('/msgapp/conversations')).body.data as Json[];
    expect(namesOf(listed ?? {})).toEqual(['Atrasado', 'VIP']);
    await team.post(at(conversation), { remove_labels: [late.id] });
  });

  test('takes no label of another team, and none from there', async () => {
    const foreign = (await stranger.post('/msgapp/labels', { name: 'VIP', color: 'red' })).data;
    const { status, error } = await label(conversation, { add_labels: [vip.id, foreign.id] });
    expect([status, error.message]).toEqual([404, 'add_labels: no label has this id.']);
    expect((await label(conversation, { add_labels: [foreign.id] }, stranger)).status).toBe(404);
    const now = await ana.get(`/msgapp/conversations/${conversation}`);
    expect(namesOf(now.data)).toEqual(['VIP']);
  });

  test('loses a deleted label, also in the filter', async () => {
    const label2 = await create('Passageira', 'teal');
    await label(conversation, { add_labels: [label2.id] });
    const filtered = async () =>
      (await ana.get(`/msgapp/conversation-rows?view=all&label_ids=${label2.id}`)).data;
    expect((await filtered()).counts).toMatchObject({ all: 1 });
    expect((await ana.delete(`/msgapp/labels/${label2.id}`)).data).toMatchObject({ deleted: true });
    expect(await filtered()).toMatchObject({ rows: [], counts: { all: 0 } });
    const now = await ana.get(`/msgapp/conversations/${conversation}`);
    expect(namesOf(now.data)).toEqual(['VIP']);
  });

  test('keeps all labels that are added at once', async () => {
    const id = await begin('5511987650322');
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, i) => create(`Etiqueta ${i}`, 'green')),
    );
    const answers = await Promise.all(many.map((each) => label(id, { add_labels: [each.id] })));
    expect(answers.map(({ status }) => status)).toEqual(many.map(() => 200));
    const now = await ana.get(`/msgapp/conversations/${id}`);
    expect(namesOf(now.data)).toEqual(many.map(({ name }) => name));
  });
});
