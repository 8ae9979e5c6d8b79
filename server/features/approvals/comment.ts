import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { storableAddress } from '#server/operations/audit-attribution.ts';
import { type Context, userIdOf } from '#server/operations/context.ts';
import { conflict, invalid, notFound } from '#server/platform/errors.ts';
import { auditType, exists } from './approval-request.ts';
import { lockItem, refuse, selectItem } from './decide.ts';

/*
 * Comments of approvers on single pieces. A comment belongs to the round that it was written in, and is never changed. The team may answer it.
 */

/** Max comments on an item in a round. */
export const maxComments = 200;

export interface PieceComment {
  /** Number of the item. */
  readonly n: number;
  /** Generated with the page; deduplicates repeated submissions. */
  readonly nonce: string;
  readonly file_id: string;
  readonly comment: string;
  readonly author: string;
  /** Point of an image or of a page, in parts of its width and height. */
  readonly x: number | null;
  readonly y: number | null;
  readonly page: number | null;
  readonly second: number | null;
  /** Hash of the snapshot that the author saw. */
  readonly sha256: string;
}

const selectState = teamStatement(`
  select
    exists (select from approval_comments m
      where m.team_id = $team and m.request_id = $id and m.n = $n and m.id = $nonce) as is_repeated,
    (select count(*)::int from approval_comments m
      where m.team_id = $team and m.request_id = $id and m.n = $n and m.round = $round) as comments,
    exists (select from approval_rounds r cross join json_array_elements(r.snapshot -> 'files') f
      where r.team_id = $team and r.request_id = $id and r.n = $n and r.round = $round and f ->> 'id' = $file_id::text) as has_piece`);

const insert = teamStatement(`
  insert into approval_comments (team_id, request_id, n, id, round, file_id, comment, author, x, y, page, second, address)
  values ($team, $id, $n, $nonce, $round, $file_id::uuid, $comment, $author, $x::real, $y::real, $page::integer, $second::integer,
    $address::inet)`);

/**
 * Adds a comment, in the transaction of `db`, unless it was added already.
 * @throws ApiError NOT_FOUND, VALIDATION_ERROR, CONFLICT if the campaign changed, was withdrawn or is already decided
 */
export async function addComment(
  ctx: Context,
  db: TeamDb,
  id: string,
  { nonce, sha256, ...written }: PieceComment,
): Promise<void> {
  const { n, file_id, x, y, page, second, author } = written;
  const isInTwoPlaces = second !== null && (x !== null || page !== null);
  if ((x === null) !== (y === null) || isInTwoPlaces)
    throw invalid('x and y are given together, and without second.', ['x', 'y'], 'conflicting');
  await db.run(lockItem, { id, n });
  const [row] = await db.run(selectItem, { id, n, sha256, nonce, approver_key: null });
  if (!row) throw notFound('approval');
  const item = { id, n, nonce, round: row.round, file_id };
  const [state] = await db.run(selectState, item);
  if (state?.is_repeated === true) return;
  refuse(row);
  if (state?.has_piece !== true)
    throw invalid('file_id must be a piece of this round.', 'file_id', 'not_found');
  if (Number(state.comments) >= maxComments)
    throw conflict(`A round has at most ${maxComments} comments.`, 'limit');
  await db.run(insert, { ...item, ...written, address: storableAddress(ctx.address) });
  // The text is stored with the comment.
  await recordAudit(db, {
    type: auditType,
    id,
    after: { campaign_id: row.campaign_id, round: row.round, commented_on: file_id, author },
  });
}

const writeAnswer = teamStatement(`
  update approval_comments set answer = $answer, answered_at = now(), answered_by = $user
  where team_id = $team and request_id = $id and id = $comment_id returning n, file_id`);

/**
 * Stores the team's answer to a comment, in the transaction of `db`; a second one replaces the first.
 * @returns false if the request does not exist @throws ApiError VALIDATION_ERROR if it has no such comment
 */
export async function answerComment(
  { actor }: Context,
  db: TeamDb,
  id: string,
  written: { readonly comment_id: string; readonly answer: string },
): Promise<boolean> {
  const [row] = await db.run(writeAnswer, { id, ...written, user: userIdOf(actor) });
  if (!row) {
    if (!(await exists(db, id))) return false;
    throw invalid('comment_id must be a comment of this request.', 'comment_id', 'not_found');
  }
  await recordAudit(db, { type: auditType, id, after: { answered_on: row.file_id } });
  return true;
}
