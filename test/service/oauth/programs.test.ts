import { beforeAll, describe, expect, test } from 'vitest';
import { type TestTeam, useService } from '#test/support/harness.ts';
import {
  approved,
  ask,
  newVerifier,
  origin,
  queryOf,
  redeemed,
  refreshed,
  resource,
  useTool,
} from '#test/support/oauth/agent.ts';
import { buildingPanel } from '#test/support/panel/building.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/*
 * OAuth as known programs do it, from their documentation and reports of issues: what they register, the redirect URI that they then use, the
 * scopes that they request, and the spelling of the resource.
 */

const service = useService({
  panel: buildingPanel,
});
let team: TestTeam;
let ana: TestPerson;

beforeAll(async () => {
  team = await service.team('Nossa');
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
});

interface Program {
  readonly name: string;
  readonly registers: readonly string[];
  /** Redirect URI of the request; the first registered one by default. */
  readonly redirect?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly scope?: string;
  readonly resource?: string;
  /** Host on the consent page. */
  readonly host: string | null;
}

const programs: readonly Program[] = [
  {
    name: 'Claude',
    registers: ['https://claude.ai/api/mcp/auth_callback'],
    metadata: { token_endpoint_auth_method: 'client_secret_post', scope: 'read full' },
    scope: 'read full',
    host: 'claude.ai',
  },
  {
    name: 'Claude',
    registers: [
      'https://claude.ai/api/mcp/auth_callback',
      'https://claude.com/api/mcp/auth_callback',
    ],
    redirect: 'https://claude.com/api/mcp/auth_callback',
    host: 'claude.com',
  },
  {
    name: 'Claude Code',
    registers: ['http://localhost:53412/callback'],
    redirect: 'http://localhost:53412/callback',
    resource: `${resource}/`,
    host: null,
  },
  {
    name: 'ChatGPT',
    registers: ['https://chatgpt.com/connector/oauth/OUbdUMlL15Ct'],
    metadata: { token_endpoint_auth_method: 'none', application_type: 'web' },
    scope: 'read full offline_access',
    host: 'chatgpt.com',
  },
  {
    name: 'ChatGPT',
    registers: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    host: 'chatgpt.com',
  },
  {
    name: 'Cursor',
    registers: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ],
    host: null,
  },
  {
    name: 'Cursor',
    registers: ['cursor://anysphere.cursor-mcp/oauth/user-pauta/callback'],
    resource: `${resource}?readonly=1`,
    host: null,
  },
  {
    name: 'Visual Studio Code',
    registers: [
      'https://insiders.vscode.dev/redirect',
      'https://vscode.dev/redirect',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
    ],
    redirect: 'http://127.0.0.1:59656/',
    metadata: {
      grant_types: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      application_type: 'native',
    },
    host: null,
  },
  {
    name: 'Visual Studio Code',
    registers: ['http://127.0.0.1:33418', 'https://vscode.dev/redirect'],
    redirect: 'http://127.0.0.1:33418/',
    host: null,
  },
  {
    name: 'JetBrains',
    registers: ['jetbrains://gateway/oauth/callback'],
    host: null,
  },
  {
    name: 'n8n',
    registers: ['https://n8n.agencia.example/rest/oauth2-credential/callback'],
    metadata: { client_uri: 'https://github.com/n8n-io/n8n', token_endpoint_auth_method: 'none' },
    host: 'n8n.agencia.example',
  },
  {
    name: 'MCP CLI Proxy',
    registers: ['http://localhost:16329/oauth/callback'],
    metadata: { software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d', scope: '' },
    scope: 'read full',
    host: null,
  },
];

