/** Makes Excel read a file as UTF-8. */
export const byteOrderMark = '\ufeff';

/** A text that a spreadsheet treats as a formula, also after apostrophes. */
const formula = /^'*[=+\-@\t\0\r]/;

/** Adds an apostrophe, which spreadsheets do not display, to a text that they would evaluate, or that begins with such an apostrophe. */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Takes off the apostrophe that {@link guardFormula} added. */
export const unguardFormula = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** Quotes a cell if needed (RFC 4180). */
const quoted = (text: string) =>
  /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Text of a value, with {@link guardFormula} if it is a text. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return guardFormula(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** One line of a CSV file in the dialect that Excel opens directly: semicolons, CRLF. @param cells texts that are no formulas */
export const csvLineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(';')}\r\n`;

/** The line of values, of which texts are made safe. */
export const csvLine = (cells: readonly unknown[]): string => csvLineOf(cells.map(cellOf));
