import type { TeamDb } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { emits } from '#server/events/outbox.ts';
import { changeJson, emitsMessageUpdated, versionsOf } from '../conversations/messages-table.ts';
import { stopped } from './send-message.ts';

/* Outcomes of edits, and of messages taken back, as they are stored (message-changes.ts). */

export type ChangeKind = 'edit' | 'revoke';

/** Any process that would still have stored an outcome has ended after this time. */
export const maxOutcomeSeconds = 60;

/** SQL: a change in the audit log, which never contains its text. */
export const entryOf = (kind: string, status: string) =>
  `json_build_object('change', ${kind}, 'change_status', ${status})::text`;

/** Effect of a change that was made on its message; undefined for one that was not. */
const effects = {
  edit: {
    set: `content = case when old.revoked_at is null then $text else old.content end,
      edited_at = case when old.revoked_at is null and old.content <> $text then clock.at else old.edited_at end, `,
    isNew: 'old.revoked_at is null and old.content <> $text',
    hasChanged: 'c.content <> c.was',
    columns: `c.was as content, ${iso('c.was_at')} as edited_at`,
  },
  revoke: {
    set: `content = '', revoked_at = case when old.revoked_at is null then clock.at else old.revoked_at end, `,
    isNew: 'old.revoked_at is null',
    hasChanged: 'c.was_revoked is null',
    columns: 'c.was as content, null::text as revoked_at',
  },
} as const;

/** SQL: old values of the message in `c`, as JSON text. */
export const oldValues = (columns: string) =>
  `(select row_to_json(p)::text from (select ${columns}) p)`;

/**
 * Stores an outcome. A callback may have reported the change before: it then stays done.
 * @param kind of a change that was made; undefined if it was not, or if that is unknown
 */
function settle(kind: ChangeKind | undefined) {
  const effect = kind && effects[kind];
  const earlier = versionsOf('c', 'v.id <> $version_id');
  const lastOnly = oldValues('c.was_change as last_change');
  return teamStatement(`
  with old as materialized (
    select * from messages m where m.team_id = $team and m.id = $id for update),
  clock as (
    select greatest(old.edited_at,
      case when $at::timestamptz > coalesce(old.sent_at, old.created_at) then $at::timestamptz else $now::timestamptz end) as at from old),
  request as materialized (select * from message_changes h where h.team_id = $team and h.id = $change_id for update),
  h as (
    update message_changes h set status = $status, reason = $reason, settled_at = $now::timestamptz from request
    where h.team_id = $team and h.id = request.id and request.status ${effect ? "<> 'done'" : "= 'pending'"} returning h.*),
  ${
    effect
      ? `version as (
    insert into message_versions (team_id, id, message_id, at, content, details)
    select $team, $version_id, old.id, clock.at, old.content, old.details from old, clock, h where ${effect.isNew} returning *),
  `
      : ''
  }c as (
    update messages m set ${effect?.set ?? ''}last_change = case when (old.last_change ->> 'id')::uuid = h.id then ${changeJson('h')} else old.last_change end
    from old, h, clock where m.team_id = $team and m.id = old.id
    returning m.*, old.content as was, old.edited_at as was_at, old.revoked_at as was_revoked, old.last_change as was_change),
  ${emits([
    effect
      ? emitsMessageUpdated(
          `case when ${effect.hasChanged} then ${oldValues(`${effect.columns}, ${earlier} as versions, c.was_change as last_change`)} else ${lastOnly} end`,
          'version',
        )
      : emitsMessageUpdated(lastOnly),
  ])},
  ${audits([
    {
      type: 'messages',
      from: 'request',
      record: 'request.message_id',
      before: entryOf('request.kind', "'pending'"),
      after: entryOf(
        'request.kind',
        `case when request.status = 'done' then 'done' else $status end`,
      ),
    },
  ])}
  select id from request`);
}
export const settlements = {
  edit: settle('edit'),
  revoke: settle('revoke'),
  none: settle(undefined),
};

const lose = teamStatement(`
  with request as materialized (
    select * from message_changes h where h.team_id = $team and h.id = any($change_ids::uuid[]) and h.status = 'pending'
    order by h.id for update),
  old as materialized (
    select * from messages m where m.team_id = $team and m.id = any($ids::uuid[]) order by m.id for update),
  h as (
    update message_changes h set status = 'unknown', reason = $reason, settled_at = now() from request
    where h.team_id = $team and h.id = any($change_ids::uuid[]) and h.id = request.id returning h.*),
  c as (
    update messages m set last_change = ${changeJson('h')} from old, h
    where m.team_id = $team and m.id = any($ids::uuid[]) and m.id = old.id and h.message_id = old.id
      and (old.last_change ->> 'id')::uuid = h.id
    returning m.*, old.last_change as was_change),
  ${emits([emitsMessageUpdated(oldValues('c.was_change as last_change'))])},
  ${audits([
    {
      type: 'messages',
      from: 'h',
      record: 'h.message_id',
      before: entryOf('h.kind', "'pending'"),
      after: entryOf('h.kind', 'h.status'),
    },
  ])}
  select id from request`);

/** Stores that it is unknown whether changes were made, because their processes ended. @returns their number */
export const storeLost = async (
  db: TeamDb,
  lost: readonly { readonly id: string; readonly changeId: string }[],
): Promise<number> =>
  (
    await db.run(lose, {
      ids: lost.map(({ id }) => id),
      change_ids: lost.map(({ changeId }) => changeId),
      reason: stopped.text,
    })
  ).length;
