import { posix } from 'node:path';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { isColumnName } from './column-names.ts';
import { FileProblem } from './file-problem.ts';
import { SharedStrings } from './shared-strings.ts';
import type { Row, Table, TableOptions } from './table.ts';
import { tableLimits } from './table.ts';
import { findHeader, readShape, recordsIn } from './table-shape.ts';
import { openZip, type ZipArchive } from './zip.ts';

/*
 * Workbooks of Excel (ECMA-376, SpreadsheetML). Only the parts with cells are read: no formulas, external links, macros or pictures. Cells are
 * texts: numbers as Brazilian spreadsheets show them (1234,5), dates as ISO 8601, formulas as the result that Excel saved.
 */

/** Characters between two tags or within one: more would be held in memory. */
const maxToken = 4 * 1024 * 1024;

/** Handlers of the elements of a part, by names without prefixes. */
interface Handlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Attributes without prefixes. */
const localAttributes = (attributes: SaxesTagPlain['attributes']) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]));

/**
 * Parses a part, and yields after each chunk so that the caller can hand on what the handlers collected.
 * @throws FileProblem if it is not well-formed, or declares a document type, which is the way to entities
 */
async function* parsePart(zip: ZipArchive, part: string, handlers: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  let problem: FileProblem | undefined;
  let length = 0;
  parser.on('doctype', () => {
    problem ??= new FileProblem('forbidden_xml', { values: { part } });
  });
  parser.on('error', (cause) => {
    problem ??= new FileProblem('damaged_xml', { values: { part }, cause });
  });
  parser.on('opentag', ({ name, attributes }) => {
    length = 0;
    handlers.open?.(localName(name), localAttributes(attributes));
  });
  parser.on('text', (text) => {
    length = 0;
    handlers.text?.(text);
  });
  parser.on('cdata', (text) => {
    length = 0;
    handlers.text?.(text);
  });
  parser.on('comment', () => {
    length = 0;
  });
  parser.on('closetag', ({ name }) => {
    length = 0;
    handlers.close?.(localName(name));
  });
  let decoder: ReturnType<typeof decoderFor> | undefined;
  const decode = (chunk?: Uint8Array): string => {
    decoder ??= decoderFor(chunk ?? new Uint8Array());
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (cause) {
      throw new FileProblem('damaged_xml', { values: { part }, cause });
    }
  };
  const write = (text: string) => {
    length += text.length;
    parser.write(text);
    if (problem) throw problem;
    if (length > maxToken) throw new FileProblem('cell_too_long', { values: { limit: maxToken } });
  };
  for await (const chunk of await zip.open(part)()) {
    write(decode(chunk));
    yield;
  }
  write(decode());
  parser.close();
  if (problem) throw problem;
  yield;
}

const decoderFor = (start: Uint8Array) => {
  const encoding =
    start[0] === 0xff && start[1] === 0xfe
      ? 'utf-16le'
      : start[0] === 0xfe && start[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
};

async function parseWhole(zip: ZipArchive, part: string, handlers: Handlers): Promise<void> {
  for await (const _ of parsePart(zip, part, handlers));
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

interface SheetPart {
  readonly name: string;
  readonly isHidden: boolean;
  readonly part: string;
}

const resolvePart = (target: string) =>
  posix.normalize(target.startsWith('/') ? target.slice(1) : posix.join('xl', target));

interface Workbook {
  readonly sheets: readonly SheetPart[];
  readonly strings: string | undefined;
  readonly styles: string | undefined;
  /** True if days are counted from 1904, as in files of old Macs. */
  readonly isFrom1904: boolean;
}

async function readWorkbook(zip: ZipArchive): Promise<Workbook> {
  const parts = new Set(zip.entries.map(({ name }) => name));
  const targets = new Map<string, { readonly part: string; readonly type: string }>();
  await parseWhole(zip, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id = '', Target = '', Type = '', TargetMode }) => {
      if (name === 'Relationship' && TargetMode !== 'External')
        targets.set(Id, { part: resolvePart(Target), type: Type.split('/').at(-1) ?? '' });
    },
  });
  const sheets: SheetPart[] = [];
  let isFrom1904 = false;
  await parseWhole(zip, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'workbookPr') isFrom1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const target = targets.get(attributes.id ?? '');
      // Charts and macros are sheets, too.
      if (target?.type !== 'worksheet' || !parts.has(target.part)) return;
      // Several names of one part would be a way to have it unpacked again and again.
      if (sheets.some(({ part }) => part === target.part)) return;
      if (sheets.length === tableLimits.sheets)
        throw new FileProblem('too_many_sheets', { values: { limit: tableLimits.sheets } });
      const isHidden = attributes.state !== undefined && attributes.state !== 'visible';
      sheets.push({ name: attributes.name ?? '', isHidden, part: target.part });
    },
  });
  const partOf = (type: string) =>
    [...targets.values()].find((target) => target.type === type && parts.has(target.part))?.part;
  return {
    sheets,
    strings: partOf('sharedStrings'),
    styles: partOf('styles'),
    isFrom1904,
  };
}

