import { readFileSync } from 'node:fs';
import autocannon, { type Request } from 'autocannon';

/** A server under measurement. */
export interface Target {
  readonly name: 'service' | 'floor' | 'plain' | 'postgrest' | 'directus';
  /** The API's base path. */
  readonly address: string;
  readonly pid: number;
}

/** Results of one round of load on one server. */
export interface Round {
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds of each response. */
  readonly latencies: readonly number[];
  /** Responses other than 2xx, broken connections, timeouts. */
  readonly failed: number;
  /** CPU time of the server, in microseconds per request; undefined without /proc. */
  readonly processor: number | undefined;
  /** The server's peak memory in megabytes; undefined without /proc. */
  readonly memory: number | undefined;
}

interface Options {
  readonly connections: number;
  readonly seconds: number;
  /** Maximum requests per second over all connections; unlimited if left out. */
  readonly rate?: number | undefined;
  readonly headers: Record<string, string>;
  /** Ends the round early. */
  readonly signal: AbortSignal;
}

export const microsecondsATick = 10_000;

/** Puts load on a server: each connection cycles through the requests, sending the next after each response. */
export async function load(target: Target, requests: Request[], options: Options): Promise<Round> {
  const { connections, seconds: duration, rate, headers, signal } = options;
  const latencies: number[] = [];
  let memory = memoryOf(target.pid);
  const watch = setInterval(() => {
    memory = most(memory, memoryOf(target.pid));
  }, 100);
  const ticks = ticksOf(target.pid);
  const begin = performance.now();
  const run = autocannon({
    url: target.address,
    connections,
    duration,
    sampleInt: 50,
    ...(rate === undefined ? {} : { overallRate: rate }),
    headers,
    requests,
  });
  run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  const stop = () => run.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { non2xx, errors } = await run;
    const elapsed = (performance.now() - begin) / 1_000;
    const used = (ticksOf(target.pid) ?? Number.NaN) - (ticks ?? Number.NaN);
    return {
      rate: latencies.length / elapsed,
      latencies,
      failed: non2xx + errors,
      processor: Number.isNaN(used) ? undefined : (used * microsecondsATick) / latencies.length,
      memory: most(memory, memoryOf(target.pid)),
    };
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', stop);
  }
}

const most = (a: number | undefined, b: number | undefined) =>
  a !== undefined && b !== undefined ? Math.max(a, b) : b;

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

export function memoryOf(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}

/** Clock ticks (1/100 s on Linux) used by a process, user and system. */
export function ticksOf(pid: number): number | undefined {
  // Fields 14 and 15, utime and stime; the process name before them may contain anything, and ends with ")".
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
  return fields && Number(fields[11]) + Number(fields[12]);
}
