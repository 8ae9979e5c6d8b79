import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { newKey } from '#server/platform/api-key.ts';
import { freePort } from '#test/support/http.ts';
import { type Heard, type Listener, listen } from '#test/support/live/listener.ts';
import { makePerson } from '#test/support/people.ts';
import {
  type Env,
  hasEnded,
  memoryMb,
  onDatabase,
  type Service,
  serve,
  serveOf,
} from '#test/support/processes.ts';
import type { TestTeam } from '#test/support/team.ts';
import { until } from '#test/support/wait.ts';
import { callerOf, newTeams } from './fixture.ts';
import { ask, type DedicatedPostgres, end, startPostgres } from './postgres.ts';
import { counted, type Size, type Speed, type Tally, type Torture } from './torture-test.ts';

/*
 * Live streams over two nodes, while records change and nodes, the database and connections are cut.
 */

const checkout = fileURLToPath(new URL('..', import.meta.url));

const forms = {
  short: { teams: 3, streams: 54, changes: 600, cuts: 4, writers: 6, returning: 40 },
  full: { teams: 20, streams: 1_000, changes: 100_000, cuts: 40, writers: 12, returning: 139 },
} satisfies Record<Size, unknown>;

/** Events that returning streams have missed, of some kB each, and those that follow while they return. */
const missed = { before: 8_000, meanwhile: 800, bytes: 3_000 };
/** Resident memory of the process that they return to, as docs/operating.md promises. */
const documentedMb = 350;
/** Limit for the stream of another team to become ready, relative to quiet times. */
const bar = { times: 3, leastMs: 500 };

/** Streams that share a session: fewer than the limit. */
const ofSession = 6;
const patienceMs = 60_000;
/** Time limit for writing, however few changes there were: for machines with other work. */
const maxMs = Number(process.env.TORTURE_MINUTES ?? 240) * 60_000;

/** Kinds of listeners, which determine the events that they may see. */
const kinds = [
  { role: 'member', seesValues: true },
  { role: 'admin', seesValues: true },
  { role: 'member', seesValues: false },
] as const;

/** A stream as long as its client wants it, over however many connections. */
interface Follower {
  readonly team: TestTeam;
  readonly kind: (typeof kinds)[number];
  readonly token: string;
  /** Number of arrivals of each event, by the event's id. */
  readonly heard: Map<string, number>;
  /** Events that it must not receive, in words. */
  readonly wrong: string[];
  lastId: string | undefined;
  now: Listener | undefined;
  /** End of its absence. */
  awayUntil: number;
  returns: number;
}

interface Stand {
  readonly postgres: DedicatedPostgres;
  readonly env: Env;
  readonly ports: readonly number[];
  readonly nodes: Service[];
  readonly teams: readonly TestTeam[];
  readonly followers: readonly Follower[];
  changes: number;
  /** Time at which writing ends. */
  readonly end: number;
  /** Peak resident memory of a node, in megabytes. */
  mostMb: number;
  isOver: boolean;
}

const addressOf = ({ ports }: Stand) =>
  `http://127.0.0.1:${ports[randomInt(ports.length)] ?? ports[0]}/api`;

// Following --------------------------------------------------------------------------------------------------------

function take(follower: Follower, { event, data, id }: Heard): void {
  if (id !== '') follower.lastId = id;
  if (event === 'resync') follower.wrong.push(`had to refetch: ${JSON.stringify(data)}`);
  if (event !== 'change' && event !== 'stale') return;
  const key = once(String(data.id));
  follower.heard.set(key, (follower.heard.get(key) ?? 0) + 1);
  if (follower.kind.seesValues || !String(data.type).startsWith('deal.')) return;
  const text = JSON.stringify(data);
  if (/"value":\d/.test(text))
    follower.wrong.push(`leaked: the value of a deal (${text.slice(0, 200)})`);
}

/** One string for all equal ones: millions are stored. */
const strings = new Map<string, string>();
const once = (text: string): string => {
  const interned = strings.get(text);
  if (interned === undefined) strings.set(text, text);
  return interned ?? text;
};

