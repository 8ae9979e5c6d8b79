import { activityFilters } from '#panel/api/records/activities.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { filtersInAddress, listParams } from '../shared/list/address-filters.ts';
import { useFieldFilters } from '../shared/list/field-filters.ts';
import { choiceOf, type FilterField, filterOf } from '../shared/list/filter-fields.ts';
import { currentUser, type ListState } from '../shared/list/list-state.ts';
import type { useCompleteActivity } from './complete-activity.tsx';
import type { ActivityFilters } from './queries.ts';

/** Common props of both layouts. */
export interface ViewProps {
  readonly slug: string;
  readonly list: ListState;
  readonly fields: readonly FilterField[];
  readonly filters: ActivityFilters;
  readonly finishing: ReturnType<typeof useCompleteActivity>;
  readonly onCount: (count: number) => void;
  readonly onAdd: (date: string | null) => void;
}

const params = listParams(activityFilters, 'to');

/**
 * Query from the address, without parameters of a single layout.
 * @param usualState state of the activities if the address has none
 */
export const filtersIn = (list: ListState, usualState?: 'open'): ActivityFilters => {
  const state = list.get('state') ?? usualState;
  return {
    ...filtersInAddress(list, listParams(activityFilters, 'completed', 'from', 'to')),
    ...((state === 'open' || state === 'done') && { completed: state === 'done' }),
  };
};

/** Filters of activities. @param me user id of the current user */
export function useFilters(slug: string, me: string | undefined): readonly FilterField[] {
  const { date, mine, states } = useActivityWords();
  const { labels } = useFieldWords();
  const { is, from, until } = useListWords();
  const { all } = usePeople(slug);
  const others = all.filter(({ id }) => id !== me).map(({ id, name }) => [id, name] as const);
  const people = me === undefined ? others : [[currentUser, mine] as const, ...others];
  return useFieldFilters('activities', params, {
    assigned_to: { value: choiceOf(people) },
    completed: filterOf(
      labels.status,
      is,
      'state',
      choiceOf([
        ['open', states.open],
        ['done', states.done],
        ['all', states.all],
      ]),
    ),
    type: {},
    client_id: {},
    deal_id: {},
    from: {
      key: 'days',
      name: date,
      operators: [
        { param: 'from', name: from, value: { kind: 'date' } },
        { param: 'to', name: until, value: { kind: 'date' } },
      ],
    },
  });
}
