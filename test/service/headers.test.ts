import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '#server/platform/api-key.ts';
import { routesOf, type TestTeam, useService } from '#test/support/harness.ts';

/* Security headers of every answer: an answer that is opened, framed or embedded is harmless. */
const service = useService();
const strict = useService({ perMinute: 1 });
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});

const everywhere = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
const data = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
/** Headers that identify the program, or admit pages of other sites. */
const absent = /^(server|x-powered-by|via|access-control-.*|strict-transport-security)$/;

async function ask(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  on = service,
) {
  const answer = await on.app.inject({
    method: method as 'GET',
    url,
    headers: { origin: 'https://elsewhere.example', ...headers },
    ...(method === 'POST' || method === 'PUT' ? { payload: '{' } : {}),
  });
  expect(Object.keys(answer.headers).filter((name) => absent.test(name))).toEqual([]);
  return answer;
}

test('of every route, with a key and without', async () => {
  const statuses = new Set<number>();
  const routes = routesOf(service.app);
  for (const [method, path] of routes) {
    const url = path.replace(/:\w+/g, uuidv7()).replace('*', 'js/scalar.js');
    for (const authorization of [`Bearer ${team.key}`, `Bearer ${newKey()}`]) {
      const answer = await ask(method, url, { authorization, 'content-type': 'application/json' });
      statuses.add(answer.statusCode);
      const isPage = path.startsWith('/reference') && answer.statusCode < 400;
      // The reference's script is static: it is cached and revalidated.
      const isKept = url === '/reference/js/scalar.js';
      const all = isKept ? { ...everywhere, 'cache-control': 'no-cache' } : everywhere;
      // So is the script of the approval page, which has its own policy.
      const isScript = /^\/(approve|report)\/script-/.test(url);
      const script = { ...data, 'cache-control': 'public, max-age=31536000, immutable' };
      const isLinks = /^\/(approve|report|unsubscribe)\//.test(url);
      // So are the documents.
      const document = { ...data, 'cache-control': 'no-cache' };
      const icon = { ...data, 'cache-control': 'public, max-age=86400' };
      const ours = url.endsWith('/openapi.json') ? document : url === '/icon.svg' ? icon : data;
      const expected = isScript ? script : isPage ? all : isLinks ? everywhere : ours;
      expect(answer.headers, `${method} ${url}`).toMatchObject(expected);
    }
  }
  expect(routes.length).toBeGreaterThan(60);
  // This app serves no streams, and agents open none (405).
  expect([...statuses].sort()).toEqual([200, 301, 400, 401, 403, 404, 405, 410, 503]);
});

test('without a panel, browsers are redirected from / to the reference', async () => {
  const { statusCode, headers } = await ask('GET', '/', { accept: 'text/html,*/*;q=0.8' });
  expect([statusCode, headers.location]).toEqual([302, 'reference/']);
});

test('without a panel, / answers programs with the available addresses', async () => {
  const answer = await ask('GET', '/', { accept: '*/*', host: 'pauta.test' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject(data);
  expect(answer.json().data).toEqual({
    name: 'Pauta',
    api: 'http://pauta.test/api/v1',
    reference: 'http://pauta.test/reference/',
    docs: 'http://pauta.test/docs/',
    openapi: 'http://pauta.test/api/openapi.json',
  });
});

describe('of unknown routes', () => {
  test.each<[number, string, string]>([
    [404, 'GET', '/nowhere'],
    [404, 'POST', '/nowhere'],
    [404, 'GET', '/api/nowhere'],
    [404, 'GET', '/reference/nowhere'],
    [404, 'OPTIONS', '/nowhere'],
    [404, 'GET', '/api/v1/nowhere'],
    [405, 'PATCH', '/api/v1/projects'],
    [405, 'OPTIONS', '/api/v1/projects'],
    [415, 'POST', '/api/v1/projects'],
  ])('%i to %s %s', async (status, method, url) => {
    const answer = await ask(method, url, { authorization: `Bearer ${team.key}` });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject(data);
  });
});

test('of a success, of a request over the rate limit, and of an internal error', async () => {
  const authorization = `Bearer ${team.key}`;
  const requestHeaders = { authorization, 'content-type': 'application/json' };
  const made = await service.app.inject({
    method: 'POST',
    url: '/api/v1/projects',
    headers: requestHeaders,
    payload: '{"name":"a"}',
  });
  expect(made.statusCode).toBe(201);
  expect(made.headers).toMatchObject(data);

  await ask('GET', '/api/v1/projects', {}, strict);
  const refused = await ask('GET', '/api/v1/projects', {}, strict);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers).toMatchObject(data);

  await service.sql('alter table projects rename to hidden');
  const failed = await ask('GET', '/api/v1/projects', { authorization });
  await service.sql('alter table hidden rename to projects');
  expect(failed.statusCode).toBe(500);
  expect(failed.headers).toMatchObject(data);
});

test('the pages of the reference run only scripts of this service, and cannot be framed', async () => {
  const page = await ask('GET', '/reference/');
  expect(page.statusCode).toBe(200);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+'(;|$)/);
  expect(policy).not.toMatch(/unsafe-eval|https?:/);
});
