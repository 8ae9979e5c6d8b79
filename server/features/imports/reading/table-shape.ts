import { FileProblem } from './file-problem.ts';
import { fold } from './fold.ts';
import type { Header, Row, SkippedRow } from './table.ts';
import { tableLimits } from './table.ts';

/*
 * Shape of a table in a sheet or a text: titles above the header, the header, records, and totals and footers below.
 */

/** Rows that are examined for the header. */
const examined = 60;
/** Skipped rows that are listed. */
const listed = 100;

const total =
  /^(?:(?:sub ?|valor )?tota(?:l|is)(?: (?:geral|gerais|de|do|da|dos|das|por|parcial|registros|clientes|contatos)\b.*)?|soma(?: total)?|media(?: geral)?|saldo(?: total| final)?|grand total|sum|average|count|quantidade(?: total)?)\s*:?\s*(?:r?\$?\s*[\d.,]+)?$/;

/** Beginnings of totals: few rows need the expression. */
const mayBeTotal = /^\s*(?:sub|valor|tota|soma|m[eé]d|saldo|grand|sum|aver|count|quant)/i;

/** A value rather than a name of a column. */
const value =
  /^(?:[-+(]?(?:r\$|us\$|\$|€)?\s*[-+]?[\d.,\s]*\d[\d.,\s]*%?\)?|\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?(?:[ T].*)?|[^\s@]+@[^\s@]+\.[^\s@]+|\+?[\d\s().-]{8,}|https?:\/\/\S+|sim|nao|yes|no|true|false|\d{1,2}:\d{2}(?::\d{2})?)$/;

const isFilled = (cell: string) => cell !== '';

const filledIn = (cells: readonly string[]) => cells.filter(isFilled).length;

/** Removes spaces around a header's name, and line breaks in it. */
const nameOf = (cell: string) => cell.replace(/[\s\0]+/g, ' ').trim();

/**
 * Finds the header among the first rows.
 * @param hasName true for names that an import recognizes
 * @returns its index; -1 if the first row is a record
 */
export function findHeader(rows: readonly Row[], hasName: (name: string) => boolean): number {
  const widths = rows.map(({ cells }) => filledIn(cells));
  const typical = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0;
  let best = -1;
  let bestScore = 0;
  for (const [index, { cells }] of rows.slice(0, 30).entries()) {
    const filled = cells.filter(isFilled).map(nameOf);
    if (filled.length === 0 || filled.length < Math.min(2, typical)) continue;
    const names = filled.filter((cell) => cell.length <= 100 && !value.test(fold(cell)));
    if (names.length < filled.length * 0.8) continue;
    const recognized = names.filter(hasName).length;
    const isDistinct = new Set(filled.map(fold)).size === filled.length;
    const width = Math.min(1, filled.length / Math.max(1, typical));
    const follows = rows.slice(index + 1).some(({ cells: next }) => next.some(isFilled));
    const score =
      (recognized / filled.length) * 4 +
      width * 2 +
      (isDistinct ? 0.5 : 0) +
      (follows ? 0.5 : 0) -
      index * 0.02;
    // Without any name that is recognized, a row of texts may be a record as well.
    if (width < 0.5 && recognized < 2) continue;
    if (score > bestScore) {
      best = index;
      bestScore = score;
    }
  }
  const header = rows[best];
  if (!header) return -1;
  if (header.cells.map(nameOf).some((name) => isFilled(name) && hasName(name))) return best;
  // A row of unrecognized texts is a header if values follow in its columns.
  const below = rows.slice(best + 1, best + 20);
  const hasValues = header.cells.some(
    (cell, i) => isFilled(cell) && below.some(({ cells }) => value.test(fold(cells[i] ?? ''))),
  );
  return hasValues || below.length === 0 || best > 0 ? best : looksLikeNames(header) ? best : -1;
}

/** True if all cells could be names of columns: short, without digits. */
const looksLikeNames = ({ cells }: Row) =>
  cells.filter(isFilled).every((cell) => cell.length <= 40 && !/\d{3}/.test(cell));

export interface Shape {
  readonly header: Header | null;
  readonly rowsAbove: number;
  readonly count: number;
  readonly width: number;
  readonly skipped: readonly SkippedRow[];
  readonly skippedCount: number;
  /** Line of the last record. */
  readonly lastLine: number;
}

/** Decides which rows are records, from a first pass or again in a second one. */
class RowFilter {
  readonly #header: Header | null;
  readonly #key: string;
  readonly #columns: number;
  /** First cell of the header, by which most rows differ at once. */
  readonly #first: string;

