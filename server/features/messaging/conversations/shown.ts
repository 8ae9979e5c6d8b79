import { iso } from '../../../db/statement.ts';
import { invalid } from '../../../platform/errors.ts';
import { Type } from '../../../platform/schema.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { cursorOf, positionOf } from '../../../records/cursor.ts';
import { isAlways, kind, line, readNumber } from '../../../records/fields.ts';
import { mostPerPage, type Order, type Position } from '../../../records/statements.ts';
import type { Table } from '../../../records/table.ts';
import { conversations } from './table.ts';

/*
 * What the screens of conversations are made of (docs/adr/0063-conversation-screens.md).
 */

/** A schema that the panel's document has anyway. */
export const ref = (name: string) => Type.Unknown({ $ref: `#/components/schemas/${name}` });
export const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
export const listOf = (item: Parameters<typeof Type.Array>[0], says: string) =>
  kind(Type.Array(item), says, 'json');
export const one = (name: string, says: string) => kind(Type.Union([ref(name)]), says, 'json');

/** The fields of a record as v1 has them, for an object that has more. */
export const propertiesOf = ({ fields }: Pick<Table, 'fields'>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      isAlways(field) ? field.schema : orNull(field.schema),
    ]),
  );
export const conversationProperties = propertiesOf(conversations);

/** How many there are on a page. */
export const pageLimit = kind(
  Type.Integer({ minimum: 1, maximum: mostPerPage }),
  `a whole number from 1 to ${mostPerPage}`,
  'integer',
  { fromQuery: readNumber },
);
export const usualLimit = 50;

/** Where a page begins, as the page before says it. */
export const cursor = line(500, 1);

/** SQL: what somebody is called whose conversation `t` this is, with the contact `k`: hidden numbers have a name or none. */
export const nameOf = `coalesce(k.custom_name, k.push_name, k.phone, t.push_name, t.lid, '')`;

/** SQL: when a message was written. */
export const writtenAt = (row: string) => `coalesce(${row}.sent_at, ${row}.created_at)`;

/** SQL: the keys of a thread's order. Networks know whole seconds: within one, messages are in the order in which they were stored. */
export const threadKeys = (row: string) => [writtenAt(row), `${row}.created_at`, `${row}.id`];

/** SQL: `order by` of a thread. */
export const inThreadOrder = (row: string, direction: 'asc' | 'desc' = 'asc') =>
  threadKeys(row)
    .map((key) => `${key} ${direction}`)
    .join(', ');

/**
 * SQL: whether a message has a place in a thread. A reaction is shown at its message, unless that is unknown or the reaction failed.
 * Tries of a workflow step are one message: the last one.
 */
export const isShown = (row: string) =>
  `((${row}.message_type <> 'reaction' or ${row}.reply_to is null or ${row}.status = 'failed') and ${row}.superseded_by is null)`;

/** SQL over a draft `d`. */
export const draftJson = `json_build_object('conversation_id', d.conversation_id, 'user_id', d.user_id, 'content', d.content,
  'updated_at', ${iso('d.updated_at')})`;

/** What cursors of a screen's list are made with. */
interface Cursors {
  of(team: string, order: string, position: Position): string;
  /** @throws ApiError VALIDATION_ERROR for what is no cursor of this list in this order */
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
        throw invalid(`${name} must be what a page of this list says, in the same order.`);
      }
    },
  };
}
