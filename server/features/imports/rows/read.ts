import { yielder } from '#server/platform/yielding.ts';
import { type FileKind, readTable } from '../reading/file-kind.ts';
import { guessMapping } from '../reading/guess-mapping.ts';
import type { Row, Table, TableOptions } from '../reading/table.ts';
import type { ChosenEncoding } from '../reading/text.ts';
import { ColumnFormat, isBlank } from '../reading/values.ts';
import type { ImportWork } from '../work.ts';
import { isNoted, primaryOf, type RowChoices } from './row-choices.ts';
import { problem } from './row-problem.ts';
import { type RowDraft, rowReader } from './row-reader.ts';
import { separators } from './schemas.ts';

/* Reads a table: how the file was read, its columns, the guessed mapping, and the first rows as they would be stored. */

/** Rows from which the mapping is guessed. */
const guessedRows = 200;
/** Rows that are shown as they would be stored. */
export const sampleRows = 20;
const samplesPerColumn = 5;
const maxSample = 100;
/** Longest cell and value of a row that is shown. */
const maxShown = 2_000;

/** Options that the user chose for reading a file again. */
export interface ReadOptions {
  readonly sheet?: string | null;
  /** 0 if the first row is a record. */
  readonly header_line?: number | null;
  readonly separator?: keyof typeof separators | null;
  readonly encoding?: ChosenEncoding | null;
  readonly resource?: string | null;
  readonly preset?: string | null;
}

/** Converts the user's options for the reader. */
export function tableOptions(options: ReadOptions | null): TableOptions {
  if (!options) return {};
  const { sheet, header_line: line = null, separator, encoding } = options;
  return {
    ...(sheet ? { sheet } : {}),
    ...(line === 0 ? { headerLine: null } : line !== null ? { headerLine: line } : {}),
    ...(separator ? { separator: separators[separator] } : {}),
    ...(encoding ? { encoding } : {}),
  };
}

/** A text as the database can have it: JSON with NUL characters cannot be searched. */
const storable = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed();

class ColumnSurvey {
  readonly samples: string[] = [];
  readonly format = new ColumnFormat();
  filled = 0;

  add(cell: string): void {
    if (isBlank(cell)) return;
    this.filled += 1;
    this.format.add(cell);
    if (this.samples.length >= samplesPerColumn) return;
    const sample = storable(cell.trim().slice(0, maxSample));
    if (!this.samples.includes(sample)) this.samples.push(sample);
  }
}

const shortened = (value: unknown): unknown =>
  typeof value === 'string' && value.length > maxShown
    ? `${value.slice(0, maxShown).toWellFormed()}…`
    : value;

/** Contacts that a row cannot make, and that no key finds either. */
const missingPhones = (drafts: RowDraft['drafts'], problems: RowDraft['problems']) =>
  drafts
    .filter(
      ({ resource, values, id, externalId, key }) =>
        resource === 'contacts' &&
        [values.phone ?? null, id, externalId].every((each) => each === null) &&
        !problems.some(({ record, field }) => record === key && field === 'phone'),
    )
    .map(({ key }) => problem('missing', { record: key, field: 'phone' }));

/** A row as the panel shows it. */
export function shownRow({ line, drafts, problems }: RowDraft) {
  return {
    line,
    records: Object.fromEntries(
      drafts.map(({ key, values, named, members, place, resource, moments, comments }) => [
        key,
        {
          ...Object.fromEntries(Object.entries(values).map(([n, v]) => [n, shortened(v)])),
          ...(place !== null && { [resource === 'deals' ? 'phase' : 'column']: place }),
          ...Object.fromEntries(named.map(({ field, cell }) => [field, cell])),
          ...Object.fromEntries(members.map(({ field, cell }) => [field, cell])),
          ...moments,
          ...(comments.length > 0 && { comments: comments.length }),
        },
      ]),
    ),
    problems: [...problems, ...missingPhones(drafts, problems)],
  };
}

