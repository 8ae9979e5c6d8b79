import { useQuery } from '@tanstack/react-query';
import { findClients } from '#panel/data/choices.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import type { FilterField, FilterValue } from '../shared/list/Filters.tsx';
import type { ListState } from '../shared/list/list-state.ts';
import type { BoardFilters } from './board.ts';
import { clientName, dealTermsQuery } from './queries.ts';

/** Parses an amount in an address. */
const amountIn = (text: string | undefined) => {
  const number = Number(text?.replace(',', '.'));
  return text && Number.isFinite(number) ? number : undefined;
};

/** Query of the board from its address, without value filters for users who may not see values. */
export function filtersIn(list: ListState, seesValues: boolean): BoardFilters {
  const given = (name: string) => list.get(name) ?? undefined;
  const starred = given('is_starred');
  const all = {
    search: given('search'),
    responsible_id: given('responsible_id'),
    client_id: given('client_id'),
    source: given('source'),
    tag: given('tag'),
    is_starred: starred === undefined ? undefined : starred === 'true',
    min_value: seesValues ? amountIn(given('min_value')) : undefined,
    max_value: seesValues ? amountIn(given('max_value')) : undefined,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Filters of deals. @param isList true to include fields that the board does not show */
export function useFilterFields(list: ListState, isList: boolean): readonly FilterField[] {
  const words = useDealWords();
  const { slug, me } = useCurrentTeam();
  const { all } = usePeople(slug);
  const { data: terms } = useQuery(dealTermsQuery(slug));
  const { field } = words;
  const one = (key: keyof typeof field, param: string, value: FilterValue): FilterField => ({
    key: param,
    name: field[key],
    operators: [{ param, name: field.is, value }],
  });
  const among = (
    values: readonly string[] = [],
    labelOf = (value: string) => value,
  ): FilterValue => {
    // Includes a value that only the address contains.
    return { kind: 'choice', choices: values.map((value) => ({ value, label: labelOf(value) })) };
  };
  const withOwn = (
    param: string,
    values: readonly string[] = [],
    labelOf?: (value: string) => string,
  ) => {
    const own = list.get(param);
    return among(own && !values.includes(own) ? [own, ...values] : values, labelOf);
  };
  return [
    one('responsible', 'responsible_id', {
      kind: 'choice',
      choices: all.map(({ id, name }) => ({ value: id, label: name })),
    }),
    one('client', 'client_id', { kind: 'record', find: findClients, named: clientName }),
    one('source', 'source', withOwn('source', terms?.sources)),
    one('tag', 'tag', withOwn('tag', terms?.tags)),
    one('starred', 'is_starred', {
      kind: 'choice',
      choices: [
        { value: 'true', label: words.yes },
        { value: 'false', label: words.no },
      ],
    }),
    ...(me?.sees_values
      ? [
          {
            key: 'value',
            name: field.value,
            operators: [
              { param: 'min_value', name: field.min_value, value: { kind: 'text' as const } },
              { param: 'max_value', name: field.max_value, value: { kind: 'text' as const } },
            ],
          },
        ]
      : []),
    ...(isList
      ? [
          one('phase', 'phase', withOwn('phase', [], phaseName)),
          one('status', 'status', {
            kind: 'choice',
            choices: (['ativo', 'arquivado'] as const).map((value) => ({
              value,
              label: words.statuses[value],
            })),
          }),
        ]
      : []),
  ];
}
