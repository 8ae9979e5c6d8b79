import type { MediaType } from '../../../outbound/messaging/connection.ts';

/** Extensions of what networks send without a name. */
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
 * What a file is called that arrived in a message: as its sender called it, without directories, else after what it is.
 * @param given the names that it was given, the best first
 */
export function fileNameOf(
  given: readonly (string | null | undefined)[],
  type: string,
  mediaType: string | undefined,
): string {
  for (const name of given) {
    const last = (name ?? '').replace(/^.*[/\\]/s, '').trim();
    if (last !== '' && last !== '.' && last !== '..') return last;
  }
  return `${type}${extensions[bare(mediaType)] ?? ''}`;
}

/** What a file is sent as where nobody says: what its media type shows it to be. A voice message or a sticker has to be asked for. */
export function sentAs(mediaType: string): MediaType {
  const [kind = ''] = bare(mediaType).split('/');
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document';
}
