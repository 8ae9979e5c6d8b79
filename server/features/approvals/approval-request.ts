import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { type Context, userIdOf } from '#server/operations/context.ts';
import { ApiError, conflict, invalid } from '#server/platform/errors.ts';
import { personOf } from '../accounts/pin-links.ts';
import { updateApproval } from '../work/campaigns/operations.ts';
import { hashOf, snapshotOf } from '../work/campaigns/snapshot.ts';
import { itemsOf, type Stage, stateOf } from './table.ts';

/*
 * Requests for approval. Requesting approval and deciding first lock the campaigns' rows in id order, so the snapshot is consistent and
 * concurrent decisions see each other.
 */

/** Default lifetime of a link, in days. */
export const defaultDays = 30;
export const maxDays = 365;
export const maxItemsPerRequest = 20;

/** Record type in the audit log and in notices of live streams. */
export const auditType = 'approvals';

const lockCampaigns = teamStatement(`
  select c.id, c.name, c.status, c.approval_status from campaigns c
  where c.team_id = $team and c.id = any($ids::uuid[]) order by c.id for update`);

const owners = teamStatement(`
  select distinct p.client_id, case when p.client_id is null then p.id end as project_id
  from campaigns c join projects p on p.team_id = $team and p.id = c.project_id
  where c.team_id = $team and c.id = any($ids::uuid[])`);

/** Current review items of the campaigns. */
const before = teamStatement(`
  select i.campaign_id, q.stage, ${stateOf} as state, q.expires_at is null or q.expires_at > now() as holds
  from approval_items i
  join approval_requests q on q.team_id = $team and q.id = i.request_id
  join approval_rounds p on p.team_id = $team and p.request_id = i.request_id and p.n = i.n and p.round = i.round
  join campaigns c on c.team_id = $team and c.id = i.campaign_id
  where i.team_id = $team and i.campaign_id = any($ids::uuid[]) and i.is_live`);

const replace = teamStatement(
  'update approval_items set is_live = false where team_id = $team and campaign_id = any($ids::uuid[]) and is_live',
);

const addRequest = teamStatement(`
  insert into approval_requests (team_id, id, stage, title, message, client_id, needed, hash, expires_at, pin_hash, created_by,
    link_issuer_person_id)
  select $team, $id, $stage, $title, $message, $client_id, $needed, $hash,
    now() + $days::integer * interval '1 day', $pin_hash, $created_by, ${personOf('$created_by')}`);

const addItem = teamStatement(`
  with item as (
    insert into approval_items (team_id, request_id, n, campaign_id, round)
    select $team, $id, $n, $campaign_id, coalesce(max(r.round), 0) + 1
    from approval_rounds r where r.team_id = $team and r.campaign_id = $campaign_id and r.stage = $stage
    returning *)
  select round from item`);

/** Stores the snapshot that a round of an item shows. */
const show = teamStatement(`
  insert into approval_rounds (team_id, request_id, n, round, campaign_id, stage, revision, snapshot, sha256, created_by, message)
  select $team, $id, $n, $round, c.id, $stage, c.revision, s.shown, ${hashOf('s.shown')}, $created_by::uuid, $message
  from campaigns c cross join lateral (select ${snapshotOf('c')} as shown) s
  where c.team_id = $team and c.id = $campaign_id`);

const mark = teamStatement(
  'update campaigns set is_shown = true where team_id = $team and id = any($ids::uuid[]) and not is_shown',
);

/** Parameters of a new request. */
interface NewRequest {
  readonly campaigns: readonly string[];
  readonly title: string | null;
  readonly message: string | null;
  readonly stage: Stage;
  readonly needed: number;
  /** Hash of the link's token; null for internal requests. */
  readonly hash: Buffer | null;
  readonly days: number | null;
  readonly pin: Buffer | null;
}

