import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { openDatabase } from '#server/db/database.ts';
import { newKey } from '#server/platform/api-key.ts';
import { request } from '#test/support/http.ts';
import { type Heard, type Listener, listen } from '#test/support/live/listener.ts';
import { makePerson } from '#test/support/people.ts';
import { cleanUp, memoryMb, onDatabase, serve } from '#test/support/processes.ts';
import type { TestTeam } from '#test/support/team.ts';
import { callerOf, newTeams } from '#torture/fixture.ts';
import { ask, startPostgres } from '#torture/postgres.ts';
import { quantile } from './report.ts';

const help = `Measures live streams: their memory in a process, the time from a writer's request to a stream at another
node, and the cost of streams for other requests and of the events' cursor for writers.

  npm run bench:live -- [--streams 1000] [--teams 20] [--changes 300] [--rate 20] [--rounds 4] [--json]`;

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    teams: { type: 'string', default: '20' },
    changes: { type: 'string', default: '300' },
    rate: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '4' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Maximum number of streams in a session. */
const ofSession = 8;
const roundMs = 3_000;

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const times = (all: number[]) => ({
  p50: quantile(all, 0.5),
  p95: quantile(all, 0.95),
  p99: quantile(all, 0.99),
});

/** Reads a record repeatedly. @returns the duration of each read, in milliseconds */
async function reads(address: string, team: TestTeam, path: string): Promise<number[]> {
  const took: number[] = [];
  for (const end = Date.now() + roundMs; Date.now() < end; await sleep(5)) {
    const began = performance.now();
    await request(`${address}/v1${path}`, { key: team.key, agent });
    took.push(performance.now() - began);
  }
  return took;
}

/** Creates per second over eight connections. */
async function creates(address: string, team: TestTeam): Promise<number> {
  let done = 0;
  const end = Date.now() + roundMs;
  const work = async () => {
    for (; Date.now() < end; done += 1)
      await request(`${address}/v1/projects`, {
        method: 'POST',
        key: team.key,
        agent,
        body: { name: 'P' },
      });
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return Math.round(done / (roundMs / 1_000));
}

const withCursor = `
  alter table events alter column xid set default pg_current_xact_id();
  create index events_xid on events (xid, team_id, id)`;
const withoutCursor = 'drop index events_xid; alter table events alter column xid drop default';

async function measure(): Promise<Record<string, unknown>> {
  const [streams, teamCount, changes, rate, rounds] = [
    values.streams,
    values.teams,
    values.changes,
    values.rate,
    values.rounds,
  ].map(Number) as [number, number, number, number, number];
  const postgres = await startPostgres();
  const env = {
    ...onDatabase(postgres.connection),
    ...{ ROLE: 'web', RATE_LIMIT_PER_MINUTE: '0', BOOTSTRAP_API_KEY: newKey(), PANEL: 'off' },
    ...{ LIVE_STREAMS: '0', TEAM_LIVE_STREAMS: '0', LOG_LEVEL: 'info' },
  };
  const listeners: Listener[] = [];
  const database = openDatabase(postgres.connection, 'bench', 2, () => {});
  try {
    const [firstNode, there] = [await serve(env), await serve(env)];
    const teams = await newTeams(postgres.connection, callerOf(firstNode.address), teamCount);
    const [first] = teams as [TestTeam];
    const { id } = await first.create('projects');
    await reads(there.address, first, `/projects/${id}`);
    const before = memoryMb(there.pid, 'VmRSS');
    const quiet = await reads(there.address, first, `/projects/${id}`);

    const heard: number[] = [];
    const sent = new Map<string, number>();
    const on = ({ event, data, at }: Heard) => {
      const began = event === 'change' ? sent.get((data.data as { name: string }).name) : undefined;
      if (began !== undefined) heard.push(at - began);
    };
    const service = { app: undefined as unknown as FastifyInstance, database };
    for (let i = 0, token = ''; i < streams; i += 1) {
      const team = teams[Math.floor(i / ofSession) % teams.length] as TestTeam;
      if (i % ofSession === 0) ({ token } = await makePerson(service, team, 'member'));
      listeners.push(await listen(there.address, team.slug, token, { on }));
    }
    const after = memoryMb(there.pid, 'VmRSS');

    let isOver = false;
    const writing = (async () => {
      for (let i = 0; !isOver || i < changes; i += 1) {
        const name = `P${i}`;
        const team = teams[i % teams.length] as TestTeam;
        sent.set(name, performance.now());
        await team.post('/projects', { name });
        await sleep(1_000 / rate);
        if (i > changes * 20) break;
      }
    })();
    const busy = await reads(there.address, first, `/projects/${id}`);
    isOver = true;
    await writing;
    await sleep(1_000);
    const most = memoryMb(there.pid, 'VmHWM');
    for (const each of listeners) each.close();
    const rates = { with: [] as number[], without: [] as number[] };
    await creates(firstNode.address, first);
    for (let round = 0; round < rounds; round += 1) {
      rates.with.push(await creates(firstNode.address, first));
      await ask(postgres.connection, withoutCursor);
      rates.without.push(await creates(firstNode.address, first));
      await ask(postgres.connection, withCursor);
    }
    return {
      ...{ streams, changes_a_second: rate, heard: heard.length },
      memory_mb: { before, with_streams: after, most },
      sent_to_heard_ms: times(heard),
      get_ms: { without_streams: times(quiet), with_streams: times(busy) },
      creates_a_second: rates,
    };
  } finally {
    for (const each of listeners) each.close();
    await database.close();
    await cleanUp();
    await postgres.stop();
  }
}

if (values.help) process.stdout.write(`${help}\n`);
else {
  const result = await measure();
  process.stdout.write(`${JSON.stringify(result, undefined, values.json ? undefined : 2)}\n`);
}
