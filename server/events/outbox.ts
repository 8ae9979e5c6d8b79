import type { TeamDb } from '../db/database.ts';
import { iso } from '../db/statement.ts';
import { namedOnly, type TriggerDefinition, type TriggerType, triggers } from './catalogue.ts';

/** A kind of event that a statement may emit. */
export interface Emission {
  /** Kind from the catalogue. */
  readonly kind: string;
  /** Row source; each row produces one event. */
  readonly from: string;
  /** SQL over that row: id of the event's record. */
  readonly record: string;
  /** SQL over that row: the record as JSON text. */
  readonly data: string;
  /** SQL over that row: old values of the changed fields as JSON text, or null. */
  readonly previous: string;
  /** Columns that the statement may set: some of them trigger workflows. */
  readonly sets?: readonly string[];
  /** Set if triggered workflows are about another record than the event. */
  readonly subject?: Subject;
  /** Triggers no workflow: another statement is used if one may apply. */
  readonly firesNone?: boolean;
}

/** Record of a workflow run, if it differs from the event's. */
interface Subject {
  /** SQL over the event's payload `p` as JSON: its id. */
  readonly id: string;
  /** Scalar subquery of the statement: the record after the change, as JSON text. */
  readonly data: string;
}

/** Parameters of a change made by a workflow: it triggers no run of that workflow, and the length of chains is limited. */
export interface Cause {
  /** The workflow whose step makes the change. */
  readonly caused_by: string;
  /** Depth of its run. */
  readonly depth: number;
}

/** Parameter of a change made by an inbound hook. */
interface InboundCause {
  /** Number of hooks between the original request and the change. */
  readonly hops: number;
}

/** Team access that attributes every change to this cause. */
export const causedBy = (db: TeamDb, cause: Cause | InboundCause): TeamDb => ({
  ...db,
  run: (statement, parameters, lock) => db.run(statement, { ...parameters, ...cause }, lock),
  transaction: (work) => db.transaction((tx) => work(causedBy(tx, cause))),
});

/** Maximum length of a chain of runs, each triggered by a step of the previous one. */
export const deepestChain = 5;

/**
 * CTEs of a statement that makes a change: `event` inserts its events, `delivery` the deliveries to subscribed endpoints, and
 * `run` the workflow runs that it triggers. All of them commit with the change or not at all.
 *
 * The payload is written only here, as compact JSON: `{"id","type","created_at","data","previous"}`; exactly these bytes are
 * later signed, sent and replayed.
 * @param emissions in the order of their events
 * @param to selects the receiving endpoints `w`: SQL over `event`; by default those subscribed to its kind
 */
export function emits(emissions: readonly Emission[], to = listening): string {
  const rows = emissions.map(
    ({ kind, from, record, data, previous }, place) =>
      `select '${kind}' as type, ${place} as place, ${record} as record, ${data} as data, ${previous} as previous from ${from}`,
  );
  const fired = firings(emissions);
  const kinds = emissions.map(({ kind }) => kind);
  // Time of the event after all lock waits: events of one record are in the order of its changes.
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

/** SQL: true if a statement with these parts of {@link emits} has queued deliveries or runs. */
export const hasQueued = (parts: string): string =>
  ['delivery', 'run']
    .filter((part) => parts.includes(`${part} as (`))
    .map((part) => `exists (select from ${part})`)
    .join(' or ') || 'false';

/** Selects the endpoints `w` subscribed to an `event`. */
export const listening = `w.is_active and w.url is not null
  and w.events && array[event.type, case when event.type in (${namedOnly.map((kind) => `'${kind}'`).join(', ')}) then event.type else '*' end]`;

/** A trigger caused by one of a statement's emissions. */
type Fired = TriggerDefinition & Pick<Emission, 'subject'>;

const firings = (emissions: readonly Emission[]): readonly Fired[] =>
  emissions.flatMap(({ kind, sets = [], subject, firesNone = false }) =>
    Object.values<TriggerDefinition>(triggers)
      .filter((each) => each.kind === kind && !firesNone)
      .filter(({ of }) => of === undefined || sets.includes(of))
      .map((each) => ({ ...each, ...(subject && { subject }) })),
  );

/** SQL: a digest that differs after each change of a workflow's definition. @param w the workflow */
export const digestOf = (w: string): string =>
  `md5(json_build_array(${w}.name, ${w}.event, ${w}.from_phase, ${w}.to_phase, ${w}.conditions, ${w}.steps)::text)`;

/** SQL: current version of a workflow; null if that version is not stored yet. @param w the workflow */
export const versionOf = (w: string): string =>
  `case when ${w}.kept = ${digestOf(w)} then ${w}.version end`;

/** SQL: whether the team has an active workflow with this trigger. */
export const hasListener = (trigger: TriggerType): string =>
  `exists (select from workflows w where w.team_id = $team and w.is_active and w.event = '${triggers[trigger].event}')`;

/**
 * CTE that inserts the runs. Reads payloads only if the team has such workflows.
 * @param kinds kinds of events that the statement may emit
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
      and ${all}
    returning id)`;
}
