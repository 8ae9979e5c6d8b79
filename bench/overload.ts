import { execFileSync, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/db/database.ts';
import { newKey } from '#server/platform/api-key.ts';
import { urlOf } from '#test/support/processes.ts';
import { ask, newDatabase, seed, startService, type Undo } from './fixture.ts';
import { microsecondsATick, type Target, ticksOf } from './load.ts';
import type { Counts, Load } from './load-generator.ts';
import { quantile } from './report.ts';
import { runBenchmark } from './run-benchmark.ts';

const help = `Measures the service past its capacity: the share of its peak that remains, and the time until the rest is rejected.

  npm run bench:overload -- [--seconds 3] [--rounds 3] [--mixes mixed,create] [--pool 10] [--beside DIR]

The peak is the rate of a closed loop at the best number of connections. Then 1, 2 and 4 times that rate is offered at a constant
rate, over 2,000 connections, the most a process accepts; then 128, 512 and 2,000 connections each send the next request as soon as
they have an answer. Good is a 2xx within a second of the time at which its request was due; "of peak" compares with the same round's peak. With
taskset, service and database share one core, and the generator has the others. --beside DIR alternates with the service of another
checkout. BENCH_DATABASE_URL uses that PostgreSQL instead of the embedded one.`;

const mixes: Record<string, Load['mix']> = {
  mixed: { get: 0.7, list: 0.2, create: 0.1 },
  create: { get: 0, list: 0, create: 1 },
};
/** Numbers of connections at which throughput may peak. */
const atPeak = [32, 64];
const goodWithinMs = 1_000;
const maxConnections = 2_000;
/** A generator that sends later than this does not keep its rate. */
const lateMs = 50;

/** Figures of one round. */
interface Figures {
  readonly offered: number;
  /** Per second. */
  readonly good: number;
  readonly goodMs: readonly number[];
  readonly refused: number;
  readonly refusedMs: readonly number[];
  readonly crowded: number;
  readonly failed: number;
  /** CPU time of the service per good response, in microseconds. */
  readonly processor: number;
  readonly isLate: boolean;
}

function figuresOf(
  { seconds, good, refused, failed, crowded, late }: Counts,
  ticks: number,
): Figures {
  const all = good.length + refused.length + failed + crowded;
  return {
    offered: all / seconds,
    good: good.filter((took) => took <= goodWithinMs).length / seconds,
    goodMs: good,
    refused: refused.length / seconds,
    refusedMs: refused,
    crowded: crowded / seconds,
    failed: failed / seconds,
    processor: (ticks * microsecondsATick) / good.length,
    isLate: late.length > 0 && quantile(late, 0.99) > lateMs,
  };
}

/** Pins this process, and what it starts from now on, to some cores. */
function pin(pid: number, cores: string): boolean {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', cores, String(pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function offer(
  pid: number,
  load: Load,
  generatorCores: string,
  signal: AbortSignal,
): Promise<Figures> {
  signal.throwIfAborted();
  const child = fork(new URL('./load-generator.ts', import.meta.url), {
    serialization: 'advanced',
    detached: true,
  });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (child.pid !== undefined) pin(child.pid, generatorCores);
    child.send(load);
    const nextMessage = () => Promise.race([once(child, 'message'), once(child, 'exit')]);
    await nextMessage();
    const ticks = ticksOf(pid) ?? Number.NaN;
    const [counts] = await nextMessage();
    if (typeof counts !== 'object' || counts === null) throw new Error('the generator exited');
    return figuresOf(counts as Counts, (ticksOf(pid) ?? Number.NaN) - ticks);
  } finally {
    signal.removeEventListener('abort', stop);
    child.kill();
  }
}

const columns = [
  '',
  'offered/s',
  'good/s',
  'of peak',
  'p50 ms',
  'p99 ms',
  'refused/s',
  'p50 ms',
  'p99 ms',
  'crowded/s',
  'failed/s',
  'CPU µs',
];

function line(name: string, rounds: readonly Figures[], peaks: readonly number[]): string[] {
  const median = (of: (figures: Figures) => number) => quantile(rounds.map(of), 0.5);
  const whole = (of: (figures: Figures) => number) => median(of).toFixed(0);
  const ms = (of: (figures: Figures) => readonly number[], part: number) => {
    const all = rounds.flatMap(of);
    return all.length === 0 ? '–' : quantile(all, part).toFixed(1);
  };
  return [
    rounds.some(({ isLate }) => isLate) ? `${name} (late)` : name,
    whole(({ offered }) => offered),
    whole(({ good }) => good),
    quantile(
      rounds.map(({ good }, i) => good / (peaks[i] ?? Number.NaN)),
      0.5,
    ).toFixed(2),
    ms(({ goodMs }) => goodMs, 0.5),
    ms(({ goodMs }) => goodMs, 0.99),
    whole(({ refused }) => refused),
    ms(({ refusedMs }) => refusedMs, 0.5),
    ms(({ refusedMs }) => refusedMs, 0.99),
    whole(({ crowded }) => crowded),
    whole(({ failed }) => failed),
    whole(({ processor }) => processor),
  ];
}

