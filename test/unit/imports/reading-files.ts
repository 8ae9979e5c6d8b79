import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';
import type { FileProblem } from '#server/features/imports/reading/file-problem.ts';
import type { OpenBytes } from '#server/features/imports/reading/text.ts';

/** Writes a file that exists until the end of the test. */
export async function writeTemporary(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-reading-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** Makes a ZIP archive. */
export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content as Uint8Array), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** Bytes in chunks of a size. */
export const bytesOf = (content: string | Uint8Array, chunk = 7): OpenBytes =>
  async function* () {
    const bytes = Buffer.from(content as Uint8Array);
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  };

/** The same bytes again and again, without holding them. */
export const repeated = (part: string, times: number): OpenBytes => {
  const bytes = Buffer.from(part);
  return async function* () {
    for (let i = 0; i < times; i += 1) yield bytes;
  };
};

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Expects a FileProblem with a code, and values if given. */
export const expectProblem = (
  promise: Promise<unknown>,
  expected: Partial<Pick<FileProblem, 'code' | 'line' | 'values'>>,
) => expect(promise).rejects.toMatchObject({ name: 'FileProblem', ...expected });

/** A cell of a test's workbook: a text, a number, or XML. */
export type TestCell = string | number | { readonly xml: string };

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Name of a column by its index. */
export const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : `${columnName(Math.floor(index / 26) - 1)}${String.fromCharCode(65 + (index % 26))}`;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Styles of the test's workbooks: 1 a date, 2 a percentage, 3 a time stamp. */
const styles = `${head}<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="164"/></cellXfs></styleSheet>`;

/** Parts of a workbook with shared strings, which a test may replace. */
export function xlsxParts(
  sheets: Readonly<Record<string, readonly (readonly TestCell[])[]>>,
  hidden: readonly string[] = [],
): Record<string, string> {
  const strings = new Map<string, number>();
  const cellOf = (cell: TestCell, reference: string) => {
    if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${reference}"`);
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
    if (cell === '') return '';
    if (!strings.has(cell)) strings.set(cell, strings.size);
    return `<c r="${reference}" t="s"><v>${strings.get(cell)}</v></c>`;
  };
  const names = Object.keys(sheets);
  const parts: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const rows = (sheets[name] ?? []).map(
      (row, r) =>
        `<row r="${r + 1}">${row.map((cell, c) => cellOf(cell, `${columnName(c)}${r + 1}`)).join('')}</row>`,
    );
    parts[`xl/worksheets/sheet${i + 1}.xml`] =
      `${head}<worksheet ${main}><sheetData>${rows.join('')}</sheetData></worksheet>`;
  }
  parts['xl/workbook.xml'] =
    `${head}<workbook ${main} xmlns:r="${relations}"><sheets>${names.map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`).join('')}</sheets></workbook>`;
  parts['xl/_rels/workbook.xml.rels'] =
    `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="s" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="t" Type="${relations}/styles" Target="/xl/styles.xml"/><Relationship Id="x" Type="${relations}/externalLink" Target="http://127.0.0.1:1/x.xlsx" TargetMode="External"/></Relationships>`;
  parts['xl/styles.xml'] = styles;
  parts['xl/sharedStrings.xml'] =
    `${head}<sst ${main}>${[...strings.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`;
  return parts;
}

export const xlsxOf = (
  sheets: Readonly<Record<string, readonly (readonly TestCell[])[]>>,
  hidden: readonly string[] = [],
): Promise<Buffer> => zipOf(xlsxParts(sheets, hidden));
