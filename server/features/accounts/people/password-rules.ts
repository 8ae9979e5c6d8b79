import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { kind } from '#server/records/fields.ts';

/*
 * Password policy: long passwords that are neither common nor derived from public data (NIST SP 800-63B-4, 3.1.1.2). There are no
 * composition rules.
 */

/** Numbers of characters of a new password. */
export const passwordLength = { least: 12, most: 128 } as const;
const { least, most } = passwordLength;

/** A password to check; of any length, as it is only compared. */
export const triedPassword = kind(
  Type.String({ minLength: 1, maxLength: 1_024 }),
  'a string of 1 to 1024 characters',
  'text',
);

/** A new password. */
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

/** Half a megabyte, rarely needed: loaded on first use. */
let loading: Promise<ReadonlySet<string>> | undefined;

function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= readCommon().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function readCommon(): Promise<ReadonlySet<string>> {
  const path = createRequire(import.meta.url).resolve(
    '@zxcvbn-ts/language-common/src/passwords.json',
  );
  return new Set(JSON.parse(await readFile(path, 'utf8')) as string[]);
}

/** Lower case, without accents. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Public data of a person who chooses a password. */
export interface About {
  readonly name: string;
  readonly email: string;
  /** Names of their teams. */
  readonly teams: readonly string[];
}

const product = 'pauta';
/** Shorter words occur in too many good passwords. */
const shortestWord = 3;
/** A repeated part up to this length is refused. */
const shortestPart = 4;
/** Min letters that must remain after removing public data. */
const minLeft = 6;

const wordsOf = ({ name, email, teams }: About): string[] => {
  const texts = [...teams, name, email].map(plain);
  const whole = texts.map((text) => text.replace(/[^\p{L}\p{N}]/gu, ''));
  const parts = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([product, ...whole, ...parts])]
    .filter((word) => word.length >= shortestWord)
    .sort((one, word) => word.length - one.length);
};

/** Repeated unit of a text: `abc` of `abcabcabc`; the text itself if nothing repeats. */
const repeated = (text: string): string => text.slice(0, (text + text).indexOf(text, 1));

/** Strips digits and signs from both ends, unless they make up most of the text: `password2026` → `password`. */
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
 * Refuses a password that is easy to guess.
 * @throws ApiError VALIDATION_ERROR with the reason
 */
export async function refusePassword(password: string, about: About): Promise<void> {
  if (!isLong(password))
    throw invalid(
      `password must have ${least} to ${most} characters.`,
      'password',
      password.length > most ? 'too_long' : 'too_short',
      { limit: password.length > most ? most : least },
    );
  const text = plain(password);
  if (await isCommon(text))
    throw invalid('password is easy to guess: choose another.', 'password', 'not_allowed', {
      reason: 'common_password',
    });
  let left = text;
  for (const word of wordsOf(about)) left = left.replaceAll(word, ' ');
  if (left !== text && left.replace(/[^\p{L}]/gu, '').length < minLeft)
    throw invalid(
      'password consists of your name, your e-mail address, or the name of your team or of Pauta: choose another.',
      'password',
      'not_allowed',
      { reason: 'personal_password' },
    );
}
