import type pg from 'pg';
import type { Parameters, Row, TeamDb } from './database.ts';
import type { TeamStatement } from './statement.ts';

/** Access to a team's data on one connection, inside its open transaction. */
export function teamOnClient(client: pg.Client, id: string): TeamDb {
  const run = async ({ text, parameters }: TeamStatement, values: Parameters = {}) => {
    const all: Parameters = { ...values, team: id, hidden_inboxes: [] };
    const { rows } = await client.query<Row>(
      text,
      parameters.map((name) => all[name]),
    );
    return rows;
  };
  const db: TeamDb = {
    ...{
      id,
      hiddenInboxes: [],
      run,
      read: run,
      lookUp: run,
      scan: run,
      scanFew: run,
      aggregate: run,
    },
    transaction: (work) => work(db),
    snapshot: () => Promise.reject(new Error('a transaction is open already')),
  };
  return db;
}
