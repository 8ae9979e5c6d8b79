import type { Row, TeamDb } from '../../db/database.ts';
import { type TeamStatement, teamStatement } from '../../db/statement.ts';
import { filesChanged } from '../work/campaigns/operations.ts';

/*
 * What a file is put to may have been shown to somebody with its files: it is told of those that come and go.
 */

const holder = teamStatement(
  `select record_id from files where team_id = $team and id = $id and record_type = 'campaigns'`,
);

/** Runs a statement on the file `$id`, and tells what it is put to, in one transaction. @returns its row */
export const changesFile = (
  db: TeamDb,
  statement: TeamStatement,
  values: Readonly<Record<string, unknown>> & { readonly id: string },
): Promise<Row | undefined> =>
  db.transaction(async (tx) => {
    const [row] = await tx.run(statement, values);
    const [held] = row ? await tx.run(holder, { id: values.id }) : [];
    if (held) await filesChanged(tx, held.record_id as string);
    return row;
  });
