import type { StoredFile } from '#server/features/files/store.ts';
import type { IncomingMedia } from '#server/outbound/messaging/incoming-updates.ts';
import { emitsMessageUpdated } from './messages-table.ts';
import { storable, storableLine } from './storable-text.ts';

/*
 * Media of a message: a row of `message_media`, which the worker processes, and its copy for readers in `messages.media`. Every statement
 * that changes one changes the other.
 */

/** Media as a message shows it. */
export interface ShownMedia {
  /** `pending`: not fetched yet; `reason` is set once a fetch has failed. `failed`: given up. */
  readonly status: 'pending' | 'stored' | 'failed';
  readonly reason: string | null;
  readonly name: string | null;
  readonly media_type: string | null;
  readonly bytes: number | null;
  readonly file_id: string | null;
}

/** Max stored length of an adapter's fetch data. */
const maxSourceLength = 16_384;
const maxReasonLength = 500;

/** Reason why media is missing, shortened for storage. */
export const reasonOf = (text: string): string =>
  storable(text.replaceAll(/\p{Cc}/gu, ' '), maxReasonLength);

const sizeOf = (bytes: number | undefined): number | null =>
  bytes !== undefined && Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null;

/** Parameters of {@link storeMediaCte} and of the message's column `media`. */
interface MediaParameters {
  readonly media: string | null;
  readonly media_status: ShownMedia['status'] | null;
  readonly media_reason: string | null;
  readonly media_source: string | null;
  readonly media_type: string | null;
  readonly media_name: string | null;
  readonly media_bytes: number | null;
  readonly media_file: string | null;
}

/** Parameters for a message without media. */
const none: MediaParameters = {
  media: null,
  media_status: null,
  media_reason: null,
  media_source: null,
  media_type: null,
  media_name: null,
  media_bytes: null,
  media_file: null,
};

const parametersOf = (media: ShownMedia, source: string | null): MediaParameters => ({
  media: JSON.stringify(media),
  media_status: media.status,
  media_reason: media.reason,
  media_source: source,
  media_type: media.media_type,
  media_name: media.name,
  media_bytes: media.bytes,
  media_file: media.file_id,
});

/** Parameters for an incoming message: its media must be fetched. */
export function mediaParameters(media: IncomingMedia | undefined): MediaParameters {
  if (!media) return none;
  const source = JSON.stringify(media.source);
  const isTooLong = Buffer.byteLength(source) > maxSourceLength;
  const why = isTooLong ? 'the instructions for fetching it are too long' : media.error;
  const stored: ShownMedia = {
    status: isTooLong ? 'failed' : 'pending',
    reason: why === undefined ? null : reasonOf(why),
    name: storableLine(media.name),
    media_type: storableLine(media.mediaType),
    bytes: sizeOf(media.bytes),
    file_id: null,
  };
  return parametersOf(stored, isTooLong ? null : source);
}

/** Beginning of the reason of media of past messages, which is fetched only when a user requests it. */
export const onRequest = 'past: it is fetched when a user requests it';

/** True if the media of a past message can never be fetched. */
export const isMissingMedia = (media: IncomingMedia | undefined): boolean => {
  const { media: stored } = pastMedia(media);
  return stored !== null && stored.reason !== onRequest;
};

/** Media of a past message, for the columns of `messages` and `message_media`; nulls without media. */
export function pastMedia(media: IncomingMedia | undefined): {
  readonly media: ShownMedia | null;
  readonly media_source: string | null;
} {
  if (!media) return { media: null, media_source: null };
  const { media_status, media_reason, media_type, media_name, media_bytes, media_source } =
    mediaParameters(media);
  const isFetchable = media_status === 'pending' && media_reason === null;
  return {
    media: {
      status: 'failed',
      reason: isFetchable ? onRequest : media_reason,
      name: media_name,
      media_type,
      bytes: media_bytes,
      file_id: null,
    },
    media_source,
  };
}

/** Parameters for an outgoing message, with or without a file. */
export const fileParameters = (
  file: Pick<StoredFile, 'id' | 'name' | 'mediaType' | 'bytes'> | undefined,
): MediaParameters =>
  file
    ? parametersOf(
        {
          status: 'stored',
          reason: null,
          name: file.name,
          media_type: file.mediaType,
          bytes: file.bytes,
          file_id: file.id,
        },
        null,
      )
    : none;

/**
 * CTE of a statement that stores the message `t`, with `$media::json` as its column `media`: stores its media, and queues media to fetch
 * for the worker. Empty for a message without media.
 */
export const storeMediaCte = `held as (
    insert into message_media (team_id, message_id, inbox_id, status, reason, source, media_type, name, bytes, file_id, next_attempt_at)
    select $team, t.id, t.inbox_id, $media_status::text, $media_reason::text, $media_source::text, $media_type::text,
      $media_name::text, $media_bytes::bigint, $media_file::uuid, case when $media_status::text = 'pending' then clock.now end
    from t, (select now()) clock (now) where $media::json is not null)`;

/** CTE with the message `t` if its media differs from that of `old`; used with {@link emitsMediaChange}. */
export const mediaChange = `c as (
    select t.*, old.media as media_before from t join old on old.id = t.id
    where t.media::text is distinct from old.media::text)`;

export const emitsMediaChange = emitsMessageUpdated(
  `'{"media":' || coalesce(c.media_before::text, 'null') || '}'`,
);
