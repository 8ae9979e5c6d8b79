import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { teamStatement } from '#server/db/statement.ts';
import { resources } from '#server/features/registry.ts';
import {
  inputsOf,
  type Json,
  minimal,
  type TestTeam,
  useSharedService,
} from '#test/support/harness.ts';
import { fullBody, linkValue } from '#test/support/samples.ts';

/*
 * A team never sees, changes, counts or infers another team's records. The cases come from the declarations: a new resource, link, filter
 * or slug is tested automatically.
 */
const service = useSharedService();
let ours: TestTeam;
let theirs: TestTeam;
const records = new Map<string, Json>();

beforeAll(async () => {
  ours = await service.team('Nossa');
  theirs = await service.team('Deles');
  for (const { table: resource } of resources) {
    const answer = await theirs.post(resource.path, await fullBody(theirs, resource));
    expect(answer.status, answer.text).toBe(201);
    records.set(resource.name, answer.data);
  }
});

/** The other team's complete state, to check afterwards that nothing changed. */
async function theirState(): Promise<string> {
  const lists = await Promise.all(
    resources.map(({ table: resource }) => theirs.get(`${resource.path}?limit=100`)),
  );
  return lists.map((list) => list.text).join('\n');
}

describe.each(resources.map(({ table: resource }) => ({ name: resource.name, resource })))(
  '$name',
  ({ name, resource }) => {
    const { path } = resource;
    const foreign = () => records.get(name) as Json;

    test('every path with an id of the other team answers like an id that does not exist', async () => {
      const before = await theirState();
      const body = await minimal(ours, name);
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const send = (id: unknown) =>
          ours.call(method, `${path}/${id}`, method === 'PUT' ? updateOf(body) : undefined);
        const answer = await send(foreign().id);
        const missing = await send(uuidv7());
        expect(answer.status).toBe(404);
        expect(answer.text).toBe(missing.text);
        expect(Object.keys(answer.headers)).toEqual(Object.keys(missing.headers));
      }
      expect(await theirState()).toBe(before);
    });

    const updateOf = (body: Json) =>
      Object.fromEntries(
        Object.entries(body).filter(([field]) => inputsOf(resource).update.accepts.includes(field)),
      );

    test('records of the other team are in no list and no count, with any query', async () => {
      const record = foreign();
      const ourRecord = await ours.create(name);
      const queries = [
        '',
        '?limit=100',
        ...Object.keys(resource.sorts).map((sort) => `?sort=${sort}`),
      ];
      if (resource.search) {
        const text = Object.values(record).filter((value) => typeof value === 'string');
        queries.push(
          ...text.map((value) => `?search=${encodeURIComponent((value as string).slice(0, 200))}`),
        );
      }
      for (const query of queries) {
        const answer = await ours.get(`${path}${query}`);
        expect(answer.status, query).toBe(200);
        for (const row of answer.body.data as Json[]) expect(row.id).not.toBe(record.id);
        expect((answer.body.pagination as Json).total).toBe((answer.body.data as Json[]).length);
      }
      const all = await ours.get(`${path}?limit=100`);
      expect((all.body.data as Json[]).map((row) => row.id)).toContain(ourRecord.id);
    });

    test('every filter by ids of the other team finds nothing, like an unknown id', async () => {
      for (const [filter, { field }] of Object.entries(resource.filters)) {
        if (field.sql !== 'uuid') continue;
        const id =
          filter === 'assignee_id'
            ? theirs.users[0]
            : (foreign()[filter] ?? (await theirs.create(filter.replace('_id', 's'))).id);
        expect(id, filter).toBeTruthy();
        const answer = await ours.get(`${path}?${filter}=${id}`);
        const missing = await ours.get(`${path}?${filter}=${uuidv7()}`);
        expect(answer.text).toBe(missing.text);
        expect((answer.body.pagination as Json).total).toBe(0);
      }
    });

    test('every link to records of the other team is refused like a broken one, on create and on update', async () => {
      const ourRecord = await ours.create(name);
      const before = (await ours.get(`${path}/${ourRecord.id}`)).text;
      const count = async () => ((await ours.get(path)).body.pagination as Json).total;
      const counted = await count();
      for (const field of resource.links.keys()) {
        const isList = resource.fields[field]?.sql === 'uuid[]';
        const id = await linkValue(theirs, resource, field);
        const lost = isList ? [uuidv7()] : uuidv7();
        const mixed = isList ? [ours.users[0], ...(id as string[])] : id;
        const least = await minimal(ours, name);
        const posted = await ours.post(path, { ...least, [field]: mixed });
        expect(posted.status, `${field}: ${posted.text}`).toBe(404);
        expect(posted.text).toBe((await ours.post(path, { ...least, [field]: lost })).text);
        if (!inputsOf(resource).update.immutable?.includes(field)) {
          const put = await ours.put(`${path}/${ourRecord.id}`, { [field]: mixed });
          expect(put.status, field).toBe(404);
          expect(put.text).toBe(
            (await ours.put(`${path}/${ourRecord.id}`, { [field]: lost })).text,
          );
        }
      }
      expect((await ours.get(`${path}/${ourRecord.id}`)).text).toBe(before);
      expect(await count()).toBe(counted);
    });

    test('unique values are unique within the team only', async () => {
      const record = foreign();
      for (const constraint of Object.keys(resource.constraints ?? {}).filter((each) =>
        each.endsWith('_key'),
      )) {
        const field = constraint.slice(name.length + 1, -'_key'.length);
        if (record[field] === null) continue;
        const answer = await ours.post(path, {
          ...(await minimal(ours, name)),
          [field]: record[field],
        });
        expect(answer.status, `${field}: ${answer.text}`).toBe(201);
      }
    });

    test('an idempotency key of the other team is unknown', async () => {
      const key = `key of ${name}`;
      const body = await minimal(theirs, name);
      const first = await theirs.post(path, body, { 'idempotency-key': key });
      expect(first.status).toBe(201);
      // The same bytes, with links that only they can follow.
      const answer = await ours.post(path, body, { 'idempotency-key': key });
      expect(answer.headers['idempotency-replayed']).toBeUndefined();
      expect(answer.text).not.toContain(first.data.id as string);
      const linked = Object.keys(body).some((field) => resource.links.has(field));
      expect(answer.status).toBe(linked ? 404 : 201);
    });
  },
);