function table(lines: string[][]): string {
  const widths = columns.map((_, i) => Math.max(...lines.map((each) => each[i]?.length ?? 0)));
  const pad = (text: string, i: number) =>
    i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0);
  return lines.map((each) => each.map(pad).join('  ').trimEnd()).join('\n');
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      seconds: text,
      rounds: text,
      mixes: text,
      beside: text,
      pool: text,
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(help);
  const seconds = Number(values.seconds ?? 3);
  const rounds = Number(values.rounds ?? 3);
  if (!(seconds >= 1 && rounds >= 1)) throw new Error(help);
  const cores = availableParallelism();
  const isPinned = cores > 1 && pin(process.pid, '0');
  const others = cores > 2 ? `1-${cores - 1}` : '1';
  console.log(
    isPinned
      ? 'service and database on core 0, the generator on the others'
      : 'no taskset, or only one core: generator and service share the cores',
  );

  const benchDatabase = await newDatabase(undo);
  const key = newKey();
  // One service per DATA_DIR: the other one uses the embedded database through DATABASE_URL.
  const shared = benchDatabase.env.DATABASE_URL
    ? {}
    : {
        DATABASE_URL: urlOf(benchDatabase.connection),
        SECRET_KEY: randomBytes(32).toString('base64'),
      };
  const env = {
    ...benchDatabase.env,
    BOOTSTRAP_API_KEY: key,
    ROLE: 'all',
    DATABASE_POOL: values.pool ?? '10',
  };
  const services = new Map<string, Target>();
  services.set('', await startService(env, undo, signal));
  if (values.beside !== undefined) {
    const program = join(resolve(values.beside), 'bin/pauta.js');
    services.set('beside', await startService({ ...env, ...shared }, undo, signal, program));
  }
  const database = openDatabase(benchDatabase.connection, 'bench', 10, () => {});
  const { ids } = await seed(database, key, signal).finally(() => database.close());
  await ask(benchDatabase.connection, 'vacuum analyze');

  for (const name of (values.mixes ?? 'mixed,create').split(',')) {
    const mix = mixes[name];
    if (!mix) throw new Error(`unknown mix ${name}; allowed: ${Object.keys(mixes).join(', ')}`);
    const results = new Map<string, Figures[]>();
    const allPeaks = new Map<string, number[]>();
    const run = async (to: string, what: string, load: Partial<Load> & { connections: number }) => {
      const { address, pid } = services.get(to) ?? { address: '', pid: 0 };
      const port = Number(new URL(address).port);
      const all: Load = { port, key, ids, mix, seconds, ...load };
      const figures = await offer(pid, all, others, signal);
      const label = `${to} ${what}`.trim();
      results.set(label, [...(results.get(label) ?? []), figures]);
      return figures;
    };
    for (const to of services.keys()) await run(to, 'warm', { connections: 32, seconds: 3 });
    for (let round = 0; round < rounds; round++) {
      const peaks = new Map<string, number>();
      for (const connections of atPeak)
        for (const to of services.keys()) {
          const { good } = await run(to, `${connections} connections`, { connections });
          peaks.set(to, Math.max(good, peaks.get(to) ?? 0));
        }
      for (const times of [1, 2, 4])
        for (const to of services.keys())
          await run(to, `${times} × peak`, {
            connections: maxConnections,
            rate: times * (peaks.get(to) ?? 0),
          });
      for (const connections of [128, 512, maxConnections])
        for (const to of services.keys())
          await run(to, `${connections} connections`, { connections });
      for (const [to, peak] of peaks) allPeaks.set(to, [...(allPeaks.get(to) ?? []), peak]);
    }
    results.delete('warm');
    results.delete('beside warm');
    const lines = [...results].map(([label, of]) =>
      line(label, of, allPeaks.get(label.startsWith('beside') ? 'beside' : '') ?? []),
    );
    console.log(`\n${name}\n${table([columns, ...lines])}`);
  }
}

await runBenchmark(main);
