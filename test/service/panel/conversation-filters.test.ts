import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { queryParameters } from '#server/features/conversations/conversation-filters.ts';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/*
 * Filters of the list of conversations. The cases come from its declaration: each filter, alone and with every other one, finds exactly the
 * conversations that its values describe, counts them, and finds nothing of another team.
 */
const service = useSharedService({ workers: 0 });

interface Scene {
  readonly team: TestTeam;
  readonly ana: TestPerson;
  /** Values of each filter that find some conversations of the team, but not all. */
  readonly values: Readonly<Record<string, string>>;
  readonly all: readonly Json[];
}
let ours: Scene;
let theirs: Scene;

async function makeScene(): Promise<Scene> {
  const team = await service.team();
  const ana = await makePerson(service, team, 'member');
  const db = service.database.team(team.id);
  const [bruno] = team.users;
  const ids: string[] = [];
  const client = (await ana.post('/clients', { name: 'Padaria', type: 'PJ' })).data;
  const replyTimes = { first: 90, next: null };
  const replies = {
    greeting: null,
    awayMessage: null,
    replyTimes,
    hours: null,
    zone: 'UTC',
    now: 0,
  };
  for (let i = 0; i < 8; i += 1) {
    const networkId = `in.${uuidv7()}`;
    await storeIncoming(
      db,
      team.inbox,
      's.msgapp.net',
      {
        networkId,
        chat: { phone: `5511977770${100 + i}` },
        origin: 'contact',
        type: 'text',
        text: 'Oi',
        // Four have waited for two hours.
        at: Date.now() - (i % 2 === 0 ? 7_200_000 : 60_000),
      },
      { replies },
    );
    const [row] = await service.sql(
      'select c.id, c.contact_id from messages m join conversations c on c.id = m.conversation_id where m.team_id = $1 and m.msgapp_message_id = $2',
      [team.id, networkId],
    );
    ids.push(String(row?.id));
    if (i < 3) await ana.put(`/msgapp/contacts/${row?.contact_id}`, { client_id: client.id });
  }
  const act = async (i: number, verb: string, body: Json = {}) => {
    const answer = await ana.post(`/msgapp/conversations/${ids[i]}/${verb}`, body);
    expect(answer.status, answer.text).toBe(200);
  };
  for (const i of [0, 1, 4]) await act(i, 'assign', { assignee_id: ana.userId });
  for (const i of [2, 5]) await act(i, 'assign', { assignee_id: bruno });
  for (const i of [1, 3, 5]) await act(i, 'read');
  await act(7, 'resolve');
  await act(6, 'block');
  const [squad, otherSquad] = [uuidv7(), uuidv7()];
  await service.sql('insert into squads (team_id, id, name) values ($1, $2, $3)', [
    team.id,
    squad,
    'Atendimento',
  ]);
  await service.sql('insert into squad_members (team_id, squad_id, user_id) values ($1, $2, $3)', [
    team.id,
    squad,
    ana.userId,
  ]);
  await service.sql('insert into squads (team_id, id, name) values ($1, $2, $3)', [
    team.id,
    otherSquad,
    'Criação',
  ]);
  for (const i of [0, 2, 7]) await act(i, 'assign', { squad_id: squad });
  await act(4, 'assign', { squad_id: otherSquad });
  const labels: string[] = [];
  for (const [name, labelled] of [
    ['Urgente', [0, 2, 7]],
    ['Orçamento', [2, 4]],
    ['Sem conversa', []],
  ] as const) {
    const label = (await ana.post('/msgapp/labels', { name, color: 'blue' })).data;
    labels.push(String(label.id));
    for (const i of labelled) await act(i, 'labels', { add_labels: [label.id] });
  }
  const rows = (await ana.get('/msgapp/conversation-rows?status=any')).data.rows as Json[];
  const contact = String(rows.find(({ id }) => id === ids[3])?.contact_id);
  return {
    team,
    ana,
    values: {
      status: 'resolved',
      inbox_id: team.inbox,
      contact_id: contact,
      client_id: String(client.id),
      assignee_id: ana.userId,
      squad_id: squad,
      my_squads: 'true',
      unread: 'true',
      waits_minutes: '60',
      due_minutes: '5',
      blocked: 'true',
      label_ids: labels.join(),
      ids: ids.slice(0, 5).join(),
    },
    all: rows,
  };
}

beforeAll(async () => {
  [ours, theirs] = [await makeScene(), await makeScene()];
});

