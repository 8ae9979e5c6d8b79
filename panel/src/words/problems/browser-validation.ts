import type { Problems } from './translate.ts';

/*
 * Browsers explain invalid fields in their own language. The panel uses its sentences for the same refusals of the service instead.
 */

/** Text that describes an input: what is wanted there. */
const hintOf = (input: HTMLInputElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;

/** Says why the browser finds an input invalid. */
export function explain(input: HTMLInputElement, problems: Problems): string {
  const { validity, type, value, min, max, minLength, maxLength } = input;
  if (validity.valueMissing && !validity.badInput) return problems.required();
  if (type === 'number') return problems.whole({ least: min, most: max });
  if (validity.tooShort || validity.tooLong)
    return problems.length({ least: String(minLength), most: String(maxLength) });
  if (validity.typeMismatch) return type === 'url' ? problems.address() : problems.email();
  if (value.trim() === '') return problems.required();
  if (type === 'tel') return problems.areaPhone();
  if (input.inputMode === 'decimal') return problems.anyNumber();
  return hintOf(input) || problems.shape();
}
