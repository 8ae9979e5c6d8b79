import { isUnclaimed } from '#server/db/job-queue.ts';
import { iso, teamStatement, unprepared } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { notices } from '#server/events/live/notices.ts';
import { notifies } from '#server/events/notifications.ts';
import { detailsOf } from '#server/records/coded-reason.ts';

/* Requests of persons about their data: `privacy_requests`, with `privacy_subjects` and `privacy_hits`. */

export const requestKinds = [
  'confirmation',
  'access',
  'correction',
  'portability',
  'blocking',
  'erasure',
  'objection',
] as const;

/** `searching`, `packing` and `erasing` are work of the worker. */
export const requestStates = [
  'searching',
  'searched',
  'packing',
  'erasing',
  'failed',
  'closed',
] as const;
export type RequestState = (typeof requestStates)[number];

export const outcomes = ['fulfilled', 'partly', 'refused', 'withdrawn'] as const;
export const decisions = ['keep', 'replace', 'delete'] as const;
export type Decision = (typeof decisions)[number];

/** Kinds of records that are persons. */
export const subjectTypes = ['contacts', 'clients', 'users'] as const;
export type SubjectType = (typeof subjectTypes)[number];

/** SQL: states in which the worker has something to do. */
export const workStates = `('searching', 'packing', 'erasing')`;

/** SQL: states of imports and exports that have work to do. */
export const importStates = `('reading', 'checking', 'applying', 'undoing')`;
const exportStates = `('waiting', 'running')`;

/** Lease of a claim: longer than a step takes. */
const claimSeconds = 120;
/** Hours for which a package can be downloaded. */
export const packageHours = 24;

/** SQL: what an audit entry says of request `t`. It names no person. */
const audited = (t: string) =>
  `json_build_object('kind', ${t}.kind, 'code', ${t}.code, 'state', ${t}.state, 'outcome', ${t}.outcome)::text`;

const auditsChange = (before?: string) =>
  audits([
    {
      type: 'privacy_requests',
      from: 't',
      record: 't.id',
      ...(before !== undefined && { before: `(select ${audited(before)} from ${before})` }),
      after: audited('t'),
    },
  ]);

export const insertRequest = teamStatement(`
  with t as (
    insert into privacy_requests (team_id, id, kind, code, name, phones, emails, tax_ids, notes, identity_check, received_on, due_on,
      state, job, user_id, created_by)
    select $team, $id, $kind, $code, $name, $phones::text[], $emails::text[], $tax_ids::text[], $notes, $identity_check, d.received_on,
      d.received_on + x.privacy_days, 'searching', 'search', $user::uuid, $user::uuid
    from teams x, lateral (
      select coalesce($received_on::date, (now() at time zone x.time_zone)::date) as received_on) d
    where x.id = $team returning *),
  ${auditsChange()}
  select id from t`);

/**
 * Changes a request that is neither closed nor in work; new identifiers need a new search. Decisions of another kind of request have no legal
 * basis: an erasure needs new ones.
 */
export const updateRequest = teamStatement(`
  with old as materialized (select * from privacy_requests where team_id = $team and id = $id for update),
  t as (
    update privacy_requests r set kind = $kind, name = $name, phones = $phones::text[], emails = $emails::text[],
      tax_ids = $tax_ids::text[], notes = $notes, identity_check = $identity_check
    from old where r.team_id = $team and r.id = old.id and old.state in ('searched', 'failed') returning r.*),
  h as (
    update privacy_hits h set decision = null, basis = null, decided_by = null, decided_at = null
    from t join old on old.id = t.id
    where h.team_id = $team and h.request_id = t.id and t.kind = 'erasure' and old.kind <> 'erasure'),
  ${auditsChange('old')}
  select old.state, (select state from t) as now from old`);

