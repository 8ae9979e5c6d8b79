import type { Platform, TeamDb } from '../db/database.ts';
import { teamStatement } from '../db/statement.ts';
import { notices, noticesOf, noticesOfDeed } from './live/notices.ts';

/*
 * Who did what: the entry of a change is written by the statement that makes the change, as its event is (docs/adr/0046-audit.md).
 */

/** The kinds of actors, in the order of the enumeration. */
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
export type ActorKind = (typeof actorKinds)[number];

/** How long an entry is kept: 365 days, or, for matters of access, two years. */
export type AuditClass = 'change' | 'access';

/** The parameters of a change that say who makes it. Without them it is the service itself. */
export interface Acting {
  readonly acting_kind: ActorKind;
  /** The key, the user, the run, the endpoint, the inbox. */
  readonly acting_id: string | null;
  /** The user in whose name a key or the demo works. */
  readonly acting_for: string | null;
  /** The name of the operation. */
  readonly acting_in: string;
  readonly acting_class: AuditClass;
  readonly acting_request: string | null;
  readonly acting_session: string | null;
  readonly acting_from: string | null;
}

const bare = new WeakMap<TeamDb, TeamDb>();

/** The team's data, every change of which is known to be this actor's. */
export function actingAs(db: TeamDb, acting: Acting): TeamDb {
  const acted: TeamDb = {
    ...db,
    run: (statement, parameters) => db.run(statement, { ...parameters, ...acting }),
    transaction: (work) => db.transaction((tx) => work(actingAs(tx, acting))),
  };
  bare.set(acted, nobodys(db));
  return acted;
}

/** The same data without that, for an operation that has others make the changes: each of them acts for itself. */
export const nobodys = (db: TeamDb): TeamDb => bare.get(db) ?? db;

/** The data of all teams, every change of which in a transaction is known to be this actor's. */
export const actingIn = (platform: Platform, acting: Acting): Platform => ({
  run: (statement, parameters) => platform.run(statement, parameters),
  transaction: (work) =>
    platform.transaction((tx, teamIn) => work(tx, (id) => actingAs(teamIn(id), acting))),
});

/** SQL: the user who makes a change, or in whose name it is made. */
export const actingUser = `case when $acting_kind::actor_kind = 'user' then $acting_id::uuid else $acting_for::uuid end`;

/**
 * SQL: the name of who made an entry: of the user, the key, the workflow, the endpoint, the inbox; null where it has none, or is
 * gone.
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

/** What a statement has done to records of one kind. */
export interface Deed {
  /** The table of the records. */
  readonly type: string;
  /** A row source; one entry for each of its rows. */
  readonly from: string;
  /** SQL over that row: the id of the record. */
  readonly record: string;
  /** SQL over that row: the id that live streams are told, where it is another: of what shows the record. */
  readonly about?: string;
  /** SQL over that row: what changed as it was, compact JSON or null. No secret may be in it. */
  readonly before?: string;
  /** The same as it became. */
  readonly after?: string;
}

/**
 * A part of a `with` that writes the entries of what the statement does: with `,` to be put between it and the others. Live streams are
 * told of what emits no event.
 */
export function audits(deeds: readonly Deed[]): string {
  const rows = deeds.map(
    ({ type, from, record, before = 'null::text', after = 'null::text' }) =>
      `select '${type}' as record_type, ${record} as record_id, ${before} as before, ${after} as after from ${from}`,
  );
  const noticed = deeds.flatMap(noticesOfDeed);
  const told = noticed.length > 0 ? `, ${notices(noticed.join(' union all '))}` : '';
  return entries(rows.join(' union all ')) + told;
}

const entries = (rows: string) => `audited as (
    insert into audit_entries (team_id, id, class, actor, actor_id, on_behalf_of, operation, record_type, record_id, before, after,
      request_id, session_id, address, salt, digest, created_at)
    select $team, uuid7(e.at), coalesce($acting_class::audit_class, 'change'), coalesce($acting_kind::actor_kind, 'system'),
      $acting_id::uuid, $acting_for::uuid, coalesce($acting_in::text, 'system'), e.record_type, e.record_id, e.before, e.after,
      $acting_request::text, $acting_session::uuid, $acting_from::inet, e.salt,
      audit_digest(e.salt, $acting_from::inet, e.before, e.after), e.at
    from (select r.*, clock_timestamp() as at, gen_random_uuid() as salt from (${rows}) r) e)`;

const given = teamStatement(`
  with ${entries('select $record_type::text as record_type, $record_id::uuid as record_id, $before::text as before, $after::text as after')},
  ${notices('select t.type as record_type, $record_id::uuid as record_id from unnest($noticed::text[]) t (type)')}
  select $team::uuid as team`);

/** Something done that is no change of a table's record, or takes several statements. */
export interface Told {
  /** `keys`, `members`: the plural of the records. */
  readonly type?: string;
  readonly id?: string | undefined;
  /** What changed, as it was and as it became; no secret may be in it. */
  readonly before?: object;
  readonly after?: object;
}

const written = (values: object | undefined) =>
  values === undefined ? null : JSON.stringify(values);

/**
 * Writes an entry by itself: to be called in the transaction of what it tells of.
 * @param db made of that of the operation's context, which knows who acts
 */
export async function recordAudit(db: TeamDb, { type, id, before, after }: Told): Promise<void> {
  await db.run(given, {
    record_type: type ?? null,
    record_id: id ?? null,
    noticed: noticesOf(type, Object.keys({ ...before, ...after })),
    before: written(before),
    after: written(after),
  });
}
