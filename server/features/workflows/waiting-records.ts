import { rowById } from '#server/db/statement.ts';
import type { Table } from '#server/records/table.ts';
import { conversations } from '../conversations/table.ts';
import { deals } from '../crm/deals/table.ts';
import { campaigns } from '../work/campaigns/table.ts';
import { tasks } from '../work/tasks/table.ts';

/* Records that wait, and since when, as SQL (ADR 227). */

/** Records that may wait, by their names in triggers. */
export const waitingRecords = ['conversation', 'deal', 'task', 'approval'] as const;
export type WaitingRecord = (typeof waitingRecords)[number];

export interface Waiting {
  /** Table of the records that runs are about. */
  readonly table: Table;
  /** Type of a run's payload. */
  readonly kind: string;
  /** True if the trigger may name the phase or column. */
  readonly hasPlace: boolean;
  /** SQL: rows with the `id` of records that may have begun to wait after `$after`, until `$until`. */
  readonly candidates: string;
  /** SQL over candidates `c`: rows with `id`, `since` and `inbox_id` of those that wait. `$in`: their phase or column. */
  readonly waits: string;
}

const isBetween = (moment: string) =>
  `${moment} > $after::timestamptz and ${moment} <= $until::timestamptz`;

/** SQL: when a record came to its phase or column. */
const placedAt = (record: string, resource: string, field: string) => `coalesce((
  select max(m.moved_at) from moves m where m.team_id = $team and m.record_id = ${record}.id and m.resource = '${resource}' and m.field = '${field}'),
  ${record}.created_at)`;

const movedOrCreated = (resource: string, field: string, isVisible = '') => `
  select m.record_id as id from moves m
    where m.team_id = $team and m.resource = '${resource}' and m.field = '${field}' and ${isBetween('m.moved_at')}
  union select r.id from ${resource} r where r.team_id = $team and ${isBetween('r.created_at')}${isVisible}`;

const noInbox = 'null::uuid as inbox_id';

export const waiting: Readonly<Record<WaitingRecord, Waiting>> = {
  // The team’s answer, also while the conversation is snoozed. Groups run no automation (ADR 190).
  conversation: {
    table: conversations,
    kind: 'conversation.waiting',
    hasPlace: false,
    candidates: `
      select c.id from conversations c where c.team_id = $team and c.status in ('open', 'snoozed') and ${isBetween('c.waiting_since')}`,
    waits: `
      select d.id, d.waiting_since as since, d.inbox_id
      from c join ${rowById('conversations', 'c.id')} d on true join ${rowById('inboxes', 'd.inbox_id')} i on true
      where d.status in ('open', 'snoozed') and d.waiting_since is not null and d.group_id is null and not d.is_blocked
        and i.is_active and not i.is_deleted`,
  },
  // Open deals, in a phase that is neither won nor lost unless the trigger names it.
  deal: {
    table: deals,
    kind: 'deal.waiting',
    hasPlace: true,
    candidates: movedOrCreated('deals', 'phase'),
    waits: `
      select d.id, ${placedAt('d', 'deals', 'phase')} as since, ${noInbox}
      from c join ${rowById('deals', 'c.id')} d on true join teams x on x.id = $team
      where d.status = 'ativo'
        and case when $in::text is null then d.phase <> all(x.won_phases || x.lost_phases) else d.phase = $in::text end`,
  },
  // Tasks that are not completed, unless the trigger names their column.
  task: {
    table: tasks,
    kind: 'task.waiting',
    hasPlace: true,
    candidates: movedOrCreated('tasks', 'column', ' and r.deleted_at is null'),
    waits: `
      select d.id, ${placedAt('d', 'tasks', 'column')} as since, ${noInbox}
      from c join ${rowById('tasks', 'c.id')} d on true
      where d.deleted_at is null and case when $in::text is null then d.completed_at is null else d."column" = $in::text end`,
  },
  // The decision of the team or the client on the latest round of a campaign.
  approval: {
    table: campaigns,
    kind: 'campaign.waiting',
    hasPlace: false,
    candidates: `
      select a.campaign_id as id from approval_items a
      join approval_rounds p on p.team_id = $team and p.request_id = a.request_id and p.n = a.n and p.round = a.round
      where a.team_id = $team and a.is_live and a.state = 'pending' and ${isBetween('p.created_at')}`,
    waits: `
      select d.id, p.created_at as since, ${noInbox}
      from c join approval_items a on a.team_id = $team and a.campaign_id = c.id and a.is_live and a.state = 'pending'
      join approval_rounds p on p.team_id = $team and p.request_id = a.request_id and p.n = a.n and p.round = a.round
      join approval_requests q on q.team_id = $team and q.id = a.request_id and q.revoked_at is null
      join ${rowById('campaigns', 'c.id')} d on true
      where d.status <> 'cancelled' and d.revision = p.revision`,
  },
};
