import type { Platform, Row } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { responseSealContext } from '#server/operations/idempotency.ts';
import { markOf, type Secrets } from '#server/platform/secrets.ts';
import { totpSealContext } from '../accounts/people/totp.ts';
import { pushSealContext } from '../accounts/push-subscriptions.ts';
import { sealPlace } from '../audit/seals.ts';
import { configSealContext } from '../inboxes/connection.ts';
import { erasureSealContext } from '../privacy/erasure.ts';
import { sealContextOf } from '../webhooks/signature.ts';
import { vapidSealContext } from './vapid-keys.ts';

/** A column with encrypted values. */
interface Sealed {
  readonly table: string;
  readonly column: string;
  /** Column of the row's owner; team_id by default. */
  readonly owner?: 'person_id' | 'id';
  /** Column that identifies the row within its owner. */
  readonly key: 'id' | 'key' | 'up_to';
  readonly type: 'uuid' | 'text';
  /** SQL condition of rows with an encrypted value; all rows by default. */
  readonly only?: string;
  readonly place: (owner: string, key: string) => string;
}

/** All encrypted columns of the database (test/process/secrets.test.ts checks the catalog for others). */
export const sealedColumns: readonly Sealed[] = [
  { table: 'webhooks', column: 'secret_token', key: 'id', type: 'uuid', place: sealContextOf },
  { table: 'webhooks', column: 'previous_secret', key: 'id', type: 'uuid', place: sealContextOf },
  { table: 'inboxes', column: 'config', key: 'id', type: 'uuid', place: configSealContext },
  { table: 'audit_seals', column: 'mac', key: 'up_to', type: 'uuid', place: sealPlace },
  {
    table: 'idempotency_keys',
    column: 'response',
    key: 'key',
    type: 'text',
    place: responseSealContext,
  },
  {
    table: 'credentials',
    column: 'secret',
    owner: 'person_id',
    key: 'id',
    type: 'uuid',
    only: `kind = 'totp'`,
    place: totpSealContext,
  },
  {
    table: 'privacy_erasures',
    column: 'identifiers',
    key: 'id',
    type: 'uuid',
    only: 'identifiers is not null',
    place: erasureSealContext,
  },
  {
    table: 'push_subscriptions',
    column: 'secret',
    key: 'id',
    type: 'uuid',
    place: pushSealContext,
  },
  {
    table: 'vapid_keys',
    column: 'private_key',
    owner: 'id',
    key: 'id',
    type: 'uuid',
    place: vapidSealContext,
  },
];

/** Number of rows by table. */
export type Counts = Readonly<Record<string, number>>;

const noCounts = (): Record<string, number> =>
  Object.fromEntries(sealedColumns.map(({ table }) => [table, 0]));

/** Total over all tables. */
export const sumOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Batch size; fits into memory even if every value has the max size of a response. */
const batch = 50;
/** Sorts before all other ids. Used with an owner id that no team has, so it precedes all text keys as well. */
export const firstId = '00000000-0000-0000-0000-000000000000';

/** SQL condition: value does not start with the mark of the first key. (Only `substring` reads just the beginning of a long value.) */
const isStale = (column: string) => `substring(${column} from 1 for 5) <> $mark::bytea`;

const statements = sealedColumns.map((sealed) => {
  const { table, column, owner = 'team_id', key, type, only = 'true' } = sealed;
  const stale = `${only} and ${isStale(column)}`;
  return {
    ...sealed,
    count: platformStatement(`select count(*) as n from ${table} where ${stale}`),
    find: platformStatement(`
      select ${owner} as owner, ${key} as key, ${column} as value from ${table}
      where ${stale} and (${owner}, ${key}) > ($owner, $after) order by ${owner}, ${key} limit ${batch}`),
    // Skips rows that have changed since they were read.
    write: platformStatement(`
      update ${table} t set ${column} = n.value
      from unnest($owners::uuid[], $keys::${type}[], $old::bytea[], $new::bytea[]) n (owner, key, was, value)
      where t.${owner} = n.owner and t.${key} = n.key and t.${column} = n.was returning 1 as done`),
  };
});

const sealed = platformStatement(`
  select 'webhooks ' || team_id || ' ' || id as place, secret_token as value from webhooks
  union all select 'inboxes ' || team_id || ' ' || id, config from inboxes where config is not null limit 1000`);
// Backups are also taken of databases of older versions, which have no people.
const hasPeople = platformStatement(`select to_regclass('credentials') is not null as has`);
const sealedOfPeople = platformStatement(`
  select 'credentials ' || person_id || ' ' || id as place, secret as value from credentials where kind = 'totp' limit 1000`);

/** Counts stored secrets (up to a thousand of teams and of people each), and those that the configured key cannot open. */
export async function storedSecrets(
  platform: Platform,
  secrets: Secrets,
): Promise<{ readonly count: number; readonly closed: number }> {
  const [people] = await platform.run(hasPeople);
  const rows = [
    ...(await platform.run(sealed)),
    ...(people?.has === true ? await platform.run(sealedOfPeople) : []),
  ];
  const closed = rows.filter(({ value, place }) => {
    try {
      secrets.open(value as Buffer, place as string);
      return false;
    } catch {
      return true;
    }
  });
  return { count: rows.length, closed: closed.length };
}

/** Rows not marked with the first key, which may need another one. Always zero with a single key. */
export async function staleRows(platform: Platform, secrets: Secrets): Promise<Counts> {
  const counts = noCounts();
  const [first, ...others] = secrets.keys();
  if (others.length === 0) return counts;
  for (const { table, count } of statements) {
    const [row] = await platform.run(count, { mark: markOf(first) });
    counts[table] = (counts[table] ?? 0) + (row?.n as number);
  }
  return counts;
}

/** Result of resealing. */
export interface Resealed {
  /** Rows newly sealed with the first key. */
  readonly done: Counts;
  /** Rows that none of the keys opens; left unchanged. */
  readonly closed: Counts;
}

/** Reseals all rows that are not marked with the first key, in small batches while the service runs. */
export async function reseal(platform: Platform, secrets: Secrets): Promise<Resealed> {
  const [done, closed] = [noCounts(), noCounts()];
  const mark = markOf(secrets.keys()[0]);
  for (const { table, find, write, place } of statements) {
    let last: Row | undefined;
    for (;;) {
      const after = { owner: last?.owner ?? firstId, after: last?.key ?? firstId };
      const rows = await platform.run(find, { mark, ...after });
      last = rows.at(-1);
      if (!last) break;
      const changes = rows.flatMap((row) => {
        const [owner, key, old] = [row.owner as string, row.key as string, row.value as Buffer];
        try {
          const text = secrets.open(old, place(owner, key));
          return { owner, key, old, new: secrets.seal(text, place(owner, key)) };
        } catch {
          return [];
        }
      });
      closed[table] = (closed[table] ?? 0) + rows.length - changes.length;
      const written = await platform.run(write, {
        owners: changes.map(({ owner }) => owner),
        keys: changes.map(({ key }) => key),
        old: changes.map(({ old }) => old),
        new: changes.map((change) => change.new),
      });
      done[table] = (done[table] ?? 0) + written.length;
    }
  }
  return { done, closed };
}
