import type { TeamDb } from '../db/database.ts';
import { getStatement } from './statements.ts';
import type { Table } from './table.ts';
import { textOf } from './verbs.ts';

/**
 * For changes after which a record is answered that holds more than one row: a function that does the work and reads the record as it
 * is then, in one transaction. The work returns the record's id, or undefined where there is none.
 * @returns the record's JSON text
 */
export function answersAfter(table: Table) {
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

/** A record's JSON text as the object that it is. */
export const parsed = <T extends object>(text: string): T => JSON.parse(text) as T;
