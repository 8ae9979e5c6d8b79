import { randomInt } from 'node:crypto';

/*
 * Replaces identifiers of people in a text before it is sent to a language model, and puts them back into the answer (ADR 247). Rather masks too
 * much than too little: everything that is masked is restored.
 */

const kinds = ['EMAIL', 'CONTA', 'PIX', 'NUMERO', 'DOCUMENTO', 'NOME'] as const;
type Kind = (typeof kinds)[number];

/** Letters without vowels: a placeholder is no word. */
const letters = 'bcdfghjklmnpqrstvwxz';
const nonceOf = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');

const email = String.raw`(?<![^\s@"'<>()[\]{},;:])[^\s@"'<>()[\]{},;:]+\s?(?:@|\(at\)|\[at\]|\sarroba\s)\s?[\p{L}\p{N}-]+(?:(?:\.|\sponto\s)[\p{L}\p{N}-]+)*`;
/** Name of an account on a social network. */
const account = String.raw`(?<![\p{L}\p{N}])@[\p{L}\p{N}._-]{2,}`;
/** Code of a Pix payment, up to the end of the line: it contains the key and the name of the recipient. */
const paymentCode = String.raw`(?<!\d)00020[12][^\n]{20,}`;
const uuid = String.raw`(?<![\p{L}\p{N}])[0-9a-f]{8}[-\s]{0,2}(?:[0-9a-f]{4}[-\s]{0,2}){3}[0-9a-f]{12}(?![\p{L}\p{N}])`;
const day = String.raw`(?<!\d)(?:(?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|1[0-2])/(?:19|20)\d{2}|(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?!\d|[ ().+\p{Pd}/_]{0,3}\d)`;
/** CNPJ, also with letters. */
const company = String.raw`(?<![\p{L}\p{N}])(?=[\dA-Z./-]*\d[\dA-Z./-]*\d)[\dA-Z]{2}[. ]?[\dA-Z]{3}[. ]?[\dA-Z]{3}[/ ]?[\dA-Z]{4}[- ]?\d{2}(?![\p{L}\p{N}])`;
/** At least seven digits, whatever is between them: phone numbers, CPF, RG, CEP, cards. */
const number = String.raw`\+?\(?\d(?:[\s().+\p{Pd}/_·•*|\\:,]{0,3}\d){6,}(?:[\s.\p{Pd}]?[xX](?!\p{L}))?`;
/** Amounts in BRL stay. */
const money = String.raw`R\$\s?\d{1,3}(?:\.\d{3})*(?:,\d{2})?(?![\d.,\p{Pd}])`;
const address = String.raw`\b(?:https?://|www\.)\S+`;

/** In order: a number would take the first digits of an address, a key or a CNPJ with letters that follows it. */
const identifiers = [
  `(?<address>${address})|(?<EMAIL>${email})|(?<CONTA>${account})|(?<PIX>${paymentCode}|${uuid})`,
  `(?<DOCUMENTO>${company})`,
  `(?<stays>${day}|${money})|(?<NUMERO>${number})`,
].map((pattern) => new RegExp(pattern, 'giu'));

