import { randomUUID } from 'node:crypto';
import type { Platform, Row } from '#server/db/database.ts';
import { removes } from '#server/db/removal.ts';
import { platformStatement } from '#server/db/statement.ts';
import type { Settings } from '#server/operations/context.ts';
import { type Guard, guardOf } from '#server/outbound/connection-guard.ts';
import { makeClient } from '#server/outbound/http-client.ts';
import { hostOfRedirect, isRedirectUri } from './redirect-uris.ts';

/*
 * OAuth clients: programs that registered themselves (RFC 7591), and programs whose id is the URL of a document about them
 * (draft-ietf-oauth-client-id-metadata-document). All are public clients: they prove themselves by PKCE only.
 */

export interface AgentClient {
  readonly id: string;
  /** Name that the program gives itself; nothing proves it. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Host that published the client's document; null for a registered one. */
  readonly documentHost: string | null;
}

/** Reason that a client cannot be used, for its developer. */
export class InvalidClient extends Error {
  override name = 'InvalidClient';
  /** Error code of RFC 7591. */
  readonly code: 'invalid_client_metadata' | 'invalid_redirect_uri';
  constructor(code: InvalidClient['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const maxNameLength = 100;
const maxRedirectUris = 10;
/** Unused clients that may exist at once: anyone can register one. */
const maxUnused = 10_000;

/** Characters that could disguise a name: controls, and those that change the direction or are invisible. */
const disguises = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]+/gu;

/** Name for users, in one line. */
function nameIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.toWellFormed().replace(disguises, ' ').replace(/\s+/g, ' ').trim();
  return name === '' ? undefined : [...name].slice(0, maxNameLength).join('');
}

/** Reads the metadata that both kinds of clients share. @throws InvalidClient */
function readMetadata(metadata: Readonly<Record<string, unknown>>): {
  readonly name: string;
  readonly redirectUris: readonly string[];
} {
  const { redirect_uris: uris, response_types, grant_types } = metadata;
  if (
    !Array.isArray(uris) ||
    uris.length === 0 ||
    uris.length > maxRedirectUris ||
    !uris.every(isRedirectUri)
  )
    throw new InvalidClient(
      'invalid_redirect_uri',
      `redirect_uris must be 1 to ${maxRedirectUris} URLs: https, http to a loopback address, or an application's private scheme; without a fragment.`,
    );
  if (response_types !== undefined && !contains(response_types, 'code'))
    throw new InvalidClient('invalid_client_metadata', 'response_types must contain code.');
  if (grant_types !== undefined && !contains(grant_types, 'authorization_code'))
    throw new InvalidClient(
      'invalid_client_metadata',
      'grant_types must contain authorization_code.',
    );
  const name = nameIn(metadata.client_name) ?? hostOfRedirect(String(uris[0])) ?? 'MCP';
  return { name: [...name].slice(0, maxNameLength).join(''), redirectUris: [...new Set(uris)] };
}

const contains = (list: unknown, value: string) => Array.isArray(list) && list.includes(value);

const insert = platformStatement(`
  insert into agent_clients (id, name, redirect_uris, is_document, expires_at)
  select $id, $name, $uris, false, now() + interval '1 day'
  where (select count(*) from (select from agent_clients where expires_at <= now() + interval '1 day' limit ${maxUnused}) unused) < ${maxUnused}
  returning id`);

/**
 * Registers a client. An unused one is removed after a day.
 * @returns undefined if too many unused clients exist
 * @throws InvalidClient
 */
export async function registerClient(
  platform: Platform,
  metadata: Readonly<Record<string, unknown>>,
): Promise<AgentClient | undefined> {
  const { name, redirectUris } = readMetadata(metadata);
  const id = randomUUID();
  const [row] = await platform.run(insert, { id, name, uris: redirectUris });
  return row && { id, name, redirectUris, documentHost: null };
}

const find = platformStatement(`
  select id, name, redirect_uris, is_document, fetched_at > now() - interval '1 hour' as is_recent
  from agent_clients where id = $id`);

const touch = platformStatement(`
  update agent_clients c set expires_at = clock.now + interval '90 days' from (select now()) clock (now)
  where c.id = $id and c.expires_at < clock.now + interval '89 days'`);

/** Keeps a client that is in use for another 90 days. */
export async function keepClient(platform: Platform, id: string): Promise<void> {
  await platform.run(touch, { id });
}

const exists = platformStatement('select from agent_clients where id = $id');

/** True if the client has to register again: its registration was removed, or never existed. */
export async function isUnregistered(platform: Platform, id: string): Promise<boolean> {
  return documentUrl(id) === undefined && (await platform.run(exists, { id })).length === 0;
}

/** Clients that were not used for 90 days, and those that were never used. */
export const removeAgentClients = removes('agent_clients', 'id', 'expires_at', '0 seconds');

const clientOf = (row: Row): AgentClient => ({
  id: row.id as string,
  name: row.name as string,
  redirectUris: row.redirect_uris as string[],
  documentHost: row.is_document === true ? new URL(row.id as string).host : null,
});

/** URL of a metadata document; undefined for any other id. */
function documentUrl(id: string): URL | undefined {
  if (id.length > 512) return undefined;
  const url = URL.parse(id);
  const isDocument =
    url?.protocol === 'https:' &&
    url.href === id &&
    url.pathname !== '/' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '';
  return isDocument ? url : undefined;
}

const maxDocumentBytes = 16_384;
const documentTimeoutMs = 5_000;

const store = platformStatement(`
  insert into agent_clients (id, name, redirect_uris, is_document, expires_at)
  values ($id, $name, $uris, true, now() + interval '1 day')
  on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris, fetched_at = excluded.fetched_at`);

/** Fetches a metadata document, without redirects, from an address that the guard permits. @throws InvalidClient */
export async function fetchClientDocument(
  url: URL,
  guard: Guard,
): Promise<Readonly<Record<string, unknown>>> {
  const client = makeClient({ guard, idleMs: 1, mostPerOrigin: 1 });
  try {
    const answer = await client.exchange({
      method: 'GET',
      url,
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
      timeoutMs: documentTimeoutMs,
      mostBytes: maxDocumentBytes,
    });
    // No detail: it would reveal the network in which the service runs.
    if (answer.kind !== 'answered' || answer.status !== 200 || !answer.isComplete)
      throw new InvalidClient(
        'invalid_client_metadata',
        'client_id: the document at this URL cannot be read.',
      );
    const document: unknown = JSON.parse(answer.body.toString('utf8'));
    if (typeof document === 'object' && document !== null && !Array.isArray(document))
      return document as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  } finally {
    client.close();
  }
  throw new InvalidClient(
    'invalid_client_metadata',
    'client_id: the document at this URL is not a JSON object.',
  );
}

/**
 * Finds a client by its id. Reads a metadata document at most once an hour, outside any transaction.
 * @returns undefined if no client has this id
 * @throws InvalidClient if the document cannot be read or is invalid
 */
export async function findClient(
  platform: Platform,
  { allowCidrs = [] }: Pick<Settings, 'allowCidrs'>,
  id: string,
): Promise<AgentClient | undefined> {
  if (id === '' || id.length > 512 || !/^[\x21-\x7e]+$/.test(id)) return undefined;
  const [row] = await platform.run(find, { id });
  const url = documentUrl(id);
  if (row && (!url || row.is_recent === true)) return clientOf(row);
  if (!url) return undefined;
  const document = await fetchClientDocument(url, guardOf(allowCidrs));
  if (document.client_id !== id)
    throw new InvalidClient(
      'invalid_client_metadata',
      'client_id: the document at this URL names a different client_id.',
    );
  const { name, redirectUris } = readMetadata(document);
  await platform.run(store, { id, name, uris: redirectUris });
  return { id, name, redirectUris, documentHost: url.host };
}
