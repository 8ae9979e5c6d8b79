import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseOf } from '#test/support/database.ts';
import { type Line, openLine } from '#test/support/database-proxy.ts';
import { connectTo, onDatabase, serve } from '#test/support/processes.ts';
import type { Answer, TestTeam } from '#test/support/team.ts';
import { callerOf, newTeams, newTestDatabase } from './fixture.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/*
 * Database faults that are not reported: silent connections, no connections, statements that never end.
 */

const maxAnswerMs = 3_000;
const maxRecoveryMs = 15_000;
/** Clients that keep sending: more than the service has connections. */
const callers = 24;
/** Period without failures after which the service counts as recovered. */
const calmMs = 800;
const sizes = { short: { faultMs: 2_200, rounds: 1 }, full: { faultMs: 10_000, rounds: 5 } };

interface Fault {
  readonly name: string;
  /** Causes the fault. @returns a function that ends it; undefined if it ends immediately */
  begin(): Promise<(() => Promise<unknown>) | undefined>;
}

/** @param direct bypasses the line */
async function faultsOf(direct: pg.ClientConfig, line: Line): Promise<readonly Fault[]> {
  const client = await connectTo(direct);
  const elsewhere = await connectTo(databaseOf(direct, 'postgres'));
  const accept = (isOpen: boolean) =>
    elsewhere.query(
      `alter database ${pg.escapeIdentifier(`${client.database}`)} allow_connections ${isOpen}`,
    );
  return [
    {
      name: 'half-open connections',
      async begin() {
        line.silence();
        return undefined;
      },
    },
    {
      name: 'a host that vanishes',
      async begin() {
        line.setAway(true);
        line.silence();
        return async () => line.setAway(false);
      },
    },
    {
      name: 'a pool that waits for locks',
      async begin() {
        const holder = new pg.Client(direct);
        await holder.connect();
        await holder.query('begin; lock table projects, deals in access exclusive mode');
        return () => holder.end();
      },
    },
    {
      name: 'no connection available',
      async begin() {
        await accept(false);
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        return () => accept(true);
      },
    },
    {
      name: 'slow statements',
      async begin() {
        // For any search and any write.
        const { rows } = await client.query<{ fold: string }>(
          `select pg_get_functiondef('fold(text)'::regprocedure) as fold`,
        );
        await client.query(`
          create or replace function fold(value text) returns text language plpgsql immutable strict as
            $$ begin perform pg_sleep(20); return value; end $$;
          create function slow() returns trigger language plpgsql as
            $$ begin perform pg_sleep(20); return new; end $$;
          create trigger slow before insert or update on deals for each row execute function slow()`);
        return () => client.query(`drop function slow cascade; ${rows[0]?.fold}`);
      },
    },
  ];
}

/** Requests of clients, in turn. */
const asks = (team: TestTeam, project: string): ((turn: number) => Promise<Answer>)[] => [
  () => team.get(`/projects/${project}`),
  () => team.get('/projects?limit=5'),
  () => team.get('/projects?search=coisa'),
  () => team.get('/clients?limit=5'),
  (turn) => team.post('/deals', { title: `${turn}` }),
  (turn) => team.post('/deals', { title: `${turn}` }, { 'idempotency-key': `deal ${turn}` }),
  (turn) => team.put(`/projects/${project}`, { description: `${turn}` }),
];

/** If the team's own statements are slow, 429 and 422 are allowed; nothing was done in that case either. */
const isOfOnes = (code: unknown) => code === 'TEAM_BUSY' || code === 'TOO_COSTLY';

/** Clients that send requests until stopped; every response is checked. */
function askAll(tally: Tally, team: TestTeam, project: string) {
  const all = asks(team, project);
  const created: string[] = [];
  const state = { fault: '', requests: 0, refused: 0, lastTrouble: 0, isOver: false };
  const one = async () => {
    while (!state.isOver) {
      const turn = state.requests++;
      const which = turn % all.length;
      const began = performance.now();
      const answer = await all[which]?.(turn).catch((error: Error) => error);
      const ms = performance.now() - began;
      const about = `${state.fault}: request ${which}`;
      tally.took(ms);
      if (!answer || answer instanceof Error) {
        tally.addWrong(`${about}: ${answer?.message}`);
        await sleep(20);
        continue;
      }
      const { status, error, data, text } = answer;
      if (status === 201) created.push(String(data.title));
      if (status === 503 && error.code === 'UNAVAILABLE') {
        state.refused += 1;
        state.lastTrouble = performance.now();
      } else if (isOfOnes(error?.code)) state.refused += 1;
      else if (status >= 300) tally.addWrong(`${about} answered ${text}`);
      if (ms > maxAnswerMs)
        tally.addWrong(`${about} answered ${status} after ${Math.round(ms)} ms`);
      await sleep(status >= 400 ? 20 : 5);
    }
  };
  const asking = Promise.all(Array.from({ length: callers }, one));
  return {
    state,
    created,
    async stop() {
      state.isOver = true;
      await asking;
    },
  };
}