/** Invisible characters, between which a number would not be recognized. */
const invisible = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;
const word = /\p{L}[\p{L}\p{M}'’]*/gu;

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();

/** Parts of names that are no names. */
const particles = new Set(['da', 'de', 'do', 'das', 'dos', 'e', 'van', 'von', 'del', 'la', 'di']);

/** Shortest word of a name that is masked alone, at the beginning or end of a word, and anywhere in a word. */
const shortest = { alone: 2, atEnd: 4, anywhere: 5 } as const;

/** Recognizes words of names, also in other words: nicknames, names of accounts, and names without spaces. */
function nameFinder(names: readonly string[]): (word: string) => boolean {
  const hidden = new Set(
    names
      .flatMap((name) => [...name.normalize('NFKC').matchAll(word)].map(([each]) => each))
      .flatMap((each) => [each, ...each.split(/['’]/)].map(folded))
      .filter((each) => each.length >= shortest.alone && !particles.has(each)),
  );
  // Scripts without spaces between words.
  const isDense = [...hidden].some((each) => /[^\p{Script=Latin}]/u.test(each));
  const longest = Math.max(0, ...[...hidden].map(({ length }) => length));
  const contains = (text: string) => {
    for (let start = 0; start < text.length; start += 1)
      for (
        let end = start + (isDense ? shortest.alone : shortest.atEnd);
        end <= Math.min(text.length, start + longest);
        end += 1
      ) {
        const part = text.slice(start, end);
        const isLong =
          part.length >= shortest.anywhere ||
          (part.length >= shortest.atEnd && (start === 0 || end === text.length)) ||
          /[^\p{Script=Latin}]/u.test(part);
        if (isLong && hidden.has(part)) return true;
      }
    return false;
  };
  /** True for several names and particles without spaces. */
  const isJoined = (text: string) => {
    const reached = new Set([0]);
    for (let start = 0; start < text.length; start += 1)
      if (reached.has(start))
        for (let end = start + 1; end <= text.length; end += 1) {
          const part = text.slice(start, end);
          if (hidden.has(part) || (start > 0 && particles.has(part))) reached.add(end);
        }
    return reached.has(text.length);
  };
  const results = new Map<string, boolean>();
  return (each) => {
    const text = folded(each);
    let result = results.get(text);
    if (result === undefined) {
      const parts = each.split(/['’]/).map(folded);
      result =
        hidden.has(text) ||
        parts.some((part) => hidden.has(part)) ||
        contains(text) ||
        isJoined(text);
      results.set(text, result);
    }
    return result;
  };
}

/** Between letters of a spelled name, and between the parts of one that is split over two lines. */
const spelling = /^[\s.\p{Pd}_·*]{1,3}$/u;
const lineEnd = /^[\p{Pd}]?[^\S\n]*\n[^\S\n]*$/u;

/** Finds words of names, names in spelled letters, and names over two lines. @returns positions, in order */
function findNames(
  text: string,
  isName: (word: string) => boolean,
): readonly (readonly [start: number, end: number])[] {
  const words = [...text.matchAll(word)].map(({ 0: each, index }) => ({
    text: each,
    start: index,
    end: index + each.length,
  }));
  const gap = (i: number) => text.slice(words[i]?.end, words[i + 1]?.start);
  const ranges: [number, number][] = [];
  for (let i = 0; i < words.length; i += 1) {
    const first = words[i];
    if (!first) break;
    let last = i;
    if (first.text.length === 1)
      while (words[last + 1]?.text.length === 1 && spelling.test(gap(last))) last += 1;
    const spelled = words.slice(i, last + 1).map((each) => each.text);
    const next = words[i + 1];
    if (last > i && isName(spelled.join(''))) {
      ranges.push([first.start, words[last]?.end ?? first.end]);
      i = last;
    } else if (isName(first.text)) ranges.push([first.start, first.end]);
    else if (next && lineEnd.test(gap(i)) && !isName(next.text) && isName(first.text + next.text)) {
      ranges.push([first.start, next.end]);
      i += 1;
    }
  }
  return ranges;
}

declare const isMasked: unique symbol;
/** A text in which a {@link Masking} has replaced the identifiers. Requests accept no other text. */
export type MaskedText = string & { readonly [isMasked]: true };

/** Masks the texts of one request: the same value has the same placeholder in all of them. */
export interface Masking {
  mask(text: string): MaskedText;
  /** Puts the identifiers back into an answer; placeholders that it invented stay as they are. */
  restore(answer: string): string;
}

/** @param names of people and organizations */
export function maskingOf(names: readonly string[]): Masking {
  const nonce = nonceOf();
  const isName = nameFinder(names);
  const byValue = new Map<string, string>();
  const byPlaceholder = new Map<string, string>();
  const counts = new Map<Kind, number>();
  const placeholder = (kind: Kind, value: string) => {
    const key = `${kind} ${value}`;
    const earlier = byValue.get(key);
    if (earlier !== undefined) return earlier;
    const n = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, n);
    const made = `[${kind}_${n}_${nonce}]`;
    byValue.set(key, made);
    byPlaceholder.set(made, value);
    return made;
  };
  const maskNames = (text: string) => {
    let masked = '';
    let end = 0;
    for (const [start, stop] of findNames(text, isName)) {
      masked += text.slice(end, start) + placeholder('NOME', text.slice(start, stop));
      end = stop;
    }
    return masked + text.slice(end);
  };
  /** Masks what the patterns from a place on match, and names in the rest. */
  const maskFrom = (place: number, text: string): string => {
    const pattern = identifiers[place];
    if (!pattern) return maskNames(text);
    let masked = '';
    let end = 0;
    for (const match of text.matchAll(pattern)) {
      masked += maskFrom(place + 1, text.slice(end, match.index));
      end = match.index + match[0].length;
      const { groups = {} } = match;
      const kind = kinds.find((each) => groups[each] !== undefined);
      // Links often contain names, numbers or tokens, and say nothing that a summary needs.
      if (groups.address !== undefined) masked += '[link]';
      else masked += kind ? placeholder(kind, match[0]) : match[0];
    }
    return masked + maskFrom(place + 1, text.slice(end));
  };
  return {
    mask: (text) => maskFrom(0, text.normalize('NFKC').replaceAll(invisible, '')) as MaskedText,
    // Models change the case of placeholders and leave out brackets.
    restore: (answer) =>
      answer.replaceAll(
        /\[?\b([a-z]+)[ _-](\d+)[ _-]([a-z]{4})\b\]?/gi,
        (each, kind: string, n: string, mark: string) =>
          byPlaceholder.get(`[${kind.toUpperCase()}_${n}_${mark.toLowerCase()}]`) ?? each,
      ),
  };
}

/** Longest identifier that is not recognized by its beginning, with its separators. */
const longestIdentifier = 100;

/** Cuts a masked text. @param max characters */
export const cutMasked = (text: MaskedText, max: number): MaskedText =>
  text.length <= max
    ? text
    : (text.slice(0, max).replace(/\[[A-Z]*(?:_[\d_a-z]*)?$/, '') as MaskedText);

/** Template of masked texts and words of the service. */
export const maskedLine = (
  words: TemplateStringsArray,
  ...texts: readonly MaskedText[]
): MaskedText => String.raw({ raw: words }, ...texts) as MaskedText;

/**
 * Masks a text that may have been cut when it was read. Half an identifier at its end is not recognized, so that the end is left out.
 * @param max characters that were read
 */
export function maskBeginning({ mask }: Masking, text: string, max: number): MaskedText {
  const masked = mask(text);
  return [...text].length < max
    ? masked
    : cutMasked(masked, Math.max(0, masked.length - longestIdentifier));
}
