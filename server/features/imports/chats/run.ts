import type { TeamDb } from '#server/db/database.ts';
import type { ChatAddress } from '#server/outbound/messaging/connection.ts';
import { ApiError, isPassing } from '#server/platform/errors.ts';
import { storeReceived } from '../../files/store.ts';
import {
  announce,
  conversationOfNumber,
  type ExportedMessage,
  presentMessages,
  storeExportedMessages,
} from '../../receiving/past-messages.ts';
import { ImportProblem } from '../problem.ts';
import { FileProblem } from '../reading/file-problem.ts';
import { openWhatsAppChat, type WallTime, type WhatsAppChat } from '../reading/whatsapp-chat.ts';
import type { ImportWork } from '../work.ts';
import type { ChatChoices } from './choices.ts';
import { type ExportedRow, exportedRows } from './exported-messages.ts';
import {
  addressOf,
  countMessages,
  inboxOf,
  removeContact,
  removeConversation,
  removeMessages,
  removeUnusedFiles,
  restoreTimes,
} from './statements.ts';

/*
 * The steps of an imported chat: reading its contents, checking how many messages are new, storing them, and removing them again. Each
 * reads the file from its beginning, also after an interruption: messages that the import stored before are recognized, so counts are exact.
 */

/** Messages that one statement stores. */
const batchSize = 200;

/** Counts of a check or run. The sum of `created`, `present`, `deleted` and `future` is `done`. */
interface ChatCounts {
  /** Messages that were looked at, and all of them. */
  done: number;
  readonly total: number;
  created: number;
  /** Messages that the conversation already had. */
  present: number;
  /** Messages that their author had deleted. */
  deleted: number;
  /** Messages with a time after the start of the import. */
  future: number;
  /** Files that were stored, and those that the export or the storage lacks. */
  files: number;
  files_missing: number;
  removed: number;
  kept: number;
  conversation: string | null;
  /** True if the import began the conversation. */
  is_begun: boolean;
  /** The contact that it created. */
  contact: string | null;
}

const noCounts = (total: number): ChatCounts => ({
  ...{ done: 0, total, created: 0, present: 0, deleted: 0, future: 0, files: 0, files_missing: 0 },
  ...{ removed: 0, kept: 0, conversation: null, is_begun: false, contact: null },
});

const twoDigits = (n: number) => String(n).padStart(2, '0');
/** Wall time as ISO 8601 without a zone, to the minute. */
const isoOf = ({ year, month, day, hour, minute }: WallTime) =>
  `${year}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${twoDigits(minute)}`;

/** Authors that the contents list; a group may have more. */
const maxAuthors = 500;

/** Contents of a chat, as its import shows them. */
function contentsOf({ summary }: WhatsAppChat) {
  const { authors, firstAt, lastAt, alternative } = summary;
  return {
    authors: authors.slice(0, maxAuthors),
    messages: summary.messages,
    system_messages: summary.systemMessages,
    files: summary.attachments,
    files_omitted: summary.omitted,
    lines_without_message: summary.linesWithoutMessage,
    date_order: summary.dateOrder,
    first_at: isoOf(firstAt),
    last_at: isoOf(lastAt),
    other_order: alternative && {
      date_order: alternative.dateOrder,
      first_at: isoOf(alternative.firstAt),
      last_at: isoOf(alternative.lastAt),
    },
  };
}

/** Declares a step that reads the chat. @returns the step, which throws FileProblem and Interrupted */
const withChat =
  (step: (work: ImportWork, chat: WhatsAppChat) => Promise<void>) =>
  async (work: ImportWork): Promise<void> => {
    const chat = await openWhatsAppChat(await work.path());
    try {
      await step(work, chat);
    } finally {
      chat.close();
    }
  };

/** Reads what the file contains. */
export const readChat = withChat((work, chat) =>
  work.end('read', { kind: 'chat', contents: contentsOf(chat) }),
);

/** Address of the chat in its inbox, and the conversation if it exists. */
interface Destination {
  readonly chat: ChatAddress;
  readonly conversation: string | undefined;
}

/** @throws ImportProblem if the inbox or the chosen conversation was deleted */
async function destinationOf(
  db: TeamDb,
  { inbox_id: inbox, conversation_id: conversation, phone }: ChatChoices,
): Promise<Destination> {
  if ((await db.run(inboxOf, { inbox })).length === 0) throw new ImportProblem('inbox_deleted');
  if (phone !== null) {
    return { chat: { phone }, conversation: await conversationOfNumber(db, inbox, phone) };
  }
  const [row] = await db.run(addressOf, { inbox, conversation });
  if (!row) throw new ImportProblem('conversation_deleted');
  const { id, phone: number, lid, group_id: group } = row;
  const chat = { phone: number ?? undefined, lid: lid ?? undefined, group: group ?? undefined };
  return { chat: chat as ChatAddress, conversation: String(id) };
}

/** Stores the file of a message. The reason of a refusal is part of the message. @throws ApiError if the storage is unreachable */
async function withFile(
  { db, storage, id: importId }: ImportWork,
  chat: WhatsAppChat,
  { message, file }: ExportedRow,
): Promise<ExportedMessage> {
  const bytes = file === null ? null : chat.openFile(file);
  if (file === null || bytes === null) return message;
  try {
    const stored = await storeReceived({ db, storage }, await bytes(), {
      id: message.id,
      name: file,
      purpose: 'message',
      record: { type: 'imports', id: importId },
      bytes: chat.sizeOf(file) ?? undefined,
    });
    return {
      ...message,
      media: {
        ...{ status: 'stored', reason: null, name: stored.name },
        ...{ media_type: stored.mediaType, bytes: stored.bytes, file_id: stored.id },
      },
    };
  } catch (error) {
    if (!(error instanceof FileProblem) && (!(error instanceof ApiError) || isPassing(error)))
      throw error;
    const reason = `export: ${error.message}`;
    const media = { media_type: null, bytes: chat.sizeOf(file), file_id: null };
    return { ...message, media: { status: 'failed', reason, name: file, ...media } };
  }
}

