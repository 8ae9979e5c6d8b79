import type { ErrorTranslator } from '#panel/words/problems/translate.ts';
import { useErrorTranslator } from '#panel/words/problems/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { parseNumber } from './parse-number.ts';

/** Numbers that a field accepts. */
export interface NumberRange {
  /** `money` has up to two decimals. */
  readonly kind?: 'number' | 'whole' | 'money' | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** True for an empty text as well. */
export function isAccepted(text: string, locale: string, range: NumberRange): boolean {
  const { kind = 'number', min = -Infinity, max = Infinity } = range;
  const value = parseNumber(text, locale);
  if (value === null) return true;
  if (value === undefined || value < min || value > max) return false;
  if (kind === 'whole') return Number.isInteger(value);
  return kind === 'number' || Number(value.toFixed(2)) === value;
}

function explain(
  { fieldReason, wholeNumber }: ErrorTranslator,
  { kind, min = -Infinity, max = Infinity }: NumberRange,
  value: number | undefined,
): string {
  if (kind === 'money') return fieldReason({ code: 'invalid', format: 'amount' });
  if (kind === 'whole') return wholeNumber(min, max);
  if (value === undefined) return fieldReason({ code: 'invalid', format: 'number' });
  return fieldReason(
    value < min ? { code: 'too_small', limit: min } : { code: 'too_large', limit: max },
  );
}

/** Says why a field does not accept a text. @returns '' for one that it accepts */
export function useNumberProblem(text: string, range: NumberRange): string {
  const { failure } = useWords();
  const locale = useLocale();
  const isWrong = !isAccepted(text, locale, range);
  const translator = useErrorTranslator(isWrong);
  if (!isWrong) return '';
  const value = parseNumber(text, locale) ?? undefined;
  return (translator && explain(translator, range, value)) || failure.title.other;
}
