import {
  type Batch,
  forceGenericPlan,
  rowById,
  type TeamStatement,
  teamStatement,
  unprepared,
} from '../db/statement.ts';
import { actingUserSql, audits } from '../events/audit.ts';
import { type Change as ChangeKind, changeKind } from '../events/catalogue.ts';
import { notifiesOfChange, notifiesOfNew } from '../events/notifications.ts';
import { type Emission, emits, hasQueued } from '../events/outbox.ts';
import { batchCte, emittedInBatch, overBatch } from './batch.ts';
import type { Field } from './fields.ts';
import { containsId } from './id-search.ts';
import type { Sort, Table } from './table.ts';
import { counts, countsRows, totalOf } from './totals.ts';

/*
 * Generates SQL from declarations. The database renders each record as JSON text with a single expression (`document`), so that
 * all APIs, events and stored copies have the same bytes. `t` is always the record.
 */

/** `"a", "b"` */
const names = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

/** SQL of a field's output, for a row called `t`. */
const outputOf = (name: string, field: Field) => field.output?.(`t."${name}"`) ?? `t."${name}"`;

/**
 * Output columns, and the joins they need, for a row source called `t`.
 * @param isPage true for the few rows of a page: each linked record is found by its id, whatever the statistics
 * @param only names of the fields to output; all by default
 */
function outputSql(
  resource: Table,
  isPage = false,
  only: readonly string[] = Object.keys(resource.fields),
): { columns: string; joins: string } {
  const fields = Object.entries(resource.fields).filter(([name]) => only.includes(name));
  const columns = fields.map(([name, field]) => `${outputOf(name, field)} as "${name}"`).join(', ');
  const joins = Object.values(resource.fields)
    .flatMap(({ nested }) => {
      if (!nested || !columns.includes(`${nested.target}.`)) return [];
      const { target, via } = nested;
      return isPage
        ? `left join ${rowById(target, `t."${via}"`)} ${target} on true`
        : `left join ${target} on ${target}.team_id = $team and ${target}.id = t."${via}"`;
    })
    .join(' ');
  return { columns, joins };
}

