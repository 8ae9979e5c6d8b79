import { basename } from 'node:path';
import type { Command } from 'commander';
import { receiveInSandbox } from '../features/receiving/sandbox-operations.ts';
import { CommandError, print, readId, UsageError } from './command.ts';
import { sourceOf } from './file.ts';
import { readJsonObject } from './inbox-messages.ts';
import { commandOf, onRecord } from './operation-command.ts';

interface Received {
  readonly inbox: string;
  readonly file?: string;
  readonly details?: string;
  readonly fromPhone?: true;
  readonly groupName?: string;
  readonly [value: string]: string | true | undefined;
}

export function sandbox(pauta: Command): void {
  commandOf(pauta, receiveInSandbox)
    .requiredOption('--inbox <id>')
    .option('--from <phone>', 'phone number of the sender: digits, with the country code')
    .option(
      '--lid <digits>',
      'the same person by an ID that hides the number; alone or with --from',
    )
    .option('--text <text>', 'content: text, caption, label of a button, emoji of a reaction')
    .option('--name <name>', "the sender's profile name")
    .option('--file <path>', 'media file: image, video, audio or document, depending on the file')
    .option('--type <type>', 'another type, such as voice, sticker, location, reaction')
    .option(
      '--details <json>',
      'additional content of the type: {"latitude": -23.5, "longitude": -46.6}',
    )
    .option('--quoted <id>', 'the message that it replies or reacts to')
    .option(
      '--at <time>',
      "the network's time of the message, such as 2026-11-20T12:00:00Z; default: now",
    )
    .option('--from-phone', "outgoing message, typed on the team's phone")
    .option('--group', 'group message; it is ignored unless the inbox shows groups')
    .option('--group-name <name>', 'group message, in the group with this name')
    .option('--edit <id>', 'the message to edit; --text is its new text')
    .option('--revoke <id>', 'the message that its author revokes')
    .action(async (options: Received, command: Command) => {
      const { inbox, file, details, fromPhone, groupName, ...values } = options;
      const id = readId(inbox, '--inbox');
      const absent = () => new CommandError(`There is no inbox ${id}.`);
      if (file === '-') throw new UsageError('--file must be a path.');
      const upload = file === undefined ? undefined : await sourceOf(file);
      const body = {
        ...values,
        from_phone: fromPhone,
        group_name: groupName,
        ...(details === undefined ? {} : { details: readJsonObject(details, '--details') }),
        ...(file === undefined ? {} : { file_name: basename(file) }),
      };
      const labels = { file_name: '--file', group_name: '--group-name' };
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
          ? 'Ignored: group message.'
          : `Received message ${message} in conversation ${conversation}.`,
      );
    });
}