  constructor(header: Header | null) {
    this.#header = header;
    this.#first = header?.names[0] ?? '';
    this.#key = header ? keyOf(header.names) : '';
    this.#columns = header ? filledIn(header.names) : 0;
  }

  /** Reason for which a row is no record; 'above' for rows up to the header. */
  reasonOf({ line, cells }: Row): SkippedRow['reason'] | 'above' | null {
    if (this.#header && line <= this.#header.line) return 'above';
    if (this.#header && cells[0] === this.#first && keyOf(cells) === this.#key)
      return 'repeated_header';
    return this.#isTotal(cells) ? 'total' : null;
  }

  /** True for a lone text, as it is written below tables. */
  isLone(cells: readonly string[]): boolean {
    return this.#columns >= 3 && filledIn(cells) === 1;
  }

  #isTotal(cells: readonly string[]): boolean {
    const first = cells.find(isFilled);
    if (
      first === undefined ||
      first.length > 60 ||
      !mayBeTotal.test(first) ||
      !total.test(fold(nameOf(first)))
    )
      return false;
    const others = cells.filter(isFilled).slice(1);
    return (
      this.#columns !== 1 &&
      others.every((cell) => value.test(fold(cell)) || total.test(fold(nameOf(cell)))) &&
      !others.some((cell) => cell.includes('@'))
    );
  }
}

/** Text by which rows are compared. */
const keyOf = (cells: readonly string[]) =>
  cells
    .map((cell) => fold(nameOf(cell)))
    .join('\t')
    .trimEnd();

/** Header that the user or the first rows decide. */
export async function readHeader(
  rows: AsyncIterable<Row>,
  headerLine: number | null | undefined,
  hasName: (name: string) => boolean,
): Promise<{ header: Header | null; rowsAbove: number }> {
  const first: Row[] = [];
  for await (const row of rows) {
    if (headerLine !== undefined && headerLine !== null && row.line > headerLine) break;
    first.push(row);
    if (headerLine === undefined && first.length === examined) break;
    if (headerLine === null) break;
  }
  if (headerLine === null || first.length === 0) return { header: null, rowsAbove: 0 };
  const index =
    headerLine === undefined
      ? findHeader(first, hasName)
      : first.findIndex(({ line }) => line === headerLine);
  const row = first[index];
  if (!row) return { header: null, rowsAbove: 0 };
  return { header: { line: row.line, names: row.cells.map(nameOf) }, rowsAbove: index };
}

/**
 * Reads all rows once.
 * @throws FileProblem if there are too many, or none
 */
export async function readShape(
  open: () => AsyncGenerator<Row>,
  headerLine: number | null | undefined,
  hasName: (name: string) => boolean,
): Promise<Shape> {
  const { header, rowsAbove } = await readHeader(open(), headerLine, hasName);
  const filter = new RowFilter(header);
  const skipped: SkippedRow[] = [];
  let skippedCount = 0;
  const skip = (line: number, reason: SkippedRow['reason']) => {
    skippedCount += 1;
    if (skipped.length < listed) skipped.push({ line, reason });
  };
  let count = 0;
  let width = header?.names.length ?? 0;
  let lastLine = 0;
  let previousLine = header?.line ?? 0;
  /** Lone texts since the last record: a footer if none follows. */
  let lone: number[] = [];
  let hasGap = false;
  for await (const row of open()) {
    const reason = filter.reasonOf(row);
    if (reason === 'above') continue;
    const isAfterGap = row.line > previousLine + 1 || hasGap;
    previousLine = row.line + row.cells.reduce((sum, cell) => sum + linesIn(cell), 0);
    if (reason !== null) {
      skip(row.line, reason);
      hasGap = reason === 'total';
      continue;
    }
    if (isAfterGap && filter.isLone(row.cells)) {
      lone.push(row.line);
      hasGap = true;
      continue;
    }
    hasGap = false;
    count += lone.length + 1;
    lone = [];
    width = Math.max(width, row.cells.length);
    lastLine = row.line;
    if (count > tableLimits.rows)
      throw new FileProblem('too_many_rows', {
        line: row.line,
        values: { limit: tableLimits.rows },
      });
  }
  for (const line of lone) skip(line, 'footer');
  return { header, rowsAbove, count, width, skipped, skippedCount, lastLine };
}

const linesIn = (cell: string) => {
  let count = 0;
  for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** Yields the records of a table whose shape was read. */
export async function* recordsIn(rows: AsyncIterable<Row>, shape: Shape): AsyncGenerator<Row> {
  const filter = new RowFilter(shape.header);
  for await (const row of rows) {
    if (row.line > shape.lastLine) return;
    if (filter.reasonOf(row) === null) yield row;
  }
}
