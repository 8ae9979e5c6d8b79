import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { newKey } from '#server/platform/api-key.ts';
import {
  type Env,
  hasEnded,
  newDirectory,
  onDatabase,
  type Service,
  serve,
} from '#test/support/processes.ts';
import { type Answer, type Json, resourceNamed, type TestTeam } from '#test/support/team.ts';
import { until } from '#test/support/wait.ts';
import { callerOf, newTeams } from './fixture.ts';
import { ask, connectionIn, end, startPostgres } from './postgres.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/*
 * kill -9 of the service and its database at random moments, while records are created and changed.
 */

const forms = {
  short: { killsEach: 2, killsARound: 2, mostWritesAKill: 240, leastWrites: 0 },
  full: { killsEach: 50, killsARound: 10, mostWritesAKill: 1_300, leastWrites: 50_000 },
} satisfies Record<Size, unknown>;

const teams = 2;
const writers = 16;
/** Pause of a writer before it retries. */
const pauseMs = 50;
/** Maximum duration of a write with all its attempts, and of the first write after a kill. */
const patienceMs = 30_000;

/** Written records: the unique field, and the field that counts changes. */
const kinds = [
  { name: 'contacts', mark: 'custom_name', counter: 'notes' },
  { name: 'projects', mark: 'name', counter: 'description' },
  { name: 'clients', mark: 'name', counter: 'notes' },
  { name: 'tasks', mark: 'title', counter: 'description' },
  { name: 'deals', mark: 'title', counter: 'description' },
  { name: 'campaigns', mark: 'name', counter: 'description' },
  { name: 'activities', mark: 'title', counter: 'description' },
] as const;
type Kind = (typeof kinds)[number];

const victims = ['service', 'database', 'both'] as const;
type Victim = (typeof victims)[number];

/** A record as tracked by its writer. */
interface Written {
  readonly kind: Kind;
  readonly mark: string;
  /** Undefined if there was no response and retrying is not allowed: it may exist or not. */
  id?: string;
  /** The last acknowledged count. */
  count: number;
}

interface Writer {
  readonly number: number;
  readonly team: TestTeam;
  readonly project: string;
  readonly written: Written[];
}

/** A service on its database, and the state of both. */
interface Stand {
  readonly name: string;
  readonly env: Env;
  readonly dataDir: string;
  readonly connection: pg.ClientConfig;
  service: Service;
  /** True while the service is killed, until it is ready again. */
  isDown: boolean;
  kills: number;
  acknowledged: number;
  unavailable: number;
  broken: number;
  /** Start of the last acknowledged write, on the clock of performance.now(). */
  lastBegan: number;
}

async function newStand(name: string, dataDir: string, connection: pg.ClientConfig, env: Env) {
  const all = { ...env, RATE_LIMIT_PER_MINUTE: '0', BOOTSTRAP_API_KEY: newKey() };
  const service = await serve(all);
  const counts = { kills: 0, acknowledged: 0, unavailable: 0, broken: 0, lastBegan: 0 };
  const stand: Stand = { name, env: all, dataDir, connection, service, isDown: false, ...counts };
  return stand;
}

// Writing ----------------------------------------------------------------------------------------------------------

/** @returns the response; undefined if the outcome is unknown, or the database is down */
async function attempt(
  stand: Stand,
  tally: Tally,
  send: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const { kills, isDown } = stand;
  const began = performance.now();
  try {
    const answer = await send();
    const { status, error, text } = answer;
    // Refused without effect: the database is down, or slow on a machine with other load.
    if (
      (status === 503 && error.code === 'UNAVAILABLE') ||
      (status === 429 && error.code === 'TEAM_BUSY')
    ) {
      stand.unavailable += 1;
      return undefined;
    }
    if (status === 200 || status === 201) {
      stand.acknowledged += 1;
      stand.lastBegan = Math.max(stand.lastBegan, began);
    } else if (status === 404)
      tally.addLost(`${stand.name}: acknowledged, and answered 404: ${text}`);
    else tally.addWrong(`${stand.name}: a write was answered ${status}: ${text}`);
    return answer;
  } catch (error) {
    stand.broken += 1;
    if (!isDown && !stand.isDown && kills === stand.kills)
      tally.addWrong(`${stand.name}: no answer although the service was not killed: ${error}`);
    return undefined;
  }
}