/** Display format of a number. */
type NumberKind = 'number' | 'date' | 'percent';

/** Built-in formats of dates and times, also those of East Asian languages (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** Decides by a format's code, without its literals, colours and conditions. */
function kindOf(code: string): NumberKind {
  const [positive = ''] = code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';');
  if (/[ymdhs]/i.test(positive) && !/general/i.test(positive)) return 'date';
  return positive.includes('%') ? 'percent' : 'number';
}

/** Reads the kind of number of each style of cells. */
async function readStyles(zip: ZipArchive, part: string | undefined): Promise<NumberKind[]> {
  if (part === undefined) return [];
  const formats = new Map<number, NumberKind>();
  const styles: NumberKind[] = [];
  let isInCells = false;
  await parseWhole(zip, part, {
    open: (name, { numFmtId, formatCode = '' }) => {
      const id = Number(numFmtId ?? 0);
      if (name === 'numFmt') formats.set(id, kindOf(formatCode));
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells)
        styles.push(
          formats.get(id) ??
            (isBuiltInDate(id) ? 'date' : id === 9 || id === 10 ? 'percent' : 'number'),
        );
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}

async function readStrings(zip: ZipArchive, part: string | undefined): Promise<SharedStrings> {
  const strings = new SharedStrings();
  if (part === undefined) return strings;
  try {
    let text = '';
    let isText = false;
    /** Readings of East Asian words, which are no part of the text. */
    let isPhonetic = false;
    await parseWhole(zip, part, {
      open: (name) => {
        if (name === 'si') text = '';
        if (name === 'rPh') isPhonetic = true;
        if (name === 't') isText = !isPhonetic;
      },
      text: (each) => {
        if (isText) text = append(text, each);
      },
      close: (name) => {
        if (name === 't') isText = false;
        if (name === 'rPh') isPhonetic = false;
        if (name === 'si') strings.add(unescaped(text));
      },
    });
    strings.finish();
    return strings;
  } catch (error) {
    strings.close();
    throw error;
  }
}

/** Appends to a cell. */
function append(text: string, part: string): string {
  if (text.length + part.length > tableLimits.cell)
    throw new FileProblem('cell_too_long', { values: { limit: tableLimits.cell } });
  return text + part;
}

/** Decodes control characters, which Excel writes as _x000D_. Halves of a character become U+FFFD. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text
        .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        )
        .toWellFormed()
    : text;

/** Index of the column in a reference such as BC12; -1 without one. */
function columnOf(reference: string | undefined): number {
  if (reference === undefined) return -1;
  let column = 0;
  for (const character of reference) {
    const code = character.charCodeAt(0) & ~0x20;
    if (code < 0x41 || code > 0x5a) break;
    column = column * 26 + code - 0x40;
    if (column > 1_000_000) break;
  }
  return column - 1;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Formats a serial number of days as a date, a date with its time, or a time. */
export function serialDate(serial: number, isFrom1904 = false): string {
  const days = Math.floor(serial);
  const seconds = Math.round((serial - days) * 86_400);
  const clock = new Date(seconds * 1000);
  const time = `${twoDigits(clock.getUTCHours())}:${twoDigits(clock.getUTCMinutes())}:${twoDigits(clock.getUTCSeconds())}`;
  if (days < 1 && !isFrom1904) return time;
  // Excel counts 29 February 1900, which did not exist.
  const base = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const date = new Date(base + (days + Math.floor(seconds / 86_400)) * 86_400_000);
  const day = `${String(date.getUTCFullYear()).padStart(4, '0')}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`;
  return seconds % 86_400 === 0 ? day : `${day}T${time}`;
}

/** Serial numbers of the years that a date can have. */
const maxSerial = 2_958_465;

/** Formats a number with 15 digits, as Excel does, and a comma. */
export function decimalText(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const text =
    Math.abs(rounded) < 1e21 && (Math.abs(rounded) >= 1e-6 || rounded === 0)
      ? String(rounded)
      : rounded.toFixed(Math.abs(rounded) < 1 ? 15 : 0);
  return text.replace('.', ',');
}

function numberText(raw: string, kind: NumberKind, isFrom1904: boolean): string {
  const value = Number(raw);
  if (raw === '' || !Number.isFinite(value)) return raw;
  if (kind === 'date' && value >= 0 && value <= maxSerial) return serialDate(value, isFrom1904);
  if (kind === 'percent') return `${decimalText(value * 100)}%`;
  return decimalText(value);
}

/** Everything that the cells of a sheet refer to. */
interface Shared {
  readonly strings: SharedStrings;
  readonly styles: readonly NumberKind[];
  readonly isFrom1904: boolean;
}

async function* rowsOf(
  zip: ZipArchive,
  part: string,
  { strings, styles, isFrom1904 }: Shared,
): AsyncGenerator<Row> {
  let ready: Row[] = [];
  let line = 0;
  let cells: string[] = [];
  /** Characters of the row and of the sheet: many cells may refer to one shared text. */
  let length = 0;
  let total = 0;
  let column = -1;
  let type = 'n';
  let style = 0;
  let text = '';
  let isText = false;
  let isPhonetic = false;
  const finishCell = () => {
    const value =
      type === 's'
        ? strings.get(Number(text))
        : type === 'b'
          ? isTrue(text)
            ? 'true'
            : 'false'
          : type === 'n'
            ? numberText(text.trim(), styles[style] ?? 'number', isFrom1904)
            : unescaped(text);
    const trimmed = value.trim();
    if (trimmed === '') return;
    if (column >= tableLimits.columns)
      throw new FileProblem('too_many_columns', { line, values: { limit: tableLimits.columns } });
    length += trimmed.length;
    total += trimmed.length;
    if (length > tableLimits.line)
      throw new FileProblem('line_too_long', { line, values: { limit: tableLimits.line } });
    if (total > tableLimits.unpacked)
      throw new FileProblem('unpacked_too_large', { values: { limit: tableLimits.unpacked } });
    while (cells.length < column) cells.push('');
    cells[column] = trimmed;
  };
  const handlers: Handlers = {
    open: (name, attributes) => {
      switch (name) {
        case 'row':
          line = lineOf(attributes.r, line);
          cells = [];
          length = 0;
          column = -1;
          break;
        case 'c': {
          const referenced = columnOf(attributes.r);
          column = referenced < 0 ? column + 1 : referenced;
          type = attributes.t ?? 'n';
          style = Number(attributes.s ?? 0);
          text = '';
          break;
        }
        case 'rPh':
          isPhonetic = true;
          break;
        case 'v':
        case 't':
          isText = !isPhonetic;
          break;
      }
    },
    text: (each) => {
      if (isText) text = append(text, each);
    },
    close: (name) => {
      switch (name) {
        case 'v':
        case 't':
          isText = false;
          break;
        case 'rPh':
          isPhonetic = false;
          break;
        case 'c':
          finishCell();
          break;
        case 'row':
          if (cells.length > 0) ready.push({ line, cells });
          break;
      }
    },
  };
  for await (const _ of parsePart(zip, part, handlers)) {
    const rows = ready;
    ready = [];
    yield* rows;
  }
}

/** Most rows that a sheet of Excel has. */
const maxLine = 1_048_576;

/** Number of a row after an earlier one: rows follow each other, whatever a damaged file says. */
function lineOf(reference: string | undefined, earlier: number): number {
  const line = Number(reference ?? 0);
  return Number.isInteger(line) && line > earlier && line <= maxLine ? line : earlier + 1;
}

const isNamed = (name: string) => (sheet: SheetPart) => sheet.name === name;

/** Chooses the first visible sheet with a table, else the first one with cells. */
async function chooseSheet(
  sheets: readonly SheetPart[],
  open: (sheet: SheetPart) => AsyncGenerator<Row>,
): Promise<SheetPart> {
  let fallback: SheetPart | undefined;
  for (const sheet of [...sheets].sort((a, b) => Number(a.isHidden) - Number(b.isHidden))) {
    const first: Row[] = [];
    for await (const row of open(sheet)) {
      first.push(row);
      if (first.length === 60) break;
    }
    if (first.length === 0) continue;
    fallback ??= sheet;
    const header = first[findHeader(first, isColumnName)];
    const names = header?.cells.filter((cell) => isColumnName(cell)).length ?? 0;
    if (!sheet.isHidden && names >= 2 && first.length > 1) return sheet;
  }
  if (!fallback) throw new FileProblem('no_sheets');
  return fallback;
}

/**
 * Reads a sheet of a workbook once and describes it.
 * @param path on the local disk
 * @throws FileProblem
 */
export async function readXlsx(path: string, options: TableOptions = {}): Promise<Table> {
  const zip = await openZip(path, { entries: 10_000, unpacked: tableLimits.unpacked });
  let strings: SharedStrings | undefined;
  const close = async () => {
    zip.close();
    strings?.close();
  };
  try {
    const workbook = await readWorkbook(zip);
    if (workbook.sheets.length === 0) throw new FileProblem('no_sheets');
    strings = await readStrings(zip, workbook.strings);
    const shared: Shared = {
      strings,
      styles: await readStyles(zip, workbook.styles),
      isFrom1904: workbook.isFrom1904,
    };
    const open = (sheet: SheetPart) => rowsOf(zip, sheet.part, shared);
    const sheet =
      options.sheet === undefined
        ? await chooseSheet(workbook.sheets, open)
        : workbook.sheets.find(isNamed(options.sheet));
    if (!sheet) throw new FileProblem('unknown_sheet', { values: { sheet: options.sheet ?? '' } });
    const { lastLine, ...shape } = await readShape(
      () => open(sheet),
      options.headerLine,
      isColumnName,
    );
    if (shape.count === 0 && shape.header === null) throw new FileProblem('no_rows');
    return {
      format: 'xlsx',
      sheets: workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden })),
      sheet: sheet.name,
      separator: null,
      encoding: 'utf-8',
      mixedLine: null,
      ...shape,
      rows: () => recordsIn(open(sheet), { ...shape, lastLine }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
