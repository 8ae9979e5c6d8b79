import { expect } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import type { Service } from './harness.ts';

/** Number of rows and index entries read so far, by table. */
async function entriesRead(
  service: Service,
  tables: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await service.sql(
    `select t.relname as name, coalesce(t.seq_tup_read, 0)::int + coalesce(i.entries, 0)::int as entries
    from pg_stat_user_tables t left join (
      select relid, sum(idx_tup_read) as entries from pg_stat_user_indexes group by relid) i on i.relid = t.relid
    where t.relname = any($1)`,
    [tables],
  );
  return new Map(rows.map(({ name, entries }) => [String(name), Number(entries)]));
}

/** Runs `work` on a dedicated pool of connections. @returns the number of entries it read, by table */
export async function entriesReadBy(
  service: Service,
  tables: readonly string[],
  work: (database: Database) => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  const before = await entriesRead(service, tables);
  const database = openDatabase(service.connection, 'plans', 2, () => {});
  try {
    await work(database);
  } finally {
    await database.close();
  }
  // Connections report their counts when they end.
  const open = `select application_name from pg_stat_activity where application_name like '%plans%' and datname = current_database()`;
  await expect.poll(() => service.sql(open), { timeout: 20_000 }).toEqual([]);
  const after = await entriesRead(service, tables);
  return new Map([...after].map(([table, entries]) => [table, entries - (before.get(table) ?? 0)]));
}
