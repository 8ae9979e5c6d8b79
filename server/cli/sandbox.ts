import { basename } from 'node:path';
import type { Command } from 'commander';
import { receiveInSandbox } from '../features/messaging/sandbox-operations.ts';
import { commandOf, onRecord } from './call.ts';
import { CommandError, print, readId, UsageError } from './command.ts';
import { sourceOf } from './file.ts';
import { readJsonObject } from './inbox-words.ts';

interface Received {
  readonly inbox: string;
  readonly file?: string;
  readonly details?: string;
  readonly fromPhone?: true;
  readonly [value: string]: string | true | undefined;
}

export function sandbox(pauta: Command): void {
  commandOf(pauta, receiveInSandbox)
    .requiredOption('--inbox <id>')
    .option('--from <phone>', 'whose chat it is in: digits, with the country code')
    .option(
      '--lid <digits>',
      'the same person by an id that hides the number; alone, or beside --from',
    )
    .option('--text <text>', 'what it says: text, caption, label of a button, emoji of a reaction')
    .option('--name <name>', "the sender's own name")
    .option('--file <path>', 'media: image, video, audio or document by what the file is')
    .option('--type <type>', 'what it is instead, such as voice, sticker, location, reaction')
    .option(
      '--details <json>',
      'what the type has beyond its text: {"latitude": -23.5, "longitude": -46.6}',
    )
    .option('--quoted <id>', 'the message that it answers or reacts to')
    .option(
      '--at <time>',
      "the network's time of it, such as 2026-11-20T12:00:00Z; now if not given",
    )
    .option('--from-phone', 'our side typed it on the phone')
    .option('--group', 'it is of a group, which is left out')
    .option('--edit <id>', 'the message whose text is now --text')
    .option('--revoke <id>', 'the message that its writer takes back')
    .action(async (options: Received, command: Command) => {
      const { inbox, file, details, fromPhone, ...values } = options;
      const id = readId(inbox, '--inbox');
      const absent = () => new CommandError(`There is no inbox ${id}.`);
      if (file === '-') throw new UsageError('--file must be a path.');
      const upload = file === undefined ? undefined : await sourceOf(file);
      const body = {
        ...values,
        from_phone: fromPhone,
        ...(details === undefined ? {} : { details: readJsonObject(details, '--details') }),
        ...(file === undefined ? {} : { file_name: basename(file) }),
      };
      const labels = { file_name: '--file' };
      const received = await onRecord('inboxes', id, receiveInSandbox, body, absent, {
        labels,
        upload,
      });
      if (!received) throw absent();
      const { conversation_id: conversation, message_id: message } = received;
      print(
        command,
        received,
        message === null
          ? 'Left out: it is of a group.'
          : `Received message ${message} in conversation ${conversation}.`,
      );
    });
}
