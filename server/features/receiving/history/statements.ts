import { isUnclaimed } from '#server/db/job-queue.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { detailsOf } from '#server/records/coded-reason.ts';

/* Histories of inboxes: `inbox_histories`, and the chats of each. At most one of an inbox is running. */

/** Periods that can be read, and the number of days of each. */
export const periodDays = { month: 30, quarter: 90, year: 365, all: null } as const;
export type Period = keyof typeof periodDays;
export const periods = ['month', 'quarter', 'year', 'all'] as const satisfies readonly Period[];

export const historyStates = ['running', 'stopped', 'failed', 'done'] as const;

/** Lease of a claim: longer than a page takes. */
const claimSeconds = 120;

/** SQL: what the audit entry of an inbox says of its history `h`. */
const audited = (h: string) =>
  `json_build_object('history', json_build_object('period', ${h}.period, 'state', ${h}.state))::text`;

/** Begins a history. Returns no row if the inbox does not exist, and one without `id` if another history is running. */
export const begin = teamStatement(`
  with inbox as (select id from inboxes where team_id = $team and id = $inbox and not is_deleted for no key update),
  t as (
    insert into inbox_histories (team_id, id, inbox_id, period, since, user_id, is_delivered)
    select $team, $id, inbox.id, $period, clock.now - $days::integer * interval '1 day', $user::uuid, $is_delivered::boolean
    from inbox, (select now()) clock (now)
    on conflict (team_id, inbox_id) where state = 'running' do nothing returning *),
  ${audits([{ type: 'inboxes', from: 't', record: 't.inbox_id', after: audited('t') }])}
  select (select id from t) as id from inbox`);

/** Stops a running history, or continues one: chats that failed are read again. Returns the state before the change. */
export const setState = teamStatement(`
  with old as materialized (
    select * from inbox_histories h where h.team_id = $team and h.inbox_id = $inbox order by h.id desc limit 1 for update),
  t as (
    update inbox_histories h set state = $state, reason = null, reason_details = null, claim = null, claimed_until = null,
      finished_at = case when $state = 'stopped' then clock.now end, user_id = coalesce($user::uuid, h.user_id)
    from old, (select now()) clock (now)
    where h.team_id = $team and h.id = old.id
      and (old.state = 'running' and $state = 'stopped' or old.state in ('stopped', 'failed') and $state = 'running')
    returning h.*),
  again as (
    update inbox_history_chats c set state = 'pending', reason = null from t
    where c.team_id = $team and c.history_id = t.id and t.state = 'running' and c.state = 'failed'),
  ${audits([
    {
      type: 'inboxes',
      from: 't',
      record: 't.inbox_id',
      before: `(select ${audited('old')} from old)`,
      after: audited('t'),
    },
  ])}
  select old.state as was, exists (select from t) as is_changed from old`);

/** The latest history of an inbox with its counts. */
export const latest = teamStatement(`
  select i.gateway, h.id, h.state, h.reason, ${detailsOf('h.reason_details', 'h.reason')} as reason_details, h.period,
    ${iso('h.since')} as since, h.is_listed, h.is_delivered, h.progress, ${iso('h.created_at')} as created_at,
    ${iso('h.finished_at')} as finished_at, c.*, s.skipped, x.skipped_chats
  from (select * from inboxes where team_id = $team and id = $inbox and not is_deleted) i
    left join lateral (
      select * from inbox_histories where team_id = $team and inbox_id = $inbox order by id desc limit 1) h on true
    left join lateral (
      select count(*) filter (where state <> 'skipped')::int as chats, count(*) filter (where state in ('done', 'failed'))::int as chats_done,
        count(*) filter (where state = 'failed')::int as chats_failed,
        count(distinct conversation_id) filter (where stored > 0)::int as conversations,
        coalesce(sum(stored), 0)::int as stored, coalesce(sum(present), 0)::int as present, coalesce(sum(media), 0)::int as media,
        coalesce(sum(media_missing), 0)::int as media_missing
      from inbox_history_chats where team_id = $team and history_id = h.id) c on true
    left join lateral (
      select coalesce(json_agg(k), '[]') as skipped from (
        select e.key as reason, sum(e.value::int)::int as n
        from inbox_history_chats c cross join lateral jsonb_each_text(c.skipped) e
        where c.team_id = $team and c.history_id = h.id group by e.key order by e.key) k) s on true
    left join lateral (
      select coalesce(json_agg(k), '[]') as skipped_chats from (
        select c.reason, count(*)::int as n from inbox_history_chats c
        where c.team_id = $team and c.history_id = h.id and c.state = 'skipped' group by c.reason order by c.reason) k) x on true`);

const held = 'h.team_id = $team and h.id = $id and h.claim = $claim';

export const claimHistory = teamStatement(`
  update inbox_histories h set claim = $claim, claimed_until = now() + interval '${claimSeconds} seconds'
  where h.team_id = $team and h.id = $id and h.state = 'running' and ${isUnclaimed('h')} returning h.id`);

/** Extends the claim. Returns no row if it is lost, or the history was stopped. */
export const extendClaim = teamStatement(`
  update inbox_histories h set claimed_until = now() + interval '${claimSeconds} seconds'
  where ${held} and h.state = 'running' returning h.id`);

export const release = teamStatement(
  `update inbox_histories h set claim = null, claimed_until = null where ${held}`,
);

