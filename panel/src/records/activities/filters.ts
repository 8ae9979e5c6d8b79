import { findClients, findDeals } from '#panel/data/choices.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { clientName } from '../projects/queries.ts';
import type { FilterField } from '../shared/list/Filters.tsx';
import type { ListState } from '../shared/list/list-state.ts';
import type { useCompleteActivity } from './complete-activity.tsx';
import type { ActivityFilters } from './queries.ts';
import { dealNameQuery } from './queries.ts';

/** Common props of both layouts. */
export interface ViewProps {
  readonly slug: string;
  readonly list: ListState;
  readonly filters: ActivityFilters;
  readonly finishing: ReturnType<typeof useCompleteActivity>;
  readonly onCount: (count: number) => void;
  readonly onAdd: (date: string | null) => void;
}

/** Activity types of the API. */
export const types = [
  'call',
  'meeting',
  'email',
  'note',
  'task',
  'follow_up',
  'deadline',
  'hearing',
  'case_event',
  'contract_event',
] as const;

/** Query from the address, without parameters of a single layout. */
export const filtersIn = ({ get }: ListState): ActivityFilters => {
  const state = get('state');
  return {
    type: types.find((each) => each === get('type')),
    completed: state === 'open' ? false : state === 'done' ? true : undefined,
    assigned_to: get('assigned_to'),
    client_id: get('client_id'),
    deal_id: get('deal_id'),
    search: get('search'),
  };
};

/** Filters of activities. @param me user id of the current user */
export function useFilters(slug: string, me: string | undefined): readonly FilterField[] {
  const { field, is, mine, types: named, states } = useActivityWords();
  const { all } = usePeople(slug);
  const others = all
    .filter(({ id }) => id !== me)
    .map(({ id, name }) => ({ value: id, label: name }));
  const choice = (param: string, choices: readonly { value: string; label: string }[]) => [
    { param, name: is, value: { kind: 'choice' as const, choices } },
  ];
  const people = [...(me === undefined ? [] : [{ value: me, label: mine }]), ...others];
  return [
    { key: 'assigned_to', name: field.assigned_to, operators: choice('assigned_to', people) },
    {
      key: 'state',
      name: field.state,
      operators: choice('state', [
        { value: 'open', label: states.open },
        { value: 'done', label: states.done },
      ]),
    },
    {
      key: 'type',
      name: field.type,
      operators: choice(
        'type',
        types.map((value) => ({ value, label: named[value] })),
      ),
    },
    {
      key: 'client',
      name: field.client,
      operators: [
        {
          param: 'client_id',
          name: is,
          value: { kind: 'record', find: findClients, named: clientName },
        },
      ],
    },
    {
      key: 'deal',
      name: field.deal,
      operators: [
        {
          param: 'deal_id',
          name: is,
          value: { kind: 'record', find: findDeals, named: dealNameQuery },
        },
      ],
    },
    {
      key: 'days',
      name: field.date,
      operators: [
        { param: 'from', name: field.from, value: { kind: 'date' } },
        { param: 'to', name: field.to, value: { kind: 'date' } },
      ],
    },
  ];
}