async function run(tally: Tally, size: Size): Promise<string> {
  const { faultMs, rounds } = sizes[size];
  const testDatabase = await newTestDatabase();
  const line = await openLine(testDatabase.connection);
  const service = await serve({
    ...testDatabase.env,
    ...onDatabase(line.connection, randomBytes(32)),
  });
  const [team] = await newTeams(testDatabase.connection, callerOf(service.address, callers), 1);
  if (!team) throw new Error('there is no team');
  const project = String((await team.create('projects')).id);
  const faults = await faultsOf(testDatabase.connection, line);
  const { state, created, stop } = askAll(tally, team, project);
  let slowest = 0;
  for (const { name, begin } of Array(rounds).fill(faults).flat() as Fault[]) {
    state.fault = name;
    await sleep(200);
    const before = state.refused;
    let ended = performance.now();
    const end = await begin();
    if (end) {
      await sleep(faultMs);
      await end();
      ended = performance.now();
    }
    const calmSince = () => Math.max(ended, state.lastTrouble);
    while (
      performance.now() - calmSince() < calmMs &&
      performance.now() - ended < 2 * maxRecoveryMs
    )
      await sleep(50);
    const recovery = Math.max(0, state.lastTrouble - ended);
    slowest = Math.max(slowest, recovery);
    tally.aim(recovery < maxRecoveryMs, `${name}: recovered after ${Math.round(recovery)} ms`);
    if (state.refused === before)
      tally.addWrong(`${name}: nothing was refused, so nothing was tested`);
  }
  await stop();
  const client = await connectTo(testDatabase.connection);
  const { rows } = await client.query<{ title: string; n: number }>(
    'select title, count(*)::int as n from deals group by 1',
  );
  const there = new Map(rows.map(({ title, n }) => [title, n]));
  for (const title of created) if (!there.has(title)) tally.addLost(`deal ${title}`);
  for (const [title, n] of there) if (n > 1) tally.addWrong(`deal ${title} exists ${n} times`);
  tally.remarks.push(`recovered after ${Math.round(slowest)} ms at most`);
  await line.close();
  return `${rounds * faults.length} faults, ${counted(state.requests)} requests, ${counted(state.refused)} answered 503`;
}

export default {
  title: 'Database faults',
  what: `More clients than the service has database connections read, search, create and change records, while the database fails in ways that it does not report:
connections that stay open but silent, a host that vanishes, locked tables that make every connection of the pool wait, a database that accepts no
connections, statements that never end. Every answer must be a success or 503 UNAVAILABLE, within 3 s; 15 s after the end of a fault, no request may be
rejected. Lost: acknowledged writes that are missing. The worst latency is that of the slowest answer.`,
  broken: [
    {
      how: 'requests wait for a vanished server as long as workers do',
      file: 'server/db/database.ts',
      find: 'statement: 1_800,\n    answer: 2_000,',
      replace: 'statement: 1_800, answer: 35_000,',
    },
    {
      how: 'statements of requests may take 30 s',
      file: 'server/db/database.ts',
      find: 'statement: 1_800,\n    answer: 2_000,',
      replace: 'statement: 30_000, answer: 35_000,',
    },
    {
      how: 'a rollback is sent over a dead connection',
      file: 'server/db/database.ts',
      find: 'if (!isHarmless(error)) brokenClients.add(client);',
      replace: '',
    },
    {
      how: 'a refused connection to the database is an internal error',
      file: 'server/db/errors.ts',
      find: '53...|55000|57014',
      replace: '53...|57014',
    },
  ],
  run,
} satisfies Torture;
