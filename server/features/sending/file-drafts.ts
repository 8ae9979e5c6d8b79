import { setTimeout as sleep } from 'node:timers/promises';
import type { TeamDb } from '#server/db/database.ts';
import { type Context, storageOf } from '#server/operations/context.ts';
import type { MediaType } from '#server/outbound/messaging/connection.ts';
import type { OutgoingMedia } from '#server/outbound/messaging/outgoing-message.ts';
import { isPassing } from '#server/platform/errors.ts';
import { sentAs } from '../conversations/file-names.ts';
import { findFile, openFile } from '../files/store.ts';
import type { Draft } from './drafts.ts';

/* Drafts of messages with a file of the team. */

/** Max attempts to open a file while the database or storage is busy: its message is already stored and would fail otherwise. */
const maxTries = 6;
const pauseMs = 250;

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || tries === maxTries) throw error;
      await sleep(tries * pauseMs);
    }
  }
}

/** Content of a draft with a file. */
export type FileDraft = Pick<Draft, 'type' | 'text' | 'file'> & { content(): OutgoingMedia };

/**
 * Draft of a message with a file. Checks that the file may be sent before anything is stored.
 * @param requestedType by default determined by the file's media type
 * @throws ApiError as {@link findFile}
 */
export async function fileDraft(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  on: TeamDb,
  file: string,
  requestedType: MediaType | null,
  caption: string,
): Promise<FileDraft> {
  const storage = storageOf(settings);
  const { id, name, mediaType, bytes } = await findFile({ db: on, storage }, file);
  const type = requestedType ?? sentAs(mediaType);
  const open = async () => (await patiently(() => openFile({ db, storage }, id))).stream;
  return {
    type,
    text: caption,
    file: { id, name, mediaType, bytes },
    content: () => ({ kind: 'media', type, caption, file: { name, mediaType, bytes, open } }),
  };
}
