import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { invalid } from '../../../platform/errors.ts';
import { Type } from '../../../platform/schema.ts';
import { kind } from '../../../records/fields.ts';

/*
 * Which passwords are taken: long ones that are neither known nor made of what everybody knows (NIST SP 800-63B-4, 3.1.1.2). No
 * rules of composition.
 */

const least = 12;
const most = 128;

/** A password that is tried: however long, it is only compared. */
export const triedPassword = kind(
  Type.String({ minLength: 1, maxLength: 1_024 }),
  'a string of 1 to 1024 characters',
  'text',
);

/** A password that is to be one's own. */
export const newPassword = kind(
  Type.String({ minLength: 1, maxLength: 1_024 }),
  `a string of ${least} to ${most} characters`,
  'text',
  { check: (value) => isLong(value as string) },
);

function isLong(password: string): boolean {
  const characters = [...password.normalize('NFKC')].length;
  return characters >= least && characters <= most;
}

/** Half a megabyte that is needed once in a while: read when first asked for. */
let known: Promise<ReadonlySet<string>> | undefined;

function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= readCommon().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function readCommon(): Promise<ReadonlySet<string>> {
  const path = createRequire(import.meta.url).resolve(
    '@zxcvbn-ts/language-common/src/passwords.json',
  );
  return new Set(JSON.parse(await readFile(path, 'utf8')) as string[]);
}

/** Lower case, without accents: what people take for the same word. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** What everybody knows of a person who chooses a password. */
export interface About {
  readonly name: string;
  readonly email: string;
  /** The names of their teams. */
  readonly teams: readonly string[];
}

const product = 'pauta';
/** A word of fewer letters is in too many good passwords. */
const shortestWord = 3;
/** A part so short is no password however often it stands there. */
const shortestPart = 4;
/** As much has to be left once all that is known is taken away. */
const leastLeft = 6;

const wordsOf = ({ name, email, teams }: About): string[] => {
  const texts = [...teams, name, email].map(plain);
  const whole = texts.map((text) => text.replace(/[^\p{L}\p{N}]/gu, ''));
  const parts = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([product, ...whole, ...parts])]
    .filter((word) => word.length >= shortestWord)
    .sort((one, other) => other.length - one.length);
};

/** What a text repeats: `abc` of `abcabcabc`; the text itself where it repeats nothing. */
const repeated = (text: string): string => text.slice(0, (text + text).indexOf(text, 1));

/** Without digits and signs at its ends, where it is mostly something else: `password` of `password2026`. */
function core(text: string): string {
  const inner = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return inner.length * 2 >= text.length ? inner : text;
}

async function isCommon(text: string): Promise<boolean> {
  const part = repeated(text);
  if (part.length < text.length && part.length <= shortestPart) return true;
  const common = await commonPasswords();
  return [text, part, core(text), core(part), repeated(core(text))].some((each) =>
    common.has(each),
  );
}

/**
 * Refuses a password that others would guess.
 * @throws ApiError VALIDATION_ERROR that says why
 */
export async function refusePassword(password: string, about: About): Promise<void> {
  if (!isLong(password)) throw invalid(`password must have ${least} to ${most} characters.`);
  const text = plain(password);
  if (await isCommon(text))
    throw invalid('password is one of the first that others would try: choose another.');
  let left = text;
  for (const word of wordsOf(about)) left = left.replaceAll(word, ' ');
  if (left !== text && left.replace(/[^\p{L}]/gu, '').length < leastLeft)
    throw invalid(
      'password is made of your name, your e-mail address, or the name of your team or of Pauta: choose another.',
    );
}
