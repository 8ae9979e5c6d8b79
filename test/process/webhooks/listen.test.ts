import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { createKey } from '#server/features/accounts/teams.ts';
import { newSecret } from '#server/features/webhooks/signature.ts';
import { called } from '#test/support/calls.ts';
import { misused, refused } from '#test/support/commands.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { freePort } from '#test/support/http.ts';
import {
  cleanUp,
  hasEnded,
  onDatabase,
  type Pauta,
  pauta,
  serve,
  start,
  startByOlderNode,
} from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';
import { type Signed, verifies, verifiesStandard } from '#test/support/webhooks/signatures.ts';

/*
 * `pauta listen`: a team's events for a local program. Changes are made through the test's own service, so that they continue while the
 * observed one is down.
 */
const service = useService({ workers: 0 });
const env = () => ({
  ...onDatabase(service.connection, service.secret),
  RATE_LIMIT_PER_MINUTE: '0',
});

let server: Server | undefined;
afterAll(async () => {
  server?.close();
  await cleanUp();
});

/** A receiver that can be up and down, with configurable answers. */
function receiver(port: number) {
  const received: (Signed & { readonly type: string; readonly record: string })[] = [];
  const state = { status: 204 };
  return {
    received,
    state,
    async up() {
      server = createServer(async (incoming, response) => {
        const body = Buffer.concat(await incoming.toArray());
        const { type, data } = JSON.parse(body.toString()) as { type: string; data: Json };
        received.push({ headers: incoming.headers, body, type, record: String(data.id) });
        response.writeHead(state.status).end();
      });
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    },
    async down() {
      server?.closeAllConnections();
      await new Promise((resolve) => server?.close(resolve));
    },
  };
}

const endpoints = async (team: TestTeam) =>
  ((await team.get('/webhooks?limit=100')).body.data as Json[]).map(({ id }) => id);

/** Objects printed so far by a listener with --json: the first has the secret. */
const printed = ({ stdout }: Pauta): Json[] =>
  stdout()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Json);

async function ready(listener: Pauta): Promise<Json> {
  await until(() => printed(listener).length > 0);
  return printed(listener)[0] as Json;
}

test('signs events like deliveries, loses nothing while service or receiver are down, and leaves no endpoint', async () => {
  const team = await service.team();
  const [port, at] = [await freePort(), await freePort()];
  let nodes = await serve({ ...env(), PORT: String(port) });
  const { received, state, up, down } = receiver(at);
  const words = [
    'listen',
    '--json',
    '--url',
    `${nodes.origin}/`,
    '--forward',
    `http://localhost:${at}/`,
  ];
  const listening = (...more: string[]) =>
    start([...words, ...more], { ...env(), PAUTA_API_KEY: team.key });
  await up();
  const listener = listening();
  const { secret_token: secret, webhook_id: endpoint } = await ready(listener);
  expect(await endpoints(team)).toEqual([endpoint]);
  const expected: unknown[] = [];
  const makes = async () => expected.push((await team.create('projects')).id);
  const arrive = () => until(() => received.length >= expected.length);
  await makes();
  await arrive();

  await down();
  await makes();
  await until(() => listener.stderr().includes('Waiting for'));
  await up();
  await arrive();

  nodes.child.kill('SIGKILL');
  await nodes.ended;
  await makes();
  // Deliveries for one endpoint only, and kinds that are delivered only if named.
  const otherEndpoint = await team.create('webhooks', { url: 'https://example.com/' });
  await team.post(`/webhooks/${otherEndpoint.id}/test`);
  await service.sql(
    `insert into events (team_id, id, type, record_id, payload) values ($1, uuid7(), 'message.created', $1,
      '{"id":"x","type":"message.created","created_at":"","data":{},"previous":null}')`,
    [team.id],
  );
  await makes();
  nodes = await serve({ ...env(), PORT: String(port) });
  await arrive();

  // Restored from a backup, for instance: the database's earlier numbers are meaningless.
  nodes.child.kill('SIGKILL');
  await nodes.ended;
  await makes();
  await service.sql('vacuum full events');
  nodes = await serve({ ...env(), PORT: String(port) });
  await until(() => listener.stderr().includes('lost its position'));
  await arrive();
  await makes();
  await arrive();

  state.status = 500;
  await makes();
  await arrive();
  state.status = 204;
  await makes();
  await until(() => printed(listener).length > expected.length);
  expect(received.map(({ record }) => record)).toEqual(expected);
  for (const each of received) {
    expect(verifies(each, String(secret))).toBe(true);
    expect(verifiesStandard(each, String(secret))).toBe(true);
  }
  const [, ...deliveries] = printed(listener);
  expect(deliveries.map(({ type, status }) => [type, status])).toEqual(
    expected.map((_, i) => ['project.created', i === expected.length - 2 ? 500 : 204]),
  );
  expect(listener.stderr()).toMatch(/reconnecting/);

  // A killed listener cannot clean up: the next one does, and cleans up after itself when it is stopped.
  listener.child.kill('SIGKILL');
  await listener.ended;
  const next = listening('--events', 'deal.created, message.created');
  const { webhook_id: second } = await ready(next);
  expect((await endpoints(team)).sort()).toEqual([otherEndpoint.id, second].sort());
  await makes();
  expected[expected.length - 1] = (await team.create('deals')).id;
  await arrive();
  expect(received.at(-1)?.type).toBe('deal.created');
  next.child.kill('SIGINT');
  expect((await next.ended).status).toBe(0);
  expect(await endpoints(team)).toEqual([otherEndpoint.id]);

  // With a given secret a read-only key is enough; the listener ends with its key.
  const reading = await createKey(service.database.platform, team.id, {
    name: 'Leitura',
    scope: 'read',
    userId: null,
    expiresAt: null,
  });
  const ownSecret = newSecret();
  const third = listening('--secret', ownSecret, '--key', reading.api_key);
  expect(await ready(third)).toMatchObject({ webhook_id: null, secret_token: ownSecret });
  await makes();
  await arrive();
  expect(verifiesStandard(received.at(-1) as Signed, ownSecret)).toBe(true);
  const without = await pauta([...words, '--key', reading.api_key], env());
  expect(refused(without)).toContain('--secret');

  // It prints where it stopped. The next one continues there, or starts with the oldest stored event.
  third.child.kill('SIGINT');
  const [, cursor = ''] = /--from (\S+)/.exec((await third.ended).stderr) ?? [];
  expect(printed(third).at(-1)?.cursor).toBe(cursor);
  await makes();
  await makes();
  const from = (position: string) =>
    listening('--secret', ownSecret, '--key', reading.api_key, '--from', position);
  const fourth = from(cursor);
  await arrive();
  expect(received.slice(-2).map(({ record }) => record)).toEqual(expected.slice(-2));
  fourth.child.kill('SIGINT');
  await fourth.ended;
  const count = received.length;
  const fifth = from('beginning');
  const repeated = () => received.slice(count).map(({ record }) => record);
  await until(() => repeated().includes(String(expected.at(-1))));
  expect(repeated()).toEqual(expect.arrayContaining(expected));
  expect(repeated()[0]).toBe(expected[0]);
  const lost = await pauta(
    [...words, '--secret', ownSecret, '--key', reading.api_key, '--from', 'elsewhere'],
    env(),
  );
  expect(refused(lost)).toMatch(/not of this database.*--from beginning/);
  await service.sql('update api_keys set revoked_at = now() where id = $1', [reading.id]);
  const ended = await fifth.ended;
  expect([ended.status, ended.stderr]).toEqual([1, expect.stringContaining('no longer valid')]);
  expect(refused(await pauta([...words, '--key', 'pauta_nobody'], env()))).toContain('API key');
  await nodes.stop();
  const nobody = await pauta([...words, '--key', team.key], env());
  expect(refused(nobody)).toContain('cannot be reached (ECONNREFUSED)');
});

