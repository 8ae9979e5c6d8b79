import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectTo, freePort, type Service, serve } from '../test/processes.ts';
import type { Json, TestTeam } from '../test/team.ts';
import { hour, schedule, second, travel } from '../test/webhooks/time.ts';
import { callerOf, newGround, newTeams } from './stage.ts';
import { counted, type Size, type Tally, type Torture } from './torture.ts';

/*
 * A receiver that is down for 48 hours, with workers killed all the while. The hours pass in the database: every stored
 * moment is moved back until the next deliveries are due, again and again.
 */

const downFor = 48 * hour;

/** How far a wait may be from the schedule's. */
const spread = 0.2;

/** What PostgreSQL's milliseconds and ours may differ by, rounded either way. */
const roundedMs = 2;

/** After a kill, what is held unchanged for so long belongs to the dead: an attempt here takes a twentieth of a second. */
const orphanedMs = 800;

const sizes = {
  full: { events: 10_000, teams: 4, atOnce: 1_000, killEvery: 3, patienceMs: 120_000 },
  short: { events: 200, teams: 2, atOnce: 100, killEvery: 5, patienceMs: 8_000 },
} as const;

// The receiver -----------------------------------------------------------------------------------------------------

/** `gone`: nobody listens. `ill`: every request is answered 503. */
type State = 'gone' | 'ill' | 'up';

interface Receiver {
  readonly url: string;
  /** How often each event came, whatever was answered. */
  readonly came: ReadonlyMap<string, number>;
  /** How often the event of each deal was taken: answered 200. */
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
      // Long enough for a kill to come in between.
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
  readonly kills: number;
  /** Kills one that runs, if any does, and starts another. */
  kill(): void;
  /** @throws where one did not start */
  check(): void;
}

async function startWorkers(env: Record<string, string>): Promise<Workers> {
  const running: Service[] = [];
  let kills = 0;
  let failure: unknown;
  const start = async () => {
    running.push(await serve({ ...env, ROLE: 'worker' }));
  };
  await Promise.all([start(), start()]);
  return {
    get kills() {
      return kills;
    },
    kill() {
      const [victim] = running.splice(Math.floor(Math.random() * running.length), 1);
      if (!victim) return;
      kills += 1;
      victim.child.kill('SIGKILL');
      start().catch((error: unknown) => {
        failure = error;
      });
    },
    check() {
      if (failure !== undefined) throw failure;
    },
  };
}

// What is stored ---------------------------------------------------------------------------------------------------

/** Writes down every wait at the moment when it is stored, beside the service. */
const watchWaits = `
  create table waits (id uuid, place integer, ms float8, due_at timestamptz(3), primary key (id, place));
  create function note_wait() returns trigger language plpgsql as $$ begin
    insert into waits values (new.id, new.waits, extract(epoch from new.next_attempt_at - now()) * 1000, new.next_attempt_at);
    return null;
  end $$;
  create trigger note_wait after update on deliveries for each row when (new.waits > old.waits) execute function note_wait()`;

/** What is due and free, and the claims that are held, each with its delivery's id before it. */
const workLeft = `
  select count(*) filter (where next_attempt_at <= now() and (claimed_until is null or claimed_until <= now()))::int as due,
    coalesce(array_agg(id || ' ' || claim) filter (where claimed_until > now()), '{}') as held
  from deliveries where status = 'pending'`;

/** Milliseconds until so many more are due, or all that wait; no row where none waits. */
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
  /** When each began, in milliseconds, and the status of its answer; in order. */
  readonly log: readonly (readonly [number, number | null])[];
  /** Each wait and when it was over, in milliseconds; in order. */
  readonly waits: readonly (readonly [number, number])[];
}

const outcomes = `
  select d.id, d.record_id as deal, d.status, d.attempts,
    array(select json_build_array(extract(epoch from a.started_at) * 1000, a.status) from delivery_attempts a
      where a.team_id = d.team_id and a.webhook_id = d.webhook_id and a.delivery_id = d.id order by a.started_at, a.id) as log,
    array(select json_build_array(w.ms, extract(epoch from w.due_at) * 1000) from waits w where w.id = d.id order by w.place) as waits
  from deliveries d order by d.id`;

