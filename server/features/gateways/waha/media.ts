import type {
  Connection,
  GatewayResult,
  Json as Kept,
  MediaType,
} from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type { FetchedMedia } from '#server/outbound/messaging/gateway.ts';
import {
  type OutgoingMedia,
  refused,
  type Sent,
} from '#server/outbound/messaging/outgoing-message.ts';
import {
  findings,
  type Json,
  jsonWith,
  object,
  openAnswer,
  type Streamed,
  text,
} from '../requests.ts';
import { chatIn } from './addresses.ts';
import { call, headersOf, resultOf, sessionOf } from './client.ts';

/* Media through WAHA: D content/docs/how-to/{receive-messages,send-messages}/index.md. */

// Sending ----------------------------------------------------------------------------------------------------------

/** W src/main.ts accepts bodies of 50 MiB, and base64 takes four bytes for three. */
const maxFileBytes = 39_000_000;

/** Endpoints by media type. Audio that is not a voice message has none: it is sent as a file. */
const paths: Record<MediaType, { readonly path: string; readonly more: Json } | undefined> = {
  image: { path: '/api/sendImage', more: {} },
  video: { path: '/api/sendVideo', more: { asNote: false, convert: true } },
  voice: { path: '/api/sendVoice', more: { convert: true } },
  audio: { path: '/api/sendFile', more: {} },
  document: { path: '/api/sendFile', more: {} },
  sticker: undefined,
};

/** Returns the reason why media cannot be sent. */
export function unsendable({ type, file, caption }: OutgoingMedia): string | undefined {
  if (!paths[type]) return `this gateway sends no ${type}s`;
  if (type === 'voice' && caption !== '') return 'a voice message has no caption';
  return file.bytes > maxFileBytes
    ? `this gateway takes files of up to ${maxFileBytes / 1_000_000} MB, and this one has ${(file.bytes / 1_000_000).toFixed(1)} MB`
    : undefined;
}

/** Returns the request that sends a file, which is read while it is sent. @param common what every request has */
export async function uploadOf(
  media: OutgoingMedia,
  common: Json,
): Promise<{ readonly path: string; readonly body: Streamed } | Sent> {
  const problem = unsendable(media);
  if (problem !== undefined) return refused('rejected', finding('content_unsupported', problem));
  const { type, file, caption: originalCaption } = media;
  const { path, more } = paths[type] ?? { path: '/api/sendFile', more: {} };
  // Without a caption, the gateway may add its own to a video: W MessageVideoRequest.
  const caption = type === 'voice' ? {} : { caption: originalCaption };
  const { name: filename, mediaType: mimetype } = file;
  const body = await jsonWith(
    (data) => ({ ...common, ...caption, ...more, file: { mimetype, filename, data } }),
    file,
  ).catch(() => undefined);
  return body ? { path, body } : refused('rejected', findings.fileUnreadable);
}

// Fetching ---------------------------------------------------------------------------------------------------------

/** Larger than any message: the network allows documents of 2 GB. */
const maxMediaBytes = 2_147_483_648;

/**
 * Returns the path of a file at the gateway itself. The host in an address depends on the gateway's own idea of its name (`WAHA_BASE_URL`)
 * and on the sender of the callback: only the path counts, and only a file's.
 */
function filePath(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { pathname } = new URL(address);
  const path = /\/api\/files\/.+$/.exec(pathname)?.[0];
  // Rejects escapes that would form another path once decoded.
  return path === undefined || /%(2e|2f|5c|00)/i.test(path) ? undefined : path;
}

async function get(
  connection: Connection,
  path: string,
  timeoutMs: number,
): Promise<GatewayResult<FetchedMedia>> {
  const address = `${connection.config.url}${path}`;
  const headers = headersOf(connection);
  const answer = await openAnswer('GET', address, headers, undefined, timeoutMs, maxMediaBytes);
  if (answer.kind !== 'open') return resultOf<FetchedMedia>(answer, () => undefined);
  const { status, headers: answered, stream } = answer;
  if (status === 200)
    return { kind: 'done', value: { stream, mediaType: text(answered['content-type']) } };
  stream.destroy();
  // Error bodies are not always JSON, and they contain paths of the gateway.
  return resultOf<FetchedMedia>({ kind: 'answer', status, json: undefined }, () => undefined);
}

const mediaMissing: GatewayResult<FetchedMedia> = {
  kind: 'impossible',
  reason: finding('media_gone', 'the gateway no longer has the file'),
};

/** Makes the gateway download the file again. @returns the address of the file */
async function downloaded(
  connection: Connection,
  id: string,
  timeoutMs: number,
): Promise<
  GatewayResult<{ readonly url?: string | undefined; readonly name?: string | undefined }>
> {
  const chat = encodeURIComponent(chatIn(id) ?? '');
  const path = `/api/${sessionOf(connection)}/chats/${chat}/messages/${encodeURIComponent(id)}?downloadMedia=true`;
  const answer = await call(connection, 'GET', path, undefined, timeoutMs);
  if (answer.kind === 'answer' && answer.status === 404) return { kind: 'done', value: {} };
  return resultOf(answer, (json) => {
    const media = object(json?.media);
    return { url: text(media?.url), name: text(media?.filename) };
  });
}

/** Fetches from the gateway only, whatever the callback contains: by the file's address if present, otherwise by the message. */
export async function fetchMedia(
  connection: Connection,
  { source }: { readonly networkId: string; readonly source: Kept },
  timeoutMs: number,
): Promise<GatewayResult<FetchedMedia>> {
  const until = Date.now() + timeoutMs;
  const mediaType = text(source.mimetype);
  const from = async (path: string): Promise<GatewayResult<FetchedMedia>> => {
    const got = await get(connection, path, Math.max(until - Date.now(), 1));
    if (got.kind !== 'done') return got;
    return { kind: 'done', value: { ...got.value, mediaType: mediaType ?? got.value.mediaType } };
  };
  const mediaPath = filePath(text(source.url));
  if (mediaPath !== undefined) {
    const first = await from(mediaPath);
    // By default (`WHATSAPP_FILES_LIFETIME`), WAHA keeps files only for minutes and then returns 404.
    const isGone = first.kind === 'failed' && first.cause === 'disconnected';
    if (!isGone) return first;
  }
  const id = text(source.id);
  if (id === undefined) return mediaMissing;
  const again = await downloaded(connection, id, Math.max(until - Date.now(), 1));
  if (again.kind !== 'done') return again;
  const { url, name } = again.value;
  const path = filePath(url);
  if (url !== undefined && path === undefined)
    return {
      kind: 'impossible',
      reason: finding(
        'media_gone',
        'the gateway keeps its files elsewhere (only its own storage is fetched from)',
      ),
    };
  if (path === undefined) return mediaMissing;
  const second = await from(path);
  if (second.kind === 'done') return { kind: 'done', value: { ...second.value, name } };
  return second.kind === 'failed' && second.cause === 'disconnected' ? mediaMissing : second;
}
