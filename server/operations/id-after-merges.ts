/**
 * SQL: the id under which a conversation is stored now, as it may have been merged into another one.
 * @param id SQL of a uuid
 */
export const idAfterMerges = (id: string) => `coalesce(
    (select p.conversation_id from merged_conversations p where p.team_id = $team and p.id = ${id}), ${id})`;
