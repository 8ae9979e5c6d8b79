import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { loopTurns } from './loop-turns.ts';

/*
 * One request per connection at a time (ADR 98). Node.js hands over every pipelined request as soon as it is parsed, whether or not the
 * answers before it are read: a few hundred connections then cost as much as thousands.
 */

/** Max requests that wait behind another one on their connection, on one connection and on all. Each takes about 4 kB. */
const mostPerConnection = 100;
const mostInAll = 2_000;
/** Max requests that are begun behind others, of all connections, before other connections are read again. */
const mostPerTurn = 4;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A connection with a request in progress. */
interface Busy {
  current: Exchange;
  readonly waiting: Exchange[];
  /** Runs after the last answer. */
  finish?: () => void;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const connections = new WeakMap<Socket, Busy>();

/**
 * Hands pipelined requests to the server's handler one after another, each after the answer before it was taken by the operating system.
 * While some wait, no more are read. A connection with too many of them is closed: pipelining clients retry what was not answered (RFC 9112,
 * 9.3.2).
 */
export function serveInOrder(server: Server): void {
  const [handle] = server.listeners('request') as Handle[];
  if (!handle) throw new Error('the server handles no requests');
  let waiting = 0;
  const inTurn = loopTurns(mostPerTurn);

  function begin(socket: Socket, { request, response }: Exchange): void {
    response.once('close', () => {
      if (connections.get(socket)?.waiting.length === 0) proceed(socket);
      else inTurn(() => proceed(socket));
    });
    handle?.(request, response);
  }

  function proceed(socket: Socket): void {
    const busy = connections.get(socket);
    if (!busy) return;
    const next = busy.waiting.shift();
    if (next) waiting -= 1;
    // A request whose rest is malformed is answered by `finish`.
    if (!next || (busy.finish && !next.request.complete)) {
      connections.delete(socket);
      busy.finish?.();
      return;
    }
    if (busy.waiting.length === 0) socket.resume();
    busy.current = next;
    begin(socket, next);
  }

  function forget(socket: Socket): void {
    waiting -= connections.get(socket)?.waiting.length ?? 0;
    connections.delete(socket);
  }

  server.on('connection', (socket: Socket) => socket.once('close', () => forget(socket)));
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const exchange = { request, response };
    const busy = connections.get(socket);
    if (!busy) {
      connections.set(socket, { current: exchange, waiting: [] });
      begin(socket, exchange);
    } else if (busy.waiting.length >= mostPerConnection || waiting >= mostInAll) socket.destroy();
    else {
      busy.waiting.push(exchange);
      waiting += 1;
      socket.pause();
    }
  });
}

/**
 * Runs something after the answers to all requests that arrived whole on a connection.
 * @returns false if none waits behind the one in progress
 */
export function afterAnswers(socket: Socket, finish: () => void): boolean {
  const busy = connections.get(socket);
  if (!busy || busy.waiting.length === 0) return false;
  busy.finish = finish;
  return true;
}
