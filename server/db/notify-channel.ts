import { randomUUID } from 'node:crypto';
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
  /** Notifies all listeners shortly; calls in quick succession send one notification. Lost if it fails. */
  callSoon(): void;
  /** Connects now and after every loss of the connection, each time also calling `onCall`: notifications were missed. */
  keepListening(): void;
  /** True if notifications by others arrive, as far as is known. */
  isListening(): boolean;
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
/** Min pause between two notifications by {@link NotifyChannel.callSoon}. */
const callPauseMs = 20;
const reconnectMs = 1_000;

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
  let isKept = false;
  /** Connection on which a notification has arrived. A pooler may accept LISTEN and drop notifications. */
  let heard: pg.Client | undefined;
  let calling: NodeJS.Timeout | undefined;
  let reconnecting: NodeJS.Timeout | undefined;

  async function connect(forget: () => void): Promise<pg.Client> {
    const probe = `probe ${randomUUID()}`;
    const client = new pg.Client({
      ...clientConfig(target, name, limits),
      query_timeout: limits.answer,
      pipeline: true,
    });
    client.on('error', forget);
    client.on('end', forget);
    client.on('notification', ({ processId, payload = '' }) => {
      if (payload === probe) heard = client;
      if (payload.startsWith('probe ')) return;
      if (processId !== (client as pg.Client & { processID?: number | null }).processID)
        onCall(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      await client.query({ text: notify.text, values: [probe] });
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
      if (open !== attempt) return;
      open = undefined;
      heard = undefined;
      reconnect();
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
        heard = undefined;
        void used.then((client) => client.end()).catch(() => {});
        reconnect();
      }
      throw translate(error);
    }
  }

  function reconnect(): void {
    if (!isKept || isClosed || reconnecting) return;
    reconnecting = setTimeout(() => {
      reconnecting = undefined;
      connected().then(
        () => onCall(''),
        () => {},
      );
    }, reconnectMs).unref();
  }

  const notify: Statement = { text: `select pg_notify('${channel}', $1)`, parameters: ['what'] };
  const call = async (what = '') => {
    await run(notify, { what });
  };
  return {
    run,
    call,
    callSoon() {
      if (calling || isClosed) return;
      calling = setTimeout(() => {
        calling = undefined;
        call().catch(() => {});
      }, callPauseMs).unref();
    },
    keepListening() {
      isKept = true;
      connected().then(
        () => onCall(''),
        () => {},
      );
    },
    isListening: () => heard !== undefined,
    connections: () => connections,
    async close() {
      isClosed = true;
      clearTimeout(calling);
      clearTimeout(reconnecting);
      heard = undefined;
      const last = open;
      open = undefined;
      await last?.then((client) => client.end()).catch(() => {});
    },
  };
}
