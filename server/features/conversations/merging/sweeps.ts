import { platformStatement, unprepared } from '#server/db/statement.ts';

/** Deletes the undo data of merges that can no longer be undone; the number still leads to the surviving contact. */
export const removeMergeData = platformStatement(
  `
  update contact_merges m set merged = null, was = null, became = null, moved = null
  from (
    select team_id, id from contact_merges where moved is not null and created_at <= now() - interval '25 hours'
    order by created_at limit 1000) old
  where m.team_id = old.team_id and m.id = old.id and m.moved is not null
  returning m.id`,
  unprepared,
);
