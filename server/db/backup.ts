import pg from 'pg';
import {
  type Backup,
  BackupError,
  type Counts,
  type Header,
  type TableToWrite,
  writeBackup,
} from './backup-file.ts';
import { teamOnClient } from './client-team.ts';
import { copyFrom, copyTo } from './copy.ts';
import type { TeamDb } from './database.ts';
import {
  appliedTo,
  applyMissing,
  blockMigrations,
  connectForChanges,
  lockMigrations,
  migrationNames,
  releaseMigrations,
} from './migrate.ts';

/** A table of the service. */
interface Table {
  readonly name: string;
  /** Qualified name, quoted for SQL. */
  readonly place: string;
  /** Stored columns without generated ones, in order. */
  readonly columns: string[];
}

/** Tables in the schema that holds the service's data; excludes tables of any other schema. */
const ourTables = `
  select c.relname as name, format('%I.%I', n.nspname, c.relname) as place, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      -- Numbers of transactions are those of one database: in another one they are given anew.
      and a.atttypid <> 'xid8'::regtype
  where c.relkind = 'r' and c.relnamespace = (select relnamespace from pg_class where oid = 'migrations'::regclass)
    and (c.relname in ('teams', 'people', 'spent_challenges', 'agent_clients', 'vapid_keys')
      or exists (select from pg_attribute where attrelid = c.oid and attname in ('team_id', 'person_id') and not attisdropped))
  group by 1, 2 order by 1`;

/** Objects that slow down loading, as statements that drop and recreate them: foreign keys, indexes, triggers. */
const inTheWay = `
  select 1, format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
  from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[])
  union all
  select 2, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index i where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid)
  union
  select 3, format('alter table %s disable trigger user', tgrelid::regclass), format('alter table %s enable trigger user', tgrelid::regclass)
  from pg_trigger where tgrelid = any ($1::regclass[]) and not tgisinternal
  order by 1`;

/**
 * Fixes the format of values, regardless of the server's settings. On Citus, uses one connection per machine: changes made on it
 * are visible on it, and reads share one snapshot. (Servers without Citus ignore that setting.)
 */
const settings = `
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1;
  set row_security = off; set citus.multi_shard_modify_mode = 'sequential'`;

const tablesIn = async (client: pg.Client): Promise<Table[]> =>
  (await client.query<Table>(ourTables)).rows;

/** Column list of COPY. */
const listed = (columns: readonly string[]) => columns.map(pg.escapeIdentifier).join(', ');

/** Arbitrary advisory lock number of scheduled backups. */
const backupLock = 7_208_502;

