import { type Command, Option } from 'commander';
import { createNote, listNotes } from '../features/conversations/notes.ts';
import { conversationReads } from '../features/conversations/operations.ts';
import { markUnread, read, unread } from '../features/conversations/read-marks.ts';
import {
  assign,
  block,
  reopen,
  resolve,
  snooze,
  unassign,
  unblock,
} from '../features/conversations/state-operations.ts';
import { statuses } from '../features/conversations/table.ts';
import type { CallInput, Operation, RawInput } from '../operations/operation.ts';
import { parseDuration } from '../platform/config.ts';
import { CommandError, print, readId, table } from './command.ts';
import { commandOf, onTeam } from './operation-command.ts';

/** The displayed part of a v1 conversation. */
interface Shown {
  readonly id: string;
  readonly contact: { readonly name: string } | null;
  readonly inbox: { readonly name: string } | null;
  readonly status: string;
  readonly snoozed_until: string | null;
  readonly assignee: { readonly name: string } | null;
  readonly squad: { readonly name: string } | null;
  readonly waiting_since: string | null;
  readonly last_message_at: string;
}

const readShown = (text: string) => JSON.parse(text) as Shown;

const linesOf = (conversations: readonly Shown[]) =>
  table(
    [
      'ID',
      'CONTACT',
      'INBOX',
      'STATUS',
      'SNOOZED UNTIL',
      'ASSIGNEE',
      'SQUAD',
      'WAITING SINCE',
      'LAST MESSAGE',
    ],
    conversations.map((each) => [
      each.id,
      each.contact?.name,
      each.inbox?.name,
      each.status,
      each.snoozed_until,
      each.assignee?.name,
      each.squad?.name,
      each.waiting_since,
      each.last_message_at,
    ]),
  );

interface OfTeam {
  readonly team: string;
}

/** Adds a command for one conversation of a team. */
const onConversation = (pauta: Command, operation: Parameters<typeof commandOf>[1]) =>
  commandOf(pauta, operation).argument('<id>').requiredOption('--team <slug>');

const absent = (id: string) => () => new CommandError(`The team has no conversation ${id}.`);

/** @param labels fields → their names on the command line, if not `--field-name` */
const runOperation = <T extends CallInput, O>(
  team: string,
  text: string,
  operation: Operation<T, O>,
  raw: RawInput = {},
  labels: Record<string, string> = {},
) => {
  const id = readId(text, 'ID');
  // With labels, the operation itself reports a missing user or message.
  const names = Object.keys(labels).length > 0;
  return onTeam(
    team,
    operation,
    { ...raw, path: { id } },
    names ? { labels } : { labels, absent: absent(id) },
  );
};

/** Parses a point in time, or a duration from now: 2h. The operation validates any other text. */
function momentOf(text: string): string {
  const ahead = parseDuration(text);
  return ahead === undefined ? text : new Date(Date.now() + ahead).toISOString();
}

const say = (command: Command, answer: string | object) => {
  const list = readShown(String(answer));
  print(command, list, linesOf([list]));
};

