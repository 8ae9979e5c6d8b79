import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '#test/support/http.ts';
import { connectTo, type Service, serve } from '#test/support/processes.ts';
import type { Json, TestTeam } from '#test/support/team.ts';
import { hour, schedule, second, travel } from '#test/support/webhooks/time.ts';
import { callerOf, newTeams, newTestDatabase } from './fixture.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/*
 * A receiver that is down for 48 hours, while workers are killed. The hours pass in the database: all stored times are moved back to the
 * time when the next deliveries are due, repeatedly.
 */

const downFor = 48 * hour;

/** Maximum relative deviation of a wait from the schedule. */
const spread = 0.2;

/** Rounding differences between PostgreSQL's milliseconds and ours. */
const roundedMs = 2;

const sizes = {
  full: { events: 10_000, teams: 4, atOnce: 1_000, killEvery: 3, patienceMs: 120_000 },
  short: { events: 200, teams: 2, atOnce: 100, killEvery: 5, patienceMs: 15_000 },
} as const;

// The receiver -----------------------------------------------------------------------------------------------------

/** `gone`: connections are refused. `ill`: every request is answered 503. */
type State = 'gone' | 'ill' | 'up';

interface Receiver {
  readonly url: string;
  /** Number of arrivals of each event, whatever the answer. */
  readonly came: ReadonlyMap<string, number>;
  /** Number of accepted deliveries of each deal's event: answered 200. */
  readonly taken: ReadonlyMap<string, number>;
  become(state: State): Promise<void>;
}

const add = (counts: Map<string, number>, key: string) =>
  counts.set(key, (counts.get(key) ?? 0) + 1);

async function newReceiver(): Promise<Receiver> {
  const port = await freePort();
  const came = new Map<string, number>();
  const taken = new Map<string, number>();
  let state: State = 'gone';
  let server: Server | undefined;
  const listen = async () => {
    const one = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const event = JSON.parse(Buffer.concat(chunks).toString()) as Json;
      add(came, String(event.id));
      // Long enough for a kill to happen in between.
      await sleep(5 + Math.random() * 35);
      if (state === 'up') add(taken, String((event.data as Json).id));
      response.writeHead(state === 'up' ? 200 : 503).end();
    });
    await new Promise<void>((resolve) => one.listen(port, '127.0.0.1', resolve));
    server = one;
  };
  return {
    url: `http://127.0.0.1:${port}/`,
    came,
    taken,
    async become(next) {
      state = next;
      if (next !== 'gone' && !server) await listen();
      if (next !== 'gone' || !server) return;
      const old = server;
      server = undefined;
      await new Promise((resolve) => {
        old.close(resolve);
        old.closeAllConnections();
      });
    },
  };
}

// The workers ------------------------------------------------------------------------------------------------------

interface Workers {
  /** The application names of killed workers, which their database connections carry. */
  readonly dead: readonly string[];
  /** Kills a running worker, if any, and starts another. */
  kill(): void;
  /** @throws if one did not start */
  check(): void;
}

async function startWorkers(env: Record<string, string>): Promise<Workers> {
  const running: { readonly name: string; readonly service: Service }[] = [];
  const dead: string[] = [];
  let started = 0;
  let failure: unknown;
  const start = async () => {
    started += 1;
    const name = `worker ${started}`;
    const url = new URL(env.DATABASE_URL ?? '');
    url.searchParams.set('application_name', name);
    const service = await serve({ ...env, DATABASE_URL: url.href, ROLE: 'worker' });
    running.push({ name, service });
  };
  await Promise.all([start(), start()]);
  return {
    dead,
    kill() {
      const [victim] = running.splice(Math.floor(Math.random() * running.length), 1);
      if (!victim) return;
      dead.push(victim.name);
      victim.service.child.kill('SIGKILL');
      start().catch((error: unknown) => {
        failure = error;
      });
    },
    check() {
      if (failure !== undefined) throw failure;
    },
  };
}

// Stored data ------------------------------------------------------------------------------------------------------

