import { iso, type TeamStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { buckets, type Dimension, type FilterName, type Measure } from './definitions.ts';
import {
  conditionsOf,
  type Facts,
  isCurrent,
  type Reach,
  type RecordType,
  type Source,
  startOf,
} from './source.ts';

/* Statements over the facts of a report: sums by row, and the records of one number. */

/** SQL: an aggregate of the contributions in a column. */
const aggregateOf = ({ method }: Measure, column: string): string => {
  if (method === 'median' || method === 'p90')
    return `percentile_cont(${method === 'median' ? 0.5 : 0.9}) within group (order by ${column}::double precision)`;
  if (method === 'average') return `avg(${column})::double precision`;
  return `${method === 'count' ? 'count' : 'sum'}(${column})`;
};

export const isTime = (by: Dimension) => by === 'month' || by === 'week';

/** Months or weeks from the previous period on, as `$spans` has their first days. A record is in one by search: its day would be computed slowly. */
const spans = `spans as materialized (select array_agg(${startOf('s.day')} order by s.day) as starts from unnest($spans::date[]) s (day))`;

/** Dimensions whose keys are texts. */
const texts: readonly Dimension[] = ['phase', 'source', 'reason'];

/**
 * SQL of the key of a record, or of the array of its keys; null if the source does not have the dimension. Months, weeks and buckets are their
 * numbers, texts are sorted by their bytes.
 */
export function keyOf(
  source: Source,
  by: Dimension,
): { readonly sql: string; readonly isMany: boolean } {
  if (isTime(by)) {
    const { at, day } = source;
    const place =
      day === undefined ? `${at}, (select s.starts from spans s)` : `${day}, $spans::date[]`;
    return { sql: `width_bucket(${place})`, isMany: false };
  }
  const key = source.keys[by] ?? (by === 'bucket' ? 'null::integer' : 'null::text');
  if (typeof key !== 'string') return { sql: key.many, isMany: true };
  return { sql: texts.includes(by) ? `(${key}) collate "C"` : key, isMany: false };
}

/** SQL: a key as text. */
export function keyText(by: Dimension, key: string): string {
  if (isTime(by)) return `($spans::date[])[${key}]::text`;
  if (by === 'bucket') return `(array['${buckets.join("', '")}'])[${key} + 1]`;
  return `(${key})::text`;
}

/** SQL: FROM and WHERE with the filters in use. */
export function relationOf(source: Source, names: readonly FilterName[], reach: Reach): string {
  const conditions = conditionsOf(source, names);
  return typeof source.from === 'string'
    ? `${source.from}${conditions}`
    : source.from(conditions, reach);
}

/** SQL: a record that has no key is in the row without one. */
export const keysOf = (array: string) =>
  `unnest(case when cardinality(${array}) > 0 then ${array} else array[null]::uuid[] end)`;

export const ctesOf = (
  { ctes }: Facts,
  by: Dimension,
  filters: readonly FilterName[],
  reach: Reach,
) => [...(ctes?.(filters, reach) ?? []), ...(isTime(by) ? [spans] : [])];

type Measures = Readonly<Record<string, Measure>>;

/** SQL: a JSON array of the sums of a source: of each period, and of each of its rows. */
function sumsOf(
  source: Source,
  measures: Measures,
  by: Dimension,
  filters: readonly FilterName[],
): string {
  const names = Object.keys(measures).filter((name) => Object.hasOwn(source.values, name));
  const { sql, isMany } = keyOf(source, by);
  const { isAtEnd = 'true' } = source;
  // Measures of equal contributions share a column, which PostgreSQL then sorts once for all their percentiles.
  const columns = [...new Set(Object.values(source.values))];
  const contributions = columns.map((value, n) => `${value} as v${n}`).join(', ');
  const facts = `select not (${isCurrent(source)}) as is_previous, ${sql} as key, ${isAtEnd} as is_at_end, ${contributions}
    from ${relationOf(source, filters, 'all')}`;
  const aggregates = names
    .map((name) => {
      const column = `f.v${columns.indexOf(source.values[name] as string)}`;
      return `${aggregateOf(measures[name] as Measure, column)} as "${name}"`;
    })
    .join(', ');
  if (!isMany && source.isAtEnd === undefined)
    return `(select coalesce(json_agg(a), '[]') from (
      select f.is_previous, grouping(f.key) = 1 as is_total, ${keyText(by, 'f.key')} as key, count(*) as records, ${aggregates}
      from (${facts}) f group by grouping sets ((f.is_previous), (f.is_previous, f.key))) a)`;
  // The total is not the sum of the rows: it counts a record once, and only those of the end.
  const rows = isMany ? `(select f.*, ${keysOf('f.key')} as one_key from f) f` : 'f';
  const key = isMany ? 'f.one_key' : 'f.key';
  return `(with f as materialized (${facts})
    select coalesce(json_agg(a), '[]') from (
      select f.is_previous, true as is_total, null::text as key, count(*) as records, ${aggregates} from f where f.is_at_end group by 1
      union all
      select f.is_previous, false, ${keyText(by, key)}, count(*), ${aggregates} from ${rows} group by f.is_previous, ${key}) a)`;
}

/** Without filters, most records of the team are joined. */
const optionsOf = (filters: readonly FilterName[]) => ({
  ...unprepared,
  joinsMost: filters.length === 0,
});

/** Reads the sums of all sources in one snapshot: the columns s0, s1 … */
export function sumStatement(
  facts: Facts,
  measures: Measures,
  by: Dimension,
  filters: readonly FilterName[],
): TeamStatement {
  const columns = facts.sources.map(
    (source, n) => `${sumsOf(source, measures, by, filters)} as s${n}`,
  );
  const ctes = ctesOf(facts, by, filters, 'all');
  const head = ctes.length > 0 ? `with ${ctes.join(',\n')}\n` : '';
  return teamStatement(
    `${head}select ${columns.join(',\n')} where $team::uuid is not null`,
    optionsOf(filters),
  );
}

const titleIn = (table: string, column = 'title') =>
  `(select x.${column} from ${table} x where x.team_id = $team and x.id = r.id)`;

const titles: Readonly<Record<RecordType, string>> = {
  deal: titleIn('deals'),
  task: titleIn('tasks'),
  campaign: titleIn('campaigns', 'name'),
  contract: titleIn('contracts'),
  billing_line: titleIn('billing_lines'),
  conversation: `(select coalesce(k.custom_name, k.push_name, k.phone, x.push_name) from conversations x
    left join contacts k on k.team_id = $team and k.id = x.contact_id where x.team_id = $team and x.id = r.id)`,
  time_entry: `(select coalesce(nullif(x.note, ''), (select t.title from tasks t where t.team_id = $team and t.id = x.task_id),
      (select p.name from projects p where p.team_id = $team and p.id = x.project_id))
    from time_entries x where x.team_id = $team and x.id = r.id)`,
};

/** Rows of which the records are read: all, the one with the key `$row`, or the one without a key. */
export type RowChoice = 'all' | 'one' | 'without_key';

/** SQL: a record is in the chosen row. */
function isInRow(source: Source, by: Dimension, choice: RowChoice): string {
  if (choice === 'all') return source.isAtEnd ?? 'true';
  const { sql, isMany } = keyOf(source, by);
  if (!isMany) return choice === 'one' ? `${keyText(by, sql)} = $row::text` : `(${sql}) is null`;
  return choice === 'one' ? `$row::text = any((${sql})::text[])` : `cardinality(${sql}) = 0`;
}

/** Reads a page of the records that contribute to a measure in the period, the latest first, and their number. */
export function recordStatement(
  facts: Facts,
  measure: string,
  by: Dimension,
  filters: readonly FilterName[],
  choice: RowChoice,
): TeamStatement {
  const relations = facts.sources
    .filter(({ values }) => Object.hasOwn(values, measure))
    .map(
      (source) => `select '${source.type}' as type, ${source.id} as id, ${source.at} as at,
        (${source.values[measure]})::double precision as value
      from ${relationOf(source, filters, 'all')} and ${isCurrent(source)} and ${isInRow(source, by, choice)}`,
    );
  const ctes = [
    ...ctesOf(facts, by, filters, 'all'),
    `counted as materialized (select f.* from (${relations.join('\nunion all\n')}) f where f.value is not null)`,
    `page as materialized (
      select c.* from counted c order by c.at desc, c.id desc, c.type limit $limit::integer offset ($page::bigint - 1) * $limit::integer)`,
  ];
  const title = Object.entries(titles)
    .map(([type, sql]) => `when '${type}' then ${sql}`)
    .join(' ');
  return teamStatement(
    `with ${ctes.join(',\n')}
    select (select count(*) from counted) as total, (
      select coalesce(json_agg(json_build_object('type', r.type, 'id', r.id, 'title', case r.type ${title} end, 'at', ${iso('r.at')}, 'value', r.value)
        order by r.at desc, r.id desc, r.type), '[]') from page r) as records
    where $team::uuid is not null`,
    optionsOf(filters),
  );
}

/** Tables with the names of keys. */
const named: { readonly [K in Dimension]?: readonly [table: string, column: string] } = {
  person: ['users', 'name'],
  client: ['clients', 'name'],
  project: ['projects', 'name'],
  inbox: ['inboxes', 'name'],
  contract: ['contracts', 'title'],
};

/** Reads the names of rows; undefined if their keys are their names. */
export function nameStatement(by: Dimension): TeamStatement | undefined {
  const [table, column] = named[by] ?? [];
  return table === undefined
    ? undefined
    : teamStatement(
        `select x.id, x.${column} as name from ${table} x where x.team_id = $team and x.id = any($ids::uuid[])`,
      );
}
