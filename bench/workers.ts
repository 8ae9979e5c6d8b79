import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { newKey } from '#server/platform/api-key.ts';
import { urlOf } from '#test/support/processes.ts';
import { embeddedDatabase, project, startService, type Undo } from './fixture.ts';
import { load, type Target } from './load.ts';
import { quantile } from './report.ts';
import { numberParser, printFigures, runBenchmark } from './run-benchmark.ts';

const help = `Measures the gain from a second process (WORKERS): GETs and lists with WORKERS=1 and with WORKERS=2, on one embedded database, in
alternating rounds. Also how long each takes to start with an existing database.

  npm run bench:workers -- [--rounds 5] [--seconds 3] [--connections 64] [--share 25] [--json]

The load generator and PostgreSQL need the same cores. So that they are not the bottleneck, every serving process is limited to a
share of one core (--share, in percent; by a version 1 cgroup, so Linux and root), small enough to leave the others enough.
Then the same without limits, for the total of this machine.`;

const groups = '/sys/fs/cgroup/cpu';
const periodMicroseconds = 20_000;

/** The serving processes: the children of the first, or the process itself if it has none. */
function serving(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  const workers = children
    .map(Number)
    .filter(
      (child) => child > 0 && /\bserve\b/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8')),
    );
  return workers.length > 0 ? workers : [pid];
}

/** Limits each process to a percentage of a core. @returns a function that removes the limit */
function share(pids: readonly number[], percent: number): () => void {
  const made = pids.map((pid) => {
    const path = `${groups}/pauta-bench-${pid}`;
    mkdirSync(path);
    writeFileSync(`${path}/cpu.cfs_period_us`, `${periodMicroseconds}`);
    writeFileSync(`${path}/cpu.cfs_quota_us`, `${(periodMicroseconds * percent) / 100}`);
    writeFileSync(`${path}/cgroup.procs`, `${pid}`);
    return { pid, path };
  });
  return () => {
    for (const { pid, path } of made) {
      writeFileSync(`${groups}/cgroup.procs`, `${pid}`);
      rmdirSync(path);
    }
  };
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    options: {
      rounds: text,
      seconds: text,
      connections: text,
      share: text,
      json: flag,
      help: flag,
    },
  });
  if (values.help) return console.log(help);
  const number = numberParser(help);
  const rounds = number(values.rounds, 5);
  const seconds = number(values.seconds, 3);
  const connections = number(values.connections, 64);
  const percent = number(values.share, 25);
  const figures: Record<string, unknown> = { cores: availableParallelism(), rounds, seconds };
  const { connection, env: benchDatabase } = await embeddedDatabase(undo);
  const key = newKey();
  const env = {
    ...benchDatabase,
    DATABASE_URL: urlOf(connection),
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    BOOTSTRAP_API_KEY: key,
    ROLE: 'web',
  };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const services: { workers: number; target: Target; pids: number[] }[] = [];
  for (const workers of [1, 2]) {
    // The first start creates the tables; the second is measured.
    const first: Undo = [];
    await startService({ ...env, WORKERS: `${workers}` }, first, signal);
    for (const step of first.reverse()) await step();
    const began = performance.now();
    const service = await startService({ ...env, WORKERS: `${workers}` }, undo, signal);
    figures[`start_${workers}_ms`] = Math.round(performance.now() - began);
    const target = { ...service, address: new URL(service.address).origin };
    services.push({ workers, target, pids: serving(service.pid) });
  }
  const api = `${services[0]?.target.address}/api/v1/projects`;
  const ids: string[] = [];
  for (let i = 0; i < 200; i++) {
    const body = JSON.stringify(project(`Projeto ${i}`));
    const answer = await fetch(api, { method: 'POST', headers, body });
    ids.push(((await answer.json()) as { data: { id: string } }).data.id);
  }
  const operations = {
    get: ids.slice(0, 50).map((id) => ({ path: `/api/v1/projects/${id}` })),
    list: [{ path: '/api/v1/projects' }],
  };
  for (const [operation, requests] of Object.entries(operations))
    for (const isShared of [true, false]) {
      const rates = new Map(services.map(({ workers }): [number, number[]] => [workers, []]));
      for (let i = -1; i < rounds; i++)
        for (const { workers, target, pids } of services) {
          const takeBack = isShared ? share(pids, percent) : () => {};
          try {
            const round = await load(target, requests, { connections, seconds, headers, signal });
            if (round.failed > 0) throw new Error(`${round.failed} requests failed`);
            if (i >= 0) rates.get(workers)?.push(round.rate);
          } finally {
            takeBack();
          }
        }
      const [one = [], two = []] = rates.values();
      const ratios = two.map((rate, i) => rate / (one[i] ?? Number.NaN));
      const name = `${operation}${isShared ? `_at_${percent}_percent_each` : ''}`;
      const rounded = (value: number) => Math.round(value * 100) / 100;
      figures[`${name}_1_process`] = Math.round(quantile(one, 0.5));
      figures[`${name}_2_processes`] = Math.round(quantile(two, 0.5));
      figures[`${name}_ratio`] = rounded(quantile(ratios, 0.5));
      figures[`${name}_ratio_range`] =
        `${rounded(Math.min(...ratios))}–${rounded(Math.max(...ratios))}`;
    }
  printFigures(figures, {}, values.json);
}

await runBenchmark(main);
