import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { storableAddress } from '#server/operations/audit-attribution.ts';
import { type Context, userIdOf } from '#server/operations/context.ts';
import { conflict, invalid, notFound } from '#server/platform/errors.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { updateApproval } from '../work/campaigns/operations.ts';
import { auditType } from './approval-request.ts';
import { type Decision, type ItemState, isOutdated, type Stage, stateOf } from './table.ts';

/*
 * Decides on one campaign of a request. Stores the decision and updates the item and the campaign, with its event, in one transaction
 * that locks the campaign.
 */

export const maxCommentLength = 2_000;

/** Decision on a piece of a campaign. */
export type PieceDecision = 'approved' | 'changes';
export type PieceDecisions = Readonly<Record<string, PieceDecision>>;

/** A decision on an item. */
interface Verdict {
  /** Number of the item. */
  readonly n: number;
  /** Generated with the page; deduplicates repeated submissions. */
  readonly nonce: string;
  readonly decision: Decision;
  readonly comment: string | null;
  /** Name of the approver. */
  readonly approver: string;
  /** Hash of the snapshot that the approver saw. */
  readonly sha256: string;
  readonly userAgent?: string | undefined;
  /** Decisions on single pieces: file id → decision. */
  readonly pieces?: PieceDecisions | null;
}

/** Outcome of a decision. */
export interface Outcome {
  readonly state: ItemState;
  /** True if the decision was already recorded. */
  readonly isRepeated: boolean;
}

/** Locks the campaign of an item: answers to it, and changes of it, wait for each other. */
export const lockItem = teamStatement(`
  select c.id from campaigns c
  where c.team_id = $team and c.id = (
    select i.campaign_id from approval_items i where i.team_id = $team and i.request_id = $id and i.n = $n)
  for update`);

/** The item to answer, locked. */
export const selectItem = teamStatement(`
  with q as materialized (select * from approval_requests where team_id = $team and id = $id for no key update),
  i as materialized (
    select * from approval_items where team_id = $team and request_id = (select id from q) and n = $n for no key update)
  select q.stage, q.needed, q.revoked_at is not null as is_revoked, coalesce(q.expires_at <= now(), false) as is_over, i.campaign_id, i.round,
    i.approvals, i.is_live, c.approval_status, ${stateOf} as state, ${isOutdated} as is_outdated,
    p.sha256 = decode($sha256, 'hex') as is_shown,
    (select d.round from approval_decisions d
      where d.team_id = $team and d.request_id = i.request_id and d.n = i.n and d.id = $nonce) as repeated,
    exists (select from approval_decisions d where d.team_id = $team and d.request_id = i.request_id and d.n = i.n
      and d.round = i.round and d.approver_key = $approver_key::text) as has_decided
  from q join i on i.request_id = q.id
  join approval_rounds p on p.team_id = $team and p.request_id = i.request_id and p.n = i.n and p.round = i.round
  join campaigns c on c.team_id = $team and c.id = i.campaign_id`);

const write = teamStatement(`
  with d as (
    insert into approval_decisions (team_id, request_id, n, id, round, decision, comment, approver, approver_key, user_id, address, user_agent, sha256, pieces)
    select $team, $id, $n, $nonce, $round, $decision, $comment, $approver, $approver_key, $user_id, $address::inet, $user_agent,
      decode($sha256, 'hex'),
      -- Only pieces of the round that was shown.
      (select json_object_agg(g.key, g.value) from json_each($pieces::json) g
        where exists (select from approval_rounds r cross join json_array_elements(r.snapshot -> 'files') f
          where r.team_id = $team and r.request_id = $id and r.n = $n and r.round = $round and f ->> 'id' = g.key)))
  update approval_items i set state = $state, decided_at = case when $state::approval_state <> 'pending' then clock.now end,
    approvals = $approvals
  from (select now()) clock (now) where i.team_id = $team and i.request_id = $id and i.n = $n returning i.n`);

/** Identifies an approver within a round: user id, or normalized name. */
const keyOf = (name: string, userId: string | null): string =>
  userId ?? `name:${name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()}`;

/** Decision → approval status of the campaign. */
const meaning = { approved: 'approved', changes: 'rejected', rejected: 'rejected' } as const;

/** @throws ApiError CONFLICT if the item cannot be answered now */
export function refuse({ is_revoked, is_over, is_live, state, is_shown, is_outdated }: Row): void {
  if (is_revoked === true || is_live !== true || state === 'withdrawn')
    throw conflict('This request no longer needs a decision.', 'too_late');
  if (is_outdated === true || is_shown !== true)
    throw conflict('The campaign has changed since it was shown; review it again.', 'changed');
  if (state !== 'pending') throw conflict('Another person has already decided.', 'already_decided');
  if (is_over === true) throw conflict('The deadline for decisions has passed.', 'too_late');
}

/**
 * Records a decision, in the transaction of `db`.
 * @throws ApiError NOT_FOUND, VALIDATION_ERROR, CONFLICT if the campaign changed, was withdrawn or is already decided
 */
export async function decide(
  ctx: Context,
  db: TeamDb,
  id: string,
  verdict: Verdict,
): Promise<Outcome> {
  const { n, nonce, decision, sha256, approver } = verdict;
  const comment = verdict.comment?.trim() || null;
  const pieces = verdict.pieces ?? {};
  if (decision === 'approved' && Object.values(pieces).includes('changes'))
    throw invalid(
      'pieces: a campaign with a piece that needs changes cannot be approved.',
      'pieces',
      'conflicting',
    );
  if (decision !== 'approved' && comment === null)
    throw invalid(
      'comment is required: explain what should change, or why it is rejected.',
      'comment',
      'required',
    );
  const userId = userIdOf(ctx.actor);
  const approver_key = keyOf(approver, userId);
  await db.run(lockItem, { id, n });
  const [row] = await db.run(selectItem, { id, n, sha256, nonce, approver_key });
  if (!row) throw notFound('approval');
  if (row.repeated !== null) return { state: row.state as ItemState, isRepeated: true };
  // A second approval by the same person, while others are pending, changes nothing.
  if (
    row.has_decided === true &&
    row.state === 'pending' &&
    decision === 'approved' &&
    row.is_shown
  )
    return { state: 'pending', isRepeated: true };
  refuse(row);
  const approvals = Number(row.approvals) + (decision === 'approved' ? 1 : 0);
  const state = decision === 'approved' && approvals < Number(row.needed) ? 'pending' : decision;
  const written = {
    id,
    n,
    nonce,
    round: row.round,
    decision,
    comment,
    approver,
    approver_key,
    user_id: userId,
    address: storableAddress(ctx.address),
    user_agent: verdict.userAgent?.slice(0, 512) ?? null,
    sha256,
    state,
    approvals,
    pieces: JSON.stringify(pieces),
  };
  await db.run(write, written).catch((error: unknown) => {
    throw constraintOf(error) === 'approval_decisions_approver_key'
      ? conflict(
          'You have already decided; another person must decide under their own name.',
          'own_name',
        )
      : error;
  });
  const became = state === 'pending' ? undefined : meaning[state];
  // An internal approval does not count as the client's.
  const isSettled = became !== undefined && !(became === 'approved' && isInternal(row));
  if (isSettled && row.approval_status !== became)
    await updateApproval({ ...ctx, db }, row.campaign_id as string, { approval_status: became });
  await recordAudit(db, {
    type: auditType,
    id,
    // The comment is stored with the decision.
    after: { campaign_id: row.campaign_id, round: row.round, decision, approver },
  });
  return { state, isRepeated: false };
}

const isInternal = ({ stage }: Row) => (stage as Stage) === 'internal';
