import type pg from 'pg';

/*
 * On a Citus cluster (docs/adr/0020), every table is either distributed by team or a reference table on every machine. The choice
 * follows from the catalogue: a table is distributed if all of its unique constraints include team_id. Any other table becomes a
 * reference table, as do the tables that a reference table refers to.
 */

/** Rows with `oid`, `name`, and `everywhere` for reference tables. `migrations` and `clock` stay on the coordinator. */
export const tableDistribution = `
  with recursive ours as (
    select c.oid from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname not in ('migrations', 'clock')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  ),
  everywhere as (
    select oid from ours where not exists (
        select from pg_attribute a where a.attrelid = ours.oid and a.attname = 'team_id')
      or exists (
        select from pg_index i where i.indrelid = ours.oid and i.indisunique and not exists (
          select from pg_attribute a where a.attrelid = ours.oid and a.attname = 'team_id' and a.attnum = any(i.indkey)))
    union
    select f.confrelid from everywhere e join pg_constraint f on f.contype = 'f' and f.conrelid = e.oid
  )
  select oid::int8 as oid, oid::regclass::text as name, oid in (select oid from everywhere) as everywhere from ours`;

const extension = `select quote_ident(current_database()) as name from pg_extension where extname = 'citus'`;

// A table that refers to a reference table is already in Citus metadata, but is not distributed yet.
const waiting = `${tableDistribution} where not exists (
    select from pg_dist_partition p where p.logicalrelid = ours.oid and (p.partmethod = 'h' or p.repmodel = 't'))
  order by everywhere desc, name`;

// Objects that statements use but no table depends on: created on every node, including nodes added later.
const extensions = `
  select quote_ident(e.extname) as name, quote_ident(n.nspname) as schema
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname <> 'plpgsql' and e.extname !~ '^citus'`;
const functions = `
  select create_distributed_function(p.oid::regprocedure) from pg_proc p
  where p.pronamespace = current_schema()::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`;

const references = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and (conrelid = any($1::oid[]) or confrelid = any($1::oid[])) order by 1, 2`;

const spread = `
  select create_distributed_table($1, 'team_id', colocate_with => coalesce((
    select min(p.logicalrelid::text) from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'h' and c.relnamespace = current_schema()::regnamespace), 'none'))`;

/**
 * The worker's searches across shards: each shard evaluates its part, where a skip scan would query value by value. Processes
 * before migration 0085 use the first two.
 */
export const dueViews = {
  endpoints_due: `select distinct team_id, webhook_id from deliveries
    where status = 'pending' and next_attempt_at <= now() and (claimed_until is null or claimed_until <= now())`,
  teams_due: `select distinct team_id from workflow_runs
    where status = 'pending' and next_step_at <= now() and (claimed_until is null or claimed_until <= now())`,
  endpoints_waiting: `select team_id, webhook_id, min(next_attempt_at)::timestamptz(3) as first_at,
      bool_or(next_attempt_at <= now() and (claimed_until is null or claimed_until <= now())) as is_due
    from deliveries where status = 'pending' group by team_id, webhook_id`,
  teams_waiting: `select team_id, min(next_step_at)::timestamptz(3) as first_at,
      bool_or(next_step_at <= now() and (claimed_until is null or claimed_until <= now())) as is_due
    from workflow_runs where status = 'pending' group by team_id`,
} as const;

/** Views that still skip through an index. */
const skipping = `select viewname as name from pg_views
  where schemaname = current_schema() and definition ~* 'recursive'`;

/**
 * Lets the open transaction change tables of a cluster: all shards through one connection per node, so that each statement sees the ones
 * before it; and new tables with references to distributed tables, which they lack until {@link distribute} restores them. Without Citus,
 * PostgreSQL ignores these settings.
 */
export const settingsForChanges = `
  set local citus.multi_shard_modify_mode to 'sequential';
  set local citus.enable_local_reference_table_foreign_keys to off`;

/** Distributes new tables within the open transaction. Does nothing without Citus, or if all tables are distributed. */
export async function distribute(client: pg.Client): Promise<void> {
  const {
    rows: [database],
  } = await client.query<{ name: string }>(extension);
  if (database === undefined) return;
  const { rows: views } = await client.query<{ name: string }>(skipping);
  for (const { name } of views) {
    const look = (dueViews as Record<string, string>)[name];
    if (look !== undefined) await client.query(`create or replace view ${name} as ${look}`);
  }
  const { rows: tables } = await client.query<{ oid: number; name: string; everywhere: boolean }>(
    waiting,
  );
  if (tables.length === 0) return;
  await client.query(settingsForChanges);
  const { rows: installed } = await client.query<{ name: string; schema: string }>(extensions);
  for (const { name, schema } of installed)
    await client.query(`create extension if not exists ${name} with schema ${schema}`);
  await client.query(functions);
  const { rows: held } = await client.query<{ table: string; name: string; definition: string }>(
    references,
    [tables.map(({ oid }) => oid)],
  );
  for (const { table, name } of held)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name, everywhere } of tables)
    await client.query(everywhere ? 'select create_reference_table($1)' : spread, [name]);
  for (const { table, name, definition } of held)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  // Settings of our connections (clientConfig) apply only to the coordinator. Every node knows the role only from here on.
  await client.query(`alter role current_user in database ${database.name} set jit = off`);
}
