import { readFileSync } from 'node:fs';
import autocannon, { type Request } from 'autocannon';

/** A server under measurement. */
export interface Target {
  readonly name: 'service' | 'floor';
  /** What the paths of the interface begin with. */
  readonly address: string;
  readonly pid: number;
}

/** What one round of load on one server showed. */
export interface Round {
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds of each answer. */
  readonly latencies: readonly number[];
  /** Answers other than 2xx, connections that broke, requests that timed out. */
  readonly failed: number;
  /** Processor time of the server, microseconds a request; undefined where there is no /proc. */
  readonly processor: number | undefined;
  /** The most memory that the server had, in megabytes; undefined where there is no /proc. */
  readonly memory: number | undefined;
}

export interface Options {
  readonly connections: number;
  readonly seconds: number;
  /** The most requests a second, over all connections; left out: as many as the server takes. */
  readonly rate?: number | undefined;
  readonly headers: Record<string, string>;
  /** Ends the round early. */
  readonly signal: AbortSignal;
}

export const microsecondsATick = 10_000;

/** Puts load on a server: each connection sends the requests in turn, the next after an answer. */
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

/** Clock ticks (1/100 s on Linux) that a process has used, its own and the kernel's for it. */
export function ticksOf(pid: number): number | undefined {
  // Fields 14 and 15, utime and stime; the name before them may hold anything up to its ")".
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
  return fields && Number(fields[11]) + Number(fields[12]);
}
