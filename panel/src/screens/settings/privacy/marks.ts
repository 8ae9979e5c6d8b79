import type { PrivacyRequest } from '#panel/api/schema.ts';

/* Identifiers of a person in excerpts, as the service finds them. Only for marking: the service decides what it replaces. */

type Person = Pick<PrivacyRequest, 'name' | 'phones' | 'emails' | 'tax_ids'>;

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
/** Digits with the punctuation that people write between them. */
const spaced = (digits: string) => [...digits].join('[ ().+/\\u00a0-]{0,3}');
const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Digits of a number that all its spellings end with. */
const sharedDigits = 8;

/** Pattern of the identifiers; undefined if there are none. */
export function identifierPattern({ name, phones, emails, tax_ids }: Person): RegExp | undefined {
  const all = [
    ...(name === null ? [] : [name.trim().split(/\s+/).map(literal).join('\\s+')]),
    ...phones.map(
      (phone) => `(?:[+(]?\\d[\\d ().-]{0,9})?${spaced(digitsOf(phone).slice(-sharedDigits))}`,
    ),
    ...emails.map(literal),
    ...tax_ids.map((cpf) => spaced(digitsOf(cpf))),
  ].filter((text) => text !== '');
  return all.length === 0 ? undefined : new RegExp(`(${all.join('|')})`, 'gi');
}

/** Splits a text: every second part is an identifier. */
export const splitAt = (text: string, pattern: RegExp | undefined): readonly string[] =>
  pattern === undefined ? [text] : text.split(pattern);
