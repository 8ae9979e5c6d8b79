import { Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { unguardFormula } from '#server/platform/csv.ts';
import { yielder } from '#server/platform/yielding.ts';
import { isColumnName } from './column-names.ts';
import { FileProblem } from './file-problem.ts';
import type { Row, Table, TableOptions } from './table.ts';
import { tableLimits } from './table.ts';
import { readShape, recordsIn } from './table-shape.ts';
import {
  decodeText,
  type OpenBytes,
  surveyText,
  type TextLimits,
  type TextSurvey,
} from './text.ts';

/*
 * CSV: quoted cells (RFC 4180), any of four separators, and what spreadsheets add: a `sep=` line, empty columns at the end, and an apostrophe
 * before texts that a spreadsheet would evaluate.
 */

const separators = [';', ',', '\t', '|'] as const;

const limits: TextLimits = { bytes: tableLimits.text, line: tableLimits.line };

/** Characters of the text from which the separator is guessed. */
const sample = 128 * 1024;

/** Counts the cells of each record of a text. The last record is left out, as it may be incomplete. */
function widthsIn(text: string, separator: string, isWhole: boolean): number[] {
  const widths: number[] = [];
  let cells = 1;
  let isQuoted = false;
  let isStart = true;
  let isBlank = true;
  const end = () => {
    if (!isBlank) widths.push(cells);
    cells = 1;
    isBlank = true;
    isStart = true;
  };
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (isQuoted) {
      if (character === '"') {
        if (text[i + 1] === '"') i += 1;
        else isQuoted = false;
      }
      continue;
    }
    if (character === '\n') {
      end();
      continue;
    }
    if (character === separator) {
      cells += 1;
      isStart = true;
      continue;
    }
    if (character === '"' && isStart) isQuoted = true;
    if (character !== ' ' && character !== '\r') {
      isStart = false;
      isBlank = false;
    }
  }
  if (isWhole) end();
  return widths;
}

/** Guesses the separator: the one that divides most records into the same number of cells. */
export function guessSeparator(text: string, isWhole: boolean): string {
  const declared = /^sep=(.)\r?\n/i.exec(text)?.[1];
  if (declared !== undefined) return declared;
  let best: string = ';';
  let bestScore = 0;
  for (const separator of separators) {
    const widths = widthsIn(text, separator, isWhole).slice(0, 500);
    const counts = new Map<number, number>();
    for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
    for (const [width, count] of counts) {
      const score = (count / widths.length) * (1 + Math.min(width, 20) / 40);
      if (score > bestScore) {
        best = separator;
        bestScore = score;
      }
    }
  }
  return best;
}

/** Removes empty cells at the end. */
function trimmedRow(cells: readonly string[]): string[] {
  let length = cells.length;
  while (length > 0 && (cells[length - 1] ?? '').trim() === '') length -= 1;
  return cells.slice(0, length).map((cell) => unguardFormula(cell.trim()));
}

const isSeparatorLine = ({ line, cells }: Row) =>
  line === 1 && /^sep=/i.test(cells[0] ?? '') && cells.length <= 2;

/** Characters that are parsed at once, up to the end of a line: it takes about a millisecond, in which no request is answered. */
const pieceLength = 4_096;

/** Text whose lines end with LF or CRLF, in pieces. A line break within a cell stays as it is. */
async function* normalized(chunks: AsyncIterable<string>, lineEnd: string): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    const text = lineEnd === '\r' ? chunk.replaceAll('\r', '\n') : chunk;
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf('\n', at + pieceLength) + 1 || text.length;
      yield text.slice(at, end);
      at = end;
    }
  }
}

const linesIn = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => (cell.includes('\n') ? sum + cell.split('\n').length - 1 : sum), 0);

const lineBreaks = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n/g)?.length ?? 0), 0);

/** Reads all rows with cells. */
async function* parsedRows(
  open: OpenBytes,
  survey: TextSurvey,
  separator: string,
): AsyncGenerator<Row> {
  const text = Readable.from(normalized(decodeText(open, survey, limits), survey.lineEnd));
  /** Line of the last record's end, which may be ahead of what is read. */
  let parsed = 0;
  /** CRLF within cells so far, which the parser counts as two lines. */
  let countedTwice = 0;
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: limits.line,
    // The line of its end comes first.
    on_record: (cells: string[], { lines }: InfoRecord) => {
      parsed = lines;
      return [String(lines), ...cells];
    },
  });
  let problem: unknown;
  text.on('error', (error) => {
    problem = error;
    parser.destroy(error);
  });
  text.pipe(parser);
  const pause = yielder();
  try {
    for await (const [end, ...cells] of parser as AsyncIterable<string[]>) {
      await pause();
      countedTwice += lineBreaks(cells);
      const last = Number(end) - countedTwice;
      const row: Row = { line: last - linesIn(cells), cells: trimmedRow(cells) };
      if (row.cells.length === 0 || isSeparatorLine(row)) continue;
      if (row.cells.length > tableLimits.columns)
        throw new FileProblem('too_many_columns', {
          line: row.line,
          values: { limit: tableLimits.columns },
        });
      yield row;
    }
  } catch (cause) {
    if (cause instanceof FileProblem) throw cause;
    if (problem instanceof FileProblem) throw problem;
    // Lines are below the limit, so a longer record has a quotation mark that nothing closes.
    if (cause instanceof CsvError) throw new FileProblem('open_quote', { line: parsed + 1, cause });
    throw cause;
  } finally {
    text.destroy();
    parser.destroy();
  }
}

async function startOf(open: OpenBytes, survey: TextSurvey): Promise<string> {
  let text = '';
  for await (const chunk of decodeText(open, survey, limits)) {
    text += chunk;
    if (text.length >= sample) break;
  }
  return survey.lineEnd === '\r' ? text.replaceAll('\r', '\n') : text;
}

/**
 * Reads a CSV file once and describes it.
 * @throws FileProblem
 */
export async function readCsv(open: OpenBytes, options: TableOptions = {}): Promise<Table> {
  const survey = await surveyText(open, limits, options.encoding);
  const start = await startOf(open, survey);
  const separator =
    options.separator ?? guessSeparator(start.slice(0, sample), start.length < sample);
  const rows = () => parsedRows(open, survey, separator);
  const shape = await readShape(rows, options.headerLine, isColumnName);
  if (shape.count === 0 && shape.header === null) throw new FileProblem('no_rows');
  const { lastLine: _, ...described } = shape;
  return {
    format: 'csv',
    sheets: [],
    sheet: null,
    separator,
    encoding: survey.encoding,
    mixedLine: survey.mixedLine,
    ...described,
    rows: () => recordsIn(rows(), shape),
    close: () => Promise.resolve(),
  };
}
