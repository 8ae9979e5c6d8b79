/*
 * CPF, CNPJ, CEP and phone numbers as Brazil writes them. Masks are for the eye: what is kept is what was typed.
 */

/** Without its punctuation, in upper case. */
export const bareTaxId = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

/** Weighted sum modulo 11: a remainder below 2 gives 0. A letter counts as its ASCII code less 48. */
function digit(characters: string, weights: readonly number[]): number {
  const sum = weights.reduce(
    (total, weight, i) => total + weight * (characters.charCodeAt(i) - 48),
    0,
  );
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

const down = (from: number) => Array.from({ length: from - 1 }, (_, i) => from - i);
/** The weights of a CNPJ's characters, from the last one on: 2 to 9, and again. */
const around = (length: number) => Array.from({ length }, (_, i) => 2 + ((length - 1 - i) % 8));

const endsIn = (bare: string, first: readonly number[], second: readonly number[]) => {
  const base = bare.slice(0, -2);
  const one = digit(base, first);
  return bare.slice(-2) === `${one}${digit(`${base}${one}`, second)}`;
};

const isOneCharacter = (bare: string) => /^(.)\1+$/.test(bare);

/** Whether something is a CPF: 11 digits, the last two of which check the others. */
export const isCpf = (text: string) => {
  const bare = bareTaxId(text);
  return /^\d{11}$/.test(bare) && !isOneCharacter(bare) && endsIn(bare, down(10), down(11));
};

/** Whether something is a CNPJ, of digits or, since July 2026, of letters and digits (IN RFB 2.229/2024). */
export const isCnpj = (text: string) => {
  const bare = bareTaxId(text);
  return (
    /^[0-9A-Z]{12}\d{2}$/.test(bare) &&
    !isOneCharacter(bare) &&
    endsIn(bare, around(12), around(13))
  );
};

/** `52998224725` → `529.982.247-25`; what is no CPF by its length, as it is. */
export const shownCpf = (text: string) =>
  bareTaxId(text).replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4') || text;

/** `12ABC34501DE35` → `12.ABC.345/01DE-35`. */
export const shownCnpj = (text: string) =>
  bareTaxId(text).replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5') || text;

/** `01310100` → `01310-100`; a text that is no CEP, as it is. */
export const shownCep = (text: string) =>
  /^\D*(?:\d\D*){8}$/.test(text) ? text.replace(/\D/g, '').replace(/^(\d{5})/, '$1-') : text;

/** Whether something is a CEP by its length. */
export const isCep = (text: string) => /^\d{5}-?\d{3}$/.test(text.trim());

/** `5511999998888` → `+55 11 99999-8888`; numbers of elsewhere, and what is no number, as they are. */
export function shownPhone(text: string): string {
  if (!/^\+?[\d\s().-]+$/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  const [, country, area, first, last] = /^(55)?([1-9]\d)(9?\d{4})(\d{4})$/.exec(digits) ?? [];
  if (area === undefined) return text;
  return `${country ? '+55 ' : ''}${area} ${first}-${last}`;
}

/** The digits of a number with the code of its country: one that is written as in Brazil, with its area, is a Brazilian one. */
export function dialled(text: string): string {
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

/** How many characters a mask is for; who types more is left alone. */
const lengths = { cpf: 11, cnpj: 14, zip: 8 } as const;

/** What somebody has typed so far, with its punctuation; what does not fit is left as it was typed. */
export function masked(mask: Mask, typed: string): string {
  if (mask === 'phone') return shownPhone(typed);
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

/** True if a text has the shape of an email address: name@host.tld. A warning only; the service keeps any text. */
export const isEmail = (text: string) => /^[^\s@<>,;]+@[^\s@<>,;.]+(\.[^\s@<>,;.]+)+$/.test(text);
