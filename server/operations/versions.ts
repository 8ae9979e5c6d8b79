import type { TeamDb } from '../db/database.ts';
import { conflict, invalid } from '../platform/errors.ts';
import { heldStatement } from '../records/statements.ts';
import type { Table } from '../records/table.ts';
import type { Values } from '../records/verbs.ts';
import type { Context } from './context.ts';

/*
 * Changes of what was read: a text that two people write at once would be lost by the first, so whoever says what they read is refused where
 * it is something else by now.
 */

const version = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"$/;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Changes a record, where it is still the one that was read; one that holds what is wanted already is changed again: nothing is lost.
 * @param change does it, in the given data
 * @throws ApiError CONFLICT where somebody has changed it since
 */
export function versioned(
  table: Table,
): (
  ctx: Context,
  id: string,
  values: Values,
  change: (ctx: Context) => Promise<string | undefined>,
) => Promise<string | undefined> {
  const held = heldStatement(table);
  return (ctx, id, values, change) => {
    const { ifMatch } = ctx;
    if (ifMatch === undefined) return change(ctx);
    const [, read] = version.exec(ifMatch) ?? [];
    if (read === undefined)
      throw invalid('If-Match must be the updated_at that was read, in double quotes.');
    return ctx.db.transaction(async (db: TeamDb) => {
      const [row] = await db.run(held, { id });
      if (typeof row?.data !== 'string') return undefined;
      const now = JSON.parse(row.data) as Values;
      const isThere = Object.entries(values).every(([name, value]) => isSame(now[name], value));
      if (now.updated_at !== read && !isThere)
        throw conflict(`It was changed at ${String(now.updated_at)}, after what was read.`);
      return change({ ...ctx, db });
    });
  };
}
