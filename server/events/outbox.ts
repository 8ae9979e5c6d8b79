import type { TeamDb } from '../db/database.ts';
import { iso } from '../db/statement.ts';
import { type Firing, namedOnly, type TriggerType, triggers } from './catalogue.ts';

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
  /** The columns that the statement may set: some of them fire workflows. */
  readonly sets?: readonly string[];
  /** Where workflows that it fires are about another record than the event. */
  readonly subject?: Subject;
  /** No workflow is fired: another statement is used where there may be one. */
  readonly firesNone?: boolean;
}

/** The record that a run is about, where the event is about another. */
export interface Subject {
  /** SQL over the event's payload `p` as JSON: its id. */
  readonly id: string;
  /** A scalar subquery over the statement: the record as the change leaves it, as JSON text. */
  readonly data: string;
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
  const fired = firings(emissions);
  const kinds = emissions.map(({ kind }) => kind);
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
    returning *)${fired.length > 0 ? `,${fires(fired, kinds)}` : ''}`;
}

/** The endpoints `w` that ask for an `event`. */
export const listening = `w.is_active and w.url is not null
  and w.events && array[event.type, case when event.type in (${namedOnly.map((kind) => `'${kind}'`).join(', ')}) then event.type else '*' end]`;

/** A firing by one of a statement's emissions. */
type Fired = Firing & Pick<Emission, 'subject'>;

const firings = (emissions: readonly Emission[]): readonly Fired[] =>
  emissions.flatMap(({ kind, sets = [], subject, firesNone = false }) =>
    Object.values<Firing>(triggers)
      .filter((each) => each.kind === kind && !firesNone)
      .filter(({ of }) => of === undefined || sets.includes(of))
      .map((each) => ({ ...each, ...(subject && { subject }) })),
  );

/** SQL: a text that is another after each change of a workflow's definition. @param w the workflow */
export const digestOf = (w: string): string =>
  `md5(json_build_array(${w}.name, ${w}.event, ${w}.from_phase, ${w}.to_phase, ${w}.conditions, ${w}.steps)::text)`;

/** SQL: the version of a workflow that holds; null where it is yet to be kept. @param w the workflow */
export const versionOf = (w: string): string =>
  `case when ${w}.kept = ${digestOf(w)} then ${w}.version end`;

/** SQL: whether the team has an active workflow with this trigger. */
export const isAwaited = (trigger: TriggerType): string =>
  `exists (select from workflows w where w.team_id = $team and w.is_active and w.event = '${triggers[trigger].event}')`;

/**
 * The part that writes the runs. What is read of payloads is read only where the team has such workflows.
 * @param kinds those that the statement may emit
 */
function fires(fired: readonly Fired[], kinds: readonly string[]): string {
  const p = `event.payload::json`;
  const over = (sql: string) => sql.replaceAll(/\bp\b/g, p);
  const isOneKind = kinds.length === 1;
  const holds = ({ kind, field, when }: Fired): string => {
    const become = `${p} -> 'data' ->> '${field}'`;
    const was = `coalesce(${p} -> 'previous' ->> '${field}', ${become})`;
    const all = [
      ...(isOneKind ? [] : [`event.type = '${kind}'`]),
      ...(when === undefined ? [] : [over(when)]),
      ...(field === undefined
        ? ['w.from_phase is null and w.to_phase is null']
        : [
            `(w.from_phase is null or w.from_phase = ${was})`,
            `(w.to_phase is null or w.to_phase = ${become})`,
          ]),
    ];
    return all.join(' and ');
  };
  const [only] = fired;
  const all =
    fired.length === 1 && only
      ? holds(only)
      : `case w.event ${fired.map((each) => `when '${each.event}' then ${holds(each)}`).join(' ')} end`;
  const subject = (of: (subject: Subject) => string, otherwise: string) => {
    const cases = fired.flatMap((each) =>
      each.subject ? [`when '${each.event}' then ${of(each.subject)}`] : [],
    );
    return cases.length === 0 ? otherwise : `case w.event ${cases.join(' ')} else ${otherwise} end`;
  };
  return `
  run as (
    insert into workflow_runs (team_id, id, workflow_id, version, event_id, record_id, payload, subject, depth, next_step_at, created_at)
    select $team, uuid7(), w.id, ${versionOf('w')}, event.id, ${subject(({ id }) => `(${over(id)})::uuid`, 'event.record_id')},
      event.payload, ${subject(({ data }) => data, 'null::text')},
      coalesce($depth::integer, 0) + 1, event.created_at, event.created_at
    from event join workflows w on w.team_id = $team and w.is_active and w.event in (${fired.map(({ event }) => `'${event}'`).join(', ')})
    where w.id is distinct from $caused_by::uuid and coalesce($depth::integer, 0) < ${deepestChain}
      and ${all})`;
}
