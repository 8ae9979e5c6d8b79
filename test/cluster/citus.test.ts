import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { distribute, dueViews, tableDistribution } from '#server/db/citus.ts';
import { resources } from '#server/features/registry.ts';
import { partsOf } from '#server/records/totals.ts';
import { useService } from '#test/support/harness.ts';
import { historyCheck } from '#test/support/history-check.ts';
import { cleanUp, connectTo, newDatabase } from '#test/support/processes.ts';

/*
 * Tables can be distributed over machines by team (docs/adr/0020), checked on any PostgreSQL: a migration with anything that Citus refuses
 * fails here.
 */
const service = useService();
afterAll(cleanUp);

/** Tables on every machine, each row written to all of them. A table that grows with the work of teams is none of these. */
const everywhere = [
  'agent_clients',
  'api_keys',
  'credentials',
  'endpoint_slots',
  'login_failures',
  'people',
  'person_identities',
  'person_tokens',
  'sessions',
  'spent_challenges',
  'teams',
  'users',
  'vapid_keys',
];

/** Of tables, not of the shards that Citus has created. */
const whole = (table: string) => `${table} = any(select oid::regclass::text from pg_class)
  and ${table} !~ '_[0-9]{6,}$' and ${table} !~ '^(pg_|citus|columnar)'`;

test('every table is distributed by team, with the listed exceptions', async () => {
  const tables = await service.sql(`${tableDistribution} order by name`);
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter((table) => table.everywhere).map(({ name }) => name)).toEqual(everywhere);
});

test('distributed tables separate their teams: in keys, in references, in cascades', async () => {
  const spread = (await service.sql(tableDistribution)).flatMap(({ name, everywhere }) =>
    everywhere ? [] : [name],
  );
  const keys = await service.sql(
    `select i.indexrelid::regclass::text as name, a.attname as first from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisunique and i.indrelid::regclass::text = any($1)`,
    [spread],
  );
  expect(keys.length).toBeGreaterThan(spread.length);
  for (const { name, first } of keys) expect(first, String(name)).toBe('team_id');

  const references = await service.sql(
    `select f.conname as name, f.confupdtype as on_update, f.confdeltype as on_delete,
      (select attname from pg_attribute where attrelid = f.conrelid and attnum = f.conkey[1]) as column,
      (select attname from pg_attribute where attrelid = f.confrelid and attnum = f.confkey[1]) as target,
      f.confrelid::regclass::text = 'teams' as is_team
    from pg_constraint f where f.contype = 'f' and f.conrelid::regclass::text = any($1)`,
    [spread],
  );
  expect(references.length).toBeGreaterThan(30);
  for (const { name, on_update, on_delete, column, target, is_team } of references) {
    expect([column, target], String(name)).toEqual(['team_id', is_team ? 'id' : 'team_id']);
    // Nothing is set to null, and no key changes with a cascade: team_id is part of it.
    expect(on_update, String(name)).toBe('a');
    expect(['a', 'c'], String(name)).toContain(on_delete);
  }
});

test('no table has triggers, rules, partitions or sequences', async () => {
  const triggers = await service.sql(`
    select tgname as name from pg_trigger where not tgisinternal and tgname <> '${historyCheck}' and ${whole('tgrelid::regclass::text')}
    union all select rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relkind <> 'v'
    union all select attname from pg_attribute where attidentity <> '' and ${whole('attrelid::regclass::text')}
    union all select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('p', 'S', 'm')`);
  expect(triggers).toEqual([]);
});

test('totals are computed from bare columns: Citus accepts no function there that is not immutable', () => {
  const unnested = resources.flatMap(({ table: resource }) =>
    [...partsOf(resource, 't').matchAll(/unnest\(([^)]*)\)/g)].map(([, from]) => from),
  );
  expect(unnested.length).toBeGreaterThan(0);
  for (const from of unnested) expect(from).toMatch(/^t\.\w+$/);
});

/** Sources of the service's statements. */
const sources = readdirSync(new URL('../../server/', import.meta.url), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({
    file,
    text: readFileSync(new URL(`../../server/${file}`, import.meta.url), 'utf8'),
  }));

/** The part of a statement from its innermost open parenthesis, or from its beginning, to an index. */
function selectBefore(text: string, end: number): string {
  let depth = 0;
  for (let at = end - 1; at > 0; at--) {
    if (text[at] === ')') depth++;
    else if (text[at] === '`' && depth === 0) return text.slice(at + 1, end);
    else if (text[at] === '(' && depth-- === 0) return text.slice(at + 1, end);
  }
  return text.slice(0, end);
}

test('rows are locked by selects from one table: on Citus, a join with FOR UPDATE fails', () => {
  const locking = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bfor (?:no key )?update\b/g)]
      .map(({ index }) => selectBefore(text, index).trim())
      .filter((select) => /^(?:select|with)\b/.test(select))
      .map((select) => ({ file, select })),
  );
  expect(locking.length).toBeGreaterThan(50);
  const joined = locking.filter(({ select }) =>
    /\bjoin\b|\bin\s*\(\s*select\b|\bfrom \w+(?: \w+)?, /.test(select),
  );
  expect(joined).toEqual([]);
});

