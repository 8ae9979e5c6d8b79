import { isNetworkId, messageTypes } from '#server/outbound/messaging/connection.ts';
import type { Content, IncomingMedia } from '#server/outbound/messaging/incoming-updates.ts';
import { mentionedIn } from '../phones.ts';
import { type Json, list, object, text } from '../requests.ts';

/* Content of messages in the sandbox's callbacks. */

function mediaOf(value: unknown): IncomingMedia | undefined {
  const media = object(value);
  if (!media) return undefined;
  const { bytes } = media;
  return {
    mediaType: text(media.media_type),
    name: text(media.name),
    bytes: Number.isSafeInteger(bytes) ? (bytes as number) : undefined,
    source: { file: text(media.file) },
  };
}

export function contentOf(message: Json): Content {
  const type = messageTypes.find((each) => each === (message.type ?? 'text'));
  const details = object(message.details);
  const media = mediaOf(message.media);
  const quoted = isNetworkId(message.quoted) ? message.quoted : undefined;
  return {
    type: type ?? 'unsupported',
    text: text(message.text) ?? '',
    ...(type ? details && { details } : { details: { kind: text(message.type) } }),
    ...(media && { media }),
    ...(quoted && { quoted }),
    mentions: mentionedIn(list(message.mentions)),
  };
}
