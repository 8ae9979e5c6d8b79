import type { Readable } from 'node:stream';
import type { Configuration, CustomFetch, IDToken, UserInfoResponse } from 'openid-client';
import type { OpenIdConfig } from '../platform/config.ts';
import { type Method, makeClient, type OutboundClient } from './http-client.ts';

/*
 * The operator's OpenID provider (OpenID Connect Core 1.0: code flow, with PKCE of RFC 7636). It may be in a private network,
 * because the operator configured it: its HTTP client has no guard, but all other limits.
 */

/** State of a sign-in until the browser returns. */
export interface OpenIdChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** True if the user must authenticate again, even with an active session at the provider. */
  readonly isProof: boolean;
}

/** Identity asserted by the provider. */
export interface AssertedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Undefined unless the provider asserts that it is verified. */
  readonly email: string | undefined;
  readonly name: string | undefined;
  /** Time of the user's authentication, as Date.now(); undefined if the provider does not report it. */
  readonly authenticatedAt: number | undefined;
  /** True if the provider reports multi-factor authentication (RFC 8176, `amr`: mfa). */
  readonly isTwoFactors: boolean;
}

export interface OpenIdProvider {
  /** Display name. */
  readonly name: string;
  /** URL to redirect the browser to. @throws ProviderAway */
  addressFor(redirect: string, checks: OpenIdChecks): Promise<URL>;
  /**
   * Completes the sign-in and returns the identity.
   * @param came URL to which the browser returned
   * @throws ProviderAway; ProviderRefused if any check fails
   */
  finish(came: URL, checks: OpenIdChecks): Promise<AssertedIdentity>;
  close(): void;
}

/** The provider is unreachable. */
export class ProviderAway extends Error {
  override name = 'ProviderAway';
}

/** The provider refused, or its response is invalid. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
}

const timeoutMs = 5_000;
const maxBytes = 1_048_576;
/** Cache lifetime of the provider's metadata. */
const metadataTtlMs = 3_600_000;
/** Maximum authentication age; requesting it makes the provider report the time. */
const proofSeconds = 300;

const library = () => import('openid-client');

async function read(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Adapts our HTTP client, with its limits and without redirects or proxies from the environment. */
const fetchWith =
  (client: OutboundClient): CustomFetch =>
  async (address, { method, headers, body, signal }) => {
    const opened = await client.open({
      method: method as Method,
      url: new URL(address),
      headers,
      timeoutMs,
      mostBytes: maxBytes,
      ...(body ? { body: Buffer.from(await new Response(body).arrayBuffer()) } : {}),
      ...(signal ? { signal } : {}),
    });
    if (opened.kind === 'unanswered') throw new ProviderAway('no answer', { cause: opened.cause });
    const { status, stream } = opened;
    try {
      if (status >= 500) throw new ProviderAway(`it answered ${status}`);
      const relevantHeaders = ['content-type', 'www-authenticate'].flatMap(
        (name): [string, string][] => {
          const value = opened.headers[name];
          return value === undefined ? [] : [[name, value]];
        },
      );
      const bytes = await read(stream);
      const hasBody = ![204, 205, 304].includes(status);
      return new Response(hasBody ? new Uint8Array(bytes) : null, {
        status,
        headers: relevantHeaders,
      });
    } catch (error) {
      throw error instanceof ProviderAway
        ? error
        : new ProviderAway('the response was cut off', { cause: error });
    } finally {
      stream.destroy();
    }
  };

/** Converts any error to one of the two classes; the library wraps errors of our client. */
function toProviderError(error: unknown): ProviderAway | ProviderRefused {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof ProviderAway) return each;
  const reason = error instanceof Error ? error.message : String(error);
  return new ProviderRefused(reason, { cause: error });
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function vouched(claims: IDToken, more: Partial<UserInfoResponse>): AssertedIdentity {
  const allClaims = { ...more, ...claims };
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: allClaims.email_verified === true ? textOf(allClaims.email) : undefined,
    name: textOf(allClaims.name),
    authenticatedAt: claims.auth_time === undefined ? undefined : claims.auth_time * 1_000,
    isTwoFactors: Array.isArray(claims.amr) && claims.amr.includes('mfa'),
  };
}

/** Creates the provider; makes no request before the first sign-in. */
export function openIdProvider({ issuer, clientId, secret, name }: OpenIdConfig): OpenIdProvider {
  const client = makeClient({ idleMs: 10_000, mostPerOrigin: 20 });
  let cached: { readonly until: number; readonly found: Promise<Configuration> } | undefined;

  async function discover(): Promise<Configuration> {
    const openid = await library();
    const server = new URL(issuer);
    const isPlain = server.protocol === 'http:';
    return openid.discovery(
      server,
      clientId,
      undefined,
      secret === undefined ? openid.None() : openid.ClientSecretBasic(secret),
      {
        [openid.customFetch]: fetchWith(client),
        timeout: timeoutMs / 1_000,
        // By default the library does not verify signatures of tokens received over TLS; verified, the transport does not matter.
        execute: [
          openid.enableNonRepudiationChecks,
          ...(isPlain ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
  }

  /** Shares one request among concurrent callers; failures are not cached. */
  function configuration(): Promise<Configuration> {
    const now = performance.now();
    if (cached && cached.until > now) return cached.found;
    const request = discover();
    const mine = { until: now + metadataTtlMs, found: request };
    cached = mine;
    request.catch(() => {
      if (cached === mine) cached = undefined;
    });
    return request;
  }

  return {
    name,
    async addressFor(redirect, { state, nonce, verifier, isProof }) {
      try {
        const [openid, config] = await Promise.all([library(), configuration()]);
        return openid.buildAuthorizationUrl(config, {
          redirect_uri: redirect,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(isProof ? { prompt: 'login', max_age: String(proofSeconds) } : {}),
        });
      } catch (error) {
        throw new ProviderAway(toProviderError(error).message, { cause: error });
      }
    },
    async finish(came, { state, nonce, verifier, isProof }) {
      try {
        const [openid, config] = await Promise.all([library(), configuration()]);
        const tokens = await openid.authorizationCodeGrant(config, came, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(isProof ? { maxAge: proofSeconds } : {}),
        });
        const claims = tokens.claims();
        if (!claims) throw new ProviderRefused('there is no ID token');
        const isAsked =
          claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
        const more = isAsked
          ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {};
        return vouched(claims, more);
      } catch (error) {
        throw toProviderError(error);
      }
    },
    close: client.close,
  };
}
