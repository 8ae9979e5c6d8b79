import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Sends requests to a service from a separate process: at a constant rate whatever the responses (open loop), or on each connection
 * the next one after a response (closed loop). It uses bare sockets and precomputed bytes, so it can keep a rate that a service
 * cannot. overload.ts starts it, sends it a Load and receives Counts.
 */

export interface Load {
  readonly port: number;
  readonly key: string;
  /** Projects to read. */
  readonly ids: readonly string[];
  /** Shares of each kind of request. */
  readonly mix: { readonly get: number; readonly list: number; readonly create: number };
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second; closed loop if left out. */
  readonly rate?: number;
}

/** Results of one round; times in milliseconds from when each request was due. */
export interface Counts {
  readonly seconds: number;
  /** 2xx responses. */
  readonly good: number[];
  /** 503 responses. */
  readonly refused: number[];
  /** Other responses, and broken connections. */
  readonly failed: number;
  /** Requests without a free connection: a full service closes further ones at once. */
  readonly crowded: number;
  /** Delay with which requests were sent. */
  readonly late: number[];
}

interface Line {
  socket: Socket;
  /** When its request was due; undefined while it is free. */
  since: number | undefined;
  heard: Buffer;
}

const now = () => performance.now();

function requestsOf({ key, ids, mix }: Load): () => string | Buffer {
  const headers = `Host: bench\r\nAuthorization: Bearer ${key}\r\n`;
  const gets = ids.slice(0, 50).map((id) => read(`/${id}`));
  const list = read('');
  const run = Math.random().toString(36).slice(2, 8);
  let sent = 0;
  function read(path: string): Buffer {
    return Buffer.from(`GET /api/v1/projects${path} HTTP/1.1\r\n${headers}\r\n`);
  }
  return () => {
    const kind = Math.random();
    sent += 1;
    if (kind < mix.get) return gets[sent % gets.length] ?? list;
    if (kind < mix.get + mix.list) return list;
    const body = `{"name":"offer-${run}-${sent}","status":"active","priority":"high"}`;
    return `POST /api/v1/projects HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
}

/** The length of the first response in the bytes; undefined while incomplete. */
function lengthOf(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = /\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1];
  const whole = end + 4 + Number(length ?? 0);
  return bytes.length >= whole ? whole : undefined;
}

async function offer(load: Load): Promise<Counts> {
  const next = requestsOf(load);
  const free: Line[] = [];
  const counts = { good: [], refused: [], late: [] } as {
    good: number[];
    refused: number[];
    late: number[];
  };
  let failed = 0;
  let crowded = 0;
  let isOver = false;
  const isClosed = load.rate === undefined;
  const sockets = new Set<Socket>();

  const send = (line: Line, since: number) => {
    line.since = since;
    line.socket.write(next());
  };
  const settle = (line: Line) => {
    const whole = lengthOf(line.heard);
    if (whole === undefined || line.since === undefined) return;
    const status = line.heard[9] === 0x32 ? 2 : Number(line.heard.toString('latin1', 9, 12));
    const took = now() - line.since;
    line.heard = line.heard.subarray(whole);
    line.since = undefined;
    if (isOver) return;
    if (status === 2) counts.good.push(took);
    else if (status === 503) counts.refused.push(took);
    else failed += 1;
    if (isClosed) send(line, now());
    else free.push(line);
  };
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect(load.port, '127.0.0.1');
      const line: Line = { socket, since: undefined, heard: Buffer.alloc(0) };
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('data', (bytes) => {
        line.heard = line.heard.length === 0 ? bytes : Buffer.concat([line.heard, bytes]);
        settle(line);
      });
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        if (isOver) return;
        if (line.since !== undefined) failed += 1;
        const place = free.indexOf(line);
        if (place >= 0) free.splice(place, 1);
        setTimeout(() => !isOver && void open(), 100);
      });
      socket.once('connect', () => {
        if (isClosed) send(line, now());
        else free.push(line);
        resolve();
      });
      setTimeout(resolve, 2_000).unref();
    });

  // One after another: a burst of connections is not what is measured.
  for (let i = 0; i < load.connections; i += 50)
    await Promise.all(Array.from({ length: Math.min(50, load.connections - i) }, open));
  const began = now();
  const { rate } = load;
  if (rate !== undefined) {
    let sent = 0;
    const tick = () => {
      if (isOver) return;
      const at = now();
      const due = Math.floor(((at - began) / 1_000) * rate);
      for (; sent < due; sent++) {
        const since = began + (sent * 1_000) / rate;
        const line = free.shift();
        if (sent % 16 === 0) counts.late.push(at - since);
        if (line) send(line, since);
        else crowded += 1;
      }
      setTimeout(tick, 1);
    };
    tick();
  }
  // The first second is for warming up.
  await sleep(1_000);
  for (const times of Object.values(counts)) times.length = 0;
  failed = 0;
  crowded = 0;
  process.send?.('begin');
  const counted = now();
  await sleep(load.seconds * 1_000);
  const seconds = (now() - counted) / 1_000;
  isOver = true;
  for (const socket of sockets) socket.destroy();
  return { seconds, failed, crowded, ...counts };
}

process.once('message', (load) => {
  void offer(load as Load).then((counts) => process.send?.(counts, () => process.disconnect()));
});
