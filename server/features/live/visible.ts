import type { StoredEvent } from '../../events/live/reading.ts';
import { maskedFor, seesAll } from '../../operations/masking.ts';
import type { Operation } from '../../operations/operation.ts';
import { isAtLeast, type Role } from '../../operations/roles.ts';
import type { MemberStanding, Standing, Watcher } from '../../operations/watching.ts';
import type { Table } from '../../records/table.ts';
import { eventKinds } from '../event-kinds.ts';
import { registry } from '../registry.ts';

/*
 * Whom an event is shown to: whoever may read the record that it is about, and as they may read it.
 */

/** What reads the records that an event is about. */
interface Readable {
  readonly table: Table;
  readonly least: Role;
}

/** Where the word before the last dot of a kind is not the one for the record. */
const otherWords: Readonly<Record<string, string>> = {
  'msgapp.message': 'message',
  webhook: 'webhook endpoint',
};

const tableOf = ({ answers }: Pick<Operation, 'answers'>): Table | undefined =>
  answers.kind === 'page' || answers.kind === 'record' ? answers.table : undefined;

function readableOf(kind: string): Readable | undefined {
  const word = kind.slice(0, kind.lastIndexOf('.'));
  const one = otherWords[word] ?? word;
  const reading = registry.panel.find(
    (each) => each.panel.method === 'GET' && tableOf(each)?.one === one,
  );
  const table = reading && tableOf(reading);
  const least = reading?.allow.user;
  return table && least && { table, least };
}

const readables = new Map(eventKinds.map((kind) => [kind, readableOf(kind)]));

/** The operation that reads what notices are about, by their type. */
const readings: Readonly<Record<string, string>> = {
  approvals: 'listApprovals',
  bulk_jobs: 'getBulkJob',
  columns: 'listTeamPipelines',
  comments: 'listComments',
  contracts: 'listContracts',
  conversation_notes: 'listNotes',
  conversation_reads: 'countUnread',
  files: 'listRecordFiles',
  inboxes: 'listTeamInboxes',
  invitations: 'listInvitations',
  keys: 'listApiKeys',
  members: 'listMembers',
  messages: 'getConversationThread',
  notifications: 'listNotifications',
  pipelines: 'listTeamPipelines',
  ready_answers: 'listReadyAnswers',
  saved_views: 'listSavedViews',
  squads: 'listTeamSquads',
  teams: 'getTeamSettings',
  users: 'listUsers',
  webhooks: 'listWebhooks',
  workflow_runs: 'listRunsOfWorkflows',
  workflows: 'listTeamWorkflows',
};

const leastToRead = new Map(
  Object.entries(readings).map(([type, id]) => [
    type,
    registry.panel.find((each) => each.id === id)?.allow.user,
  ]),
);

/** The least role that is told that records of a type changed; undefined: nobody is. */
export const leastRoleForNotice = (type: string): Role | undefined => leastToRead.get(type);

/** The least role that is shown events of a kind; undefined: nobody is. */
export const leastRoleFor = (kind: string): Role | undefined => readables.get(kind)?.least;

/** The user whom a stream is for; undefined of a key's, which is told of nothing that is for one user alone. */
export const userOf = (watcher: Watcher): string | undefined =>
  watcher.kind === 'user' ? watcher.userId : undefined;

/** The operation that reads the log of events, which a key's stream tells as it grows. */
export const readingLog = registry.named('events.list');

/** Whether somebody may go on watching: a key of a member for as long as they may read the log. */
export const mayWatch = (standing: Standing): boolean =>
  standing.kind === 'user' ||
  standing.role === undefined ||
  (readingLog.allow.user !== undefined && isAtLeast(standing.role, readingLog.allow.user));

/** Those who are shown the same. */
export const groupOf = (standing: Standing): string =>
  standing.kind === 'key' ? 'log' : `${standing.role} ${standing.seesValues}`;

/** A notice as JSON text; undefined for whoever may not read what it is about. */
function noticeTo({ role }: MemberStanding, { id, type, record }: StoredEvent): string | undefined {
  const least = leastRoleForNotice(type);
  if (least === undefined || !isAtLeast(role, least)) return undefined;
  return JSON.stringify({ id, record_type: type, record_id: record ?? null });
}

/** An event or a notice as somebody may see it, as JSON text; undefined where they may not see it. */
export function shownTo(standing: Standing, event: StoredEvent): string | undefined {
  const { payload } = event;
  // Whoever may read the log reads events whole, of whatever kind.
  if (standing.kind === 'key') return payload;
  return payload === undefined ? noticeTo(standing, event) : eventTo(standing, event, payload);
}

function eventTo(
  { role, seesValues }: MemberStanding,
  { type, record }: StoredEvent,
  payload: string,
): string | undefined {
  const readable = readables.get(type);
  if (!readable || !isAtLeast(role, readable.least)) return undefined;
  const nobody = { userId: '', personId: '', sessionId: '', mayExport: false, authenticatedAt: 0 };
  const actor = { kind: 'user', ...nobody, role, seesValues } as const;
  const head = `{"record_id":"${record}",`;
  if (seesAll(actor)) return head + payload.slice(1);
  const mask = maskedFor(actor, readable.table);
  const event = JSON.parse(payload) as { data: object; previous: object | null };
  const { data, previous } = event;
  const shown = { ...event, data: mask(data), previous: previous && mask(previous) };
  return head + JSON.stringify(shown).slice(1);
}