/** @throws ApiError CONFLICT if a decision on one of the campaigns is pending */
function refuseAsked(openRequests: readonly Row[], held: readonly Row[]): void {
  const [one] = openRequests.filter(({ state, holds }) => state === 'pending' && holds === true);
  if (!one) return;
  const name = held.find(({ id }) => id === one.campaign_id)?.name;
  throw conflict(
    `campaign_ids: "${name}" has an undecided request already; revoke it, or wait for the decision.`,
    'approval_pending',
    'campaign_ids',
  );
}

/** Creates a request, in the transaction of `db`. @returns the id of the request @throws ApiError NOT_FOUND, VALIDATION_ERROR, CONFLICT */
export async function requestApproval(
  ctx: Context,
  db: TeamDb,
  wanted: NewRequest,
): Promise<string> {
  const { stage, needed, message, days } = wanted;
  const ids = [...new Set(wanted.campaigns.map((id) => id.toLowerCase()))];
  const held = await db.run(lockCampaigns, { ids });
  const missing = ids.filter((id) => !held.some((row) => row.id === id));
  if (missing.length > 0)
    throw new ApiError('NOT_FOUND', `campaign_ids: no campaign has the id ${missing[0]}.`, {
      fields: [{ name: 'campaign_ids', code: 'not_found' }],
    });
  const cancelled = held.find(({ status }) => status === 'cancelled');
  if (cancelled)
    throw conflict(`campaign_ids: "${cancelled.name}" is cancelled.`, 'cancelled', 'campaign_ids');
  const [owner, otherOwner] = await db.run(owners, { ids });
  if (otherOwner)
    throw invalid('campaign_ids must be campaigns of one client.', 'campaign_ids', 'not_allowed', {
      reason: 'same_client',
    });
  refuseAsked(await db.run(before, { ids }), held);
  await db.run(replace, { ids });
  const id = uuidv7();
  const created_by = userIdOf(ctx.actor);
  const names = ids.map((each) => held.find((row) => row.id === each)?.name as string);
  const title = wanted.title ?? names.join(', ').slice(0, 255);
  const client_id = (owner?.client_id ?? null) as string | null;
  await db.run(addRequest, {
    id,
    stage,
    title,
    message,
    client_id,
    needed,
    hash: wanted.hash,
    days,
    pin_hash: wanted.pin,
    created_by,
  });
  for (const [i, campaign_id] of ids.entries()) {
    const item = { id, n: i + 1, campaign_id, stage };
    const [row] = await db.run(addItem, item);
    await db.run(show, { ...item, round: row?.round, created_by, message: null });
  }
  await db.run(mark, { ids });
  for (const each of held) await makePending(ctx, db, each);
  await recordAudit(db, {
    type: auditType,
    id,
    after: { title, stage, campaign_ids: ids, needed },
  });
  return id;
}

/** Sets a campaign under review to pending, whatever its status was. */
async function makePending(ctx: Context, db: TeamDb, { id, approval_status }: Row): Promise<void> {
  if (approval_status !== 'pending')
    await updateApproval({ ...ctx, db }, id as string, { approval_status: 'pending' });
}

// Rounds -----------------------------------------------------------------------------------------

const campaignsOf = teamStatement(`
  select i.campaign_id from approval_items i
  where i.team_id = $team and i.request_id = $id and i.is_live`);

const stale = teamStatement(`
  select i.n, i.campaign_id, q.stage, q.revoked_at is not null as is_revoked, ${stateOf} as state
  from approval_requests q cross join ${itemsOf('q.id')} and q.team_id = $team and q.id = $id and i.is_live order by i.n`);

const nextRound = teamStatement(`
  update approval_items i set state = 'pending', approvals = 0, decided_at = null,
    round = (select max(r.round) + 1 from approval_rounds r
      where r.team_id = $team and r.campaign_id = i.campaign_id and r.stage = $stage)
  where i.team_id = $team and i.request_id = $id and i.n = $n returning i.round`);

/** True if the item needs another round: it changed, or was rejected or changes were requested. */
const isDue = ({ state }: Row) =>
  state === 'changed' || state === 'changes' || state === 'rejected';