/** Waits until a retry makes sense. */
async function rest(stand: Stand, deadline: number): Promise<void> {
  do await sleep(pauseMs);
  while (stand.isDown && Date.now() < deadline);
}

/** The same, until there is a response. */
async function insist(
  stand: Stand,
  tally: Tally,
  send: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const deadline = Date.now() + patienceMs;
  for (; Date.now() < deadline; await rest(stand, deadline)) {
    const answer = await attempt(stand, tally, send);
    if (answer) return answer;
  }
  tally.addWrong(`${stand.name}: a write was not done in ${patienceMs} ms`);
  return undefined;
}

let phones = 0;

const bodyOf = ({ name, mark, counter }: Kind, text: string, project: string): Json => ({
  [mark]: text,
  [counter]: '0',
  ...(name === 'contacts' ? { phone: `55119${10_000_000 + phones++}` } : {}),
  ...(name === 'clients' ? { type: 'PF' } : {}),
  ...(name === 'tasks' || name === 'campaigns' ? { project_id: project } : {}),
});

/** Creates a record; with a key retries until it exists, without one tries once. */
async function create(stand: Stand, tally: Tally, writer: Writer): Promise<void> {
  const { number, team, project, written } = writer;
  const kind = kinds[randomInt(kinds.length)] ?? kinds[0];
  const record: Written = { kind, mark: `${number}-${written.length}`, count: 0 };
  written.push(record);
  const { path } = resourceNamed(kind.name);
  const body = bodyOf(kind, record.mark, project);
  const answer =
    randomInt(2) === 0
      ? await insist(stand, tally, () => team.post(path, body, { 'Idempotency-Key': record.mark }))
      : await attempt(stand, tally, () => team.post(path, body));
  if (answer?.status === 201) record.id = String(answer.data.id);
  if (!answer) await rest(stand, Date.now() + patienceMs);
}

/** Increments a record's counter; it does not matter if that happened before a response was lost. */
async function change(stand: Stand, tally: Tally, team: TestTeam, record: Written): Promise<void> {
  const { name, counter } = record.kind;
  const path = `${resourceNamed(name).path}/${record.id}`;
  const body = { [counter]: String(record.count + 1) };
  const answer = await insist(stand, tally, () => team.put(path, body));
  if (answer?.status === 200) record.count += 1;
}

async function write(stand: Stand, tally: Tally, writer: Writer, isOver: () => boolean) {
  while (!isOver()) {
    const recent = writer.written.slice(-6).filter(({ id }) => id !== undefined);
    const record = recent[randomInt(Math.max(1, recent.length))];
    if (record && randomInt(2) === 0) await change(stand, tally, writer.team, record);
    else await create(stand, tally, writer);
  }
}

// Killing ----------------------------------------------------------------------------------------------------------

async function kill(stand: Stand, tally: Tally, victim: Victim): Promise<void> {
  const { service, dataDir, connection } = stand;
  const began = performance.now();
  stand.kills += 1;
  if (victim !== 'database') {
    stand.isDown = true;
    service.child.kill('SIGKILL');
  }
  if (victim !== 'service') await end(dataDir, 'SIGKILL');
  if (victim !== 'database') {
    await service.ended;
    // With DATABASE_URL the service does not start without its database; the embedded one it restarts itself.
    if (stand.env.DATABASE_URL !== undefined) await until(() => isThere(connection));
    stand.service = await serve(stand.env);
    stand.isDown = false;
  }
  await until(() => stand.lastBegan > began || hasEnded(stand.service.child), patienceMs);
  if (hasEnded(stand.service.child))
    throw new Error(`${stand.name}: the service ended when the ${victim} was killed`);
  tally.took(performance.now() - began);
}

const isThere = (connection: pg.ClientConfig) =>
  ask(connection, 'select 1').then(
    () => true,
    () => false,
  );

// Comparing --------------------------------------------------------------------------------------------------------

/** A record with its events: the type of each, and the counter after and before. Either may be missing. */
interface Kept {
  readonly id: string | null;
  readonly mark: string | null;
  readonly count: string | null;
  readonly about: string | null;
  readonly emitted: [string, string | null, string | null][] | null;
}

