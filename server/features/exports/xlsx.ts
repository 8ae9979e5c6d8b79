import { Readable } from 'node:stream';
import type { ExportedColumn, ExportLanguage } from '#server/records/exported-columns.ts';
import { cellText, decimalOf } from './text-formats.ts';

/*
 * Writes workbooks (ECMA-376) as a stream: texts as inline strings, which no spreadsheet evaluates; numbers, booleans, dates and times as such.
 */

/** Rows of a sheet, including its header; further ones are on further sheets. */
const maxSheetRows = 1_048_576;
/** Characters of a cell. Excel offers to repair a file with longer ones. */
const maxCellChars = 32_767;

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes of the styles below. */
const styles = { header: 1, date: 2, time: 3 } as const;

const stylesXml = `${xmlHead}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;

const special = /[&<>\ufffe\uffff]|(?![\t\n])\p{Cc}|_x[0-9A-Fa-f]{4}_/gu;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a text. Characters that XML cannot contain are written as `_x0001_`, and texts that look like that begin with `_x005F_`. */
const escaped = (text: string): string =>
  text.replace(special, (match) => {
    if (match.length > 1) return `_x005F${match}`;
    const code = () => match.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return entities[match] ?? `_x${code()}_`;
  });

/** Cuts a text to the length of a cell, between characters. */
const cut = (text: string): string =>
  text.length <= maxCellChars
    ? text
    : `${text.slice(0, maxCellChars - 2).replace(/[\ud800-\udbff]$/, '')}…`;

const textCell = (text: string, style = 0) =>
  text === ''
    ? '<c/>'
    : `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escaped(cut(text))}</t></is></c>`;

const dayMs = 86_400_000;
const firstDay = Date.UTC(1899, 11, 30);
/** From this day on, spreadsheets count the days that there were. */
const firstCounted = Date.UTC(1900, 2, 1);

/** Serial number of a time; undefined for times that spreadsheets have no number for. */
function serialOf(text: string): number | undefined {
  const at = Date.parse(text);
  return at >= firstCounted && text.length <= 24 ? (at - firstDay) / dayMs : undefined;
}

function cellOf(column: ExportedColumn, value: unknown): string {
  if (value === null || value === undefined) return '<c/>';
  if (typeof value === 'number') return `<c><v>${decimalOf(value)}</v></c>`;
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  const { kind } = column;
  if (kind === 'date' || kind === 'time') {
    const serial = serialOf(String(value));
    if (serial !== undefined) return `<c s="${styles[kind]}"><v>${serial}</v></c>`;
  }
  return textCell(cellText(column, value));
}

const sheetHead = `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData>`;
const sheetTail = '</sheetData></worksheet>';

/** A step of records, as arrays of values. */
type Step = readonly (readonly unknown[])[];

/** Texts that the user reads. */
interface Naming {
  readonly columns: readonly ExportedColumn[];
  readonly language: ExportLanguage;
  /** Name of the sheet. */
  readonly sheet: string;
}

/**
 * The bytes of a workbook.
 * @param wrote called after each step with its numbers of records and characters
 */
export async function xlsxOf(
  { columns, language, sheet }: Naming,
  steps: AsyncIterable<Step>,
  wrote: (records: number, chars: number) => void,
): Promise<AsyncIterable<Uint8Array>> {
  // Loaded when needed: most processes write no workbook.
  const { ZipFile } = await import('yazl');
  const header = `<row>${columns.map((column) => textCell(column[language], styles.header)).join('')}</row>`;
  const source = steps[Symbol.asyncIterator]();
  /** Records that did not fit into the sheet before. */
  let rest: Step = [];
  let isEnded = false;

  async function* sheetXml() {
    yield sheetHead + header;
    let room = maxSheetRows - 1;
    while (room > 0 && !isEnded) {
      if (rest.length === 0) {
        const next = await source.next();
        if (next.done) {
          isEnded = true;
          break;
        }
        rest = next.value;
      }
      const rows = rest.slice(0, room);
      rest = rest.slice(room);
      room -= rows.length;
      const text = rows
        .map(
          (values) =>
            `<row>${values.map((value, i) => cellOf(columns[i] as ExportedColumn, value)).join('')}</row>`,
        )
        .join('');
      wrote(rows.length, text.length);
      yield text;
    }
    // A full sheet may have been the last one.
    if (!isEnded && rest.length === 0) {
      const next = await source.next();
      if (next.done) isEnded = true;
      else rest = next.value;
    }
    yield sheetTail;
  }

  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const failed = (error: unknown) => out.destroy(error as Error);
  const addText = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path);

  const addSheet = (n: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const stream = Readable.from(sheetXml(), { objectMode: false });
      stream.once('end', resolve).once('error', reject);
      zip.addReadStream(stream, `xl/worksheets/sheet${n}.xml`, { compressionLevel: 1 });
    });

  async function addAll(): Promise<void> {
    let sheets = 0;
    do {
      sheets += 1;
      await addSheet(sheets);
    } while (!isEnded);
    const numbers = Array.from({ length: sheets }, (_, i) => i + 1);
    const each = (write: (n: number) => string) => numbers.map(write).join('');
    addText('xl/styles.xml', stylesXml);
    addText(
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((n) => `<sheet name="${escaped(n === 1 ? sheet : `${sheet} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    );
    addText(
      'xl/_rels/workbook.xml.rels',
      `${xmlHead}<Relationships xmlns="${packages}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    );
    addText(
      '_rels/.rels',
      `${xmlHead}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    );
    addText(
      '[Content_Types].xml',
      `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    );
    zip.end();
  }
  zip.on('error', failed);
  addAll().catch(failed);
  return out;
}
