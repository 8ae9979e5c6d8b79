import type { Command } from 'commander';
import {
  createCannedResponse,
  deleteCannedResponse,
  listCannedResponses,
  renderCannedResponse,
  updateCannedResponse,
} from '../features/conversations/canned-responses.ts';
import { CommandError, print, readId, table, UsageError } from './command.ts';
import { commandOf, onTeam } from './operation-command.ts';

interface Given {
  readonly team: string;
  readonly shortcut?: string;
  readonly title?: string;
  readonly text?: string;
}

interface Rendering {
  readonly team: string;
  readonly conversation: string;
  readonly user: string;
}

const labels = {
  content: '--text',
  conversation_id: '--conversation',
  user_id: '--user',
};

const absent = (id: string) => () => new CommandError(`The team has no canned response ${id}.`);

/** Help text for the placeholders allowed in the text. */
const about = 'text of the response; may contain variables such as {{contact.first_name}}';

export function answer(pauta: Command): void {
  commandOf(pauta, listCannedResponses)
    .requiredOption('--team <slug>')
    .action(async ({ team }: { team: string }, command: Command) => {
      const answers = await onTeam(team, listCannedResponses, {});
      const rows = answers.map((each) => [each.id, each.shortcut, each.title]);
      print(command, { answers }, table(['ID', 'SHORTCUT', 'TITLE'], rows));
    });

  commandOf(pauta, createCannedResponse)
    .requiredOption('--team <slug>')
    .requiredOption('--shortcut <word>', 'shortcut typed to insert it')
    .requiredOption('--title <title>')
    .requiredOption('--text <text>', about)
    .action(async ({ team, shortcut, title, text }: Given, command: Command) => {
      const body = { shortcut, title, content: text };
      const created = await onTeam(team, createCannedResponse, { body }, { labels });
      print(
        command,
        created ?? {},
        `Created canned response ${created?.shortcut} (${created?.id})`,
      );
    });

  commandOf(pauta, updateCannedResponse)
    .argument('<id>')
    .requiredOption('--team <slug>')
    .option('--shortcut <word>')
    .option('--title <title>')
    .option('--text <text>', about)
    .action(async (argument: string, { team, ...options }: Given, command: Command) => {
      const { shortcut, title, text } = options;
      if (shortcut === undefined && title === undefined && text === undefined)
        throw new UsageError('Nothing to set: give --shortcut, --title or --text.');
      const id = readId(argument, 'ID');
      const body = { shortcut, title, content: text };
      const input = { path: { id }, body };
      const row = await onTeam(team, updateCannedResponse, input, { labels, absent: absent(id) });
      print(command, row ?? {}, `Changed canned response ${row?.shortcut}.`);
    });

  commandOf(pauta, deleteCannedResponse)
    .argument('<id>')
    .requiredOption('--team <slug>')
    .action(async (argument: string, { team }: { team: string }, command: Command) => {
      const id = readId(argument, 'ID');
      const row = await onTeam(
        team,
        deleteCannedResponse,
        { path: { id } },
        { absent: absent(id) },
      );
      print(command, row ?? {}, `Deleted canned response ${id}.`);
    });

  commandOf(pauta, renderCannedResponse)
    .argument('<id>')
    .requiredOption('--team <slug>')
    .requiredOption('--conversation <id>')
    .requiredOption('--user <id>', 'the user who would send it')
    .action(async (argument: string, { team, conversation, user }: Rendering, command: Command) => {
      const id = readId(argument, 'ID');
      const body = { conversation_id: conversation, user_id: user };
      const filled = await onTeam(team, renderCannedResponse, { path: { id }, body }, { labels });
      const missing = [...filled.empty, ...filled.unknown];
      const words = missing.length > 0 ? [`Without a value: ${missing.join(', ')}.`] : [];
      print(command, filled, [filled.content, ...words]);
    });
}
