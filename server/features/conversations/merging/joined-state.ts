import { recordsMoves } from '#server/records/statements.ts';
import { conversations } from '../table.ts';

/**
 * SQL for the `set` of a conversation that another one is merged into: the assignee, squad and labels of both, blocked if one was, and open if one was and
 * none is blocked.
 * @param open the conversation, before the merge; @param gone the other one
 */
export const joinedState = (open: string, gone: string) => `
      assignee_id = coalesce(${open}.assignee_id, ${gone}.assignee_id), squad_id = coalesce(${open}.squad_id, ${gone}.squad_id),
      is_blocked = ${open}.is_blocked or ${gone}.is_blocked,
      label_ids = array(select l.id from (select unnest(${open}.label_ids) union select unnest(${gone}.label_ids)) l (id) order by l.id),
      status = case when ${open}.is_blocked or ${gone}.is_blocked then 'resolved' when ${gone}.status = 'open' then 'open' else ${open}.status end,
      snoozed_until = case when not ${open}.is_blocked and not ${gone}.is_blocked and ${gone}.status <> 'open' then ${open}.snoozed_until end`;

const joined = ['status', 'assignee_id', 'squad_id', 'is_blocked', 'label_ids'];

/** SQL: true if a merge changed what {@link joinedState} sets. @param now the conversation after the merge; @param old before it */
export const isStateJoined = (now: string, old: string) =>
  `(${joined.map((name) => `${now}.${name}`).join(', ')}) is distinct from (${joined.map((name) => `${old}.${name}`).join(', ')})`;

/** CTE, with a leading comma, that records what {@link joinedState} changed in the conversations `open`, which became `target`. */
export const recordsJoinedState = recordsMoves(conversations, joined, {
  now: 'target',
  old: 'open',
});
