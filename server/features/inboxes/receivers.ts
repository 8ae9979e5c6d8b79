import { hiddenInboxesOf } from '#server/operations/hidden-records.ts';

/* Members who receive the conversations of an inbox (ADR 182). */

/** Ways to distribute the conversations of an inbox. */
export const distributions = ['none', 'round_robin', 'load'] as const;

/** Minutes after which a member without an open panel counts as away. */
const presenceMinutes = 5;

/** SQL: true if the member is in. @param u row of users */
const isIn = (
  u: string,
) => `(${u}.person_id is not null and ${u}.suspended_at is null and not ${u}.is_away
    and ${u}.seen_at > now() - interval '${presenceMinutes} minutes')`;

/**
 * SQL: true if the member is in, sees the inbox, and belongs to the squad if there is one.
 * @param u row of users; @param i row of inboxes
 * @param squad SQL: the squad whose members receive conversations; by default that of the inbox
 */
export const mayReceive = (u: string, i: string, squad = `${i}.distribution_squad_id`) =>
  `(${isIn(u)} and ${i}.id <> all(${hiddenInboxesOf(u)}) and (${squad} is null or exists (
    select from squad_members s where s.team_id = $team and s.squad_id = ${squad} and s.user_id = ${u}.id)))`;
