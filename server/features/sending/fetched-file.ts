import { type Context, storageOf, userIdOf } from '#server/operations/context.ts';
import { guardOf, namesRefused, Unreachable } from '#server/outbound/connection-guard.ts';
import { makeClient, type OutboundClient } from '#server/outbound/http-client.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { fileNameOf } from '../conversations/file-names.ts';
import { type StoredFile, storeFetched } from '../files/store.ts';

/*
 * Fetches the file at an address that a caller names, for a message. The service may be in a network that the caller cannot reach: only
 * public addresses are connected to, also after a redirect, and no response reveals anything about others (ADR 15).
 */

/** Max duration of a fetch, from the look-up to the last byte. */
const maxFetchMs = 60_000;
const maxRedirects = 3;

const field = 'media_url';

const refusedAddress = () =>
  invalid(`${field} must lead to a public address.`, field, 'not_allowed', {
    reason: 'private_address',
  });
const unavailable = (why: string) =>
  new ApiError('BAD_GATEWAY', `${field}: ${why}. Nothing was sent.`);

type Opened = Extract<Awaited<ReturnType<OutboundClient['open']>>, { kind: 'opened' }>;

/** Opens an address, following redirects. @throws ApiError VALIDATION_ERROR, BAD_GATEWAY */
async function open(
  client: OutboundClient,
  address: string,
  { settings }: Context,
  mostBytes: number,
): Promise<{ readonly answer: Opened; readonly url: URL }> {
  const ends = Date.now() + maxFetchMs;
  let url = new URL(address);
  for (let redirects = 0; ; redirects += 1) {
    if (namesRefused(url, settings.allowCidrs ?? [])) throw refusedAddress();
    const answer = await client.open({
      method: 'GET',
      url,
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
      timeoutMs: Math.max(1, ends - Date.now()),
      mostBytes,
    });
    if (answer.kind === 'unanswered') {
      const { cause } = answer;
      if (cause instanceof Unreachable) {
        if (cause.code === 'unresolved_name') throw unavailable('its name cannot be resolved');
        throw refusedAddress();
      }
      throw unavailable(
        cause === 'timeout' ? 'its server did not respond in time' : 'its server cannot be reached',
      );
    }
    const { status, headers, stream } = answer;
    if (status === 200) return { answer, url };
    stream.destroy();
    const to = status >= 300 && status < 400 ? URL.parse(headers.location ?? '', url.href) : null;
    if (to && redirects < maxRedirects && /^https?:$/.test(to.protocol)) {
      url = to;
      continue;
    }
    if (status >= 500 || status === 429) throw unavailable(`its server responded ${status}`);
    throw invalid(`${field}: its server responded ${status}, not with a file.`, field, 'not_found');
  }
}

/** Name of a file in the headers of its response (RFC 6266), or in its address. */
function nameIn(disposition: string | undefined, url: URL, mediaType: string | undefined): string {
  const [, extended] = /filename\*=utf-8''([^;\s]+)/i.exec(disposition ?? '') ?? [];
  const [, quoted, plain] =
    /filename=(?:"([^"]{1,255})"|([^;\s]{1,255}))/i.exec(disposition ?? '') ?? [];
  const decoded = (text: string | undefined) => {
    try {
      return text === undefined ? undefined : decodeURIComponent(text);
    } catch {
      return undefined;
    }
  };
  const name = fileNameOf(
    [decoded(extended), quoted, plain, decoded(url.pathname)],
    'file',
    mediaType,
  );
  return [...name].slice(-200).join('');
}

/**
 * Fetches a file and stores it, outside any transaction. If its name or declared type contradicts its bytes, the bytes decide.
 * @param fileName by default the name that its server gives
 * @throws ApiError VALIDATION_ERROR if the address may not be requested or has no file that can be stored; BAD_GATEWAY if its server fails
 */
export async function fetchFile(
  ctx: Context,
  address: string,
  fileName: string | null,
): Promise<StoredFile> {
  const { db, settings, actor } = ctx;
  const storage = storageOf(settings);
  const client = makeClient({
    guard: guardOf(settings.allowCidrs ?? []),
    idleMs: 1_000,
    mostPerOrigin: 1,
  });
  try {
    // The storage refuses the byte above its limit, so the client may read it.
    const { answer, url } = await open(client, address, ctx, storage.mostBytes + 65_536);
    const { stream, headers } = answer;
    const mediaType = headers['content-type']?.slice(0, 255);
    let isBroken = false;
    stream.once('error', () => {
      isBroken = true;
    });
    try {
      return await storeFetched({ db, storage }, stream, {
        name: fileName ?? nameIn(headers['content-disposition'], url, mediaType),
        mediaType,
        purpose: 'message',
        createdBy: userIdOf(actor),
      });
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.code !== 'UNAVAILABLE';
      if (isBroken && !isRefusal) throw unavailable('its server broke off the file');
      throw problemOf(error);
    } finally {
      stream.destroy();
    }
  } finally {
    client.close();
  }
}

/** The error of storing a file, about the field that names it. */
function problemOf(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === 'PAYLOAD_TOO_LARGE')
    return invalid(`${field}: ${error.message}`, field, 'too_large');
  return error.code === 'VALIDATION_ERROR'
    ? invalid(`${field}: ${error.message.replace(/^file: /, '')}`, field, 'invalid')
    : error;
}
