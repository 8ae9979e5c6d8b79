import type { Declarations } from '../fields/declaration.ts';
import { joinValues, splitValues } from './several-values.ts';

/** Parameter that one for several values is derived from: `priority` for `priority_in` and `priority_not`. */
export const baseParam = (param: string): string => param.replace(/_(in|not)$/, '');

/** Parameters of a list without some of them, and without those derived from them; changes since a time are for programs. */
export const listParams = (filters: Declarations, ...hidden: readonly string[]): Declarations =>
  Object.fromEntries(
    Object.entries(filters).filter(
      ([param]) => param !== 'updated_since' && !hidden.includes(baseParam(param)),
    ),
  );

/** Number in an address, with a point or, typed by hand, with a comma. */
export function numberInAddress(text: string): number | undefined {
  const number = Number(text.replace(',', '.'));
  return text !== '' && Number.isFinite(number) ? number : undefined;
}

/** Query parameters of the API in the address of a list, as their kinds. */
export function filtersInAddress(
  { get }: { readonly get: (name: string) => string | undefined },
  filters: Declarations,
): Readonly<Record<string, unknown>> {
  const valueIn = (param: string): unknown => {
    const [text, declared] = [get(param), filters[param]];
    if (text === undefined || text === '') return undefined;
    if (declared?.kind === 'boolean') return text === 'true';
    const { values } = filters[baseParam(param)] ?? {};
    if (values) {
      const valid = splitValues(text).filter((value) => values.includes(value));
      return valid.length === 0 ? undefined : joinValues(valid);
    }
    if (declared?.kind !== 'number' && declared?.kind !== 'money') return text;
    return numberInAddress(text);
  };
  return Object.fromEntries(
    ['search', ...Object.keys(filters)]
      .map((param) => [param, valueIn(param)] as const)
      .filter(([, value]) => value !== undefined),
  );
}
