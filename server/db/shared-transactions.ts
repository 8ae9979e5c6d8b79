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

/** Limits each wait for a lock, until the end of the transaction. */
const limitLockWaits = `select set_config('lock_timeout', $1, true)`;

/** A connection whose queries do not end the transaction. */
const withoutSync = (connection: pg.Connection): pg.Connection =>
  Object.create(connection, { sync: { value() {} } });

/** One query for pg, made of several: the messages of each, and a single Sync, which commits. */
class SharedTransaction extends pg.Query {
  override submit: pg.Query['submit'];

  constructor(
    calls: readonly PreparedCall[],
    maxLockWaitMs: number | undefined,
    callback: (error: Error | undefined, results: readonly pg.QueryResult[]) => void,
  ) {
    // pg passes one result for each statement; its type is that of a single one.
    super({ text: ' ' }, (error, results) =>
      callback(error, [results].flat().slice(maxLockWaitMs === undefined ? 0 : 1)),
    );
    this.submit = (connection) => {
      const open = withoutSync(connection);
      const send = (text: string, values: unknown[], name?: string) =>
        new pg.Query({ text, values, ...(name !== undefined && { name }) }, () => {}).submit(open);
      connection.stream.cork();
      if (maxLockWaitMs !== undefined) send(limitLockWaits, [`${maxLockWaitMs}ms`]);
      for (const { statement, values } of calls) send(statement.text, values, statement.name);
      connection.sync();
      connection.stream.uncork();
    };
  }
}

/**
 * Runs the statements in order, in one transaction.
 * @param maxLockWaitMs max time that a statement waits for a lock
 * @returns the rows of each, once all are committed
 * @throws the error of the first one that fails; then none has an effect
 */
export const runInOneTransaction = (
  client: pg.PoolClient,
  calls: readonly PreparedCall[],
  maxLockWaitMs?: number,
): Promise<Rows[]> =>
  new Promise((resolve, reject) => {
    client.query(
      new SharedTransaction(calls, maxLockWaitMs, (error, results) => {
        if (error) reject(error);
        else resolve(results.map(({ rows }) => rows));
      }),
    );
  });
