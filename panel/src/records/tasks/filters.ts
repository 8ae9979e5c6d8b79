import { useFieldWords } from '#panel/words/fields/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { useFieldFilters } from '../shared/list/field-filters.ts';
import { choiceOf, type FilterField, severalOperators } from '../shared/list/filter-fields.ts';
import { dues, sameParams } from './model.ts';

/** Filters of tasks. Their names in the address are those of `filtersIn`. */
export function useFilters(): readonly FilterField[] {
  const { operator, ...words } = useTaskWords();
  const { labels } = useFieldWords();
  const list = useListWords();
  const { is, from, until, tag } = list;
  const assigned = choiceOf([
    ['no', words.nobody],
    ['yes', words.someone],
  ]);
  return useFieldFilters('tasks', sameParams, {
    person: {
      name: labels.assignee_id,
      operators: [
        ...severalOperators(list, 'person', { kind: 'record', target: 'users' }),
        { param: 'assigned', name: operator.being, value: assigned },
      ],
    },
    due: {
      name: labels.due_date,
      operators: [
        { param: 'due', name: is, value: choiceOf(dues.map((due) => [due, words.dues[due]])) },
        { param: 'from', name: from, value: { kind: 'date' } },
        { param: 'until', name: until, value: { kind: 'date' } },
      ],
    },
    project: {
      name: labels.project_id,
      operators: severalOperators(list, 'project', { kind: 'record', target: 'projects' }),
    },
    client: {
      name: labels.client_id,
      operators: severalOperators(list, 'client', { kind: 'record', target: 'clients' }),
    },
    priority: {},
    tag: { name: tag },
    state: {
      name: labels.status,
      value: choiceOf([
        ['open', words.states.open],
        ['done', words.states.done],
        ['all', words.states.all],
      ]),
    },
  });
}
