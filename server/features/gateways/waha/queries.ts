import { phoneOf } from '#server/features/gateways/phones.ts';
import { object, openAnswer, text } from '#server/features/gateways/requests.ts';
import type {
  Connection,
  GatewayResult,
  Json as Kept,
} from '#server/outbound/messaging/connection.ts';
import type {
  Account,
  FetchedMedia,
  Gateway,
  Profile,
} from '#server/outbound/messaging/gateway.ts';
import { chatIdOf, chatIn, fullMessageId, lidOf } from './addresses.ts';
import { call, done, headersOf, optionalResultOf, resultOf, sessionOf } from './client.ts';

/* Requests to WAHA other than sending: D content/docs/how-to/{receive-messages,contacts,send-messages}/index.md. */

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
  reason: 'the gateway no longer has the file',
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
  const known = filePath(text(source.url));
  if (known !== undefined) {
    const first = await from(known);
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
      reason: 'the gateway keeps its files elsewhere (only its own storage is fetched from)',
    };
  if (path === undefined) return mediaMissing;
  const second = await from(path);
  if (second.kind === 'done') return { kind: 'done', value: { ...second.value, name } };
  return second.kind === 'failed' && second.cause === 'disconnected' ? mediaMissing : second;
}

export const markRead: NonNullable<Gateway['markRead']> = async (
  connection,
  { chat, networkIds },
  timeoutMs,
) => {
  const chatId = chatIdOf(chat);
  const messageIds = networkIds.map((networkId) =>
    fullMessageId(chatId, { networkId, fromMe: false }),
  );
  const body = { session: connection.config.session, chatId, messageIds };
  return done(await call(connection, 'POST', '/api/sendSeen', body, timeoutMs));
};

const query = (values: Record<string, string | undefined>) =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, value ?? '']),
  ).toString();

export const profile: NonNullable<Gateway['profile']> = async (connection, of, timeoutMs) => {
  const { session } = connection.config;
  const one = query({ contactId: chatIdOf(of), session });
  const [picture, contact] = await Promise.all([
    call(connection, 'GET', `/api/contacts/profile-picture?${one}`, undefined, timeoutMs),
    call(connection, 'GET', `/api/contacts?${one}`, undefined, timeoutMs),
  ]);
  const named = resultOf(contact, (json) => ({
    name: text(json?.pushname) ?? text(json?.pushName),
  }));
  const name = named.kind === 'done' ? named.value.name : undefined;
  return resultOf(picture, (json): Profile | undefined => {
    if (!json) return undefined;
    // W contacts.controller.ts; a hidden picture is null.
    return { name, pictureUrl: text(json.profilePictureURL) ?? null };
  });
};

export const account: NonNullable<Gateway['account']> = async (connection, phone, timeoutMs) => {
  const path = `/api/contacts/check-exists?${query({ phone, session: connection.config.session })}`;
  // A message waits for this check and is sent without it if it times out.
  const answer = await call(connection, 'GET', path, undefined, timeoutMs / 2);
  return resultOf(answer, (json): Account | undefined => {
    if (json?.numberExists === false) return { exists: false };
    if (json?.numberExists !== true) return undefined;
    return { exists: true, phone: phoneOf(json.chatId), lid: lidOf(json.chatId) };
  });
};

export const numberOfLid: NonNullable<Gateway['phoneOf']> = async (connection, lid, timeoutMs) => {
  const path = `/api/${sessionOf(connection)}/lids/${encodeURIComponent(lid)}`;
  const answer = await call(connection, 'GET', path, undefined, timeoutMs);
  return optionalResultOf(answer, (json) => phoneOf(json?.pn));
};