/** Names of the fields whose output may differ after a change of these columns. */
function mayDiffer({ fields }: Table, changed: readonly string[]): string[] {
  const joined = Object.values(fields).flatMap(({ nested }) =>
    nested && changed.includes(nested.via) ? [`${nested.target}.`] : [],
  );
  return Object.entries(fields).flatMap(([name, field]) => {
    const sql = outputOf(name, field);
    const reads = [...sql.matchAll(/\bt\."?(\w+)/g)].map(([, column]) => column);
    const isAffected =
      changed.some((column) => reads.includes(column)) ||
      joined.some((table) => sql.includes(table));
    return isAffected ? [name] : [];
  });
}

/**
 * Scalar subquery: JSON text of the record that `source` yields (at most one row).
 * @param source table expression that can be aliased as t
 * @param where condition on t
 */
export function document(resource: Table, source: string, where = 'true'): string {
  const { columns, joins } = outputSql(resource);
  return `(select row_to_json(d)::text from (select ${columns} from ${source} t ${joins} where ${where}) d)`;
}

const isRecord = (resource: Table) =>
  `t.team_id = $team and t.id = $id${resource.visible ? ` and ${resource.visible}` : ''}`;

/**
 * Reads one record: a row with `data`, null if it does not exist. Finds the record before joining: in a generic plan for small
 * and large teams, an index that starts with a join column would look as good as the primary key, and would read all of a large
 * team's records.
 */
export function getStatement(resource: Table): TeamStatement {
  const record = `(select t.* from ${resource.name} t where ${isRecord(resource)} offset 0)`;
  return teamStatement(`select ${document(resource, record)} as data`);
}

/** Reads one record and locks it until the end of the transaction. */
export const lockingGetStatement = (resource: Table): TeamStatement =>
  teamStatement(
    `select ${document(resource, `(select t.* from ${resource.name} t where ${isRecord(resource)} for update offset 0)`)} as data`,
  );

/** Sort order of a list: a declared field and its direction. */
export interface Order {
  readonly field: string;
  readonly descending: boolean;
}

function sortOf(resource: Table, { field }: Order): Sort {
  const sort = resource.sorts[field];
  if (!sort) throw new Error(`${resource.name} has no sort ${field}`);
  return sort;
}

/**
 * `order by …`: unset values last in both directions, with the id as the last key in the direction of the sort.
 * @param fromEnd reverses the list: unset values first
 * @param lastKey SQL of the last key, if it is not the id
 */
export function orderBy(resource: Table, order: Order, fromEnd = false, lastKey = 't.id'): string {
  const descending = order.descending !== fromEnd;
  const direction = descending ? 'desc' : 'asc';
  const { by, nullable } = sortOf(resource, order);
  const nulls = !nullable || descending === fromEnd ? '' : fromEnd ? ' nulls first' : ' nulls last';
  return `order by ${[...by.map((key) => `${key} ${direction}${nulls}`), `${lastKey} ${direction}`].join(', ')}`;
}

/** Position of a record in a list: its sort keys, then its id, as rendered by PostgreSQL. */
export type Position = readonly (string | null)[];

/** `order by …` as an index on the sort keys returns it, forwards or backwards: {@link orderBy} except for unset values. */
function naturalOrder(resource: Table, order: Order, fromEnd: boolean): string {
  const direction = order.descending !== fromEnd ? 'desc' : 'asc';
  return `order by ${[...sortOf(resource, order).by, 't.id'].map((key) => `${key} ${direction}`).join(', ')}`;
}

/** Condition for records after a position whose values are set; `$after_0`… are its values. */
function furtherThan(resource: Table, order: Order): string {
  const keys = [...sortOf(resource, order).by, 't.id'];
  return `(${keys.join(', ')}) ${order.descending ? '<' : '>'} (${keys.map((_, i) => `$after_${i}`).join(', ')})`;
}

/** Condition for records after a position in the order; `$after_0`… are its values. @param unset true if the first one is null */
function afterPosition(resource: Table, order: Order, unset: boolean): string {
  const { by, nullable } = sortOf(resource, order);
  if (unset) return `(${by[0]} is null and t.id ${order.descending ? '<' : '>'} $after_1)`;
  const further = furtherThan(resource, order);
  return nullable ? `(${further} or ${by[0]} is null)` : further;
}

/** The parts of a list request that determine its statement. */
export interface Listing {
  readonly order: Order;
  /** Names of the filters in use; each one's value is the parameter with its name. */
  readonly filters: readonly string[];
  /** True if `$search` (and `$search_ids`) restrict the list. */
  readonly search: boolean;
  /** True if the search must scan records: no index supports it. */
  readonly isScanned?: boolean;
}

/** Maximum records per page. */
export const maxPerPage = 100;

/**
 * Conditions of a list, and SQL for the total of all matches.
 * @param isPlannedOnce true for a generic plan
 */
function matching(
  resource: Table,
  { filters, search, isScanned }: Listing,
  isPlannedOnce = false,
): { where: string; total: string } {
  const conditions = ['t.team_id = $team', ...(resource.visible ? [resource.visible] : [])];
  for (const name of filters) conditions.push(resource.filters[name]?.sql ?? 'false');
  if (search) {
    // In a custom plan, the planner evaluates the pattern: the frequency of a word decides which index is read. In a generic
    // plan, it is evaluated once instead of for each record. With another collation, no index is used.
    const by = isScanned ? ' collate "C"' : '';
    const like = (text: string, pattern: string) =>
      `${text}${by} like ${isPlannedOnce ? `(select ${pattern})` : pattern}`;
    const { ids, added = [] } = resource.search ?? {};
    const texts = ['t.search', ...added.map((name) => `fold(t."${name}")`)];
    const matches = texts.map((text) => like(text, 'containing($search)'));
    if (ids) matches.push(containsId('t.search_ids', '$search_ids', like));
    conditions.push(matches.length > 1 ? `(${matches.join(' or ')})` : matches.join());
  }
  const where = conditions.join(' and ');
  const total = search ? undefined : totalOf(resource, filters);
  const counted = `(select count(*) from ${resource.name} t where ${where})`;
  if (total !== undefined || search || isPlannedOnce) return { where, total: total ?? counted };
  return { where, total: subtracted(resource, filters, where, counted) ?? counted };
}

/** Max records with another value that are counted to subtract them: they take about 15 ms. */
const maxOthers = 200_000;

/**
 * SQL for a total as that of a longer list without the records that differ in one value; undefined if no filter allows it.
 * @param counted SQL that counts the matches: for any other value, and if more records have another value
 */
function subtracted(
  resource: Table,
  filters: readonly string[],
  where: string,
  counted: string,
): string | undefined {
  for (const name of filters) {
    const { sql = '', field, usual } = resource.filters[name] ?? {};
    const whole = totalOf(
      resource,
      filters.filter((each) => each !== name),
    );
    if (!usual || whole === undefined) continue;
    return `(case when $${name}::${field?.sql} = '${usual.value}' then (
      select case when o.n <= ${maxOthers} then ${whole} - o.n else ${counted} end from (
        select count(*) as n from (
          select from ${resource.name} t where ${where.replace(sql, usual.others)} limit ${maxOthers + 1}) o) o)
      else ${counted} end)`;
  }
  return undefined;
}

/** SQL for the ids of all matches among records called `t`. */
export const idsOf = (resource: Table, listing: Listing): string =>
  `select t.id from ${resource.name} t where ${matching(resource, listing).where}`;

/** Condition for all matches among records called `t`. */
export const conditionOf = (resource: Table, listing: Listing): string =>
  matching(resource, listing).where;

/** Counts all matches: a row with `total`. */
export function totalStatement(resource: Table, listing: Listing): TeamStatement {
  return teamStatement(`select ${matching(resource, listing).total}::int as total`, unprepared);
}

/**
 * Start of a page: the beginning of the list, an offset of `$offset` records, or a position (whose first value is unset or set);
 * or its end: `$offset` records before the end of the list. With an offset from either end, it contains at most `$most` records.
 */
export type PageStart = 'first' | 'offset' | 'unset' | 'set' | 'end';

/** Records that are read and sorted within a few milliseconds. */
const fewFound = 2_000;
/** Records that are read and sorted within a tenth of a second, where scanning a million for them takes a second or more. */
const manyFound = 20_000;

/**
 * Maximum records per match that a scan in order may have to skip. If there are fewer, it reads about as many records as the count,
 * wherever the matches are.
 */
const maxSkipped = 4;

/** Maximum matches to sort; with more, the list is scanned in order until the page is full. */
const maxSortedMatches = ({ filters }: Table, { order, filters: names }: Listing): number =>
  names.some((name) => ![undefined, order.field].includes(filters[name]?.foundBy))
    ? manyFound
    : fewFound;

/** True if no single index contains the matches in the requested order. */
function isLookedFor({ filters }: Table, { order, filters: names, search }: Listing): boolean {
  const [name, ...further] = names;
  if (search || name === undefined) return search;
  return further.length > 0 || order.field !== 'created_at' || filters[name]?.isUnordered === true;
}

/** SQL of the columns that expressions over `t` read, including the id. */
function columnsOf(expressions: readonly string[]): string {
  const read = expressions.flatMap((each) => [...each.matchAll(/\bt\."?(\w+)/g)]);
  return [...new Set(['id', ...read.map(([, column]) => column)])]
    .map((column) => `t."${column}"`)
    .join(', ');
}

/** Maximum JSON size of a page's records; larger pages are refused. */
export const maxPageBytes = 8_388_608;
/** A page up to this size is returned directly. */
const fewPageBytes = 1_048_576;
/** A record with this stored size is rendered as JSON only after the page's size is known. */
const heavyBytes = 65_536;

/** Reading modes of a page: usually all at once; if it is heavy, first its size, then its records one by one. */
export type ReadMode = 'usual' | 'weighed' | 'large';

/**
 * One page and the total of all matches, from one snapshot: a row with `total`, `data` (the records, separated by commas) and
 * `last`, the {@link Position} of the last record if the page is full. If `data` is null, the page is empty or heavy: the manner
 * `weighed` returns its `bytes`, or `fits`, the number of leading records within {@link maxPageBytes}, if it exceeds that; the
 * manner `large` returns a row per record. A search or a filtered list also returns the `size` of the whole list, if it is
 * maintained.
 * @param prepared true for a generic plan; the values of {@link steep} are then among its parameters
 */
export function listStatement(
  resource: Table,
  listing: Listing,
  begin: PageStart,
  prepared: boolean,
  manner: ReadMode = 'usual',
): TeamStatement {
  const { order, search } = listing;
  const { where, total } = matching(resource, listing, prepared);
  const by = orderBy(resource, order);
  const from =
    begin === 'set' || begin === 'unset'
      ? ` and ${afterPosition(resource, order, begin === 'unset')}`
      : '';
  const keys = [...sortOf(resource, order).by, 't.id'];
  const position = keys.map((key) => `(${key})::text`).join(', ');
  const isCountedTo = begin === 'offset' || begin === 'end';
  const limited = (ordered: string, limit: string, offset: string) => {
    if (isCountedTo) return `${ordered} limit ${limit} offset ${offset}`;
    // For an unknown limit, the planner assumes a tenth of all rows: states the maximum as well.
    return prepared
      ? `select * from (${ordered} limit ${maxPerPage}) t limit ${limit}`
      : `${ordered} limit ${limit}`;
  };
  const most = isCountedTo ? '$most' : '$limit';
  const natural = naturalOrder(resource, order, begin === 'end');
  const cut = (rows: string, condition: string, select: string) =>
    limited(
      `select ${select} from ${rows} t where ${condition} ${begin === 'unset' ? natural : orderBy(resource, order, begin === 'end')}`,
      most,
      '$offset',
    );
  /** The records in the order of an index: it returns unset values last in one direction only, so they may be a second part. */
  const inOrder = (condition: string, select: string) => {
    const { nullable } = sortOf(resource, order);
    if (!nullable || begin === 'unset' || (!order.descending && begin !== 'set'))
      return cut(resource.name, `${condition}${from}`, select);
    const after = begin === 'set' ? ` and ${furtherThan(resource, order)}` : '';
    const part = (which: string) =>
      `from ${resource.name} t where ${condition} and ${keys[0]} is ${which}`;
    const [set, unset] = [part(`not null${after}`), part('null')];
    const [front, rest] = begin === 'end' ? [unset, set] : [set, unset];
    const read = (rows: string, ...range: [string, string]) =>
      `(${limited(`select ${select} ${rows} ${natural}`, ...range)})`;
    if (!isCountedTo)
      return `with front as materialized ${read(front, most, '')} select * from front union all
        ${read(rest, `greatest(0, ${most}::bigint - (select count(*) from front))`, '')}`;
    // The last limit states the maximum: the planner expects a tenth of the rest for an unknown limit.
    return `with front as materialized (select ${select} ${front} ${natural} limit $most::bigint + $offset::bigint)
      select * from ((select * from front limit $most offset $offset) union all ${read(
        rest,
        'greatest(0, $most::bigint - greatest(0, (select count(*) from front) - $offset::bigint))',
        'greatest(0, $offset::bigint - (select count(*) from front))',
      )}) t limit $most`;
  };
  const size = search || listing.filters.length > 0 ? totalOf(resource, []) : undefined;
  // The frequency of a word, or of a combination of filters, is unknown before the search: few matches are sorted; for many, the
  // index is scanned until the page is full. `offset 0` hides the index order from the planner.
  const few = maxSortedMatches(resource, listing);
  const isDense = size && few === fewFound ? `or total * ${maxSkipped} >= size` : '';
  const isScannedInOrder = `(select total > ${few} ${isDense} from n)`;
  const pageRows = (select: string) =>
    isLookedFor(resource, listing)
      ? `(${inOrder(`${where} and ${isScannedInOrder}`, select)}) union all (${cut(
          `(select t.* from ${resource.name} t where ${where} and (select total > 0 from n) and not ${isScannedInOrder} offset 0)`,
          `true${from}`,
          select,
        )})`
      : inOrder(where, select);
  const joined = (ids: string) =>
    `select t.* from (${ids}) p join ${resource.name} t on t.team_id = $team and t.id = p.id`;
  const ofList = size ? `, ${size}::int as size` : '';
  // With a generic plan, used for teams that are not large, a search reads all matches once, counts and sorts them. Skipped
  // records are read only in the index, if the index covers the query.
  const read =
    search && prepared
      ? `with found as materialized (select ${columnsOf(keys)} from ${resource.name} t where ${where}),
      n as materialized (select count(*)::int as total${ofList} from found),
      page as materialized (${joined(cut('found', `true${from}`, 't.id'))})`
      : `with n as materialized (select ${total}::int as total${ofList}),
      page as materialized (${isCountedTo ? joined(pageRows('t.id')) : pageRows('t.*')})`;
  const last = `(select array[${position}] from page t ${by} limit 1 offset $limit - 1)`;
  if (manner === 'usual') {
    const { columns, joins } = outputSql(resource, true);
    const text = `string_agg(row_to_json(d)::text, ',')`;
    // Compressed values may be much larger than their stored size.
    const packed = Object.entries(resource.fields)
      .filter(([, { sql, output }]) => sql === 'json' && !output)
      .map(([name]) => `octet_length(t."${name}"::text)`);
    const weights = ['pg_column_size(t)', ...packed].map((weight) => `${weight} > ${heavyBytes}`);
    return teamStatement(
      `${read}
      select (select total from n) as total${size ? ', (select size from n) as size' : ''}, ${last} as last,
        (select ${text} from (
          select ${columns} from page t ${joins}
          where not exists (select from page t where ${weights.join(' or ')}) ${by}) d
        having octet_length(${text}) <= ${fewPageBytes}) as data
      ${prepared ? `where ${forceGenericPlan('(select total from n) >= 0')}` : ''}`,
      { prepared },
    );
  }
  // Renders records one by one, only as far as needed: `excess` stops at the first record over the limit.
  const weighed = `${read},
      docs as materialized (select ${document(resource, '(select t.*)')} as doc from (select t.* from page t ${by}) t),
      excess as materialized (
        select s.records from (
          select sum(octet_length(d.doc)) over so_far as bytes, row_number() over so_far - 1 as records
          from docs d window so_far as (rows unbounded preceding)) s
        where s.bytes > ${maxPageBytes} limit 1)`;
  return teamStatement(
    manner === 'weighed'
      ? `${weighed}
      select (select total from n) as total, (select records from excess)::int as fits,
        case when not exists (select from excess) then (select sum(octet_length(d.doc)) from docs d) end::int as bytes`
      : `${weighed}
      select (select total from n) as total, (select records from excess)::int as fits, ${last} as last, d.doc as data
      from (select) one left join docs d on not exists (select from excess)`,
    { prepared },
  );
}

/** Columns that a statement sets in addition to the caller's: column → SQL expression. */
export type Derived = Record<string, string>;

/** The caller's and the derived columns, with the expression of each. */
function assignments(
  resource: Table,
  names: readonly string[],
  derived: Derived,
): [string, string][] {
  const assigned = names
    .filter((name) => !(name in derived))
    .map((name): [string, string] => [name, `$${name}::${resource.fields[name]?.sql}`]);
  return [...assigned, ...Object.entries(derived)];
}

/**
 * `insert … returning *` of a new record with the id `$id`, for use in a `with`.
 * @param inputNames the fields that create accepts; parameters of their names
 * @param onConflict for example `on conflict (team_id, slug) do nothing`
 */
export function insertInto(
  resource: Table,
  inputNames: readonly string[],
  derived: Derived = {},
  onConflict = '',
): string {
  const set = assignments(resource, inputNames, derived);
  const values = set.map(([, expression]) => expression).join(', ');
  // Citus runs VALUES in one step, but does not support subqueries in it, or now() in CASE and COALESCE.
  const row = /\b(select|case|coalesce)\b/.test(values)
    ? `select $team, $id, ${values}`
    : `values ($team, $id, ${values})`;
  return `insert into ${resource.name} (team_id, id, ${names(set.map(([column]) => column))})
    ${row} ${onConflict} returning *`;
}

/** Creates records as {@link createStatement} creates one: a row with `id` and `data` for each. */
function createBatch(
  resource: Table,
  inputNames: readonly string[],
  derived: Derived,
  notifications: Table['notifications'],
): Batch {
  const set = assignments(resource, inputNames, derived);
  const values = ['$id::uuid', ...set.map(([, expression]) => expression)];
  const { cte, rowParameters } = batchCte(resource.fields, values);
  const parts = emittedInBatch(emitsRecord(resource, 'created', notifications, true));
  const statement = teamStatement(`
    with ${cte},
    t as (
      insert into ${resource.name} (team_id, id, ${names(set.map(([column]) => column))})
      select $team, ${values.map(overBatch).join(', ')} from batch b returning *),
    ${parts} select id, data, ${hasQueued(parts)} as has_queued from doc`);
  return { statement, rowParameters };
}

/**
 * CTE `was` over `old` and `t`, with a row if the record changed: the old values of the changed fields as JSON text (`previous`), and the
 * audit entry's copies of their old and new values, without fields that are derived from others.
 */
function changedValues(resource: Table, sets: readonly string[]): string {
  const fields = mayDiffer(resource, [...sets, 'updated_at']);
  const audited = fields.filter((name) => name !== 'updated_at' && !resource.fields[name]?.nested);
  const valuesOf = (source: string) => {
    const { columns, joins } = outputSql(resource, false, fields);
    const values = fields.map(
      (name) => `coalesce(to_json(v."${name}")::text, 'null') as "${name}"`,
    );
    return `(select ${values.join(', ')} from (select ${columns} from ${source} t ${joins}) v offset 0)`;
  };
  const objectOf = (names: readonly string[], memberOf: (name: string) => string) => {
    const members = names.map(
      (name) => `case when o."${name}" <> n."${name}" then '"${name}":' || ${memberOf(name)} end`,
    );
    return `'{' || concat_ws(',', ${['null', ...members].join(', ')}) || '}'`;
  };
  const copyOf = (value: string) =>
    `case when octet_length(${value}) <= 258 then ${value} else audit_value(${value}::json) end`;
  return `was as materialized (
      select ${objectOf(fields, (name) => `o."${name}"`)} as previous,
        ${objectOf(audited, (name) => copyOf(`o."${name}"`))} as audited_before,
        ${objectOf(audited, (name) => copyOf(`n."${name}"`))} as audited_after
      from ${valuesOf('old')} o cross join ${valuesOf('t')} n)`;
}

/** SQL over `t`: true if a record may have values that are too long for an audit entry. Few have, and inspecting them is expensive. */
function mayBeLong({ fields }: Table): string {
  const long = Object.entries(fields).flatMap(([name, { sql, output, schema }]) =>
    (sql === 'text' || sql === 'json' || sql.endsWith('[]')) &&
    !output &&
    !(Number((schema as { maxLength?: number }).maxLength) <= 256)
      ? [`octet_length(t."${name}"::text) > 256`]
      : [],
  );
  return long.length === 0 ? 'false' : long.join(' or ');
}

/** SQL over `doc`: an audit entry's copy of a whole record. */
const auditedCopy = `case when doc.may_be_long then audit_record(doc.data) else json_strip_nulls(doc.data::json)::text end`;

/**
 * CTE, with a leading comma, that records the moves of a change; empty if it moves nothing.
 * @param now row source of the records after the change, of any number
 * @param old row source of the same records before it, locked: a record's moves are in the order of their times
 */
export function recordsMoves(
  resource: Table,
  sets: readonly string[],
  { now = 't', old = 'old' } = {},
): string {
  const { of = [], worth } = resource.moves ?? {};
  const moved = of.filter((name) => sets.includes(name));
  if (moved.length === 0) return '';
  const pairs = moved.map((name) => `('${name}', ${old}."${name}"::text, ${now}."${name}"::text)`);
  return `,
    history as (
      insert into moves (team_id, resource, id, record_id, field, was, became, value, user_id, actor, moved_at)
      select $team, '${resource.name}', uuid7(m.at), ${now}.id, m.field, m.was, m.became, ${worth ? `${now}."${worth}"` : 'null'}, ${actingUserSql},
        coalesce($acting_kind::actor_kind, 'system'), m.at
      from ${now} join ${old} on ${old}.id = ${now}.id cross join lateral (
        select v.*, clock_timestamp() as at from (values ${pairs.join(', ')}) v (field, was, became)
        where v.was is distinct from v.became) m)`;
}

/**
 * CTEs for a statement in which a record `t` was created, or permanently deleted: `doc`, a row with the record's JSON text as
 * `data`, its event with deliveries, and its total. If `t` has no row, nothing is emitted.
 * @param notifications rules for a new record; pass none if it names no recipient, because PostgreSQL would plan their
 * queries anyway
 * @param areMany true if `t` may have several rows
 */
export function emitsRecord(
  resource: Table,
  change: 'created' | 'deleted',
  notifications = resource.notifications,
  areMany = false,
): string {
  const counted = areMany
    ? countsRows([{ resource, from: 't' }])
    : change === 'created'
      ? counts(resource, 't')
      : counts(resource, undefined, 't');
  const copy = change === 'created' ? { after: auditedCopy } : { before: auditedCopy };
  // Not joined with `t` again: the planner expects few rows there, and would compare all with all.
  const doc = `doc as materialized (
      select t.id, ${document(resource, '(select t.*)')} as data, ${mayBeLong(resource)} as may_be_long from t),
    ${change === 'created' ? notifiesOfNew(resource.name, notifications) : ''}${audits([{ type: resource.name, from: 'doc', record: 'doc.id', ...copy }])}`;
  const kind = changeKind(resource, change);
  const previous = change === 'created' ? 'null::text' : `'{}'`;
  return kind
    ? `${doc}, ${emits([{ kind, from: 'doc', record: 'doc.id', data: 'doc.data', previous }])}${counted}`
    : doc;
}

/** A kind of event that a change emits if the condition over `old` and `t` is true. */
export interface ChangeEvent {
  readonly kind: string;
  readonly where: string;
}

/** Kinds of events that every change of this resource's records emits. */
export function changeEvents(resource: Table, change: ChangeKind): ChangeEvent[] {
  const kind = changeKind(resource, change);
  return kind ? [{ kind, where: 'true' }] : [];
}

/**
 * CTEs for a statement with the {@link Change}: `doc`, a row whose `data` is the JSON text of the record after the statement,
 * changed or not, the event with the old values of what changed, and the total.
 * @param to receiving endpoints, as in {@link emits}
 */
export function emitsChange(
  resource: Table,
  { now, sets }: Pick<Change, 'now' | 'sets'>,
  kinds: readonly ChangeEvent[],
  to?: string,
): string {
  const doc = `doc as materialized (select ${document(resource, now)} as data),
    ${changedValues(resource, sets)},
    ${audits([
      {
        type: resource.name,
        from: 't cross join was',
        record: 't.id',
        before: 'was.audited_before',
        after: 'was.audited_after',
      },
    ])}${recordsMoves(resource, sets)}${notifiesOfChange(resource.name, resource.notifications, sets)}`;
  if (kinds.length === 0) return doc;
  const emissions = kinds.map(
    ({ kind, where }): Emission => ({
      kind,
      from: `t join old on ${where} cross join doc cross join was`,
      record: 't.id',
      data: 'doc.data',
      previous: 'was.previous',
      sets,
    }),
  );
  return `${doc},
    ${emits(emissions, to)}${counts(resource, 't', 'old', sets)}`;
}

/** Creates one record: a row with `data`. */
export function createStatement(
  resource: Table,
  names: readonly string[],
  derived: Derived = {},
  notifications = resource.notifications,
): TeamStatement {
  const parts = emitsRecord(resource, 'created', notifications);
  const statement = teamStatement(
    `with t as (${insertInto(resource, names, derived)}), ${parts} select data, ${hasQueued(parts)} as has_queued from doc`,
  );
  return { ...statement, batch: createBatch(resource, names, derived, notifications) };
}

/** Parts of a statement that changes one record, for a `with` that defines `old` and `t`. */
interface Change {
  /** `old as (…), t as (…)`: the locked record before the change, and the changed one if anything changed. */
  readonly with: string;
  /** The record after the statement, changed or not. */
  readonly now: string;
  /** The columns that it may change. */
  readonly sets: readonly string[];
  /** Names of immutable fields given with another value, as a text[]; in that case nothing changed. */
  readonly refused: string;
}

/**
 * Changes one record, `$id`; `old` is the record before. Writes nothing, not even `updated_at`, if every value equals the current
 * one. `updated_at` never decreases, although changes may have waited for each other.
 * @param names fields that the caller gave; parameters of their names
 * @param fixed fields that cannot be changed; those given are only compared
 * @param derived may read `clock.now`: Citus does not support now() in CASE and COALESCE
 * @param place additional CTEs, each ending with a comma, derived from `old`; one of them is `name`, whose single row `derived`
 * may
 *   read; the record changes only if the condition is true
 */
export function changeOf(
  resource: Table,
  names: readonly string[],
  fixed: readonly string[] = [],
  derived: Derived = {},
  place?: { name: string; parts: string; where: string },
): Change {
  const immutable = fixed.filter((name) => names.includes(name));
  const set = assignments(
    resource,
    names.filter((name) => !immutable.includes(name)),
    derived,
  );
  const same = immutable.map(
    (name) => `old."${name}" is not distinct from $${name}::${resource.fields[name]?.sql}`,
  );
  const compared = (column: string, expression: string) =>
    resource.fields[column]?.compare?.(expression) ?? expression;
  // Not with `t`: if another transaction has just changed the record, the update first sees it as it was before that.
  const columns = set.map(([column]) => compared(column, `old."${column}"`));
  const values = set.map(([column, expression]) => compared(column, expression));
  const moved =
    set.length > 0 ? `(${columns.join(', ')}) is distinct from (${values.join(', ')})` : 'false';
  return {
    with: `old as materialized (select * from ${resource.name} t where ${isRecord(resource)} for no key update),
      ${place?.parts ?? ''}
      t as (
        update ${resource.name} t set ${set.map(([column, value]) => `"${column}" = ${value}, `).join('')}updated_at = greatest(now(), old.updated_at)
        from old, (select now()) clock (now)${place ? `, ${place.name}` : ''}
        where t.team_id = $team and t.id = old.id and ${[...same, moved, ...(place ? [place.where] : [])].join(' and ')}
        returning t.*
      )`,
    now: '(select * from t union all select * from old where not exists (select from t))',
    sets: set.map(([column]) => column),
    refused: `array_remove(array[${immutable
      .map((name, i) => `case when not ${same[i]} then '${name}' end`)
      .concat('null')
      .join(', ')}]::text[], null)`,
  };
}

/** Changes one record: a row with `data` and `refused`; no row if the record does not exist. */
export function updateStatement(
  resource: Table,
  names: readonly string[],
  fixed: readonly string[],
  derived: Derived,
  also: readonly ChangeEvent[] = [],
): TeamStatement {
  const change = changeOf(resource, names, fixed, derived);
  const parts = emitsChange(resource, change, [...changeEvents(resource, 'updated'), ...also]);
  return teamStatement(
    `with ${change.with}, ${parts}
    select doc.data, ${change.refused} as refused, ${hasQueued(parts)} as has_queued from old, doc`,
  );
}

/**
 * Soft DELETE: sets columns and returns some of them. A row with `data`; no row if the record does not exist.
 * @param set column → expression, in which `old` is the record before
 * @param out key of the result → expression over `t`
 */
export function retireStatement(resource: Table, set: Derived, out: Derived): TeamStatement {
  const change = changeOf(resource, [], [], set);
  const columns = Object.entries(out).map(([key, expression]) => `${expression} as "${key}"`);
  return teamStatement(
    `with ${change.with}, ${emitsChange(resource, change, changeEvents(resource, 'deleted'))} select (
      select row_to_json(d)::text from (select t.id, ${columns.join(', ')} from ${change.now} t) d
    ) as data from old`,
  );
}

/** Finds the given links to records that do not exist: rows with `field`. Undefined for a resource without links. */
export function missingLinksStatement(resource: Table): TeamStatement | undefined {
  const questions = [...resource.links].map(([name, target]) => {
    const ids =
      resource.fields[name]?.sql === 'uuid[]' ? `$${name}::uuid[]` : `array[$${name}::uuid]`;
    return `select '${name}' as field where exists (select from unnest(${ids}) as wanted (id) where wanted.id is not null
      and not exists (select from ${target} x where x.team_id = $team and x.id = wanted.id))`;
  });
  return questions.length > 0 ? teamStatement(questions.join(' union all ')) : undefined;
}
