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

/**
 * CTE: moves scheduled messages with their conversation. The merge itself does not count as an answer of the contact.
 * @param pairs row source with the conversations `old` and `new`
 */
export const moveScheduled = (pairs: string) => `moved_scheduled as (
    update scheduled_messages s set conversation_id = p.new, seen_incoming_at = case
      when s.seen_incoming_at is not distinct from case s.conversation_id when p.old then o.last_incoming_at else n.last_incoming_at end
        then greatest(o.last_incoming_at, n.last_incoming_at) else s.seen_incoming_at end
    from ${pairs} p
      join conversations o on o.team_id = $team and o.id = p.old
      join conversations n on n.team_id = $team and n.id = p.new
    where s.team_id = $team and s.conversation_id in (p.old, p.new))`;
