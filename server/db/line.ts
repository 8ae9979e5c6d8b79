import pg from 'pg';
import { ApiError } from '../platform/errors.ts';
import { clientConfig, type Parameters, type Patience, type Row } from './database.ts';
import { isRefusal, translate } from './errors.ts';
import type { Statement } from './statement.ts';

/** A connection of its own, beside the pool: it hears what others call, and waits behind nobody's statements. */
export interface Line {
  /**
   * Runs one statement; connects where there is no connection.
   * @throws ApiError UNAVAILABLE when the database is out of reach; pg's DatabaseError else
   */
  run(statement: Statement, parameters?: Parameters): Promise<Row[]>;
  /**
   * Calls whoever listens, in a transaction of its own: one that also wrote would keep other writers waiting until its commit.
   * @param what is said, at most 8,000 bytes
   */
  call(what?: string): Promise<void>;
  /** How often it has connected: what was known of the server may have changed since. */
  connections(): number;
  close(): Promise<void>;
}

const limits: Patience = {
  turn: 0,
  connect: 2_000,
  statement: 5_000,
  answer: 6_000,
  idleTransaction: 5_000,
};

/**
 * A line that hears a channel; it connects at its first use, and again after it broke.
 * @param channel its name: letters and underscores
 * @param onCall told of each call of others, and what it says; none comes where a pooler stands between
 */
export function openLine(
  target: pg.ClientConfig,
  name: string,
  channel: string,
  onCall: (what: string) => void,
): Line {
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
      // Whatever it answers later would be taken for the answer to something else.
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