/**
 * Starts the next round of a request: shows the items again that have changed, were rejected or had changes requested.
 * @param message team's note on the changes
 * @returns false if the request does not exist @throws ApiError CONFLICT if no item needs another round
 */
export async function startNextRound(
  ctx: Context,
  db: TeamDb,
  id: string,
  message: string | null,
): Promise<boolean> {
  const ids = (await db.run(campaignsOf, { id })).map(({ campaign_id }) => campaign_id as string);
  const held = await db.run(lockCampaigns, { ids });
  const items = await db.run(stale, { id });
  const due = items.filter(isDue);
  if (items.some(({ is_revoked }) => is_revoked === true))
    throw conflict('The request was revoked; create a new one.', 'revoked');
  if (due.length === 0) {
    if (items.length === 0 && !(await exists(db, id))) return false;
    throw conflict(
      'Nothing has changed since the last round, and no changes were requested.',
      'changed',
    );
  }
  for (const { n, campaign_id, stage } of due) {
    const [row] = await db.run(nextRound, { id, n, stage });
    const created_by = userIdOf(ctx.actor);
    await db.run(show, { id, n, campaign_id, stage, round: row?.round, created_by, message });
    const campaign = held.find((each) => each.id === campaign_id);
    if (campaign) await makePending(ctx, db, campaign);
  }
  await recordAudit(db, {
    type: auditType,
    id,
    after: { asked_again: due.map(({ campaign_id }) => campaign_id) },
  });
  return true;
}

const there = teamStatement('select id from approval_requests where team_id = $team and id = $id');
/** True if the team has the request. */
export const exists = async (db: TeamDb, id: string) => (await db.run(there, { id })).length > 0;

// Links ------------------------------------------------------------------------------------------

const renew = teamStatement(`
  update approval_requests q set hash = $hash, expires_at = now() + $days::integer * interval '1 day',
    pin_hash = case when $keeps_pin::boolean then q.pin_hash else $pin_hash end, pin_failures = 0, pin_wait_until = null,
    seen_at = null, link_issuer_person_id = ${personOf('$issuer')}
  where q.team_id = $team and q.id = $id and q.stage = 'client' and q.revoked_at is null returning q.id`);

/** Replaces the link; the previous one stops working. @throws ApiError CONFLICT if the request cannot have a link */
export async function renewLink(
  { db, actor }: { readonly db: TeamDb; readonly actor: Context['actor'] },
  id: string,
  link: { readonly hash: Buffer; readonly days: number; readonly pin: Buffer | null | undefined },
): Promise<boolean> {
  const { hash, days, pin } = link;
  const [row] = await db.run(renew, {
    id,
    hash,
    days,
    keeps_pin: pin === undefined,
    pin_hash: pin ?? null,
    issuer: userIdOf(actor),
  });
  if (!row) {
    if (!(await exists(db, id))) return false;
    throw conflict('Only a request to the client that was not revoked has a link.', 'revoked');
  }
  await recordAudit(db, { type: auditType, id, after: { link: 'new', days } });
  return true;
}

const revoke = teamStatement(`
  with q as (
    update approval_requests set revoked_at = now(), hash = null, pin_hash = null
    where team_id = $team and id = $id and revoked_at is null returning id),
  i as (
    update approval_items i set is_live = false from q
    where i.team_id = $team and i.request_id = q.id and i.state <> 'approved')
  select id from q`);

/** Revokes a request: disables its link and withdraws its undecided items. */
export async function revokeRequest(db: TeamDb, id: string): Promise<boolean> {
  const [row] = await db.run(revoke, { id });
  if (!row) return exists(db, id);
  await recordAudit(db, { type: auditType, id, after: { revoked: true } });
  return true;
}

/** Uniform error for links that are used up, revoked, expired or invalid. */
export const linkExpired = () =>
  new ApiError('GONE', 'This link is no longer valid; ask the sender for a new one.');
