import { randomInt } from 'node:crypto';

/*
 * Replaces identifiers of people in a text before it is sent to a language model, and puts them back into the answer (ADR 247). Rather masks too
 * much than too little: everything that is masked is restored.
 */

const kinds = ['EMAIL', 'PIX', 'NUMERO', 'DOCUMENTO', 'NOME'] as const;
type Kind = (typeof kinds)[number];

/** Letters without vowels: a placeholder is no word. */
const letters = 'bcdfghjklmnpqrstvwxz';
const nonceOf = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');

const email = String.raw`[^\s@"'<>()[\]{},;:]{1,64}\s?(?:@|\(at\)|\[at\]|\sarroba\s)\s?[\p{L}\p{N}-]+(?:(?:\.|\sponto\s)[\p{L}\p{N}-]+)+`;
const uuid = String.raw`(?<![\p{L}\p{N}])[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}(?![\p{L}\p{N}])`;
const day = String.raw`(?<!\d)(?:(?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|1[0-2])/(?:19|20)\d{2}|(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?!\d|[ ().+\p{Pd}/_]{0,3}\d)`;
/** CNPJ, also with letters. */
const company = String.raw`(?<![\p{L}\p{N}])(?=[\dA-Z./-]*\d[\dA-Z./-]*\d)[\dA-Z]{2}[. ]?[\dA-Z]{3}[. ]?[\dA-Z]{3}[/ ]?[\dA-Z]{4}[- ]?\d{2}(?![\p{L}\p{N}])`;
/** At least seven digits, whatever is between them: phone numbers, CPF, RG, CEP, cards. */
const number = String.raw`\+?\(?\d(?:[\s().+\p{Pd}/_·•*|\\:,]{0,3}\d){6,}(?:[\s.\p{Pd}]?[xX](?!\p{L}))?`;
/** Amounts in BRL stay. */
const money = String.raw`R\$\s?\d{1,3}(?:\.\d{3})*(?:,\d{2})?(?![\d.,\p{Pd}])`;
const address = String.raw`\b(?:https?://|www\.)\S+`;

const identifier = new RegExp(
  `(?<address>${address})|(?<EMAIL>${email})|(?<PIX>${uuid})|(?<DOCUMENTO>${company})|(?<stays>${day}|${money})|(?<NUMERO>${number})`,
  'giu',
);

/** Invisible characters, between which a number would not be recognized. */
const invisible = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;
const word = /[\p{L}][\p{L}\p{M}'’]*/gu;

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Parts of names that are no names. */
const particles = new Set(['da', 'de', 'do', 'das', 'dos', 'e', 'van', 'von', 'del', 'la', 'di']);

/** Shortest word of a name that is masked alone. */
const shortestName = 2;

/** Words of names. */
function wordsOf(names: readonly string[]): ReadonlySet<string> {
  const words = names.flatMap((name) =>
    [...name.normalize('NFKC').matchAll(word)].map(([each]) => folded(each)),
  );
  return new Set(words.filter((each) => each.length >= shortestName && !particles.has(each)));
}

export interface Masked {
  readonly text: string;
  /** Puts the identifiers back into an answer; placeholders that it changed stay as they are. */
  restore(answer: string): string;
}

/** A conversation of maskings, so that the same value has the same placeholder in all texts of a request. */
export function maskFor(names: readonly string[]): (text: string) => Masked {
  const nonce = nonceOf();
  const hidden = wordsOf(names);
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
  const maskNames = (text: string) =>
    hidden.size === 0
      ? text
      : text.replaceAll(word, (each) =>
          hidden.has(folded(each)) ? placeholder('NOME', each) : each,
        );
  return (text) => {
    const plain = text.normalize('NFKC').replaceAll(invisible, '');
    let masked = '';
    let end = 0;
    for (const match of plain.matchAll(identifier)) {
      masked += maskNames(plain.slice(end, match.index));
      end = match.index + match[0].length;
      const { groups = {} } = match;
      const kind = kinds.find((each) => groups[each] !== undefined);
      // Links often contain names, numbers or tokens, and say nothing that a summary needs.
      if (groups.address !== undefined) masked += '[link]';
      else masked += kind ? placeholder(kind, match[0]) : match[0];
    }
    masked += maskNames(plain.slice(end));
    return {
      text: masked,
      restore: (answer) =>
        answer.replaceAll(/\[[A-Z]+_\d+_[a-z]+\]/g, (each) => byPlaceholder.get(each) ?? each),
    };
  };
}
