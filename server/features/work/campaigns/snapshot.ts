import type { Derived } from '#server/records/statements.ts';
import { campaigns } from './table.ts';

/*
 * Snapshot of a campaign for approval. Every statement that changes a snapshotted field also resets the campaign to pending
 * (docs/adr/0059-approval-by-link.md).
 */

/** Fields of the snapshot, in addition to the attached files. */
const snapshotFields = [
  'name',
  'description',
  'start_date',
  'end_date',
  'target_platforms',
  'content_pillars',
  'goals',
] as const;

/** SQL: snapshot of a campaigns row, as JSON. The text is stable while the content is. */
export const snapshotOf = (c: string) => `json_build_object(
  ${snapshotFields.map((name) => `'${name}', ${c}.${name}`).join(', ')},
  'files', (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'media_type', f.media_type, 'bytes', f.bytes)
      order by f.id), '[]'::json)
    from files f where f.team_id = $team and f.record_type = 'campaigns' and f.record_id = ${c}.id and f.deleted_at is null))`;

/** SQL: hash of a snapshot. @param snapshot SQL of {@link snapshotOf} */
export const hashOf = (snapshot: string) => `sha256(convert_to((${snapshot})::text, 'UTF8'))`;

/** SQL over `old`: true if the given fields change a snapshot that was shown. */
function changesWhatIsShown(inputNames: ReadonlySet<string>): string | undefined {
  const names = snapshotFields.filter((name) => inputNames.has(name));
  if (names.length === 0) return undefined;
  const compared = (name: (typeof snapshotFields)[number], value: string) =>
    campaigns.fields[name].compare?.(value) ?? value;
  const were = names.map((name) => compared(name, `old."${name}"`));
  const become = names.map((name) => compared(name, `$${name}::${campaigns.fields[name].sql}`));
  return `old.is_shown and (${were.join(', ')}) is distinct from (${become.join(', ')})`;
}

/** Fields that change with the snapshot: bumps the revision and resets the approval. */
export function resetsApproval(inputNames: ReadonlySet<string>): Derived {
  const changes = changesWhatIsShown(inputNames);
  if (changes === undefined) return {};
  return {
    revision: `old.revision + case when ${changes} then 1 else 0 end`,
    approval_status: `case when ${changes} then 'pending'::approval_status else old.approval_status end`,
  };
}
