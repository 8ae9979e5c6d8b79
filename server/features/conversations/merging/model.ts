/* Computes the fields of a contact after another one is merged into it. */

/** Row of a contact. */
export interface ContactRow {
  readonly id: string;
  readonly phone: string;
  readonly push_name: string | null;
  readonly custom_name: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[];
  readonly client_id: string | null;
}

/** Fields that a merge may change. */
type Merged = Pick<ContactRow, 'custom_name' | 'notes' | 'tags' | 'client_id'>;
const names = ['custom_name', 'notes', 'tags', 'client_id'] as const;

const maxTags = 100;
/** Max length of notes. */
const maxNotesLength = 50_000;

function notesOf(survivor: ContactRow, merged: ContactRow): string | null {
  const survivorNotes = survivor.notes ?? '';
  const mergedNotes = merged.notes ?? '';
  if (mergedNotes === '' || survivorNotes === mergedNotes) return survivor.notes;
  if (survivorNotes === '') return merged.notes;
  const both = `${survivorNotes}\n\n${mergedNotes}`;
  // Notes that do not fit remain only in the undo data.
  return both.length <= maxNotesLength ? both : survivor.notes;
}

/** Fields of the surviving contact: its own if set; tags and notes of both. */
export const fieldsAfter = (survivor: ContactRow, merged: ContactRow): Merged => ({
  custom_name: survivor.custom_name ?? merged.custom_name,
  notes: notesOf(survivor, merged),
  tags: [...new Set([...survivor.tags, ...merged.tags])].slice(0, maxTags),
  client_id: survivor.client_id ?? merged.client_id,
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the fields that differ. */
export const changedFields = (row: ContactRow, after: Merged): Partial<Merged> =>
  Object.fromEntries(
    names
      .filter((name) => !isSame(row[name], after[name]))
      .map((name): [string, unknown] => [name, after[name]]),
  );

/** Returns the previous values of the changed fields. */
export const previousValues = (row: ContactRow, set: Partial<Merged>): Partial<Merged> =>
  Object.fromEntries(
    names.filter((name) => name in set).map((name): [string, unknown] => [name, row[name]]),
  );

/** Returns the fields to restore: those that still have the value set by the merge. */
export const restorableFields = (
  now: ContactRow,
  became: Partial<Merged>,
  was: Partial<Merged>,
): Partial<Merged> =>
  Object.fromEntries(
    names
      .filter((name) => name in was && isSame(now[name], became[name]))
      .map((name): [string, unknown] => [name, was[name]]),
  );
