import { Readable } from 'node:stream';
import {
  type OpenAnswer,
  object,
  openAnswer,
  parse,
  text,
} from '#server/features/gateways/requests.ts';
import type { Connection, GatewayResult, Json } from '#server/outbound/messaging/connection.ts';
import type { FetchedMedia } from '#server/outbound/messaging/gateway.ts';
import { addressOf, done, failed, keyOf, refusalOf, resultOf, sentenceIn } from './client.ts';

/*
 * Fetches media from Evolution (B getBase64FromMediaMessage): a 201 with an object that holds the media in base64. The object is not read
 * whole: only the part before the base64 is parsed, and the base64 is decoded as it arrives.
 */

const marker = Buffer.from('"base64":"');
const end = '"'.charCodeAt(0);

/** 100 MiB in base64, and the surrounding JSON. */
const maxBytes = 144_703_488;
/** Max number of bytes before the base64. */
const maxBefore = 65_536;
/** Max number of bytes of a refusal that are read. */
const maxRefusal = 65_536;

/** Converts the key of a file to an object with a key for each byte, Evolution's format. */
const bytesOf = (base64: string) => Object.fromEntries(Buffer.from(base64, 'base64').entries());

/** Message to request: complete if its source is, so that the gateway need not have stored it; otherwise only its key. */
function messageIn(networkId: string, source: Json): Json {
  const { kind, mediaType: mimetype, name: fileName, url, path, key, chat, fromMe } = source;
  const ofMessage = { id: networkId, ...(text(chat) ? { remoteJid: chat, fromMe } : {}) };
  if (typeof kind !== 'string' || typeof key !== 'string' || (!text(path) && !text(url)))
    return { key: ofMessage };
  const part = { mimetype, fileName, url, directPath: path, mediaKey: bytesOf(key) };
  return { key: ofMessage, message: { [kind]: part } };
}

/** Reads a stream up to a size. */
async function readUpTo(stream: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/** Decodes base64 that ends with a quotation mark. Fails if the mark is missing. */
async function* decoded(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  let carried = '';
  let chunk: Buffer | undefined = first;
  while (chunk) {
    const at = chunk.indexOf(end);
    const base64 = carried + chunk.toString('latin1', 0, at < 0 ? chunk.length : at);
    if (at >= 0) {
      yield Buffer.from(base64, 'base64');
      return;
    }
    const whole = base64.length - (base64.length % 4);
    carried = base64.slice(whole);
    if (whole > 0) yield Buffer.from(base64.slice(0, whole), 'base64');
    const next = await rest.next();
    chunk = next.done ? undefined : next.value;
  }
  throw new Error('the gateway broke off the media');
}

/** @param stream begins with the object that holds the base64 */
async function mediaIn(stream: Readable): Promise<GatewayResult<FetchedMedia>> {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  for (;;) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
    const at = head.indexOf(marker);
    if (at >= 0) {
      const about = parse(Buffer.concat([head.subarray(0, at), marker, Buffer.from('"}')]));
      const media = Readable.from(decoded(head.subarray(at + marker.length), chunks), {
        objectMode: false,
      });
      media.once('close', () => stream.destroy());
      return done({ stream: media, mediaType: text(about?.mimetype), name: text(about?.fileName) });
    }
    if (head.length > maxBefore) break;
  }
  stream.destroy();
  return failed('gateway', 'the gateway answered without the media');
}

/** Refusals that mean that there is nothing to fetch, now or ever (B getBase64FromMediaMessage). */
const nothingThere = /^(?:Message not found|The message is not of the media type|Template message)/;

async function refusalIn({ status, stream }: OpenAnswer): Promise<GatewayResult<FetchedMedia>> {
  const json = parse(await readUpTo(stream, maxRefusal));
  const sentence = sentenceIn(json);
  return status === 400 && nothingThere.test(sentence ?? '')
    ? { kind: 'impossible', reason: `the gateway does not have it (${sentence})` }
    : refusalOf(status, json);
}

/** Fetches the media of a message. */
export async function fetchMedia(
  connection: Connection,
  { networkId, source }: { readonly networkId: string; readonly source: Json },
  timeoutMs: number,
): Promise<GatewayResult<FetchedMedia>> {
  const answer = await openAnswer(
    'POST',
    addressOf(connection, '/chat/getBase64FromMediaMessage'),
    keyOf(connection),
    { message: messageIn(networkId, object(source) ?? {}) },
    timeoutMs,
    maxBytes,
  );
  if (answer.kind !== 'open') return resultOf<FetchedMedia>(answer, () => failed('gateway', ''));
  try {
    if (answer.status === 200 || answer.status === 201) return await mediaIn(answer.stream);
    return await refusalIn(answer);
  } catch {
    answer.stream.destroy();
    return failed('network', 'the connection to the gateway broke before the media was there');
  }
}
