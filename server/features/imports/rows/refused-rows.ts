import { Readable } from 'node:stream';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { operation } from '#server/operations/operation.ts';
import { byteOrderMark, csvLine } from '#server/platform/csv.ts';
import { importOf } from '../import-output.ts';
import { addedColumns, type TableContents } from './row-choices.ts';
import type { RowProblem } from './row-problem.ts';
import { sentenceOf } from './row-sentences.ts';

/*
 * The refused rows of an import as CSV, to be mended and imported: the original columns, then line, column and reason. Columns with these names
 * are left out when the file is imported again.
 */

/** Rows per page. */
const pageSize = 500;

const pageStatement = teamStatement(`
  select n, line, cells, problems from import_rows
  where team_id = $team and import_id = $id and outcome = 'refused' and n > $after::integer order by n limit ${pageSize}`);

/** Yields the file in pages. */
export async function* refusedRows(db: TeamDb, id: string, columns: TableContents['columns']) {
  const names = columns.map(({ name }, i) => name || `Coluna ${i + 1}`);
  yield byteOrderMark + csvLine([...names, ...addedColumns]);
  for (let after = 0; ; ) {
    const rows = await db.read(pageStatement, { id, after });
    yield rows
      .map(({ line, cells, problems }) => {
        const values = (cells as string[] | null) ?? [];
        const refusals = ((problems as RowProblem[] | null) ?? []).filter(
          ({ is_refusal }) => is_refusal,
        );
        const named = refusals.flatMap(({ column }) => (column === null ? [] : [names[column]]));
        return csvLine([
          ...names.map((_, i) => values[i] ?? ''),
          String(line),
          [...new Set(named)].join(', '),
          refusals.map((each) => sentenceOf(each)).join(' '),
        ]);
      })
      .join('');
    if (rows.length < pageSize) return;
    after = Number(rows.at(-1)?.n);
  }
}

export const exportRefusedRows = operation({
  name: 'imports.export_refused',
  id: 'exportRefusedRows',
  summary: 'Download the refused rows of an import',
  allow: { user: 'admin', operator: true },
  bytes: { method: 'GET', path: '/imports/:id/refused.csv', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: { kind: 'object', keys: ['stream'] },
  one: 'import',
  async run({ db }, { id }) {
    const row = await importOf(db, id);
    if (!row) return undefined;
    const { columns = [] } = (row.table as TableContents | null) ?? {};
    await recordAudit(db, { type: 'imports', id, after: { exported: 'refused' } });
    return { stream: Readable.from(refusedRows(db, id, columns), { highWaterMark: 1 }) };
  },
});
