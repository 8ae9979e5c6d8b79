import { mkdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { clientConfig, type Database, defaultTimeouts, openDatabase } from '#server/db/database.ts';
import { openEmbedded } from '#server/db/embedded/embedded.ts';
import { type Caller, keysIn } from '#server/features/accounts/key-lookup.ts';
import { createKey, createTeam } from '#server/features/accounts/teams.ts';
import { conversationReads } from '#server/features/conversations/operations.ts';
import activities from '#server/features/crm/activities/operations.ts';
import clients from '#server/features/crm/clients/operations.ts';
import contacts from '#server/features/crm/contacts/operations.ts';
import deals from '#server/features/crm/deals/operations.ts';
import { wrongTotals } from '#server/features/installation/totals-repair.ts';
import campaigns from '#server/features/work/campaigns/operations.ts';
import projects from '#server/features/work/projects/operations.ts';
import tasks from '#server/features/work/tasks/operations.ts';
import type { Crud, Reads } from '#server/operations/crud.ts';
import { newKey } from '#server/platform/api-key.ts';
import { readCreate, readListQuery } from '#server/records/input.ts';
import {
  type CapturedStatement,
  captureStatement,
  captureStatements,
} from './capture-statements.ts';
import { ask, type BenchDatabase, newDatabase, startService, type Undo } from './fixture.ts';
import { quantile } from './report.ts';
import { runBenchmark } from './run-benchmark.ts';
import { commonWord, rareWord, seedTeams, type TeamSize } from './seed-teams.ts';

const help = `Compares requests in a large team with those in a small one: every sort, filter and search, far pages, GET, create, update.

  npm run bench:size -- [--tasks 1000000] [--teams 1000] [--rounds 15] [--only tasks,deals] [--match search] [--at DIR]

The large team has that many tasks, contacts and conversations, and a tenth as many deals, clients and activities; the small one has
1,000 of each.
Runs on the embedded database (with --at in that DATA_DIR, filled once and kept), or with BENCH_DATABASE_URL on that PostgreSQL.`;

const small = 1_000;
/** Warm-up rounds: enough for a prepared statement's plan to settle. */
const warmups = 7;

interface Side {
  readonly caller: Caller;
  readonly key: string;
}

/** One request, for either team. */
interface Case {
  readonly resource: string;
  readonly what: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: (side: Side) => string | Promise<string>;
  readonly body?: () => string;
  /** The statement that it runs; undefined if that is of no interest. */
  readonly use: (side: Side) => Promise<CapturedStatement>;
  /** The limit: milliseconds in the large team, or a multiple of the small one. */
  readonly aim: { readonly times?: number; readonly ms?: number };
}

interface Result extends Pick<Case, 'resource' | 'what'> {
  /** Milliseconds: best round, median, 95th percentile. */
  readonly small: Spread;
  readonly large: Spread;
  readonly times: number;
  /** CPU time of the database for the large team: the elapsed time on an otherwise idle machine. */
  readonly processor: number;
  readonly total: number | undefined;
  readonly meets: 'yes' | 'by CPU' | '**no**';
  readonly plan: string;
}

// The teams --------------------------------------------------------------------------------------------------------

async function fill(benchDatabase: BenchDatabase, size: number, teams: number): Promise<void> {
  const { bulk } = defaultTimeouts;
  const database = openDatabase(benchDatabase.connection, 'bench', 2, () => {}, bulk);
  try {
    const make = async (name: string, crowd: Omit<TeamSize, 'team'>): Promise<TeamSize> => ({
      team: (await createTeam(database.platform, name, name)).id,
      ...crowd,
    });
    const tenth = Math.ceil(size / 10);
    const same = (n: number) => ({ tasks: n, deals: n, clients: n, activities: n, contacts: n });
    const crowds = [
      await make('large', {
        ...same(tenth),
        tasks: size,
        contacts: size,
        conversations: size,
        campaigns: Math.ceil(size / 100),
        projects: small,
        users: 60,
      }),
      await make('small', {
        ...same(small),
        conversations: small,
        campaigns: small,
        projects: small,
        users: 60,
      }),
    ];
    for (let i = 1; i <= teams; i++)
      crowds.push(
        await make(`team-${i}`, {
          ...same(10),
          conversations: 10,
          tasks: 60,
          campaigns: 2,
          projects: 3,
          users: 3,
        }),
      );
    await seedTeams(benchDatabase.connection, crowds, (step, seconds) => {
      if (seconds > 1) console.error(`  ${step}: ${seconds.toFixed(0)} s`);
    });
    await wrongTotals(database.platform, true);
  } finally {
    await database.close();
  }
}

/** One of the teams, with a key. */
async function sideOf(benchDatabase: BenchDatabase, slug: string): Promise<Side> {
  const database = openDatabase(benchDatabase.connection, 'bench', 2, () => {});
  try {
    const [team] = await ask(
      benchDatabase.connection,
      `select id from teams where slug = '${slug}'`,
    );
    const key = newKey();
    await createKey(database.platform, team?.id as string, {
      name: 'bench',
      scope: 'full',
      userId: null,
      expiresAt: null,
      key,
    });
    const caller = await keysIn(database.platform).find(`Bearer ${key}`, '127.0.0.1');
    if (!caller) throw new Error(`the team ${slug} does not exist`);
    return { caller, key };
  } finally {
    await database.close();
  }
}

// The requests -----------------------------------------------------------------------------------------------------

const listed: readonly (Crud | Reads)[] = [
  ...[tasks, deals, clients, activities, contacts],
  conversationReads,
  ...[projects, campaigns],
];

/** Filter values: texts, or SQL for the most common or rarest value in the team `$team`. */
const often = (table: string, column: string, order: string) =>
  `select ${column} as value from ${table} where team_id = $team and ${column} is not null group by 1 order by count(*) ${order}, 1 limit 1`;
/** The time since which the given number of the team's records changed, or all. */
const since = (table: string, most: number) =>
  `select to_char(min(updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as value
    from (select updated_at from ${table} where team_id = $team order by updated_at desc limit ${most}) t`;
/** A few, as many as are sorted, more than that, and all; in both orders that a sync may choose. */
const changes = (table: string): Record<string, string>[] =>
  [100, 2_000, 5_000, 30_000, 1_000_000].flatMap((most) =>
    [{}, { sort: 'updated_at' }].map((order) => ({ updated_since: since(table, most), ...order })),
  );
/** A filter's value as the report names it. */
const saidOf = (value: string) =>
  value.startsWith('select ')
    ? (/limit (\d+)\) t$/.exec(value)?.[1] ?? (value.includes(' desc,') ? 'most' : 'least'))
    : value;
