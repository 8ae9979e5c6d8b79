import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { clientConfig } from '#server/db/database.ts';
import type { Caller } from '#server/features/accounts/key-lookup.ts';

/*
 * Common code of the floor and the plain server: bare node:http and a connection pool with the service's options. fixture.ts starts each
 * as a process, sends it a Start and receives its address.
 */

export interface Start {
  readonly connection: pg.ClientConfig;
  /** Number of database connections. */
  readonly pool: number;
  readonly caller: Caller;
}

/** A request, reduced to the differences between the benchmarked ones. */
interface BenchmarkedRequest {
  readonly method: string;
  /** Under `/api/v1`, with its query. */
  readonly path: string;
  /** The JSON of a POST or PUT. */
  readonly body: Readonly<Record<string, unknown>>;
}

type Answer = (benchmarkedRequest: BenchmarkedRequest) => Promise<string>;

const base = '/api/v1';

/** Waits for its Start, then answers requests until its parent exits. @param prepare creates the request handler */
export function serveBare(prepare: (start: Start, pool: pg.Pool) => Promise<Answer>): void {
  process.once('message', (start) => {
    void listen(start as Start, prepare).then((address) => process.send?.({ address }));
  });
  process.once('disconnect', () => process.exit());
}

async function listen(
  start: Start,
  prepare: (start: Start, pool: pg.Pool) => Promise<Answer>,
): Promise<string> {
  const config = clientConfig(start.connection, 'bare');
  const pool = new pg.Pool({ ...config, max: start.pool, idleTimeoutMillis: 60_000 });
  pool.on('error', (error) => console.error(error.message));
  const answer = await prepare(start, pool);
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const isRead = method === 'GET';
    const body = isRead ? Promise.resolve('{}') : bodyOf(request);
    body
      .then((text) => answer({ method, path: url.slice(base.length), body: JSON.parse(text) }))
      .then(
        (text) => send(response, method === 'POST' ? 201 : 200, text),
        (error) => send(response, 500, String(error)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => resolve(Buffer.concat(parts).toString()));
    request.on('error', reject);
  });
}

function send(response: ServerResponse, status: number, body: string): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': length });
  response.end(body);
}

export const envelope = (data: string) => `{"success":true,"data":${data}}`;

/** @param data the records, separated by commas */
export const page = (data: string, number: number, limit: number, total: number) =>
  `{"success":true,"data":[${data}],"pagination":${JSON.stringify({ page: number, limit, total, pages: Math.ceil(total / limit) })}}`;