/** Runs `work` unless another process of the installation runs it. @returns undefined if one does */
export async function withLock<T>(
  target: pg.ClientConfig,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const client = await connectForChanges(target, 'backup lock');
  client.on('error', () => {});
  try {
    const { rows } = await client.query<{ is_ours: boolean }>(
      'select pg_try_advisory_lock($1) as is_ours',
      [backupLock],
    );
    return rows[0]?.is_ours ? await work() : undefined;
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/** A backup in progress. */
export interface BackupInProgress {
  readonly lines: AsyncGenerator<Buffer>;
  /** Rows written so far. */
  readonly counts: Counts;
}

/**
 * Makes a consistent backup while the service continues to run.
 * @param about additional header fields
 * @param work consumes the lines
 * @throws BackupError if the database is empty; MigrationError if it does not respond
 */
export async function withBackup<T>(
  target: pg.ClientConfig,
  about: Pick<Header, 'pauta' | 'secret_key' | 'secret_keys'>,
  work: (making: BackupInProgress) => Promise<T>,
): Promise<T> {
  const client = await connectForChanges(target, 'backup');
  client.on('error', () => {}); // the current statement reports it
  try {
    await client.query(settings);
    // Blocks migrations between the snapshot and the table locks.
    await blockMigrations(client);
    await client.query('begin isolation level repeatable read read only');
    const migrations = await appliedTo(client);
    if (!migrations?.length) throw new BackupError('There is nothing to back up yet.');
    const tables = await tablesIn(client);
    const places = tables.map(({ place }) => place).join(', ');
    await client.query(`lock table ${places} in access share mode`);
    await client.query(releaseMigrations);
    // On Citus, each machine takes its snapshot on its first query: takes all of them now, through a distributed and a reference
    // table.
    await client.query('select from tasks limit 1');
    for await (const _ of copyTo(client, 'copy teams (id) to stdout', () => {}));
    const counts: Counts = {};
    const header = { ...about, made_at: new Date().toISOString(), migrations };
    const toWrite = tables.map(
      ({ name, place, columns }): TableToWrite => ({
        table: name,
        columns,
        read: (onEnd) => copyTo(client, `copy ${place} (${listed(columns)}) to stdout`, onEnd),
      }),
    );
    return await work({ lines: writeBackup(header, toWrite, counts), counts });
  } finally {
    await client.end();
  }
}

interface RestoreOptions {
  /** Replaces existing data. */
  readonly replace: boolean;
  /** True if the backup shows an earlier state, as a file does: revokes its sessions, links and login failures, and drops its pending notifications. */
  readonly isPast: boolean;
  /** Changes the restored data before it is committed. @param team access to the data of a team */
  readonly finish?: (team: (id: string) => TeamDb) => Promise<void>;
}

/** Result of a restore. */
interface RestoreResult {
  readonly counts: Counts;
  /** Migrations of this Pauta that the backup lacked. */
  readonly applied: readonly string[];
}

/**
 * Restores a backup into a database atomically.
 * @throws BackupError if the backup or the existing data does not allow it
 */
export async function restore(
  target: pg.ClientConfig,
  backup: Backup,
  { replace, isPast, finish = async () => {} }: RestoreOptions,
): Promise<RestoreResult> {
  const names = migrationNames();
  const { migrations, pauta } = backup.header;
  if (migrations.some((name, i) => name !== names[i])) {
    throw new BackupError(
      `The backup was made by a newer version of Pauta (${pauta}); update Pauta.`,
    );
  }
  const client = await connectForChanges(target, 'restore');
  client.on('error', () => {}); // the current statement reports it
  try {
    await client.query(settings);
    await refuseBesideService(client);
    await lockMigrations(client);
    await client.query('begin');
    await client.query(`set local lock_timeout = '${maxWait}'`);
    await refuseBesideService(client);
    await refuseOther(client, backup, replace);
    await applyMissing(client, migrations);
    await load(client, backup);
    const applied = await applyMissing(client, names);
    if (isPast) await client.query(endPast);
    await finish((id) => teamOnClient(client, id));
    await client.query('commit');
    const places = (await tablesIn(client)).map(({ place }) => place);
    await client.query(`analyze ${places.join(', ')}`);
    return { counts: backup.counts, applied };
  } catch (error) {
    throw explained(error);
  } finally {
    // Ends the connection, which rolls back an uncommitted transaction.
    await client.end();
  }
}

/**
 * Revokes all access, because a backup contains sessions, links and invitations that were revoked after it was made, and drops notifications that
 * wait to be mailed or pushed.
 */
const endPast = `
  update sessions set ended_at = now(), end_reason = 'restored' where ended_at is null;
  update invites set revoked_at = now() where accepted_at is null and revoked_at is null;
  update approval_requests set hash = null where hash is not null;
  update client_report_links set hash = null where hash is not null;
  delete from calendar_feeds;
  -- May have been mailed after the backup was made. They stay unread in the panel.
  update notifications set mail_due_at = null where mail_due_at is not null;
  update notification_mails set state = 'dropped', next_attempt_at = null, claim = null, claimed_until = null where state = 'pending';
  delete from notification_pushes;
  delete from push_subscriptions;
  -- Belongs to them, and may be sealed with a lost key.
  delete from vapid_keys;
  delete from person_tokens;
  delete from agent_codes;
  delete from agent_tokens;
  delete from login_failures`;

/** Maximum wait for other users of a table that must be emptied. */
const maxWait = '10s';

function explained(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  return new BackupError(
    error.code === '55P03'
      ? 'Another program is using the database; nothing was changed.'
      : `The database rejected the restore, and nothing was changed: ${error.message}.`,
  );
}

async function refuseBesideService(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name in ('pauta all', 'pauta web', 'pauta worker', 'pauta live')`,
  );
  if (rowCount)
    throw new BackupError(
      'A service is running on this database: stop it first, on every machine.',
    );
}

async function refuseOther(
  client: pg.Client,
  { header: { migrations, pauta } }: Backup,
  replace: boolean,
): Promise<void> {
  const appliedMigrations = await appliedTo(client);
  if (appliedMigrations === undefined) return;
  if (appliedMigrations.some((name) => !migrations.includes(name))) {
    throw new BackupError(
      `The backup was made by an older version of Pauta (${pauta}), and this database is already migrated: restore it into a new one (another DATA_DIR, or another database in DATABASE_URL), which is then migrated.`,
    );
  }
  if (appliedMigrations.length === 0 || replace) return;
  if ((await client.query('select from teams limit 1')).rowCount)
    throw new BackupError(
      'This database already has teams: restore into a new one, or use --replace to overwrite this one.',
    );
}

/** Empties the tables and fills them. */
async function load(client: pg.Client, backup: Backup): Promise<void> {
  const tables = new Map((await tablesIn(client)).map((table) => [table.name, table]));
  const places = [...tables.values()].map(({ place }) => place);
  const { rows: made } = await client.query<{ away: string; back: string }>(inTheWay, [places]);
  for (const { away } of made) await client.query(away);
  await client.query(`truncate ${places.join(', ')}`);
  for await (const { table: name, columns, rows } of backup.tables()) {
    const table = tables.get(name);
    if (!table) throw new BackupError(`The backup has an unknown table: ${name}.`);
    tables.delete(name);
    const taken = await copyFrom(
      client,
      `copy ${table.place} (${listed(columns)}) from stdin`,
      rows,
    );
    if (taken !== backup.counts[name])
      throw new BackupError(`Not all rows of table ${name} arrived.`);
  }
  if (tables.size > 0) throw new BackupError(`The backup lacks ${[...tables.keys()].join(', ')}.`);
  // Restores indexes before the foreign keys that need them.
  for (const { back } of made.toReversed()) await client.query(back);
}
