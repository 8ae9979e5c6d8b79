import type { Command } from 'commander';
import { receiveInSandbox } from '../features/messaging/inbox-operations.ts';
import { commandOf, onRecord } from './call.ts';
import { CommandError, print, readId } from './command.ts';

interface Received {
  readonly inbox: string;
  readonly from: string;
  readonly text: string;
  readonly name?: string;
}

export function sandbox(pauta: Command): void {
  commandOf(pauta, receiveInSandbox)
    .requiredOption('--inbox <id>')
    .requiredOption('--from <phone>', 'the sender: digits, with the country code')
    .requiredOption('--text <text>')
    .option('--name <name>', "the sender's own name")
    .action(async ({ inbox, ...message }: Received, command: Command) => {
      const id = readId(inbox, '--inbox');
      const absent = () => new CommandError(`There is no inbox ${id}.`);
      const received = await onRecord('inboxes', id, receiveInSandbox, { ...message }, absent);
      print(
        command,
        received ?? {},
        `Received message ${received?.message_id} in conversation ${received?.conversation_id}.`,
      );
    });
}