const subjects = `(
  select coalesce(json_agg(json_build_object('type', s.record_type, 'id', s.record_id, 'name', coalesce(k.custom_name, k.push_name, k.phone,
      l.display_name, l.name, u.name), 'matched', s.matched, 'is_chosen', s.is_chosen,
      'conversations', (select count(*) from conversations c where c.team_id = $team and c.contact_id = k.id),
      'deals', (select count(*) from deals d where d.team_id = $team and d.client_id = l.id),
      'contracts', (select count(*) from contracts d where d.team_id = $team and d.client_id = l.id),
      'projects', (select count(*) from projects d where d.team_id = $team and d.client_id = l.id),
      'activities', (select count(*) from activities d where d.team_id = $team and d.client_id = l.id))
    order by s.record_type, s.record_id), '[]')
  from privacy_subjects s
    left join contacts k on s.record_type = 'contacts' and k.team_id = $team and k.id = s.record_id
    left join clients l on s.record_type = 'clients' and l.team_id = $team and l.id = s.record_id
    left join users u on s.record_type = 'users' and u.team_id = $team and u.id = s.record_id
  where s.team_id = $team and s.request_id = r.id)`;

const countOfHits = (condition: string) =>
  `(select count(*) from privacy_hits h where h.team_id = $team and h.request_id = r.id and ${condition})`;

const columns = `
  r.id, r.kind, r.code, r.name, r.phones, r.emails, r.tax_ids, r.notes, r.identity_check, r.received_on, r.due_on,
  r.state, r.job, r.progress, r.reason, ${detailsOf('r.reason_details', 'r.reason')} as reason_details, r.outcome, r.outcome_note,
  (r.due_on - (now() at time zone x.time_zone)::date)::int as days_left,
  case when r.state <> 'closed' then r.due_on < (now() at time zone x.time_zone)::date else r.closed_at::date > r.due_on end as is_late,
  ${iso('r.searched_at')} as searched_at, ${iso('r.packaged_at')} as packaged_at,
  case when r.package_id is not null then ${iso(`(r.packaged_at + interval '${packageHours} hours')`)} end as package_until,
  r.erasure_id, ${iso('r.erased_at')} as erased_at, ${iso('r.closed_at')} as closed_at, ${iso('r.created_at')} as created_at,
  (select u.name from users u where u.team_id = $team and u.id = r.user_id) as user_name,
  (select coalesce(json_agg(json_build_object('reason', u.reason, 'files', u.n) order by u.n desc, u.reason), '[]') from (
    select u.reason, count(*)::int as n from privacy_unread_files u where u.team_id = $team and u.request_id = r.id group by u.reason) u)
    as unread_files,
  ${countOfHits('true')} as hits, ${countOfHits('h.decision is null')} as open_hits`;

const from = 'from privacy_requests r join teams x on x.id = $team where r.team_id = $team';

export const selectRequest = teamStatement(
  `select ${columns}, ${subjects} as subjects ${from} and r.id = $id`,
);

/** Max requests in a list. */
const maxListed = 200;
export const selectRequests = teamStatement(`
  select ${columns}, '[]'::json as subjects ${from}
  order by r.state = 'closed', r.due_on, r.id desc limit ${maxListed}`);

/** Hits on a page. */
export const hitsPerPage = 100;
export const selectHits = teamStatement(`
  select h.id, h.place, h.field, h.record_id,
    (select f.name from files f where h.place = 'files' and f.team_id = $team and f.id = h.record_id and f.deleted_at is null) as file_name, h.matched, h.excerpt, h.decision, h.basis,
    (select u.name from users u where u.team_id = $team and u.id = h.decided_by) as decided_by
  from privacy_hits h where h.team_id = $team and h.request_id = $id and ($after::uuid is null or h.id > $after::uuid)
    and ($is_open::boolean is null or (h.decision is null) = $is_open::boolean)
  order by h.id limit ${hitsPerPage}`);

/** Files on a page. */
export const unreadPerPage = 100;
export const selectUnread = teamStatement(`
  select u.file_id as id, f.name, f.media_type, f.bytes::float8 as bytes, u.reason, f.record_type, f.record_id
  from privacy_unread_files u join files f on f.team_id = $team and f.id = u.file_id and f.deleted_at is null
  where u.team_id = $team and u.request_id = $id and ($after::uuid is null or u.file_id > $after::uuid)
  order by u.file_id limit ${unreadPerPage}`);

