import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { agentScopes, resourceOf } from '../features/accounts/agents/authorization-request.ts';
import {
  InvalidClient,
  isUnregistered,
  keepClient,
  registerClient,
} from '../features/accounts/agents/clients.ts';
import {
  type IssuedTokens,
  lifetimes,
  redeemCode,
  refreshTokens,
  revokeToken,
  type TokenRefusal,
  type TokenRequest,
} from '../features/accounts/agents/tokens.ts';
import { type AgentSecret, teamOfAgentSecret } from '../platform/agent-token.ts';
import { readJson, TooMuch } from '../platform/limited-json.ts';
import type { Parts } from './app.ts';
import { addressOf, countOauth } from './auth.ts';
import { originFor } from './origin.ts';
import { send } from './responses.ts';

/*
 * OAuth 2.1 for agents (docs/adr/0248-oauth.md): metadata (RFC 9728, RFC 8414), registration (RFC 7591), tokens and revocation (RFC 7009).
 * The authorization endpoint is a page of the panel.
 */

const paths = {
  resource: '/.well-known/oauth-protected-resource',
  server: '/.well-known/oauth-authorization-server',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const;

const allScopes = agentScopes.join(' ');

/**
 * Value of WWW-Authenticate for the endpoint for agents (RFC 9728, 5.1): leads clients to the metadata.
 * @param hasToken true if the request had a token, which is not valid
 */
export const challengeOf = (origin: string, hasToken: boolean): string =>
  `Bearer ${hasToken ? 'error="invalid_token", ' : ''}resource_metadata="${origin}${paths.resource}/mcp", scope="${allScopes}"`;

const maxBytes = 16_384;

/** An error as RFC 6749, 5.2 describes. */
function refuse(reply: FastifyReply, status: number, error: string, description: string) {
  return send(reply, status, JSON.stringify({ error, error_description: description }));
}

const descriptions: Readonly<Record<TokenRefusal, string>> = {
  invalid_grant:
    'The code or refresh token is unknown, expired or already used, or was issued to a different client, redirect_uri or code_verifier.',
  invalid_target: 'resource is not the one that was granted.',
  invalid_scope: 'scope exceeds the one that was granted.',
};

/** Metadata of the endpoint for agents (RFC 9728). */
const resourceMetadata = (origin: string) => ({
  resource: resourceOf(origin),
  authorization_servers: [origin],
  scopes_supported: agentScopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Pauta',
  resource_documentation: `${origin}/docs/mcp/`,
});

/** Metadata of the authorization server (RFC 8414). */
const serverMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: origin + paths.authorize,
  token_endpoint: origin + paths.token,
  registration_endpoint: origin + paths.register,
  revocation_endpoint: origin + paths.revoke,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  scopes_supported: agentScopes,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${origin}/docs/mcp/`,
});

/** Serves metadata, also at the path with which clients try it for an issuer or a resource with a path. */
function mountMetadata(app: FastifyInstance, path: string, metadata: (origin: string) => object) {
  for (const each of [path, `${path}/mcp`])
    app.get(each, async (request, reply) => {
      const origin = originFor(request);
      if (origin === undefined)
        return refuse(
          reply,
          503,
          'server_error',
          'The public address of this installation is unknown.',
        );
      reply.header('access-control-allow-origin', '*');
      return send(reply, 200, JSON.stringify(metadata(origin)));
    });
}

/** Mounts the endpoints. Does so only with a panel, which has the consent page. */
export function mountOauth(app: FastifyInstance, { database, limit }: Parts): void {
  mountMetadata(app, paths.resource, resourceMetadata);
  mountMetadata(app, paths.server, serverMetadata);

  app.get(paths.authorize, async (request, reply) => {
    // Nothing is returned to a client without its user's consent: an unknown client could be anyone's redirect.
    const start = request.url.indexOf('?');
    return reply.redirect(`/connect${start < 0 ? '' : request.url.slice(start)}`, 303);
  });

  app.post(paths.register, { bodyLimit: maxBytes }, async (request, reply) => {
    if (limit.perMinute > 0) await countOauth(limit, 'register', request, reply);
    const metadata = jsonIn(request);
    if (!metadata)
      return refuse(reply, 400, 'invalid_client_metadata', 'The body must be a JSON object.');
    try {
      const client = await registerClient(database.platform, metadata);
      if (!client)
        return refuse(reply, 503, 'temporarily_unavailable', 'Too many clients were registered.');
      return send(
        reply,
        201,
        JSON.stringify({
          client_id: client.id,
          client_id_issued_at: Math.floor(Date.now() / 1_000),
          client_name: client.name,
          redirect_uris: client.redirectUris,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
          scope: allScopes,
        }),
      );
    } catch (error) {
      if (error instanceof InvalidClient) return refuse(reply, 400, error.code, error.message);
      throw error;
    }
  });

  app.post(paths.token, { bodyLimit: maxBytes }, async (request, reply) => {
    if (limit.perMinute > 0) await countOauth(limit, 'token', request, reply);
    const form = formIn(request);
    if (!form) return refuse(reply, 400, 'invalid_request', malformedForm);
    const grant = form.get('grant_type');
    if (grant !== 'authorization_code' && grant !== 'refresh_token')
      return refuse(
        reply,
        400,
        'unsupported_grant_type',
        'grant_type must be authorization_code or refresh_token.',
      );
    const outcome =
      grant === 'authorization_code'
        ? await withTeam(form.get('code'), 'code', (code, team) =>
            redeemCode(database.team(team), {
              ...tokenRequest(request, form),
              code,
              verifier: form.get('code_verifier') ?? '',
              redirectUri: form.get('redirect_uri') ?? undefined,
            }),
          )
        : await withTeam(form.get('refresh_token'), 'refresh', (refreshToken, team) =>
            refreshTokens(database.team(team), {
              ...tokenRequest(request, form),
              refreshToken,
              scope: form.get('scope') ?? undefined,
            }),
          );
    const client = form.get('client_id') ?? '';
    if (typeof outcome === 'string') {
      // Makes clients register again (RFC 6749, 5.2) instead of sending their user to a page that refuses them.
      if (await isUnregistered(database.platform, client))
        return refuse(reply, 401, 'invalid_client', 'client_id: no such client is registered.');
      return refuse(reply, 400, outcome, descriptions[outcome]);
    }
    if (grant === 'refresh_token') await keepClient(database.platform, client);
    return send(reply, 200, JSON.stringify(tokenAnswer(outcome)));
  });

  app.post(paths.revoke, { bodyLimit: maxBytes }, async (request, reply) => {
    if (limit.perMinute > 0) await countOauth(limit, 'token', request, reply);
    const form = formIn(request);
    const token = form?.get('token');
    if (!form || !token) return refuse(reply, 400, 'invalid_request', malformedForm);
    const team = teamOfAgentSecret('refresh', token) ?? teamOfAgentSecret('access', token);
    // An unknown token is no error (RFC 7009, 2.2).
    if (team !== undefined)
      await revokeToken(database.team(team), token, tokenRequest(request, form));
    return reply.code(200).send();
  });
}

async function withTeam(
  secret: string | null,
  kind: AgentSecret,
  exchange: (secret: string, team: string) => Promise<IssuedTokens | TokenRefusal>,
): Promise<IssuedTokens | TokenRefusal> {
  const team = secret === null ? undefined : teamOfAgentSecret(kind, secret);
  return secret === null || team === undefined ? 'invalid_grant' : exchange(secret, team);
}

const tokenAnswer = ({ accessToken, refreshToken, scope }: IssuedTokens) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: lifetimes.access,
  refresh_token: refreshToken,
  scope,
});

const tokenRequest = (request: FastifyRequest, form: URLSearchParams): TokenRequest => ({
  clientId: form.get('client_id') ?? '',
  resources: form.getAll('resource'),
  requestId: request.id,
  address: addressOf(request),
});

const malformedForm =
  'The body must be application/x-www-form-urlencoded, with each parameter given once.';

/** Parameters of a form; undefined if it is none, or repeats one other than resource. */
function formIn({ body, headers }: FastifyRequest): URLSearchParams | undefined {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  if (!isForm || !Buffer.isBuffer(body)) return undefined;
  const form = new URLSearchParams(body.toString('utf8'));
  const names = [...form.keys()].filter((name) => name !== 'resource');
  return new Set(names).size === names.length ? form : undefined;
}

/** The JSON object of a body. */
function jsonIn({ body, headers }: FastifyRequest): Readonly<Record<string, unknown>> | undefined {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '') || !Buffer.isBuffer(body))
    return undefined;
  try {
    const value: unknown = readJson(body.toString('utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TooMuch) return undefined;
    throw error;
  }
}
