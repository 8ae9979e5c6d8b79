import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { seedTeams } from '#bench/seed-teams.ts';
import { freePort, request } from '#test/support/http.ts';
import {
  hasEnded,
  memoryMb,
  newDirectory,
  postmaster,
  removeDirectory,
  type Service,
  serveOf,
  start,
} from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';
import { AttackThread, type Outcome } from './attack-thread.ts';
import type { AttackingTeam } from './attacker.ts';
import { type Attack, attacks } from './attacks.ts';
import { type SteadyRate, startSteadyRate } from './steady-rate.ts';
import { counted, type Size, type Speed, type Tally, type Torture } from './torture-test.ts';

/** The attackers at a time. */
const besets = {
  one: { label: '1 address', camps: 1, addresses: 1 },
  ten: { label: '10 addresses', camps: 1, addresses: 10 },
  two: { label: '2 teams, 10 addresses each', camps: 2, addresses: 10 },
} as const;
type Beset = keyof typeof besets;

interface Plan {
  /** Deals of the first attacking team; the second has a quarter. */
  readonly deals: number;
  /** Projects with one name. */
  readonly equal: number;
  readonly attackMs: number;
  readonly firstQuietMs: number;
  readonly quietMs: number;
  /** Time from the end of an attack until everything must be back to normal. */
  readonly settleMs: number;
  readonly besets: readonly Beset[];
}

const plans: Record<Size, Plan> = {
  short: {
    deals: 100_000,
    equal: 5_000,
    attackMs: 2_000,
    firstQuietMs: 3_000,
    quietMs: 500,
    settleMs: 400,
    besets: ['two'],
  },
  full: {
    deals: 1_000_000,
    equal: 50_000,
    attackMs: 4_000,
    firstQuietMs: 15_000,
    quietMs: 2_000,
    settleMs: 1_000,
    besets: ['one', 'ten', 'two'],
  },
};

/** Requests per second of the working team. */
const rate = 60;
/** Its people's addresses; none reaches its own rate limit. */
const desks = 90;
/** After this time, each of its people has a connection. An attack may take all others: the service refuses connections above its limit. */
const connectedMs = (1_000 * desks) / rate + 500;
/** The limits for its responses. */
const bar = { times: 3, ms: 500 };
/** A 99th percentile below this counts as this much: on two shared cores, three times very little means nothing. */
const minMs = 50;
/** Limit for the serving process. */
const maxMb = 350;
/** Maximum time for which a database backend may work on one statement, in milliseconds. */
const maxBusyMs = 3_000;
/** A process larger than this is restarted before the next attack, so that each is judged by itself. */
const largeMb = 220;
/** Maximum time to wait until the effects of an attack are over. */
const maxRecoveryMs = 12_000;

/** Another checkout of the service to measure. */
const root = fileURLToPath(new URL('..', import.meta.url));
const checkout = process.env.PAUTA_CHECKOUT ?? root;
const program = join(checkout, 'bin/pauta.js');
/** Selected attacks: those whose title matches. */
const wanted = new RegExp(process.env.TORTURE_ATTACKS ?? '');

// The working team --------------------------------------------------------------------------------------------------

const kinds = ['GET', 'list', 'create'] as const;
type Kind = (typeof kinds)[number];

/** Results of its requests during a period, and of the processes that served them. */
class Phase {
  readonly times: Record<Kind, number[]> = { GET: [], list: [], create: [] };
  refused = 0;
  /** Number of requests rejected because its own requests were too many at once, as each takes long. */
  held = 0;
  failed = 0;
  /** The first failure, in words. */
  failure = '';
  probes = 0;
  deaf = 0;
  memory = 0;
  busyMs = 0;
  /** The slowest statement. */
  statement = '';

  /** Requests in flight. */
  open = 0;

  /** Waits for the responses that belong to it. */
  settled(): Promise<void> {
    return until(() => this.open === 0, 60_000);
  }

  add(kind: Kind, milliseconds: number, status: number, text: string): void {
    this.times[kind].push(milliseconds);
    if (status === 503) this.refused += 1;
    else if (status === 429) this.held += 1;
    else if (status !== 200 && status !== 201) this.failed += 1;
    else return;
    if (this.failure === '') this.failure = `${kind} answered ${status} ${text.slice(0, 120)}`;
  }

