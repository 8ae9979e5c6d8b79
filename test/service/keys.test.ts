import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { keysIn } from '#server/features/accounts/key-lookup.ts';
import { teamsBySlug } from '#server/features/accounts/team-lookup.ts';
import { createKey, type NewKey } from '#server/features/accounts/teams.ts';
import { resources } from '#server/features/registry.ts';
import { isWellFormedKey, newKey } from '#server/platform/api-key.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import {
  type Answer,
  call,
  type Json,
  minimal,
  type TestTeam,
  useService,
} from '#test/support/harness.ts';
import { until } from '#test/support/wait.ts';

const service = useService();
let team: TestTeam;

beforeAll(async () => {
  team = await service.team();
});

/** Creates a key of the team. */
function makeKey(options: Partial<NewKey> = {}): Promise<{ id: string; api_key: string }> {
  const all: NewKey = { name: 'Chave', scope: 'full', userId: null, expiresAt: null, ...options };
  return createKey(service.database.platform, team.id, all);
}

const revoke = (id: string) =>
  service.sql('update api_keys set revoked_at = now() where id = $1', [id]);

/** A request with the given Authorization header, or without one. */
const authorized = (authorization?: string, method = 'GET', path = '/projects'): Promise<Answer> =>
  call(
    service.app,
    undefined,
    method,
    path,
    undefined,
    authorization === undefined ? {} : { authorization },
  );

describe('the format', () => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

  /** CRC-32 as ISO 3309 defines it, bit by bit. */
  function crc32(text: string): number {
    let crc = 0xffffffff;
    for (const byte of Buffer.from(text, 'ascii')) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return (crc ^ 0xffffffff) >>> 0;
  }

  // Generated with Python: zlib.crc32(b'pauta_' + body), then divmod by 62 six times.
  const vectors = [
    ['pauta_0123456789ABCDEFGHIJKLMNOPQRSTUV', '3HXVLL'],
    ['pauta_p2aTAoZovyfs3KTVMoaqRwMzZNc6gt0n', '000ODX'],
  ] as const;

  test.each(vectors)('%s ends in %s', (body, checksum) => {
    expect(isWellFormedKey(body + checksum)).toBe(true);
    for (let i = 0; i < checksum.length; i++) {
      const wrongDigit = digits.charAt((digits.indexOf(checksum.charAt(i)) + 1) % 62);
      expect(
        isWellFormedKey(body + checksum.slice(0, i) + wrongDigit + checksum.slice(i + 1)),
      ).toBe(false);
    }
  });

  test('new keys are pauta_, 32 random base62 characters and the checksum of both', () => {
    const made = Array.from({ length: 500 }, newKey);
    for (const key of made) {
      expect(key).toMatch(/^pauta_[0-9A-Za-z]{38}$/);
      let number = 0;
      for (const digit of key.slice(-6)) number = number * 62 + digits.indexOf(digit);
      expect(number).toBe(crc32(key.slice(0, -6)));
      expect(isWellFormedKey(key)).toBe(true);
    }
    expect(new Set(made).size).toBe(made.length);
    // Every digit occurs in the 16,000 characters, at about the same frequency.
    const characters = made.flatMap((key) => [...key.slice(6, 38)]);
    for (const digit of digits) {
      const times = characters.filter((character) => character === digit).length;
      expect(times).toBeGreaterThan(characters.length / 62 / 2);
      expect(times).toBeLessThan((characters.length / 62) * 2);
    }
  });

  test('malformed keys are recognized without a query', () => {
    const key = newKey();
    const others = [
      '',
      key.slice(1),
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.toLowerCase(),
      key.replace('pauta_', 'pauta-'),
      `${key.slice(0, 10)}_${key.slice(11)}`,
      `${key.slice(0, 10)}é${key.slice(11)}`,
    ];
    for (const text of others)
      expect({ text, is: isWellFormedKey(text) }).toEqual({ text, is: false });
  });
});

