import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { sessionsIn } from '#server/features/accounts/sessions.ts';
import { teamsBySlug } from '#server/features/accounts/team-lookup.ts';
import { queueSelector } from '#server/http/unknown-paths.ts';
import { useService } from '#test/support/harness.ts';
import { callPanel, makePerson } from '#test/support/people.ts';

/* Rate and size limits of the panel's API, and its answers to unknown requests. */

describe('without a limit', () => {
  const service = useService();

  test('answers mention no limit', async () => {
    const ana = await makePerson(service, await service.team(), 'member');
    const { headers } = await ana.get('/clients');
    expect(headers).not.toHaveProperty('ratelimit');
  });

  test('a user signed in a moment ago waits in the queue of their team', async () => {
    const team = await service.team();
    const ana = await makePerson(service, team, 'member');
    const sessions = sessionsIn(service.database.platform);
    const whose = queueSelector(service.keys, teamsBySlug(service.database), sessions);
    const callerOf = (url: string, cookie: string) =>
      whose({ url, rawHeaders: ['Cookie', cookie] } as unknown as IncomingMessage).queueKey;
    const [anaCookie, path] = [
      `pauta_session=${ana.token}`,
      `/api/panel/teams/${team.slug}/clients?a=b`,
    ];
    expect(callerOf(path, anaCookie)).toBe('unknown');
    await sessions.find(ana.token);
    expect(callerOf(path, anaCookie)).toBe(`person ${ana.personId}`);
    await sessions.membership(ana.personId, team.slug);
    expect(callerOf(path, anaCookie)).toBe(team.id);
    expect(callerOf(path, `a=b; __Host-pauta_session=${ana.token}; c=d`)).toBe(team.id);
    expect(callerOf(`/api/panel/teams/${team.slug}`, anaCookie)).toBe(team.id);
    expect(callerOf('/api/panel/session', anaCookie)).toBe(`person ${ana.personId}`);
    expect(callerOf(`/api/panel/teams/${team.slug}x/clients`, anaCookie)).toBe(
      `person ${ana.personId}`,
    );
    for (const wrongCookie of ['', 'pauta_session=x', `x_pauta_session=${ana.token}`])
      expect(callerOf(path, wrongCookie)).toBe('unknown');
    // A session is no key: it opens nothing else.
    expect(callerOf('/api/v1/clients', anaCookie)).toBe('unknown');
  });

  test('HEAD answers as GET does, without a body', async () => {
    const ana = await makePerson(service, await service.team(), 'member');
    const [get, head] = [await ana.get('/clients'), await ana.call('HEAD', '/clients')];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  test('an unsupported method is 405 with the supported ones', async () => {
    const team = await service.team();
    const ana = await makePerson(service, team, 'member');
    const answer = await ana.call('PATCH', '/clients');
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    const sessionAnswer = await ana.own('PUT', '/session');
    expect(sessionAnswer.status).toBe(405);
    expect(sessionAnswer.headers.allow).toContain('DELETE');
    expect((await ana.get('/nothing')).status).toBe(404);
    expect((await ana.own('GET', '/nothing')).status).toBe(404);
  });

  test('a body is limited: 1 MiB for a team, 16 KiB for the caller’s account', async () => {
    const ana = await makePerson(service, await service.team(), 'member');
    const most = await ana.post('/clients', { name: 'x'.repeat(1_048_576) });
    expect([most.status, most.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const answer = await ana.own('DELETE', '/session', { name: 'x'.repeat(16_384) });
    expect(answer.status).toBe(413);
    expect(answer.error.message).toContain('16384');
  });

  test('only JSON is accepted, and no secret in an address', async () => {
    const ana = await makePerson(service, await service.team(), 'member');
    const text = await ana.post('/clients', {}, { 'content-type': 'text/plain' });
    expect(text.status).toBe(415);
    const secret = await ana.get(`/clients?search=whsec_${'a'.repeat(43)}`);
    expect([secret.status, secret.error.message.includes('exposed')]).toEqual([400, true]);
    expect(secret.text).not.toContain('whsec_a');
  });

  test('a POST runs once per key, separately for each user', async () => {
    const team = await service.team();
    const [ana, bia] = [
      await makePerson(service, team, 'member'),
      await makePerson(service, team, 'member'),
    ];
    const body = { type: 'PF', name: 'João' };
    const key = { 'idempotency-key': 'one' };
    const first = await ana.post('/clients', body, key);
    const again = await ana.post('/clients', body, key);
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    const byBia = await bia.post('/clients', body, key);
    expect([byBia.status, byBia.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(byBia.data.id).not.toBe(first.data.id);
    const changed = await ana.post('/clients', { ...body, name: 'Rui' }, key);
    expect(changed.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    const program = await team.post('/clients', body, key);
    expect(program.status).toBe(201);
  });
});

describe('with a rate limit per address', () => {
  const service = useService({ perMinute: 1 });

  test('a session has its own limit of 600 a minute; requests without one count for the address', async () => {
    const team = await service.team();
    const [ana, bia] = [
      await makePerson(service, team, 'member'),
      await makePerson(service, team, 'member'),
    ];
    const first = await ana.get('/clients');
    expect(first.headers['ratelimit-policy']).toBe('"session";q=600;w=60');
    for (let sent = 1; sent < 600; sent += 100)
      await Promise.all(
        Array.from({ length: Math.min(100, 600 - sent) }, () => ana.own('GET', '/session')),
      );
    const refused = await ana.get('/clients');
    expect([refused.status, refused.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers['retry-after']).toBeDefined();
    expect((await bia.get('/clients')).status).toBe(200);
    const nobody = () => callPanel(service.app, undefined, 'GET', '/session');
    const statuses = [(await nobody()).status, (await nobody()).status];
    expect(statuses.at(-1)).toBe(429);
  });
});
