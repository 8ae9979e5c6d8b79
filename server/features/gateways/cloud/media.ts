import { guardOf } from '#server/outbound/connection-guard.ts';
import { makeClient } from '#server/outbound/http-client.ts';
import type { GatewayResult, Json, MediaType } from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type { FetchedMedia } from '#server/outbound/messaging/gateway.ts';
import {
  type OutgoingFile,
  type OutgoingMedia,
  refused,
  type Sent,
} from '#server/outbound/messaging/outgoing-message.ts';
import { failed, formWith, openAnswer, outcomeOf, text } from '../requests.ts';
import {
  authorization,
  type Config,
  graphRequest,
  isMissing,
  refusal,
  resultOf,
} from './client.ts';

/*
 * Media through the official API. Sources: O, as in index.ts, `POST /{Phone-Number-ID}/media`, `GET /{Media-ID}`, whose address is valid
 * for five minutes, `GET /{Media-URL}`; D, developers.facebook.com/docs/whatsapp/cloud-api/reference/media: types and sizes;
 * docs/whatsapp/cloud-api/messages/audio-messages: `voice`.
 */

const kB = 1_024;
const MB = 1_024 * kB;

interface Limit {
  /** Absent: every media type. */
  readonly types?: readonly string[];
  readonly bytes: number;
  readonly says: string;
}

const limits: Record<MediaType, Limit> = {
  image: {
    types: ['image/jpeg', 'image/png'],
    bytes: 5 * MB,
    says: 'images must be JPEG or PNG of at most 5 MB',
  },
  audio: {
    types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
    bytes: 16 * MB,
    says: 'audio must be AAC, AMR, MP3, MP4 or Ogg with Opus, of at most 16 MB',
  },
  voice: {
    types: ['audio/ogg'],
    bytes: 16 * MB,
    says: 'voice messages must be Ogg with Opus (mono), of at most 16 MB',
  },
  video: {
    types: ['video/mp4', 'video/3gpp'],
    bytes: 16 * MB,
    says: 'videos must be MP4 or 3GP (H.264 and AAC) of at most 16 MB',
  },
  document: { bytes: 100 * MB, says: 'documents must have at most 100 MB' },
  sticker: {
    types: ['image/webp'],
    bytes: 500 * kB,
    says: 'stickers must be WebP of at most 100 kB, animated ones of at most 500 kB',
  },
};

const stillSticker = 100 * kB;
const maxCaptionLength = 1_024;
const withCaption = new Set<MediaType>(['image', 'video', 'document']);

const bare = (mediaType: string) => mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** True if a WebP is animated: the second bit of the flags of its extended header (developers.google.com/speed/webp, container). */
async function isAnimated(file: OutgoingFile): Promise<boolean> {
  const stream = await file.open();
  let head = Buffer.alloc(0);
  try {
    for await (const chunk of stream) {
      head = Buffer.concat([head, chunk as Buffer]);
      if (head.length >= 21) break;
    }
  } finally {
    stream.destroy();
  }
  return head.subarray(12, 16).toString('latin1') === 'VP8X' && ((head[20] ?? 0) & 2) !== 0;
}

/** Checks a file against the network's limits before uploading it; returns the reason of the refusal, if any. */
export async function limitOf({ type, file, caption }: OutgoingMedia): Promise<string | undefined> {
  const { types, bytes, says } = limits[type];
  const mediaType = bare(file.mediaType);
  if (file.bytes === 0) return 'the file is empty';
  const isTooBig =
    file.bytes > bytes ||
    (type === 'sticker' && file.bytes > stillSticker && !(await isAnimated(file)));
  if (isTooBig || (types && !types.includes(mediaType)))
    return `${says}; the file is ${mediaType} of ${file.bytes} bytes`;
  if (mediaType === 'audio/opus')
    return 'the network takes no audio/opus; Opus must be in Ogg (audio/ogg)';
  if (caption === '') return undefined;
  if (!withCaption.has(type)) return `a message of type ${type} has no caption`;
  // Counts code points instead of UTF-16 units.
  return [...caption].length > maxCaptionLength
    ? `a caption must have at most ${maxCaptionLength} characters`
    : undefined;
}