describe('authentication', () => {
  test('missing, malformed, unknown, expired and revoked look the same', async () => {
    const revoked = await makeKey();
    await revoke(revoked.id);
    const expired = await makeKey({ expiresAt: new Date(Date.now() - 1_000) });
    const valid = team.key;
    const wrongChecksum = valid.slice(0, -1) + (valid.endsWith('0') ? '1' : '0');
    const refused: (string | undefined)[] = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Bearer ${newKey()}`,
      `Bearer ${wrongChecksum}`,
      `Bearer ${revoked.api_key}`,
      `Bearer ${expired.api_key}`,
      `Bearer ${valid} ${valid}`,
      `Bearer ${valid}, Bearer ${valid}`,
      `Bearer${valid}`,
      `Bearer "${valid}"`,
      valid,
      `Token ${valid}`,
      `Basic ${Buffer.from(`${valid}:`).toString('base64')}`,
      `Basic ${valid}`,
      `Bearer ${'x'.repeat(5_000)}`,
      `Bearer pauta_${'%'.repeat(38)}`,
    ];
    const first = await authorized(undefined);
    expect(first.body).toEqual({
      success: false,
      error: { code: 'UNAUTHORIZED', message: expect.stringMatching(/Authorization: Bearer/) },
    });
    const comparable = ({ headers: { 'x-request-id': _, date: __, ...headers } }: Answer) =>
      headers;
    for (const authorization of refused) {
      const answer = await authorized(authorization);
      expect({ authorization, status: answer.status }).toEqual({ authorization, status: 401 });
      expect(answer.text).toBe(first.text);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(comparable(answer)).toEqual(comparable(first));
    }
  });

  test('runs before paths, methods and bodies are checked', async () => {
    const first = await authorized(undefined);
    const elsewhere = [
      ['GET', '/nowhere'],
      ['PATCH', '/projects'],
      ['GET', '/projects?limit=x'],
      ['POST', '/projects'],
      ['DELETE', `/projects/${uuidv7()}`],
    ] as const;
    for (const [method, path] of elsewhere) {
      const answer = await authorized('Bearer x', method, path);
      expect({ path, status: answer.status, text: answer.text }).toEqual({
        path,
        status: 401,
        text: first.text,
      });
    }
  });

  test('a key is not accepted as a query parameter, a cookie or another header', async () => {
    expect((await authorized(undefined, 'GET', `/projects?api_key=${team.key}`)).status).toBe(401);
    for (const name of ['cookie', 'x-api-key', 'proxy-authorization', 'api-key']) {
      const value = name === 'cookie' ? `api_key=${team.key}` : `Bearer ${team.key}`;
      const answer = await call(service.app, undefined, 'GET', '/projects', undefined, {
        [name]: value,
      });
      expect({ name, status: answer.status }).toEqual({ name, status: 401 });
    }
  });

  describe('a secret in the address', () => {
    const escaped = (text: string) =>
      [...text].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
    const ways: [string, (secret: string) => string][] = [
      ['as a value', (secret) => `?api_key=${secret}`],
      ['as the value of a filter', (secret) => `?search=${secret}`],
      ['as a name', (secret) => `?${secret}`],
      ['as a name with a value', (secret) => `?limit=1&${secret}=1`],
      ['after many others', (secret) => `?${'a=b&'.repeat(1_000)}key=${secret}`],
      ['within a text', (secret) => `?search=Bearer%20${secret}x`],
      ['escaped', (secret) => `?api_key=${escaped(secret)}`],
      ['escaped in capitals', (secret) => `?api_key=${escaped(secret).toUpperCase()}`],
      ['its underscore escaped', (secret) => `?api_key=${secret.replace('_', '%5F')}`],
      ['among other parameters', (secret) => `?a=%zz%&b=pauta_pauta_&key=${secret}&c=%`],
      ['behind a second question mark', (secret) => `??&key=${secret}`],
    ];
    const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;

    test.each(ways)('%s: 401 without a key, as for any request; 400 with one', async (_, query) => {
      const plain = await authorized(undefined);
      for (const secret of [team.key, newKey(), webhookSecret]) {
        const url = query(secret);
        for (const [method, path] of [
          ['GET', '/projects'],
          ['HEAD', '/projects'],
          ['GET', `/projects/${uuidv7()}`],
          ['POST', '/projects'],
          ['PUT', `/projects/${uuidv7()}`],
          ['DELETE', `/projects/${uuidv7()}`],
          ['POST', '/msgapp/messages'],
          ['POST', `/webhooks/${uuidv7()}/test`],
        ] as const) {
          for (const header of [undefined, `Bearer ${newKey()}`]) {
            const stranger = await authorized(header, method, path + url);
            expect(stranger.status).toBe(401);
            if (method !== 'HEAD') expect(stranger.text).toBe(plain.text);
          }
          const answer = await authorized(`Bearer ${team.key}`, method, path + url);
          expect({ method, path, status: answer.status }).toEqual({ method, path, status: 400 });
          if (method === 'HEAD') continue;
          expect(answer.error.code).toBe('VALIDATION_ERROR');
          expect(answer.error.message).toMatch(/Authorization header.*revoke/);
          expect(answer.text).not.toContain(secret.slice(6, 20));
        }
      }
    });

    test('is refused before a stored answer is looked up, and the refusal is not stored', async () => {
      const headers = { 'idempotency-key': 'once' };
      const made = await team.post('/projects', { name: 'Chave' }, headers);
      const refusal = await team.post(`/projects?key=${team.key}`, { name: 'Chave' }, headers);
      expect([made.status, refusal.status]).toEqual([201, 400]);
      const otherKey = { 'idempotency-key': 'another' };
      expect((await team.post(`/projects?k=${team.key}`, { name: 'x' }, otherKey)).status).toBe(
        400,
      );
      expect((await team.post('/projects', { name: 'x' }, otherKey)).status).toBe(201);
    });

    test('a text that only resembles one is accepted like any other', async () => {
      const key = newKey();
      const wrong = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
      for (const text of [wrong, key.slice(0, -1), key.toUpperCase(), 'pauta_', 'whsec_short'])
        expect((await team.get(`/projects?search=${text}`)).status).toBe(200);
    });

    test('is found, regardless of other parameters in the query', async () => {
      const noise = [
        'pauta_'.repeat(2_500),
        `pauta_${'x'.repeat(38)}`.repeat(340),
        '%70auta_'.repeat(1_800),
        '%'.repeat(15_000),
        '%7'.repeat(7_500),
        'whsec_'.repeat(2_500),
        '?&='.repeat(5_000),
      ];
      for (const text of noise) {
        expect((await team.get(`/projects?a=${text}`)).status).toBe(400);
      }
    });
  });

  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])(
    'the scheme %s is accepted',
    async (scheme) => {
      expect((await authorized(`${scheme} ${team.key}`)).status).toBe(200);
      expect((await authorized(`${scheme}  ${team.key} `)).status).toBe(200);
    },
  );
});

test('GET /v1/me returns a key of either scope and its team', async () => {
  const me = async (key: string) => (await authorized(`Bearer ${key}`, 'GET', '/me')).body.data;
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { id, api_key } = await makeKey({ name: 'n8n', scope: 'read', expiresAt, perMinute: 30 });
  const [{ name } = {}] = await service.sql('select name from teams where id = $1', [team.id]);
  const teamSummary = { id: team.id, name, slug: team.slug };
  expect(await me(api_key)).toEqual({
    team: teamSummary,
    key: { id, name: 'n8n', scope: 'read', expires_at: expiresAt.toISOString() },
    rate_limit: { limit: 30, window_seconds: 60 },
  });
  expect(await me(team.key)).toEqual({
    team: teamSummary,
    key: { id: expect.any(String), name: expect.any(String), scope: 'full', expires_at: null },
    rate_limit: null,
  });
  // Compact JSON, like every answer.
  const { text, body } = await authorized(`Bearer ${api_key}`, 'GET', '/me');
  expect(text).toBe(JSON.stringify(body));
  await revoke(id);
  await expect.poll(() => me(api_key)).toBeUndefined();
});

test('a misplaced key is not repeated in the answer', async () => {
  const { key } = team;
  const answers = [
    await team.get(`/projects?${key}=1`),
    await team.post('/projects', { name: 'x', [key]: 1 }),
    await team.post('/projects', `{"name": ${key}}`),
    await team.call('GET', '/projects', undefined, { 'x-request-id': key }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 200]);
  for (const { headers, text } of answers) {
    expect(text).not.toContain(key);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});

describe('while a key is in constant use', () => {
  interface Use {
    /** Times at which the request was sent and answered. */
    at: number;
    answeredAt: number;
    status: number;
  }

  /** Uses sent when no cache entry of an ended key is valid any more. */
  const usesAfter = (uses: readonly Use[], end: number) =>
    uses.filter(({ at }) => at >= end + 1_000);

  /** Uses a key from several clients, each sending its next request as soon as the last is answered. */
  function use(key: string, isEnough: (uses: readonly Use[]) => boolean) {
    const uses: Use[] = [];
    const client = async () => {
      while (!isEnough(uses)) {
        const at = Date.now();
        const { status } = await authorized(`Bearer ${key}`);
        uses.push({ at, answeredAt: Date.now(), status });
        await sleep(1);
      }
    };
    return { uses, ended: Promise.all([client(), client(), client()]) };
  }

  function expectEnd(uses: readonly Use[], begin: number, end: number): void {
    const before = uses.filter(({ answeredAt }) => answeredAt < begin);
    const after = usesAfter(uses, end);
    expect(before.length).toBeGreaterThan(5);
    expect(after.length).toBeGreaterThan(5);
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
  }

  test('revocation takes effect within a second', async () => {
    const { id, api_key } = await makeKey();
    let revokedAt = Number.POSITIVE_INFINITY;
    const { uses, ended } = use(api_key, (all) => usesAfter(all, revokedAt).length > 5);
    await until(() => uses.length > 5);
    // Later than the answers of this millisecond.
    const begin = Date.now() + 1;
    await revoke(id);
    revokedAt = Date.now();
    await ended;
    expectEnd(uses, begin, revokedAt);
  });

  test('expiry takes effect within a second', async () => {
    const expiresAt = new Date(Date.now() + 4_000);
    const { api_key } = await makeKey({ expiresAt });
    const end = expiresAt.getTime();
    const { uses, ended } = use(api_key, (all) => usesAfter(all, end).length > 5);
    await ended;
    expectEnd(uses, end, end);
  });

  test('both take effect on other nodes too', async () => {
    const otherKeys = keysIn(service.database.platform);
    const { id, api_key } = await makeKey();
    expect(await otherKeys.find(`Bearer ${api_key}`, '127.0.0.1')).toMatchObject({
      keyId: id,
      team: { id: team.id },
    });
    await revoke(id);
    await sleep(1_000);
    expect(await otherKeys.find(`Bearer ${api_key}`, '127.0.0.1')).toBeUndefined();
  });
});

test('the team of a cached key is known without a query', async () => {
  const { id, api_key } = await makeKey();
  const header = `Bearer ${api_key}`;
  const keys = keysIn(service.database.platform);
  expect(keys.cachedTeamId(header)).toBeUndefined();
  await keys.find(header, '127.0.0.1');
  expect(keys.cachedTeamId(header)).toBe(team.id);
  for (const value of [undefined, '', api_key, `Bearer ${newKey()}`, `${header} ${api_key}`])
    expect(keys.cachedTeamId(value)).toBeUndefined();
  // Longer than a cache entry is valid, so the rate limit does not depend on the pause between two requests.
  await sleep(600);
  expect(keys.cachedTeamId(header)).toBe(team.id);
  await revoke(id);
  expect(await keys.find(header, '127.0.0.1')).toBeUndefined();
  expect(keys.cachedTeamId(header)).toBeUndefined();

  const slugs = teamsBySlug(service.database);
  expect(slugs.cachedTeamId(team.slug)).toBeUndefined();
  expect((await slugs.find(team.slug))?.id).toBe(team.id);
  expect([slugs.cachedTeamId(team.slug), slugs.cachedTeamId('nobody')]).toEqual([
    team.id,
    undefined,
  ]);
});

describe('a key restricted to certain addresses', () => {
  /** A request from an address, set through `inject`. */
  const from = async (remoteAddress: string, key: string) => {
    const { statusCode, headers, payload } = await service.app.inject({
      url: '/api/v1/projects',
      remoteAddress,
      headers: { authorization: `Bearer ${key}` },
    });
    const { 'x-request-id': _, date: __, ...stableHeaders } = headers;
    return { status: statusCode, headers: stableHeaders, payload };
  };

  test('is refused elsewhere like an unknown key, even if it was just used from an allowed address', async () => {
    const { id, api_key } = await makeKey({ allowFrom: ['203.0.113.0/24', '2001:db8::/32'] });
    const unknown = await from('198.51.100.1', newKey());
    expect(unknown.status).toBe(401);
    await service.keys.recordUse();
    for (const [address, status] of [
      ['198.51.100.1', 401],
      ['203.0.113.9', 200],
      ['203.0.114.9', 401],
      ['203.0.113.255', 200],
      ['::ffff:203.0.113.9', 200],
      ['::ffff:198.51.100.1', 401],
      ['2001:db8:1::1', 200],
      ['2001:db9::1', 401],
      ['127.0.0.1', 401],
      ['::203.0.113.9', 401],
    ] as const) {
      // Each twice: the cache entry of one must not serve the other.
      for (const again of [1, 2]) {
        const answer = await from(address, api_key);
        expect({ address, again, status: answer.status }).toEqual({ address, again, status });
        if (status === 401) expect(answer).toEqual(unknown);
      }
    }
    const lastUsed = async () =>
      (await service.sql('select last_used_at as at from api_keys where id = $1', [id]))[0]?.at;
    await service.keys.recordUse();
    const used = await lastUsed();
    expect(used).toBeInstanceOf(Date);
    await from('198.51.100.1', api_key);
    await service.keys.recordUse();
    expect(await lastUsed()).toEqual(used);
  });

  test('costs a database query per request elsewhere, like an unknown key, so timing reveals nothing', async () => {
    const { api_key } = await makeKey({ allowFrom: ['203.0.113.0/24'] });
    let queries = 0;
    const { platform } = service.database;
    const keys = keysIn({
      ...platform,
      run: (statement, parameters) => {
        queries += 1;
        return platform.run(statement, parameters);
      },
    });
    const count = async (key: string, address: string) => {
      const before = queries;
      await keys.find(`Bearer ${key}`, address);
      return queries - before;
    };
    expect(await count(api_key, '203.0.113.1')).toBe(1);
    expect(await count(api_key, '203.0.113.1')).toBe(0);
    expect(await count(api_key, '198.51.100.1')).toBe(1);
    expect(await count(newKey(), '198.51.100.1')).toBe(1);
    expect(await keys.find(`Bearer ${api_key}`, 'unknown')).toBeUndefined();
  });
});

describe('a read-only key', () => {
  let reading: string;

  beforeAll(async () => {
    reading = (await makeKey({ scope: 'read' })).api_key;
  });

  const asReader = (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => call(service.app, reading, method, path, body, headers);

  describe.each(resources.map(({ table: resource }) => resource))('$name', (resource) => {
    let record: Json;

    beforeAll(async () => {
      record = await team.create(resource.name);
    });

    test('reads', async () => {
      const one = await asReader('GET', `${resource.path}/${record.id}`);
      expect(one.status).toBe(200);
      expect(one.data.id).toBe(record.id);
      const list = await asReader('GET', resource.path);
      expect(list.status).toBe(200);
      expect(list.body.data).toContainEqual(one.data);
      expect((await asReader('HEAD', resource.path)).status).toBe(200);
    });

    test('writes nothing', async () => {
      const count = async () => (await team.get(`${resource.path}?limit=1`)).body.pagination;
      const [before, number] = [await team.get(`${resource.path}/${record.id}`), await count()];
      const writes = [
        await asReader('POST', resource.path, await minimal(team, resource.name)),
        await asReader('PUT', `${resource.path}/${record.id}`, {}),
        await asReader('PUT', `${resource.path}/${record.id}`, {
          updated_at: before.data.updated_at,
        }),
        await asReader('DELETE', `${resource.path}/${record.id}`),
        // Whatever else may be wrong, the missing permission is reported first.
        await asReader('POST', resource.path, '{', { 'content-type': 'text/plain' }),
        await asReader('PUT', `${resource.path}/${uuidv7()}`, {}),
        await asReader('DELETE', `${resource.path}/x`),
      ];
      for (const answer of writes) {
        expect(answer.status).toBe(403);
        expect(answer.body).toEqual({
          success: false,
          error: { code: 'FORBIDDEN', message: expect.stringContaining('read') },
        });
      }
      expect((await team.get(`${resource.path}/${record.id}`)).text).toBe(before.text);
      expect(await count()).toEqual(number);
    });

    test('gets no stored answer of a write', async () => {
      const idempotency = { 'idempotency-key': `stored-${resource.name}` };
      const body = JSON.stringify(await minimal(team, resource.name));
      const first = await team.post(resource.path, body, idempotency);
      expect(first.status).toBe(201);
      const again = await team.post(resource.path, body, idempotency);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers['idempotency-replayed']).toBe('true');

      const refused = await asReader('POST', resource.path, body, idempotency);
      expect(refused.status).toBe(403);
      expect(refused.error.code).toBe('FORBIDDEN');
      expect(refused.headers).not.toHaveProperty('idempotency-replayed');
      expect(refused.text).not.toContain(String(first.data.id));
    });
  });
});

describe('the stored data of a key', () => {
  test('includes its last use', async () => {
    const { id, api_key } = await makeKey();
    const lastUsed = async () =>
      (await service.sql('select last_used_at as at from api_keys where id = $1', [id]))[0]?.at;
    await service.keys.recordUse();
    expect(await lastUsed()).toBeNull();

    const before = Date.now();
    await authorized(`Bearer ${api_key}`);
    await service.keys.recordUse();
    const first = await lastUsed();
    expect(first).toBeInstanceOf(Date);
    expect((first as Date).getTime()).toBeGreaterThanOrEqual(before - 1_000);
    expect((first as Date).getTime()).toBeLessThanOrEqual(Date.now() + 1_000);

    // Not used in between, so there is nothing to record.
    await sleep(5);
    await service.keys.recordUse();
    expect(await lastUsed()).toEqual(first);
    await authorized(`Bearer ${api_key}`);
    await service.keys.recordUse();
    expect(((await lastUsed()) as Date).getTime()).toBeGreaterThan((first as Date).getTime());
  });

  test('refused uses of a key are not recorded', async () => {
    const { id, api_key } = await makeKey();
    await revoke(id);
    expect((await authorized(`Bearer ${api_key}`)).status).toBe(401);
    await service.keys.recordUse();
    expect(await service.sql('select last_used_at from api_keys where id = $1', [id])).toEqual([
      { last_used_at: null },
    ]);
  });

  test('records made with a key have the author of the key as author', async () => {
    const { api_key } = await makeKey({ userId: team.users[0] ?? null });
    const made = await call(service.app, api_key, 'POST', '/projects', { name: 'De alguém' });
    expect(made.data.created_by).toBe(team.users[0]);
  });

  test('the key itself is nowhere in the database', async () => {
    const key = newKey();
    const { id } = await makeKey({ key, name: 'Secreta' });
    const [body, rest] = [key.slice(6, 38), key.slice(6)];
    for (const { table: resource } of resources) {
      const values = await minimal(team, resource.name);
      const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
      expect((await call(service.app, key, 'POST', resource.path, values, headers)).status).toBe(
        201,
      );
    }
    await service.keys.recordUse();

    // Every value of every column of every table, as text and as the bytes of texts, hex and base64 texts.
    const tables = await service.sql(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(15);
    const forms = (text: string) => [
      text,
      Buffer.from(text).toString('hex'),
      Buffer.from(text).toString('base64').replace(/=+$/, ''),
    ];
    const placesOf = async (texts: string[]) => {
      const places: unknown[] = [];
      for (const { name } of tables) {
        const rows = await service.sql(
          `select 1 as one from ${name} t, unnest($1::text[]) wanted where position(wanted in t::text) > 0 limit 1`,
          [texts],
        );
        if (rows.length > 0) places.push(name);
      }
      return places;
    };
    // The search finds what exists: the name, and the hash.
    expect(await placesOf(['Secreta'])).toEqual(['public.api_keys']);
    expect(await placesOf(forms(id))).toEqual(['public.api_keys', 'public.audit_entries']);
    expect(await placesOf([secretHash(key).toString('hex')])).toEqual(['public.api_keys']);
    expect(await placesOf([...forms(key), ...forms(rest), ...forms(body)])).toEqual([]);
  });
});
