import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestTeam, useService } from '#test/support/harness.ts';
import { cert, key, trustLocalhost } from '#test/support/localhost-certificate.ts';
import { buildingPanel } from '#test/support/panel/building.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* OAuth with clients that we did not write: the SDK of the Model Context Protocol, and a certified OpenID client. */

const service = useService({
  panel: buildingPanel,
});
const redirect = 'http://127.0.0.1:43210/callback';
let team: TestTeam;
let ana: TestPerson;
let base: string;

beforeAll(async () => {
  team = await service.team('Nossa');
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  base = await service.app.listen({ port: 0, host: '127.0.0.1' });
});

/** Their user in a browser: follows the redirect to the consent page, and approves. */
async function visit(address: URL, scope: 'read' | 'full' = 'full'): Promise<URL> {
  const answer = await fetch(address, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  const page = new URL(answer.headers.get('location') ?? '', address);
  expect(page.pathname).toBe('/connect');
  const { data, text } = await ana.own(
    'POST',
    '/account/agents/approve',
    { query: page.search.slice(1), team: team.slug, scope },
    { host: new URL(base).host },
  );
  expect(data.redirect_to, text).toBeDefined();
  return new URL(data.redirect_to as string);
}

describe('the SDK of the Model Context Protocol', () => {
  /** A program with the SDK, and the state that the SDK makes it store. */
  function program(clientMetadataUrl?: string) {
    const stored: {
      client?: StoredOAuthClientInformation;
      tokens?: StoredOAuthTokens;
      verifier?: string;
      address?: URL;
    } = {};
    const provider: OAuthClientProvider = {
      redirectUrl: redirect,
      ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
      clientMetadata: {
        client_name: 'Inspector',
        redirect_uris: [redirect],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      state: () => 'its state',
      clientInformation: () => stored.client,
      saveClientInformation: (client) => {
        stored.client = client;
      },
      tokens: () => stored.tokens,
      saveTokens: (tokens) => {
        stored.tokens = tokens;
      },
      redirectToAuthorization: (address) => {
        stored.address = address;
      },
      saveCodeVerifier: (verifier) => {
        stored.verifier = verifier;
      },
      codeVerifier: () => stored.verifier ?? '',
    };
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { authProvider: provider });
    const connect = async () => {
      const client = new Client({ name: 'inspector', version: '1.0.0' });
      await client.connect(transport());
      return client;
    };
    return { stored, transport, connect };
  }

  /** Connects by signing in. */
  async function signedIn({ stored, transport, connect }: ReturnType<typeof program>) {
    await expect(connect()).rejects.toThrow(UnauthorizedError);
    if (!stored.address) throw new Error('its user was not sent to the consent page');
    const back = await visit(stored.address);
    expect(back.searchParams.get('state')).toBe('its state');
    await transport().finishAuth(back.searchParams);
    return connect();
  }

  test('connects with nothing but the URL, calls tools, and renews its tokens', async () => {
    const agent = program();
    const client = await signedIn(agent);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('whoami');
    const result = await client.callTool({ name: 'whoami', arguments: {} });
    expect(JSON.stringify(result)).toContain('Ana via Inspector');
    const before = agent.stored.tokens;
    await service.sql('update agent_tokens set expires_at = now() where not is_refresh');
    await expect
      .poll(
        async () => {
          await (await agent.connect()).listTools();
          return agent.stored.tokens?.access_token;
        },
        { timeout: 10_000 },
      )
      .not.toBe(before?.access_token);
    expect(agent.stored.tokens?.refresh_token).not.toBe(before?.refresh_token);
  });

  describe('with a metadata document', () => {
    let document: Record<string, unknown> | string;
    let reads = 0;
    let status = 200;
    const server = createServer({ key, cert }, (_, response) => {
      reads += 1;
      response.writeHead(status, {
        location: 'https://localhost/',
        'content-type': 'application/json',
      });
      response.end(typeof document === 'string' ? document : JSON.stringify(document));
    });
    let url: string;
    let distrust: () => void;
    beforeAll(async () => {
      distrust = trustLocalhost();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `https://localhost:${(server.address() as AddressInfo).port}/client.json`;
    });
    afterAll(() => {
      distrust();
      server.close();
    });

    test('connects without registering, and the document is read once an hour', async () => {
      document = {
        client_id: url,
        client_name: 'Assistant',
        redirect_uris: ['http://127.0.0.1/callback'],
      };
      const client = await signedIn(program(url));
      expect((await client.listTools()).tools.length).toBeGreaterThan(10);
      expect(reads).toBe(1);
      const [agent] = (await ana.own('GET', '/account/agents')).data as unknown as object[];
      expect(agent).toMatchObject({ name: 'Assistant', host: new URL(url).host });
    });

    test.each([
      [
        'names another client',
        () => ({ client_id: 'https://localhost/x', redirect_uris: [redirect] }),
      ],
      ['has no redirect URIs', (id: string) => ({ client_id: id })],
      [
        'has a dangerous redirect URI',
        (id: string) => ({ client_id: id, redirect_uris: ['javascript:alert(1)'] }),
      ],
      ['is not JSON', () => '<html>'],
      ['is too large', () => 'x'.repeat(20_000)],
      ['is a redirect', () => 302],
    ])('is refused if the document %s', async (_, make) => {
      const id = `${url}?${encodeURIComponent(String(make)).length}`;
      const made = make(id);
      status = typeof made === 'number' ? made : 200;
      document = typeof made === 'number' ? '' : made;
      const query = new URLSearchParams({
        ...{ client_id: id, redirect_uri: redirect, response_type: 'code' },
        ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
      });
      const answer = await ana.own('POST', '/account/agents/review', { query: query.toString() });
      expect(answer.status).toBe(400);
      expect(answer.text).not.toContain('alert');
    });

    test.each([
      'https://10.0.0.1/client.json',
      'https://169.254.169.254/latest/meta-data',
      'https://[::ffff:10.0.0.1]/client.json',
      'https://localhost:1/client.json',
      'http://localhost/client.json',
      'https://user:secret@localhost/client.json',
      'https://localhost/',
      'https://localhost/a/../client.json',
    ])('never reads %s', async (id) => {
      const query = new URLSearchParams({ client_id: id, redirect_uri: redirect });
      const { status, text } = await ana.own('POST', '/account/agents/review', {
        query: query.toString(),
      });
      expect(status).toBe(400);
      // The same for every reason: it reveals nothing about the network.
      expect(text).toMatch(/cannot be read|no such client is registered/);
    });
  });
});

test('a certified client discovers, registers, checks issuer and state, and exchanges, renews and revokes', async () => {
  const insecure = { execute: [openid.allowInsecureRequests] };
  const config = await openid.dynamicClientRegistration(
    new URL(base),
    { redirect_uris: [redirect], client_name: 'Certified', token_endpoint_auth_method: 'none' },
    openid.None(),
    { ...insecure, algorithm: 'oauth2' },
  );
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const resource = `${base}/mcp`;
  const back = await visit(
    openid.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...{ state, resource, scope: 'read full' },
    }),
    'read',
  );
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const mixedUp = new URL(back);
  mixedUp.searchParams.set('iss', 'https://evil.example');
  await expect(
    openid.authorizationCodeGrant(config, mixedUp, checks, { resource }),
  ).rejects.toThrow();
  const tokens = await openid.authorizationCodeGrant(config, back, checks, { resource });
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'read' });
  const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource });
  expect(next.access_token).not.toBe(tokens.access_token);
  await openid.tokenRevocation(config, next.refresh_token ?? '');
  await expect(openid.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toThrow();
});