async function follow(stand: Stand, follower: Follower): Promise<void> {
  while (!stand.isOver) {
    if (Date.now() < follower.awayUntil) {
      await sleep(50);
      continue;
    }
    const listener = await listen(addressOf(stand), follower.team.slug, follower.token, {
      lastId: follower.lastId,
      on: (heard) => take(follower, heard),
    }).catch(() => undefined);
    if (listener?.status === 200) {
      follower.now = listener;
      follower.returns += 1;
      while (!listener.isOver && !stand.isOver) await sleep(20);
      // A heartbeat moves the cursor too.
      follower.lastId = listener.lastId === '' ? follower.lastId : listener.lastId;
      follower.now = undefined;
      listener.close();
    } else await sleep(50 + randomInt(200));
  }
}

// Changing ---------------------------------------------------------------------------------------------------------

async function write(stand: Stand, most: number, number: number): Promise<void> {
  const calls = stand.ports.map((port) => callerOf(`http://127.0.0.1:${port}/api`, 4));
  const webhooks = new Map<TestTeam, string>();
  let count = 0;
  async function insist(team: TestTeam, path: string, body: object): Promise<string | undefined> {
    count += 1;
    const key = `${number}-${count}`;
    for (const give = Date.now() + patienceMs; Date.now() < give; await sleep(30)) {
      const call = calls[randomInt(calls.length)];
      const headers = { 'idempotency-key': key };
      const answer = await call?.(team.key, 'POST', path, body, headers).catch(() => undefined);
      if (answer && answer.status < 300) return String(answer.data.id);
      if (answer && answer.status < 500 && ![409, 429].includes(answer.status))
        throw new Error(`${path} answered ${answer.text}`);
    }
    throw new Error(`${path} was not done in ${patienceMs} ms`);
  }
  while (stand.changes < most && Date.now() < stand.end) {
    const team = stand.teams[randomInt(stand.teams.length)] as TestTeam;
    stand.changes += 1;
    const dice = randomInt(20);
    if (dice === 0) {
      const endpoint =
        webhooks.get(team) ??
        (await insist(team, '/webhooks', { name: 'W', url: 'https://example.com/' }));
      webhooks.set(team, endpoint ?? '');
      // An event for admins, or a notice for them if the endpoint is created.
      await insist(team, `/webhooks/${endpoint}/test`, {});
    } else if (dice < 8) await insist(team, '/deals', { title: `D${count}`, value: 1_000 + count });
    else await insist(team, '/projects', { name: `P${number} ${count}` });
  }
}