/** Hits among `ids` in the contents of files, where nothing can be replaced. */
export const hitsInFiles = teamStatement(`
  select h.id from privacy_hits h
  where h.team_id = $team and h.request_id = $id and h.id = any($ids::uuid[]) and h.place = 'files' and h.field = 'contents' limit 1`);

/** SQL: true while the decisions on a request may change. */
const isOpen = `r.state in ('searched', 'failed') and r.erasure_id is null`;

export const decideHits = teamStatement(`
  with t as (
    select r.* from privacy_requests r where r.team_id = $team and r.id = $id and ${isOpen} for update),
  h as (
    update privacy_hits h set decision = $decision, basis = $basis, decided_by = $user::uuid, decided_at = now()
    from t where h.team_id = $team and h.request_id = t.id and h.id = any($ids::uuid[]) returning h.id),
  ${audits([
    {
      type: 'privacy_requests',
      from: 't',
      record: 't.id',
      after: `json_build_object('decision', $decision::text, 'hits', (select count(*) from h))::text`,
    },
  ])}
  select r.state, (select count(*)::int from h) as decided, (select id from t) as open
  from privacy_requests r where r.team_id = $team and r.id = $id`);

export const chooseSubjects = teamStatement(`
  with t as (
    select r.* from privacy_requests r where r.team_id = $team and r.id = $id and ${isOpen} for update),
  s as (
    update privacy_subjects s set is_chosen = s.record_id = any($ids::uuid[]), is_decided = true
    from t where s.team_id = $team and s.request_id = t.id returning s.record_id, s.is_chosen),
  ${audits([
    {
      type: 'privacy_requests',
      from: 't',
      record: 't.id',
      after: `json_build_object('records', (select coalesce(json_agg(s.record_id), '[]') from s where s.is_chosen))::text`,
    },
  ])}
  select r.state, (select id from t) as open from privacy_requests r where r.team_id = $team and r.id = $id`);

/** Moves a request into a state in which the worker works on it. */
const begins = (state: RequestState, job: string, condition: string, set = '') =>
  teamStatement(`
  with old as materialized (select * from privacy_requests where team_id = $team and id = $id for update),
  t as (
    update privacy_requests r set state = '${state}', job = '${job}', progress = null, file_scan = null, reason = null, reason_details = null,
      claim = null, claimed_until = null, attempts = 0, user_id = coalesce($user::uuid, r.user_id)${set}
    from old where r.team_id = $team and r.id = old.id and ${condition} returning r.*),
  ${auditsChange('old')}
  select old.state, (select state from t) as now, r.id is not null as is_request
  from old left join privacy_requests r on r.team_id = $team and r.id = old.id`);

export const startSearch = begins('searching', 'search', isOpen.replaceAll('r.', 'old.'));
export const startPackage = begins(
  'packing',
  'package',
  `${isOpen.replaceAll('r.', 'old.')} and old.searched_at is not null`,
);
/** An erasure that failed can only be continued. */
export const startErasure = begins(
  'erasing',
  'erasure',
  `(old.state = 'searched' or old.state = 'failed' and old.searched_at is not null)
    and not exists (select from privacy_hits h where h.team_id = $team and h.request_id = old.id and h.decision is null)`,
);

/** True while an import, an export or a package of the team runs or waits: an erasure removes their files. */
export const isMovingData = teamStatement(`
  select exists (select from imports i where i.team_id = $team and i.state in ${importStates})
    or exists (select from exports e where e.team_id = $team and e.state in ${exportStates})
    or exists (select from privacy_requests r where r.team_id = $team and r.state = 'packing') as is_moving`);

