import { FileProblem } from './file-problem.ts';
import { severalSeparator } from './several.ts';
import type { Row, Table } from './table.ts';
import { tableLimits } from './table.ts';
import { type OpenBytes, readLines, surveyText, type TextLimits, type TextLine } from './text.ts';

/*
 * vCard 2.1 (quoted-printable, as phones write it), 3.0 (RFC 2426) and 4.0 (RFC 6350), as a table with a column for each property that an import
 * can use.
 */

/** Columns, in order. */
export const vcardColumns = [
  'UID',
  'FN',
  'N.given',
  'N.family',
  'ORG',
  'TITLE',
  'TEL',
  'EMAIL',
  'ADR',
  'BDAY',
  'URL',
  'CATEGORIES',
  'NOTE',
] as const;

type Column = (typeof vcardColumns)[number];

/** Bytes of a contact, most of which are its picture. */
const maxCard = 16 * 1024 * 1024;
/** Characters of a value: longer ones, such as pictures, are no text. */
const maxValue = 64 * 1024;

const limits: TextLimits = { bytes: tableLimits.text, line: maxCard };

interface Property {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

/** Splits at a character outside quotation marks. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Index of the colon between the parameters and the value. */
function colonIn(line: string): number {
  let isQuoted = false;
  for (let i = 0; i < line.length; i += 1) {
    if (line[i] === '"') isQuoted = !isQuoted;
    else if (line[i] === ':' && !isQuoted) return i;
  }
  return -1;
}

const encodings = new Set(['QUOTED-PRINTABLE', 'BASE64', 'B', '7BIT', '8BIT']);

/** Reads a property; undefined if the line is none. */
function readProperty(line: string): Property | undefined {
  const colon = colonIn(line);
  if (colon < 0) return undefined;
  const [head = '', ...rest] = splitOutsideQuotes(line.slice(0, colon), ';');
  const parameters = new Map<string, string>();
  for (const each of rest) {
    const equals = each.indexOf('=');
    const bare = each.toUpperCase();
    // In vCard 2.1, types and encodings have no name.
    const name =
      equals < 0 ? (encodings.has(bare) ? 'ENCODING' : 'TYPE') : bare.slice(0, equals).trim();
    const value = each.slice(equals + 1).replace(/^"|"$/g, '');
    const earlier = parameters.get(name);
    parameters.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return {
    // Without the group, such as item1.
    name: head
      .slice(head.indexOf('.') + 1)
      .trim()
      .toUpperCase(),
    parameters,
    value: line.slice(colon + 1),
  };
}

const isQuotedPrintable = (head: string) => /;(?:ENCODING=)?QUOTED-PRINTABLE/i.test(head);

/** Decodes quoted-printable (RFC 2045) in the property's charset. */
function quotedPrintable(text: string, charset: string): string {
  const bytes: Buffer[] = [];
  let at = 0;
  for (const match of text.matchAll(/(?:=[0-9A-Fa-f]{2})+/g)) {
    bytes.push(Buffer.from(text.slice(at, match.index)));
    bytes.push(Buffer.from(match[0].replaceAll('=', ''), 'hex'));
    at = match.index + match[0].length;
  }
  bytes.push(Buffer.from(text.slice(at)));
  const whole = Buffer.concat(bytes);
  try {
    return new TextDecoder(charset, { fatal: true }).decode(whole);
  } catch {
    return new TextDecoder('windows-1252').decode(whole);
  }
}

function decodedValue({ parameters, value }: Property): string {
  const encoding = parameters.get('ENCODING')?.toUpperCase();
  if (encoding === 'BASE64' || encoding === 'B' || value.length > maxValue) return '';
  if (encoding !== 'QUOTED-PRINTABLE') return value;
  return quotedPrintable(value, parameters.get('CHARSET')?.toLowerCase() ?? 'utf-8');
}

/** Splits at separators that are not escaped. */
const splitEscaped = (value: string, separator: string): string[] => {
  const parts = [''];
  for (let i = 0; i < value.length; i += 1) {
    const character = value[i] ?? '';
    const last = parts.length - 1;
    if (character === '\\' && i + 1 < value.length) {
      parts[last] += character + (value[i + 1] ?? '');
      i += 1;
    } else if (character === separator) parts.push('');
    else parts[last] += character;
  }
  return parts;
};

const unescaped = (value: string) =>
  value
    .replace(/\\([nN,;:\\])/g, (_, character: string) =>
      character === 'n' || character === 'N' ? '\n' : character,
    )
    .replace(/\r/g, '')
    .trim();

const partsOf = (value: string, separator: string) => splitEscaped(value, separator).map(unescaped);

/** Telephones that are used for chats come first. */
function rankOf({ parameters }: Property): number {
  const types = (parameters.get('TYPE') ?? '').toUpperCase().split(',');
  const isPreferred = parameters.has('PREF') || types.includes('PREF');
  if (types.some((type) => type.includes('FAX') || type === 'PAGER')) return 9;
  return (
    (types.some((type) => type === 'CELL' || type === 'IPHONE') ? 0 : 2) - (isPreferred ? 1 : 0)
  );
}

const joined = (values: readonly string[]) =>
  [...new Set(values.filter((value) => value !== ''))].join(severalSeparator);

/** Reads the properties of a contact as cells. */
function cellsOf(properties: readonly Property[]): string[] {
  const all = (name: string) => properties.filter((property) => property.name === name);
  const first = (name: string) => {
    const [property] = all(name);
    return property ? decodedValue(property) : '';
  };
  const [family = '', forename = '', additional = ''] = partsOf(first('N'), ';');
  const fullName =
    unescaped(first('FN')) || [forename, additional, family].filter(Boolean).join(' ');
  const cells: Record<Column, string> = {
    UID: unescaped(first('UID')).replace(/^urn:uuid:/i, ''),
    FN: fullName,
    'N.given': [forename, additional].filter(Boolean).join(' '),
    'N.family': family,
    ORG: partsOf(first('ORG'), ';').filter(Boolean).join(', '),
    TITLE: unescaped(first('TITLE') || first('ROLE')),
    TEL: joined(
      all('TEL')
        .toSorted((a, b) => rankOf(a) - rankOf(b))
        .map((property) => unescaped(decodedValue(property)).replace(/^tel:/i, '')),
    ),
    EMAIL: joined(
      all('EMAIL')
        .toSorted((a, b) => rankOf(a) - rankOf(b))
        .map((property) => unescaped(decodedValue(property)).replace(/^mailto:/i, '')),
    ),
    ADR: joined(
      all('ADR').map((property) =>
        partsOf(decodedValue(property), ';')
          .map((part) => part.replace(/\n/g, ', '))
          .filter(Boolean)
          .join(', '),
      ),
    ),
    BDAY: birthday(unescaped(first('BDAY'))),
    URL: joined(all('URL').map((property) => unescaped(decodedValue(property)))),
    CATEGORIES: joined(
      all('CATEGORIES').flatMap((property) => partsOf(decodedValue(property), ',')),
    ),
    NOTE: all('NOTE')
      .map((property) => unescaped(decodedValue(property)))
      .filter(Boolean)
      .join('\n'),
  };
  return vcardColumns.map((column) => cells[column]);
}

/** A date as ISO 8601; empty if it has no year, as on phones whose owner does not know it. */
function birthday(value: string): string {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(value) ?? [];
  return year === undefined || year === '1604' ? '' : `${year}-${month}-${day}`;
}

/** Joins folded lines. */
async function* unfolded(lines: AsyncIterable<readonly TextLine[]>): AsyncGenerator<TextLine> {
  let parts: string[] = [];
  let start = 0;
  let isSoft = false;
  for await (const batch of lines)
    for (const { line, text } of batch) {
      if (parts.length > 0 && isSoft) {
        parts.push(text.replace(/=$/, ''));
        isSoft = text.endsWith('=');
        continue;
      }
      if (parts.length > 0 && /^[ \t]/.test(text)) {
        parts.push(text.slice(1));
        continue;
      }
      if (parts.length > 0) yield { line: start, text: parts.join('') };
      // A soft line break of quoted-printable is an equals sign at the end.
      isSoft = text.endsWith('=') && isQuotedPrintable(text.slice(0, 200));
      parts = [isSoft ? text.slice(0, -1) : text];
      start = line;
    }
  if (parts.length > 0) yield { line: start, text: parts.join('') };
}

async function* cardsIn(lines: AsyncIterable<readonly TextLine[]>): AsyncGenerator<Row> {
  let properties: Property[] | undefined;
  let start = 0;
  let size = 0;
  for await (const { line, text } of unfolded(lines)) {
    if (/^BEGIN:VCARD\s*$/i.test(text)) {
      // A contact within another one is an agent of vCard 2.1, or the end of the first is missing.
      if (properties) throw new FileProblem('open_card', { line: start });
      properties = [];
      start = line;
      size = 0;
      continue;
    }
    if (!properties) continue;
    if (/^END:VCARD\s*$/i.test(text)) {
      yield { line: start, cells: cellsOf(properties) };
      properties = undefined;
      continue;
    }
    size += text.length;
    if (size > maxCard)
      throw new FileProblem('card_too_long', { line: start, values: { limit: maxCard } });
    const property = readProperty(text);
    if (property) properties.push(property);
  }
  if (properties) throw new FileProblem('open_card', { line: start });
}

/**
 * Reads contacts once and describes them.
 * @throws FileProblem
 */
export async function readVcards(open: OpenBytes): Promise<Table> {
  const survey = await surveyText(open, limits);
  const rows = () => cardsIn(readLines(open, survey, limits));
  let count = 0;
  for await (const { line } of rows()) {
    count += 1;
    if (count > tableLimits.rows)
      throw new FileProblem('too_many_rows', { line, values: { limit: tableLimits.rows } });
  }
  if (count === 0) throw new FileProblem('no_cards');
  return {
    format: 'vcard',
    sheets: [],
    sheet: null,
    header: { line: 0, names: vcardColumns },
    separator: null,
    encoding: survey.encoding,
    mixedLine: survey.mixedLine,
    count,
    width: vcardColumns.length,
    rowsAbove: 0,
    skipped: [],
    skippedCount: 0,
    rows,
    close: () => Promise.resolve(),
  };
}