/** Tables that belong to a person, and to no team. */
const ofPeople = [
  'credentials',
  'login_failures',
  'person_identities',
  'person_tokens',
  'sessions',
];

test('a link across teams cannot be stored, by any statement', async () => {
  const references = await service.sql(`
    select c.conname as name, c.conrelid::regclass::text as "table", c.confrelid::regclass::text as target,
      array(select attname::text from unnest(c.conkey) with ordinality k (num, i)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num order by i) as columns
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid::regclass::text !~ '_[0-9]{6}$'`);
  expect(references.length).toBeGreaterThan(20);
  for (const { name, target, columns } of references) {
    if (target === 'teams') expect(columns, name as string).toEqual(['team_id']);
    // People belong to the installation, and so do the rows that name them; a membership names its current or former person.
    else if (target === 'people')
      expect(['person_id', 'former_person_id'], name as string).toContain(String(columns));
    else expect((columns as string[])[0], name as string).toBe('team_id');
  }
  const tables = await service.sql(`
    select c.conrelid::regclass::text as "table",
      (select attname::text from pg_attribute a where a.attrelid = c.conrelid and a.attnum = c.conkey[1]) as first
    from pg_constraint c where c.contype = 'p' and c.connamespace = 'public'::regnamespace and c.conrelid::regclass::text !~ '_[0-9]{6}$'`);
  for (const { table, first } of tables) {
    if (
      ![
        'teams',
        'people',
        'migrations',
        'spent_challenges',
        'agent_clients',
        'vapid_keys',
        'endpoint_slots',
      ].includes(table as string)
    )
      expect(first, table as string).toBe(
        ofPeople.includes(table as string) ? 'person_id' : 'team_id',
      );
  }
});

test('a statement without a team cannot be written', () => {
  expect(() => teamStatement('select * from projects')).toThrow(/\$team/);
});

test('a column of the other team’s pipeline is unknown, and cannot be combined with the team’s own pipeline', async () => {
  const project = await ours.create('projects');
  const [column] = theirs.pipeline.columns;
  const refused = await ours.post('/tasks', {
    title: 'x',
    project_id: project.id,
    pipeline_id: theirs.pipeline.id,
    column: column?.slug,
  });
  expect(refused.status).toBe(404);
  const hook = await ours.post('/webhooks', {
    name: 'x',
    target_pipeline_id: ours.pipeline.id,
    target_column_id: column?.id,
  });
  expect(hook.status).toBe(404);
});