const storedRecord = ({ name, mark, counter }: Kind) => `
  select t.id, t.${mark} as mark, t.${counter} as count, e.about, e.emitted
  from ${name} t full join (
    select record_id as about, json_agg(json_build_array(
      type, payload::json -> 'data' ->> '${counter}', payload::json -> 'previous' ->> '${counter}') order by id) as emitted
    from events where type like '${resourceNamed(name).one}.%' group by record_id) e on e.about = t.id`;

/** The events expected of a record that was created and incremented. */
const expectedEvents = (one: string, count: number) => [
  [`${one}.created`, '0', null],
  ...Array.from({ length: count }, (_, i) => [`${one}.updated`, String(i + 1), String(i)]),
];

/** Compares acknowledged writes with the database, and that with the service's answers. */
async function compare(stand: Stand, tally: Tally, all: readonly Writer[]): Promise<void> {
  const projects = new Set(all.map(({ project }) => project));
  const written = all.flatMap((writer) => writer.written);
  for (const kind of kinds) {
    const { one } = resourceNamed(kind.name);
    const heading = `${stand.name}: ${one}`;
    const expected = new Map(
      written.filter((record) => record.kind === kind).map((record) => [record.mark, record]),
    );
    const rows = await ask<Kept>(stand.connection, storedRecord(kind));
    const ids = new Set<string>();
    const counts = new Map<string, string | null>();
    for (const { id, mark, count, about, emitted } of rows) {
      if (id === null) {
        tally.addWrong(`${heading} ${about} has events, but does not exist`);
        continue;
      }
      counts.set(id, count);
      if (projects.has(id)) continue;
      const record = mark === null ? undefined : expected.get(mark);
      if (!record || mark === null) {
        tally.addWrong(`${heading} ${id} was never requested`);
        continue;
      }
      if (ids.has(mark)) tally.addWrong(`${heading} ${mark} was created twice`);
      ids.add(mark);
      if (record.id !== undefined && record.id !== id)
        tally.addWrong(`${heading} ${mark} was acknowledged as ${record.id}, but is ${id}`);
      if (Number(count) < record.count)
        tally.addLost(`${heading} ${mark}: ${record.count} was acknowledged, ${count} is stored`);
      if (Number(count) > record.count)
        tally.addWrong(
          `${heading} ${mark}: ${count} is stored, ${record.count} was the last write`,
        );
      if (JSON.stringify(emitted) !== JSON.stringify(expectedEvents(one, Number(count))))
        tally.addWrong(
          `${heading} ${mark} counts ${count}, its events are ${JSON.stringify(emitted)}`,
        );
    }
    for (const { id, mark } of expected.values())
      if (id !== undefined && !ids.has(mark))
        tally.addLost(`${heading} ${mark} (${id}) was acknowledged, but does not exist`);
    await compareAnswers(heading, tally, kind, all, counts);
  }
}

/** The contents of the service's lists, page by page. */
async function compareAnswers(
  heading: string,
  tally: Tally,
  { name, counter }: Kind,
  all: readonly Writer[],
  counts: Map<string, string | null>,
): Promise<void> {
  const answered = new Map<string, unknown>();
  for (const team of new Set(all.map((writer) => writer.team))) {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { path } = resourceNamed(name);
      const { status, text, body } = await team.get(`${path}?limit=100&page=${page}`);
      if (status !== 200) throw new Error(`a list was answered ${status}: ${text}`);
      pages = (body.pagination as { pages: number }).pages;
      for (const record of body.data as Json[]) answered.set(String(record.id), record[counter]);
    }
  }
  for (const [id, count] of counts)
    if (answered.get(id) !== count)
      tally.addWrong(`${heading} ${id} is stored with ${count}, the list has ${answered.get(id)}`);
  if (answered.size !== counts.size)
    tally.addWrong(`${heading}: ${counts.size} are stored, the lists have ${answered.size}`);
}

// The test ---------------------------------------------------------------------------------------------------------

/** The same number of kills for each victim, in random order. */
function shuffled(count: number): Victim[] {
  return Array.from({ length: count }, (_, i) => victims[i % victims.length] ?? 'both')
    .map((victim) => ({ victim, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ victim }) => victim);
}

