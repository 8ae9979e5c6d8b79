import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { tableDistribution } from '#server/db/citus.ts';
import { migrate, migrationNames, statementsIn } from '#server/db/migrate.ts';
import { cleanUp, connectTo, newDatabase, newDirectory } from '#test/support/processes.ts';

/*
 * Upgrades of a database with data, from the first version that could distribute tables over machines (docs/adr/0148). On any PostgreSQL, and
 * on Citus by `npm run test:citus`.
 */
afterAll(cleanUp);

const migrations = new URL('../../server/db/migrations/', import.meta.url);
const firstForCitus = '0005_citus.sql';

/** A directory with all migrations up to one. */
function migrationsUpTo(last: string): URL {
  const directory = newDirectory();
  for (const name of migrationNames().filter((file) => file <= last))
    copyFileSync(fileURLToPath(new URL(name, migrations)), join(directory, name));
  return pathToFileURL(`${directory}/`);
}

/** Rows of two teams, by version: SQL for data that later migrations read, convert or refer to. */
const data: Record<string, string[]> = {
  [firstForCitus]: [
    `insert into teams (id, name, slug) select uuid7(), 'T' || n, 't' || n from generate_series(1, 2) n`,
    `insert into users (team_id, id, name, email) select id, id, 'Ana', 'ana@' || slug || '.example' from teams`,
    `insert into inboxes (team_id, id, name, type, gateway) select id, id, 'Vendas', 'session', 'sandbox' from teams`,
    ...[1, 2, 3].flatMap((n) => [
      `insert into contacts (team_id, id, phone, jid) select id, uuid7(), '551190000000${n}', '551190000000${n}@s.msgapp.net' from teams`,
      `insert into deals (team_id, id, title, status, archived_at)
        select id, uuid7(), 'D', ${n === 1 ? `'arquivado', now()` : `'ativo', null`} from teams`,
    ]),
    `insert into conversations (team_id, id, inbox_id, contact_id) select team_id, id, team_id, id from contacts`,
    `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status)
      select team_id, id, id, inbox_id, 'x', 'incoming', 'Oi', 'received' from conversations`,
    `insert into workflows (team_id, id, name, event, conditions, steps) select id, id, 'W', 'deal.created', '[]', '[]' from teams`,
    `insert into events (team_id, id, type, record_id, payload) select team_id, id, 'deal.created', id, '{}' from deals`,
    `insert into workflow_runs (team_id, id, workflow_id, event_id, payload, depth, next_step_at, created_at)
      select team_id, uuid7(), team_id, id, '{}', 1, now(), now() from events`,
  ],
  '0046_reset_issuers.sql': [
    `insert into people (id, email, name) select id, 'ana@' || slug || '.example', 'Ana' from teams`,
    `update users set seen_at = now()`,
  ],
  '0085_waiting_views.sql': [
    `update inboxes set state_reason = 'the phone logged out'`,
    `insert into inbox_health (team_id, inbox_id, last_failure) select team_id, id, 'timeout: the gateway does not answer' from inboxes`,
  ],
};

test('keeps and converts the rows of the first version', async () => {
  const connection = await newDatabase('empty');
  const client = await connectTo(connection);
  for (const [version, statements] of Object.entries(data)) {
    await migrate(connection, { files: migrationsUpTo(version) });
    for (const statement of statements) await client.query(statement);
  }
  await migrate(connection);

  const rowsOf = async (text: string) => (await client.query(text)).rows;
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (rowCount) {
    const tables = await rowsOf(tableDistribution);
    const placed = await rowsOf(
      `select logicalrelid::int8 as oid, partmethod = 'n' as everywhere from pg_dist_partition`,
    );
    const expected = tables.map(({ oid, everywhere }) => ({ oid, everywhere }));
    expect(placed).toEqual(expect.arrayContaining(expected));
    expect(placed).toHaveLength(expected.length);
  }
  expect(
    await rowsOf(`select split_part(part, '=', 1) as part, sum(n)::int as n from totals
      where resource in ('conversations', 'deals') and part <> 'status=arquivado' group by resource, team_id, 1 order by resource, 1, 2`),
  ).toEqual([
    { part: '', n: 3 },
    { part: '', n: 3 },
    { part: 'inbox_id', n: 3 },
    { part: 'inbox_id', n: 3 },
    { part: 'status', n: 2 },
    { part: 'status', n: 2 },
  ]);
  expect(
    await rowsOf(`select v.version, v.name, w.kept = md5(json_build_array(w.name, w.event, w.from_phase, w.to_phase, w.conditions, w.steps)::text)
        as is_kept
      from workflow_versions v join workflows w on w.team_id = v.team_id and w.id = v.workflow_id`),
  ).toEqual([
    { version: 1, name: 'W', is_kept: true },
    { version: 1, name: 'W', is_kept: true },
  ]);
  const codes = (column: string) => `(${column}::json -> 1) ->> 'code'`;
  expect(
    await rowsOf(`select ${codes('i.state_reason_details')} as state, ${codes('h.last_failure_details')} as failure
      from inboxes i join inbox_health h on h.team_id = i.team_id and h.inbox_id = i.id`),
  ).toEqual([
    { state: 'logged_out', failure: 'unreached' },
    { state: 'logged_out', failure: 'unreached' },
  ]);
  expect(await rowsOf('select former_person_id = team_id as is_former from users')).toEqual([
    { is_former: true },
    { is_former: true },
  ]);
  for (const table of ['messages', 'events', 'workflow_runs'])
    expect(await rowsOf(`select count(*)::int as n from ${table}`), table).toEqual([{ n: 6 }]);
});

test('constraints are added with a name, each in a separate statement: Citus accepts no others', () => {
  const added = migrationNames()
    .filter((file) => file > firstForCitus)
    .flatMap((file) => statementsIn(readFileSync(new URL(file, migrations), 'utf8')))
    .map((statement) => statement.replaceAll(/--.*$/gm, '').trim())
    .filter((statement) => /^alter table\b/.test(statement))
    .map(withoutParentheses)
    .filter((statement) =>
      /\b(?:check|references|unique|primary key|foreign key)\b/.test(statement),
    );
  expect(added.length).toBeGreaterThan(10);
  for (const statement of added) {
    expect(statement).toMatch(/\bconstraint \w+/);
    expect(statement).not.toContain(',');
  }
});

/** A statement without the contents of parentheses. */
function withoutParentheses(statement: string): string {
  const shorter = statement.replaceAll(/\([^()]*\)/g, '');
  return shorter === statement ? statement : withoutParentheses(shorter);
}
