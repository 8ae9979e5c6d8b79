import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '#server/records/fields.ts';
import { type Json, useSharedService } from '#test/support/harness.ts';
import { cases, type Everybody, everybodyOf } from '#test/support/panel/callers.ts';

/* Filters with several values and their opposites. The cases come from the registry, so a new filter is tested automatically. */
const service = useSharedService({ workers: 0 });
let everybody: Everybody;
/** Ids, enumeration values and texts that occur in either team, by team. */
const values = { ours: new Set<string>(), theirs: new Set<string>() };

const filters = cases.flatMap(({ id, operation }) =>
  Object.entries(operation.input.query?.filters ?? {}).flatMap(([param, { field }]) =>
    param.endsWith('_in')
      ? [{ id, path: operation.panel.path, name: param.slice(0, -3), field }]
      : [],
  ),
);

/** Texts anywhere in a record. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

beforeAll(async () => {
  everybody = await everybodyOf(service);
  const { ours, theirs } = everybody;
  for (const team of [ours, theirs]) {
    const client = await team.create('clients');
    for (const priority of ['high', 'low']) {
      const project = await team.create('projects', {
        client_id: client.id,
        priority,
      });
      await team.create('tasks', {
        project_id: project.id,
        priority,
        tags: [priority, 'a, b'],
        assignee_ids: [team.users[0]],
      });
      await team.create('tasks');
      await team.create('campaigns', { project_id: project.id });
      const deal = await team.create('deals', {
        client_id: client.id,
        responsible_id: team.users[0],
        source: priority,
        tags: [priority],
      });
      await team.create('activities', {
        client_id: client.id,
        deal_id: deal.id,
        assigned_to: team.users[0],
      });
    }
  }
  for (const [name, team] of [
    ['ours', ours],
    ['theirs', theirs],
  ] as const)
    for (const path of ['/tasks', '/deals', '/projects', '/campaigns', '/activities', '/clients'])
      for (const text of textsIn((await team.get(`${path}?limit=100`)).body.data))
        values[name].add(text);
});

test('finds filters', () => expect(filters.length).toBeGreaterThan(20));

/** Ids of the records that an operation returns: of a list, or the cards of a board. Undefined if it refuses the query. */
async function idsIfAccepted(
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<string[] | undefined> {
  const text = new URLSearchParams({
    ...query,
    ...(path.endsWith('/board') ? {} : { limit: '100' }),
  });
  const answer = await everybody.ask('member', 'GET', `${path}?${text}`);
  if (answer.status === 400) return undefined;
  expect(answer.status, answer.text).toBe(200);
  const data = answer.body.data as Json;
  return ((data.cards ?? data) as Json[]).map(({ id }) => String(id)).sort();
}

async function idsOf(path: string, query: Readonly<Record<string, string>>): Promise<string[]> {
  const ids = await idsIfAccepted(path, query);
  if (!ids) throw new Error(`${path} refuses ${JSON.stringify(query)}`);
  return ids;
}

/** Texts of a team that a filter accepts. */
const textsFor = (field: Field, team: keyof typeof values) =>
  [...values[team]].filter((text) => field.check([text]));

const escaped = (value: string) => value.replaceAll(',', '%2C');

describe.each(filters)('$id by $name', ({ path, name, field }) => {
  const [any, none] = [`${name}_in`, `${name}_not`];

  test('returns the records with any of the values, or with none', async () => {
    const all = await idsOf(path, {});
    const matches: { readonly value: string; readonly ids: readonly string[] }[] = [];
    for (const value of textsFor(field, 'ours')) {
      const ids = await idsIfAccepted(path, { [name]: value });
      if (ids && ids.length > 0) matches.push({ value, ids });
      if (matches.length === 3) break;
    }
    expect(matches.length, name).toBeGreaterThan(0);
    for (const count of matches.keys()) {
      const chosen = matches.slice(0, count + 1);
      const wanted = new Set(chosen.flatMap(({ ids }) => ids));
      const list = [
        ...chosen.map(({ value }) => escaped(value)),
        ...(field.target ? [uuidv7()] : []),
      ];
      expect(await idsOf(path, { [any]: list.join(',') })).toEqual([...wanted].sort());
      expect(await idsOf(path, { [none]: list.join(',') })).toEqual(
        all.filter((id) => !wanted.has(id)),
      );
    }
  });

  test('values of the other team match nothing, and exclude nothing', async () => {
    const all = await idsOf(path, {});
    const foreign = textsFor(field, 'theirs').filter((value) => !values.ours.has(value));
    let tried = 0;
    const tryAll = async (values: readonly string[]): Promise<void> => {
      const list = values.map(escaped).join(',');
      const ids = await idsIfAccepted(path, { [any]: list });
      if (ids) {
        tried += values.length;
        expect(ids, list).toEqual([]);
        expect(await idsOf(path, { [none]: list }), list).toEqual(all);
      } else if (values.length > 1) for (const value of values) await tryAll([value]);
    };
    for (const [i] of foreign.entries()) if (i % 25 === 0) await tryAll(foreign.slice(i, i + 25));
    await tryAll([uuidv7()]);
    if (foreign.length > 0) expect(tried, name).toBeGreaterThan(0);
  });

  test('is open to the roles of its list, closed to others, and names a wrong value', async () => {
    const { ask, foreign, suspended, ours } = everybody;
    const query = `${path}?${any}=${uuidv7()}&${none}=${uuidv7()}`;
    const answers = await Promise.all(
      (['member', 'blind', 'admin', 'owner'] as const).map((kind) => ask(kind, 'GET', query)),
    );
    const [first] = answers;
    for (const answer of answers) expect(answer.status).toBe(first?.status);
    for (const outsider of [foreign, suspended])
      expect((await outsider.own('GET', `/teams/${ours.slug}${query}`)).status).toBe(404);
    for (const param of [any, none]) {
      const wrong = await ask('member', 'GET', `${path}?${param}=x,,%00`);
      expect([wrong.status, wrong.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(wrong.error.message).toContain(param);
      const many = Array.from({ length: 51 }, () => uuidv7()).join(',');
      expect((await ask('member', 'GET', `${path}?${param}=${many}`)).status).toBe(400);
    }
  });
});
