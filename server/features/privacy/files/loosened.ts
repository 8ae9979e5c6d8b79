/* Texts without the markup that may divide or encode a phone number, an address or a name. */

const named: Readonly<Record<string, string>> = {
  ...{ nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", commat: '@', period: '.' },
};
/** Accents in names of entities, as combining characters: `&atilde;` is `ã`. */
const accents: Readonly<Record<string, string>> = {
  ...{ acute: '\u0301', grave: '\u0300', circ: '\u0302', tilde: '\u0303', uml: '\u0308' },
  cedil: '\u0327',
};

const character = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';

const entity = (whole: string, name: string): string => {
  if (name.startsWith('#x') || name.startsWith('#X'))
    return character(Number.parseInt(name.slice(2), 16) || 0);
  if (name.startsWith('#')) return character(Number(name.slice(1)) || 0);
  const accent = accents[name.slice(1)];
  return accent === undefined ? (named[name] ?? whole) : `${name[0] ?? ''}${accent}`;
};

/** Text of HTML: without tags, with its entities decoded. Blocks end with a line. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<(?:br|\/?(?:p|div|li|tr|td|th|h[1-6]|table))\b[^<>]{0,2000}>/gi, '\n')
    .replace(/<[a-z/!][^<>]{0,2000}>/gi, '')
    .replace(/&(#?[0-9a-z]{1,10});/gi, entity);

/** Decodes bytes that are written as hexadecimal digits: UTF-8, or else Windows-1252. */
function decoded(hex: string): string {
  const bytes = Buffer.from(hex.replace(/[^0-9a-f]/gi, ''), 'hex');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Text of RTF: without control words and groups, with its characters decoded. */
export const textOfRtf = (rtf: string): string =>
  rtf
    .replace(/\\u(-?\d{1,6}) ?(?:\\'[0-9a-f]{2}|\?)?/gi, (_, code: string) =>
      character((Number(code) + 0x10000) % 0x10000),
    )
    .replace(/\\'([0-9a-f]{2})/gi, (_, hex: string) => decoded(hex))
    .replace(/\\(?:par|line|cell|row|tab)\b ?/g, '\n')
    .replace(/\\[a-z]{1,32}-?\d{0,10} ?/gi, '')
    .replace(/\\~/g, ' ')
    .replace(/[{}]/g, '');

/** Text of vCards: folded lines joined, quoted-printable decoded. */
export const textOfVcards = (text: string): string =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/\r?\n[ \t]/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, decoded);

/** JSON with its characters unescaped. */
export const textOfJson = (json: string): string =>
  json
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replace(/\\[nrt]/g, '\n')
    .replaceAll('\\/', '/');
