import { iso } from '#server/db/statement.ts';
import { actorKinds, actorName } from '#server/events/audit.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { about, kind } from '#server/records/fields.ts';

/*
 * Activities of a conversation, as lines between its messages: changes of its assignee, squad and status, and merges. Read from the audit log,
 * which every such change is written to (ADR 177).
 */

/** Max number of activities in a part of a thread; older ones are left out. */
const maxActivities = 200;

const activityKinds = [
  'assigned',
  'unassigned',
  'squad_assigned',
  'squad_unassigned',
  'snoozed',
  'woken',
  'resolved',
  'reopened',
  'answered',
  'labelled',
  'blocked',
  'unblocked',
  'merged',
] as const;

/** Field of a thread: its activities. */
export const activityList = kind(
  Type.Array(
    Type.Object({
      id: about('The ID of its audit log entry.', Type.String({ format: 'uuid' })),
      kind: about(
        '`woken`: its snooze ended. `reopened`: by the actor. `answered`: opened by a message of the contact.',
        Type.Enum([...activityKinds]),
      ),
      created_at: Type.String({ format: 'date-time' }),
      actor: about('The kind of actor.', Type.Enum([...actorKinds])),
      actor_id: about(
        'The ID of the user, key or workflow run.',
        orNull(Type.String({ format: 'uuid' })),
      ),
      actor_name: about('The current name of the user, key or workflow.', orNull(Type.String())),
      assignee_id: about(
        'The new assignee, of `assigned`.',
        orNull(Type.String({ format: 'uuid' })),
      ),
      assignee_name: about('The current name of the new assignee.', orNull(Type.String())),
      squad_id: about(
        'The new squad, of `squad_assigned`; the previous one, of `squad_unassigned`.',
        orNull(Type.String({ format: 'uuid' })),
      ),
      squad_name: about(
        'The current name of that squad; null if it was deleted.',
        orNull(Type.String()),
      ),
      labels_added: about(
        'The names of the labels, of `labelled`; empty if they were too long for the audit log.',
        Type.Array(Type.String()),
      ),
      labels_removed: about('As `labels_added`.', Type.Array(Type.String())),
      until: about(
        'The end of the snooze, of `snoozed`.',
        orNull(Type.String({ format: 'date-time' })),
      ),
    }),
  ),
  'the activities',
  'json',
);

const isPresent = (field: string) => `(v.now -> '${field}') is not null`;

/** SQL: names of the labels of `k` in `now` that are not in `was`, as a JSON list. The audit log replaces long lists by their lengths. */
const labelsIn = (now: string, was: string) => `case
  when k.kind = 'labelled' and json_typeof(${now} -> 'labels') = 'array' and json_typeof(${was} -> 'labels') = 'array' then (
    select coalesce(json_agg(n.label ->> 'name' order by n.label ->> 'name'), '[]')
    from json_array_elements(${now} -> 'labels') n (label)
    where not exists (select from json_array_elements(${was} -> 'labels') o (label) where o.label ->> 'id' = n.label ->> 'id'))
  else '[]' end`;

/**
 * SQL: activities of the conversation `$id` between `$from` and `$to`, as a JSON list. A change of the status is explained by its
 * operation: those of the service are the end of a snooze, or a message of the contact.
 */
export const activitiesWithin = `(
  select coalesce(json_agg(row_to_json(a) order by a.created_at, a.id, a.kind), '[]') from (
    select e.id, k.kind, ${iso('e.created_at')} as created_at, e.actor, e.actor_id, ${actorName('e')} as actor_name,
      k.assignee_id, (select u.name from users u where u.team_id = $team and u.id = k.assignee_id) as assignee_name,
      k.squad_id, (select s.name from squads s where s.team_id = $team and s.id = k.squad_id) as squad_name, k.until,
      ${labelsIn('v.now', 'v.was')} as labels_added, ${labelsIn('v.was', 'v.now')} as labels_removed
    from audit_entries e
      cross join lateral (select e.before::json as was, e.after::json as now) v
      cross join lateral (
        select case when v.now ->> 'assignee_id' is null then 'unassigned' else 'assigned' end as kind,
          (v.now ->> 'assignee_id')::uuid as assignee_id, null::uuid as squad_id, null::text as until
        where ${isPresent('assignee_id')}
        union all
        select case when v.now ->> 'squad_id' is null then 'squad_unassigned' else 'squad_assigned' end,
          null, coalesce(v.now ->> 'squad_id', v.was ->> 'squad_id')::uuid, null
        where ${isPresent('squad_id')}
        union all
        select case coalesce(v.now ->> 'status', 'snoozed')
            when 'snoozed' then 'snoozed'
            when 'resolved' then 'resolved'
            else case when e.operation = 'conversations.reopen' then 'reopened'
              when (v.was ->> 'snoozed_until')::timestamptz <= e.created_at then 'woken' else 'answered' end end,
          null, null, v.now ->> 'snoozed_until'
        where (${isPresent('status')} or v.now ->> 'snoozed_until' is not null) and e.operation is distinct from 'conversations.block'
        union all
        select 'labelled', null, null, null where ${isPresent('labels')}
        union all
        select case when (v.now ->> 'is_blocked')::boolean then 'blocked' else 'unblocked' end, null, null, null where ${isPresent('is_blocked')}
        union all
        select 'merged', null, null, null where ${isPresent('merged')}) k
    where e.team_id = $team and e.record_type = 'conversations' and e.record_id = $id
      and ($from::timestamptz is null or e.created_at >= $from) and ($to::timestamptz is null or e.created_at < $to)
    order by e.id desc limit ${maxActivities}) a)`;

/**
 * Audited change of conversations that the service opens.
 * @param now the row source of changed conversations after the change; @param old before it
 */
export const auditsOpened = (now: string, old: string) => ({
  type: 'conversations',
  from: `${now} now join ${old} old on old.id = now.id where old.status <> 'open'`,
  record: 'now.id',
  before: `json_build_object('status', old.status, 'snoozed_until', ${iso('old.snoozed_until')})::text`,
  after: `json_build_object('status', now.status, 'snoozed_until', null)::text`,
});
