import { beforeAll, describe, expect, test } from 'vitest';
import { startSession } from '#server/features/accounts/sessions.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';
import {
  approved,
  ask,
  callback,
  consent,
  eventuallyAnswers,
  granted,
  host,
  newVerifier,
  origin,
  queryOf,
  redeemed,
  refreshed,
  register,
  resource,
  useTool,
} from '#test/support/oauth/agent.ts';
import { buildingPanel } from '#test/support/panel/building.ts';
import { callPanel, makePerson, type TestPerson } from '#test/support/people.ts';

/* OAuth for agents (docs/adr/0248-oauth.md): no program gets more than its user grants, and nothing after that ends. */

const service = useService({
  panel: buildingPanel,
});
let ours: TestTeam;
let theirs: TestTeam;
let ana: TestPerson;

beforeAll(async () => {
  [ours, theirs] = [await service.team('Nossa'), await service.team('Deles')];
  ana = await makePerson(service, ours, 'member', { name: 'Ana' });
});

const eventually = (token: unknown, status: number) =>
  eventuallyAnswers(service.app, token, status);

const namesOf = (answer: { readonly body: Record<string, unknown> }) =>
  (answer.body.result as { tools: { name: string }[] }).tools.map(({ name }) => name);

describe('metadata', () => {
  test('is announced by the endpoint for agents, and only there', async () => {
    for (const authorization of [undefined, 'Bearer pauta_agent_x']) {
      const { status, headers } = await ask(service.app, '/mcp', {
        json: {},
        headers: authorization ? { authorization } : {},
      });
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe(
        `Bearer ${authorization ? 'error="invalid_token", ' : ''}resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="read full"`,
      );
    }
    const v1 = await ask(service.app, '/api/v1/me');
    expect(v1.headers['www-authenticate']).toBe('Bearer');
  });

  test('names the resource, its issuer and S256 only, at each path that clients try', async () => {
    for (const end of ['', '/mcp']) {
      const { body } = await ask(service.app, `/.well-known/oauth-protected-resource${end}`);
      expect(body).toMatchObject({ resource, authorization_servers: [origin] });
      const server = await ask(service.app, `/.well-known/oauth-authorization-server${end}`);
      expect(server.body).toMatchObject({
        issuer: origin,
        authorization_endpoint: `${origin}/oauth/authorize`,
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
      });
    }
  });
});