/** What of a delivery is not as the schedule has it. @param before how many attempts it had when the receiver came up */
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

/** Has deals made, evenly over the teams. @returns the ids of those that were acknowledged */
async function makeDeals(teams: readonly TestTeam[], count: number): Promise<Set<string>> {
  const deals = new Set<string>();
  let asked = 0;
  const one = async () => {
    while (asked < count) {
      const team = teams[asked++ % teams.length];
      const deal = await team?.create('deals');
      if (deal) deals.add(String(deal.id));
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
  return deals;
}

async function run(tally: Tally, size: Size): Promise<string> {
  const { events, teams: teamCount, atOnce, killEvery, patienceMs } = sizes[size];
  const ground = await newGround();
  const client = await connectTo(ground.connection);
  await client.query(watchWaits);
  const sql = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<R>(text, values)).rows;
  const env = { ...ground.env, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
  const [web, workers, receiver] = await Promise.all([
    serve({ ...env, ROLE: 'web' }),
    startWorkers(env),
    newReceiver(),
  ]);
  const teams = await newTeams(ground.connection, callerOf(web.address), teamCount);
  const endpoints = await Promise.all(
    teams.map(async (team) => {
      const { id } = await team.create('webhooks', {
        url: receiver.url,
        events: ['deal.created'],
      });
      return { team, id: String(id) };
    }),
  );

  const left = async () =>
    (await sql<{ due: number; held: string[] }>(workLeft))[0] ?? { due: 0, held: [] };

  /** Claims that died with their worker, each with its delivery's id before it. */
  const orphans = new Set<string>();
  let killsSeen = 0;
  /** Waits until nothing is due, and whatever is claimed is a dead worker's. */
  const settle = async () => {
    let last = '';
    let since = 0;
    for (const deadline = Date.now() + patienceMs; ; await sleep(20)) {
      workers.check();
      const { due, held } = await left();
      const unknown = held.filter((claim) => !orphans.has(claim)).sort();
      if (due === 0 && unknown.length === 0) return;
      const now = `${due} ${unknown}`;
      if (now !== last) since = Date.now();
      last = now;
      if (due === 0 && workers.kills > killsSeen && Date.now() > since + orphanedMs) {
        for (const claim of unknown) orphans.add(claim);
        killsSeen = workers.kills;
        return;
      }
      if (Date.now() > deadline)
        throw new Error(
          `${due} deliveries due and ${unknown.length} claimed after ${patienceMs / second} s`,
        );
    }
  };

  /** Kills a worker while something is under way, if that comes about. */
  const killAtWork = async () => {
    for (const deadline = Date.now() + 2_000; (await left()).held.length === 0; await sleep(2))
      if (Date.now() > deadline) return;
    await sleep(Math.random() * 60);
    workers.kill();
  };

  await receiver.become('ill');
  const began = Date.now();
  const [deals] = await Promise.all([makeDeals(teams, events), killAtWork()]);
  if (deals.size !== events) throw new Error(`only ${deals.size} deals were made`);

  let moved = 0;
  let isUp = false;
  const before = new Map<string, number>();
  for (let round = 1; ; round += 1) {
    await settle();
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
    // Where nobody listens attempts are over before a kill can cut them off.
    if (!isUp) await receiver.become(isKilling || round % 2 === 1 ? 'ill' : 'gone');
    const [next] = await sql<{ ms: number }>(nextDue, [atOnce]);
    if (!next) break;
    const ms = Math.max(0, Math.ceil(isUp ? next.ms : Math.min(next.ms, toGo)));
    await travel(sql, ms, { waits: ['due_at'] });
    moved += ms;
    if (isKilling) await killAtWork();
  }

  const rows = await sql<Delivered>(outcomes);
  const cutOff = new Map<string, number>();
  for (const claim of orphans) add(cutOff, claim.slice(0, claim.indexOf(' ')));
  let logged = 0;
  for (const row of rows) {
    const { id, deal, status, log } = row;
    logged += log.length;
    if (!deals.has(deal)) tally.addWrong(`a delivery of a deal that nobody made: ${id}`);
    if (status !== 'delivered') tally.addLost(`a delivery ended as ${status}: ${id}`);
    const oddity = oddityOf(row, before.get(id) ?? 0);
    if (oddity !== undefined) tally.addWrong(`${oddity}: ${id}`);
    // Beyond the log comes only what a kill cut off.
    const unlogged =
      (receiver.came.get(id) ?? 0) - log.filter(([, answer]) => answer !== null).length;
    if (unlogged < 0 || unlogged > (cutOff.get(id) ?? 0))
      tally.addWrong(
        `came ${unlogged} times beyond its log, cut off ${cutOff.get(id) ?? 0}: ${id}`,
      );
  }
  for (const deal of deals)
    if (!receiver.taken.has(deal)) tally.addLost(`the event of deal ${deal} never came`);
  if (rows.length !== events) tally.addWrong(`${rows.length} deliveries of ${events} events`);
  for (const { team, id } of endpoints) {
    const { data } = await team.get(`/webhooks/${id}`);
    if (data.is_active !== true) tally.addWrong(`endpoint ${id} is off: ${data.disabled_reason}`);
  }
  const twice = [...receiver.taken.values()].filter((n) => n > 1).length;
  tally.remarks.push(
    `${counted(logged)} attempts logged`,
    `${counted(orphans.size)} claims died with their worker`,
    `${counted(twice)} events came again after a kill`,
  );
  await receiver.become('gone');
  const hours = ((moved + Date.now() - began) / hour).toFixed(0);
  return `${counted(events)} events, receiver down 48 h of ${hours} h, ${counted(workers.kills)} kills`;
}

export default {
  title: 'Receiver down for 48 hours',
  what: `Deals are made over HTTP while their receiver is down: by turns nobody listens there, or every request is answered 503. Worker processes
work by the default schedule; time passes by moving every stored moment back to when the next deliveries are due, until 48 hours have gone by;
then the receiver comes up, and time goes on until nothing waits. All the while workers are killed (SIGKILL) with attempts under way. An
acknowledged deal whose event the receiver has never taken is lost. The log of a delivery has to hold exactly the attempts of the schedule: each
wait, written down by a trigger as it is stored, within 20 % of the schedule's; no attempt before its wait is over; one attempt and only one
after the receiver came up, which is the only one that succeeds. An attempt that a kill cuts off stays out of the log and uses up no wait: it is
made again once its claim has run out (45 s), and so the receiver may see its event once more. What the receiver sees beyond the log has to be
such. Anything else is wrong, as is an endpoint that is not active in the end. Passes where nothing is lost or wrong.`,
  broken: [
    {
      how: 'a claim never runs out',
      file: 'server/lanes.ts',
      find: `(\${row}.claimed_until is null or \${row}.claimed_until <= now())`,
      replace: `(\${row}.claimed_until is null)`,
    },
    {
      how: 'the spread of waits is half the wait',
      file: 'server/webhooks/deliver.ts',
      find: '(0.8 + 0.4 * Math.random())',
      replace: '(0.5 + Math.random())',
    },
    {
      how: 'an endpoint is switched off after one day of failures',
      file: 'server/webhooks/deliver.ts',
      find: `interval '5 days'`,
      replace: `interval '1 day'`,
    },
    {
      how: 'claiming a delivery already counts its wait',
      file: 'server/webhooks/deliver.ts',
      find: `set claim = $claim, claimed_until = now() + interval '\${claimSeconds} seconds' from ready`,
      replace: `set claim = $claim, waits = d.waits + 1, claimed_until = now() + interval '\${claimSeconds} seconds' from ready`,
    },
  ],
  run,
} satisfies Torture;
