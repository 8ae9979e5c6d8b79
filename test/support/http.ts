import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import { connect, createServer } from 'node:net';
import type { Json } from './team.ts';

export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** Empty if the answer is not JSON. */
  readonly body: Json;
  readonly data: Json;
  readonly error: { readonly code: string; readonly message: string };
}

export interface Request {
  method?: string;
  key?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, as JSON. */
  raw?: string;
  headers?: http.OutgoingHttpHeaders;
  /** Source address: all of 127.0.0.0/8 is this machine. */
  from?: string;
  /** By default a separate connection. */
  agent?: http.Agent;
  /** Timeout; 60 s by default. */
  timeout?: number;
}

/** One request; rejects if the connection fails, or nothing arrives over it. */
export function request(url: string, options: Request = {}): Promise<Reply> {
  const {
    method = 'GET',
    key,
    body,
    raw,
    headers,
    from,
    agent = false,
    timeout = 60_000,
  } = options;
  const sentBody = body === undefined ? raw : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = http.request(url, {
      method,
      agent,
      timeout,
      ...(from === undefined ? {} : { localAddress: from }),
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(sentBody === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    sent.once('error', reject);
    sent.once('timeout', () => sent.destroy(new Error(`no answer from ${url} in ${timeout} ms`)));
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', reject);
      response.once('end', () => {
        const isJson =
          response.headers['content-type']?.startsWith('application/json') && text !== '';
        const parsed = (isJson ? JSON.parse(text) : {}) as Json;
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: parsed,
          data: (parsed.data ?? {}) as Json,
          error: (parsed.error ?? { code: '', message: '' }) as Reply['error'],
        });
      });
    });
    sent.end(sentBody);
  });
}

/** An unused port, below those that Linux gives to outgoing connections: another test's connection would take one of them before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** True if a connection is accepted. */
export function isListening(port: number, address = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
