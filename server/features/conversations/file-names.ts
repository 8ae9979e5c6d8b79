import type { MediaType } from '#server/outbound/messaging/connection.ts';

/** Extensions for media that networks send without a name. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'video/mp4': '.mp4',
  'video/3gpp': '.3gp',
  'video/quicktime': '.mov',
  'audio/ogg': '.ogg',
  'audio/opus': '.ogg',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'audio/aac': '.aac',
  'audio/amr': '.amr',
  'application/pdf': '.pdf',
};

/** `audio/ogg; codecs=opus` → `audio/ogg`. */
const bare = (mediaType: string | undefined): string =>
  (mediaType?.split(';', 1)[0] ?? '').trim().toLowerCase();

/**
 * Name of a file received in a message: the sender's name for it without directories, otherwise derived from its type.
 * @param candidates candidate names, the best first
 */
export function fileNameOf(
  candidates: readonly (string | null | undefined)[],
  type: string,
  mediaType: string | undefined,
): string {
  for (const name of candidates) {
    const last = (name ?? '').replace(/^.*[/\\]/s, '').trim();
    if (last !== '' && last !== '.' && last !== '..') return last;
  }
  return `${type}${extensions[bare(mediaType)] ?? ''}`;
}

/** Default message type of a file, by its media type. Voice messages and stickers must be requested explicitly. */
export function sentAs(mediaType: string): MediaType {
  const [kind = ''] = bare(mediaType).split('/');
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document';
}
