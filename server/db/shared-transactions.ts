import pg from 'pg';
import type { Statement } from './statement.ts';

/*
 * Runs statements that wait for a connection at the same time in one transaction: sent at once, committed once (ADR 129). If one of them is
 * refused, all are rolled back and repeated, each in its own transaction.
 */

/** A statement with its values, on a connection that has prepared it. */
export interface PreparedCall {
  readonly statement: Statement;
  readonly values: unknown[];
}

type Rows = Record<string, unknown>[];

/** A connection whose queries do not end the transaction. */
const withoutSync = (connection: pg.Connection): pg.Connection =>
  Object.create(connection, { sync: { value() {} } });

/** One query for pg, made of several: the messages of each, and a single Sync, which commits. */
class SharedTransaction extends pg.Query {
  override submit: pg.Query['submit'];

  constructor(
    calls: readonly PreparedCall[],
    callback: (error: Error | undefined, results: readonly pg.QueryResult[]) => void,
  ) {
    // pg passes one result for each statement; its type is that of a single one.
    super({ text: ' ' }, (error, results) => callback(error, [results].flat()));
    this.submit = (connection) => {
      const open = withoutSync(connection);
      connection.stream.cork();
      for (const { statement, values } of calls) {
        const { name, text } = statement;
        new pg.Query({ text, values, ...(name !== undefined && { name }) }, () => {}).submit(open);
      }
      connection.sync();
      connection.stream.uncork();
    };
  }
}

/**
 * Runs the statements in order, in one transaction.
 * @returns the rows of each, once all are committed
 * @throws the error of the first one that fails; then none has an effect
 */
export const runInOneTransaction = (
  client: pg.PoolClient,
  calls: readonly PreparedCall[],
): Promise<Rows[]> =>
  new Promise((resolve, reject) => {
    client.query(
      new SharedTransaction(calls, (error, results) => {
        if (error) reject(error);
        else resolve(results.map(({ rows }) => rows));
      }),
    );
  });
