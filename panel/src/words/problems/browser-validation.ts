import type { ProblemWords } from './pt-BR.ts';

/*
 * Browsers explain invalid fields in their own language. The panel uses its sentences for the same refusals of the service instead.
 */

/** Text that describes an input: what is wanted there. */
const hintOf = (input: HTMLInputElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;

/** Says why the browser finds an input invalid. */
export function explain(
  input: HTMLInputElement,
  { browser, other: fallback }: ProblemWords,
): string {
  const { validity, type, value, minLength, maxLength } = input;
  if (validity.valueMissing) return browser.required();
  if (validity.tooShort || validity.tooLong)
    return browser.length({ least: String(minLength), most: String(maxLength) });
  if (validity.typeMismatch) return type === 'url' ? browser.address() : browser.email();
  if (value.trim() === '') return browser.required();
  if (type === 'tel') return browser.areaPhone();
  return hintOf(input) || fallback;
}
