import { isLinkTarget } from '#panel/data/record-names.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import type { Declarations } from '../fields/declaration.ts';
import { useFieldTexts } from '../fields/use-field-texts.ts';
import { baseParam } from './address-filters.ts';
import { type FilterField, type FilterValue, filterOf, severalOperators } from './filter-fields.ts';

/** Difference of a filter from its parameter's declaration. */
type Difference = Partial<FilterField> & { readonly value?: FilterValue };

/**
 * Filters of a list from the declaration of its parameters. Those with derived parameters take several values, and their opposite.
 * @param differences filters by parameter, in order; all others follow
 */
export function useFieldFilters(
  kind: string,
  params: Declarations,
  differences: Readonly<Record<string, Difference>>,
): readonly FilterField[] {
  const texts = useFieldTexts(kind);
  const words = useListWords();
  const valueKindOf = (param: string): FilterValue => {
    const declared = params[param];
    if (declared?.kind === 'enum') return { kind: 'choice', choices: texts.choicesOf(param) };
    if (declared?.kind === 'link' && isLinkTarget(declared.target))
      return { kind: 'record', target: declared.target };
    if (declared?.kind === 'date') return { kind: 'date' };
    if (declared?.kind === 'number' || declared?.kind === 'money')
      return { kind: declared.kind, min: declared.minimum, max: declared.maximum };
    return { kind: 'text', maxLength: declared?.maxLength };
  };
  const others = Object.keys(params)
    .filter(
      (param) =>
        !(param in differences) && (baseParam(param) === param || !(baseParam(param) in params)),
    )
    .map((param): [string, Difference] => [param, {}]);
  return [...Object.entries(differences), ...others].map(
    ([param, { value = valueKindOf(param), ...difference }]) => ({
      ...filterOf(texts.labelOf(param), words.is, param, value),
      ...(`${param}_in` in params && { operators: severalOperators(words, param, value) }),
      ...difference,
    }),
  );
}
