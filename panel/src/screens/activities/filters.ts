import type { ActivitiesAsked } from '../../data/activities.ts';
import { dealNamed } from '../../data/activities.ts';
import { findClients, findDeals } from '../../data/choices.ts';
import { clientName } from '../../data/projects.ts';
import type { FilterField } from '../../parts/Filters.tsx';
import type { useFinishing } from '../../parts/finishing.tsx';
import type { ListState } from '../../parts/list.ts';
import { usePeople } from '../../parts/People.tsx';
import { useActivityWords } from '../../words/activities/use.ts';

/** What both layouts are given. */
export interface ViewProps {
  readonly slug: string;
  readonly list: ListState;
  readonly asked: ActivitiesAsked;
  readonly finishing: ReturnType<typeof useFinishing>;
  readonly onCount: (count: number) => void;
  readonly onAdd: (date: string | null) => void;
}

/** What can be done without a list of types at hand: these are the ones of the service. */
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

/** What the address asks for, without what only one layout has. */
export const askedBy = ({ get }: ListState): ActivitiesAsked => {
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

/** What activities are found by. @param me one's own id as a user */
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
          value: { kind: 'record', find: findDeals, named: dealNamed },
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
