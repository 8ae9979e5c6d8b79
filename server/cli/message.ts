import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { create as createFile } from '../features/files/operations.ts';
import { fetchMedia } from '../features/receiving/media-operations.ts';
import { react, write } from '../features/sending/operations.ts';
import { mediaTypes } from '../outbound/messaging/connection.ts';
import { CommandError, print, readId, UsageError } from './command.ts';
import { openFile } from './open-file.ts';
import { commandOf, onRecord } from './operation-command.ts';

const noMessage = (id: string) => () => new CommandError(`There is no message ${id}.`);

/** Parses the message in the response. */
const sentIn = (text: string) => JSON.parse(text) as Record<string, unknown>;

interface Sending {
  readonly conversation?: string;
  readonly inbox?: string;
  readonly phone?: string;
  readonly text?: string;
  readonly file?: string;
  readonly type?: string;
  readonly voice?: true;
  readonly replyTo?: string;
}

/** The record that identifies the team, and the error if it does not exist. */
function placeOf({ conversation, inbox, phone }: Sending) {
  if (conversation !== undefined) {
    if (inbox !== undefined || phone !== undefined)
      throw new UsageError('--conversation must be given alone, without --inbox and --phone.');
    const id = readId(conversation, '--conversation');
    const absent = () => new CommandError(`There is no conversation ${id}.`);
    return { table: 'conversations', id, to: { conversation_id: id }, absent } as const;
  }
  if (inbox === undefined || phone === undefined)
    throw new UsageError('Either --conversation, or --inbox together with --phone, is required.');
  const id = readId(inbox, '--inbox');
  const absent = () => new CommandError(`There is no inbox ${id}.`);
  return { table: 'inboxes', id, to: { inbox_id: id, phone }, absent } as const;
}

export function message(pauta: Command): void {
  commandOf(pauta, write)
    .option('--conversation <id>', 'the conversation to send it in')
    .option('--inbox <id>', 'the inbox to send through; requires --phone')
    .option('--phone <phone>', "the recipient's number: digits, with the country code")
    .option('--text <text>', 'the text, or the caption of the file')
    .option('--file <path>', 'the file to send')
    .addOption(
      new Option('--type <type>', "type of attachment, if different from the file's type").choices(
        mediaTypes,
      ),
    )
    .option('--voice', 'send the file as a voice message')
    .option('--reply-to <id>', 'the message to reply to')
    .action(async (options: Sending, command: Command) => {
      const { text, file, type, voice } = options;
      const { table, id, to, absent } = placeOf(options);
      const reply_to = options.replyTo && readId(options.replyTo, '--reply-to');
      if (voice && type !== undefined && type !== 'voice')
        throw new UsageError('--voice and --type cannot be combined.');
      if (file === undefined && text === undefined)
        throw new UsageError('--text or --file is required.');
      if (file === undefined && (voice || type !== undefined))
        throw new UsageError('--type and --voice require --file.');
      const storedAt = async (path: string) => {
        const about = { name: basename(path), purpose: 'message' };
        const stored = await onRecord(table, id, createFile, about, absent, {
          upload: await openFile(path),
        });
        return stored.id;
      };
      const as = voice ? 'voice' : type;
      const file_id = file === undefined ? undefined : await storedAt(file);
      const body = { ...to, reply_to, text, file_id, type: as };
      const sent = sentIn(await onRecord(table, id, write, body, absent));
      const { id: message_id, conversation_id } = sent;
      print(command, sent, `Sent message ${message_id} in conversation ${conversation_id}.`);
    });

  commandOf(pauta, react)
    .argument('<id>')
    .argument('<emoji>', 'an empty one removes the reaction')
    .action(async (text: string, emoji: string, _options, command: Command) => {
      const id = readId(text, 'ID');
      const sent = sentIn(await onRecord('messages', id, react, { emoji }, noMessage(id)));
      print(command, sent, emoji === '' ? 'Removed the reaction.' : `Reacted with ${emoji}.`);
    });

  commandOf(pauta, fetchMedia)
    .argument('<id>')
    .action(async (text: string, _options, command: Command) => {
      const id = readId(text, 'ID');
      const media = await onRecord('messages', id, fetchMedia, {}, noMessage(id));
      print(command, media ?? {}, `The media of message ${id} is fetched again by the worker.`);
    });
}
