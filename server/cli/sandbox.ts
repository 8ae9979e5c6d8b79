import type { Command } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import { teamStatement } from '../db/statement.ts';
import { receive } from '../features/messaging/callbacks.ts';
import { sandboxCallback } from '../features/messaging/gateways/sandbox.ts';
import { connectionOf } from '../features/messaging/inboxes.ts';
import { isPhone } from '../features/messaging/phones.ts';
import {
  CommandError,
  print,
  readId,
  readName,
  readText,
  UsageError,
  withDatabase,
  withMessaging,
} from './command.ts';
import { inboxById } from './inbox.ts';

const findMessage = teamStatement(`
  select conversation_id, id as message_id from messages
  where team_id = $team and inbox_id = $inbox and direction = 'incoming' and msgapp_message_id = $network_id`);

interface Received {
  inbox: string;
  from: string;
  text: string;
  name?: string;
}

export function sandbox(pauta: Command): void {
  pauta
    .command('sandbox')
    .description('the built-in network for trials and tests')
    .command('receive')
    .requiredOption('--inbox <id>')
    .requiredOption('--from <phone>', 'the sender: digits, with the country code')
    .requiredOption('--text <text>')
    .option('--name <name>', "the sender's own name")
    .description("receive a message, as the gateway's callback would deliver it")
    .action(async (options: Received, command: Command) => {
      const { from } = options;
      const text = readText(options.text, '--text');
      const wanted = readId(options.inbox, '--inbox');
      if (!isPhone(from))
        throw new UsageError('--from must be 10 to 15 digits, with the country code.');
      if (text.trim() === '') throw new UsageError('--text must not be empty.');
      const name = options.name === undefined ? undefined : readName(options.name, '--name');
      const message = { id: `sandbox.in.${uuidv7()}`, from, name, text };
      const answer = await withDatabase(async (place) => {
        const stored = await inboxById(place.platform, wanted);
        const connection = connectionOf(place.target.secrets, stored);
        if (stored.gateway !== 'sandbox' || typeof connection === 'string')
          throw new CommandError(
            `Inbox ${stored.name} uses the gateway ${stored.gateway}, not the sandbox.`,
          );
        const db = place.database.team(stored.team);
        const callback = sandboxCallback(connection, { messages: [message] });
        const { kind } = await withMessaging(place, (messaging) =>
          receive(messaging, db, wanted, callback),
        );
        const found = { inbox: wanted, network_id: message.id };
        const [row] = kind === 'taken' ? await db.run(findMessage, found) : [];
        if (!row) throw new CommandError(`The message was not accepted (${kind}).`);
        return row;
      });
      print(
        command,
        answer,
        `Received message ${answer.message_id} in conversation ${answer.conversation_id}.`,
      );
    });
}
