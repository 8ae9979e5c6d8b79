import type { TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { type CertainKind, certainKinds, possibleMarks } from './identifiers.ts';

/* An import does not bring an erased person back: it refuses rows with one of their identifiers. A new message of them may. */

const selectMarks = teamStatement(
  'select mark from erased_identifiers where team_id = $team and mark = any($marks::bytea[])',
  unprepared,
);
const hasAny = teamStatement(
  'select exists (select from erased_identifiers where team_id = $team) as has_any',
);

/** Identifiers of a record to import. */
export type ImportedIdentifiers = { readonly [K in CertainKind]?: readonly string[] };

/**
 * Returns which of the records have an identifier of an erased person; call it for each batch, in its transaction.
 * @param records values as they are written in the file
 */
export async function findErased(
  db: TeamDb,
  secrets: Secrets,
  records: readonly ImportedIdentifiers[],
): Promise<readonly boolean[]> {
  const [row] = await db.run(hasAny);
  if (row?.has_any !== true) return records.map(() => false);
  const marks = records.map((record) =>
    certainKinds.flatMap((kind) =>
      (record[kind] ?? []).flatMap((text) =>
        possibleMarks(secrets, db.id, kind, text).map((mark) => mark.toString('hex')),
      ),
    ),
  );
  const stored = await db.run(selectMarks, {
    marks: [...new Set(marks.flat())].map((mark) => Buffer.from(mark, 'hex')),
  });
  const erased = new Set(stored.map(({ mark }) => (mark as Buffer).toString('hex')));
  return marks.map((each) => each.some((mark) => erased.has(mark)));
}
