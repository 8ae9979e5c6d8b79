import { taskFilters } from '#panel/api/records/tasks.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { useFieldTexts } from '../shared/fields/use-field-texts.ts';
import { choiceOf, type FilterField, filterOf } from '../shared/list/filter-fields.ts';
import { dues } from './model.ts';

/** Filters of tasks. Their names in the address are those of `filtersIn`. */
export function useFilters(): readonly FilterField[] {
  const { operator, ...words } = useTaskWords();
  const { labels } = useFieldWords();
  const { is, from, until, tag } = useListWords();
  const { choicesOf } = useFieldTexts('tasks');
  return [
    {
      key: 'person',
      name: labels.assignee_id,
      operators: [
        { param: 'person', name: is, value: { kind: 'record', target: 'users' } },
        {
          param: 'assigned',
          name: operator.being,
          value: choiceOf([
            ['no', words.nobody],
            ['yes', words.someone],
          ]),
        },
      ],
    },
    {
      key: 'due',
      name: labels.due_date,
      operators: [
        { param: 'due', name: is, value: choiceOf(dues.map((due) => [due, words.dues[due]])) },
        { param: 'from', name: from, value: { kind: 'date' } },
        { param: 'until', name: until, value: { kind: 'date' } },
      ],
    },
    filterOf(labels.project_id, is, 'project', { kind: 'record', target: 'projects' }),
    filterOf(labels.client_id, is, 'client', { kind: 'record', target: 'clients' }),
    filterOf(labels.priority, is, 'priority', { kind: 'choice', choices: choicesOf('priority') }),
    filterOf(tag, is, 'tag', { kind: 'text', maxLength: taskFilters.tag.maxLength }),
    filterOf(
      labels.status,
      is,
      'state',
      choiceOf([
        ['open', words.states.open],
        ['done', words.states.done],
      ]),
    ),
  ];
}