const filters: Record<string, Record<string, string>[]> = {
  tasks: [
    ...['desc', 'asc'].flatMap((order) => [
      { project_id: often('tasks', 'project_id', order) },
      { pipeline_id: often('tasks', 'pipeline_id', order) },
      { assignee_id: often('task_assignees', 'user_id', order) },
    ]),
    ...['none', 'low', 'medium', 'high', 'urgent'].map((priority) => ({ priority })),
    ...['backlog', 'todo', 'in_progress', 'review', 'done'].map((column) => ({ column })),
    { project_id: often('tasks', 'project_id', 'desc'), column: 'todo' },
    { assignee_id: often('task_assignees', 'user_id', 'desc'), column: 'in_progress' },
    { priority: 'urgent', column: 'todo' },
    { assignee_id: often('task_assignees', 'user_id', 'desc'), sort: 'due_date' },
    { column: 'todo', sort: 'due_date' },
    ...changes('tasks'),
  ],
  deals: [
    { status: 'ativo' },
    { status: 'arquivado' },
    { phase: 'lead' },
    { phase: 'perdido' },
    { client_id: often('deals', 'client_id', 'desc') },
    { responsible_id: often('deals', 'responsible_id', 'desc') },
    { source: 'site' },
    { min_value: '50000' },
    { max_value: '200' },
    { min_value: '1000', max_value: '5000' },
    { from: '2026-10-01' },
    { to: '2025-01-31' },
    { from: '2026-01-01', to: '2026-03-31' },
    { from: '2026-01-01', to: '2026-03-31', min_value: '1000', max_value: '5000' },
    { status: 'ativo', phase: 'proposta', sort: '-value' },
  ],
  clients: [
    { type: 'PF' },
    { type: 'PJ' },
    { status: 'active' },
    { status: 'inactive' },
    { type: 'PJ', status: 'active', sort: 'full_name' },
  ],
  activities: [
    { type: 'task' },
    { type: 'deadline' },
    { client_id: often('activities', 'client_id', 'desc') },
    { deal_id: often('activities', 'deal_id', 'desc') },
    { completed: 'true' },
    { completed: 'false' },
    { completed: 'false', type: 'call', sort: 'due_date' },
  ],
  contacts: [
    { tag: 'vip' },
    { tag: 'antigo' },
    { client_id: often('contacts', 'client_id', 'desc') },
    { tag: 'lead', sort: 'custom_name' },
  ],
  conversations: [
    ...['open', 'snoozed', 'resolved'].map((status) => ({ status })),
    { inbox_id: often('conversations', 'inbox_id', 'desc') },
    { contact_id: often('conversations', 'contact_id', 'desc') },
    ...['desc', 'asc'].map((order) => ({
      assignee_id: often('conversations', 'assignee_id', order),
    })),
    { inbox_id: often('conversations', 'inbox_id', 'desc'), status: 'open' },
    { inbox_id: often('conversations', 'inbox_id', 'desc'), status: 'resolved' },
    { status: 'open', sort: 'waiting_since' },
    { status: 'resolved', sort: 'last_message_at' },
    { assignee_id: often('conversations', 'assignee_id', 'desc'), status: 'open' },
  ],
  projects: [
    { status: 'active' },
    { priority: 'urgent' },
    { client_id: often('projects', 'client_id', 'desc') },
  ],
  campaigns: [{ status: 'active' }, { project_id: often('campaigns', 'project_id', 'desc') }],
};
const searches: Record<string, string> = {
  'rare word': rareWord,
  'common word': commonWord,
  'two letters': 'xi',
  'no match': 'wqzkj',
};
const idSearches: Record<string, Record<string, string>> = {
  clients: { CPF: '000.000.004-20' },
  contacts: { phone: '+55 11 90000-0042' },
};
const changed: Record<string, () => object> = {
  tasks: () => ({ title: `Revista ${Math.random()}` }),
  deals: () => ({ value: Math.floor(Math.random() * 1e6) }),
  clients: () => ({ notes: `${Math.random()}` }),
  activities: () => ({ title: `Ligar ${Math.random()}` }),
  contacts: () => ({ notes: `${Math.random()}` }),
  projects: () => ({ briefing: `${Math.random()}` }),
  campaigns: () => ({ description: `${Math.random()}` }),
};