/** Transactions that commit long after others that began later, and some that never do. */
async function dawdle(stand: Stand): Promise<void> {
  while (!stand.isOver) {
    const client = new pg.Client(stand.postgres.connection);
    client.on('error', () => {});
    try {
      await client.connect();
      const team = stand.teams[randomInt(stand.teams.length)] as TestTeam;
      await client.query('begin');
      await client.query(
        `insert into events (team_id, id, type, record_id, payload)
          select $1, i.id, 'task.created', $1,
            '{"id":"' || i.id || '","type":"task.created","created_at":"","data":{"late":true},"previous":null}'
          from (select uuid7(clock_timestamp()) as id) i`,
        [team.id],
      );
      await client.query(
        `insert into live_notices (team_id, id, record_type, record_id)
          select $1, uuid7(clock_timestamp()), type, $1 from unnest('{squads,keys}'::text[]) type`,
        [team.id],
      );
      await sleep(randomInt(400));
      await client.query(randomInt(3) === 0 ? 'rollback' : 'commit');
    } catch {
      // The database went down in between.
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(randomInt(200));
  }
}

// Cutting ----------------------------------------------------------------------------------------------------------

async function startNode(stand: Pick<Stand, 'env' | 'ports' | 'nodes'>, place: number) {
  const { env, ports, nodes } = stand;
  nodes[place] = await serve({ ...env, ROLE: 'web', PORT: String(ports[place]) });
}

const isThere = ({ postgres }: Stand) =>
  ask(postgres.connection, 'select 1').then(
    () => true,
    () => false,
  );

/** Records the nodes' memory usage. */
function weigh(stand: Stand): void {
  for (const { child, pid } of stand.nodes)
    if (!hasEnded(child)) stand.mostMb = Math.max(stand.mostMb, memoryMb(pid, 'VmHWM'));
}

async function cut(stand: Stand, number: number): Promise<void> {
  weigh(stand);
  const place = randomInt(stand.nodes.length);
  const node = stand.nodes[place] as Service;
  const kind = number % 4;
  if (kind === 0 || kind === 3) {
    // One is killed; one is stopped as for an update, and restarted.
    node.child.kill(kind === 0 ? 'SIGKILL' : 'SIGTERM');
    await node.ended;
    await startNode(stand, place);
  } else if (kind === 1) {
    await end(stand.postgres.dataDir, 'SIGKILL');
    await until(() => isThere(stand), patienceMs);
  } else {
    // A third of the connections break; every third of those clients stays away for a while.
    for (const follower of stand.followers) {
      if (randomInt(3) > 0) continue;
      if (randomInt(3) === 0) follower.awayUntil = Date.now() + 500 + randomInt(3_000);
      follower.now?.close();
    }
  }
}

// Comparing --------------------------------------------------------------------------------------------------------

interface Kept {
  readonly id: string;
  readonly team_id: string;
  readonly type: string;
}

/** Events of webhook endpoints, and notices of them and of keys. */
const isForAdmins = (type: string) => /^(webhook\.|webhooks$|keys$)/.test(type);

const mayHear = ({ team, kind }: Follower, { team_id, type }: Kept) =>
  team_id === team.id && (kind.role === 'admin' || !isForAdmins(type));

function compare(stand: Stand, tally: Tally, events: readonly Kept[]): number {
  const byId = new Map(events.map((event) => [event.id, event]));
  let heard = 0;
  stand.followers.forEach((follower, i) => {
    const who = `stream ${i} (${follower.kind.role}, ${follower.returns} connections)`;
    for (const event of events)
      if (mayHear(follower, event) && !follower.heard.has(event.id))
        tally.addLost(`${who} did not receive ${event.type} ${event.id}`);
    for (const [id, times] of follower.heard) {
      heard += times;
      const event = byId.get(id);
      if (times > 1) tally.addWrong(`${who} received ${event?.type} ${id} ${times} times`);
      if (!event) tally.addWrong(`${who} received ${id}, which never happened`);
      else if (!mayHear(follower, event))
        tally.addLeaked(
          `${who} received ${event.type} ${event.team_id === follower.team.id ? 'beyond the role' : 'of another team'}`,
        );
    }
    for (const words of follower.wrong)
      if (words.startsWith('leaked')) tally.addLeaked(`${who} ${words}`);
      else tally.addWrong(`${who} ${words}`);
  });
  return heard;
}

// Returning --------------------------------------------------------------------------------------------------------

/** True if a returning client reads at once, only after a pause, or only when the others have received everything. */
const manners = ['reads', 'pauses', 'stalls'] as const;

interface Returning {
  readonly manner: (typeof manners)[number];
  readonly token: string;
  readonly heard: string[];
  lastId: string;
  now: Listener | undefined;
}

const addMissed = ({ postgres }: Stand, team: TestTeam, count: number): Promise<{ id: string }[]> =>
  ask(
    postgres.connection,
    `insert into events (team_id, id, type, record_id, payload)
      select $1, i.id, 'task.created', $1, '{"id":"' || i.id || '","type":"task.created","created_at":"","data":{"text":"'
        || repeat('x', $3::int) || '"},"previous":null}'
      from (select uuid7(clock_timestamp()) as id from generate_series(1, $2::int)) i returning id`,
    [team.id, count, missed.bytes],
  );

/** Follows a stream, over as many connections as it takes, until all of these events have arrived. */
async function returnTo(
  address: string,
  team: TestTeam,
  client: Returning,
  state: { readonly isPausing: boolean; readonly isStalling: boolean; readonly isOver: boolean },
  tally: Tally,
): Promise<void> {
  const isStopped = () =>
    (client.manner === 'pauses' && state.isPausing) ||
    (client.manner === 'stalls' && state.isStalling);
  while (!state.isOver) {
    const listener = await listen(address, team.slug, client.token, {
      lastId: client.lastId,
      on({ event, id, data }) {
        if (id !== '') client.lastId = id;
        if (event === 'change') client.heard.push(once(String(data.id)));
        if (event === 'resync') tally.addWrong(`a returning stream had to refetch: ${data.reason}`);
      },
    }).catch(() => undefined);
    if (listener?.status !== 200) {
      await sleep(50 + randomInt(200));
      continue;
    }
    client.now = listener;
    if (isStopped()) listener.stall();
    while (!listener.isOver && !state.isOver) {
      await sleep(20);
      if (!isStopped()) listener.resume();
    }
    listener.close();
  }
}

/** Milliseconds until the stream of a team that missed nothing is ready. */
async function timeReady(address: string, team: TestTeam, token: string, lastId: string) {
  const began = performance.now();
  const listener = await listen(address, team.slug, token, { lastId });
  await listener.until('ready');
  listener.close();
  return performance.now() - began;
}

/** Many clients of one team return with old ids at once, most of them without reading, while another team connects. */
async function returnAtOnce(stand: Stand, tally: Tally, size: Size, speed: Speed): Promise<void> {
  const [away, present] = stand.teams as [TestTeam, TestTeam];
  const node = await serveOf(checkout, { ...stand.env, ROLE: 'web' });
  stand.nodes.push(node);
  const { address } = node;
  const database = openDatabase(stand.postgres.connection, 'torture', 2, () => {});
  const service = { app: undefined as unknown as FastifyInstance, database };
  const signIn = async (team: TestTeam) => (await makePerson(service, team, 'member')).token;
  const cursorOf = async (team: TestTeam, token: string) => {
    const listener = await listen(address, team.slug, token);
    const { id } = await listener.until('ready');
    listener.close();
    return id;
  };
  const clients: Returning[] = [];
  for (let i = 0, token = ''; i < forms[size].returning; i += 1) {
    if (i % ofSession === 0) token = await signIn(away);
    const manner = manners[i % 10] ?? 'stalls';
    clients.push({ manner, token, heard: [], lastId: '', now: undefined });
  }
  const token = await signIn(present);
  await database.close();
  const lastId = await cursorOf(away, clients[0]?.token ?? '');
  for (const client of clients) client.lastId = lastId;
  const otherId = await cursorOf(present, token);
  const events = await addMissed(stand, away, missed.before);
  const measure = async () => {
    const times: number[] = [];
    for (let i = 0; i < 20; i += 1) times.push(await timeReady(address, present, token, otherId));
    return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  };
  const quietMs = await measure();
  const state = { isPausing: true, isStalling: true, isOver: false };
  const following = clients.map((client) => returnTo(address, away, client, state, tally));
  try {
    await until(() => clients.every(({ now }) => now !== undefined), patienceMs);
    const busyMs = await measure();
    for (let i = 0; i < missed.meanwhile; i += 100)
      events.push(...(await addMissed(stand, away, 100)));
    state.isPausing = false;
    const haveAll = (which: (client: Returning) => boolean) => () =>
      clients.filter(which).every(({ heard }) => heard.length >= events.length);
    // Those that read need not wait for those that do not.
    await until(
      haveAll(({ manner }) => manner !== 'stalls'),
      patienceMs,
    ).catch(() => {});
    for (const { manner, heard } of clients)
      if (manner !== 'stalls' && heard.length < events.length)
        tally.addLost(
          `a returning stream that ${manner} received ${heard.length} of ${events.length}`,
        );
    state.isStalling = false;
    await until(
      haveAll(() => true),
      2 * patienceMs,
    ).catch(() => {});
    const order = events.map(({ id }) => id).toSorted();
    for (const { manner, heard } of clients) {
      const distinct = new Set(heard);
      const gone = order.filter((id) => !distinct.has(id)).length;
      if (gone > 0)
        tally.addLost(`a returning stream that ${manner} did not receive ${gone} events`);
      if (distinct.size < heard.length)
        tally.addWrong(
          `a returning stream that ${manner} received ${heard.length - distinct.size} events twice`,
        );
    }
    const mostMb = memoryMb(node.pid, 'VmHWM');
    tally.aim(mostMb <= documentedMb, `${Math.round(mostMb)} MB of memory while streams return`);
    const limitMs = Math.max(bar.times * quietMs, bar.leastMs);
    const times = `${Math.round(busyMs)} ms, in quiet times ${Math.round(quietMs)} ms`;
    if (speed === 'judged')
      tally.aim(busyMs <= limitMs, `the stream of another team is ready after ${times}`);
    tally.remarks.push(
      `${counted(clients.length)} streams return at once for ${counted(events.length)} events: at most ${Math.round(mostMb)} MB; the stream of another team is ready after ${times}`,
    );
  } finally {
    state.isOver = true;
    await Promise.all(following);
  }
}

// The test ---------------------------------------------------------------------------------------------------------

async function prepare(size: Size): Promise<Stand> {
  const form = forms[size];
  const postgres = await startPostgres();
  const env: Env = {
    ...onDatabase(postgres.connection),
    RATE_LIMIT_PER_MINUTE: '0',
    BOOTSTRAP_API_KEY: newKey(),
    LIVE_STREAMS: '0',
    TEAM_LIVE_STREAMS: '0',
    PANEL: 'off',
  };
  const ports = [await freePort(), await freePort()];
  const nodes: Service[] = [];
  for (const place of ports.keys()) await startNode({ env, ports, nodes }, place);
  const call = callerOf(`http://127.0.0.1:${ports[0]}/api`);
  const teams = await newTeams(postgres.connection, call, form.teams);
  const database = openDatabase(postgres.connection, 'torture', 2, () => {});
  const followers: Follower[] = [];
  // Only a session is created: no request goes through an app.
  const service = { app: undefined as unknown as FastifyInstance, database };
  for (let i = 0, token = ''; i < form.streams; i += 1) {
    const group = Math.floor(i / ofSession);
    const team = teams[group % teams.length] as TestTeam;
    const kind = kinds[Math.floor(group / teams.length) % kinds.length] ?? kinds[0];
    if (i % ofSession === 0) token = (await makePerson(service, team, kind.role, kind)).token;
    followers.push({
      ...{ team, kind, token, heard: new Map(), wrong: [] },
      ...{ lastId: undefined, now: undefined, awayUntil: 0, returns: 0 },
    });
  }
  await database.close();
  const end = Date.now() + maxMs;
  return {
    postgres,
    env,
    ports,
    nodes,
    teams,
    followers,
    changes: 0,
    end,
    mostMb: 0,
    isOver: false,
  };
}

async function run(tally: Tally, size: Size, speed: Speed): Promise<string> {
  const { changes, cuts, writers } = forms[size];
  const stand = await prepare(size);
  const { followers, postgres } = stand;
  try {
    await ask(postgres.connection, 'delete from events; delete from live_notices');
    const following = followers.map((follower) => follow(stand, follower));
    await until(() => followers.every(({ lastId }) => lastId !== undefined), patienceMs);
    const dawdling = dawdle(stand);
    const writing = Promise.all(
      Array.from({ length: writers }, (_, number) => write(stand, changes, number)),
    );
    writing.catch(() => {});
    for (let number = 0; number < cuts; number += 1) {
      const share = (number + 0.5) / cuts;
      const due = stand.end - (1 - share) * maxMs;
      await until(() => stand.changes >= share * changes || Date.now() >= due, maxMs);
      await cut(stand, number);
    }
    await writing;
    // Late commits are among the expected events.
    await sleep(500);
    const events = async () =>
      ask<Kept>(
        postgres.connection,
        `select team_id, id, type from events
          union all select team_id, id, record_type from live_notices order by id`,
      );
    const isTold = (all: readonly Kept[]) => {
      const byTeam = Map.groupBy(all, ({ team_id }) => team_id);
      return followers.every((follower) => {
        const events = byTeam.get(follower.team.id) ?? [];
        return events.filter((event) => mayHear(follower, event)).length <= follower.heard.size;
      });
    };
    for (const give = Date.now() + patienceMs; Date.now() < give; await sleep(500))
      if (isTold(await events())) break;
    weigh(stand);
    stand.isOver = true;
    await Promise.all([...following, dawdling]);
    // After the streams ended, only slow transactions may have written.
    const ids = new Set(followers.flatMap(({ heard }) => [...heard.keys()]));
    const all = (await events()).filter(
      ({ id, type }) => !ofDawdlers.has(type) || ids.has(id) || !isOfTheEnd(id),
    );
    const heard = compare(stand, tally, all);
    tally.remarks.push(
      `${counted(heard)} messages received`,
      `at most ${Math.round(stand.mostMb)} MB of memory in a node`,
    );
    await returnAtOnce(stand, tally, size, speed);
    const connections = followers.reduce((sum, { returns }) => sum + returns, 0);
    return `${counted(followers.length)} streams over ${counted(connections)} connections, ${counted(all.length)} changes, ${cuts} cuts`;
  } finally {
    stand.isOver = true;
    for (const node of stand.nodes) node.child.kill('SIGKILL');
    await postgres.stop();
  }
}

const ofDawdlers = new Set(['task.created', 'squads', 'keys']);

/** True if an event was written in the last seconds. */
const isOfTheEnd = (id: string) =>
  Date.now() - Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) < 5_000;

