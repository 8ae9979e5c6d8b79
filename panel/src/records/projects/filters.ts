import { projectFilters } from '#panel/api/records/projects.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { baseParam, filtersInAddress, listParams } from '../shared/list/address-filters.ts';
import { useFieldFilters } from '../shared/list/field-filters.ts';
import { choiceOf, severalOperators } from '../shared/list/filter-fields.ts';
import type { ListState } from '../shared/list/list-state.ts';
import type { ProjectFilters } from './queries.ts';

const apart = ['is_open', 'from', 'until'];
const params = listParams(projectFilters, ...apart, 'due_from', 'due_until');

/** Filters in the address; open projects by default. */
export function filtersIn({ get }: Pick<ListState, 'get'>): ProjectFilters {
  const filters = filtersInAddress({ get }, listParams(projectFilters, ...apart));
  const hasStatus = Object.keys(filters).some((param) => baseParam(param) === 'status');
  const is_open = hasStatus || get('show') === 'all' ? undefined : get('show') !== 'closed';
  return { ...filters, is_open };
}

/** Filters of projects. */
export function useFilters() {
  const { show, shows, late } = useProjectWords();
  const { labels, values } = useFieldWords();
  const list = useListWords();
  const { is, from, until } = list;
  return useFieldFilters('projects', params, {
    status: {
      operators: [
        ...severalOperators(list, 'status', choiceOf(Object.entries(values.projects.status))),
        {
          param: 'show',
          name: show,
          value: choiceOf([
            ['open', shows.open],
            ['closed', shows.closed],
            ['all', shows.all],
          ]),
        },
      ],
    },
    priority: {},
    client_id: {},
    squad_id: {},
    is_late: {
      name: labels.due_date,
      operators: [
        { param: 'is_late', name: is, value: choiceOf([['true', late]]) },
        { param: 'due_from', name: from, value: { kind: 'date' } },
        { param: 'due_until', name: until, value: { kind: 'date' } },
      ],
    },
  });
}
