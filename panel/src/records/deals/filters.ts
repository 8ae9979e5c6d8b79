import { useQuery } from '@tanstack/react-query';
import { dealFields, dealFilters } from '#panel/api/records/deals.ts';
import { dealTermsQuery } from '#panel/data/deal-terms.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { filtersInAddress, listParams } from '../shared/list/address-filters.ts';
import { useFieldFilters } from '../shared/list/field-filters.ts';
import { choiceOf, type FilterField, severalOperators } from '../shared/list/filter-fields.ts';
import { currentUser, type ListState } from '../shared/list/list-state.ts';
import { valuesIn } from '../shared/list/several-values.ts';

const values = ['min_value', 'max_value'];
const amount = {
  kind: 'money',
  min: dealFields.value.minimum,
  max: dealFields.value.maximum,
} as const;
/** Filters of the list that the board does not have: it shows one status, and all phases as columns. */
const onlyInList = Object.keys(
  listParams(dealFilters, 'client_id', 'responsible_id', 'source', 'tag', 'is_starred', ...values),
);

const paramsOf = (isList: boolean, ...hidden: readonly string[]) =>
  listParams(dealFilters, 'from', 'to', ...(isList ? [] : onlyInList), ...hidden);

/** Query of the board or list from its address, without value filters for users who may not see values. */
export const filtersIn = (list: ListState, seesValues: boolean, isList: boolean) =>
  filtersInAddress(list, paramsOf(isList, ...(seesValues ? [] : values)));

/** Filters of deals. @param isList true to include fields that the board does not show */
export function useFilterFields(list: ListState, isList: boolean): readonly FilterField[] {
  const { yes, no } = useDealWords();
  const words = useListWords();
  const { from, until, tag, me } = words;
  const { slug, can } = useCurrentTeam();
  const { all } = usePeople(slug);
  const { data: terms } = useQuery(dealTermsQuery(slug));
  /** Includes values that only the address contains. */
  const among = (
    param: string,
    values: readonly string[] = [],
    labelOf: (value: string) => string = String,
  ) => {
    const current = severalOperators(words, param, { kind: 'text' }).flatMap((operator) =>
      valuesIn(list.params, operator),
    );
    const all = new Set([...current, ...values]);
    return choiceOf([...all].map((value) => [value, labelOf(value)]));
  };
  return useFieldFilters('deals', paramsOf(isList, ...values), {
    responsible_id: {
      value: choiceOf([[currentUser, me], ...all.map(({ id, name }) => [id, name] as const)]),
    },
    client_id: {},
    source: { value: among('source', terms?.sources) },
    tag: { name: tag, value: among('tag', terms?.tags) },
    is_starred: {
      value: choiceOf([
        ['true', yes],
        ['false', no],
      ]),
    },
    ...(can('sees_values') && {
      value: {
        operators: [
          { param: 'min_value', name: from, value: amount },
          { param: 'max_value', name: until, value: amount },
        ],
      },
    }),
    ...(isList && { phase: { value: among('phase', [], phaseName) } }),
  });
}