function cases(routes: Crud | Reads, benchDatabase: BenchDatabase, database: Database): Case[] {
  const { table: resource } = routes;
  const { name, path, sorts, search } = resource;
  const base = `/v1${path}`;
  const within = async ({ caller }: Side, value: string) => {
    if (!value.startsWith('select ')) return value;
    const [row] = await ask(
      benchDatabase.connection,
      value.replaceAll('$team', `'${caller.team.id}'`),
    );
    return String(row?.value);
  };
  const list = (
    what: string,
    query: Record<string, string>,
    aim: Case['aim'],
    from?: (total: number) => number,
  ): Case => {
    const queryOf = async (side: Side) => {
      const all: Record<string, string> = {};
      for (const [key, value] of Object.entries(query)) all[key] = await within(side, value);
      if (from) {
        const where = `team_id = '${side.caller.team.id}'${name === 'tasks' ? ' and deleted_at is null' : ''}`;
        const [row] = await ask(
          benchDatabase.connection,
          `select count(*)::int as n from ${name} where ${where}`,
        );
        all.page = String(from(row?.n as number));
      }
      return all;
    };
    return {
      resource: name,
      what,
      method: 'GET',
      path: async (side) => `${base}?${new URLSearchParams(await queryOf(side))}`,
      use: async (side) => {
        const input = readListQuery(resource, await queryOf(side));
        const uses = await captureStatements(database, side.caller, (context) =>
          routes.list.run(context, { query: input }),
        );
        return uses.at(-1) as CapturedStatement;
      },
      aim,
    };
  };
  const one = async ({ caller }: Side) => {
    const [row] = await ask(
      benchDatabase.connection,
      `select id from ${name} where team_id = '${caller.team.id}' order by id limit 1`,
    );
    return row?.id as string;
  };
  const flat = { times: 2 };
  const quick = { ms: 50 };
  const deep = { ms: 200 };
  const last = (n: number) => Math.ceil(n / 20);
  const thousandth = (n: number) => Math.min(1_000, last(n));
  return [
    ...Object.keys(sorts).flatMap((sort) =>
      [sort, `-${sort}`].map((each) => list(`sort=${each}`, { sort: each }, flat)),
    ),
    ...['-created_at', ...Object.keys(sorts).filter((each) => each !== 'created_at')].flatMap(
      (sort) => [
        list(`sort=${sort}, page 1,000`, { sort }, deep, thousandth),
        list(`sort=${sort}, last page`, { sort }, deep, last),
      ],
    ),
    list('page in the middle', {}, deep, (n) => Math.ceil(last(n) / 2)),
    ...(filters[name] ?? []).map((query) =>
      list(
        Object.entries(query)
          .map(([key, value]) => `${key}=${saidOf(value)}`)
          .join('&'),
        query,
        quick,
      ),
    ),
    ...(search
      ? Object.entries({ ...searches, ...idSearches[name] }).map(([what, term]) =>
          list(`search: ${what}`, { search: term }, quick),
        )
      : []),
    {
      resource: name,
      what: 'GET',
      method: 'GET',
      path: async (side) => `${base}/${await one(side)}`,
      use: (side) =>
        captureStatement(side.caller, (context) =>
          routes.get.run(context, { id: side.caller.team.id }),
        ),
      aim: flat,
    },
    ...('create' in routes ? writes(routes, one, flat) : []),
  ];
}