  quantile(kind: Kind, share: number): number {
    const sorted = this.times[kind].toSorted((a, b) => a - b);
    return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  }

  /** Adds the times of another period. */
  take(phase: Phase): void {
    for (const kind of kinds) this.times[kind].push(...phase.times[kind]);
    this.memory = Math.max(this.memory, phase.memory);
    this.busyMs = Math.max(this.busyMs, phase.busyMs);
  }

  /** The limit of a 99th percentile, if this was a quiet period. */
  most(kind: Kind): number {
    return Math.min(bar.ms, bar.times * Math.max(minMs, this.quantile(kind, 0.99)));
  }

  /** Times with their limits, if exceeded. */
  slowness(quiet: Phase): string[] {
    const slow = kinds.flatMap((kind) => {
      const [p99, most] = [this.quantile(kind, 0.99), quiet.most(kind)];
      return p99 > most ? [`${kind} p99 ${ms(p99)}, aim ${ms(most)}`] : [];
    });
    return [
      ...slow,
      ...(this.held > 0 ? [`${this.held} answered 429: ${this.failure}`] : []),
      ...(this.deaf > 0 ? [`${this.deaf} of ${this.probes} probes of health failed`] : []),
    ];
  }

  /** Failures, however fast the machine is. */
  faults(): string[] {
    return [
      ...(this.refused > 0 ? [`${this.refused} answered 503`] : []),
      ...(this.failed > 0 ? [`${this.failed} failed: ${this.failure}`] : []),
      ...(this.memory > maxMb ? [`${Math.round(this.memory)} MB of memory, aim ${maxMb}`] : []),
      ...(this.busyMs > maxBusyMs
        ? [`a backend busy for ${ms(this.busyMs)}: ${this.statement}`]
        : []),
    ];
  }
}

const ms = (milliseconds: number) =>
  `${milliseconds < 10 ? milliseconds.toFixed(1) : counted(Math.round(milliseconds))} ms`;

/** Its times with their limits, in words. */
const timesOf = (phase: Phase, quiet: Phase) =>
  kinds
    .map((kind) => {
      const [p50, p99] = [phase.quantile(kind, 0.5), phase.quantile(kind, 0.99)];
      return `${kind} p50 ${ms(p50)}, p99 ${ms(p99)} (aim ${ms(quiet.most(kind))})`;
    })
    .join(', ');

/** The working team's requests, and concurrent probes of the service. */
class Watch {
  phase = new Phase();
  readonly #field: Field;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  readonly #work: SteadyRate;
  readonly #look: SteadyRate;
  readonly #probe: SteadyRate;

  constructor(field: Field) {
    this.#field = field;
    this.#work = startSteadyRate(rate, (turn) => this.#ask(turn));
    this.#look = startSteadyRate(10, () => this.#backends(), 1);
    this.#probe = startSteadyRate(10, () => this.#health());
  }

  /** Starts another period. */
  begin(): Phase {
    this.phase = new Phase();
    this.#field.forgetMemory();
    return this.phase;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#work.stop(), this.#look.stop(), this.#probe.stop()]);
    this.#agent.destroy();
  }

