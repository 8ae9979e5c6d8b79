/** Makes Excel read a file as UTF-8. */
export const byteOrderMark = '\ufeff';

/** A text that a spreadsheet treats as a formula, also after apostrophes. */
const formula = /^'*[=+\-@\t\0\r]/;

/** Adds an apostrophe, which spreadsheets do not display, to a text that they would evaluate, or that begins with such an apostrophe. */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Takes off the apostrophe that {@link guardFormula} added. */
export const unguardFormula = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** One cell (RFC 4180), with {@link guardFormula}. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = typeof value === 'string' ? guardFormula(text) : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of a CSV file in the dialect that Excel opens directly: semicolons, CRLF. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(';')}\r\n`;
