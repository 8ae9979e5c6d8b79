import pg from 'pg';
import { ApiError } from '../platform/errors.ts';
import { clientConfig, type Parameters, type Row, type Timeouts } from './database.ts';
import { isRefusal, translate } from './errors.ts';
import type { Statement } from './statement.ts';

/** Dedicated LISTEN/NOTIFY connection outside the pool. */
export interface NotifyChannel {
  /**
   * Runs one statement, connecting first if necessary.
   * @throws ApiError UNAVAILABLE if the database is unreachable; otherwise pg's DatabaseError
   */
  run(statement: Statement, parameters?: Parameters): Promise<Row[]>;
  /**
   * Notifies all listeners, in a separate transaction: a notifying transaction that also wrote would block other writers until it
   * commits.
   * @param what payload, at most 8,000 bytes
   */
  call(what?: string): Promise<void>;
  /** Number of connections made so far; after a reconnect, cached server state may be stale. */
  connections(): number;
  close(): Promise<void>;
}

const limits: Timeouts = {
  queueWait: 0,
  connect: 2_000,
  statement: 5_000,
  answer: 6_000,
  idleTransaction: 5_000,
};

/**
 * Opens a notification channel; it connects on first use, and reconnects after a failure.
 * @param channel its name: letters and underscores
 * @param onCall receives the payload of each notification by others; none arrive through a connection pooler
 */
export function openNotifyChannel(
  target: pg.ClientConfig,
  name: string,
  channel: string,
  onCall: (what: string) => void,
): NotifyChannel {
  let open: Promise<pg.Client> | undefined;
  let connections = 0;
  let isClosed = false;

  async function connect(forget: () => void): Promise<pg.Client> {
    const client = new pg.Client({
      ...clientConfig(target, name, limits),
      query_timeout: limits.answer,
      pipeline: true,
    });
    client.on('error', forget);
    client.on('end', forget);
    client.on('notification', ({ processId, payload = '' }) => {
      if (processId !== (client as pg.Client & { processID?: number | null }).processID)
        onCall(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    connections += 1;
    return client;
  }

  function connected(): Promise<pg.Client> {
    if (isClosed) throw new ApiError('UNAVAILABLE', 'The service is stopping.');
    if (open) return open;
    const forget = () => {
      if (open === attempt) open = undefined;
    };
    const attempt = connect(forget);
    attempt.catch(forget);
    open = attempt;
    return attempt;
  }

  async function run({ text, parameters: names }: Statement, parameters: Parameters = {}) {
    let used: Promise<pg.Client> | undefined;
    try {
      used = connected();
      const client = await used;
      const values = names.map((each) => parameters[each]);
      return (await client.query<Row>({ text, values })).rows;
    } catch (error) {
      // A late response would be mistaken for the response to another statement.
      if (!isRefusal(error) && used && open === used) {
        open = undefined;
        void used.then((client) => client.end()).catch(() => {});
      }
      throw translate(error);
    }
  }

  const notify: Statement = { text: `select pg_notify('${channel}', $1)`, parameters: ['what'] };
  return {
    run,
    async call(what = '') {
      await run(notify, { what });
    },
    connections: () => connections,
    async close() {
      isClosed = true;
      const last = open;
      open = undefined;
      await last?.then((client) => client.end()).catch(() => {});
    },
  };
}