  async #ask(turn: number): Promise<void> {
    const { phase } = this;
    const { workingTeam, service } = this.#field;
    const kind = kinds[turn % kinds.length] ?? 'GET';
    const round = Math.floor(turn / kinds.length);
    const lists = ['/deals', '/tasks?column=todo', '/clients?search=maria', '/projects?sort=name'];
    const requests = {
      GET: { path: `/projects/${workingTeam.projects[round % workingTeam.projects.length]}` },
      list: { path: lists[round % lists.length] ?? '' },
      create: { path: '/deals', method: 'POST', body: { title: `Negócio ${turn}`, value: turn } },
    }[kind];
    phase.open += 1;
    const began = performance.now();
    const answer = await request(`${service.origin}/api/v1${requests.path}`, {
      ...requests,
      key: workingTeam.key,
      agent: this.#agent,
      from: `127.50.0.${1 + (turn % desks)}`,
      timeout: 30_000,
    }).catch((error: Error) => ({ status: 0, text: error.message }));
    phase.open -= 1;
    phase.add(kind, performance.now() - began, answer.status, answer.text);
  }

  async #backends(): Promise<void> {
    const { phase } = this;
    phase.memory = Math.max(phase.memory, this.#field.memory());
    const { rows } = await this.#field.base.client
      .query<{ ms: number; query: string }>(busiest)
      .catch(() => ({ rows: [] }));
    const [row] = rows;
    if (!row || row.ms <= phase.busyMs) return;
    phase.busyMs = row.ms;
    phase.statement = row.query;
  }

  async #health(): Promise<void> {
    const { phase } = this;
    phase.probes += 1;
    const isLive = await request(this.#field.health, { timeout: 3_000, from: '127.51.0.1' }).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (!isLive) phase.deaf += 1;
  }
}

/** The service's database backend that has been busy with a statement for longest. */
const busiest = `
  select extract(epoch from clock_timestamp() - query_start)::float8 * 1000 as ms, left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as query
  from pg_stat_activity
  where datname = current_database() and state = 'active' and application_name like 'pauta%' and pid <> pg_backend_pid()
  order by query_start limit 1`;

// The field --------------------------------------------------------------------------------------------------------

interface WorkingTeam {
  readonly key: string;
  readonly projects: readonly string[];
}

/** The service with its embedded database, the working team and the attacking ones. */
class Field {
  readonly workingTeam: WorkingTeam;
  readonly camps: readonly AttackingTeam[];
  readonly #env: Record<string, string>;
  #base: Base;
  service: Service;
  /** The address for liveness probes. */
  health = '';

  constructor(
    { workingTeam, camps, service }: Pick<Field, 'workingTeam' | 'camps' | 'service'>,
    env: Record<string, string>,
    base: Base,
  ) {
    this.workingTeam = workingTeam;
    this.camps = camps;
    this.service = service;
    this.#env = env;
    this.#base = base;
  }

  get base(): Base {
    return this.#base;
  }

  /** Peak megabytes since it was last reset. */
  memory(): number {
    return hasEnded(this.service.child) ? 0 : memoryMb(this.service.pid, 'VmHWM');
  }

  forgetMemory(): void {
    if (!hasEnded(this.service.child)) writeFileSync(`/proc/${this.service.pid}/clear_refs`, '5');
  }

