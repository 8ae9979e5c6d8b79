import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { eventLoopScheduler } from './event-loop-scheduler.ts';

/*
 * Serves one request per connection at a time (ADR 98). Node.js dispatches every pipelined request as soon as it is parsed, even
 * if the earlier responses are unread: a few hundred connections would then cost as much as thousands.
 */

/** Maximum requests queued behind another one, per connection and in total. Each uses about 4 kB. */
const maxPerConnection = 100;
const maxInAll = 2_000;
/** Maximum queued requests started, across all connections, before other connections are read again. */
const maxPerTurn = 4;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A connection with a request in progress. */
interface Busy {
  current: Exchange;
  readonly waiting: Exchange[];
  /** Runs after the last response. */
  finish?: () => void;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const connections = new WeakMap<Socket, Busy>();

/**
 * Passes pipelined requests to the server's handler one after another, each after the operating system has accepted the previous
 * response. Pauses reading while some are queued. Closes a connection with too many: pipelining clients retry unanswered requests
 * (RFC 9112, 9.3.2).
 */
export function serveInOrder(server: Server): void {
  const [handle] = server.listeners('request') as Handle[];
  if (!handle) throw new Error('the server handles no requests');
  let waiting = 0;
  const inTurn = eventLoopScheduler(maxPerTurn);

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
    // A request with a malformed rest is answered by `finish`.
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
    } else if (busy.waiting.length >= maxPerConnection || waiting >= maxInAll) socket.destroy();
    else {
      busy.waiting.push(exchange);
      waiting += 1;
      socket.pause();
    }
  });
}

/**
 * Runs a function after the responses to all complete requests of a connection.
 * @returns false if no request is queued behind the one in progress
 */
export function afterAnswers(socket: Socket, finish: () => void): boolean {
  const busy = connections.get(socket);
  if (!busy || busy.waiting.length === 0) return false;
  busy.finish = finish;
  return true;
}