/** Triggers that record every claim with its owner, and every wait when it is stored, independently of the service. */
const watch = `
  create table claims (id uuid, claim uuid, worker text, primary key (id, claim));
  create function note_claim() returns trigger language plpgsql as $$ begin
    insert into claims values (new.id, new.claim, current_setting('application_name'));
    return null;
  end $$;
  create trigger note_claim after update on deliveries for each row
    when (new.claim is not null and new.claim is distinct from old.claim) execute function note_claim();
  create table waits (id uuid, place integer, ms float8, due_at timestamptz(3), primary key (id, place));
  create function note_wait() returns trigger language plpgsql as $$ begin
    insert into waits values (new.id, new.waits, extract(epoch from new.next_attempt_at - now()) * 1000, new.next_attempt_at);
    return null;
  end $$;
  create trigger note_wait after update on deliveries for each row when (new.waits > old.waits) execute function note_wait()`;

interface Left {
  /** Number of due and unclaimed deliveries. */
  readonly due: number;
  /** Number of connections that dead workers still have: their last statement may still be running. */
  readonly lingering: number;
  /** The owners of current claims, one entry per claim. */
  readonly held: readonly string[];
}

/** `$1`: dead workers. */
const workLeft = `
  select count(*) filter (where next_attempt_at <= now() and (claimed_until is null or claimed_until <= now()))::int as due,
    (select count(*) from pg_stat_activity where application_name = any ($1))::int as lingering,
    coalesce(array_agg(worker) filter (where claimed_until > now()), '{}') as held
  from deliveries left join claims using (id, claim) where status = 'pending'`;

/** Milliseconds until that many more are due, or all pending ones; no row if none is pending. */
const nextDue = `
  select extract(epoch from due_at - now())::float8 * 1000 as ms from (
    select greatest(next_attempt_at, claimed_until) as due_at, row_number() over (order by greatest(next_attempt_at, claimed_until)) as place
    from deliveries where status = 'pending') d
  where place <= $1 order by place desc limit 1`;

interface Delivered {
  readonly id: string;
  readonly deal: string;
  readonly status: string;
  readonly attempts: number;
  /** Start of each attempt, in milliseconds, and the status of its response; in order. */
  readonly log: readonly (readonly [number, number | null])[];
  /** Number of claims, and of those by a worker that was killed. */
  readonly claims: number;
  readonly claims_of_dead: number;
  /** Each wait and its end, in milliseconds; in order. */
  readonly waits: readonly (readonly [number, number])[];
}

/** `$1`: dead workers. */
const outcomes = `
  select d.id, d.record_id as deal, d.status, d.attempts,
    (select count(*) from claims c where c.id = d.id)::int as claims,
    (select count(*) from claims c where c.id = d.id and c.worker = any ($1))::int as claims_of_dead,
    array(select json_build_array(extract(epoch from a.started_at) * 1000, a.status) from delivery_attempts a
      where a.team_id = d.team_id and a.webhook_id = d.webhook_id and a.delivery_id = d.id order by a.started_at, a.id) as log,
    array(select json_build_array(w.ms, extract(epoch from w.due_at) * 1000) from waits w where w.id = d.id order by w.place) as waits
  from deliveries d order by d.id`;

/** Deviations of a delivery from the schedule. @param before its number of attempts when the receiver came up */
function oddityOf({ attempts, log, waits }: Delivered, before: number): string | undefined {
  if (attempts !== log.length) return `${attempts} attempts counted, ${log.length} logged`;
  if (log.length !== before + 1)
    return `${before} attempts while the receiver was down, ${log.length} in all`;
  if (waits.length !== before) return `${waits.length} waits between ${log.length} attempts`;
  for (const [place, [ms, due]] of waits.entries()) {
    const wait = schedule[place] ?? 0;
    if (Math.abs(ms - wait) > spread * wait + roundedMs)
      return `the wait after attempt ${place + 1} was ${ms / second} s`;
    const [began = 0, status] = log[place + 1] ?? [];
    if (began < due - roundedMs) return `attempt ${place + 2} began ${due - began} ms too early`;
    const isLast = place === before - 1;
    if ((status === 200) !== isLast) return `attempt ${place + 2} was answered ${status}`;
  }
  return log[0]?.[1] === 200 ? 'the first attempt was answered 200' : undefined;
}

// The run ----------------------------------------------------------------------------------------------------------

