import { Readable } from 'node:stream';
import type {
  Connection,
  GatewayResult,
  Json,
  MediaType,
} from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type { FetchedMedia } from '#server/outbound/messaging/gateway.ts';
import {
  type Outgoing,
  type OutgoingFile,
  type OutgoingMedia,
  refused,
  type Sent,
} from '#server/outbound/messaging/outgoing-message.ts';
import {
  done,
  failed,
  findings,
  formWith,
  type OpenAnswer,
  object,
  openAnswer,
  parse,
  text,
} from '../requests.ts';
import {
  addressOf,
  chatJid,
  keyOf,
  post,
  quotedFields,
  quotedIn,
  recipientOf,
  refusalOf,
  resultOf,
  sentenceIn,
} from './client.ts';

/* Media through Evolution (B as in client.ts): sending files, and fetching those of messages. */

// Sending ----------------------------------------------------------------------------------------------------------

const mb = 1_048_576;

/** Media that the network shows as such, in sizes that it accepts from a session. Images become JPEG, voice becomes Opus (B). */
const rules: Readonly<
  Record<MediaType, { readonly most: number; readonly types: RegExp; readonly says: string }>
> = {
  image: { most: 16 * mb, types: /^image\/(?:jpeg|png|webp)$/, says: 'JPEG, PNG or WebP' },
  video: { most: 64 * mb, types: /^video\/(?:mp4|3gpp)$/, says: 'MP4 or 3GPP' },
  audio: {
    most: 16 * mb,
    types: /^audio\/(?:mpeg|mp4|aac|amr|ogg)$/,
    says: 'MP3, M4A, AAC, AMR or OGG',
  },
  voice: { most: 16 * mb, types: /^audio\//, says: 'audio' },
  document: { most: 100 * mb, types: /^/, says: 'any' },
  sticker: { most: mb / 2, types: /^image\/(?:webp|png|jpeg)$/, says: 'WebP, PNG or JPEG' },
};

const bare = (mediaType: string) => mediaType.split(';')[0]?.trim().toLowerCase() ?? '';

/** Returns the reason why media cannot be sent as this type; undefined if it can. */
export function limitOn({ type, file, caption }: OutgoingMedia): string | undefined {
  const { most, types, says } = rules[type];
  if (file.bytes > most)
    return `${type}: ${(file.bytes / mb).toFixed(1)} MB are more than the ${most / mb} MB that go out through this gateway`;
  if (!types.test(bare(file.mediaType)))
    return `${type}: ${bare(file.mediaType)} cannot be sent so, only ${says}; send it as a document`;
  return caption !== '' && ['audio', 'voice', 'sticker'].includes(type)
    ? `${type}: the network shows no caption with it`
    : undefined;
}

/** The gateway derives the type from the name alone (B prepareMediaMessage): every name needs an extension. */
const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/ogg': 'ogg',
  'text/plain': 'txt',
  'video/3gpp': '3gp',
  'video/mp4': 'mp4',
};

function nameFor(type: MediaType, { name, mediaType }: OutgoingFile): string {
  const [, stem = name, ending] = /^(.*?)(?:\.([A-Za-z0-9]{1,10}))?$/s.exec(name) ?? [];
  if (type === 'image') return `${stem || 'image'}.jpg`;
  const extensions = endings[bare(mediaType)];
  if (type === 'document') return ending ? name : `${name || 'file'}.${extensions ?? 'bin'}`;
  return `${stem || type}.${extensions ?? ending ?? 'bin'}`;
}

export async function sendMedia(
  connection: Connection,
  { to, quoted, mentions = [] }: Outgoing,
  media: OutgoingMedia,
  timeoutMs: number,
): Promise<Sent> {
  const limit = limitOn(media);
  if (limit !== undefined) return refused('rejected', finding('content_unsupported', limit));
  const { type, file, caption } = media;
  const number = recipientOf(to);
  // The gateway accepts stickers as base64 only (B mediaSticker ignores the file of a form).
  if (type === 'sticker') {
    const bytes = await readWhole(file);
    if (!bytes) return unreadable;
    const body = { number, sticker: bytes.toString('base64') };
    const whole = quoted ? { ...body, quoted: quotedIn(to, quoted) } : body;
    return post(connection, 'sendSticker', whole, timeoutMs);
  }
  const isVoice = type === 'voice';
  const fields = {
    number,
    ...(isVoice ? {} : { mediatype: type, fileName: nameFor(type, file) }),
    ...(caption === '' ? {} : { caption }),
    ...(quoted && !isVoice ? quotedFields(to, quoted) : {}),
    ...Object.fromEntries(mentions.map((one, n) => [`mentioned[${n}]`, chatJid(one)])),
  };
  const form = await formWith(fields, 'file', file).catch(() => undefined);
  if (!form) return unreadable;
  return post(connection, isVoice ? 'sendWhatsAppAudio' : 'sendMedia', form, timeoutMs);
}

const unreadable = refused('rejected', findings.fileUnreadable);

const readWhole = async (file: OutgoingFile): Promise<Buffer | undefined> => {
  try {
    return Buffer.concat(await (await file.open()).toArray());
  } catch {
    return undefined;
  }
};

// Fetching ---------------------------------------------------------------------------------------------------------

/*
 * Fetching (B getBase64FromMediaMessage): a 201 with an object that holds the media in base64. The object is not read
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
  return failed('gateway', finding('gateway_failed', 'the gateway answered without the media'));
}

/** Refusals that mean that there is nothing to fetch, now or ever (B getBase64FromMediaMessage). */
const nothingThere = /^(?:Message not found|The message is not of the media type|Template message)/;

async function refusalIn({ status, stream }: OpenAnswer): Promise<GatewayResult<FetchedMedia>> {
  const json = parse(await readUpTo(stream, maxRefusal));
  const sentence = sentenceIn(json);
  return status === 400 && nothingThere.test(sentence ?? '')
    ? {
        kind: 'impossible',
        reason: finding('media_gone', `the gateway does not have it (${sentence})`, {
          said: sentence,
        }),
      }
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
  if (answer.kind !== 'open')
    return resultOf<FetchedMedia>(answer, () => failed('gateway', findings.unreadable));
  try {
    if (answer.status === 200 || answer.status === 201) return await mediaIn(answer.stream);
    return await refusalIn(answer);
  } catch {
    answer.stream.destroy();
    return failed(
      'network',
      finding('unreached', 'the connection to the gateway broke before the media was there'),
    );
  }
}
