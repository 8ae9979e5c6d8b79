import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { openDatabase } from '#server/db/database.ts';
import { openEmbedded } from '#server/db/embedded/embedded.ts';
import { repairNewTotals, wrongTotals } from '#server/features/installation/totals-repair.ts';
import { newKey } from '#server/platform/api-key.ts';
import { type Reply, request } from './support/http.ts';
import {
  cleanUp,
  type Env,
  newDirectory,
  onDatabase,
  pauta,
  type Service,
  serve,
} from './support/processes.ts';
import type { Json } from './support/team.ts';
import { eventually } from './support/wait.ts';

/*
 * `npm run test:before`: the previous version keeps working on this version's schema (docs/adr/0031). It serves requests while this version
 * migrates; then every operation is tested on it, and on both side by side; then it is restarted, if it can be.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const before = JSON.parse(readFileSync(join(root, '.ci/before.json'), 'utf8')) as {
  /** A commit or a tag. */
  readonly commit: string;
  /** True if it supports `migrations.needs`: c20d43c refuses every unknown migration. */
  readonly startsAgain: boolean;
};

let passed = 0;
const failures: string[] = [];

/** One promise, held or not. */
async function check(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  const failure = await work().then(
    () => undefined,
    (error: Error) => error.message,
  );
  const took = `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  if (failure === undefined) passed += 1;
  else failures.push(what);
  console.log(`${failure === undefined ? 'ok    ' : 'FAILED'} ${what} (${took})`);
  if (failure !== undefined) console.log(`       ${failure}`);
}

function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

// The previous version -------------------------------------------------------------------------------------------

/** Checks out its files and dependencies. @returns its program */
function checkOut(commit: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
  } catch {
    throw new Error(
      `.ci/before.json names ${commit}, which this clone does not have: fetch the whole history (git fetch --unshallow).`,
    );
  }
  const directory = newDirectory();
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', directory], { input: archive });
  const ours = join(root, 'node_modules');
  const { dependencies } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const isHere = Object.entries(dependencies).every(([name, version]) => {
    const about = join(ours, name, 'package.json');
    return existsSync(about) && JSON.parse(readFileSync(about, 'utf8')).version === version;
  });
  if (isHere) symlinkSync(ours, join(directory, 'node_modules'));
  else
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: directory,
      stdio: 'inherit',
    });
  return join(directory, 'bin/pauta.js');
}

// Requests ------------------------------------------------------------------------------------------------------

/** Records that a team's other records need, created by the previous version. */
interface Team {
  readonly key: string;
  readonly inbox: string;
  readonly pipeline: string;
  readonly columns: readonly { readonly id: string; readonly slug: string }[];
  readonly project: string;
  readonly client: string;
}

const asking =
  (service: Service, apiKey: string) =>
  async (method: string, path: string, body?: Json): Promise<Reply> => {
    const reply = await request(`${service.address}/v1${path}`, {
      method,
      key: apiKey,
      ...(body ? { body } : {}),
    });
    must(reply.status < 300, `${method} ${path} answered ${reply.status}: ${reply.text}`);
    return reply;
  };

let numbers = 0;

/** For every resource: its path, a record, a change, and a list that must contain the record. */
const resources = (team: Team) => {
  numbers += 1;
  const name = `Nº ${numbers} ação`;
  const phone = `551190${String(1_000_000 + numbers)}`;
  return [
    ['/msgapp/contacts', { phone, custom_name: name }, { notes: 'Liga' }, `search=${phone}`],
    ['/projects', { name }, { description: 'Outra' }, 'sort=-created_at'],
    ['/clients', { type: 'PF', name }, { name: `${name} 2` }, 'search=acao&sort=-created_at'],
    [
      '/tasks',
      { title: name, project_id: team.project, priority: 'high' },
      { title: `${name} 2`, priority: 'low' },
      `project_id=${team.project}&sort=-created_at`,
    ],
    [
      '/tasks',
      {
        title: name,
        project_id: team.project,
        pipeline_id: team.pipeline,
        column: team.columns[0]?.slug,
      },
      { column: team.columns[1]?.slug },
      `pipeline_id=${team.pipeline}&sort=-created_at`,
    ],
    [
      '/deals',
      { title: name, value: 12.5, client_id: team.client },
      { value: 99, phase: 'ganho' },
      'status=ativo&min_value=99&sort=-created_at',
    ],
    ['/campaigns', { name, project_id: team.project }, { goals: { a: [1] } }, 'sort=-created_at'],
    ['/activities', { title: name }, { title: `${name} 2` }, 'sort=-created_at'],
    ['/webhooks', { name }, { name: `${name} 2` }, 'sort=-created_at'],
  ] as const;
};

/** True if a record has all fields of the other, with the same values. */
const includes = (more: Json = {}, fewer: Json = {}) =>
  Object.entries(fewer).every(([name, value]) => isDeepStrictEqual(more[name], value));

/**
 * Creates, reads, lists, changes and removes a record of every resource; a delivery and a message arrive.
 * @param older service of the previous version, whose records have a subset of this version's fields
 * @param first creates and lists, `second` reads, changes and removes: the same service, or one of each version
 */
async function askAll(
  team: Team,
  deliveries: Deliveries,
  older: Service,
  first: Service,
  second: Service,
): Promise<void> {
  const [one, two] = [asking(first, team.key), asking(second, team.key)];
  for (const [path, body, change, query] of resources(team)) {
    const made = await one('POST', path, { ...body });
    const at = `${path}/${made.data.id}`;
    const [fromFirst, fromSecond] = [await one('GET', at), await two('GET', at)];
    must(
      first === older
        ? includes(fromSecond.data, fromFirst.data)
        : includes(fromFirst.data, fromSecond.data),
      `GET ${path} answers ${fromSecond.text} and ${fromFirst.text}`,
    );
    const changed = await two('PUT', at, { ...change });
    for (const [field, value] of Object.entries(change))
      must(isDeepStrictEqual(changed.data[field], value), `PUT ${at} leaves ${field} as it was`);
    for (const list of [one, two]) {
      const { body: page } = await list('GET', `${path}?limit=5&${query}`);
      const records = page.data as Json[];
      must(
        records.some(({ id }) => id === made.data.id),
        `GET ${path}?${query} does not find the created record`,
      );
    }
    if (path === '/deals') {
      await deliveries.told('deal.created', made.data.id);
      await deliveries.told('deal.updated', made.data.id);
    }
    await two('DELETE', at);
    const [gone, same] = await Promise.all(
      [first, second].map((each) => request(`${each.address}/v1${at}`, { key: team.key })),
    );
    const [fewer, more] = first === older ? [gone, same] : [same, gone];
    must(
      gone?.status === same?.status && includes(more?.data, fewer?.data),
      `GET ${path} answers ${gone?.text} and ${same?.text} after DELETE`,
    );
  }
  const sent = await one('POST', '/msgapp/messages', {
    inbox_id: team.inbox,
    // Endings below 0005 are special to the sandbox.
    phone: `551191${String(1_007_700 + numbers)}`,
    content: 'Olá',
  });
  await eventually(async () => {
    const { body } = await two(
      'GET',
      `/msgapp/conversations/${sent.data.conversation_id}/messages`,
    );
    const [message] = body.data as Json[];
    must(message?.status === 'read', `the message stays ${message?.status}`);
  });
}

/** Deliveries received by the endpoint. */
interface Deliveries {
  readonly url: string;
  told(kind: string, record: unknown): Promise<void>;
}

async function startReceiver(): Promise<Deliveries> {
  const events: Json[] = [];
  const server = createServer((incoming, answer) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    incoming.once('end', () => {
      events.push(JSON.parse(text) as Json);
      answer.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  server.unref();
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    told: (kind, record) =>
      eventually(async () => {
        const isDelivered = events.some(
          ({ type, data }) => type === kind && (data as Json).id === record,
        );
        must(isDelivered, `no delivery of ${kind} arrived`);
      }),
  };
}

/** Sends requests to a service continuously. @returns ends it; throws the refused ones */
function keepAsking(service: Service, team: Team): () => Promise<number> {
  const ask = asking(service, team.key);
  const refused: string[] = [];
  let isOver = false;
  let requests = 0;
  const one = async () => {
    while (!isOver) {
      try {
        const { data } = await ask('POST', '/deals', { title: 'Durante', value: requests });
        await ask('PUT', `/deals/${data.id}`, { value: 1 });
        await ask('GET', '/deals?search=durante&sort=-value&limit=10');
        await ask('POST', '/tasks', { title: 'Durante', project_id: team.project });
        requests += 4;
      } catch (error) {
        refused.push((error as Error).message);
      }
    }
  };
  const running = [one(), one()];
  return async () => {
    isOver = true;
    await Promise.all(running);
    must(refused.length === 0, `${refused.length} refused, the first: ${refused[0]}`);
    return requests;
  };
}

async function openTeam(old: string, env: Env, service: Service, apiKey: string): Promise<Team> {
  const make = async (...args: string[]) => {
    const { status, stdout, stderr } = await pauta(
      [...args, '--team', 'my-agency', '--json'],
      env,
      old,
    );
    must(status === 0, stderr);
    return JSON.parse(stdout) as Json;
  };
  const [inbox, pipeline] = await Promise.all([
    make('inbox', 'create', '--name', 'Caixa', '--type', 'session', '--gateway', 'sandbox'),
    make('pipeline', 'create', '--name', 'Quadro', '--column', 'a:A', '--column', 'b:B'),
  ]);
  const ask = asking(service, apiKey);
  return {
    key: apiKey,
    inbox: String(inbox.id),
    pipeline: String(pipeline.id),
    columns: pipeline.columns as Team['columns'],
    project: String((await ask('POST', '/projects', { name: 'Projeto' })).data.id),
    client: String((await ask('POST', '/clients', { type: 'PF', name: 'Maria' })).data.id),
  };
}

// The procedure -------------------------------------------------------------------------------------------------

const quiet = { info() {}, warn() {}, error() {} };

async function run(): Promise<void> {
  const old = checkOut(before.commit);
  const dataDir = newDirectory('kept');
  const embedded = await openEmbedded({ dataDir, serve: true, log: quiet });
  try {
    const apiKey = newKey();
    const env = {
      ...onDatabase(embedded.connection),
      BOOTSTRAP_API_KEY: apiKey,
      RATE_LIMIT_PER_MINUTE: '0',
      SANDBOX_DELAY_MS: '50',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
    };
    const deliveries = await startReceiver();
    let service = await serve(env, old);
    const team = await openTeam(old, env, service, apiKey);
    await asking(service, apiKey)('POST', '/webhooks', {
      name: 'Ouvinte',
      url: deliveries.url,
      events: ['*'],
    });
    const all = (first: Service, second = first) =>
      askAll(team, deliveries, service, first, second);

    await check(`${before.commit} on its own schema`, () => all(service));
    await check('it serves while this version migrates', async () => {
      const end = keepAsking(service, team);
      const { status, stdout, stderr } = await pauta(['migrate', '--json'], env);
      const requests = await end();
      must(status === 0, stderr);
      console.log(`       ${requests} requests during ${(JSON.parse(stdout) as Json).applied}`);
    });
    await check(`${before.commit} on the new schema`, () => all(service));
    const now = await serve(env);
    await check('this version next to it', () => all(now));
    await check(`created by ${before.commit}, changed by this version`, () => all(service, now));
    await check(`created by this version, changed by ${before.commit}`, () => all(now, service));
    await check('the totals of lists match their records', async () => {
      const database = openDatabase(embedded.connection, 'test', 1, () => {});
      // Does the hourly work of our worker while the previous version still writes.
      const wrong = await repairNewTotals(database)
        .then(() => wrongTotals(database.platform))
        .finally(() => database.close());
      must(wrong.length === 0, `wrong: ${wrong.map(({ resource }) => resource).join(', ')}`);
    });
    await service.stop('SIGINT');
    if (before.startsAgain)
      await check(`${before.commit} starts again, and works`, async () => {
        service = await serve(env, old);
        await all(service);
        await service.stop('SIGINT');
      });
    await now.stop('SIGINT');
  } finally {
    await cleanUp();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await run();
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
