/* CPF, CNPJ, CEP and phone numbers in Brazilian notation. Masks change only the display; values are stored as typed. */

/** Removes punctuation and converts to upper case. */
const bareTaxId = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

/** Weighted sum modulo 11: a remainder below 2 gives 0. A letter counts as its ASCII code less 48. */
function digit(characters: string, weights: readonly number[]): number {
  const sum = weights.reduce(
    (total, weight, i) => total + weight * (characters.charCodeAt(i) - 48),
    0,
  );
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

const down = (from: number) => Array.from({ length: from - 1 }, (_, i) => from - i);
/** Weights of a CNPJ's characters: 2 to 9 from the last one on, repeated. */
const cnpjWeights = (length: number) =>
  Array.from({ length }, (_, i) => 2 + ((length - 1 - i) % 8));

const endsIn = (bare: string, first: readonly number[], second: readonly number[]) => {
  const base = bare.slice(0, -2);
  const one = digit(base, first);
  return bare.slice(-2) === `${one}${digit(`${base}${one}`, second)}`;
};

const isOneCharacter = (bare: string) => /^(.)\1+$/.test(bare);

/** True for a CPF: 11 digits, of which the last two are check digits. */
export const isCpf = (text: string) => {
  const bare = bareTaxId(text);
  return /^\d{11}$/.test(bare) && !isOneCharacter(bare) && endsIn(bare, down(10), down(11));
};

/** True for a CNPJ, of digits or, since July 2026, of letters and digits (IN RFB 2.229/2024). */
export const isCnpj = (text: string) => {
  const bare = bareTaxId(text);
  return (
    /^[0-9A-Z]{12}\d{2}$/.test(bare) &&
    !isOneCharacter(bare) &&
    endsIn(bare, cnpjWeights(12), cnpjWeights(13))
  );
};

/** `52998224725` → `529.982.247-25`; returns a text of another length unchanged. */
export const formatCpf = (text: string) =>
  bareTaxId(text).replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4') || text;

/** `12ABC34501DE35` → `12.ABC.345/01DE-35`. */
export const formatCnpj = (text: string) =>
  bareTaxId(text).replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5') || text;

/** `01310100` → `01310-100`; returns any other text unchanged. */
export const formatCep = (text: string) =>
  /^\D*(?:\d\D*){8}$/.test(text) ? text.replace(/\D/g, '').replace(/^(\d{5})/, '$1-') : text;

/** True if the text has the shape of a CEP. */
export const isCep = (text: string) => /^\d{5}-?\d{3}$/.test(text.trim());

/** `5511999998888` → `+55 11 99999-8888`; returns foreign numbers and any other text unchanged. */
export function formatPhone(text: string): string {
  if (!/^\+?[\d\s().-]+$/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  const [, country, area, first, last] = /^(55)?([1-9]\d)(9?\d{4})(\d{4})$/.exec(digits) ?? [];
  if (area === undefined) return text;
  return `${country ? '+55 ' : ''}${area} ${first}-${last}`;
}

/** Returns a number's digits with the country code. A number in Brazilian notation with an area code gets 55. */
export function internationalDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  const isWhole = text.trim().startsWith('+') || !/^[1-9]\d(9\d{8}|[2-8]\d{7})$/.test(digits);
  return isWhole ? digits : `55${digits}`;
}

const marks = {
  cpf: [
    [3, '.'],
    [6, '.'],
    [9, '-'],
  ],
  cnpj: [
    [2, '.'],
    [5, '.'],
    [8, '/'],
    [12, '-'],
  ],
  zip: [[5, '-']],
} as const satisfies Record<string, readonly (readonly [number, string])[]>;

export type Mask = keyof typeof marks | 'phone';

/** Number of characters that a mask covers; longer input is left alone. */
const lengths = { cpf: 11, cnpj: 14, zip: 8 } as const;

/** Adds punctuation to the text typed so far; returns text that does not fit unchanged. */
export function applyMask(mask: Mask, typed: string): string {
  if (mask === 'phone') return formatPhone(typed);
  const bare = bareTaxId(typed);
  const fits = mask === 'cnpj' ? /^[0-9A-Z]*$/ : /^\d*$/;
  if (bare.length > lengths[mask] || !fits.test(bare)) return typed;
  let text = '';
  for (const [at, character] of [...bare].entries()) {
    text += marks[mask].find(([place]) => place === at)?.[1] ?? '';
    text += character;
  }
  return text;
}

/** True if the text has the shape of an email address: name@host.tld. For a warning only; the API accepts any text. */
export const isEmail = (text: string) => /^[^\s@<>,;]+@[^\s@<>,;.]+(\.[^\s@<>,;.]+)+$/.test(text);

/** A name, or a number that takes its place. */
export const formatName = (name: string): string =>
  /^\d{8,}$/.test(name) ? formatPhone(name) : name;