export const closeRequest = teamStatement(`
  with old as materialized (select * from privacy_requests where team_id = $team and id = $id for update),
  t as (
    update privacy_requests r set state = 'closed', outcome = $outcome, outcome_note = $outcome_note, closed_at = clock.now,
      user_id = coalesce($user::uuid, r.user_id)
    from old, (select now()) clock (now)
    where r.team_id = $team and r.id = old.id and old.state in ('searched', 'failed') and old.erasure_id is null returning r.*),
  ${auditsChange('old')}
  select old.state, (select state from t) as now from old`);

export const selectProof = teamStatement(`
  select e.id, e.code, e.proof, e.mac, ${iso('e.started_at')} as started_at, ${iso('e.finished_at')} as finished_at
  from privacy_requests r join privacy_erasures e on e.team_id = $team and e.id = r.erasure_id
  where r.team_id = $team and r.id = $id and e.proof is not null`);

// The worker --------------------------------------------------------------------------------------------------------

const held = 'r.team_id = $team and r.id = $id and r.claim = $claim';

/** SQL: true while the member who started the work may do so. A package needs the right to export. */
const isPermitted = `(r.user_id is null or exists (
    select from users u join people p on p.id = u.person_id
    where u.team_id = $team and u.id = r.user_id and u.role <> 'member' and u.suspended_at is null and p.disabled_at is null
      and (r.state <> 'packing' or u.role = 'owner' or u.may_export)))`;

export const claimRequest = teamStatement(`
  update privacy_requests r set claim = $claim, claimed_until = now() + interval '${claimSeconds} seconds', attempts = r.attempts + 1
  where r.team_id = $team and r.id = $id and r.state in ${workStates} and ${isUnclaimed('r')} returning r.id`);

export const workOf = teamStatement(`
  select r.id, r.kind, r.code, r.state, r.name, r.phones, r.emails, r.tax_ids, r.erasure_id, r.attempts, r.file_scan, x.name as team, x.time_zone,
    coalesce((select left(p.locale, 2) from users u join people p on p.id = u.person_id where u.team_id = $team and u.id = r.user_id), 'pt')
      as language,
    ${isPermitted} or r.erasure_id is not null as is_permitted
  from privacy_requests r join teams x on x.id = $team where ${held}`);

/** Extends the claim, and locks the request. Returns no row if the claim is lost. */
export const extendClaim = teamStatement(`
  update privacy_requests r set claimed_until = now() + interval '${claimSeconds} seconds' where ${held} and r.state in ${workStates}
  returning r.id`);

/** Stores progress, and announces it. Returns no row if the claim is lost. */
export const storeProgress = teamStatement(`
  with t as (
    update privacy_requests r set progress = $progress::json, claimed_until = now() + interval '${claimSeconds} seconds'
    where ${held} and r.state in ${workStates} returning r.id),
  ${notices(`select 'privacy_requests' as record_type, t.id as record_id from t`)}
  select id from t`);

export const releaseClaim = teamStatement(
  `update privacy_requests r set claim = null, claimed_until = null where ${held}`,
);

/** SQL: sets that a request has no package. @param place SQL of where the next one will be */
export const withoutPackage = (place = 'null') =>
  `package_id = null, package_place = ${place}, package_bytes = null, package_sha256 = null`;

/** CTE: notes the places of rows `old` for the removal of their bytes. */
const removesBytes = `removals as (
    insert into blob_removals (team_id, place) select $team, old.place from old where old.place is not null on conflict do nothing)`;

/** Records where a package will be, before it is stored. Returns no row if the claim is lost. */
export const storePlace = teamStatement(`
  with old as materialized (
    select r.id, r.package_place as place from privacy_requests r where ${held} and r.state = 'packing' for update),
  t as (
    update privacy_requests r set ${withoutPackage('$place')},
      claimed_until = now() + interval '1 hour'
    from old where r.team_id = $team and r.id = old.id returning r.id),
  ${removesBytes}
  select id from t`);