/** Choices by default, with which the first rows are shown. */
export const defaultChoices: Omit<RowChoices, 'records' | 'columns' | 'primary' | 'source'> = {
  match_by: {},
  on_match: 'fill_blanks',
  on_inactive: 'skip',
  create_linked: true,
  keep_unmapped: true,
  email_to: 'client',
  date_order: null,
  area_code: null,
  project_id: null,
  emits: false,
};

/** Source of ids: the product, without the kind of its export. */
const sourceOf = (preset: string | null) =>
  preset === null ? 'file' : preset.replace(/_(?:people|organizations|before_2024)$/, '');

/** Describes a table. */
export async function describeTable(
  table: Table,
  { fileName, timeZone }: { readonly fileName: string; readonly timeZone: string },
  options: ReadOptions | null,
) {
  const surveys = Array.from({ length: table.width }, () => new ColumnSurvey());
  const first: Row[] = [];
  const missingAt = table.format === 'trello' ? table.header?.names.indexOf('missingComments') : -1;
  let missing = 0;
  const pause = yielder();
  for await (const row of table.rows()) {
    await pause();
    if (first.length < guessedRows) first.push(row);
    for (const [i, survey] of surveys.entries()) survey.add(row.cells[i] ?? '');
    if (missingAt !== undefined && missingAt >= 0) missing += Number(row.cells[missingAt] ?? 0);
  }
  const names = table.header?.names ?? null;
  const mapping = guessMapping({
    names,
    rows: first.map(({ cells }) => cells),
    fileName,
    sheet: table.sheet,
    resource: (options?.resource ?? undefined) as never,
    preset: options?.preset ?? null,
  });
  // Exports of Pauta have one mark for all columns.
  const { decimalMark: mark, ...guess } = mapping;
  const columns = surveys.map(({ samples, filled, format }, column) => ({
    column,
    name: names?.[column] ?? '',
    samples,
    filled,
    decimal_mark: mark ?? (format.decimalMark === '.' ? ('point' as const) : ('comma' as const)),
    date_order: format.dayOrder.order,
    is_noted: isNoted(names?.[column] ?? '', mapping.preset),
  }));
  const primary = primaryOf(mapping.records, mapping.columns);
  const source = sourceOf(mapping.preset);
  const { records } = mapping;
  const read = rowReader({
    choices: { ...defaultChoices, records, columns: mapping.columns, primary, source },
    columns,
    preset: mapping.preset,
    timeZone,
  });
  return {
    format: table.format,
    encoding: table.encoding,
    mixed_line: table.mixedLine,
    separator: table.separator,
    sheets: table.sheets.map(({ name, isHidden }) => ({ name, is_hidden: isHidden })),
    sheet: table.sheet,
    header_line: table.header && table.header.line > 0 ? table.header.line : null,
    rows: table.count,
    rows_above: table.rowsAbove,
    skipped: table.skipped,
    skipped_rows: table.skippedCount,
    comments_missing: missing,
    columns,
    guess: {
      ...guess,
      primary,
      source,
      date_order: columns.some(({ date_order }) => date_order === 'mdy') ? 'mdy' : 'dmy',
    },
    samples: first.slice(0, sampleRows).map((row) => shownRow(read(row))),
    first_rows: first.slice(0, sampleRows).map(({ line, cells }) => ({
      line,
      cells: cells.map((cell) => storable(cell.slice(0, maxShown))),
    })),
  };
}

/** Opens the table of an import. Close it in the end. @throws FileProblem */
export async function openTable(work: ImportWork, kind: FileKind): Promise<Table> {
  const options = tableOptions(work.readOptions as ReadOptions | null);
  return readTable(await work.path(), kind, options);
}

/** Reads what a table contains. @throws FileProblem */
export async function readRows(work: ImportWork, kind: FileKind): Promise<void> {
  const table = await openTable(work, kind);
  try {
    const contents = await describeTable(table, work, work.readOptions as ReadOptions | null);
    await work.end('read', { kind: 'rows', contents });
  } finally {
    await table.close();
  }
}
