import { LRUCache } from 'lru-cache';
import {
  type Exchange,
  type Json,
  jsonWith,
  outcomeOf,
  type Streamed,
  text,
} from '#server/features/gateways/requests.ts';
import {
  type Connection,
  isNetworkId,
  type MediaType,
} from '#server/outbound/messaging/connection.ts';
import {
  accepted,
  type Outgoing,
  type OutgoingContent,
  refused,
  type Sent,
  unknown,
} from '#server/outbound/messaging/outgoing-message.ts';
import { chatIdOf, fullMessageId, idOf } from './addresses.ts';
import { call, notSent, sessionOf } from './client.ts';
import { numberOf } from './content.ts';

/*
 * Sending: D content/docs/how-to/send-messages/index.md, W src/structures/chatting.dto.ts and src/core/session.*.ts. Each engine responds
 * in its own format (W issue 760); some versions answer 201 with an empty body (W issues 1083, 1087).
 */

/** Extra time: the gateway waits 10 s before it reports that a session is not working (W manager.abc.ts, WAIT_STATUS_TIMEOUT). */
const extraTimeoutMs = 1_000;

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

export async function send(
  connection: Connection,
  { to, content, quoted, networkId }: Outgoing,
  timeoutMs: number,
): Promise<Sent> {
  const chatId = chatIdOf(to);
  const common = {
    session: connection.config.session,
    chatId,
    ...(quoted ? { reply_to: fullMessageId(chatId, quoted) } : {}),
  };
  const request = (method: 'POST' | 'PUT', path: string, body: Json | Streamed) =>
    call(connection, method, path, body, timeoutMs + extraTimeoutMs);
  switch (content.kind) {
    case 'text': {
      // Only texts accept an id: OpenAPI 2026.7.1, MessageTextRequest.
      const own = networkId === undefined ? {} : { id: networkId };
      const body = { ...common, text: content.text, ...own };
      return outcome(await request('POST', '/api/sendText', body), timeoutMs);
    }
    case 'reaction': {
      const messageId = fullMessageId(chatId, content.target);
      const body = { session: common.session, messageId, reaction: content.emoji };
      return outcome(await request('PUT', '/api/reaction', body), timeoutMs);
    }
    case 'media': {
      const problem = unsendable(content);
      if (problem !== undefined) return refused('rejected', problem);
      const { path, more } = paths[content.type] ?? { path: '/api/sendFile', more: {} };
      // Without a caption, the gateway may add its own to a video: W MessageVideoRequest.
      const caption = content.type === 'voice' ? {} : { caption: content.caption };
      const { name: filename, mediaType: mimetype } = content.file;
      const body = await jsonWith(
        (data) => ({ ...common, ...caption, ...more, file: { mimetype, filename, data } }),
        content.file,
      ).catch(() => undefined);
      if (!body) return refused('rejected', 'the file cannot be read');
      return outcome(await request('POST', path, body), timeoutMs);
    }
    case 'template':
      return refused('rejected', 'templates are sent through the official API only');
  }
}

/** Returns the reason why media cannot be sent. */
function unsendable({
  type,
  file,
  caption,
}: Extract<OutgoingContent, { kind: 'media' }>): string | undefined {
  if (!paths[type]) return `this gateway sends no ${type}s`;
  if (type === 'voice' && caption !== '') return 'a voice message has no caption';
  return file.bytes > maxFileBytes
    ? `this gateway takes files of up to ${maxFileBytes / 1_000_000} MB, and this one has ${(file.bytes / 1_000_000).toFixed(1)} MB`
    : undefined;
}

const outcome = (answer: Exchange, timeoutMs: number): Sent =>
  outcomeOf(answer, timeoutMs, (status, json) =>
    status >= 400
      ? notSent(status, json)
      : accepted(
          json && idOf(json),
          // The callback of this message contains the id.
          unknown('gateway', `the gateway answered ${status} without an id`),
          timeOf(json),
        ),
  );

function timeOf(json: Json | undefined): number | undefined {
  const seconds = numberOf(json?.messageTimestamp ?? json?.timestamp);
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** Gateways that provide no ids, by inbox and address; retried now and then, because gateways get updated. */
const without = new LRUCache<string, true>({ max: 1_000, ttl: 30 * 60_000 });

/** Requests the id of a new message: from 2026.4.3 on with NOWEB and GOWS (D changelog). */
export async function newMessageId(
  connection: Connection,
  timeoutMs: number,
): Promise<string | undefined> {
  const { team, inbox, config } = connection;
  const key = `${team} ${inbox} ${config.url} ${config.session}`;
  if (without.has(key)) return undefined;
  const path = `/api/${sessionOf(connection)}/new-message-id`;
  // The gateway creates ids locally; a slow one keeps most of its time for the message.
  const answer = await call(connection, 'GET', path, undefined, timeoutMs / 4);
  if (answer.kind !== 'answer') return undefined;
  const { status, json } = answer;
  const id = status === 200 ? text(json?.id) : undefined;
  if (isNetworkId(id)) return id;
  // A stopped session is a 404, too, and may provide ids once it runs.
  const hasNoSuch = status === 404 && /^Cannot /.test(text(json?.message) ?? '');
  if (status === 200 || status === 403 || status === 501 || hasNoSuch) without.set(key, true);
  return undefined;
}
