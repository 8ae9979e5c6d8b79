import type { ChosenEncoding, Encoding } from './text.ts';

/*
 * The common shape of all tables: rows of cells, and how the file was read. Rows are counted once for the survey and read again on request.
 */

export const tableLimits = {
  /** Rows of a sheet. */
  rows: 1_000_000,
  columns: 200,
  /** Bytes of a line, and of a record with several lines. */
  line: 1024 * 1024,
  /** Bytes of a CSV file. */
  text: 200 * 1024 * 1024,
  /** Bytes of a workbook. */
  packed: 100 * 1024 * 1024,
  /** Bytes of a workbook when unpacked. */
  unpacked: 2 * 1024 * 1024 * 1024,
  /** Characters of a cell of a workbook. */
  cell: 1024 * 1024,
  sheets: 1_000,
} as const;

export interface Row {
  /** Line of the file, or row of the sheet, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}

export interface Header {
  readonly line: number;
  /** Trimmed; empty for columns without a name. */
  readonly names: readonly string[];
}

/** A row below the header that is no record. */
export interface SkippedRow {
  readonly line: number;
  readonly reason: 'total' | 'repeated_header' | 'footer';
}

/** Corrections of guesses by the user. */
export interface TableOptions {
  readonly sheet?: string | undefined;
  /** Line of the header; null if the table has none. */
  readonly headerLine?: number | null | undefined;
  readonly separator?: string | undefined;
  /** Encoding of a CSV file. */
  readonly encoding?: ChosenEncoding | undefined;
}

export interface Table {
  readonly format: 'csv' | 'xlsx' | 'vcard' | 'trello' | 'json_lines';
  readonly sheets: readonly Sheet[];
  /** Name of the sheet that is read; null if the format has none. */
  readonly sheet: string | null;
  /** Null if the first row is a record. */
  readonly header: Header | null;
  readonly separator: string | null;
  readonly encoding: Encoding;
  /** First line in another encoding than the rest; null if there is only one. */
  readonly mixedLine: number | null;
  /** Records: what {@link rows} yields. */
  readonly count: number;
  /** Most cells in a row. */
  readonly width: number;
  /** Rows above the header, such as a title. */
  readonly rowsAbove: number;
  /** The first of the skipped rows. */
  readonly skipped: readonly SkippedRow[];
  readonly skippedCount: number;
  /** @throws FileProblem */
  readonly rows: () => AsyncGenerator<Row>;
  /** Removes temporary files. */
  readonly close: () => Promise<void>;
}
