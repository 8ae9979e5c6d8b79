import { hash } from 'node:crypto';
import { extname } from 'node:path';
import { v5 as uuidv5 } from 'uuid';
import type { MessageType } from '#server/outbound/messaging/connection.ts';
import { instantOf } from '#server/platform/zoned-time.ts';
import type { ExportedMessage } from '../../receiving/past-messages.ts';
import type { ChatMessage, WallTime } from '../reading/whatsapp-chat.ts';
import type { ChatChoices } from './choices.ts';

/* Messages of an exported chat as they are stored. */

/** Beginning of the reason why the file of a message is missing: the panel says it in the reader's language. */
const notExported = 'export: the export does not contain the file';

/** Types of files by their extensions; others are documents. */
const typesOfFiles: Readonly<Record<string, MessageType>> = {
  '.jpg': 'image',
  '.jpeg': 'image',
  '.png': 'image',
  '.gif': 'image',
  '.mp4': 'video',
  '.3gp': 'video',
  '.mov': 'video',
  '.mp3': 'audio',
  '.m4a': 'audio',
  '.aac': 'audio',
  '.amr': 'audio',
  '.ogg': 'audio',
  '.opus': 'audio',
};

/** Names that WhatsApp gives to voice messages and stickers: `PTT-20261005-WA0001.opus`, `00000012-AUDIO-….opus`, `STK-….webp`. */
function typeOfFile(name: string): MessageType {
  const extension = extname(name).toLowerCase();
  if (extension === '.webp') return /(?:^|-)(?:STK|STICKER)-/i.test(name) ? 'sticker' : 'image';
  if (/(?:^|-)(?:PTT|AUDIO)-/i.test(name) && extension === '.opus') return 'voice';
  return typesOfFiles[extension] ?? 'document';
}

/** A message to store, and the name of its file in the archive. */
export interface ExportedRow {
  readonly message: ExportedMessage;
  readonly file: string | null;
}

const minuteMs = 60_000;
/** Number of messages among which equal ones are counted: those of a minute follow each other, but for a few around a change of the clock. */
const rememberedMessages = 10_000;

/** Returns a function that maps wall times to Unix milliseconds. Messages of a minute follow each other, so the last one is kept. */
function instants(zone: string): (at: WallTime) => number {
  let last = { local: Number.NaN, instant: 0 };
  return ({ year, month, day, hour, minute, second }) => {
    const local = Date.UTC(year, month - 1, day, hour, minute);
    if (local !== last.local) last = { local, instant: instantOf(zone, local) };
    return last.instant + (second ?? 0) * 1_000;
  };
}

/**
 * Maps the messages of one import. Call it for all of them, in the order of the file: it counts equal ones.
 * @param id id of the import
 */
export function exportedRows(
  id: string,
  { ours, time_zone: zone, is_group: isGroup }: ChatChoices,
  hasFile: (name: string) => boolean,
): (message: ChatMessage) => ExportedRow {
  const team = new Set(ours);
  const instantOfWall = instants(zone);
  const counts = new Map<string, number>();
  let place = 0;
  let last = Number.NEGATIVE_INFINITY;
  return ({ author, at: wall, text, file, isOmitted }) => {
    place += 1;
    const written = instantOfWall(wall);
    const ofMinute = Math.floor(written / minuteMs);
    // Messages of one minute keep the order of the file, as exports of Android have no seconds.
    const isAfter = written > last || ofMinute !== Math.floor(last / minuteMs);
    const at = isAfter ? written : Math.min(last + 1, (ofMinute + 1) * minuteMs - 1);
    last = at;
    const from = author !== null && team.has(author) ? 'phone' : 'contact';
    const alike = hash('sha256', JSON.stringify([ofMinute, from, text.trim()]), 'base64url');
    const nth = (counts.get(alike) ?? 0) + 1;
    counts.set(alike, nth);
    const [oldest] = counts.size > rememberedMessages ? counts.keys() : [];
    if (oldest !== undefined) counts.delete(oldest);
    const hasMedia = file !== null || isOmitted;
    const isStored = file !== null && hasFile(file);
    return {
      file: isStored ? file : null,
      message: {
        id: uuidv5(String(place), id),
        key: `${alike} ${nth}`,
        nth,
        from,
        type: file === null ? (isOmitted ? 'document' : 'text') : typeOfFile(file),
        text,
        at,
        author: isGroup ? (author ?? undefined) : undefined,
        media:
          hasMedia && !isStored
            ? {
                status: 'failed',
                reason: notExported,
                name: file,
                media_type: null,
                bytes: null,
                file_id: null,
              }
            : undefined,
      },
    };
  };
}
