import { useListWords } from '#panel/words/lists/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { useFieldTexts } from '../shared/fields/use-field-texts.ts';
import { choiceOf, type FilterField, filterOf } from '../shared/list/filter-fields.ts';
import { dues } from './model.ts';

/** Filters of tasks. Their names in the address are those of `filtersIn`. */
export function useFilters(): readonly FilterField[] {
  const { field, operator, ...words } = useTaskWords();
  const { is, from, until } = useListWords();
  const { choicesOf } = useFieldTexts('tasks');
  return [
    {
      key: 'person',
      name: field.person,
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
      name: field.due,
      operators: [
        { param: 'due', name: is, value: choiceOf(dues.map((due) => [due, words.dues[due]])) },
        { param: 'from', name: from, value: { kind: 'date' } },
        { param: 'until', name: until, value: { kind: 'date' } },
      ],
    },
    filterOf(field.project, is, 'project', { kind: 'record', target: 'projects' }),
    filterOf(field.client, is, 'client', { kind: 'record', target: 'clients' }),
    filterOf(field.priority, is, 'priority', { kind: 'choice', choices: choicesOf('priority') }),
    filterOf(field.tag, is, 'tag', { kind: 'text' }),
    filterOf(
      field.state,
      is,
      'state',
      choiceOf([
        ['open', words.states.open],
        ['done', words.states.done],
      ]),
    ),
  ];
}