/** Creates and updates of a resource. @param one returns the id of a record to update */
function writes(
  { table: { name, path }, create, update }: Crud,
  one: (side: Side) => Promise<string>,
  aim: Case['aim'],
): Case[] {
  const base = `/v1${path}`;
  return [
    {
      resource: name,
      what: 'create',
      method: 'POST',
      path: () => base,
      body: () => '',
      use: (side) =>
        captureStatement(side.caller, (context) =>
          create.run(context, {
            values: readCreate(create.input.body, bodyOf(name, side.caller.team.id)),
          }),
        ),
      aim,
    },
    {
      resource: name,
      what: 'update',
      method: 'PUT',
      path: async (side) => `${base}/${await one(side)}`,
      body: () => JSON.stringify(changed[name]?.()),
      use: (side) =>
        captureStatement(side.caller, (context) =>
          update.run(context, { id: side.caller.team.id, values: { ...changed[name]?.() } }),
        ),
      aim,
    },
  ];
}

/** A body that creates a record; tasks and campaigns in a project. */
function bodyOf(name: string, project: string): Record<string, unknown> {
  const random = () => String(Math.random()).slice(2, 11).padEnd(9, '0');
  if (name === 'clients') return { type: 'PJ', name: 'Padaria São João' };
  if (name === 'contacts') return { phone: `5521${random()}` };
  if (name === 'projects') return { name: `Projeto ${random()}` };
  if (name === 'campaigns') return { name: 'Lançamento', project_id: project };
  const title = { title: 'Revista da feira', description: 'Capa, miolo e anúncios.' };
  return name === 'tasks' ? { ...title, project_id: project } : title;
}

interface Spread {
  readonly best: number;
  readonly median: number;
  readonly p95: number;
}

