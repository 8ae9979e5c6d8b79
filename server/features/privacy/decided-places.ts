import type { Row, TeamDb } from '#server/db/database.ts';
import { type TeamStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { columnsToDecide } from './columns.ts';
import { type Identifiers, replacement, withoutIdentifiers } from './identifiers.ts';
import type { DecidedPlace } from './plan.ts';

/* Applies the decisions of users on places in free text. */

/** Types of columns, whether each may be null, and whether it is part of the primary key. */
const columnFacts = teamStatement(
  `
  select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as is_required,
    a.attnum = any (i.indkey::int2[]) as is_key
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relkind in ('r', 'p') and c.relname = any($tables::text[]) and $team::uuid is not null
    and c.relnamespace = (select relnamespace from pg_class where oid = 'teams'::regclass)`,
  unprepared,
);

interface Column {
  readonly type: string;
  readonly isRequired: boolean;
}

interface Table {
  readonly columns: ReadonlyMap<string, Column>;
  /** SQL: true for the row `t` with a primary key. @param key SQL of the key as JSON text */
  readonly isRow: (key: string) => string;
}

/** Columns and keys of tables. */
export async function tablesOf(
  db: TeamDb,
  names: readonly string[],
): Promise<ReadonlyMap<string, Table>> {
  const rows = await db.run(columnFacts, { tables: names });
  return new Map(
    names.map((name) => {
      const ofTable = rows.filter((row) => row.table === name);
      const keys = ofTable.filter((row) => row.is_key === true && row.column !== 'team_id');
      return [
        name,
        {
          columns: new Map(
            ofTable.map((row) => [
              String(row.column),
              { type: String(row.type), isRequired: row.is_required === true },
            ]),
          ),
          isRow: (key: string) =>
            keys
              .map(
                (row) =>
                  `t."${String(row.column)}" = (${key}::json ->> '${String(row.column)}')::${String(row.type)}`,
              )
              .join(' and '),
        },
      ];
    }),
  );
}

/** The value of a column whose text is removed. */
function emptied({ type, isRequired }: Column): string | null {
  if (!isRequired) return null;
  if (type.endsWith('[]')) return '{}';
  return type.startsWith('json') ? '{}' : replacement;
}

const isDecidable = ({ place, field }: DecidedPlace) =>
  columnsToDecide.some(({ table, column }) => table === place && column === field);

/** Statements for one column. */
interface Statements {
  readonly read: TeamStatement;
  readonly write: TeamStatement;
}

const statementsOf = (place: string, field: string, { isRow, columns }: Table): Statements => {
  const type = columns.get(field)?.type ?? 'text';
  return {
    read: teamStatement(
      `select t."${field}"::text as text from "${place}" t where t.team_id = $team and ${isRow('$row_key')} for update`,
      unprepared,
    ),
    write: teamStatement(
      `update "${place}" t set "${field}" = $value::${type} where t.team_id = $team and ${isRow('$row_key')}
        returning 1 as done`,
      unprepared,
    ),
  };
};

/** Replaces or removes texts, each in its own batch. Repeating it changes nothing. */
export async function applyDecisions(
  places: readonly DecidedPlace[],
  identifiers: Identifiers,
  batch: (work: (tx: TeamDb) => Promise<Row | undefined>) => Promise<Row | undefined>,
): Promise<void> {
  const toChange = places.filter((each) => each.decision !== 'keep' && isDecidable(each));
  const names = [...new Set(toChange.map(({ place }) => place))];
  let tables: ReadonlyMap<string, Table> = new Map();
  await batch(async (tx) => {
    tables = await tablesOf(tx, names);
    return {};
  });
  const cache = new Map<string, Statements>();
  for (const { place, field, row_key, decision } of toChange) {
    const table = tables.get(place);
    const column = table?.columns.get(field);
    if (!table || !column) continue;
    const statements = cache.get(`${place} ${field}`) ?? statementsOf(place, field, table);
    cache.set(`${place} ${field}`, statements);
    await batch(async (tx) => {
      const [row] = await tx.run(statements.read, { row_key });
      const text = row?.text as string | null | undefined;
      if (text === null || text === undefined) return {};
      const value = decision === 'delete' ? emptied(column) : withoutIdentifiers(text, identifiers);
      if (value !== text) await tx.run(statements.write, { row_key, value });
      return {};
    });
  }
}
