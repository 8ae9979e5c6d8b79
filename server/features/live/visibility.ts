import type { StoredEvent } from '#server/events/live/event-reader.ts';
import { maskedFor, seesAll } from '#server/operations/masking.ts';
import type { Operation } from '#server/operations/operation.ts';
import { isAtLeast, type Role } from '#server/operations/roles.ts';
import type { Access, MemberAccess, TeamViewer } from '#server/operations/viewers.ts';
import type { Table } from '#server/records/table.ts';
import { eventKinds } from '../event-kinds.ts';
import { registry } from '../registry.ts';

/*
 * Visibility of events: an event is sent to viewers who may read its record, masked as they would read it.
 */

/** Table of an event's record, and the role required to read it. */
interface Readable {
  readonly table: Table;
  readonly minRole: Role;
}

/** Exceptions, where the part of an event type before the last dot is not the singular of its record. */
const singulars: Readonly<Record<string, string>> = {
  'msgapp.message': 'message',
  webhook: 'webhook endpoint',
  time_entry: 'time entry',
  billing_line: 'billing line',
};

const tableOf = ({ output }: Pick<Operation, 'output'>): Table | undefined =>
  output.kind === 'page' || output.kind === 'record' ? output.table : undefined;

function readableOf(kind: string): Readable | undefined {
  const word = kind.slice(0, kind.lastIndexOf('.'));
  const one = singulars[word] ?? word;
  const reading = registry.panel.find(
    (each) => each.panel.method === 'GET' && tableOf(each)?.one === one,
  );
  const table = reading && tableOf(reading);
  const least = reading?.allow.user;
  return table && least && { table, minRole: least };
}

const readables = new Map(eventKinds.map((kind) => [kind, readableOf(kind)]));

/** Operation that reads the subject of a notice, by notice type. */
const readOperations: Readonly<Record<string, string>> = {
  absences: 'listAbsences',
  approvals: 'listApprovals',
  bulk_jobs: 'getBulkJob',
  columns: 'listTeamPipelines',
  comments: 'listComments',
  conversation_notes: 'listNotes',
  conversation_reads: 'countUnread',
  exports: 'listExports',
  files: 'listRecordFiles',
  imports: 'listImports',
  inbox_histories: 'listTeamInboxes',
  inboxes: 'listTeamInboxes',
  invitations: 'listInvitations',
  keys: 'listApiKeys',
  labels: 'listLabels',
  members: 'listMembers',
  messages: 'getConversationThread',
  notifications: 'listNotifications',
  privacy_requests: 'listPrivacyRequests',
  project_templates: 'listProjectTemplates',
  pipelines: 'listTeamPipelines',
  ready_answers: 'listReadyAnswers',
  saved_views: 'listSavedViews',
  scheduled_messages: 'getConversationThread',
  squads: 'listTeamSquads',
  task_recurrences: 'listTaskRecurrences',
  teams: 'getTeamSettings',
  users: 'listTeamUsers',
  webhooks: 'listWebhooks',
  workflow_runs: 'listRunsOfWorkflows',
  workflows: 'listTeamWorkflows',
};

const minToRead = new Map(
  Object.entries(readOperations).map(([type, id]) => [
    type,
    registry.panel.find((each) => each.id === id)?.allow.user,
  ]),
);

/** Min role that receives notices of a type; undefined if no role does. */
export const minRoleForNotice = (type: string): Role | undefined => minToRead.get(type);

/** Min role that receives events of a type; undefined if no role does. */
export const minRoleFor = (kind: string): Role | undefined => readables.get(kind)?.minRole;

/** User of a stream; undefined for keys, which receive nothing personal. */
export const userIdOfViewer = (watcher: TeamViewer): string | undefined =>
  watcher.kind === 'user' ? watcher.userId : undefined;

/** Operation that reads the event log, which a key's stream follows. */
export const readingLog = registry.named('events.list');

/** True if the viewer may keep watching: a member's key only while the member may read the log. */
export const mayWatch = (standing: Access): boolean =>
  standing.kind === 'user' ||
  standing.role === undefined ||
  (readingLog.allow.user !== undefined && isAtLeast(standing.role, readingLog.allow.user));

/** Viewers of the same group receive identical bytes. */
export const groupOf = (standing: Access): string =>
  standing.kind === 'key'
    ? 'log'
    : `${standing.role} ${standing.seesValues} ${standing.hiddenInboxes}`;

/** A notice as JSON text; undefined if the viewer may not read its subject. */
function noticeTo(
  { role, hiddenInboxes }: MemberAccess,
  { id, type, record }: StoredEvent,
): string | undefined {
  const least = minRoleForNotice(type);
  if (least === undefined || !isAtLeast(role, least)) return undefined;
  // It may be in a conversation that the member may not see; without its id, clients read what they display again.
  const isUnnamed =
    (type === 'conversation_notes' || type === 'scheduled_messages') && hiddenInboxes.length > 0;
  return JSON.stringify({ id, record_type: type, record_id: isUnnamed ? null : (record ?? null) });
}

/** An event or notice as visible to a viewer, as JSON text; undefined if not visible. */
export function visibleJson(standing: Access, event: StoredEvent): string | undefined {
  const { payload } = event;
  // Keys that may read the log receive events of all types unmasked.
  if (standing.kind === 'key') return payload;
  return payload === undefined ? noticeTo(standing, event) : eventTo(standing, event, payload);
}

/** True if an event is about a record of an inbox that the member may not see. */
const isHidden = ({ hiddenInboxes }: MemberAccess, payload: string) =>
  hiddenInboxes.length > 0 &&
  hiddenInboxes.includes(
    (JSON.parse(payload) as { data: { inbox_id?: string } }).data.inbox_id ?? '',
  );

function eventTo(
  access: MemberAccess,
  { type, record }: StoredEvent,
  payload: string,
): string | undefined {
  if (isHidden(access, payload)) return undefined;
  const { role, seesValues } = access;
  const readable = readables.get(type);
  if (!readable || !isAtLeast(role, readable.minRole)) return undefined;
  const nobody = { userId: '', personId: '', sessionId: '', mayExport: false, authenticatedAt: 0 };
  const actor = { kind: 'user', ...nobody, role, seesValues } as const;
  const head = `{"record_id":"${record}",`;
  if (seesAll(actor)) return head + payload.slice(1);
  const mask = maskedFor(actor, readable.table);
  const event = JSON.parse(payload) as { data: object; previous: object | null };
  const { data, previous } = event;
  const maskedEvent = { ...event, data: mask(data), previous: previous && mask(previous) };
  return head + JSON.stringify(maskedEvent).slice(1);
}