// Measuring --------------------------------------------------------------------------------------------------------

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds of one response, and its total. */
function answered(
  address: string,
  side: Side,
  method: string,
  path: string,
  body?: string,
): Promise<{ ms: number; total: number | undefined }> {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const headers = {
      authorization: `Bearer ${side.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const call = request(address + path, { agent, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const ms = performance.now() - begin;
        const text = Buffer.concat(parts).toString();
        if ((response.statusCode ?? 500) >= 500 && response.statusCode !== 503)
          return reject(new Error(`${method} ${path}: ${text}`));
        if (response.statusCode === 503)
          return resolve({ ms: Number.POSITIVE_INFINITY, total: undefined });
        if ((response.statusCode ?? 500) >= 400)
          return reject(new Error(`${method} ${path}: ${text}`));
        const total = /"total":(\d+)/.exec(text.slice(-200))?.[1];
        resolve({ ms, total: total === undefined ? undefined : Number(total) });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Milliseconds of CPU time used by a process; NaN without /proc. */
function processorOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** The PostgreSQL process of the service's only connection, which changes after a statement was cancelled. */
async function serverOf(
  benchDatabase: BenchDatabase,
  connect: () => Promise<unknown>,
): Promise<number> {
  await connect();
  const [backend] = await ask(
    benchDatabase.connection,
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'pauta web'
      order by backend_start desc limit 1`,
  );
  return backend?.pid as number;
}

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** The indexes of the resource's table and of the totals that a plan uses, in words. */
function read(plan: Plan, table: string): string[] {
  const below = (plan.Plans ?? []).flatMap((each) => read(each, table));
  const kind = plan['Node Type'];
  const index = plan['Index Name'];
  const isOfTable = index?.startsWith(`${table}_`) || index?.startsWith('totals');
  if (index && isOfTable) return [`${kind === 'Index Only Scan' ? 'only ' : ''}${index}`, ...below];
  if (kind === 'Seq Scan' && plan['Relation Name'] === table) return ['every row', ...below];
  if (kind === 'Sort' || kind === 'Incremental Sort') return [...below, 'sort'];
  return kind.startsWith('Gather') ? [...below, 'parallel'] : below;
}

/** The plan that EXPLAIN chooses for a statement of the service; both kinds of plan if it is prepared and they differ. */
async function explain(client: pg.Client, use: CapturedStatement, table: string): Promise<string> {
  const values = use.statement.parameters.map((name) => use.parameters[name]);
  const literal = (value: unknown) =>
    value === null || value === undefined
      ? 'null'
      : client.escapeLiteral(
          value instanceof Buffer
            ? `\\x${value.toString('hex')}`
            : Array.isArray(value)
              ? `{${value.join()}}`
              : String(value),
        );
  await client.query(`prepare measured as ${use.statement.text}`);
  try {
    const descriptions: string[] = [];
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`);
      const args = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (format json) execute measured${args}`,
      );
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      descriptions.push(plan ? [...new Set(read(plan, table))].join(', ') : '');
    }
    const [custom = '', generic = ''] = descriptions;
    return use.statement.name === undefined || custom === generic
      ? custom
      : `${custom}; generic: ${generic}`;
  } finally {
    await client.query('deallocate measured');
  }
}