async function torture(stand: Stand, tally: Tally, size: Size): Promise<void> {
  const { killsEach, killsARound, mostWritesAKill, leastWrites } = forms[size];
  const call = callerOf(() => stand.service.address, writers);
  const made = await newTeams(stand.connection, call, teams);
  const projects = await Promise.all(made.map((team) => team.create('projects')));
  const all = Array.from({ length: writers }, (_, number): Writer => {
    const team = made[number % teams] ?? made[0];
    if (!team) throw new Error('no team was created');
    return { number, team, project: String(projects[number % teams]?.id), written: [] };
  });
  const writes = (count: number) => until(() => stand.acknowledged >= count, patienceMs);
  const left = shuffled(killsEach);
  while (left.length > 0) {
    let isOver = false;
    const writing = all.map((writer) => write(stand, tally, writer, () => isOver));
    try {
      for (const victim of left.splice(0, killsARound)) {
        await writes(stand.acknowledged + randomInt(mostWritesAKill));
        await sleep(randomInt(30));
        await kill(stand, tally, victim);
      }
      await writes(left.length > 0 ? 0 : leastWrites / 2);
    } finally {
      isOver = true;
      await Promise.all(writing);
    }
    await compare(stand, tally, all);
  }
  await stand.service.stop();
}

async function run(tally: Tally, size: Size): Promise<string> {
  const dataDir = newDirectory();
  const postgres = await startPostgres();
  const { connection } = postgres;
  try {
    const stands = [
      await newStand('embedded', dataDir, connectionIn(dataDir), { DATA_DIR: dataDir }),
      await newStand('DATABASE_URL', postgres.dataDir, connection, onDatabase(connection)),
    ];
    for (const stand of stands) await torture(stand, tally, size);
    const sum = (count: (stand: Stand) => number) =>
      stands.reduce((all, stand) => all + count(stand), 0);
    const acknowledged = sum((stand) => stand.acknowledged);
    const { leastWrites } = forms[size];
    tally.aim(acknowledged >= leastWrites, `${acknowledged} of ${leastWrites} writes`);
    tally.remarks.push(
      `${counted(sum(({ unavailable }) => unavailable))} answers 503 or 429, ${counted(sum(({ broken }) => broken))} broken connections`,
    );
    return `${sum(({ kills }) => kills)} kills, half of them embedded; ${counted(acknowledged)} acknowledged writes`;
  } finally {
    await postgres.stop();
  }
}

export default {
  title: 'Kills under writes',
  what: `Clients create and change records of seven resources, half of the creates with an Idempotency-Key, while the service, its database or both
are killed with \`kill -9\` at random moments: half of the time with the embedded PostgreSQL, half with one in DATABASE_URL. Clients retry
where they may after a 503 or no answer. Meanwhile, acknowledged writes are compared with the tables, the events and the API's lists.
Lost: an acknowledged record or change that is missing. Wrong: a record without exactly one event for its creation and one for each change
with the previous value, an event without its record, a record created twice under one key, any answer but success, 503 or 429 TEAM_BUSY, a service that
exits by itself. The worst latency is the longest time from a kill to the first acknowledged write after it.`,
  broken: [
    {
      how: 'commits are acknowledged before they are on disk',
      file: 'server/db/database.ts',
      find: "    timezone: 'UTC',",
      replace: "    timezone: 'UTC', synchronous_commit: 'off',",
    },
    {
      how: 'a record and its event are written by separate statements',
      file: 'server/records/crud-queries.ts',
      find: `  const statement = createStatement(resource, accepts, derived);
  const untold = resource.notifications
    ? createStatement(resource, accepts, derived, [])
    : statement;
  return async (context, values) => {
    const all: Values = {
      ...stored(resource.fields, values),
      ...parameters(context),
      id: uuidv7(),
    };
`,
      replace: `  const make = teamStatement(\`\${insertInto(resource, accepts, derived)}\`);
  const statement = teamStatement(\`
    with t as (select * from \${resource.name} where team_id = $team and id = $id), \${emitsRecord(resource, 'created')}
    select data from doc\`);
  const untold = statement;
  return async (context, values) => {
    const all: Values = {
      ...stored(resource.fields, values),
      ...parameters(context),
      id: uuidv7(),
    };
    await context.db.run(make, all);
`,
    },
    {
      how: 'the response for an Idempotency-Key is stored outside the transaction of its work',
      file: 'server/operations/idempotency.ts',
      find: 'await stored.keep(tx, answer, null);',
      replace: 'await stored.keep(db, answer, null);',
    },
  ],
  run,
} satisfies Torture;
