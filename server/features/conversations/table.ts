import { iso } from '#server/db/statement.ts';
import { hiddenInboxesOf, isHiddenInbox } from '#server/operations/hidden-records.ts';
import {
  about,
  boolean,
  link,
  nested,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { equals, equalsWithTotals, exampleId, sorted, table } from '#server/records/table.ts';
import { labelList } from './labels.ts';
import { windowCloses } from './messaging-window.ts';
import { replyDue } from './reply-due.ts';

/** Status of a conversation: handled now, later, or not until its contact writes again. */
export const statuses = ['open', 'snoozed', 'resolved'] as const;

/** Types of conversations: with a contact, or of a group. */
export const conversationTypes = ['direct', 'group'] as const;

/** SQL: the type of conversation `t`. */
export const conversationType = `case when t.group_id is null then 'direct' else 'group' end`;

/** Suffix of a LID in a network address. */
export const lidSuffix = '@lid';

const fields = {
  id: required(uuid),
  type: about('direct: with a contact. group: of a group; it has no contact.', {
    ...required(oneOf('text', conversationTypes)),
    output: () => conversationType,
  }),
  group_name: about('The name of the group; null if it is unknown, and for direct conversations.', {
    ...singleLine(),
    output: () => 'case when t.group_id is not null then t.push_name end',
  }),
  inbox_id: required(link('inboxes')),
  inbox: about('The inbox’s id and name.', nested('inbox_id', 'inboxes')),
  // Null while the network hides the number, and for groups.
  contact_id: link('contacts'),
  contact: about(
    'The contact; its name is the team’s, otherwise the contact’s, otherwise the number.',
    nested(
      'contact_id',
      'contacts',
      'coalesce(contacts.custom_name, contacts.push_name, contacts.phone)',
    ),
  ),
  remote_jid: about('The address of the contact or the group on the messaging network.', {
    ...required(singleLine()),
    output: () => `coalesce(contacts.jid, t.lid || '${lidSuffix}', t.group_id)`,
  }),
  status: about(
    'open: needs work. snoozed: postponed until snoozed_until. resolved: done. A message of the contact reopens it.',
    withDefault(oneOf('conversation_status', statuses), 'open'),
  ),
  snoozed_until: about(
    'When a snoozed conversation reopens automatically; null for other conversations.',
    timestamp,
  ),
  assignee_id: about('The assignee.', link('users')),
  assignee: about('The assignee’s id and name.', nested('assignee_id', 'users')),
  squad_id: about(
    'The squad that the conversation is assigned to, in addition to a user or instead of one.',
    link('squads'),
  ),
  squad: about('The squad’s id and name.', nested('squad_id', 'squads')),
  client_id: about(
    'The client of a group; null if it has none, and for direct conversations, whose client is the contact’s.',
    link('clients'),
  ),
  project_id: about(
    'The project of a group, linked instead of a client; null if it has none, and for direct conversations.',
    link('projects'),
  ),
  labels: labelList,
  is_blocked: about(
    'True if the team blocked the contact or the group: its messages are stored, but open nothing, wait for no answer and run no workflow.',
    withDefault(boolean, false),
  ),
  waiting_since: about(
    'The time of the contact’s oldest unanswered message; null if it is answered or the conversation is resolved.',
    timestamp,
  ),
  reply_due_at: about(
    'When the answer is due, by the reply times of the inbox and its business hours; null if no contact waits, or the inbox has no such time. Computed within seconds where the wait begins with an earlier message, as when a conversation is reopened.',
    { ...timestamp, output: () => iso(replyDue('t')) },
  ),
  first_answered_at: about('When the contact’s first message was answered.', timestamp),
  last_incoming_at: about('When the contact’s last message was written.', timestamp),
  window_closes_at: about(
    'The end of the period in which an official number can send any message: 24 hours after the contact’s last message; later, only templates. null for other inboxes, and before the first message.',
    { ...timestamp, output: () => iso(windowCloses('inboxes', 't')) },
  ),
  last_message_at: about('When the last message was sent or received.', required(timestamp)),
  created_at: required(timestamp),
};

export const conversations = table({
  name: 'conversations',
  one: 'conversation',
  about:
    'The messages between an inbox and a contact, or a group; created by the first message. Lists leave groups out: they are listed at /msgapp/groups.',
  example: {
    remote_jid: '5511999998888@s.msgapp.net',
    waiting_since: '2026-11-20T12:00:00.000Z',
    reply_due_at: '2026-11-20T12:30:00.000Z',
    last_incoming_at: '2026-11-20T12:00:00.000Z',
    window_closes_at: null,
    labels: [{ id: exampleId, name: 'VIP', color: 'purple' }],
    last_message_at: '2026-11-20T12:00:00.000Z',
  },
  path: '/msgapp/conversations',
  hasTotal: true,
  moves: { of: ['status', 'assignee_id', 'squad_id'] },
  mayHide: isHiddenInbox('t.inbox_id'),
  notifications: [
    { kind: 'assigned', of: ['assignee_id'], users: (row) => `array[${row}.assignee_id]` },
    {
      kind: 'squad_assigned',
      of: ['squad_id'],
      when: 't.squad_id is distinct from old.squad_id',
      users: (row) => `array(
        select m.user_id from squad_members m join users v on v.team_id = $team and v.id = m.user_id
        where m.team_id = $team and m.squad_id = ${row}.squad_id and m.user_id is distinct from ${row}.assignee_id
          and ${row}.inbox_id <> all(${hiddenInboxesOf('v')}))`,
    },
  ],
  fields,
  brief: [
    'id',
    'contact',
    'inbox',
    'status',
    'assignee',
    'squad',
    'waiting_since',
    'last_message_at',
  ],
  filters: {
    ...equalsWithTotals(fields, 'inbox_id'),
    contact_id: {
      field: uuid,
      sql: 't.contact_id = $contact_id::uuid',
      about: 'Only records with this contact_id.',
      isUnordered: true,
    },
    status: {
      field: fields.status,
      sql: 't."status" = $status::conversation_status',
      about: 'Only records with this status.',
      usual: { value: 'resolved', others: `t."status" in ('open', 'snoozed')` },
    },
    ...equals(fields, 'assignee_id', 'squad_id'),
  },
  sorts: sorted(fields, 'created_at', 'last_message_at', 'waiting_since'),
});

const { hasTotal: _, ...uncounted } = conversations;

/**
 * SQL: true if group `row` is linked to the client, or to one of its projects. Arrays, because each part is then read in its index.
 * @param client SQL of the client's id
 */
export const isGroupOfClient = (row: string, client: string) =>
  `(${row}.client_id = ${client} or ${row}.project_id = any(array(
    select j.id from projects j where j.team_id = $team and j.client_id = ${client})))`;

/** Conversations with contacts only, as a list. */
export const directConversations: typeof conversations = {
  ...uncounted,
  visible: 't.group_id is null',
};

/** Conversations of groups, as a list. */
export const groups: typeof conversations = {
  ...uncounted,
  path: '/msgapp/groups',
  visible: 't.group_id is not null',
};