/** Creates deals, evenly over the teams; a refusal for lack of the database is repeated, as it asks for. @returns the IDs of acknowledged ones */
async function makeDeals(teams: readonly TestTeam[], count: number): Promise<Set<string>> {
  const deals = new Set<string>();
  let requests = 0;
  const one = async () => {
    while (requests < count) {
      const team = teams[requests++ % teams.length];
      let answer = await team?.post('/deals', { title: 'Site' });
      while (answer?.status === 503) {
        await sleep(100);
        answer = await team?.post('/deals', { title: 'Site' });
      }
      if (answer?.status !== 201) throw new Error(`a deal was answered ${answer?.text}`);
      deals.add(String(answer.data.id));
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
  return deals;
}

async function run(tally: Tally, size: Size): Promise<string> {
  const { events, teams: teamCount, atOnce, killEvery, patienceMs } = sizes[size];
  const testDatabase = await newTestDatabase();
  const client = await connectTo(testDatabase.connection);
  await client.query(watch);
  const sql = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<R>(text, values)).rows;
  const env = { ...testDatabase.env, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
  const [web, workers, receiver] = await Promise.all([
    serve({ ...env, ROLE: 'web' }),
    startWorkers(env),
    newReceiver(),
  ]);
  const teams = await newTeams(testDatabase.connection, callerOf(web.address), teamCount);
  const endpoints = await Promise.all(
    teams.map(async (team) => {
      const { id } = await team.create('webhooks', {
        url: receiver.url,
        events: ['deal.created'],
      });
      return { team, id: String(id) };
    }),
  );

  const left = async () => {
    const [row] = await sql<Left>(workLeft, [workers.dead]);
    if (!row) throw new Error('an aggregate has a row');
    const { due, lingering, held } = row;
    const underWay = held.filter((worker) => !workers.dead.includes(worker)).length;
    return { due, underWay, isQuiet: due + lingering + underWay === 0 };
  };

  /** Runs an action while nothing is due, all claims belong to dead workers, and nothing changes. */
  const atRest = async <T>(act: () => Promise<T>): Promise<T> => {
    for (const deadline = Date.now() + patienceMs; ; await sleep(20)) {
      workers.check();
      const { due, underWay, isQuiet } = await left();
      if (isQuiet) {
        // From here on nobody claims or stores anything.
        await sql('begin');
        await sql('lock table deliveries in exclusive mode');
        const result = (await left()).isQuiet ? { of: await act() } : undefined;
        await sql('commit');
        if (result) return result.of;
      }
      if (Date.now() > deadline)
        throw new Error(
          `${due} deliveries due and ${underWay} under way after ${patienceMs / second} s`,
        );
    }
  };

  /** Kills a worker while something is in progress, if that happens. */
  const killAtWork = async () => {
    for (const deadline = Date.now() + 2_000; (await left()).underWay === 0; await sleep(2))
      if (Date.now() > deadline) return;
    await sleep(Math.random() * 60);
    workers.kill();
  };

  await receiver.become('ill');
  const began = Date.now();
  const [deals] = await Promise.all([makeDeals(teams, events), killAtWork()]);
  if (deals.size !== events) throw new Error(`only ${deals.size} deals were created`);

  let moved = 0;
  let isUp = false;
  const before = new Map<string, number>();
  /** Changes the receiver's state, and moves time on. @returns the next step */
  const turn = async (round: number): Promise<'work' | 'a kill' | 'the end'> => {
    const toGo = began + downFor - moved - Date.now();
    const comesUp = !isUp && toGo <= 0;
    const isKilling = comesUp || round % killEvery === 0;
    if (comesUp) {
      const rows = await sql<{ id: string; attempts: number; status: string }>(
        'select id, attempts, status from deliveries',
      );
      for (const { id, attempts, status } of rows) {
        before.set(id, attempts);
        if (status !== 'pending') tally.addWrong(`${status} while the receiver was down: ${id}`);
      }
      isUp = true;
      await receiver.become('up');
    }
    // If connections are refused, attempts end before a kill can cut them off.
    if (!isUp) await receiver.become(isKilling || round % 2 === 1 ? 'ill' : 'gone');
    const [next] = await sql<{ ms: number }>(nextDue, [atOnce]);
    if (!next) return 'the end';
    const ms = Math.max(0, Math.ceil(isUp ? next.ms : Math.min(next.ms, toGo)));
    await travel(sql, ms, { waits: ['due_at'] });
    moved += ms;
    return isKilling ? 'a kill' : 'work';
  };
  for (let round = 1, next = ''; next !== 'the end'; round += 1) {
    next = await atRest(() => turn(round));
    if (next === 'a kill') await killAtWork();
  }

  const rows = await sql<Delivered>(outcomes, [workers.dead]);
  let logged = 0;
  let cutOffs = 0;
  for (const row of rows) {
    const { id, deal, status, log, claims, claims_of_dead } = row;
    logged += log.length;
    if (!deals.has(deal)) tally.addWrong(`a delivery of a deal that was never created: ${id}`);
    if (status !== 'delivered') tally.addLost(`a delivery ended as ${status}: ${id}`);
    const oddity = oddityOf(row, before.get(id) ?? 0);
    if (oddity !== undefined) tally.addWrong(`${oddity}: ${id}`);
    // Every claim leads to an attempt: logged, or cut off by a kill. Only the latter may arrive without being logged.
    const cutOff = claims - log.length;
    cutOffs += cutOff;
    if (cutOff < 0 || cutOff > claims_of_dead)
      tally.addWrong(
        `${claims} claims, ${claims_of_dead} of killed workers, ${log.length} logged: ${id}`,
      );
    const answered = log.filter(([, answer]) => answer !== null).length;
    const beyond = (receiver.came.get(id) ?? 0) - answered;
    if (beyond < 0 || beyond > cutOff)
      tally.addWrong(
        `arrived ${beyond} times more than its log shows, ${cutOff} attempts cut off: ${id}`,
      );
  }
  for (const deal of deals)
    if (!receiver.taken.has(deal)) tally.addLost(`the event of deal ${deal} never arrived`);
  if (rows.length !== events) tally.addWrong(`${rows.length} deliveries of ${events} events`);
  for (const { team, id } of endpoints) {
    const { data } = await team.get(`/webhooks/${id}`);
    if (data.is_active !== true) tally.addWrong(`endpoint ${id} is off: ${data.disabled_reason}`);
  }
  const twice = [...receiver.taken.values()].filter((n) => n > 1).length;
  tally.remarks.push(
    `${counted(logged)} attempts logged`,
    `${counted(cutOffs)} more cut off by kills`,
    `${counted(twice)} events repeated after a kill`,
  );
  await receiver.become('gone');
  const hours = ((moved + Date.now() - began) / hour).toFixed(0);
  return `${counted(events)} events, receiver down 48 h of ${hours} h, ${workers.dead.length} kills`;
}

export default {
  title: 'Receiver down for 48 hours',
  what: `Deals are created over HTTP while their receiver is down: it refuses connections, or answers 503. Workers follow the default schedule; time
passes by moving all stored times back to when the next deliveries are due, until 48 hours have passed. Then the receiver comes up, and time
passes until nothing is pending. Throughout, workers are killed (SIGKILL) during attempts. Lost: an acknowledged deal whose event the receiver
never accepted. Wrong: a delivery log that does not contain exactly the attempts of the schedule (each wait, as stored, within 20 % of it; no
attempt too early; after the receiver came up exactly one, the only one to succeed), or an endpoint that ends up inactive. An attempt cut off by
a kill is not logged and uses up no wait: it is repeated once its claim expires (45 s), so the receiver may see that event again.`,
  broken: [
    {
      how: 'claims never expire',
      file: 'server/db/job-queue.ts',
      find: `(\${row}.claimed_until is null or \${row}.claimed_until <= now())`,
      replace: `(\${row}.claimed_until is null)`,
    },
    {
      how: 'waits vary by half instead of a fifth',
      file: 'server/features/webhooks/delivery-queue.ts',
      find: '(0.8 + 0.4 * Math.random())',
      replace: '(0.5 + Math.random())',
    },
    {
      how: 'an endpoint is disabled after one day of failures',
      file: 'server/features/webhooks/delivery-queue.ts',
      find: `interval '5 days'`,
      replace: `interval '1 day'`,
    },
    {
      how: 'claiming a delivery already uses up its wait',
      file: 'server/features/webhooks/delivery-queue.ts',
      find: `set claim = $claim, claimed_until = now() + interval '\${claimSeconds} seconds' from ready`,
      replace: `set claim = $claim, waits = d.waits + 1, claimed_until = now() + interval '\${claimSeconds} seconds' from ready`,
    },
  ],
  run,
} satisfies Torture;
