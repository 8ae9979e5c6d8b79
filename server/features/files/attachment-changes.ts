import type { Row, TeamDb } from '#server/db/database.ts';
import { type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { filesChanged } from '../work/campaigns/operations.ts';

/*
 * Files are part of the campaign snapshot that clients approve, so adding or removing one resets the approval.
 */

const lockCampaign = teamStatement(
  `select record_id from files where team_id = $team and id = $id and record_type = 'campaigns'`,
);

/** Runs a statement on the file `$id` and resets the approval of its campaign, in one transaction. @returns the file's row */
export const lockAttachmentChange = (
  db: TeamDb,
  statement: TeamStatement,
  values: Readonly<Record<string, unknown>> & { readonly id: string },
): Promise<Row | undefined> =>
  db.transaction(async (tx) => {
    const [row] = await tx.run(statement, values);
    const [held] = row ? await tx.run(lockCampaign, { id: values.id }) : [];
    if (held) await filesChanged(tx, held.record_id as string);
    return row;
  });