/** Meaning of each filter, in terms of a row. */
const describes: Readonly<Record<string, (row: Json, value: string, scene: Scene) => boolean>> = {
  status: (row, value) => row.status === value,
  inbox_id: (row, value) => row.inbox_id === value,
  contact_id: (row, value) => row.contact_id === value,
  client_id: ({ client }, value) => (client as Json | null)?.id === value,
  assignee_id: (row, value) => row.assignee_id === value,
  squad_id: (row, value) => row.squad_id === value,
  my_squads: (row, _, { values }) => row.squad_id === values.squad_id,
  unread: ({ unread, status }) => status === 'open' && Number(unread) > 0,
  waits_minutes: ({ waiting_since: since }, value) =>
    since !== null && Date.now() - Date.parse(String(since)) >= Number(value) * 60_000,
  due_minutes: ({ reply_due_at: due }, value) =>
    due !== null && Date.parse(String(due)) <= Date.now() + Number(value) * 60_000,
  blocked: ({ is_blocked: isBlocked }) => isBlocked === true,
  label_ids: ({ labels }, value) =>
    (labels as Json[]).some(({ id }) => value.split(',').includes(String(id))),
  ids: ({ id }, value) => value.split(',').includes(String(id)),
};
const inView: Readonly<Record<string, (row: Json, scene: Scene) => boolean>> = {
  mine: ({ assignee_id: assignee }, { ana }) => assignee === ana.userId,
  unassigned: ({ assignee_id: assignee }) => assignee === null,
  all: () => true,
};
const notFilters = ['view', 'sort', 'after', 'limit'];
const names = Object.keys(queryParameters.filters).filter((name) => !notFilters.includes(name));
const cases = names.flatMap((one, i) => names.slice(i).map((two) => [...new Set([one, two])]));
const idsOf = (rows: readonly Json[]) => rows.map(({ id }) => String(id)).sort();
const ask = async (person: TestPerson, query: Readonly<Record<string, string>>) => {
  const answer = await person.get(`/msgapp/conversation-rows?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.data as { rows: Json[]; counts: Json; next: string | null };
};

test('every filter of the list is described', () => {
  expect(names.sort()).toEqual(Object.keys(describes).sort());
  for (const name of names) {
    const matching = ours.all.filter((row) =>
      describes[name]?.(row, ours.values[name] ?? '', ours),
    );
    expect(matching.length, name).toBeGreaterThan(0);
    if (name !== 'inbox_id') expect(matching.length, name).toBeLessThan(ours.all.length);
  }
});

describe.each(cases.map((filters) => ({ filters })))('filtered by $filters', ({ filters }) => {
  const valuesIn = ({ values }: Scene) => ({
    status: 'any',
    ...Object.fromEntries(filters.map((name) => [name, values[name] ?? ''])),
  });

  test.each(['mine', 'unassigned', 'all'])(
    '%s: exactly those, in every order for a single filter, page by page',
    async (view) => {
      const isCounted = (row: Json, filter: readonly string[]) =>
        filter.every((name) => describes[name]?.(row, ours.values[name] ?? '', ours));
      const wanted = ours.all.filter((row) => isCounted(row, filters) && inView[view]?.(row, ours));
      for (const sort of filters.length === 1 ? ['waiting', 'due', 'latest'] : ['waiting']) {
        const query = { ...valuesIn(ours), view, sort };
        const { rows, counts } = await ask(ours.ana, query);
        expect(idsOf(rows)).toEqual(idsOf(wanted));
        // Ids pick rows of a list, which has the counts.
        const counted = ours.all.filter((row) =>
          isCounted(
            row,
            filters.filter((name) => name !== 'ids'),
          ),
        );
        expect(counts).toEqual(
          Object.fromEntries(
            Object.entries(inView).map(([name, is]) => [
              name,
              counted.filter((row) => is(row, ours)).length,
            ]),
          ),
        );
        const paged: Json[] = [];
        for (let after: string | null = ''; after !== null; ) {
          const page = await ask(ours.ana, { ...query, limit: '1', ...(after && { after }) });
          paged.push(...page.rows);
          after = page.next;
        }
        expect(paged.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      }
    },
  );

  test('another team finds only its own: values of ours match nothing there', async () => {
    const { rows } = await ask(theirs.ana, { ...valuesIn(ours), view: 'all' });
    const ids = new Set(idsOf(ours.all));
    expect(idsOf(rows).filter((id) => ids.has(id))).toEqual([]);
    const isOfTeam = filters.some((name) => /_ids?$|^ids$/.test(name));
    if (isOfTeam) expect(rows).toEqual([]);
  });
});

test('needs the rights of the list: a key, a client’s link and strangers are refused; wrong values too', async () => {
  const query = new URLSearchParams(ours.values).toString();
  const path = `/teams/${ours.team.slug}/msgapp/conversation-rows?${query}`;
  expect((await theirs.ana.own('GET', path)).status).toBe(404);
  for (const name of names.filter((each) => each !== 'ids')) {
    const { status, error } = await ours.ana.get(`/msgapp/conversation-rows?${name}=-x`);
    expect([status, error.message], name).toEqual([400, expect.stringContaining(name)]);
  }
});

test('a view of the list can be saved and shared; a colleague sees the same query, another team nothing', async () => {
  const { ana, team } = ours;
  const colleague = await makePerson(service, team, 'member');
  const query = { view: 'all', unread: 'true', wait: '60' };
  const saved = await ana.post('/views', {
    resource: 'conversations',
    name: 'Esperando',
    scope: 'team',
    query,
  });
  expect(saved.status, saved.text).toBe(201);
  const seen = async (person: TestPerson) =>
    ((await person.get('/views')).body.data as Json[]).filter(
      ({ resource }) => resource === 'conversations',
    );
  expect(await seen(colleague)).toMatchObject([{ id: saved.data.id, query, may_change: false }]);
  expect(await seen(theirs.ana)).toEqual([]);
});
