import type { Snapshot } from '#server/db/database.ts';
import { type TeamStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { refuseHidden } from '#server/operations/masking.ts';
import {
  type ExportedColumn,
  type ExportedResource,
  exportedColumns,
} from '#server/records/exported-columns.ts';
import { bareTerm, isScannedFor, type ListQuery, readListQuery } from '#server/records/input.ts';
import { conditionOf, orderBy } from '#server/records/statements.ts';
import { columnSql, listTableOf } from './column-sql.ts';

/* The records of a list as an export writes them: from one snapshot, in the order of the list. */

/** A list to export. */
export interface ExportedList {
  readonly resource: ExportedResource;
  readonly query: ListQuery;
  readonly columns: readonly ExportedColumn[];
}

/** Parameters of a list's address that select no records. */
const ofPages = ['page', 'limit', 'after'];

/**
 * Reads the query of a list, as in its address.
 * @param seesAll false if the query must not reveal confidential fields
 * @throws ApiError VALIDATION_ERROR; FORBIDDEN if it would reveal them
 */
export function readExportQuery(
  resource: ExportedResource,
  text: string,
  seesAll: boolean,
): ListQuery {
  const parameters: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = parameters[name];
    parameters[name] = before === undefined ? value : [before, value].flat();
  }
  for (const name of ofPages) delete parameters[name];
  const table = listTableOf(resource);
  const query = readListQuery(table, parameters);
  if (!seesAll) refuseHidden({ query: table }, { query });
  return query;
}

/** Columns with these names, in the order of the declaration; all without names. */
export const chosenColumns = (
  resource: ExportedResource,
  names: readonly string[] | null,
): readonly ExportedColumn[] =>
  exportedColumns[resource].filter(({ name }) => names === null || names.includes(name));

/** SQL of the condition for a list's records, and its parameters. */
function condition({ resource, query: { order, filters, search } }: Omit<ExportedList, 'columns'>) {
  const table = listTableOf(resource);
  const where = conditionOf(table, {
    order,
    filters: Object.keys(filters),
    search: search !== undefined,
    isScanned: search !== undefined && isScannedFor(table, search),
  });
  const terms = search === undefined ? {} : { search, search_ids: bareTerm(search) };
  return { table, where, parameters: { ...filters, ...terms } };
}

/** Counts the records of a list. @param most stops there */
export function countStatement(
  list: Omit<ExportedList, 'columns'>,
  most?: number,
): { readonly statement: TeamStatement; readonly parameters: object } {
  const { table, where, parameters } = condition(list);
  const limit = most === undefined ? '' : `limit ${most}`;
  const statement = teamStatement(
    `select count(*)::int as count from (select from ${table.name} t where ${where} ${limit}) t`,
    unprepared,
  );
  return { statement, parameters };
}

/**
 * Yields the records of a list, each as the array of its columns' values.
 * @param masked true if confidential fields are null
 */
export function listRows(
  snapshot: Snapshot,
  list: ExportedList,
  masked: boolean,
  size: () => number,
): ReturnType<Snapshot['rows']> {
  const { table, where, parameters } = condition(list);
  const { resource, columns, query } = list;
  const values = columns.map((column) =>
    masked && table.fields[column.field]?.isConfidential ? 'null' : columnSql(resource, column),
  );
  // The id of the export decides between equal keys: it is the same after an import.
  const id = `${columnSql(resource, exportedColumns[resource][0] as ExportedColumn)} collate "C"`;
  const statement = teamStatement(
    `select ${values.join(', ')} from ${table.name} t where ${where} ${orderBy(table, query.order, false, id)}`,
    unprepared,
  );
  return snapshot.rows(statement, parameters, size);
}
