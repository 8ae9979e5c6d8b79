import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { unwrap } from '#packages/sdk/src/webhooks.ts';
import { newSecret } from '#server/features/webhooks/signature.ts';
import { called } from '#test/support/calls.ts';
import { misused, refused } from '#test/support/commands.ts';
import { type Json, useService } from '#test/support/harness.ts';
import { freePort } from '#test/support/http.ts';
import { cleanUp, onDatabase, pauta, shell } from '#test/support/processes.ts';
import { type Signed, verifies, verifiesStandard } from '#test/support/webhooks/signatures.ts';

/* `pauta trigger`: samples of events for receivers, without any change of the team's data. */
const service = useService({ workers: 0 });
const env = () => ({
  ...onDatabase(service.connection, service.secret),
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
});

const received: (Signed & { readonly path: string })[] = [];
const server = createServer(async (incoming, response) => {
  const body = Buffer.concat(await incoming.toArray());
  received.push({ headers: incoming.headers, body, path: incoming.url ?? '' });
  response.writeHead(incoming.url === '/broken' ? 500 : 204).end();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await cleanUp();
});

async function listening(): Promise<string> {
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${port}`;
}

test('sends a signed sample to the endpoints of a team, or to an address, and stores nothing', async () => {
  const origin = await listening();
  const team = await service.team();
  const stranger = await service.team();
  const endpoint = async (path: string, events: string[], of = team) => {
    const { id, secret_token } = await of.create('webhooks', { name: path, events });
    await service.sql('update webhooks set url = $2 where id = $1', [id, `${origin}/${path}`]);
    return { id: String(id), secret: String(secret_token) };
  };
  const all = await endpoint('all', ['*']);
  const named = await endpoint('named', ['deal.created', 'message.created']);
  const resting = await endpoint('resting', ['deal.created']);
  await endpoint('deleted', ['deal.deleted']);
  await endpoint('stranger', ['*'], stranger);
  await service.sql('update webhooks set is_active = false where id = $1', [resting.id]);
  const rowsOf = async () =>
    service.sql(`select (select count(*) from events) + (select count(*) from deliveries)
      + (select count(*) from deals) + (select count(*) from live_notices) as n`);
  const before = await rowsOf();

  const run = async (...words: string[]) => {
    received.length = 0;
    return pauta(['trigger', '--json', ...words], env());
  };
  const result = await run('deal.created', '--team', team.slug);
  expect(result).toMatchObject({ status: 0 });
  const { id, type, deliveries } = JSON.parse(result.stdout) as Json;
  expect(type).toBe('deal.created');
  expect(deliveries).toMatchObject([
    { webhook_id: all.id, url: `${origin}/all`, status: 204, error: null },
    { webhook_id: named.id, url: `${origin}/named`, status: 204, error: null },
  ]);
  expect(received.map(({ path }) => path).sort()).toEqual(['/all', '/named']);
  for (const each of received) {
    const { secret } = each.path === '/all' ? all : named;
    expect(verifies(each, secret)).toBe(true);
    expect(verifiesStandard(each, secret)).toBe(true);
    expect(each.headers).toMatchObject({ 'webhook-id': id, 'x-pauta-test': 'true' });
    const event = await unwrap({ headers: each.headers, body: each.body }, secret);
    expect(event).toMatchObject({ id, type, previous: null, test: true });
    expect(event.data).toHaveProperty('title');
  }

  // Destinations are those of deliveries.
  received.length = 0;
  const inside = await pauta(['trigger', 'deal.created', '--team', team.slug, '--json'], {
    ...env(),
    WEBHOOK_ALLOW_CIDRS: '',
  });
  expect(inside.status).toBe(1);
  expect(inside.stdout).toContain('is not public');
  expect(received).toEqual([]);

  // A kind that `*` leaves out; one endpoint, whatever it receives.
  await run('message.created', '--team', team.slug);
  expect(received.map(({ path }) => path)).toEqual(['/named']);
  await run('task.moved', '--team', team.slug, '--webhook', named.id);
  expect(received.map(({ path }) => path)).toEqual(['/named']);
  for (const words of [
    ['contact.created', '--team', stranger.slug, '--webhook', named.id],
    ['deal.created', '--team', team.slug, '--webhook', resting.id],
  ])
    expect(refused(await run(...words))).toContain('no active endpoint');
  expect(received).toEqual([]);

  // An address, with a secret or a new one.
  const secret = newSecret();
  expect(
    await run('deal.stage_changed', '--forward', `${origin}/x`, '--secret', secret),
  ).toMatchObject({ status: 0 });
  expect(verifiesStandard(received[0] as Signed, secret)).toBe(true);
  const failed = await run('deal.created', '--forward', `${origin}/broken`);
  expect(failed.status).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({
    deliveries: [{ webhook_id: null, status: 500 }],
  });
  const [printedSecret = ''] = /whsec_\S+/.exec(failed.stderr) ?? [];
  expect(verifies(received[0] as Signed, printedSecret)).toBe(true);
  expect(await rowsOf()).toEqual(before);
});

test('a reader that closes the output early changes nothing', async () => {
  const command = `"$NODE" "$PAUTA" trigger deal.created --forward "$TO" --secret ${newSecret()}`;
  const { stderr } = await shell(
    `{ ${command}; echo "status $?" >&2; } | true`,
    {
      ...env(),
      NODE: process.execPath,
      PAUTA: fileURLToPath(new URL('../../../bin/pauta.js', import.meta.url)),
      TO: `http://127.0.0.1:${(server.address() as AddressInfo).port}/early`,
    },
    tmpdir(),
  ).ended;
  expect(stderr).toBe('status 0\n');
  expect(received.at(-1)?.path).toBe('/early');
});

test.each([
  [['deal.made', '--forward', 'http://localhost:4000'], 'deal.created'],
  [['deal.created'], '--team'],
  [['deal.created', '--forward', 'http://localhost:4000', '--team', 'a'], 'combined'],
  [['deal.created', '--team', 'a', '--secret', newSecret()], '--forward'],
  [['deal.created', '--team', 'a', '--webhook', 'b'], '--webhook'],
])('refuses %j', async (words, reason) => {
  expect(misused(await called(['trigger', ...words], env()))).toContain(reason);
});