export default {
  title: 'Live streams',
  what: `Clients follow their team's live stream over two nodes, as members, as admins, and as members who may not see values, while records are
created, transactions commit late or never, nodes and the database are killed with \`kill -9\`, nodes are stopped and come back, connections
break and clients stay away for seconds. Each reconnects, to any node, with the last id that it received. At the end the tables of events and of notices determine what each should have received. Lost: an
event or a notice that a stream did not receive. Wrong: one that it received twice or that never happened, or a client that had to refetch. Leaked: an event of
another team or beyond the member's role, or the value of a deal for a member who may not see values. Then many clients of one team return at
once with an old id to a process started as by \`npm start\`. Most do not read until the others have received everything, some pause, and
more events follow meanwhile, while clients of another team connect. Also wrong: more than 350 MB of resident memory, or a stream of the other
team that is ready only after more than three times what it takes in quiet times, and more than 500 ms (judged unless \`--untimed\`).`,
  broken: [
    {
      how: 'the cursor moves past transactions that are still in progress',
      file: 'server/events/live/event-reader.ts',
      find: 'order by x.xid limit 1',
      replace: 'and false limit 1',
    },
    {
      how: 'a returning client starts at the newest event',
      file: 'server/features/live/live.ts',
      find: 'const since = text === undefined ? undefined : sinceOf(viewer, text);',
      replace: 'const since = text === "" ? sinceOf(viewer, text) : undefined;',
    },
    {
      how: 'a returning client receives the last event again',
      file: 'server/events/live/event-reader.ts',
      find: 'or e.id > $after)',
      replace: 'or e.id >= $after)',
    },
    {
      how: 'an event is sent to the streams of all teams',
      file: 'server/features/live/live.ts',
      find: 'for (const stream of byTeam.get(team) ?? []) {',
      replace: 'for (const stream of streams) {',
    },
    {
      how: 'members receive events for admins',
      file: 'server/features/live/visibility.ts',
      find: ' || !isAtLeast(role, readable.minRole)',
      replace: '',
    },
    {
      how: 'members receive notices about keys and webhook endpoints',
      file: 'server/features/live/visibility.ts',
      find: ' || !isAtLeast(role, least)',
      replace: '',
    },
    {
      how: 'missed events are sent without waiting for the client',
      file: 'server/features/live/stream.ts',
      find: 'await this.#sink.drained();',
      replace: '',
    },
    {
      how: 'events that arrive while missed ones are sent are dropped',
      file: 'server/features/live/live.ts',
      find: 'if (!stream.isBehind) goLive(stream, current);',
      replace: 'if (stream) goLive(stream, current);',
    },
    {
      how: 'values of deals are shown to everybody',
      file: 'server/features/live/visibility.ts',
      find: 'if (seesAll(actor)) return',
      replace: 'if (actor) return',
    },
  ],
  run,
} satisfies Torture;
