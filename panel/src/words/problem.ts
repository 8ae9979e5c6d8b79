import type { problems } from './problems-pt-BR.ts';
import type { Words } from './pt-BR.ts';

/*
 * The service refuses input in English sentences such as "title must be a string of at most 255 characters". The panel says them in
 * the user's language.
 */

export type Problems = typeof problems;
type Kind = keyof Problems;

/** First match wins. `least` and `most` are the numbers of a bound. */
const shapes: readonly (readonly [RegExp, Kind])[] = [
  [/^(is required|cannot be null)/, 'required'],
  [/no [\w ]+ has this id|there is no \w+ with this id/, 'missing'],
  [/is not a field|is not allowed here/, 'unknown'],
  [/^inbox_id together with phone/, 'recipient'],
  [/must be the part of the link/, 'brokenLink'],
  [/ha(s|ve) an account|member of this team already|another member with this/, 'alreadyMember'],
  [
    /[Aa]nother (contact|account) has|already (has|have|registered|used|taken)|known already|is taken/,
    'taken',
  ],
  [
    /operator can raise the limit|has at most|can have at most|saved views; delete|passkeys already/,
    'limit',
  ],
  [/^A team always has an owner/, 'lastOwner'],
  [/only for owners|^Only an owner/, 'ownersOnly'],
  [/^Set up a second factor/, 'secondFactorFirst'],
  [/^This is the only way in/, 'onlyWayIn'],
  [/^This member is suspended|^The account of .* is disabled/, 'suspended'],
  [/^This team is not empty/, 'notEmpty'],
  [/(column|pipeline) has tasks/, 'hasTasks'],
  [/makes tasks in the|it stays|template stays|are linked to this/, 'inUse'],
  [/decided already/, 'decided'],
  [/revoked/, 'revoked'],
  [
    /too late|time to decide is over|undone already|older than 30 days|not asked any more/,
    'tooLate',
  ],
  [/changed since it was shown|^It was changed at|read it again/, 'changed'],
  [/still to be scanned/, 'scanning'],
  [/at this moment|still running|try again/, 'busy'],
  [/combining marks|NUL character|cannot be stored/, 'characters'],
  [/is not valid JSON/, 'brokenJson'],
  [/must be a list of (?<least>\d+) to (?<most>\d+) /, 'itemsBetween'],
  [/must be (?:a list of )?at most (?<most>\d+) (?:strings|UUIDs|distinct|objects)/, 'items'],
  [/must be a string of (?<least>\d+) to (?<most>\d+) char/, 'length'],
  [/must be a string of at most (?<most>\d+) char/, 'longest'],
  [/must be 10 to 15 digits/, 'phone'],
  [/must be (?<least>\d+) to (?<most>\d+) digits/, 'digits'],
  [/must be 64 hex digits/, 'hex'],
  [/must be a CPF/, 'cpf'],
  [/must be a CNPJ/, 'cnpj'],
  [/must be an e-mail address/, 'email'],
  [/must be an http/, 'address'],
  [/must be a date in the form YYYY-MM-DD$/, 'date'],
  [/must be an? (date|ISO 8601)/, 'moment'],
  [/must be an amount/, 'amount'],
  [/must be a whole number from (?<least>-?\d+) to (?<most>\d+)/, 'whole'],
  [/must be a number from (?<least>-?\d+) to (?<most>\d+)/, 'number'],
  [/must be a (whole )?number/, 'anyNumber'],
  [/must be at most 80 lower-case/, 'slug'],
  [/must be a colour/, 'colour'],
  [/must be a time zone/, 'zone'],
  [/must be a language/, 'language'],
  [/must be address ranges/, 'ranges'],
  [/must be one emoji/, 'emoji'],
  [/must be the path of a page/, 'path'],
  [/must be one (of|or more of) /, 'option'],
  [/must be (a UUID|ids of users)/, 'choose'],
  [/must be true or false/, 'yesNo'],
  [/must be an? (JSON|object|workflow)|must be a list of (conditions|steps)|JSON object/, 'json'],
  [/must be a list/, 'list'],
  [/must be a (text|string)/, 'text'],
];

export interface Problem {
  /** Name of the refused field in the request, if the sentence names one. */
  readonly field: string | undefined;
  /** The service's English sentence. */
  readonly sentence: string;
  /** Sentence in the user's language; undefined for sentences of no known kind. */
  readonly text: string | undefined;
}

/** Splits a refusal of the service into its problems, each said with `problems`. */
export function problemsIn(message: string, problems: Problems): readonly Problem[] {
  return message
    .replace(/\.$/, '')
    .split(/; (?!for one address)/)
    .map((sentence) => {
      const [, field, rest = sentence] = /^([a-z]\w*(?:[.[\]\w]*)):? (.*)$/s.exec(sentence) ?? [];
      for (const [shape, kind] of shapes) {
        const match = shape.exec(rest);
        if (!match) continue;
        const { least = '', most = '' } = match.groups ?? {};
        return { field, sentence, text: problems[kind]({ least, most }) };
      }
      return { field, sentence, text: undefined };
    });
}

/** A refused field of a form. */
export interface RefusedField {
  readonly name: string;
  readonly label: string;
}

/** Codes whose message gives a reason that the code alone does not. */
const reasoned = ['VALIDATION_ERROR', 'CONFLICT', 'DUPLICATE_ENTRY', 'FORBIDDEN'];

/** Reasons of a failure in the user's language. English sentences of no known kind are shown in the English panel only. */
export function reasonsOf(
  { code, message }: { readonly code: string; readonly message: string },
  words: Words,
  locale: string,
  fields: readonly RefusedField[] = [],
): readonly string[] {
  if (message === '' || !reasoned.includes(code)) return [];
  const reasons = problemsIn(message, words.failure.problems).flatMap((problem) => {
    const label = fields.find(({ name }) => name === problem.field)?.label;
    const text = problem.text ?? (locale === 'en' ? problem.sentence : undefined);
    if (text === undefined) return [];
    return label ? [`${label}: ${text}`] : [text];
  });
  return [...new Set(reasons)];
}
