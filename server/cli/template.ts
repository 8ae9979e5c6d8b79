import type { Command } from 'commander';
import { listTemplates, sendTemplate } from '../features/sending/templates/operations.ts';
import { CommandError, print, readId, table, UsageError } from './command.ts';
import { commandOf, onRecord } from './operation-command.ts';

interface Sending {
  readonly conversation?: string;
  readonly inbox?: string;
  readonly phone?: string;
  readonly name: string;
  readonly language: string;
  readonly variable?: readonly string[];
  readonly components?: string;
  readonly file?: string;
}

interface Listed {
  readonly name: string;
  readonly language: string;
  readonly status: string;
  readonly components: readonly { readonly type?: unknown; readonly text?: unknown }[];
}

const noInbox = (id: string) => () => new CommandError(`There is no inbox ${id}.`);
const noConversation = (id: string) => () => new CommandError(`There is no conversation ${id}.`);

function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('--components must be JSON.');
  }
}

/** The record that identifies the team, and the recipient of the message. */
function placeOf({ conversation, inbox, phone }: Sending) {
  if (conversation !== undefined) {
    const id = readId(conversation, '--conversation');
    const to = { conversation_id: id, inbox_id: inbox, phone };
    return { of: 'conversations', id, to, absent: noConversation(id) } as const;
  }
  if (inbox === undefined)
    throw new UsageError('Either --conversation, or --inbox together with --phone, is required.');
  const id = readId(inbox, '--inbox');
  return { of: 'inboxes', id, to: { inbox_id: id, phone }, absent: noInbox(id) } as const;
}

export function template(pauta: Command): void {
  commandOf(pauta, listTemplates)
    .requiredOption('--inbox <id>')
    .action(async ({ inbox }: { inbox: string }, command: Command) => {
      const id = readId(inbox, '--inbox');
      const answer = await onRecord('inboxes', id, listTemplates, {}, noInbox(id));
      const list = JSON.parse(answer ?? '{}') as { templates: readonly Listed[] };
      const rows = list.templates.map(({ name, language, status, components }) => [
        name,
        language,
        status,
        String(components.find(({ type }) => type === 'BODY')?.text ?? ''),
      ]);
      print(command, list, table(['NAME', 'LANGUAGE', 'STATUS', 'TEXT'], rows));
    });

  commandOf(pauta, sendTemplate)
    .option('--conversation <id>', 'the conversation to send it in')
    .option('--inbox <id>', 'the inbox to send through; requires --phone')
    .option('--phone <phone>', "the recipient's number: digits, with the country code")
    .requiredOption('--name <name>', 'the name of the template')
    .requiredOption('--language <language>', 'the language, such as pt_BR')
    .option('--variable <text...>', 'values of the variables, in order')
    .option(
      '--components <json>',
      "parameters in the network's format: for headers with media, and buttons",
    )
    .option('--file <id>', 'a file of the team for the header (pauta file add)')
    .action(async (options: Sending, command: Command) => {
      const { of, id, to, absent } = placeOf(options);
      const { name, language, variable, file } = options;
      const components = readJson(options.components);
      const body = {
        ...to,
        template: name,
        language,
        variables: variable,
        components,
        file_id: file === undefined ? undefined : readId(file, '--file'),
      };
      const answer = await onRecord(of, id, sendTemplate, body, absent);
      const sent = JSON.parse(answer ?? '{}') as Record<string, unknown>;
      print(
        command,
        sent,
        `Sent message ${sent.id} in conversation ${sent.conversation_id}: ${sent.content}`,
      );
    });
}
