import type { TeamDb } from '../db/database.ts';
import { conflict, invalid } from '../platform/errors.ts';
import type { Values } from '../records/crud-queries.ts';
import { lockingGetStatement } from '../records/statements.ts';
import type { Table } from '../records/table.ts';
import type { Context } from './context.ts';

/*
 * Optimistic concurrency control: when two users edit a text at once, the second would overwrite the first. A change that names
 * the version it is based on is therefore refused if the record has changed since.
 */

const version = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"$/;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Changes a record if it is still the version that was read; if it already has the new values, changes it anyway, since nothing
 * is lost.
 * @param change makes the change, in the given data
 * @throws ApiError CONFLICT if the record has changed since
 */
export function versioned(
  table: Table,
): (
  ctx: Context,
  id: string,
  values: Values,
  change: (ctx: Context) => Promise<string | undefined>,
) => Promise<string | undefined> {
  const held = lockingGetStatement(table);
  return (ctx, id, values, change) => {
    const { ifMatch } = ctx;
    if (ifMatch === undefined) return change(ctx);
    const [, read] = version.exec(ifMatch) ?? [];
    if (read === undefined)
      throw invalid(
        'If-Match must be the updated_at that was read, in double quotes.',
        'If-Match',
        'invalid_format',
      );
    return ctx.db.transaction(async (db: TeamDb) => {
      const [row] = await db.run(held, { id });
      if (typeof row?.data !== 'string') return undefined;
      const now = JSON.parse(row.data) as Values;
      const isThere = Object.entries(values).every(([name, value]) => isSame(now[name], value));
      if (now.updated_at !== read && !isThere)
        throw conflict(
          `The record was changed at ${String(now.updated_at)}, after it was read.`,
          'changed',
        );
      return change({ ...ctx, db });
    });
  };
}
