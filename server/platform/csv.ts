/** Excel takes a file for UTF-8 by it. */
export const byteOrderMark = '\ufeff';

/** What a spreadsheet would take for the beginning of a formula. */
const formula = /^[=+\-@\t\0\r]/;

/** One cell (RFC 4180). A text that a spreadsheet would calculate begins with an apostrophe, which it does not show. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of a CSV file that Excel opens as it is: semicolons, CRLF. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(';')}\r\n`;
