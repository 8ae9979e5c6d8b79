import type { TeamDb } from '../db/database.ts';
import { iso } from '../db/statement.ts';
import { namedOnly, triggers } from './catalogue.ts';

/** One kind of event that a statement may emit. */
export interface Emission {
  /** One of the catalogue. */
  readonly kind: string;
  /** A row source; one event for each of its rows. */
  readonly from: string;
  /** SQL over that row: the id of the record that the event is about. */
  readonly record: string;
  /** SQL over that row: the record as JSON text. */
  readonly data: string;
  /** SQL over that row: the old values of what changed as JSON text, or null. */
  readonly previous: string;
}

/** The parameters of a change that a workflow makes: it fires no run of that workflow, and chains end. */
export interface Cause {
  /** The workflow whose step makes the change. */
  readonly caused_by: string;
  /** The depth of its run. */
  readonly depth: number;
}

/** The parameter of a change that an inbound hook makes. */
export interface Hooked {
  /** How many hooks lie between whoever began and the change. */
  readonly hops: number;
}

/** The team's data, every change of which is known to come from there. */
export const causedBy = (db: TeamDb, cause: Cause | Hooked): TeamDb => ({
  ...db,
  run: (statement, parameters) => db.run(statement, { ...parameters, ...cause }),
  transaction: (work) => db.transaction((tx) => work(causedBy(tx, cause))),
});

/** How many runs, each fired by a step of the one before, a change may lead to. */
export const deepestChain = 5;

/**
 * Parts of the `with` of the statement that makes a change: `event`, what it emits; `delivery`, the endpoints that are to
 * hear it; `run`, the workflows that it fires. All of it commits with the change, or nothing does.
 *
 * The payload is written once, here, as compact JSON: `{"id","type","created_at","data","previous"}`; what is signed, sent
 * and replayed later are these bytes.
 * @param emissions in the order of their events
 * @param to which endpoints `w` hear it: SQL over `event`; those that ask for its kind when absent
 */
export function emits(emissions: readonly Emission[], to = listening): string {
  const rows = emissions.map(
    ({ kind, from, record, data, previous }, place) =>
      `select '${kind}' as type, ${place} as place, ${record} as record, ${data} as data, ${previous} as previous from ${from}`,
  );
  const fires = emissions.some(({ kind }) => Object.values<string>(triggers).includes(kind));
  // The moment of the event, after every wait for locks: events of one record are in the order of its changes.
  return `event as (
    insert into events (team_id, id, type, record_id, created_at, hops, payload)
    select $team, e.id, e.type, e.record, e.at, coalesce($hops::smallint, 0),
      '{"id":"' || e.id || '","type":"' || e.type || '","created_at":"' || ${iso('e.at')} ||
      '","data":' || e.data || ',"previous":' || coalesce(e.previous, 'null') || '}'
    from (
      select uuid7(n.at) as id, date_trunc('milliseconds', n.at) as at, n.type, n.record, n.data, n.previous
      from (select r.*, clock_timestamp() + r.place * interval '1 microsecond' as at from (${rows.join(' union all ')}) r) n
    ) e
    returning id, type, record_id, created_at, payload),
  delivery as (
    insert into deliveries (team_id, webhook_id, id, event, record_id, next_attempt_at, created_at)
    select $team, w.id, event.id, event.type, event.record_id, event.created_at, event.created_at
    from event join webhooks w on w.team_id = $team and ${to}
    returning *)${fires ? `,${fired}` : ''}`;
}

/** The endpoints `w` that ask for an `event`. */
export const listening = `w.is_active and w.url is not null
  and w.events && array[event.type, case when event.type in (${namedOnly.map((kind) => `'${kind}'`).join(', ')}) then event.type else '*' end]`;

const fired = `
  run as (
    insert into workflow_runs (team_id, id, workflow_id, event_id, payload, depth, next_step_at, created_at)
    select $team, uuid7(), w.id, event.id, event.payload, coalesce($depth::integer, 0) + 1, event.created_at, event.created_at
    from event join workflows w on w.team_id = $team and w.event = event.type and w.is_active
    where w.id is distinct from $caused_by::uuid and coalesce($depth::integer, 0) < ${deepestChain}
      and (w.from_phase is null or w.from_phase = event.payload::json -> 'previous' ->> 'phase')
      and (w.to_phase is null or w.to_phase = event.payload::json -> 'data' ->> 'phase'))`;
