import type { Platform, TeamDb } from '../db/database.ts';
import { teamStatement } from '../db/statement.ts';
import { notices, noticesOf, noticesOfDeed } from './live/notices.ts';

/* Audit log: the statement that makes a change also writes its entry, as with events (docs/adr/0046-audit.md). */

/** Kinds of actors, in the order of the enumeration. */
export const actorKinds = [
  'system',
  'operator',
  'demo',
  'gateway',
  'hook',
  'workflow',
  'import',
  'link',
  'client',
  'key',
  'user',
] as const;
type ActorKind = (typeof actorKinds)[number];

/** Retention of an entry: 365 days, or two years for access matters. */
export type AuditClass = 'change' | 'access';

/** Parameters of a change that identify its actor. Without them, the actor is the service itself. */
export interface Attribution {
  readonly acting_kind: ActorKind;
  /** Id of the key, user, run, endpoint or inbox. */
  readonly acting_id: string | null;
  /** User on whose behalf a key or the demo acts. */
  readonly acting_for: string | null;
  /** Name of the operation. */
  readonly acting_in: string;
  readonly acting_class: AuditClass;
  readonly acting_request: string | null;
  readonly acting_session: string | null;
  readonly acting_from: string | null;
}

const bare = new WeakMap<TeamDb, TeamDb>();

/** Team access that attributes every change to this actor. */
export function attributedTo(db: TeamDb, acting: Attribution): TeamDb {
  const acted: TeamDb = {
    ...db,
    run: (statement, parameters, lock) => db.run(statement, { ...parameters, ...acting }, lock),
    transaction: (work) => db.transaction((tx) => work(attributedTo(tx, acting))),
  };
  bare.set(acted, withoutActor(db));
  return acted;
}

/** Team access without that attribution, for an operation that delegates its changes: each of them names its own actor. */
export const withoutActor = (db: TeamDb): TeamDb => bare.get(db) ?? db;

/** Access to all teams that attributes every change in a transaction to this actor. */
export const attributedPlatform = (platform: Platform, acting: Attribution): Platform => ({
  run: (statement, parameters) => platform.run(statement, parameters),
  transaction: (work) =>
    platform.transaction((tx, teamIn) => work(tx, (id) => attributedTo(teamIn(id), acting))),
});

/** SQL: the user who makes a change, or on whose behalf it is made. */
export const actingUserSql = `case when $acting_kind::actor_kind = 'user' then $acting_id::uuid else $acting_for::uuid end`;

/**
 * SQL: name of an entry's actor, i.e. of the user, key, workflow, endpoint or inbox; null if it has none or was deleted.
 * @param e the entry
 */
export const actorName = (e: string) => `case ${e}.actor
  when 'user' then (select x.name from users x where x.team_id = $team and x.id = ${e}.actor_id)
  when 'key' then (select x.name from api_keys x where x.team_id = $team and x.id = ${e}.actor_id)
  when 'hook' then (select x.name from webhooks x where x.team_id = $team and x.id = ${e}.actor_id)
  when 'gateway' then (select x.name from inboxes x where x.team_id = $team and x.id = ${e}.actor_id)
  when 'client' then (select coalesce(x.display_name, x.name) from approval_requests r
    join clients x on x.team_id = $team and x.id = r.client_id where r.team_id = $team and r.id = ${e}.actor_id)
  when 'workflow' then (select x.name from workflow_runs r join workflows x on x.team_id = $team and x.id = r.workflow_id
    where r.team_id = $team and r.id = ${e}.actor_id) end`;

/** A statement's changes to records of one kind. */
export interface AuditedChange {
  /** Table of the records. */
  readonly type: string;
  /** Row source; each row produces one entry. */
  readonly from: string;
  /** SQL over that row: id of the record. */
  readonly record: string;
  /** SQL over that row: id sent to live streams, if it differs: that of the record that displays this one. */
  readonly about?: string;
  /** SQL over that row: old values of the changed fields, compact JSON or null. Must not contain secrets. */
  readonly before?: string;
  /** SQL over that row: their new values. */
  readonly after?: string;
}

/**
 * CTE that writes the statement's audit entries; separate it from the others with `,`. Changes that emit no event also notify
 * live streams.
 */
export function audits(deeds: readonly AuditedChange[]): string {
  const rows = deeds.map(
    ({ type, from, record, before = 'null::text', after = 'null::text' }) =>
      `select '${type}' as record_type, ${record} as record_id, ${before} as before, ${after} as after from ${from}`,
  );
  const noticed = deeds.flatMap(noticesOfDeed);
  const noticeCtes = noticed.length > 0 ? `, ${notices(noticed.join(' union all '))}` : '';
  return entries(rows.join(' union all ')) + noticeCtes;
}

const entries = (rows: string) => `audited as (
    insert into audit_entries (team_id, id, class, actor, actor_id, on_behalf_of, operation, record_type, record_id, before, after,
      request_id, session_id, address, salt, digest, created_at)
    select $team, uuid7(e.at), coalesce($acting_class::audit_class, 'change'), coalesce($acting_kind::actor_kind, 'system'),
      $acting_id::uuid, $acting_for::uuid, coalesce($acting_in::text, 'system'), e.record_type, e.record_id, e.before, e.after,
      $acting_request::text, $acting_session::uuid, $acting_from::inet, e.salt,
      audit_digest(e.salt, $acting_from::inet, e.before, e.after), e.at
    from (select r.*, clock_timestamp() as at, gen_random_uuid() as salt from (${rows}) r) e)`;

const insertGiven = teamStatement(`
  with ${entries('select $record_type::text as record_type, $record_id::uuid as record_id, $before::text as before, $after::text as after')},
  ${notices('select t.type as record_type, $record_id::uuid as record_id from unnest($noticed::text[]) t (type)')}
  select $team::uuid as team`);

/** An action that is not a change of a table's record, or needs several statements. */
interface AuditRecord {
  /** Plural name of the records: `keys`, `members`. */
  readonly type?: string;
  readonly id?: string | undefined;
  /** Old and new values of the change; must not contain secrets. */
  readonly before?: object;
  readonly after?: object;
}

const written = (values: object | undefined) =>
  values === undefined ? null : JSON.stringify(values);

/**
 * Writes a separate entry; call it in the transaction of the action.
 * @param db derived from that of the operation's context, which identifies the actor
 */
export async function recordAudit(
  db: TeamDb,
  { type, id, before, after }: AuditRecord,
): Promise<void> {
  await db.run(insertGiven, {
    record_type: type ?? null,
    record_id: id ?? null,
    noticed: noticesOf(type, Object.keys({ ...before, ...after })),
    before: written(before),
    after: written(after),
  });
}