/** Messages in batches. */
async function* batches(rows: AsyncIterable<ExportedRow>): AsyncGenerator<ExportedRow[]> {
  let batch: ExportedRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Messages that have an author and were not deleted or dated after the start of the import; counts the others. */
async function* storableRows(
  { id, createdAt }: ImportWork,
  chat: WhatsAppChat,
  choices: ChatChoices,
  counts: ChatCounts,
): AsyncGenerator<ExportedRow> {
  const rowOf = exportedRows(id, choices, (file) => chat.openFile(file) !== null);
  for await (const message of chat.messages(choices.date_order)) {
    if (message.author === null) continue;
    const row = rowOf(message);
    if (!message.isDeleted && row.message.at <= createdAt) {
      yield row;
      continue;
    }
    counts.done += 1;
    counts[message.isDeleted ? 'deleted' : 'future'] += 1;
  }
}

/** Counts the messages that are new. */
export const checkChat = withChat(async (work, chat) => {
  const choices = work.choices as ChatChoices;
  const { conversation } = await destinationOf(work.db, choices);
  const counts = noCounts(chat.summary.messages);
  for await (const batch of batches(storableRows(work, chat, choices, counts))) {
    const messages = batch.map(({ message }) => message);
    const present = conversation
      ? (await presentMessages(work.db, conversation, messages)).size
      : 0;
    counts.done += batch.length;
    counts.present += present;
    counts.created += batch.length - present;
    counts.files += batch.filter(({ file }) => file !== null).length;
    counts.files_missing += batch.filter(({ message }) => message.media !== undefined).length;
    await work.progress(counts);
  }
  await work.end('checked', { counts });
});

/** Stores the messages. @throws ApiError UNAVAILABLE */
export const applyChat = withChat(async (work, chat) => {
  const { db, id, jidSuffix: suffix } = work;
  const choices = work.choices as ChatChoices;
  const before = work.counts as ChatCounts | null;
  let { chat: address, conversation } = await destinationOf(db, choices);
  const counts = noCounts(chat.summary.messages);
  counts.is_begun = before?.is_begun ?? false;
  counts.contact = before?.contact ?? null;
  const name = choices.is_group
    ? undefined
    : chat.summary.authors.find(({ name }) => !choices.ours.includes(name))?.name;
  for await (const batch of batches(storableRows(work, chat, choices, counts))) {
    // Only files are stored before the statement that decides which messages are new.
    const present =
      conversation !== undefined && batch.some(({ file }) => file !== null)
        ? await presentMessages(
            db,
            conversation,
            batch.map(({ message }) => message),
          )
        : new Set<string>();
    const messages: ExportedMessage[] = [];
    for (const row of batch) {
      // A file may take long.
      if (row.file !== null) await work.hold();
      messages.push(present.has(row.message.id) ? row.message : await withFile(work, chat, row));
    }
    await db.transaction(async (tx) => {
      await work.hold(tx);
      const stored = await storeExportedMessages(tx, suffix, {
        ...{
          inbox: choices.inbox_id,
          history: id,
          chat: address,
          messages,
          name: announced(name),
        },
      });
      const created = messages.filter((message) => stored.stored.has(message.id));
      counts.done += batch.length;
      counts.created += created.length;
      counts.present += batch.length - created.length;
      counts.files += batch.filter(
        (row) => row.file !== null && stored.stored.has(row.message.id),
      ).length;
      counts.files_missing += created.filter(({ media }) => media?.status === 'failed').length;
      counts.conversation = stored.conversation ?? counts.conversation;
      counts.is_begun ||= stored.isBegun;
      counts.contact ??= stored.contact ?? null;
      await work.store(tx, counts);
    });
    conversation ??= counts.conversation ?? undefined;
  }
  await work.end('applied', { counts }, (tx) => tx.run(announce, { inbox: choices.inbox_id }));
});

/** Names that exports contain for people without one: their numbers. */
const announced = (name: string | undefined) =>
  name === undefined || /^[+~]?[\d\s()-]+$/.test(name) ? undefined : name;

/** Removes the messages of the import, and the conversation and the contact if it created them and they are unused. */
export async function undoChat(work: ImportWork): Promise<void> {
  const { db, id } = work;
  const { inbox_id: inbox } = work.choices as ChatChoices;
  const counts = { ...(work.counts as ChatCounts) };
  const { conversation, contact, is_begun: isBegun } = counts;
  for (let removed = -1; conversation !== null && removed !== 0; ) {
    await db.transaction(async (tx) => {
      await work.hold(tx);
      const [row] = await tx.run(removeMessages, { id, conversation, most: batchSize });
      removed = row?.removed as number;
      counts.removed += removed;
      await work.store(tx, counts);
    });
  }
  const [left] = conversation === null ? [] : await db.run(countMessages, { id, conversation });
  counts.kept = (left?.n as number | undefined) ?? 0;
  await work.end('undone', { counts }, async (tx) => {
    await tx.run(removeUnusedFiles, { id });
    if (conversation === null) return;
    await tx.run(restoreTimes, { conversation });
    if (isBegun) await tx.run(removeConversation, { conversation });
    if (contact !== null) await tx.run(removeContact, { contact });
    await tx.run(announce, { inbox });
  });
}
