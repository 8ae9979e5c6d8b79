import type { IncomingMedia } from '../../../outbound/messaging/updates.ts';
import type { StoredFile } from '../../files/store.ts';
import { emitsMessageUpdated } from '../messages.ts';
import { storable, storableLine } from '../storable.ts';

/*
 * What a message holds beside its text: a row of `message_media`, which the worker goes by, and what is shown of it in
 * `messages.media`. Every statement that changes one changes the other.
 */

/** Media as a message shows it. */
export interface ShownMedia {
  /** `pending`: not fetched yet; `reason` says why, once a fetch has failed. `failed`: given up. */
  readonly status: 'pending' | 'stored' | 'failed';
  readonly reason: string | null;
  readonly name: string | null;
  readonly media_type: string | null;
  readonly bytes: number | null;
  readonly file_id: string | null;
}

/** The most that is kept of what an adapter writes for fetching. */
const longestSource = 16_384;
const longestReason = 500;

/** Why media is not there, as short as it is kept. */
export const reasonOf = (text: string): string =>
  storable(text.replaceAll(/\p{Cc}/gu, ' '), longestReason);

const sizeOf = (bytes: number | undefined): number | null =>
  bytes !== undefined && Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null;

/** {@link holdsMedia} and the column `media` of the message: what they take. */
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

/** Those of a message without media. */
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

const parametersOf = (shown: ShownMedia, source: string | null): MediaParameters => ({
  media: JSON.stringify(shown),
  media_status: shown.status,
  media_reason: shown.reason,
  media_source: source,
  media_type: shown.media_type,
  media_name: shown.name,
  media_bytes: shown.bytes,
  media_file: shown.file_id,
});

/** Those of a message that arrived: its media is to be fetched. */
export function mediaParameters(media: IncomingMedia | undefined): MediaParameters {
  if (!media) return none;
  const source = JSON.stringify(media.source);
  const isTooLong = Buffer.byteLength(source) > longestSource;
  const why = isTooLong ? 'the gateway says too much about how to fetch it' : media.error;
  const shown: ShownMedia = {
    status: isTooLong ? 'failed' : 'pending',
    reason: why === undefined ? null : reasonOf(why),
    name: storableLine(media.name),
    media_type: storableLine(media.mediaType),
    bytes: sizeOf(media.bytes),
    file_id: null,
  };
  return parametersOf(shown, isTooLong ? null : source);
}

/** Those of a message that is sent, with a file or without. */
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
 * A part of the `with` of a statement that stores the message `t`, with `$media::json` as its column `media`: keeps what it holds, and
 * puts what is still to be fetched in the worker's queue. Nothing for a message without media.
 */
export const holdsMedia = `held as (
    insert into message_media (team_id, message_id, inbox_id, status, reason, source, media_type, name, bytes, file_id, next_attempt_at)
    select $team, t.id, t.inbox_id, $media_status::text, $media_reason::text, $media_source::text, $media_type::text,
      $media_name::text, $media_bytes::bigint, $media_file::uuid, case when $media_status::text = 'pending' then clock.now end
    from t, (select now()) clock (now) where $media::json is not null)`;

/** Tells that a message `t` shows other media than it did as `old`; a part of the `with` beside {@link emitsMediaChange}. */
export const mediaChange = `c as (
    select t.*, old.media as media_before from t join old on old.id = t.id
    where t.media::text is distinct from old.media::text)`;

export const emitsMediaChange = emitsMessageUpdated(
  `'{"media":' || coalesce(c.media_before::text, 'null') || '}'`,
);
