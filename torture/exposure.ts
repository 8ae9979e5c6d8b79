import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newKey } from '#server/platform/api-key.ts';
import { freePort, request } from '#test/support/http.ts';
import {
  cleanUpAfter,
  connectTo,
  type Env,
  newDatabase,
  onDatabase,
  pauta,
  type Service,
  serve,
  start,
} from '#test/support/processes.ts';
import type { TestTeam } from '#test/support/team.ts';
import { eventually } from '#test/support/wait.ts';
import { callerOf, newTeams } from './fixture.ts';
import { exercisePeopleSecrets } from './people-secrets.ts';
import { ledger } from './secret-ledger.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/* Secrets of every kind are used and misused; then everything that this and earlier tests left behind is searched. */

/** Number of repetitions of misuse. */
const rounds = { short: 1, full: 20 };

/** Echoes its input, credentials included, with any status: the worst that a gateway or receiver can do. */
async function startEcho(): Promise<{ url: string; status: number; close(): void }> {
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    incoming.once('end', () => {
      const message = `${incoming.url} ${JSON.stringify(incoming.headers)} ${body}`;
      response.writeHead(echo.status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ message, error: { message, code: 190 }, response: { message } }),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const echo = {
    url: `http://127.0.0.1:${port}`,
    status: 500,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return echo;
}

const secret = (what: string): string => {
  const value = `s3cr3t${randomBytes(20).toString('hex')}`;
  ledger.add(what, value);
  return value;
};

/** Required configuration of each gateway; its secrets are in the ledger. */
const inboxes = (url: string) => [
  {
    gateway: 'evolution',
    type: 'session',
    config: {
      url,
      instance: 'agencia',
      api_key: secret("evolution's key"),
      webhook_secret: secret("evolution's webhook secret"),
    },
  },
  {
    gateway: 'waha',
    type: 'session',
    config: {
      url,
      session: 'agencia',
      api_key: secret("waha's key"),
      webhook_secret: secret("waha's webhook secret"),
    },
  },
  {
    gateway: 'cloud',
    type: 'cloud',
    config: {
      url,
      phone_number_id: '1234567890',
      access_token: secret("the cloud's access token"),
      app_secret: secret("the cloud's app secret"),
      verify_token: secret("the cloud's verify token"),
    },
  },
];

/** Requests with secrets in wrong places; none may be echoed. */
async function misuse(tally: Tally, service: Service, team: TestTeam, hook: string, token: string) {
  const { key } = team;
  const bearer = { authorization: `Bearer ${key}` };
  const tries: [string, string, Record<string, string>, string?][] = [
    ['GET', `/v1/projects?api_key=${key}`, {}],
    ['GET', `/v1/projects?${key}`, bearer],
    ['GET', `/v1/projects?sort=${key}&limit=${key}`, bearer],
    ['GET', `/v1/clients?status=${key}&type=${token}`, bearer],
    ['GET', `/v1/projects/${key}`, bearer],
    ['GET', `/v1/${key}`, bearer],
    ['GET', `/${key}`, {}],
    ['GET', '/v1/projects', { authorization: `Basic ${key}` }],
    ['GET', '/v1/projects', { authorization: `Bearer ${key}x` }],
    ['GET', '/v1/projects', { ...bearer, 'x-request-id': key }],
    ['POST', '/v1/projects', bearer, `{"${key}": 1}`],
    ['POST', '/v1/projects', bearer, `{"name": ${key}}`],
    ['POST', '/v1/projects', bearer, `{"name": "x", "status": "${key}", "client_id": "${token}"}`],
    ['POST', '/v1/webhooks', bearer, `{"name": "x", "url": "${token}"}`],
    ['POST', `/hooks/${hook}?token=${encodeURIComponent(token)}`, {}, '{}'],
    ['POST', `/hooks/${hook}`, { authorization: `Bearer ${token}` }, '[1]'],
    ['POST', `/hooks/${hook}`, { authorization: `Bearer ${token}` }, '{"titulo": "Olá"}'],
    ['POST', `/hooks/${hook}`, { authorization: `Bearer ${key}` }, '{}'],
  ];
  for (const [method, path, headers, raw] of tries) {
    const reply = await request(`${service.address}${path}`, {
      method,
      headers,
      ...(raw === undefined ? {} : { raw }),
    });
    for (const what of ledger.inText(`${JSON.stringify(reply.headers)} ${reply.text}`))
      tally.addLeaked(`${method} with ${what} returns it`);
    if (reply.status >= 500) tally.addWrong(`${method} ${path.slice(0, 20)}: ${reply.text}`);
  }
  return tries.length;
}

/** Reads everything that a team can read. */
async function readAll(tally: Tally, team: TestTeam): Promise<number> {
  const paths = ['/webhooks', '/inboxes', '/events?limit=100', '/conversations', '/users'];
  const lists = await Promise.all(paths.map((path) => team.get(path)));
  const endpoints = lists[0]?.data as unknown as { id: string }[];
  const webhookPaths = endpoints.flatMap(({ id }) =>
    ['', '/deliveries', '/receptions'].map((inner) => `/webhooks/${id}${inner}`),
  );
  for (const answer of [
    ...lists,
    ...(await Promise.all(webhookPaths.map((path) => team.get(path)))),
  ])
    for (const what of ledger.inText(answer.text)) tally.addLeaked(`${what} in ${answer.text}`);
  return paths.length + webhookPaths.length;
}

/** Commands that show data, and starts that fail because of their environment. */
async function runCommands(tally: Tally, env: Env, team: TestTeam): Promise<number> {
  const wrongKey = secret('a malformed BOOTSTRAP_API_KEY');
  const wrongSecret = secret('a malformed SECRET_KEY');
  const password = secret('the password of a database');
  const redis = secret('the password of a Redis');
  const outcomes = await Promise.all([
    ...[
      ['doctor', '--json'],
      ['team', 'list', '--json'],
      ['key', 'list', '--team', team.slug, '--json'],
      ['inbox', 'list', '--team', team.slug, '--json'],
      ['workflow', 'list', '--team', team.slug, '--json'],
    ].map((args) => pauta(args, env)),
    ...[
      { BOOTSTRAP_API_KEY: wrongKey },
      { SECRET_KEY: wrongSecret },
      { DATABASE_URL: `postgres://pauta:${password}@127.0.0.1:1/pauta` },
      { DATABASE_URL: `mysql://pauta:${password}@127.0.0.1:1/pauta` },
      { REDIS_URL: `http://:${redis}@127.0.0.1:1` },
    ].map((wrong) => start(['serve'], { ...env, PORT: '0', ...wrong }).ended),
  ]);
  for (const { stdout, stderr } of outcomes)
    for (const what of ledger.inText(stdout + stderr)) tally.addLeaked(`${what} by a command`);
  return outcomes.length;
}

/** Data visible to any user of the machine: a process' command line, and the database's list of running statements. */
async function lookAtProcess(
  tally: Tally,
  service: Service,
  sql: (text: string) => Promise<string>,
) {
  const line = readFileSync(`/proc/${service.pid}/cmdline`, 'utf8');
  const doing = await sql('select string_agg(query, chr(10)) as text from pg_stat_activity');
  for (const what of ledger.inText(`${line} ${doing}`)) tally.addLeaked(`${what} of a process`);
}

/** Tables that hold secrets, or might have stored one: each has rows at the end; otherwise the search has proved nothing. */
const searched = [
  'api_keys',
  'audit_entries',
  'credentials',
  'deliveries',
  'delivery_attempts',
  'events',
  'idempotency_keys',
  'inboxes',
  'invites',
  'live_notices',
  'login_failures',
  'messages',
  'people',
  'person_tokens',
  'receptions',
  'sessions',
  'webhooks',
];
/** Minimum size of the logs of a verbose service, and of the database's files. */
const minBytes = { logs: 100_000, server: 10_000_000 };

async function run(tally: Tally, size: Size): Promise<string> {
  const connection = await newDatabase('migrated');
  const secretKey = randomBytes(32);
  ledger.add('SECRET_KEY', secretKey.toString('base64'));
  ledger.add('SECRET_KEY in hexadecimal', secretKey.toString('hex'));
  const metricsPort = await freePort();
  const env: Env = {
    ...onDatabase(connection, secretKey),
    RATE_LIMIT_PER_MINUTE: '0',
    BOOTSTRAP_API_KEY: newKey(),
    METRICS_PORT: String(metricsPort),
    REDIS_URL: `redis://:${secret('the password of Redis')}@127.0.0.1:1`,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_RETRY_SCHEDULE: '1s',
    PUBLIC_URL: 'https://pauta.example.com',
    LOG_LEVEL: 'trace',
  };
  const service = await serve(env);
  const [team] = await newTeams(connection, callerOf(service.address), 1);
  if (!team) throw new Error('there is no team');
  const client = await connectTo(connection);
  const echo = await startEcho();
  let uses = 0;
  try {
    const made = await team.post(
      '/webhooks',
      { name: 'Entrada', url: echo.url },
      { 'idempotency-key': 'endpoint' },
    );
    const token = String(made.data.secret_token);
    const rotated = await team.post(`/webhooks/${made.data.id}/rotate-secret`);
    const fresh = String(rotated.data.secret_token);
    const ids: string[] = [];
    for (const { gateway, type, config } of inboxes(echo.url)) {
      const args = ['--team', team.slug, '--name', gateway, '--type', type, '--gateway', gateway];
      const { stdout, stderr, status } = await pauta(
        ['inbox', 'create', ...args, '--config', JSON.stringify(config), '--json'],
        env,
      );
      if (status !== 0) throw new Error(`inbox create: ${stderr}`);
      for (const what of ledger.inText(stdout)) tally.addLeaked(`${what} by inbox create`);
      ids.push((JSON.parse(stdout) as { id: string }).id);
    }
    for (let round = 0; round < rounds[size]; round += 1) {
      for (const status of [200, 400, 401, 403, 404, 429, 500, 503]) {
        echo.status = status;
        for (const id of ids) {
          const phone = `55119${String(10_000_000 + uses)}`;
          const sent = await team.post('/msgapp/messages', { inbox_id: id, phone, content: 'Olá' });
          for (const what of ledger.inText(sent.text)) tally.addLeaked(`${what} in ${sent.text}`);
          uses += 1;
        }
      }
      await team.create('deals');
      uses += await misuse(tally, service, team, `${team.slug}/entrada`, round % 2 ? token : fresh);
      uses += await readAll(tally, team);
    }
    uses += await exercisePeopleSecrets(tally, service, team, env, rounds[size]);
    uses += await runCommands(tally, env, team);
    const metrics = await request(`http://127.0.0.1:${metricsPort}/metrics`);
    for (const what of ledger.inText(metrics.text)) tally.addLeaked(`${what} in the metrics`);
    await lookAtProcess(tally, service, async (text) => {
      const { rows } = await client.query<{ text: string }>(text);
      return rows[0]?.text ?? '';
    });
    await eventually(async () => {
      const { rows } = await client.query(
        `select 1 from deliveries where status = 'pending' limit 1`,
      );
      if (rows.length > 0) throw new Error('deliveries are still pending');
    });
  } finally {
    echo.close();
  }
  await service.stop();
  // This test's own, too.
  const leaks: string[] = [];
  ledger.tables.clear();
  const before = ledger.bytes;
  let least = minBytes.logs;
  await cleanUpAfter(async (left) => {
    if (ledger.serverDirectory === undefined)
      tally.remarks.push("the database server's files are inaccessible and were not searched");
    else {
      await ledger.searchDirectory(ledger.serverDirectory);
      least += minBytes.server;
    }
    leaks.push(...(await ledger.search(left)));
  });
  for (const each of leaks) tally.addLeaked(each);
  const empty = searched.filter((name) => (ledger.tables.get(name) ?? 0) === 0);
  tally.aim(empty.length === 0, `no rows to search in ${empty.join(', ')}`);
  const bytes = ledger.bytes - before;
  tally.aim(bytes >= least, `${bytes} bytes of logs and files searched, not ${least}`);
  const rowCount = [...ledger.tables.values()].reduce((sum, rows) => sum + rows, 0);
  tally.remarks.push(
    `searched ${counted(rowCount)} rows of ${ledger.tables.size} tables, with those of earlier tests of the run ${counted(ledger.rows)} rows and ${counted(Math.round(ledger.bytes / 1e6))} MB of logs and files`,
  );
  return `${counted(uses)} uses and misuses of secrets`;
}

export default {
  title: 'Secrets in clear',
  what: `API keys, webhook secrets, gateway credentials, SECRET_KEY, people's passwords, sessions, links and second factors are used and misused: in URLs, headers and bodies where they do not belong, with
gateways and receivers that echo everything and fail in every way, in invalid environments, by commands. No answer may contain one (except the one that is
meant to show it), nor may metrics, command lines or PostgreSQL's list of running statements. After every test of a run, everything it left behind is
searched: its processes' output, every row of its databases as text, its files; a secret there counts as leaked in that test's row. This test also searches
the shared database server's own files, including its log and WAL. Wrong: a table that could hold a secret and has no row to search.`,
  broken: [
    {
      how: 'request URLs are logged with their query',
      file: 'server/http/request-log.ts',
      find: '      route,\n      status,\n',
      replace: '      route,\n      url: request.url,\n      status,\n',
    },
    {
      how: 'responses stored under an Idempotency-Key are not encrypted',
      file: 'server/operations/idempotency.ts',
      find: 'const response = answer ? secrets.seal(answer.body, place) : null;',
      replace: 'const response = answer ? Buffer.from(answer.body) : null;',
    },
    {
      how: 'the seed of a second factor is stored unencrypted',
      file: 'server/features/accounts/people/totp.ts',
      find: 'const secret = secrets.seal(seed, totpSealContext(personId, id));',
      replace: 'const secret = Buffer.from(seed);',
    },
    {
      how: 'the token of a session is stored next to its hash',
      file: 'server/features/accounts/sessions.ts',
      find: 'user_agent: userAgent?.slice(0, 512) ?? null,',
      replace: "user_agent: [personId, secret].join('.'),",
    },
    {
      how: 'an invalid environment variable is shown even if it contains a password',
      file: 'server/platform/config.ts',
      find: 'fallback: undefined,\n  secret: true,\n  parse(text) {',
      replace: 'fallback: undefined,\n  parse(text) {',
    },
    {
      how: 'an error message repeats a key that was sent as a field name',
      file: 'server/platform/errors.ts',
      find: 'text.replace(secretLike,',
      replace: 'text.replace(/(?!)/g,',
    },
  ],
  run,
} satisfies Torture;
