import type { TeamDb } from '#server/db/database.ts';
import { type TeamStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { columnsToDecide } from './columns.ts';
import { tablesOf } from './decided-places.ts';
import { contentsPlace } from './files/file-search.ts';

/*
 * Texts of other records in a person's package: those that a user decided on, and those with a phone number, an e-mail address, a CPF or a hidden
 * number of the person. A text that only has the same name may be about a namesake: it needs a decision.
 */

/** Bases on which the panel keeps texts that are about someone else, in its languages. Such texts do not belong to the person. */
export const basesOfOthers = [
  'O trecho é sobre outra pessoa',
  'The passage is about someone else',
] as const;

/** SQL: hits `h` whose texts are the person's. */
const isPersons = `(h.decision is not null or h.matched && array['phone', 'email', 'tax_id', 'lid'])
  and coalesce(h.basis <> all($bases::text[]), true)`;

const places = teamStatement(
  `select distinct h.place, h.field from privacy_hits h where h.team_id = $team and h.request_id = $id and ${isPersons} order by 1, 2`,
  unprepared,
);

/** Text around the mention in files of other records: the rest of such a file may be about others. */
const excerptsOfFiles = teamStatement(
  `select $place::text, $field::text, h.excerpt from privacy_hits h
    where h.team_id = $team and h.request_id = $id and h.place = $place::text and h.field = $field::text and ${isPersons} order by h.id`,
  unprepared,
);

/** Statements that read the texts, one for each column. They return place, field and text. */
export async function textStatements(
  db: TeamDb,
  id: string,
): Promise<readonly { readonly statement: TeamStatement; readonly values: object }[]> {
  const bases = [...basesOfOthers];
  const hits = (await db.run(places, { id, bases })).flatMap(({ place, field }) =>
    columnsToDecide.filter(({ table, column }) => table === place && column === field),
  );
  const inFiles = {
    statement: excerptsOfFiles,
    values: { id, bases, ...contentsPlace },
  };
  const tables = await tablesOf(db, [...new Set(hits.map(({ table }) => table))]);
  const texts = hits.flatMap(({ table, column }) => {
    const isRow = tables.get(table)?.isRow('h.row_key');
    if (isRow === undefined) return [];
    const statement = teamStatement(
      `select $place::text, $field::text, t."${column}"::text
        from privacy_hits h join "${table}" t on t.team_id = $team and ${isRow}
        where h.team_id = $team and h.request_id = $id and h.place = $place::text and h.field = $field::text and ${isPersons} order by h.id`,
      unprepared,
    );
    return [{ statement, values: { id, bases, place: table, field: column } }];
  });
  return [...texts, inFiles];
}