test.each([
  [['--forward', 'localhost:4000'], '--forward'],
  [['--forward', 'http://a:b@localhost:4000'], 'password'],
  [['--forward', 'http://localhost:4000', '--url', 'pauta.example.com'], '--url'],
  [['--forward', 'http://localhost:4000', '--events', 'deal.made'], 'deal.created'],
  [['--forward', 'http://localhost:4000', '--secret', 'whsec_short'], '--secret'],
  [['--forward', 'http://localhost:4000', '--from', ''], '--from'],
  [['--forward', 'http://localhost:4000', '--from', 'a\nb'], '--from'],
])('refuses %j', async (words, reason) => {
  const key = `pauta_${randomBytes(3).toString('hex')}`;
  expect(misused(await called(['listen', '--key', key, ...words], env()))).toContain(reason);
});

test('ends cleanly when an older Node.js that started it is killed', async () => {
  const team = await service.team();
  const node = await serve(env());
  const words = [
    'listen',
    '--json',
    '--url',
    `${node.origin}/`,
    '--forward',
    'http://localhost:9/',
  ];
  const listener = startByOlderNode(words, { ...env(), PAUTA_API_KEY: team.key });
  const { webhook_id: endpoint } = await ready(listener);
  expect(await endpoints(team)).toEqual([endpoint]);
  listener.child.kill('SIGKILL');
  // Once its output has ended.
  await listener.ended;
  expect(await endpoints(team)).toEqual([]);
});

test('a signal that arrives twice ends it cleanly, as Ctrl-C does under npm; a later one ends it at once', async () => {
  const team = await service.team();
  const node = await serve(env());
  const forward = ['--forward', 'http://localhost:9/'];
  const words = ['listen', '--json', '--url', `${node.origin}/`, ...forward];
  /** Interrupted while the service does not answer its last request. */
  const interrupted = async () => {
    const listener = start(words, { ...env(), PAUTA_API_KEY: team.key });
    await ready(listener);
    node.child.kill('SIGSTOP');
    listener.child.kill('SIGINT');
    await until(() => listener.stderr().includes('Removing'));
    return listener;
  };
  const listener = await interrupted();
  // npm forwards what the terminal has sent to both.
  listener.child.kill('SIGINT');
  node.child.kill('SIGCONT');
  const { status, stderr } = await listener.ended;
  expect([status, stderr]).toEqual([0, expect.stringMatching(/--from \S+\n.*\nRemoved\.\n$/)]);
  expect(await endpoints(team)).toEqual([]);

  const impatient = await interrupted();
  await until(() => {
    impatient.child.kill('SIGINT');
    return hasEnded(impatient.child);
  });
  expect((await impatient.ended).signal).toBe('SIGINT');
  node.child.kill('SIGCONT');
});
