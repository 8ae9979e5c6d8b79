import type { Declarations } from '../fields/declaration.ts';

/** Parameters of a list without some of them; changes since a time, and several values of a filter, are for programs. */
export const listParams = (filters: Declarations, ...hidden: readonly string[]): Declarations =>
  Object.fromEntries(
    Object.entries(filters).filter(
      ([param]) =>
        param !== 'updated_since' && !/_(in|not)$/.test(param) && !hidden.includes(param),
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
    if (declared?.kind === 'enum' && !declared.values?.includes(text)) return undefined;
    if (declared?.kind !== 'number' && declared?.kind !== 'money') return text;
    return numberInAddress(text);
  };
  return Object.fromEntries(
    ['search', ...Object.keys(filters)]
      .map((param) => [param, valueIn(param)] as const)
      .filter(([, value]) => value !== undefined),
  );
}
