/** Makes Excel read a file as UTF-8. */
export const byteOrderMark = '\ufeff';

/** Characters that a spreadsheet treats as the start of a formula. */
const formula = /^[=+\-@\t\0\r]/;

/** One cell (RFC 4180). Prefixes a text that a spreadsheet would evaluate with an apostrophe, which it does not display. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of a CSV file in the dialect that Excel opens directly: semicolons, CRLF. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(';')}\r\n`;