/** Uploads a file to the network. @returns its id there, or the refusal: nothing was sent then */
export async function upload(
  config: Config,
  file: OutgoingFile,
  timeoutMs: number,
): Promise<string | Sent> {
  const declaredType = bare(file.mediaType);
  const mediaType = declaredType === 'audio/ogg' ? 'audio/ogg; codecs=opus' : declaredType;
  const form = await formWith({ messaging_product: 'whatsapp', type: mediaType }, 'file', {
    ...file,
    mediaType,
  });
  const answer = await graphRequest(
    config,
    'POST',
    `${config.phone_number_id}/media`,
    form,
    timeoutMs,
  );
  const result = resultOf(answer, timeoutMs, (json) => text(json.id));
  return result.kind === 'done'
    ? result.value
    : refused(causeOf(result), {
        ...result.reason,
        text: `the file: ${result.reason.text}`,
      });
}

const causeOf = (failure: Exclude<GatewayResult<unknown>, { kind: 'done' }>) =>
  failure.kind === 'failed' ? failure.cause : 'rejected';

/** Max media size of one message at the network. */
const maxBytes = 105 * MB;

/** Client for media, whose addresses the network chooses: public ones only. */
const cdn = makeClient({ guard: guardOf([]), idleMs: 1_500, mostPerOrigin: 32 });

/**
 * Fetches the media of a message. The network keeps it for a week, and returns its address at a separate host on request. The token is sent
 * along: to the API's own host, or by https to a public address.
 */
export async function fetchMedia(
  config: Config,
  source: Json,
  timeoutMs: number,
): Promise<GatewayResult<FetchedMedia>> {
  const began = Date.now();
  const left = () => Math.max(1, timeoutMs - (Date.now() - began));
  const id = text(source.id);
  if (id === undefined || !/^[\w.:-]{1,255}$/.test(id))
    return {
      kind: 'impossible',
      reason: finding('media_gone', 'the network returned no ID of the media'),
    };
  const path = `${id}?phone_number_id=${config.phone_number_id}`;
  const exchange = await graphRequest(config, 'GET', path, undefined, left());
  if (exchange.kind === 'answer' && isMissing(exchange.json))
    return {
      kind: 'impossible',
      reason: finding('media_gone', 'the network no longer has the media; it keeps it for a week'),
    };
  const result = resultOf(exchange, timeoutMs, (json) => {
    const url = text(json.url);
    return url === undefined ? undefined : { url: URL.parse(url), type: text(json.mime_type) };
  });
  if (result.kind !== 'done') return result;
  const { url, type } = result.value;
  const isOwn = url?.origin === new URL(config.url ?? '').origin;
  if (!url || (!isOwn && url.protocol !== 'https:'))
    return failed(
      'gateway',
      finding('gateway_failed', 'the network returned an address of the media that is not https'),
    );
  const answer = await openAnswer(
    'GET',
    url.href,
    authorization(config),
    undefined,
    left(),
    maxBytes,
    isOwn ? undefined : cdn,
  );
  if (answer.kind === 'open' && answer.status === 200)
    return {
      kind: 'done',
      value: { stream: answer.stream, mediaType: type ?? answer.headers['content-type'] },
    };
  if (answer.kind === 'open') answer.stream.destroy();
  const sent =
    answer.kind === 'open'
      ? refusal(answer.status, undefined, 'request')
      : outcomeOf(answer, timeoutMs, (status) => refusal(status, undefined, 'request'));
  return sent.outcome === 'accepted'
    ? failed('gateway', finding('gateway_failed', 'the media could not be fetched'))
    : failed(sent.cause, { ...sent.reason, text: `the media: ${sent.reason.text}` });
}
