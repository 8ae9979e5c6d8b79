import type { Platform, Row } from '../../db/database.ts';
import { platformStatement } from '../../db/statement.ts';
import { answerPlace } from '../../operations/idempotency.ts';
import { markOf, type Secrets } from '../../platform/secrets.ts';
import { totpPlace } from '../accounts/people/totp.ts';
import { sealPlace } from '../audit/seals.ts';
import { configPlace } from '../messaging/inboxes.ts';
import { secretPlace } from '../webhooks/signature.ts';

/** A column in which values lie encrypted. */
interface Sealed {
  readonly table: string;
  readonly column: string;
  /** Whose the row is. */
  readonly owner?: 'person_id';
  /** The column that names the row, beside its owner's; that is team_id where it is nobody else's. */
  readonly key: 'id' | 'key' | 'up_to';
  readonly type: 'uuid' | 'text';
  /** Which rows hold an encrypted value: all where it is not told. */
  readonly only?: string;
  readonly place: (owner: string, key: string) => string;
}

/** All that is encrypted in the database (test/secrets.test.ts asks its catalogue for others). */
export const sealedColumns: readonly Sealed[] = [
  { table: 'webhooks', column: 'secret_token', key: 'id', type: 'uuid', place: secretPlace },
  { table: 'webhooks', column: 'previous_secret', key: 'id', type: 'uuid', place: secretPlace },
  { table: 'inboxes', column: 'config', key: 'id', type: 'uuid', place: configPlace },
  { table: 'audit_seals', column: 'mac', key: 'up_to', type: 'uuid', place: sealPlace },
  { table: 'idempotency_keys', column: 'response', key: 'key', type: 'text', place: answerPlace },
  {
    table: 'credentials',
    column: 'secret',
    owner: 'person_id',
    key: 'id',
    type: 'uuid',
    only: `kind = 'totp'`,
    place: totpPlace,
  },
];

/** Rows by table. */
export type Counts = Readonly<Record<string, number>>;

const noCounts = (): Record<string, number> =>
  Object.fromEntries(sealedColumns.map(({ table }) => [table, 0]));

/** All of them. */
export const sumOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Not more at once than fit into memory where each is as large as an answer can be. */
const batch = 50;
/** Before all others; of keys that are texts, before those of a team that there is not. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** What does not begin with the mark of the first key. (Nothing but `substring` reads the beginning of a long value alone.) */
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
    // What has changed meanwhile stays as it is.
    write: platformStatement(`
      update ${table} t set ${column} = n.value
      from unnest($owners::uuid[], $keys::${type}[], $old::bytea[], $new::bytea[]) n (owner, key, was, value)
      where t.${owner} = n.owner and t.${key} = n.key and t.${column} = n.was returning 1 as done`),
  };
});

const sealed = platformStatement(`
  select 'webhooks ' || team_id || ' ' || id as place, secret_token as value from webhooks
  union all select 'inboxes ' || team_id || ' ' || id, config from inboxes where config is not null limit 1000`);
// A backup is taken of the database of an older version, too, which has no people.
const hasPeople = platformStatement(`select to_regclass('credentials') is not null as has`);
const sealedOfPeople = platformStatement(`
  select 'credentials ' || person_id || ' ' || id as place, secret as value from credentials where kind = 'totp' limit 1000`);

/** How many secrets are stored (a thousand of teams and of people are looked at), and how many of them do not open with the key here. */
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

/** Rows that may need another key than the first: those that are not marked with it. None where there is one key. */
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

/** What going over all rows has done. */
export interface Resealed {
  /** Rows that are sealed with the first key now, and were not. */
  readonly done: Counts;
  /** Rows that open with none of the keys: they stay as they are. */
  readonly closed: Counts;
}

/** Seals everything anew that is not marked with the first key; beside whatever goes on, in small steps. */
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
