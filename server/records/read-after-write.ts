import type { TeamDb } from '../db/database.ts';
import { textOf } from './crud-queries.ts';
import { getStatement } from './statements.ts';
import type { Table } from './table.ts';

/**
 * For changes that return a record spanning several rows: returns a function that does the work and then reads the record, in one
 * transaction. The work returns the record's id, or undefined if it does not exist.
 * @returns the record's JSON text
 */
export function readAfterWrite(table: Table) {
  const get = getStatement(table);
  return (
    db: TeamDb,
    work: (tx: TeamDb) => Promise<string | undefined>,
  ): Promise<string | undefined> =>
    db.transaction(async (tx) => {
      const id = await work(tx);
      return id === undefined ? undefined : textOf((await tx.run(get, { id }))[0]);
    });
}

/** Parses a record's JSON text. */
export const parsed = <T extends object>(text: string): T => JSON.parse(text) as T;
