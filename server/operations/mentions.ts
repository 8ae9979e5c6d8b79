import { ApiError } from '../platform/errors.ts';

/* Mentions of users in texts that members write for each other: comments and notes. */

/** CTE: ids among `$mentions` that are not users of the team. */
export const strangers = `strangers as (
  select m.id from unnest($mentions::uuid[]) m (id)
  where not exists (select from users u where u.team_id = $team and u.id = m.id))`;

/** SQL: one of these ids, as a column of the answer. */
export const strangerColumn = '(select id from strangers limit 1) as stranger';

/** @throws ApiError NOT_FOUND if a mentioned id is not a user of the team */
export function refuseStranger(row: Readonly<Record<string, unknown>> | undefined): void {
  if (row?.stranger) throw new ApiError('NOT_FOUND', 'mentions: no user has this id.');
}