/** Extent of a claimed history, and its inbox. */
export const workOf = teamStatement(`
  select h.is_listed, h.is_delivered, extract(epoch from h.since) * 1000 as since, extract(epoch from h.created_at) * 1000 as until,
    i.team_id, i.id, i.gateway, i.config, i.groups, i.phone, i.is_deleted
  from inbox_histories h join inboxes i on i.team_id = $team and i.id = h.inbox_id
  where ${held} and h.state = 'running'`);

/** Adds chats that are not listed yet. Returns the number of them. */
export const addChats = teamStatement(`
  with held as (select id from inbox_histories h where ${held}),
  listed as (
    select x.*, row_number() over (order by x.n) as place
    from json_to_recordset($chats::json) as x (n integer, chat text, name text, reason text)
    where not exists (select from inbox_history_chats c where c.team_id = $team and c.history_id = $id and c.chat = x.chat)),
  added as (
    insert into inbox_history_chats (team_id, history_id, n, chat, name, state, reason)
    select $team, held.id, coalesce((select max(n) from inbox_history_chats c where c.team_id = $team and c.history_id = $id), 0)
        + listed.place, listed.chat, listed.name, case when listed.reason is null then 'pending' else 'skipped' end, listed.reason
    from listed, held on conflict do nothing returning n)
  select count(*)::int as added from added`);

export const setListed = teamStatement(
  `update inbox_histories h set is_listed = true where ${held}`,
);

export const nextChat = teamStatement(`
  select n, chat, name from inbox_history_chats
  where team_id = $team and history_id = $id and state = 'pending' order by n limit 1`);

/** Stores the counts of a chat, as far as it has been read. Returns no row if the claim is lost or the history was stopped. */
export const storeChat = teamStatement(`
  update inbox_history_chats c set state = $state, reason = $reason::text, conversation_id = $conversation::uuid, stored = $stored,
    present = $present, media = $media, media_missing = $media_missing, skipped = $skipped::jsonb
  from inbox_histories h
  where c.team_id = $team and c.history_id = $id and c.n = $n and ${held} and h.state = 'running' returning c.n`);

/** Ends a history. Returns no row if the claim is lost, or the history was stopped. */
export const finish = teamStatement(`
  with t as (
    update inbox_histories h set state = $state, reason = $reason::text, reason_details = $details::text, claim = null,
      claimed_until = null, finished_at = now()
    where ${held} and h.state = 'running' returning h.*),
  ${audits([{ type: 'inboxes', from: 't', record: 't.inbox_id', after: audited('t') }])}
  select id from t`);

// Histories that callbacks deliver ---------------------------------------------------------------------------------

/** The latest delivered history of an inbox. */
export const delivered = teamStatement(`
  select id, state, extract(epoch from since) * 1000 as since from inbox_histories
  where team_id = $team and inbox_id = $inbox and is_delivered order by id desc limit 1`);

/** Continues a history that failed: the gateway delivers it after all. */
export const resume = teamStatement(`
  update inbox_histories set state = 'running', is_listed = true, reason = null, reason_details = null, finished_at = null
  where team_id = $team and id = $id and state = 'failed'`);

/** Notes that a part was stored, once. Returns a row for the first time. */
export const notePart = teamStatement(`
  update inbox_histories set parts = parts || array[$part::text], progress = greatest(progress, $progress)
  where team_id = $team and id = $id and not $part = any(parts) returning id`);

/** Locks a history, so that callbacks count one after the other. */
export const lockHistory = teamStatement(
  'select id from inbox_histories where team_id = $team and id = $id for update',
);

/** Counts of a chat, if it has any, and the place of a further one. */
export const countsOfChat = teamStatement(`
  select c.conversation_id, c.stored, c.present, c.media, c.media_missing, c.skipped, (
      select coalesce(max(x.n), 0) + 1 from inbox_history_chats x where x.team_id = $team and x.history_id = $id) as next
  from (select) one left join inbox_history_chats c on c.team_id = $team and c.history_id = $id and c.chat = $chat`);
/** Stores the counts of a chat; `stored` are the messages that the history added to its conversation. */
export const storeCounts = teamStatement(`
  insert into inbox_history_chats as c (team_id, history_id, n, chat, state, conversation_id, stored, present, media, media_missing, skipped)
  select $team, $id, $n, $chat, 'done', $conversation::uuid, $stored, $present, $media, $media_missing, $skipped::jsonb
  on conflict (team_id, history_id, chat) do update set conversation_id = excluded.conversation_id, stored = excluded.stored,
    present = excluded.present, media = excluded.media, media_missing = excluded.media_missing, skipped = excluded.skipped`);
export const storedBy = teamStatement(`
  select count(*)::int as stored, count(*) filter (where media is not null)::int as media,
    count(*) filter (where media ->> 'status' = 'failed' and media ->> 'reason' is distinct from $fetchable)::int as media_missing
  from messages where team_id = $team and conversation_id = $conversation and history_id = $id`);

/** Ends a delivered history. */
export const finishDelivered = teamStatement(`
  with t as (
    update inbox_histories h set state = $state, reason = $reason::text, reason_details = $details::text, claim = null,
      claimed_until = null, finished_at = now()
    where h.team_id = $team and h.id = $id and h.state = 'running' returning h.*),
  ${audits([{ type: 'inboxes', from: 't', record: 't.inbox_id', after: audited('t') }])}
  select id from t`);
