/**
 * CTE: moves automatic replies with their conversation, so that a contact gets none twice in a period. Those that the conversation already
 * has are deleted with the one that they were in.
 * @param pairs row source with the conversations `old` and `new`
 */
export const moveReplies = (pairs: string) => `moved_replies as (
    update automatic_replies r set conversation_id = p.new from ${pairs} p
    where r.team_id = $team and r.conversation_id = p.old and not exists (
      select from automatic_replies s where s.team_id = $team and s.conversation_id = p.new
        and s.kind = r.kind and s.period = r.period))`;
