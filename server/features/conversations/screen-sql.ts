import { iso } from '#server/db/statement.ts';
import { invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { cursorOf, positionOf } from '#server/records/cursor.ts';
import { about, kind, propertiesOf, readNumber, singleLine } from '#server/records/fields.ts';
import { maxPerPage, type Order, type Position } from '#server/records/statements.ts';
import type { Table } from '#server/records/table.ts';
import { isIncoming, isLive } from './messages-table.ts';
import { conversations } from './table.ts';

/* Building blocks of the conversation screens (docs/adr/0063-conversation-screens.md). */

/** Reference to a schema that the panel's document already contains. */
export const ref = (name: string) => Type.Unknown({ $ref: `#/components/schemas/${name}` });
export const listOf = (item: Parameters<typeof Type.Array>[0], says: string) =>
  kind(Type.Array(item), says, 'json');
export const recordRef = (name: string, says: string) =>
  kind(Type.Union([ref(name)]), says, 'json');

/** Fields of a conversation as in v1, for an object that adds more. */
export const conversationProperties = propertiesOf(conversations.fields);

/** Page size. */
export const pageLimit = kind(
  Type.Integer({ minimum: 1, maximum: maxPerPage }),
  `a whole number from 1 to ${maxPerPage}`,
  'integer',
  { fromQuery: readNumber },
);
export const defaultLimit = 50;

/** Page cursor, as returned with the previous page. */
export const cursor = singleLine(500, 1);
/** The same in a response. */
export const nextCursor = about(
  'The cursor of the next page; null on the last page.',
  singleLine(500),
);

/** SQL: display name of the contact `k` of conversation `t`; for a hidden number its announced name or LID; for a group its name. */
export const nameOf = `coalesce(k.custom_name, k.push_name, k.phone, t.push_name, t.lid, '')`;

/** SQL: when a message was written. */
export const writtenAt = (row: string) => `coalesce(${row}.sent_at, ${row}.created_at)`;

/** SQL: sort keys of a thread. Networks send whole seconds; within one, messages are in the order in which they were stored. */
export const threadKeys = (row: string) => [writtenAt(row), `${row}.created_at`, `${row}.id`];

/** SQL: `order by` of a thread. */
export const inThreadOrder = (row: string, direction: 'asc' | 'desc' = 'asc') =>
  threadKeys(row)
    .map((key) => `${key} ${direction}`)
    .join(', ');

/**
 * SQL: true if a message appears in a thread. A reaction is shown on its message, unless that message is unknown or the reaction failed.
 * Attempts of a workflow step count as one message: the last.
 */
export const isVisible = (row: string) =>
  `((${row}.message_type <> 'reaction' or ${row}.reply_to is null or ${row}.status = 'failed') and ${row}.superseded_by is null)`;

/** SQL: true for a blocked contact, and for a group of an inbox that mutes its groups: their messages never count as unread. */
export const isMuted = (conversation: string) =>
  `(${conversation}.is_blocked or ${conversation}.group_id is not null and exists (
    select from inboxes i where i.team_id = $team and i.id = ${conversation}.inbox_id and i.groups = 'muted'))`;

/** SQL: true if a message is unread for users who have not read so far. */
export const mayBeUnread = (row: string) =>
  `${isIncoming(row)} and ${isLive(row)} and ${isVisible(row)}`;

/** SQL: JSON of a draft `d`. */
export const draftJson = `json_build_object('conversation_id', d.conversation_id, 'user_id', d.user_id, 'content', d.content,
  'updated_at', ${iso('d.updated_at')})`;

/** Encodes and decodes the cursors of a screen's list. */
interface Cursors {
  of(team: string, order: string, position: Position): string;
  /** @throws ApiError VALIDATION_ERROR if the text is not a cursor of this list in this order */
  read(team: string, order: string, name: string, text: string): Position;
}

export function cursorsOf(secrets: Secrets, list: Table): Cursors {
  const orderOf = (field: string): Order => ({ field, descending: false });
  return {
    of: (team, order, position) => cursorOf(secrets, list, orderOf(order), team, position),
    read(team, order, name, text) {
      try {
        return positionOf(secrets, list, orderOf(order), team, text);
      } catch {
        throw invalid(
          `${name} must be a cursor from a page of this list, with the same sort.`,
          name,
          'invalid_format',
        );
      }
    },
  };
}