describe('registration', () => {
  test.each([
    'http://agent.example/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:secret@agent.example/',
    'https://agent.example/#fragment',
    'https://agent.example/ ',
    'myapp:/callback',
    'file:///etc/passwd',
    `https://agent.example/${'x'.repeat(2_048)}`,
    '//agent.example',
    7,
  ])('refuses the redirect URI %s', async (uri) => {
    const { status, body } = await ask(service.app, '/oauth/register', {
      json: { client_name: 'x', redirect_uris: [uri] },
    });
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  test('is bounded', async () => {
    const many = Array.from({ length: 11 }, (_, i) => `https://agent.example/${i}`);
    for (const redirect_uris of [[], many, undefined, 'https://agent.example/'])
      expect((await ask(service.app, '/oauth/register', { json: { redirect_uris } })).status).toBe(
        400,
      );
    for (const json of [[], 'x', null])
      expect((await ask(service.app, '/oauth/register', { json })).status).toBe(400);
    const large = { redirect_uris: [callback], software_statement: 'x'.repeat(20_000) };
    expect((await ask(service.app, '/oauth/register', { json: large })).status).toBe(413);
  });

  test('issues no secret, whatever a client asks for', async () => {
    const { body } = await ask(service.app, '/oauth/register', {
      json: { redirect_uris: [callback], token_endpoint_auth_method: 'client_secret_basic' },
    });
    expect(body).toMatchObject({
      token_endpoint_auth_method: 'none',
      client_name: 'agent.example',
    });
    expect(body).not.toHaveProperty('client_secret');
  });

  test('keeps a name in one readable line', async () => {
    const client = await register(service.app, {
      client_name: `  <script>alert(1)</script>\n\u202e\u200b${'é'.repeat(200)}`,
    });
    const { data } = await consent(ana, 'review', { query: queryOf(client, newVerifier()) });
    expect(data.name).toMatch(/^<script>alert\(1\)<\/script> é{74}$/);
    expect([...(data.name as string)]).toHaveLength(100);
  });

  test('of clients that were never used ends after a day, and of used ones does not', async () => {
    const [unused, { client }] = [
      await register(service.app),
      await granted(service.app, ana, ours),
    ];
    await service.sql(`update agent_clients set expires_at = expires_at - interval '25 hours'`);
    await sweepOnce(service.database);
    const left = await service.sql('select id from agent_clients');
    const ids = left.map(({ id }) => id);
    expect(ids).toContain(client);
    expect(ids).not.toContain(unused);
  });
});

describe('the consent page', () => {
  test('is reached by a redirect with the same query, without any answer to the client', async () => {
    const query = queryOf('unknown', 'v', { redirect_uri: 'https://evil.example/' });
    const { status, headers } = await ask(service.app, `/oauth/authorize?${query}`);
    expect([status, headers.location]).toEqual([303, `/connect?${query}`]);
  });

  test('shows the program, its host and scope', async () => {
    const client = await register(service.app);
    const { data } = await consent(ana, 'review', {
      query: queryOf(client, newVerifier(), { scope: 'read offline_access' }),
    });
    expect(data).toEqual({
      name: 'Claude',
      host: 'agent.example',
      redirect_host: 'agent.example',
      is_document: false,
      scope: 'read',
      error: null,
      redirect_to: expect.stringMatching(/^https:..agent.example.callback.error=access_denied&/),
    });
    const desktop = await register(service.app, { redirect_uris: ['http://127.0.0.1/callback'] });
    const local = await consent(ana, 'review', {
      query: queryOf(desktop, newVerifier(), { redirect_uri: 'http://127.0.0.1:40404/callback' }),
    });
    expect(local.data).toMatchObject({ host: null, redirect_host: null, error: null });
  });

  test.each([
    ['https://evil.example/'],
    ['https://agent.example/callback/'],
    ['https://agent.example/callback?x=1'],
    ['https://agent.example:8443/callback'],
    ['https://agent.example.evil.example/callback'],
    ['HTTPS://agent.example/callback'],
    ['http://127.0.0.1/other'],
    ['http://localhost/callback'],
    ['http://127.0.0.1.evil.example/callback'],
    ['http://127.0.0.1@evil.example/callback'],
    ['http://127.0.0.1:80@evil.example/callback'],
    ['http://[::1]/callback'],
    ['http://127.0.0.1/%63allback'],
    ['http://127.0.0.1/callback/../callback'],
    ['http://127.0.0.1/callback#evil'],
    ['http://127.1/callback'],
    ['http://2130706433/callback'],
    ['https://127.0.0.1:1/callback'],
    ['https://agent.example/callback#'],
    ['https://agent.example/%63allback'],
    ['https://agent.example/./callback'],
    ['https://agent.example\\@evil.example/callback'],
    ['https://agent.example:443/callback'],
    ['https://AGENT.example/callback'],
    ['https://agent.example/callback\t'],
    ['cursor://evil/callback'],
  ])('never returns anything to %s', async (redirect_uri) => {
    const client = await register(service.app, {
      redirect_uris: [callback, 'http://127.0.0.1:1/callback'],
    });
    for (const path of ['review', 'approve'] as const) {
      const { status, text } = await consent(ana, path, {
        query: queryOf(client, newVerifier(), { redirect_uri, scope: 'none' }),
        ...(path === 'approve' && { team: ours.slug, scope: 'read' }),
      });
      expect([path, status]).toEqual([path, 400]);
      expect(text).not.toContain('evil');
    }
  });

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    [{ resource: `${origin}/api/v1` }, 'invalid_target'],
    [{ scope: 'admin' }, 'invalid_scope'],
    [{ request_uri: 'https://agent.example/request' }, 'request_not_supported'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
  ])(
    'returns an error for %j, with state and issuer, only when its user chooses to',
    async (wrong, error) => {
      const client = await register(service.app);
      const query = queryOf(client, newVerifier(), wrong);
      const { status, data } = await consent(ana, 'review', { query });
      expect(status).toBe(200);
      const back = new URL(data.redirect_to as string);
      expect(back.origin + back.pathname).toBe(callback);
      expect(Object.fromEntries(back.searchParams)).toMatchObject({
        error,
        state: 'a state & more',
        iss: origin,
      });
      const refused = await consent(ana, 'approve', { query, team: ours.slug, scope: 'read' });
      expect(refused.status).toBe(400);
    },
  );

  test('refuses repeated parameters', async () => {
    const client = await register(service.app);
    const query = `${queryOf(client, newVerifier())}&redirect_uri=${encodeURIComponent('https://evil.example/')}`;
    expect((await consent(ana, 'review', { query })).status).toBe(400);
  });

  test('returns a refusal', async () => {
    const client = await register(service.app);
    const { data } = await consent(ana, 'review', { query: queryOf(client, newVerifier()) });
    const back = new URL(data.redirect_to as string);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      state: 'a state & more',
      iss: origin,
    });
  });

  test('grants nothing to forged, signed-out or old sessions', async () => {
    const query = queryOf(await register(service.app), newVerifier());
    const body = { query, team: ours.slug, scope: 'full' };
    const before = await service.sql('select count(*) from agent_codes');
    const forged = await consent(ana, 'approve', body, { 'sec-fetch-site': 'cross-site' });
    expect(forged.status).toBe(403);
    const without = await callPanel(
      service.app,
      undefined,
      'POST',
      '/account/agents/approve',
      body,
    );
    expect(without.status).toBe(401);
    const old = await makePerson(service, ours, 'owner');
    await service.sql(
      `update sessions set authenticated_at = now() - interval '11 minutes' where person_id = $1`,
      [old.personId],
    );
    const stale = await consent(old, 'approve', body);
    expect([stale.status, stale.error.code]).toEqual([403, 'REAUTH_REQUIRED']);
    expect(await service.sql('select count(*) from agent_codes')).toEqual(before);
  });

  test('grants nothing in a team of others, in which its user is suspended, or beyond what was requested', async () => {
    const query = queryOf(await register(service.app), newVerifier(), { scope: 'read' });
    for (const slug of [theirs.slug, 'no-such-team'])
      expect((await consent(ana, 'approve', { query, team: slug, scope: 'read' })).status).toBe(
        404,
      );
    const raised = await consent(ana, 'approve', { query, team: ours.slug, scope: 'full' });
    expect(raised.status).toBe(400);
    const suspended = await makePerson(service, ours, 'member');
    await service.sql('update users set suspended_at = now() where id = $1', [suspended.userId]);
    const refused = await consent(suspended, 'approve', { query, team: ours.slug, scope: 'read' });
    expect(refused.status).toBe(404);
  });

  test('demands the second factor of a team that requires one, also from connections made before', async () => {
    const team = await service.team('Segura');
    const owner = await makePerson(service, team, 'owner');
    const early = (await redeemed(service.app, await granted(service.app, owner, team))).body;
    expect((await useTool(service.app, early.access_token)).status).toBe(200);
    await service.sql('update teams set requires_second_factor = true where id = $1', [team.id]);
    const query = queryOf(await register(service.app), newVerifier());
    const body = { query, team: team.slug, scope: 'full' };
    const refused = await consent(owner, 'approve', body);
    expect([refused.status, refused.error.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    await eventually(early.access_token, 401);
    const twice = await startSession(service.database.platform, {
      ...{ personId: owner.personId, methods: ['pwd', 'otp'] },
      ...{ address: '127.0.0.1', userAgent: 'Test' },
    });
    const path = '/account/agents/approve';
    const good = await callPanel(service.app, twice.token, 'POST', path, body, { host });
    expect(good.status).toBe(200);
  });
});

describe('a code', () => {
  test('returns to the client with its state and the issuer, and buys tokens that work as their user', async () => {
    const [client, verifier] = [await register(service.app), newVerifier()];
    const back = await approved(ana, queryOf(client, verifier), ours);
    expect(back.origin + back.pathname).toBe(callback);
    expect(back.searchParams.get('state')).toBe('a state & more');
    expect(back.searchParams.get('iss')).toBe(origin);
    const code = back.searchParams.get('code') ?? '';
    const { status, body, headers } = await redeemed(service.app, { client, verifier, code });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'full' });
    const { body: called } = await useTool(service.app, body.access_token, 'whoami');
    expect(JSON.stringify(called)).toContain('Ana via Claude');
    expect(JSON.stringify(called)).toContain(`${origin}/t/${ours.slug}/{kind}/{id}`);
    expect(JSON.stringify(called)).toContain(ana.userId);
    const stored = JSON.stringify(await service.sql('select * from agent_tokens, agent_codes'));
    for (const secret of [code, body.access_token, body.refresh_token])
      expect(stored).not.toContain(secret);
  });

  test('is redeemed once by fifty at once, and its replay ends the connection', async () => {
    const grant = await granted(service.app, ana, ours);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => redeemed(service.app, grant)),
    );
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.error]).toEqual([400, 'invalid_grant']);
    await eventually(good[0]?.body.access_token, 401);
    const again = await refreshed(service.app, grant.client, good[0]?.body.refresh_token);
    expect(again.body.error).toBe('invalid_grant');
  });

  test('is of no use with a wrong verifier, redirect, client or resource, and stays valid for its client', async () => {
    const grant = await granted(service.app, ana, ours);
    const stranger = await register(service.app);
    for (const [more, error] of [
      [{ code_verifier: newVerifier() }, 'invalid_grant'],
      [{ code_verifier: '' }, 'invalid_grant'],
      [{ redirect_uri: 'https://agent.example/other' }, 'invalid_grant'],
      [{ client_id: stranger }, 'invalid_grant'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [
        { code: `${grant.code.slice(0, -1)}${grant.code.endsWith('A') ? 'B' : 'A'}` },
        'invalid_grant',
      ],
      [{ code: 'x' }, 'invalid_grant'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
    ] as const) {
      const { status, body } = await redeemed(service.app, grant, more);
      expect([more, status, body.error]).toEqual([more, 400, error]);
    }
    for (const client_id of ['', 'unknown']) {
      const { status, body } = await redeemed(service.app, grant, { client_id });
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
    expect((await redeemed(service.app, grant)).status).toBe(200);
  });

  test('expires after a minute', async () => {
    const grant = await granted(service.app, ana, ours);
    await service.sql(`update agent_codes set expires_at = now() where connection_id is null`);
    expect((await redeemed(service.app, grant)).body.error).toBe('invalid_grant');
  });

  test('of a member who was removed meanwhile is of no use', async () => {
    const [owner, leaver] = [
      await makePerson(service, ours, 'owner'),
      await makePerson(service, ours, 'member'),
    ];
    const grant = await granted(service.app, leaver, ours);
    expect((await owner.delete(`/members/${leaver.userId}`)).status).toBe(200);
    expect((await redeemed(service.app, grant)).body.error).toBe('invalid_grant');
  });
});

describe('tokens', () => {
  const connected = async (person: TestPerson, team: TestTeam, scope: 'read' | 'full' = 'full') => {
    const grant = await granted(service.app, person, team, scope);
    const { body } = await redeemed(service.app, grant);
    return { client: grant.client, access: body.access_token, refresh: body.refresh_token };
  };

  test('read only when only that was granted', async () => {
    const { access } = await connected(ana, ours, 'read');
    const names = namesOf(await useTool(service.app, access));
    expect(names).toContain('search');
    expect(names).not.toContain('create_deal');
  });

  test('work for agents only, and for the resource they were issued for', async () => {
    const { access } = await connected(ana, ours);
    const headers = { authorization: `Bearer ${String(access)}` };
    expect((await ask(service.app, '/api/v1/me', { headers })).status).toBe(401);
    expect((await useTool(service.app, access, undefined, {}, { host: 'other.test' })).status).toBe(
      401,
    );
    expect((await useTool(service.app, access)).status).toBe(200);
    const inUrl = await ask(service.app, `/mcp?token=${String(access)}`, {
      json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { ...headers, accept: 'application/json, text/event-stream' },
    });
    expect(inUrl.status).toBe(400);
    expect(inUrl.text).not.toContain(String(access));
  });

  test('are never refresh tokens, and the reverse', async () => {
    const { client, access, refresh } = await connected(ana, ours);
    expect((await useTool(service.app, refresh)).status).toBe(401);
    expect((await refreshed(service.app, client, access)).body.error).toBe('invalid_grant');
  });

  test('expire', async () => {
    const { client, access } = await connected(ana, ours);
    await service.sql(
      `update agent_tokens set expires_at = now() where not is_refresh and connection_id in (
        select id from agent_connections where client_id = $1)`,
      [client],
    );
    await eventually(access, 401);
  });

  test('are renewed once; a second use of a refresh token ends the connection', async () => {
    const { client, refresh } = await connected(ana, ours);
    const next = await refreshed(service.app, client, refresh, { resource });
    expect(next.status).toBe(200);
    expect(next.body.refresh_token).not.toBe(refresh);
    expect((await useTool(service.app, next.body.access_token)).status).toBe(200);
    expect((await refreshed(service.app, client, refresh)).body.error).toBe('invalid_grant');
    await eventually(next.body.access_token, 401);
    expect((await refreshed(service.app, client, next.body.refresh_token)).status).toBe(400);
    const entries = await service.sql(
      `select operation from audit_entries where team_id = $1 and operation = 'agents.end_misused'`,
      [ours.id],
    );
    expect(entries.length).toBeGreaterThan(0);
  });

  test('are renewed once by fifty at once, which ends the connection', async () => {
    const { client, access, refresh } = await connected(ana, ours);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refreshed(service.app, client, refresh)),
    );
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.error]).toEqual([400, 'invalid_grant']);
    for (const token of [access, good[0]?.body.access_token]) await eventually(token, 401);
    expect((await refreshed(service.app, client, good[0]?.body.refresh_token)).status).toBe(400);
    const [left] = await service.sql(
      `select count(*)::int as n from agent_tokens t join agent_connections c on c.team_id = t.team_id and c.id = t.connection_id
        where c.client_id = $1 and not t.is_refresh`,
      [client],
    );
    // The first pair, and that of the one exchange.
    expect(left?.n).toBe(2);
  });

  test('reach no conversation of an inbox that was restricted meanwhile', async () => {
    const { access } = await connected(ana, ours);
    const { data } = await ours.post('/msgapp/messages', {
      ...{ inbox_id: ours.inbox, phone: '5511912345678', content: 'Segredo' },
    });
    const id = data.conversation_id as string;
    const read = async () =>
      (await useTool(service.app, access, 'list_messages', { conversation_id: id })).text;
    expect(await read()).toContain('Segredo');
    await service.sql('update inboxes set is_restricted = true where id = $1', [ours.inbox]);
    await expect.poll(read, { timeout: 10_000 }).not.toContain('Segredo');
    expect(
      (await useTool(service.app, access, 'search_messages', { query: 'Segredo' })).text,
    ).not.toContain(id);
    await service.sql('update inboxes set is_restricted = false where id = $1', [ours.inbox]);
  });

  test('open no stream', async () => {
    const { access } = await connected(ana, ours);
    const headers = { authorization: `Bearer ${String(access)}`, accept: 'text/event-stream' };
    expect((await ask(service.app, '/mcp', { headers })).status).toBe(405);
    expect((await ask(service.app, '/api/v1/events/stream', { headers })).status).toBe(401);
  });

  test('are not renewed for another client, another resource or a larger scope', async () => {
    const { client, refresh } = await connected(ana, ours, 'read');
    const stranger = await register(service.app);
    for (const [id, more, error] of [
      [stranger, {}, 'invalid_grant'],
      [client, { resource: 'https://other.example' }, 'invalid_target'],
      [client, { scope: 'read full' }, 'invalid_scope'],
    ] as const)
      expect((await refreshed(service.app, id, refresh, more)).body.error).toBe(error);
    const { status, body } = await refreshed(service.app, client, refresh, { scope: 'read' });
    expect([status, body.scope]).toEqual([200, 'read']);
  });

  test('are revoked by their client only', async () => {
    const [first, stranger] = [await connected(ana, ours), await register(service.app)];
    const revoke = (client_id: string, token: unknown) =>
      ask(service.app, '/oauth/revoke', { form: { client_id, token: String(token) } });
    expect((await revoke(stranger, first.refresh)).status).toBe(200);
    expect((await useTool(service.app, first.access)).status).toBe(200);
    for (const token of ['x', first.access])
      expect((await revoke(first.client, token)).status).toBe(200);
    await eventually(first.access, 401);
    const next = await refreshed(service.app, first.client, first.refresh);
    expect(next.status).toBe(200);
    await revoke(first.client, next.body.refresh_token);
    await eventually(next.body.access_token, 401);
  });

  test('have the rights that their user has now', async () => {
    const owner = await makePerson(service, ours, 'owner');
    const admin = await makePerson(service, ours, 'admin');
    const { client, access, refresh } = await connected(admin, ours);
    const { data: deal } = await ours.post('/deals', { title: 'Caro', value: 987_654 });
    const seen = async () =>
      (await useTool(service.app, access, 'get_record', { kind: 'deals', id: deal.id })).text;
    expect(await seen()).toContain('987654');
    const demoted = await owner.put(`/members/${admin.userId}`, {
      role: 'member',
      sees_values: false,
    });
    expect(demoted.status).toBe(200);
    await expect.poll(seen, { timeout: 10_000 }).not.toContain('987654');
    expect((await owner.post(`/members/${admin.userId}/suspend`)).status).toBe(200);
    await eventually(access, 401);
    expect((await refreshed(service.app, client, refresh)).status).toBe(400);
    expect((await owner.post(`/members/${admin.userId}/restore`)).status).toBe(200);
    await eventually(access, 200);
    expect((await owner.delete(`/members/${admin.userId}`)).status).toBe(200);
    await eventually(access, 401);
    expect((await refreshed(service.app, client, refresh)).status).toBe(400);
  });

  test('end with the account of their user', async () => {
    const person = await makePerson(service, ours, 'member');
    const { access } = await connected(person, ours);
    await service.sql('update people set disabled_at = now() where id = $1', [person.personId]);
    await eventually(access, 401);
  });

  test('attribute what they do to their user through the program', async () => {
    const owner = await makePerson(service, ours, 'owner', { name: 'Olga' });
    const { access } = await connected(owner, ours);
    await useTool(service.app, access, 'create_deal', { title: 'Pelo agente' });
    const { data } = await owner.get('/audit?limit=20');
    const entries = data as unknown as { operation: string; actor: string; actor_name: string }[];
    const made = entries.find(({ operation }) => operation === 'deals.create');
    expect(made).toMatchObject({ actor: 'key', actor_name: 'Olga via Claude' });
    const begun = entries.find(({ operation }) => operation === 'agents.approve');
    expect(begun).toMatchObject({ actor: 'user', actor_name: 'Olga' });
  });
});