/** Ends the work on a package. Returns no row if the claim is lost. */
export const finishPackage = teamStatement(`
  with old as materialized (select * from privacy_requests r where ${held} and r.state = 'packing' for update),
  t as (
    update privacy_requests r set state = 'searched', job = null, progress = null, claim = null, claimed_until = null,
      package_id = $package_id, package_bytes = $bytes, package_sha256 = decode($sha256, 'hex'), packaged_at = clock.now
    from old, (select now()) clock (now) where r.team_id = $team and r.id = old.id returning r.*),
  ${auditsChange('old')}
  select id from t`);

/** Another process tries again after a while. */
export const postponeClaim = teamStatement(
  `update privacy_requests r set claimed_until = now() + interval '30 seconds' where ${held}`,
);

/** Notes bytes that no request refers to for removal. */
export const removeBytes = teamStatement(
  'insert into blob_removals (team_id, place) values ($team, $place) on conflict do nothing',
);

/** SQL: packages whose time has ended, and places where none was completed. */
export const isOldPackage = `r.package_place is not null and r.state <> 'packing'
  and (r.package_id is null or r.packaged_at <= now() - interval '${packageHours} hours')`;

/** Removes old packages; the sweep of files removes their bytes. */
export const removeOldPackages = teamStatement(`
  with old as materialized (
    select r.id, r.package_place as place from privacy_requests r
    where r.team_id = $team and r.id = any($ids::uuid[]) and ${isOldPackage} for update),
  t as (
    update privacy_requests r set ${withoutPackage()} from old where r.team_id = $team and r.id = old.id returning r.id),
  ${removesBytes},
  ${notices(`select 'privacy_requests' as record_type, t.id as record_id from t`)}
  select id from t`);

/** Days before its deadline on which an open request is announced. */
export const noticeDays = 5;

/**
 * Notifies the admins of requests whose deadline is near. The row of each request is locked, its condition is checked again, and it remembers the
 * notice in the statement that writes it: a request is announced once, by however many processes.
 */
export const announceDeadlines = teamStatement(
  `
  with today as materialized (
    select (now() at time zone x.time_zone)::date as day from teams x where x.id = $team),
  old as materialized (
    select r.id from privacy_requests r where r.team_id = $team and r.state <> 'closed' and r.notified_at is null
      and r.due_on <= (select day from today) + ${noticeDays}
    for no key update),
  t as (
    update privacy_requests r set notified_at = clock.now from old, (select now()) clock (now)
    where r.team_id = $team and r.id = old.id returning r.id),
  ${notifies([
    {
      kind: 'privacy_due',
      type: 'privacy_requests',
      from: `t join users u on u.team_id = $team and u.role <> 'member' and u.person_id is not null`,
      record: 't.id',
      user: 'u.id',
    },
  ])}
  select id from t`,
  unprepared,
);

/** A package that can be downloaded. */
export const packageOf = teamStatement(`
  select r.package_id, r.code, r.package_place as place, r.package_bytes::float8 as bytes, encode(r.package_sha256, 'hex') as sha256
  from privacy_requests r
  where r.team_id = $team and r.id = $id and r.package_id is not null and r.packaged_at > now() - interval '${packageHours} hours'`);

/** Ends the work. Returns no row if the claim is lost. */
export const finishWork = teamStatement(`
  with old as materialized (select * from privacy_requests r where ${held} and r.state in ${workStates} for update),
  t as (
    update privacy_requests r set state = $to, reason = $reason::text, reason_details = $details::text, claim = null, claimed_until = null,
      job = case when $to = 'failed' then r.job end, progress = case when $to = 'failed' then r.progress end,
      searched_at = case when old.state = 'searching' and $to = 'searched' then clock.now else r.searched_at end,
      erased_at = case when $to = 'closed' then clock.now else r.erased_at end,
      closed_at = case when $to = 'closed' then clock.now else r.closed_at end,
      outcome = case when $to = 'closed' then 'fulfilled' else r.outcome end
    from old, (select now()) clock (now) where r.team_id = $team and r.id = old.id returning r.*),
  ${auditsChange('old')}
  select id from t`);