async function measure(
  benchDatabase: BenchDatabase,
  { rounds, only, match }: { rounds: number; only: string[]; match: RegExp },
  undo: Undo,
  stop: AbortSignal,
): Promise<Result[]> {
  const service = await startService(
    { ...benchDatabase.env, DATABASE_POOL: '1', ROLE: 'web' },
    undo,
    stop,
  );
  const [large, little] = [
    await sideOf(benchDatabase, 'large'),
    await sideOf(benchDatabase, 'small'),
  ];
  const client = new pg.Client(clientConfig(benchDatabase.connection, 'bench'));
  await client.connect();
  undo.push(() => client.end());
  const database = openDatabase(benchDatabase.connection, 'bench', 1, () => {});
  undo.push(() => database.close());
  const results: Result[] = [];
  for (const routes of listed.filter(
    ({ table: resource }) => only.length === 0 || only.includes(resource.name),
  )) {
    const projectOf = new Map<Side, string>();
    for (const side of [large, little]) {
      const [row] = await ask(
        benchDatabase.connection,
        `select id from projects where team_id = '${side.caller.team.id}' order by created_at limit 1`,
      );
      projectOf.set(side, row?.id as string);
    }
    for (const each of cases(routes, benchDatabase, database).filter(({ what }) =>
      match.test(what),
    )) {
      const { method, aim } = each;
      const paths = new Map<Side, string>();
      for (const side of [large, little]) paths.set(side, await each.path(side));
      const times = new Map<Side, number[]>([
        [large, []],
        [little, []],
      ]);
      let total: number | undefined;
      const used = new Map<Side, number[]>([
        [large, []],
        [little, []],
      ]);
      const server = await serverOf(benchDatabase, () =>
        answered(service.address, large, 'GET', '/v1/squads'),
      );
      for (let i = 0; i < warmups + rounds; i++) {
        stop.throwIfAborted();
        for (const side of [large, little]) {
          const body =
            method === 'POST'
              ? JSON.stringify(bodyOf(each.resource, projectOf.get(side) ?? ''))
              : each.body?.();
          const before = processorOf(server);
          const got = await answered(service.address, side, method, paths.get(side) ?? '', body);
          if (side === large) total = got.total;
          if (i < warmups) continue;
          times.get(side)?.push(got.ms);
          used.get(side)?.push(processorOf(server) - before);
        }
      }
      const [ofLarge, ofSmall] = [times.get(large) ?? [], times.get(little) ?? []];
      const [at, smallSpread] = [spreadOf(ofLarge), spreadOf(ofSmall)];
      const plan = await explain(client, await each.use(large), each.resource);
      const [processor, small] = [large, little].map((side) => quantile(used.get(side) ?? [], 0.5));
      const within = (one: number, reference: number) =>
        one <= Math.max((aim.times ?? 0) * reference, aim.ms ?? 0);
      const isMet = within(at.best, smallSpread.best);
      const isMetAlone = within(processor ?? Number.NaN, small ?? Number.NaN);
      const result: Result = {
        resource: each.resource,
        what: each.what,
        small: smallSpread,
        large: at,
        times: at.best / smallSpread.best,
        processor: processor ?? Number.NaN,
        total,
        meets: isMet ? 'yes' : isMetAlone ? 'by CPU' : '**no**',
        plan,
      };
      results.push(result);
      console.log(line(result));
    }
  }
  return results;
}

const spreadOf = (values: readonly number[]): Spread => ({
  best: Math.min(...values),
  median: quantile(values, 0.5),
  p95: quantile(values, 0.95),
});

const titles = [
  '',
  'total',
  '1,000 rows: best ms',
  'median',
  'large: best ms',
  'median',
  'p95',
  'database CPU ms',
  'times (best)',
  'meets',
  'indexes',
];

const line = ({ resource, what, small, large, times, processor, total, meets, plan }: Result) => {
  const figures = [small.best, small.median, large.best, large.median, large.p95, processor, times];
  const cells = [
    `${resource} ${what}`,
    total?.toLocaleString('en') ?? '',
    ...figures.map((each) => (Number.isFinite(each) ? each.toFixed(1) : '–')),
    meets,
    plan,
  ];
  return `| ${cells.join(' | ')} |`;
};

/** A persistent DATA_DIR. */
async function keptDatabase(dataDir: string, undo: Undo): Promise<BenchDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const quiet = { info() {}, warn() {}, error() {} };
  const embedded = await openEmbedded({ dataDir, serve: false, log: quiet });
  undo.push(() => embedded.stop());
  return { connection: embedded.connection, env: { DATA_DIR: dataDir } };
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      tasks: text,
      teams: text,
      rounds: text,
      only: text,
      match: text,
      at: text,
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(help);
  const benchDatabase = await (values.at ? keptDatabase(values.at, undo) : newDatabase(undo));
  // Migrates the database.
  const first: Undo = [];
  await startService(benchDatabase.env, first, signal);
  for (const step of first.reverse()) await step();
  const [there] = await ask(benchDatabase.connection, `select 1 from teams where slug = 'large'`);
  if (!there)
    await fill(benchDatabase, Number(values.tasks ?? 1_000_000), Number(values.teams ?? 1_000));
  const [server] = await ask(
    benchDatabase.connection,
    `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  console.log(`PostgreSQL ${server?.version}, ${server?.size}\n`);
  console.log(`| ${titles.join(' | ')} |\n|---|${'--:|'.repeat(8)}---|---|`);
  const only = values.only?.split(',') ?? [];
  const results = await measure(
    benchDatabase,
    { rounds: Number(values.rounds ?? 15), only, match: new RegExp(values.match ?? '') },
    undo,
    signal,
  );
  console.log(
    `\n${results.filter(({ meets }) => meets !== '**no**').length} of ${results.length} meet their aim.`,
  );
}

await runBenchmark(main);
