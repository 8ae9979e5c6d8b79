import { createHmac } from 'node:crypto';
import { spellings } from '#server/features/gateways/phones.ts';
import type { ValueFormat } from '#server/platform/error-reasons.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/*
 * Identifiers of a person, in every spelling. Each is searched for in two ways: by a regular expression for PostgreSQL and JavaScript, and
 * by a keyed hash of its canonical form, which survives an erasure without revealing the person.
 */

/** Kinds that identify a person. Names are only a help: others may have the same. */
export const certainKinds = ['phone', 'email', 'tax_id', 'lid'] as const;
export type CertainKind = (typeof certainKinds)[number];
export type IdentifierKind = CertainKind | 'name';

/** Identifiers of a person in their canonical forms. */
export type Identifiers = { readonly [K in IdentifierKind]: readonly string[] };

/** Values as users enter them. */
interface Entered {
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly tax_ids: readonly string[];
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * Returns the digits of a phone number with country code: Brazil's if there is none. Undefined for anything else.
 * @param text such as `+55 (11) 98765-4321` or `11 8765-4321`
 */
export function phoneDigits(text: string): string | undefined {
  const isInternational = /^\s*(\+|00)/.test(text);
  const digits = digitsOf(text).replace(/^0+/, '');
  if (!isInternational && (digits.length === 10 || digits.length === 11)) return `55${digits}`;
  return digits.length >= 10 && digits.length <= 15 ? digits : undefined;
}

/** One of the spellings of a number, always the same. */
const canonicalPhone = (digits: string) =>
  spellings(digits).toSorted((a, b) => a.length - b.length)[0] ?? digits;

/** A number as people write it: Brazilian ones with the ninth digit, which the canonical spelling lacks. */
export const writtenPhone = (digits: string): string =>
  digits.startsWith('55')
    ? (spellings(digits).toSorted((a, b) => b.length - a.length)[0] ?? digits)
    : digits;

const emailFormat = /^[^\s@"'<>]{1,64}@[^\s@"'<>]+\.[^\s@"'<>]+$/;

/** Canonical form of each kind; undefined for a text that is none. */
const canonical: {
  readonly [K in IdentifierKind]: (text: string) => string | undefined;
} = {
  phone(text) {
    const digits = phoneDigits(text);
    return digits === undefined ? undefined : canonicalPhone(digits);
  },
  email: (text) => (emailFormat.test(text.trim()) ? text.trim().toLowerCase() : undefined),
  tax_id: (text) => (/^\d{11}$/.test(digitsOf(text)) ? digitsOf(text) : undefined),
  lid: (text) => (/^\d{6,20}$/.test(digitsOf(text)) ? digitsOf(text) : undefined),
  // A single word is too common to search for.
  name(text) {
    const words = text.trim().split(/\s+/);
    return words.length > 1 && words.join('').length > 4 ? words.join(' ') : undefined;
  },
};

/** Identifiers in their canonical forms, each once; texts that are none are left out. */
export function identifiersFrom(
  texts: {
    readonly [K in IdentifierKind]?: readonly (string | null | undefined)[];
  },
): Identifiers {
  const of = (kind: IdentifierKind) => [
    ...new Set((texts[kind] ?? []).flatMap((text) => canonical[kind](text ?? '') ?? [])),
  ];
  return {
    phone: of('phone'),
    email: of('email'),
    tax_id: of('tax_id'),
    lid: of('lid'),
    name: of('name'),
  };
}

const entered = {
  phones: { kind: 'phone', format: 'phone', problem: 'must be phone numbers with area code' },
  emails: { kind: 'email', format: 'email', problem: 'must be e-mail addresses' },
  tax_ids: { kind: 'tax_id', format: 'cpf', problem: 'must be CPFs of 11 digits' },
} as const satisfies Record<
  keyof Entered,
  { kind: CertainKind; format: ValueFormat; problem: string }
>;
const enteredNames = ['phones', 'emails', 'tax_ids'] as const;

/** Returns the fields whose values cannot be searched for. */
export const identifierProblems = (values: Entered) =>
  enteredNames.flatMap((field) => {
    const { kind, ...about } = entered[field];
    return values[field].every((text) => canonical[kind](text) !== undefined)
      ? []
      : [{ field, ...about }];
  });

/** The values in their canonical forms. */
export const cleanIdentifiers = ({ phones, emails, tax_ids }: Entered) => {
  const { phone, email, tax_id } = identifiersFrom({
    phone: phones,
    email: emails,
    tax_id: tax_ids,
  });
  return { phones: phone, emails: email, tax_ids: tax_id };
};

// Regular expressions -----------------------------------------------------------------------------------------------

/** Characters between the digits of a number as people write them. */
const gap = '[ ().+/\\u00a0-]{0,3}';
const spaced = (digits: string) => [...digits].join(gap);

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Brazilian number: country code, area, ninth digit, number. */
const brazilian = /^55([1-9]{2})9?([2-9]\d{7})$/;

function phonePattern(digits: string): string {
  const [, area, rest] = brazilian.exec(digits) ?? [];
  if (area === undefined || rest === undefined)
    return `(?:${spellings(digits).map(spaced).join('|')})`;
  return `(?:5${gap}5${gap})?(?:0${gap})?${spaced(area)}${gap}(?:9${gap})?${spaced(rest)}`;
}

const nameGap = '\\s+';

const patterns: { readonly [K in IdentifierKind]: (value: string) => string } = {
  phone: (value) => `(?<![0-9])${phonePattern(value)}(?![0-9])`,
  tax_id: (value) => `(?<![0-9])${spaced(value)}(?![0-9])`,
  lid: (value) => `(?<![0-9])${value}(?![0-9])`,
  email: (value) => `(?<![A-Za-z0-9_%+.-])${literal(value)}(?![A-Za-z0-9_-]|\\.[A-Za-z0-9])`,
  name: (value) => `(?<![[:alpha:]])${value.split(' ').map(literal).join(nameGap)}(?![[:alpha:]])`,
};

/** A pattern that matches no text. */
export const matchesNothing = 'a\\Ab';

/** PostgreSQL pattern (`~*`) of some kinds of identifiers; null if there are none. */
export function patternOf(
  identifiers: Identifiers,
  kinds: readonly IdentifierKind[] = certainKinds,
): string | null {
  const all = kinds.flatMap((kind) => identifiers[kind].map(patterns[kind]));
  return all.length === 0 ? null : `(?:${all.join('|')})`;
}

/** The same pattern for JavaScript, whose classes of characters differ. */
export const expressionOf = (pattern: string, flags = 'giu'): RegExp =>
  new RegExp(pattern.replaceAll('[[:alpha:]]', '[\\p{L}]'), flags);

/** Kinds of identifiers that occur in a text. */
export const kindsIn = (text: string, identifiers: Identifiers): IdentifierKind[] =>
  ([...certainKinds, 'name'] as const).filter((kind) => {
    const pattern = patternOf(identifiers, [kind]);
    return pattern !== null && expressionOf(pattern, 'iu').test(text);
  });

/** Text that replaces an identifier. */
export const replacement = '[removido]';

/** Replaces every identifier in a text, which may be JSON. */
export function withoutIdentifiers(text: string, identifiers: Identifiers): string {
  const pattern = patternOf(identifiers, [...certainKinds, 'name']);
  return pattern === null ? text : text.replace(expressionOf(pattern), replacement);
}

// Keyed hashes ------------------------------------------------------------------------------------------------------

const purpose = 'pauta erased identifiers';

const hashed = (key: string, team: string, kind: CertainKind, value: string) =>
  createHmac('sha256', Buffer.from(key, 'hex')).update([team, kind, value].join(' ')).digest();

/** Keyed hashes of the identifiers by the sealing key of the installation. Names have none: others may have the same. */
export const marksOf = (secrets: Secrets, team: string, identifiers: Identifiers): Buffer[] => {
  const key = secrets.derive(purpose);
  return certainKinds.flatMap((kind) =>
    identifiers[kind].map((value) => hashed(key, team, kind, value)),
  );
};

/** Keyed hashes by which an identifier may have been stored: one for each key of the installation. */
export function possibleMarks(
  secrets: Secrets,
  team: string,
  kind: CertainKind,
  text: string,
): Buffer[] {
  const value = canonical[kind](text);
  if (value === undefined) return [];
  return secrets.keys().map((key) => hashed(key.derive(purpose), team, kind, value));
}
