import type { Platform } from '#server/db/database.ts';
import type { Settings } from '#server/operations/context.ts';
import { type AgentClient, findClient, InvalidClient } from './clients.ts';
import { hostOfRedirect, isRegistered } from './redirect-uris.ts';

/*
 * Requests for authorization (OAuth 2.1, 4.1.1): the query with which a client sends its user to the consent page.
 */

export type AgentScope = 'read' | 'full';
export const agentScopes: readonly AgentScope[] = ['read', 'full'];

/** URL of the endpoint for which tokens are issued. */
export const resourceOf = (origin: string) => `${origin}/mcp`;

/** True if a client names the endpoint (RFC 8707), also with a final slash, or with the query with which its user entered the URL. */
export function isResource(text: string, resource: string): boolean {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '' || text.includes('#')) return false;
  return url.origin + url.pathname.replace(/\/$/, '') === resource;
}

export interface AuthorizationRequest {
  readonly client: AgentClient;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly challenge: string;
  readonly resource: string;
  /** Most that the client asks for. */
  readonly scope: AgentScope;
}

/** A request that is refused. Nothing is returned to the client unless `redirectUri` is set: its URI is verified then. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest';
  /** Error code of RFC 6749, 4.1.2.1, or of RFC 8707. */
  readonly code: string;
  readonly redirectUri: string | undefined;
  readonly state: string | null;
  constructor(
    code: string,
    message: string,
    to: { readonly redirectUri?: string; readonly state?: string | null } = {},
  ) {
    super(message);
    this.code = code;
    this.redirectUri = to.redirectUri;
    this.state = to.state ?? null;
  }
}

/** Parameters that must not be repeated (RFC 6749, 3.1). */
const singles = [
  ...['client_id', 'redirect_uri', 'response_type', 'state', 'scope'],
  ...['code_challenge', 'code_challenge_method', 'response_mode'],
];

/** Scope that a client asks for; unknown scopes are ignored (RFC 6749, 3.3). */
function scopeIn(text: string | null): AgentScope | undefined {
  const names = (text ?? '').split(' ').filter((name) => name !== '');
  if (names.length === 0 || names.includes('full')) return 'full';
  return names.includes('read') ? 'read' : undefined;
}

/**
 * Validates a request.
 * @param origin public base URL of this installation
 * @throws RefusedRequest
 */
export async function readAuthorizationRequest(
  platform: Platform,
  settings: Pick<Settings, 'allowCidrs'>,
  query: URLSearchParams,
  origin: string,
): Promise<AuthorizationRequest> {
  for (const name of singles)
    if (query.getAll(name).length > 1)
      throw new RefusedRequest('invalid_request', `${name} must be given only once.`);
  const client = await clientIn(platform, settings, query.get('client_id') ?? '');
  const redirectUri =
    query.get('redirect_uri') ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : '');
  if (!redirectUri || !isRegistered(client.redirectUris, redirectUri))
    throw new RefusedRequest(
      'invalid_request',
      'redirect_uri is not one of those that the client registered.',
    );
  const state = query.get('state');
  if (state !== null && state.length > 2_048)
    throw new RefusedRequest('invalid_request', 'state is too long.', { redirectUri });
  const refused = (code: string, message: string) =>
    new RefusedRequest(code, message, { redirectUri, state });
  if (query.has('request') || query.has('request_uri'))
    throw refused('request_not_supported', 'Request objects are not supported.');
  if (query.get('response_type') !== 'code')
    throw refused('unsupported_response_type', 'response_type must be code.');
  if ((query.get('response_mode') ?? 'query') !== 'query')
    throw refused('invalid_request', 'response_mode must be query.');
  const challenge = query.get('code_challenge') ?? '';
  if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    throw refused(
      'invalid_request',
      'PKCE is required: code_challenge, with code_challenge_method S256.',
    );
  const resource = resourceOf(origin);
  if (!query.getAll('resource').every((text) => isResource(text, resource)))
    throw refused('invalid_target', `resource must be ${resource}.`);
  const scope = scopeIn(query.get('scope'));
  if (!scope) throw refused('invalid_scope', `scope must be ${agentScopes.join(' or ')}.`);
  return { client, redirectUri, state, challenge, resource, scope };
}

async function clientIn(
  platform: Platform,
  settings: Pick<Settings, 'allowCidrs'>,
  id: string,
): Promise<AgentClient> {
  try {
    const client = await findClient(platform, settings, id);
    if (client) return client;
  } catch (error) {
    if (!(error instanceof InvalidClient)) throw error;
    throw new RefusedRequest('invalid_request', error.message);
  }
  throw new RefusedRequest('invalid_request', 'client_id: no such client is registered.');
}

/** Host of the client, for users; null for an application on their machine. */
export const hostOfClient = ({ client, redirectUri }: AuthorizationRequest): string | null =>
  client.documentHost ?? hostOfRedirect(redirectUri);

/** URL that returns an answer to the client, with its state and the issuer (RFC 9207). */
export function answerUrl(
  redirectUri: string,
  state: string | null,
  issuer: string,
  values: Readonly<Record<string, string>>,
): string {
  const answer = new URLSearchParams({
    ...values,
    ...(state !== null && { state }),
    iss: issuer,
  });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${answer}`;
}
