import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkKinds } from '#server/features/bulk-kinds.ts';
import { startBulk } from '#server/jobs/worker.ts';
import { makeLog } from '#server/platform/log.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/*
 * Bulk changes of all records that a list finds by several values or by their opposite. The cases come from the registry: each filter of
 * each kind of record changes exactly the records that the list shows, and nothing of another team.
 */
const service = useSharedService({ workers: 0 });

/** Field of each kind that the test changes, which no filter reads. */
const changedFields: Readonly<Record<string, string>> = {
  projects: 'start_date',
  tasks: 'due_date',
  deals: 'expected_close_date',
  campaigns: 'end_date',
  activities: 'due_date',
};

const cases = Object.entries(bulkKinds).flatMap(([kind, { list }]) =>
  Object.keys(list.input.query?.filters ?? {}).flatMap((param) =>
    param.endsWith('_in') ? [{ kind, name: param.slice(0, -3) }] : [],
  ),
);

let team: TestTeam;
let otherTeam: TestTeam;
let person: TestPerson;
let worker: ReturnType<typeof startBulk>;

/** Two records of each kind, which differ in every filtered field. */
async function fill({ create, users }: TestTeam) {
  for (const [i, variant] of ['a', 'b'].entries()) {
    const client = await create('clients', { name: variant });
    const project = await create('projects', {
      client_id: client.id,
      priority: i ? 'high' : 'low',
      status: i ? 'active' : 'paused',
      squad_id: null,
    });
    const responsible = users[i] ?? null;
    await create('tasks', {
      project_id: project.id,
      priority: i ? 'high' : 'low',
      tags: [variant],
      assignee_ids: responsible === null ? [] : [responsible],
    });
    const deal = await create('deals', {
      client_id: client.id,
      phase: variant,
      source: variant,
      tags: [variant],
      responsible_id: responsible,
    });
    await create('campaigns', { project_id: project.id, status: i ? 'active' : 'draft' });
    await create('activities', {
      client_id: client.id,
      deal_id: deal.id,
      type: i ? 'call' : 'meeting',
      assigned_to: responsible,
    });
  }
}

beforeAll(async () => {
  [team, otherTeam] = [await service.team(), await service.team()];
  for (const each of [team, otherTeam]) await fill(each);
  person = await makePerson(service, team, 'member');
  const { secrets, database } = service;
  worker = startBulk(database, { secrets, jidSuffix: '' }, makeLog('silent'));
});
afterAll(() => worker.stop());

const listOf = async (
  caller: Pick<TestPerson, 'get'>,
  kind: string,
  query = '',
): Promise<Json[]> => {
  const answer = await caller.get(`/${kind}?limit=100&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as Json[];
};
const idsOf = (records: readonly Json[]) => records.map(({ id }) => String(id)).sort();

/** Values of a filter in the records of a team: those of its field, or of the field that it reads. */
const valuesIn = (records: readonly Json[], name: string) => {
  const values = records.flatMap((record) => {
    const value =
      record[name] ??
      record[{ tag: 'tags', assignee_id: 'assignee_ids' }[name] ?? ''] ??
      (record[name.replace(/_id$/, '')] as Json | null | undefined)?.id;
    return Array.isArray(value) ? (value as unknown[]) : [value];
  });
  return [...new Set(values.filter((value) => typeof value === 'string'))];
};

let changes = 0;
/** Starts a bulk change of a query's records. @returns the ids of all records that it changed */
async function change(kind: string, query: string) {
  changes += 1;
  const field = changedFields[kind] ?? '';
  const value = new Date(Date.UTC(2040, 0, changes)).toISOString().slice(0, 10);
  const started = await person.post('/bulk/jobs', { kind, query, change: { [field]: value } });
  if (started.status !== 201) return started.error.code;
  await expect
    .poll(async () => (await person.get(`/bulk/jobs/${started.data.id}`)).data)
    .toMatchObject({ state: 'done', refused: 0 });
  const has = (record: Json) => record[field] === value;
  expect((await listOf(otherTeam, kind)).filter(has)).toEqual([]);
  return idsOf((await listOf(person, kind)).filter(has));
}

test('finds the filters of five kinds', () => {
  expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(Object.keys(changedFields)));
  expect(cases.length).toBeGreaterThan(20);
});

describe.each(cases)('$kind by $name', ({ kind, name }) => {
  test('are changed if the list finds them, by any of the values or by none', async () => {
    const all = await listOf(person, kind);
    const values = valuesIn(all, name);
    const [first] = values.length > 0 ? values : ['00000000-0000-4000-8000-000000000000'];
    const queries = [
      `${name}_in=${first}`,
      `${name}_not=${first}`,
      `${name}_in=${values.slice(0, 2).join(',') || first}`,
    ];
    for (const query of queries) {
      const wanted = idsOf(await listOf(person, kind, query));
      expect([query, await change(kind, query)]).toEqual([
        query,
        wanted.length === 0 ? 'CONFLICT' : wanted,
      ]);
    }
    // Values of another team find nothing there.
    const foreign = valuesIn(await listOf(otherTeam, kind), name).filter(
      (value) => !values.includes(value),
    );
    for (const value of foreign.slice(0, 1)) {
      expect(await change(kind, `${name}_in=${value}`)).toBe('CONFLICT');
      expect(await change(kind, `${name}_not=${value}`)).toEqual(idsOf(all));
    }
  });
});

test('needs the rights of the list: hidden values, wrong values and other teams are refused', async () => {
  const blind = await makePerson(service, team, 'member', { seesValues: false });
  const foreign = await makePerson(service, otherTeam, 'owner');
  const body = { kind: 'deals', query: 'phase_in=a,b', change: { priority: 'alta' } };
  for (const path of ['/bulk/preview', '/bulk/jobs']) {
    const hidden = await blind.post(path, { ...body, query: 'phase_in=a,b&min_value=1' });
    expect([hidden.status, hidden.error.code]).toEqual([403, 'FORBIDDEN']);
    const wrong = await person.post(path, { ...body, query: 'client_id_in=a' });
    expect([wrong.status, wrong.error.message]).toEqual([
      400,
      expect.stringContaining('client_id_in'),
    ]);
    const url = `/teams/${team.slug}${path}`;
    expect((await foreign.own('POST', url, body)).status).toBe(404);
  }
  const preview = await blind.post('/bulk/preview', body);
  expect(preview.data, preview.text).toMatchObject({ total: 2 });
});
