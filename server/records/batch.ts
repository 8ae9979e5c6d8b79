import type { Batch } from '../db/statement.ts';
import type { Fields } from './fields.ts';

/*
 * SQL of statements that create many records at once (docs/adr/0145-creates-in-one-statement.md). Each record is a row `b` of the CTE
 * `batch`, with its parameters as texts: the SQL of a single create already casts them.
 */

/** Parameters with one value in a batch: the caller's, and those of the workflow or the hook that caused the change. */
const common = /^(?:team|acting_(?!request$)\w+|hops|caused_by|depth)$/;
const parameter = /\$([a-z_][a-z0-9_]*)/g;

/** SQL in which the parameters of a record are those of the row `b`. */
export const overBatch = (sql: string): string =>
  sql.replace(parameter, (all, name: string) => (common.test(name) ? all : `b."${name}"`));

/** CTEs of {@link emitsRecord}, with the request of each record. */
export const emittedInBatch = (parts: string): string =>
  parts.replaceAll(
    '$acting_request::text',
    '(select b.acting_request from batch b where b.id = e.record_id::text)',
  );

/**
 * Names of the parameters of each record, and the CTE `batch`, in whose order the records are created.
 * @param expressions SQL that reads them
 */
export function batchCte(
  fields: Fields,
  expressions: readonly string[],
): { readonly cte: string } & Pick<Batch, 'rowParameters'> {
  const read = expressions.flatMap((sql) => [...sql.matchAll(parameter)]);
  const names = new Set(['id', 'acting_request', ...read.map(([, name = '']) => name)]);
  const rowParameters = [...names].filter((name) => !common.test(name));
  const columns = rowParameters.map(
    (name) => `"${name}" ${fields[name]?.sql.endsWith('[]') === true ? 'text[]' : 'text'}`,
  );
  return {
    rowParameters,
    cte: `batch as materialized (
      select b.*, row_number() over () as place from json_to_recordset($batch::json) as b (${columns.join(', ')}))`,
  };
}
