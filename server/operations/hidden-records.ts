import { teamStatement } from '../db/statement.ts';
import { ApiError, notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import type { Context } from './context.ts';
import { idAfterMerges } from './id-after-merges.ts';

/*
 * Members may not see the conversations of inboxes that are open to others only (ADR 196). A call that names such an inbox, or anything in it,
 * is answered as if it did not exist. Lists leave these records out on their own: see {@link isVisibleInbox}.
 */

/** SQL: true if the caller may see the conversations of an inbox. @param inbox SQL of its id */
export const isVisibleInbox = (inbox: string) => `${inbox} <> all($hidden_inboxes::uuid[])`;

/** SQL: true if the caller may not. */
export const isHiddenInbox = (inbox: string) => `${inbox} = any($hidden_inboxes::uuid[])`;

/**
 * SQL: ids of the inboxes whose conversations the team's member `user` may not see: those that are open to others only (ADR 196). Admins and
 * owners see all.
 */
export const hiddenInboxesOf = (user: string) => `array(
    select i.id from inboxes i where i.team_id = $team and i.is_restricted and ${user}.role = 'member'
      and not exists (select from inbox_members m where m.team_id = $team and m.inbox_id = i.id and m.user_id = ${user}.id)
      and not exists (
        select from inbox_squads s join squad_members q on q.team_id = $team and q.squad_id = s.squad_id
        where s.team_id = $team and s.inbox_id = i.id and q.user_id = ${user}.id))`;

/**
 * SQL: true if a file is only in conversations that the caller may not see: uploaded for them, for a message or a note, or in their messages.
 * @param file SQL of its id
 */
export const isHiddenFile = (file: string) => `coalesce((
  select bool_and(${isHiddenInbox('a.inbox_id')}) from (
    select m.inbox_id from message_media m where m.team_id = $team and m.file_id = ${file}
    union all
    select c.inbox_id from files u join conversations c on c.team_id = $team
      and c.id = ${idAfterMerges('u.record_id')}
    where u.team_id = $team and u.id = ${file} and u.record_type = 'conversations') a), false)`;

const hidden = teamStatement(`
  select i.id from inboxes i where i.team_id = $team and i.id = any($ids::uuid[]) and ${isHiddenInbox('i.id')}
  union all
  select c.id from conversations c where c.team_id = $team and c.id = any($ids::uuid[]) and ${isHiddenInbox('c.inbox_id')}
  union all
  select m.id from merged_conversations m join conversations c on c.team_id = $team and c.id = m.conversation_id
  where m.team_id = $team and m.id = any($ids::uuid[]) and ${isHiddenInbox('c.inbox_id')}
  union all
  select m.id from messages m where m.team_id = $team and m.id = any($ids::uuid[]) and ${isHiddenInbox('m.inbox_id')}
  union all
  select n.id from conversation_notes n join conversations c on c.team_id = $team and c.id = n.conversation_id
  where n.team_id = $team and n.id = any($ids::uuid[]) and ${isHiddenInbox('c.inbox_id')}
  union all
  select s.id from scheduled_messages s where s.team_id = $team and s.id = any($ids::uuid[]) and ${isHiddenInbox('s.inbox_id')}
  union all
  select f.id from unnest($ids::uuid[]) f (id) where ${isHiddenFile('f.id')}
  limit 1`);

/** Ids in a value of a call. */
const idsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? isUuid(value)
      ? [value.toLowerCase()]
      : []
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(idsIn)
      : [];

/**
 * Refuses a call that names an inbox which the caller may not see, or a conversation, message, scheduled message, note or file in it.
 * @param one singular name of the path's record, for messages
 * @throws ApiError NOT_FOUND
 */
export async function refuseHiddenRecords(
  { db }: Pick<Context, 'db'>,
  one: string,
  input: unknown,
): Promise<void> {
  if (db.hiddenInboxes.length === 0) return;
  const { query: _, values = {}, ...path } = input as { query?: unknown; values?: object };
  const ids = [...idsIn(path), ...idsIn(values)];
  if (ids.length === 0) return;
  const [row] = await db.lookUp(hidden, { ids });
  if (!row) return;
  const isNamed = (value: unknown) => idsIn(value).includes(String(row.id));
  const field = Object.entries(values).find(([, value]) => isNamed(value))?.[0];
  throw field === undefined || isNamed(path)
    ? notFound(one)
    : new ApiError('NOT_FOUND', `${field}: the team has no record with this id.`);
}