describe('the lists', () => {
  test('show a person their agents in every team, and admins those of their team only', async () => {
    const [admin, bia, stranger] = [
      await makePerson(service, ours, 'admin'),
      await makePerson(service, ours, 'member', { name: 'Bia' }),
      await makePerson(service, theirs, 'owner'),
    ];
    const { body } = await redeemed(service.app, await granted(service.app, bia, ours, 'read'));
    const foreign = await redeemed(service.app, await granted(service.app, stranger, theirs));
    const listedOwn = await bia.own('GET', '/account/agents');
    const [agent] = listedOwn.data as unknown as { id: string }[];
    expect(listedOwn.data).toEqual([
      expect.objectContaining({
        ...{ name: 'Claude', host: 'agent.example', scope: 'read' },
        ...{ team_slug: ours.slug, role: 'member' },
      }),
    ]);
    const id = agent?.id ?? '';
    const listed = (await admin.get('/agents')).data as unknown as { id: string }[];
    expect(listed).toContainEqual(
      expect.objectContaining({ id, user_id: bia.userId, user_name: 'Bia' }),
    );
    expect((await bia.get('/agents')).status).toBe(403);
    const others = (await stranger.get('/agents')).data as unknown as { id: string }[];
    expect(others.map((each) => each.id)).not.toContain(id);
    // Neither their admins nor another member end it.
    expect((await stranger.delete(`/agents/${id}`)).status).toBe(404);
    expect((await admin.own('DELETE', `/account/agents/${id}`)).status).toBe(404);
    expect((await bia.delete(`/agents/${id}`)).status).toBe(403);
    expect((await useTool(service.app, body.access_token)).status).toBe(200);
    expect((await admin.delete(`/agents/${id}`)).status).toBe(200);
    expect((await admin.delete(`/agents/${id}`)).status).toBe(200);
    await eventually(body.access_token, 401);
    expect((await bia.own('GET', '/account/agents')).data).toEqual([]);
    expect((await useTool(service.app, foreign.body.access_token)).status).toBe(200);
  });

  test('let a person end what they connected', async () => {
    const person = await makePerson(service, ours, 'member');
    const { body } = await redeemed(service.app, await granted(service.app, person, ours));
    const [agent] = (await person.own('GET', '/account/agents')).data as unknown as {
      id: string;
    }[];
    const path = `/account/agents/${agent?.id}`;
    expect((await person.own('DELETE', path)).status).toBe(200);
    expect((await person.own('DELETE', path)).status).toBe(404);
    const entries = await service.sql(
      `select operation, actor_id, record_type from audit_entries where team_id = $1 and record_id = $2 order by id`,
      [ours.id, agent?.id],
    );
    expect(entries).toEqual(
      ['agents.approve', 'account.disconnect_agent'].map((operation) => ({
        ...{ operation, actor_id: person.userId, record_type: 'keys' },
      })),
    );
    await eventually(body.access_token, 401);
  });

  test('do not add to the API keys, whose secret could be rotated', async () => {
    const owner = await makePerson(service, ours, 'owner');
    await redeemed(service.app, await granted(service.app, owner, ours));
    const [agent] = (await owner.own('GET', '/account/agents')).data as unknown as { id: string }[];
    const keys = (await owner.get('/keys?limit=100')).data as unknown as { id: string }[];
    expect(keys.map(({ id }) => id)).not.toContain(agent?.id);
    expect((await owner.post(`/keys/${agent?.id}/rotate`)).status).toBe(404);
  });
});
