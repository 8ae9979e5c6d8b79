import { isLinkTarget } from '#panel/data/record-names.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import type { Declarations } from '../fields/declaration.ts';
import { useFieldTexts } from '../fields/use-field-texts.ts';
import { type FilterField, type FilterValue, filterOf } from './filter-fields.ts';
import type { ListState } from './list-state.ts';

/** Difference of a filter from its parameter's declaration. */
type Difference = Partial<FilterField> & { readonly value?: FilterValue };

/** Parameters of a list without some of them; changes since a time are for programs. */
export const listParams = (filters: Declarations, ...hidden: readonly string[]): Declarations =>
  Object.fromEntries(
    Object.entries(filters).filter(
      ([param]) => param !== 'updated_since' && !hidden.includes(param),
    ),
  );

/**
 * Filters of a list from the declaration of its parameters.
 * @param shown filters by parameter, in order; all others follow
 */
export function useFieldFilters(
  kind: string,
  params: Declarations,
  shown: Readonly<Record<string, Difference>>,
): readonly FilterField[] {
  const texts = useFieldTexts(kind);
  const words = useListWords();
  const valueKindOf = (param: string): FilterValue => {
    const declared = params[param];
    if (declared?.kind === 'enum') return { kind: 'choice', choices: texts.choicesOf(param) };
    if (declared?.kind === 'link' && isLinkTarget(declared.target))
      return { kind: 'record', target: declared.target };
    return { kind: declared?.kind === 'date' ? 'date' : 'text' };
  };
  const others = Object.keys(params)
    .filter((param) => !(param in shown))
    .map((param): [string, Difference] => [param, {}]);
  return [...Object.entries(shown), ...others].map(([param, { value, ...difference }]) => ({
    ...filterOf(texts.labelOf(param), words.is, param, value ?? valueKindOf(param)),
    ...difference,
  }));
}

/** Query parameters of the API in the address of a list, as their kinds. */
export function filtersInAddress(
  { get }: Pick<ListState, 'get'>,
  filters: Declarations,
): Readonly<Record<string, unknown>> {
  const valueIn = (param: string): unknown => {
    const [text, declared] = [get(param), filters[param]];
    if (text === undefined || text === '') return undefined;
    if (declared?.kind === 'boolean') return text === 'true';
    if (declared?.kind === 'enum' && !declared.values?.includes(text)) return undefined;
    if (declared?.kind !== 'number' && declared?.kind !== 'money') return text;
    const number = Number(text.replace(',', '.'));
    return Number.isFinite(number) ? number : undefined;
  };
  return Object.fromEntries(
    ['search', ...Object.keys(filters)]
      .map((param) => [param, valueIn(param)] as const)
      .filter(([, value]) => value !== undefined),
  );
}