  /** Kills everything at once, whatever it is doing, and restarts it. */
  async restart(): Promise<void> {
    this.service.child.kill('SIGKILL');
    await this.service.ended;
    await this.#base.end();
    this.#base = await openBase(this.#env.DATA_DIR ?? '');
    this.service = await serveOf(checkout, this.#env);
  }

  /** If health checks have their own port, they are sent there. */
  async findHealth(): Promise<void> {
    const apart = `http://127.0.0.1:${this.#env.METRICS_PORT}/health/live`;
    const { status } = await request(apart).catch(() => ({ status: 0 }));
    this.health = status === 200 ? apart : `${this.service.origin}/health/live`;
  }

  async close(): Promise<void> {
    await this.service.stop('SIGKILL');
    await this.#base.end();
  }
}

/** The service's embedded database, held from here so that the service can be restarted. */
interface Base {
  readonly connection: pg.ClientConfig;
  readonly client: pg.Client;
  /** Kills it at once. */
  end(): Promise<void>;
}

async function openBase(dataDir: string): Promise<Base> {
  const { openEmbedded } = (await import(
    pathToFileURL(join(checkout, 'server/db/embedded/embedded.ts')).href
  )) as typeof import('#server/db/embedded/embedded.ts');
  const log = { info() {}, warn() {}, error() {} };
  const embedded = await openEmbedded({ dataDir, serve: false, log });
  const client = new pg.Client(embedded.connection);
  client.on('error', () => {});
  await client.connect();
  return {
    connection: embedded.connection,
    client,
    async end() {
      const pid = postmaster(dataDir);
      // Some statements ignore a polite shutdown.
      if (pid !== undefined) process.kill(pid, 'SIGQUIT');
      await until(() => postmaster(dataDir) === undefined);
      await client.end().catch(() => {});
      await embedded.stop().catch(() => {});
    },
  };
}

/** The output of a command of the checkout. */
async function answerOf(env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = await start([...args, '--json'], env, program).ended;
  if (status !== 0) throw new Error(`pauta ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as { team?: { id: string; slug: string }; api_key: string };
}

async function newTeam(env: Record<string, string>, slug: string) {
  const { team, api_key: key } = await answerOf(env, 'team', 'create', slug, '--slug', slug);
  const read = await answerOf(env, 'key', 'create', '--team', slug, '--scope', 'read');
  return { id: team?.id ?? '', slug, key, readKey: read.api_key };
}

/** Creates the data of a long-running installation: a large team, another, and a working one. */
async function fill({ client, connection }: Base, plan: Plan, ids: readonly string[]) {
  const tenth = { tasks: 1_000, clients: 1_000, activities: 100, contacts: 1_000, campaigns: 10 };
  const deals = [1_000, plan.deals, plan.deals / 4];
  await seedTeams(
    connection,
    ids.map((team, i) => ({ team, ...tenth, projects: 100, users: 10, deals: deals[i] ?? 0 })),
    () => {},
  );
  for (const [i, team] of ids.entries()) {
    if (i === 0) continue;
    await client.query(
      `insert into projects (team_id, id, name, slug)
        select $1, uuid7(), 'Igual', 'igual' || case when i = 1 then '' else '-' || i end from generate_series(1, $2::int) i`,
      [team, plan.equal],
    );
    await client.query(
      `insert into events (team_id, id, type, record_id, payload, created_at)
        select $1::uuid, uuid7(at), (array['deal.created', 'deal.updated'])[1 + i % 2], gen_random_uuid(), '{"data":{"title":"Negócio"}}', at
        from (select i, now() - i * interval '2 seconds' as at from generate_series(1, $2::int) i) z`,
      [team, (deals[i] ?? 0) / 2],
    );
  }
  await client.query('vacuum (analyze) projects');
  await client.query('vacuum (analyze) events');
}

async function campOf(
  client: pg.Client,
  team: Awaited<ReturnType<typeof newTeam>>,
): Promise<AttackingTeam> {
  const { rows } = await client.query<{ project: string; pipeline: string }>(
    'select project_id as project, id as pipeline from pipelines where team_id = $1 and project_id is not null limit 1',
    [team.id],
  );
  const inbox = uuidv7();
  await client.query(
    `insert into inboxes (team_id, id, name, type, gateway) values ($1, $2, 'Caixa', 'session', 'sandbox')`,
    [team.id, inbox],
  );
  return { ...team, inbox, project: rows[0]?.project ?? '', pipeline: rows[0]?.pipeline ?? '' };
}

async function newField(dataDir: string, plan: Plan): Promise<Field> {
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  };
  const base = await openBase(dataDir);
  try {
    const { client } = base;
    const working = await newTeam(env, 'trabalha');
    const attacking = [await newTeam(env, 'ataca-um'), await newTeam(env, 'ataca-dois')];
    await fill(
      base,
      plan,
      [working, ...attacking].map(({ id }) => id),
    );
    await start(['recount'], env, program).ended;
    const camps: AttackingTeam[] = [];
    for (const team of attacking) camps.push(await campOf(client, team));
    const { rows } = await client.query<{ id: string }>(
      'select id from projects where team_id = $1 limit 100',
      [working.id],
    );
    const workingTeam = { key: working.key, projects: rows.map(({ id }) => id) };
    const service = await serveOf(checkout, env);
    const field = new Field({ workingTeam, camps, service }, env, base);
    await field.findHealth();
    return field;
  } catch (error) {
    await base.end();
    throw error;
  }
}

// The measure ------------------------------------------------------------------------------------------------------

interface Measured {
  readonly title: string;
  readonly from: string;
  readonly phase: Phase;
  readonly answers: string;
  readonly misses: readonly string[];
}

/** Unused addresses of this machine. @param turn differs for each attack */
const addressesOf = (camp: number, turn: number, count: number) =>
  Array.from(
    { length: count },
    (_, i) => `127.${100 + 10 * camp + Math.floor(i / 250)}.${turn}.${1 + (i % 250)}`,
  );

function orderOf(
  field: Field,
  camp: number,
  attack: number,
  addresses: readonly string[],
  milliseconds: number,
  camps = 1,
) {
  const target = { origin: field.service.origin, connection: field.base.connection };
  const made = field.camps[camp];
  if (!made) throw new Error('the team does not exist');
  return { attack, target, camp: made, addresses, milliseconds, camps };
}

/** Prepares every attack, from addresses that none uses later. */
async function armAll(
  field: Field,
  thread: AttackThread,
  chosen: readonly number[],
  camps: number,
) {
  for (const attack of chosen)
    for (let camp = 0; camp < camps; camp += 1) {
      const addresses = addressesOf(camp, 200 + (attack % 50), 20);
      await thread
        .order({ kind: 'arm', ...orderOf(field, camp, attack, addresses, 60_000) })
        .catch((error: Error) => {
          throw new Error(`${attacks[attack]?.title}: ${error.message}`);
        });
    }
}

const summary = (outcomes: readonly Outcome[]) => {
  const all = new Map<string, number>();
  for (const { answers } of outcomes)
    for (const [status, count] of answers) all.set(status, (all.get(status) ?? 0) + count);
  return [...all]
    .toSorted()
    .map(([status, count]) => `${status} × ${counted(count)}`)
    .join(', ');
};

class Measure {
  readonly #field: Field;
  readonly #plan: Plan;
  readonly #watch: Watch;
  readonly #thread: AttackThread;
  readonly #speed: Speed;
  /** Everything measured during quiet periods. */
  readonly quiet = new Phase();
  readonly measured: Measured[] = [];
  #turn = 0;

  constructor(field: Field, plan: Plan, watch: Watch, thread: AttackThread, speed: Speed) {
    this.#field = field;
    this.#plan = plan;
    this.#watch = watch;
    this.#thread = thread;
    this.#speed = speed;
  }

  /** Findings against the service. */
  #misses(phase: Phase, quiet: Phase): string[] {
    return [...(this.#speed === 'judged' ? phase.slowness(quiet) : []), ...phase.faults()];
  }

  /** A period without attacks, which counts as quiet if nothing hurts. @returns the findings */
  async rest(milliseconds: number): Promise<string[]> {
    const phase = this.#watch.begin();
    await sleep(milliseconds);
    this.#watch.begin();
    await phase.settled();
    const misses = this.#misses(phase, this.quiet.times.GET.length > 0 ? this.quiet : phase);
    if (misses.length === 0) this.quiet.take(phase);
    return misses;
  }

  /** One attack. If speed is not judged, harm must be repeatable: effects of a busy machine are not the attack's. */
  async attack(attack: number, declared: Attack, beset: Beset): Promise<void> {
    const first = await this.#attack(attack, declared, beset);
    const isDoubted = this.#speed === 'shown' && first.misses.length > 0;
    if (isDoubted) await sleep(connectedMs);
    this.measured.push(isDoubted ? await this.#attack(attack, declared, beset) : first);
  }

  async #attack(attack: number, { title, isOwnWork }: Attack, beset: Beset): Promise<Measured> {
    const { label, camps, addresses } = besets[beset];
    this.#turn += 1;
    const phase = this.#watch.begin();
    const milliseconds = this.#plan.attackMs;
    const outcomes = await Promise.all(
      Array.from({ length: camps }, (_, camp) => {
        const from = addressesOf(camp, this.#turn, isOwnWork ? 500 : addresses);
        return this.#thread.order({
          kind: 'go',
          ...orderOf(this.#field, camp, attack, from, milliseconds, camps),
        });
      }),
    );
    const reported = outcomes.flatMap(({ wrong, refused }) => [
      ...wrong,
      ...(this.#speed === 'judged' ? refused : []),
    ]);
    const broken = outcomes.flatMap(({ answers }) => (answers.has('500') ? ['answered 500'] : []));
    const ended = hasEnded(this.#field.service.child) ? ['the service ended'] : [];
    // Requests still waiting since then belong to the attack.
    await sleep(this.#plan.settleMs);
    this.#watch.begin();
    await phase.settled();
    const misses = [...this.#misses(phase, this.quiet), ...reported, ...broken, ...ended];
    const left = await this.#recover();
    misses.push(...left);
    const from = isOwnWork ? `${camps === 1 ? '' : '2 teams, '}500 addresses` : label;
    process.stderr.write(
      `  - ${title}, ${from}: ${misses.length === 0 ? 'holds' : misses.join('; ')}; ${timesOf(phase, this.quiet)}\n`,
    );
    return { title, from, phase, answers: summary(outcomes), misses };
  }

  /** Waits until nothing hurts any more. @returns the remaining effects */
  async #recover(): Promise<string[]> {
    if (hasEnded(this.#field.service.child)) await this.#field.restart();
    const began = performance.now();
    const first = await this.rest(this.#plan.quietMs);
    let isHurting = first.length > 0;
    while (isHurting && performance.now() - began < maxRecoveryMs)
      isHurting = (await this.rest(this.#plan.quietMs)).length > 0;
    const seconds = Math.round((performance.now() - began) / 1_000);
    // Each attack is judged by itself.
    if (isHurting || this.#field.memory() > largeMb) {
      await this.#field.restart();
      await sleep(connectedMs);
    }
    return first.length === 0
      ? []
      : [`for ${seconds} s${isHurting ? ' and more' : ''} afterwards: ${first.join('; ')}`];
  }
}

// The table --------------------------------------------------------------------------------------------------------

const tableHead = [
  '| Attack | From | GET p50, p99 | List p50, p99 | Create p50, p99 | 503 | Failed | Memory | Longest statement | Answers to the attackers | Holds |',
  '|---|---|---|---|---|---|---|---|---|---|---|',
];

function lineOf(title: string, from: string, phase: Phase, answers: string, holds: string): string {
  const times = kinds.map(
    (kind) => `${ms(phase.quantile(kind, 0.5))}, ${ms(phase.quantile(kind, 0.99))}`,
  );
  const cells = [
    title,
    from,
    ...times,
    phase.refused,
    phase.failed + phase.held,
    `${Math.round(phase.memory)} MB`,
    ms(phase.busyMs),
    answers,
    holds,
  ];
  return `| ${cells.join(' | ')} |`;
}

const tableOf = ({ quiet, measured }: Measure): string =>
  [
    ...tableHead,
    lineOf('none', '–', quiet, '', ''),
    ...measured.map(({ title, from, phase, answers, misses }) =>
      lineOf(title, from, phase, answers, misses.length === 0 ? 'yes' : '**no**'),
    ),
  ].join('\n');

export default {
  title: 'Neighbours',
  what: `One service, started with \`npm start\`, with its embedded PostgreSQL and the default limit of 60 requests per minute and address. One team works: sixty times a
second, one of its people, each with their own address, reads a record, a list or a search, or creates a record. Meanwhile another team, or a stranger, does each
of the things in the table below, which cost the service far more than the sender, from one address and from ten, within the rate limit if there is one; then two
teams at once. The attacking teams have a million deals and 250,000, fifty thousand projects with the same name, and a hundred campaigns of 1 MB. Two of the attacks
are bursts of ordinary work from many addresses: none of that may fail. Quiet periods before, between and after give the normal times. Wrong, in each run of an
attack and right after it: a 99th percentile of the working team's reads, lists or creates over 500 ms or three times the normal one (at least 50 ms, because the
attackers use the same two cores); a 503 or any other failure of its requests; more than 350 MB of resident memory; a PostgreSQL backend busy with one statement for
more than 3 s; a failed probe of \`/health/live\`; any failure in a burst of ordinary work. A process left larger than 220 MB is restarted before the next attack, so that
each is judged by itself. \`PAUTA_CHECKOUT=DIR\` measures another checkout of the service; \`TORTURE_ATTACKS='^3'\` runs the attacks whose title matches. The short form has
two teams with ten addresses each, a tenth of the records, and two seconds per attack. As part of \`npm run torture\`, as in CI, it shows the times next to their limits without
judging them or the probes, since other work on the machine changes them as much as the service does. There, wrong is a 503 or another failed request of the working team (but not a
429, which means that its own requests pile up), memory, a busy backend, an exit of the process, a 500, or ordinary work that fails other than with a 503, and only if it happens
in two runs of the attack in a row. \`--full\` and \`--only 15\` judge the times, too (unless \`--untimed\`).`,
  broken: [
    {
      how: 'a hook accepts the signature of our own delivery as proof',
      file: 'server/features/webhooks/receive.ts',
      find: 'return isDelivery(bytes) ? ownDelivery : undefined;',
      replace: 'return undefined;',
    },
    {
      how: 'one team may use all database connections',
      file: 'server/db/fair-queue.ts',
      find: 'const mayTake = (teamQueue: TeamQueue) => inUse < size && teamQueue.taken < size - inUse;',
      replace: 'const mayTake = (_teamQueue: TeamQueue) => inUse < size;',
    },
    {
      how: 'large bodies have no budget',
      file: 'server/http/in-flight-bytes.ts',
      find: '  24 * mebibyte,',
      replace: '  4_096 * mebibyte,',
    },
    {
      how: 'pipelined requests all run at once',
      file: 'server/http/app.ts',
      find: '  serveInOrder(app.server);',
      replace: '',
    },
    {
      how: 'a burst is refused after a second, however fast it is processed',
      file: 'server/http/admission.ts',
      find: 'const burstPatienceMs = 15_000;',
      replace: 'const burstPatienceMs = 300;',
    },
    {
      how: 'a member may open any number of uploads',
      file: 'server/features/files/uploads.ts',
      find: 'member: 10, team: 40',
      replace: 'member: 4_000, team: 4_000',
    },
    {
      how: 'bodies are parsed regardless of their depth and content',
      file: 'server/platform/limited-json.ts',
      find: '{ levels: 64, keys: 10_000, values: 50_000 }',
      replace: '{ levels: 1e9, keys: 1e9, values: 1e9 }',
    },
  ],
  async run(tally: Tally, size: Size, speed: Speed) {
    const plan = plans[size];
    const chosen = attacks.flatMap(({ title }, i) => (wanted.test(title) ? [i] : []));
    const camps = Math.max(...plan.besets.map((beset) => besets[beset].camps));
    const dataDir = newDirectory('kept');
    const thread = new AttackThread();
    let field: Field | undefined;
    let watch: Watch | undefined;
    try {
      field = await newField(dataDir, plan);
      await armAll(field, thread, chosen, camps);
      watch = new Watch(field);
      const measure = new Measure(field, plan, watch, thread, speed);
      await sleep(1_500);
      await measure.rest(plan.firstQuietMs);
      for (const beset of plan.besets)
        for (const index of chosen) {
          const attack = attacks[index];
          // Ordinary work always comes from many addresses.
          if (attack && !(attack.isOwnWork && beset === 'one'))
            await measure.attack(index, attack, beset);
        }
      const { measured, quiet } = measure;
      for (const { title, from, misses } of measured)
        tally.aim(misses.length === 0, `${title}, ${from}: ${misses.join('; ')}`);
      for (const { phase } of measured)
        for (const kind of kinds) tally.took(phase.quantile(kind, 1));
      tally.details = tableOf(measure);
      const held = measured.filter(({ misses }) => misses.length === 0).length;
      const counts = measured.flatMap(({ phase }) => kinds.map((kind) => phase.times[kind].length));
      return `${chosen.length} attacks, ${measured.length} runs of them, ${held} of which hold; ${counted(counts.reduce((a, b) => a + b, 0))} requests of another team meanwhile; quiet p99 ${kinds.map((kind) => `${kind} ${ms(quiet.quantile(kind, 0.99))}`).join(', ')}`;
    } finally {
      await watch?.stop();
      await thread.close();
      await field?.close();
      await removeDirectory(dataDir);
    }
  },
} satisfies Torture;