test('no VALUES contains a subquery: Citus accepts it in SELECT only', () => {
  const values = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bvalues \([^`]*/g)].map(([list]) => ({ file, list })),
  );
  expect(values.length).toBeGreaterThan(20);
  expect(values.filter(({ list }) => /\(\s*select\b/.test(list))).toEqual([]);
});

test('no UPDATE has now() in COALESCE: Citus accepts only the time of a joined row there', () => {
  const updates = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bupdate \w+(?: \w+)? set\b(?:(?!\b(?:where|from)\b)[^`])*/g)].map(
      ([assignments]) => ({ file, assignments }),
    ),
  );
  expect(updates.length).toBeGreaterThan(50);
  expect(
    updates.filter(({ assignments }) =>
      /\bcoalesce\([^()]*\bnow\(\)|\b(?:then|else) now\(\)/.test(assignments),
    ),
  ).toEqual([]);
});

/** The assignments and the condition of an ON CONFLICT, from an index: up to the end of the parenthesis, of the statement, or RETURNING. */
function clauseFrom(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (
      text[at] === '`' ||
      (text[at] === ')' && depth-- === 0) ||
      /^returning\b/.test(text.slice(at, at + 10))
    )
      return text.slice(start, at);
  }
  return text.slice(start);
}

test('no ON CONFLICT has now() or adds an interval: Citus accepts only immutable functions there', () => {
  const clauses = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/insert into (\w+)[^`;]*?\bdo update set\b/g)].map((match) => ({
      ...{ file, table: match[1] ?? '' },
      clause: clauseFrom(text, match.index + match[0].length),
    })),
  );
  expect(clauses.length).toBeGreaterThan(20);
  expect(
    clauses.filter(
      ({ table, clause }) =>
        !everywhere.includes(table) && /\bnow\(\)|[\w)] [+-] interval\b|\bselect\b/.test(clause),
    ),
  ).toEqual([]);
});

test('no migration adds a reference from an already distributed table to one that it creates', async () => {
  const client = await connectTo(await newDatabase('empty'));
  const directory = new URL('../../server/db/migrations/', import.meta.url);
  for (const file of readdirSync(directory).sort()) {
    const { rows: before } = await client.query(tableDistribution);
    const text = readFileSync(new URL(file, directory), 'utf8');
    // References may need their indexes. Several statements in one call cannot run concurrently.
    await client.query(
      file.endsWith('.concurrently.sql')
        ? text.replaceAll(/ index concurrently\b/g, ' index')
        : text,
    );
    if (file <= '0005_citus.sql') continue;
    const { rows: early } = await client.query(
      `select conname from pg_constraint where contype = 'f' and conrelid = any($1::oid[]) and confrelid <> all($1::oid[])`,
      [before.map(({ oid }) => oid)],
    );
    // A later file may do so: tables are distributed in between.
    expect(early, file).toEqual([]);
  }
});

test('scans over many databases find the same rows as one scan of everything', async () => {
  const team = await service.team();
  const { id: webhook } = await team.create('webhooks', { url: 'https://example.com/' });
  for (const slug of ['a', 'b', 'c']) await team.create('projects', { slug });
  expect(webhook).toBeDefined();
  await service.sql(`
    insert into workflows (team_id, id, name, event, conditions, steps) select id, uuid7(), 'w', 'x', '[]', '[]' from teams;
    insert into workflow_runs (team_id, id, workflow_id, event_id, payload, depth, next_step_at, created_at)
      select team_id, uuid7(), id, uuid7(), '{}', 1, now(), now() from workflows`);
  for (const [view, look] of Object.entries(dueViews)) {
    const rows = await service.sql(`select * from ${view} order by 1`);
    expect(rows, view).toHaveLength(1);
    expect(await service.sql(`select * from (${look}) look order by 1`), view).toEqual(rows);
  }
  await service.sql(`update deliveries set claimed_until = now() + interval '1 minute'`);
  await service.sql(`update workflow_runs set next_step_at = now() + interval '1 minute'`);
  for (const [view, look] of Object.entries(dueViews)) {
    const rows = await service.sql(`select * from ${view}`);
    // Endpoints and teams with pending work, none of it due.
    if (view.endsWith('_waiting')) expect(rows, view).toMatchObject([{ is_due: false }]);
    else expect(rows, view).toEqual([]);
    expect(await service.sql(look), view).toEqual(rows);
  }
});

test('without Citus, or if everything is in place, nothing changes', async () => {
  const client = await connectTo(service.connection);
  const catalogue = () => client.query('select oid, xmin from pg_class order by oid');
  const { rows: before } = await catalogue();
  await distribute(client);
  expect((await catalogue()).rows).toEqual(before);
});