test.each(programs)(
  '$name connects with $registers.0, calls a tool and renews its tokens',
  async ({ name, registers, redirect = registers[0] ?? '', metadata, scope, host, ...program }) => {
    const registered = await ask(service.app, '/oauth/register', {
      json: { client_name: name, redirect_uris: registers, ...metadata },
    });
    expect(registered.status, registered.text).toBe(201);
    expect(registered.body).toMatchObject({
      redirect_uris: registers,
      token_endpoint_auth_method: 'none',
    });
    const client = registered.body.client_id as string;
    const verifier = newVerifier();
    const named = program.resource ?? resource;
    const query = queryOf(client, verifier, {
      redirect_uri: redirect,
      resource: named,
      ...(scope !== undefined && { scope }),
    });
    const review = await ana.own(
      'POST',
      '/account/agents/review',
      { query },
      { host: new URL(origin).host },
    );
    expect(review.data).toMatchObject({ name, host, error: null, scope: 'full' });
    const back = await approved(ana, query, team);
    expect(back.href.startsWith(redirect)).toBe(true);
    const grant = { client, verifier, code: back.searchParams.get('code') ?? '' };
    const { status, body } = await redeemed(service.app, grant, {
      redirect_uri: redirect,
      resource: named,
    });
    expect(status).toBe(200);
    expect((await useTool(service.app, body.access_token, 'whoami')).text).toContain(
      `Ana via ${name}`,
    );
    const next = await refreshed(service.app, client, body.refresh_token, {
      resource: named,
      ...(scope !== undefined && { scope }),
    });
    expect(next.status, next.text).toBe(200);
  },
);

describe('discovery', () => {
  test.each(['/mcp', '/mcp/', '/mcp?readonly=1'])(
    'starts at %s, with the same resource',
    async (url) => {
      const { status, headers } = await ask(service.app, url, { json: {} });
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toContain(
        `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
      );
    },
  );

  test.each([
    '/.well-known/openid-configuration',
    '/.well-known/openid-configuration/mcp',
    '/mcp/.well-known/openid-configuration',
  ])('finds no OpenID provider at %s, and no page that looks like one', async (url) => {
    const { status, headers } = await ask(service.app, url);
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  });
});

describe('a registration', () => {
  const removed = async () => {
    const { body } = await ask(service.app, '/oauth/register', {
      json: { client_name: 'Claude', redirect_uris: ['https://agent.example/callback'] },
    });
    const client = body.client_id as string;
    const verifier = newVerifier();
    const back = await approved(ana, queryOf(client, verifier), team);
    const code = back.searchParams.get('code') ?? '';
    const tokens = (await redeemed(service.app, { client, verifier, code })).body;
    return { client, tokens };
  };

  test('that was removed is reported as invalid_client, so that the program registers again', async () => {
    const { client, tokens } = await removed();
    await service.sql('delete from agent_clients where id = $1', [client]);
    const unknown = await refreshed(service.app, client, 'pauta_renew_x');
    expect([unknown.status, unknown.body.error]).toEqual([401, 'invalid_client']);
    // Its connection continues.
    expect((await refreshed(service.app, client, tokens.refresh_token)).status).toBe(200);
  });

  test('is kept while its tokens are renewed', async () => {
    const { client, tokens } = await removed();
    await service.sql(
      `update agent_clients set expires_at = now() + interval '1 day' where id = $1`,
      [client],
    );
    expect((await refreshed(service.app, client, tokens.refresh_token)).status).toBe(200);
    const [row] = await service.sql(
      `select expires_at > now() + interval '89 days' as kept from agent_clients where id = $1`,
      [client],
    );
    expect(row?.kept).toBe(true);
  });
});

describe('a resource', () => {
  test.each([
    'https://other.example/mcp',
    `${origin}/api/v1`,
    `${origin}/mcp/x`,
    `${origin}//mcp`,
    `${origin}.evil.example/mcp`,
    `http://user@pauta.test/mcp`,
    `${resource}#x`,
    'mcp',
  ])('is not %s', async (wrong) => {
    const { body } = await ask(service.app, '/oauth/register', {
      json: { redirect_uris: ['https://agent.example/callback'] },
    });
    const query = queryOf(body.client_id as string, newVerifier(), { resource: wrong });
    const { data } = await ana.own(
      'POST',
      '/account/agents/review',
      { query },
      { host: new URL(origin).host },
    );
    expect(data.redirect_to).toContain('error=invalid_target');
  });
});
