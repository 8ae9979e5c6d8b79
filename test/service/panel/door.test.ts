import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { useSharedService } from '#test/support/harness.ts';
import { callPanel, makePerson, type TestPerson } from '#test/support/people.ts';

/* The panel's API for people: a session instead of a key, and protection against requests forged by other sites. */
const service = useSharedService();

describe('a session', () => {
  test('reaches the team of its person, in the shape of v1', async () => {
    const team = await service.team();
    const ana = await makePerson(service, team, 'member');
    const client = await team.create('clients');
    expect((await ana.get(`/clients/${client.id}`)).data).toEqual(client);
    const made = await ana.post('/clients', { type: 'PF', name: 'João' });
    expect(made.status, made.text).toBe(201);
    expect((await team.get(`/clients/${made.data.id}`)).data).toEqual(made.data);
    expect((await ana.own('GET', '/session')).data).toMatchObject({ email: ana.email });
    expect((await ana.own('GET', '/account/teams')).body.data).toMatchObject([
      { slug: team.slug, role: 'member' },
    ]);
  });

  test('is null for a caller who is not signed in, which is no error', async () => {
    for (const token of [undefined, 'x', `${crypto.randomUUID()}.${'a'.repeat(43)}`]) {
      const answer = await callPanel(service.app, token, 'GET', '/session');
      expect([answer.status, answer.body]).toEqual([200, { success: true, data: null }]);
    }
  });

  test('does not reach another team, which looks like one that does not exist', async () => {
    const [ours, theirs] = [await service.team('Nossa'), await service.team('Deles')];
    const ana = await makePerson(service, ours, 'owner');
    const foreign = await ana.own('GET', `/teams/${theirs.slug}/clients`);
    const missing = await ana.own('GET', `/teams/nobody-has-this/clients`);
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(missing.text);
  });

  test('ends when it is signed out', async () => {
    const ana = await makePerson(service, await service.team(), 'member');
    expect((await ana.own('DELETE', '/session')).status).toBe(200);
    await expect.poll(async () => (await ana.own('GET', '/account')).status).toBe(401);
  });

  test('every path refuses requests without one', async () => {
    const team = await service.team();
    for (const token of [undefined, 'x', `${team.id}.${'a'.repeat(43)}`])
      expect(
        (await callPanel(service.app, token, 'GET', `/teams/${team.slug}/clients`)).status,
      ).toBe(401);
  });
});

test('large answers are compressed for clients that accept it, and have the same content', async () => {
  const team = await service.team();
  const ana = await makePerson(service, team, 'member');
  for (let i = 0; i < 30; i += 1)
    await team.create('clients', {
      name: `Padaria ${i}`,
      notes: 'pão '.repeat(i < 20 ? 30 : 1_000),
    });
  const request = async (limit: number, coding?: string) => {
    const answer = await service.app.inject({
      method: 'GET',
      url: `/api/panel/teams/${team.slug}/clients?limit=${limit}&sort=created_at`,
      headers: {
        cookie: `pauta_session=${ana.token}`,
        ...(coding === undefined ? {} : { 'accept-encoding': coding }),
      },
    });
    return { bytes: answer.rawPayload, packed: answer.headers['content-encoding'] };
  };
  // A few kilobytes, some, and enough to be streamed.
  for (const [limit, isLarge] of [
    [1, false],
    [20, true],
    [30, true],
  ] as const) {
    const plain = await request(limit);
    expect(plain.packed).toBeUndefined();
    const [gzip, br] = [await request(limit, 'gzip'), await request(limit, 'gzip, br')];
    expect([gzip.packed, br.packed]).toEqual(isLarge ? ['gzip', 'br'] : [undefined, undefined]);
    if (!isLarge) continue;
    expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
    expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes);
  }
});

describe('a write', () => {
  const body = { type: 'PF', name: 'João' };

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, 201],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ host: 'pauta.lan:3000', origin: 'http://pauta.lan:3000' }, 201],
    [{ host: 'pauta.lan:3000', origin: 'http://pauta.lan:3001' }, 403],
    [{ host: 'pauta.lan:3000', origin: 'null' }, 403],
    [{ origin: 'no address' }, 403],
  ])('with %o answers %i', async (headers, status) => {
    const ana = await makePerson(service, await service.team(), 'member');
    const answer = await ana.post('/clients', body, { ...headers });
    expect(answer.status, answer.text).toBe(status);
    if (status === 403) expect((await ana.get('/clients')).body.data).toEqual([]);
  });
});

test('a member is refused what needs an admin', async () => {
  const team = await service.team();
  const [ana, bia] = [
    await makePerson(service, team, 'member'),
    await makePerson(service, team, 'admin'),
  ];
  expect((await ana.get('/webhooks')).error.code).toBe('FORBIDDEN');
  expect((await bia.get('/webhooks')).status).toBe(200);
});

describe('a change based on a read version', () => {
  const put = (version: string, body: object) =>
    ana.call('PUT', path, body, { 'if-match': version });
  let ana: TestPerson;
  let path: string;
  let read: string;
  beforeEach(async () => {
    const team = await service.team();
    ana = await makePerson(service, team, 'member');
    const task = await team.create('tasks', { description: 'Antes' });
    path = `/tasks/${task.id}`;
    read = `"${task.updated_at}"`;
    await new Promise((resolve) => setTimeout(resolve, 2));
  });

  test('succeeds unless the record has been changed, or if it already has these values', async () => {
    const done = await put(read, { description: 'Depois' });
    expect([done.status, done.data.description], done.text).toEqual([200, 'Depois']);
    // The answer to the first was lost on the way.
    expect((await put(read, { description: 'Depois' })).status).toBe(200);
    const refused = await put(read, { description: 'Outra' });
    expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
    expect(refused.error.message).toContain(String(done.data.updated_at));
    expect((await ana.get(path)).data.description).toBe('Depois');
    expect((await put(`"${done.data.updated_at}"`, { description: 'Outra' })).status).toBe(200);
  });

  test('of two concurrent ones, one is refused', async () => {
    const both = await Promise.all(['A', 'B'].map((description) => put(read, { description })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('has a documented header, which v1 does not have', async () => {
    const wrong = await put('W/"1"', { description: 'X' });
    expect([wrong.status, wrong.error.message]).toEqual([400, expect.stringContaining('If-Match')]);
    expect((await ana.call('PUT', `/tasks/${uuidv7()}`, {}, { 'if-match': read })).status).toBe(
      404,
    );
  });
});
