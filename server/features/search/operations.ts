import { teamStatement, unprepared } from '#server/db/statement.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { shapes } from '#server/records/crud-queries.ts';
import { about, kind, oneOf, required, singleLine } from '#server/records/fields.ts';
import { containsId } from '#server/records/id-search.ts';
import { bareTerm, hasTrigram } from '#server/records/input.ts';
import { table } from '#server/records/table.ts';
import { parseTaskNumber } from '../work/tasks/numbers.ts';
import { kinds, type Source, sources } from './sources.ts';

/*
 * Search over all named records, read in one snapshot (docs/adr/0062-search.md).
 */

/** Max hits of each kind. */
const maxHits = 5;
/** Max matching records that are ranked, in addition to those whose names start with the term. */
const maxRanked = 1_000;

/** SQL: records whose name starts with the term, in index order, exact matches first. */
const matchesAtStart = ({ from, prefixed, where }: Source) =>
  prefixed.map(
    (name) => `(select t.id from ${from} t where t.team_id = $team and ${where}
      and fold(${name}) collate "C" >= fold($q) and fold(${name}) collate "C" < fold($q) || chr(1114111)
      order by fold(${name}) collate "C" limit ${maxHits + 1})`,
  );

/** SQL: records that contain the term anywhere. @param way indexes that can find it */
const matchesAnywhere = (
  { from, where, hasIds, numbered }: Source,
  { text, ids, number }: SearchIndexes,
) => {
  const conditions = [
    ...(number && numbered ? [numbered] : []),
    ...(text ? ['t.search like containing($q)'] : []),
    ...(ids && hasIds ? [containsId('t.search_ids', '$ids')] : []),
  ];
  return conditions.map(
    (condition) =>
      `(select t.id from ${from} t where t.team_id = $team and ${where} and ${condition} limit ${maxRanked})`,
  );
};

/** SQL: rank of a match `t`: whole name or number, start of the name, start of a word, within the name, elsewhere. */
const rankOf = ({ name, exactly, numbered }: Source, { ids, number }: SearchIndexes) => `case
  when fold(${name}) = fold($q)${ids && exactly ? ` or ${exactly}` : ''}${number && numbered ? ` or ${numbered}` : ''} then 0
  when starts_with(fold(${name}), fold($q)) then 1
  when strpos(' ' || fold(${name}), ' ' || fold($q)) > 0 then 2
  when strpos(fold(${name}), fold($q)) > 0 then 3
  else 4 end`;

/** Indexes that can find a term: trigrams of texts, trigrams of ids and phone numbers, task numbers. */
interface SearchIndexes {
  readonly text: boolean;
  readonly ids: boolean;
  readonly number: boolean;
}

const groupOf = (source: Source, way: SearchIndexes) => {
  const { kind, from, name, about, closed, joins } = source;
  return `
    select '${kind}' as kind, ${sources.indexOf(source)} as n, min(h.rank) as rank, count(*) > ${maxHits} as has_more,
      json_agg(json_build_object('id', h.id, 'name', h.name, 'about', h.about, 'is_closed', h.is_closed) order by h.place)
        filter (where h.place <= ${maxHits}) as hits
    from (
      select r.*, row_number() over (order by r.rank, r.is_closed, r.updated_at desc, r.id) as place from (
        select t.id, ${name} as name, ${about} as about, ${closed} as is_closed, t.updated_at, ${rankOf(source, way)} as rank
        from (${[...matchesAtStart(source), ...matchesAnywhere(source, way)].join('\n      union ')}) f
          join ${from} t on t.team_id = $team and t.id = f.id ${joins}
        order by rank, is_closed, t.updated_at desc, t.id limit ${maxHits + 1}) r) h
    having count(*) > 0`;
};

const statements = shapes((text: boolean, ids: boolean, number: boolean) =>
  teamStatement(
    `select coalesce(json_agg(json_build_object('kind', g.kind, 'has_more', g.has_more, 'hits', g.hits) order by g.rank, g.n), '[]') as groups
    from (${sources.map((source) => groupOf(source, { text, ids, number })).join('\n    union all ')}) g`,
    unprepared,
  ),
);

/** Query parameters. */
const queryParameters = table({
  name: 'search',
  one: 'search',
  path: '/search',
  isWhole: true,
  fields: {},
  filters: {
    q: { field: singleLine(200, 1), sql: 'true', about: 'Required. The search term.' },
  },
  sorts: {},
});

const hit = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  about: about('Additional information, on one line.', Type.Union([Type.String(), Type.Null()])),
  is_closed: about('True if the record is completed or closed.', Type.Boolean()),
});

export const searchAll: Operation = operation({
  name: 'search.all',
  id: 'searchAll',
  summary: 'Search all records by name',
  note: `Matches any part of the names and texts that the lists’ search covers, ignoring case and accents, and ids and phone numbers with or without punctuation. A task’s number finds it, also with an earlier key of its project. Terms without three consecutive letters or digits match the beginning of names. Returns at most ${maxHits} of each kind, ranked by match: the whole name, its beginning, the beginning of a word, within the name, elsewhere; then open records before closed ones, then latest change first. has_more is true if more records match. Kinds are ordered by their best match; those without matches are omitted.`,
  allow: { key: 'read', user: 'member' },
  panel: { method: 'GET', path: queryParameters.path, status: 200 },
  emits: [],
  input: { query: queryParameters },
  output: {
    kind: 'fields',
    name: 'SearchGroup',
    isList: true,
    fields: {
      kind: about('The type of records.', required(oneOf('text', [...kinds]))),
      has_more: required(kind(Type.Boolean(), 'true if more records match', 'boolean')),
      hits: required(kind(Type.Array(hit), 'the hits', 'json')),
    },
  },
  one: 'search',
  async run({ db }, { query: { filters } }) {
    const { q } = filters as { readonly q?: string };
    if (q === undefined)
      throw invalid('q is required and must be a text of 1 to 200 characters.', 'q', 'required');
    const bare = bareTerm(q);
    const [text, ids] = [hasTrigram(q), bare !== null && hasTrigram(bare)];
    const number = parseTaskNumber(q);
    const statement = statements(
      `${text}&${ids}&${number !== undefined}`,
      text,
      ids,
      number !== undefined,
    );
    const [row] = await db.scan(statement, { q, ids: bare, ...number });
    return row?.groups as object | undefined;
  },
});

export const operations: readonly Operation[] = [searchAll];
