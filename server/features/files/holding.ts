import type { Row, TeamDb } from '../../db/database.ts';
import { type TeamStatement, teamStatement } from '../../db/statement.ts';
import { filesChanged } from '../work/campaigns/operations.ts';

/*
 * Campaigns whose approval is requested show their files, so they are notified of added and removed files.
 */

const holder = teamStatement(
  `select record_id from files where team_id = $team and id = $id and record_type = 'campaigns'`,
);

/** Runs a statement on the file `$id` and notifies its campaign, in one transaction. @returns the file's row */
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