export function conversation(pauta: Command): void {
  commandOf(pauta, conversationReads.list)
    .requiredOption('--team <slug>')
    .addOption(new Option('--status <status>').choices(statuses))
    .option('--assignee <id>', 'the assignee')
    .option('--squad <id>', 'the squad')
    .option('--inbox <id>')
    .addOption(
      new Option('--sort <field>', 'waiting_since: longest waiting first').default(
        '-last_message_at',
      ),
    )
    .option('--limit <number>', 'from 1 to 100', '20')
    .action(
      async (
        { team, status, assignee, squad, inbox, sort, limit }: ListOptions,
        command: Command,
      ) => {
        const query = {
          status,
          assignee_id: assignee,
          squad_id: squad,
          inbox_id: inbox,
          sort,
          limit,
        };
        const filters = Object.fromEntries(
          Object.entries(query).filter(([, value]) => value !== undefined),
        );
        const { data, total } = await onTeam(team, conversationReads.list, { query: filters });
        const conversations = JSON.parse(`[${data}]`) as Shown[];
        print(command, { conversations, total }, linesOf(conversations));
      },
    );

  onConversation(pauta, conversationReads.get).action(
    async (text: string, { team }: OfTeam, command: Command) =>
      say(command, await runOperation(team, text, conversationReads.get)),
  );

  onConversation(pauta, assign)
    .option('--user <id>', 'the new assignee')
    .option('--squad <id>', 'the new squad; none removes it')
    .action(async (text: string, { team, user, squad }: AssignOptions, command: Command) => {
      const body = {
        ...(user !== undefined && { assignee_id: user }),
        ...(squad !== undefined && { squad_id: squad === 'none' ? null : squad }),
      };
      const options = { assignee_id: '--user', squad_id: '--squad' };
      say(command, await runOperation(team, text, assign, { body }, options));
    });

  onConversation(pauta, snooze)
    .requiredOption('--until <time>', 'when it reopens: 2h, 3d, 2026-12-01T09:00:00-03:00')
    .action(async (text: string, { team, until }: OfTeam & { until: string }, command: Command) => {
      const body = { until: momentOf(until) };
      say(command, await runOperation(team, text, snooze, { body }));
    });

  for (const operation of [unassign, resolve, reopen, block, unblock])
    onConversation(pauta, operation).action(
      async (text: string, { team }: OfTeam, command: Command) =>
        say(command, await runOperation(team, text, operation)),
    );

  onConversation(pauta, createNote)
    .requiredOption('--user <id>', 'the author')
    .requiredOption('--text <text>')
    .action(async (id: string, { team, user, text }: NoteOptions, command: Command) => {
      const body = { author_id: user, content: text };
      const labels = { author_id: '--user', content: '--text' };
      const note = await runOperation(team, id, createNote, { body }, labels);
      print(command, note ?? {}, `Added note ${note?.id}.`);
    });

  onConversation(pauta, listNotes).action(
    async (text: string, { team }: OfTeam, command: Command) => {
      const notes = await runOperation(team, text, listNotes);
      const rows = notes.map((note) => [note.id, note.created_at, note.author_id, note.content]);
      print(command, { notes }, table(['ID', 'CREATED', 'AUTHOR', 'NOTE'], rows));
    },
  );

  onConversation(pauta, read)
    .requiredOption('--user <id>', 'the user who has read it')
    .option('--message <id>', 'the last message that was read; default: the latest one')
    .action(async (text: string, { team, user, message }: ReadOptions, command: Command) => {
      const body = { user_id: user, message_id: message };
      const labels = { user_id: '--user', message_id: '--message' };
      const row = await runOperation(team, text, read, { body }, labels);
      const words = row?.read_up_to ? `Read up to ${row.read_up_to}.` : 'It has no messages.';
      print(command, row ?? {}, words);
    });

  onConversation(pauta, markUnread)
    .requiredOption('--user <id>', 'the user who has not read it')
    .action(async (text: string, { team, user }: OfTeam & { user: string }, command: Command) => {
      const labels = { user_id: '--user' };
      const row = await runOperation(team, text, markUnread, { body: { user_id: user } }, labels);
      print(command, row ?? {}, 'The contact’s last message is unread.');
    });

  commandOf(pauta, unread)
    .requiredOption('--team <slug>')
    .requiredOption('--user <id>')
    .action(async ({ team, user }: OfTeam & { user: string }, command: Command) => {
      const body = { user_id: user };
      const answer = await onTeam(team, unread, { body }, { labels: { user_id: '--user' } });
      const rows = answer.unread.map((each) => [each.conversation_id, each.unread]);
      print(command, answer, table(['CONVERSATION', 'UNREAD'], rows));
    });
}

interface ListOptions extends OfTeam {
  readonly status?: string;
  readonly assignee?: string;
  readonly squad?: string;
  readonly inbox?: string;
  readonly sort: string;
  readonly limit: string;
}

interface AssignOptions extends OfTeam {
  readonly user?: string;
  readonly squad?: string;
}

interface NoteOptions extends OfTeam {
  readonly user: string;
  readonly text: string;
}

interface ReadOptions extends OfTeam {
  readonly user: string;
  readonly message?: string;
}
