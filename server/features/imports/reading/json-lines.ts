import { exportedColumns, joinList } from '#server/records/exported-columns.ts';
import { FileProblem } from './file-problem.ts';
import type { Row, Table } from './table.ts';
import { tableLimits } from './table.ts';
import { type OpenBytes, readLines, surveyText, type TextLimits } from './text.ts';

/*
 * JSON Lines: an object of values in each line, as exports of Pauta have them. The keys of the first line are the columns; lists become texts joined as in
 * CSV, other objects JSON.
 */

const limits: TextLimits = { bytes: tableLimits.text, line: tableLimits.line };

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return joinList(value).toWellFormed();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function parse(text: string, line: number): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (cause) {
    throw new FileProblem('invalid_json', { line, cause });
  }
  throw new FileProblem('invalid_json', { line });
}

/** Names of all columns that Pauta exports. */
const exportedNames = new Set(
  Object.values(exportedColumns).flatMap((all) => all.map(({ name }) => name)),
);

/** True for a text that begins with an object in one line whose keys are columns of Pauta's exports. */
export function isJsonLines(text: string): boolean {
  const [first = '', second] = text.split('\n', 2);
  if (second !== undefined && second.trim() !== '' && !second.startsWith('{')) return false;
  try {
    const value: unknown = JSON.parse(first);
    return isObject(value) && Object.keys(value).every((name) => exportedNames.has(name));
  } catch {
    return false;
  }
}

/** Reads JSON Lines once and describes them. @throws FileProblem */
export async function readJsonLines(open: OpenBytes): Promise<Table> {
  const survey = await surveyText(open, limits);
  async function* objects(): AsyncGenerator<{ line: number; value: Json }> {
    for await (const batch of readLines(open, survey, limits))
      for (const { line, text } of batch)
        if (text.trim() !== '') yield { line, value: parse(text, line) };
  }
  let names: readonly string[] | undefined;
  let count = 0;
  for await (const { line, value } of objects()) {
    names ??= Object.keys(value);
    count += 1;
    if (names.length > tableLimits.columns)
      throw new FileProblem('too_many_columns', { line, values: { limit: tableLimits.columns } });
    if (count > tableLimits.rows)
      throw new FileProblem('too_many_rows', { line, values: { limit: tableLimits.rows } });
  }
  const columns = names;
  if (!columns) throw new FileProblem('no_rows');
  return {
    format: 'json_lines',
    sheets: [],
    sheet: null,
    header: { line: 0, names: columns },
    separator: null,
    encoding: survey.encoding,
    mixedLine: survey.mixedLine,
    count,
    width: columns.length,
    rowsAbove: 0,
    skipped: [],
    skippedCount: 0,
    async *rows(): AsyncGenerator<Row> {
      for await (const { line, value } of objects())
        yield { line, cells: columns.map((name) => cellOf(value[name])) };
    },
    close: () => Promise.resolve(),
  };
}
