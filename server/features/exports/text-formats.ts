import { byteOrderMark, csvLineOf, guardFormula } from '#server/platform/csv.ts';
import {
  decimalMarks,
  type ExportedColumn,
  type ExportLanguage,
  joinList,
} from '#server/records/exported-columns.ts';

/* CSV and JSON Lines. */

/** Digits of a number, without an exponent. */
export function decimalOf(value: number): string {
  const text = String(value);
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length
    ? `${sign}${digits.padEnd(point, '0')}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Text of a JSON object; empty for an empty one. */
const jsonText = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text === '{}' ? '' : text;
};

/** Text of a value in a table; null is empty. */
export function cellText({ kind }: ExportedColumn, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (kind === 'list') return joinList(value as readonly string[]);
  if (kind === 'json') return jsonText(value);
  return typeof value === 'number' ? decimalOf(value) : String(value);
}

/** Writes the records of a list as text. */
export interface TextFormat {
  readonly head: string;
  row(values: readonly unknown[]): string;
}

export function csvFormat(
  columns: readonly ExportedColumn[],
  language: ExportLanguage,
): TextFormat {
  const mark = decimalMarks[language];
  const cellOf = (value: unknown, i: number) => {
    const text = cellText(columns[i] as ExportedColumn, value);
    // A negative number is no formula.
    return typeof value === 'number' ? text.replace('.', mark) : guardFormula(text);
  };
  return {
    head: byteOrderMark + csvLineOf(columns.map((column) => column[language])),
    row: (values) => csvLineOf(values.map(cellOf)),
  };
}

export const jsonLinesFormat = (columns: readonly ExportedColumn[]): TextFormat => {
  const keys = columns.map(({ name }) => `${JSON.stringify(name)}:`);
  return {
    head: '',
    row: (values) =>
      `{${values.map((value, i) => `${keys[i]}${JSON.stringify(value ?? null)}`).join()}}\n`,
  };
};
