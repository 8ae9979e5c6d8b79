/*
 * Changes of access that may leave conversations with an assignee who no longer sees them. A sweep unassigns these
 * (features/conversations/assignee-checks.ts, ADR 182).
 */

/**
 * CTE: checks the assignees of conversations.
 * @param from rows with `user_id` and `inbox_id`; null: all of them
 */
export const checksAssignees = (from: string) => `checked_assignees as (
    insert into assignee_checks (team_id, id, user_id, inbox_id)
    select $team, gen_random_uuid(), x.user_id, x.inbox_id from (${from}) x (user_id, inbox_id))`;
