import { findClients } from '#panel/data/choices.ts';
import type { ListWords } from '#panel/words/lists/use.ts';
import type { ProjectWords } from '#panel/words/projects/use.ts';
import type { FilterField } from '../shared/list/Filters.tsx';
import { priorities, statuses } from './model.tsx';
import { clientName, findSquads, squadName } from './queries.ts';

const choices = (labels: Readonly<Record<string, string>>, values: readonly string[]) => ({
  kind: 'choice' as const,
  choices: values.map((value) => ({ value, label: labels[value] ?? value })),
});

/** Filters of projects. */
export function filtersOf(words: ProjectWords, lists: ListWords): readonly FilterField[] {
  const { field } = words;
  return [
    {
      key: 'status',
      name: field.status,
      operators: [
        { param: 'status', name: lists.is, value: choices(words.statuses, statuses) },
        {
          param: 'show',
          name: words.show,
          value: choices(words.shows, ['open', 'closed', 'all']),
        },
      ],
    },
    {
      key: 'priority',
      name: field.priority,
      operators: [
        { param: 'priority', name: lists.is, value: choices(words.priorities, priorities) },
      ],
    },
    {
      key: 'client',
      name: field.client,
      operators: [
        {
          param: 'client_id',
          name: lists.is,
          value: {
            kind: 'record',
            find: findClients,
            named: clientName,
          },
        },
      ],
    },
    {
      key: 'squad',
      name: field.squad,
      operators: [
        {
          param: 'squad_id',
          name: lists.is,
          value: {
            kind: 'record',
            find: findSquads,
            named: squadName,
          },
        },
      ],
    },
    {
      key: 'due_date',
      name: field.due_date,
      operators: [
        {
          param: 'is_late',
          name: lists.is,
          value: { kind: 'choice', choices: [{ value: 'true', label: words.late }] },
        },
        { param: 'due_from', name: lists.from, value: { kind: 'date' } },
        { param: 'due_until', name: lists.until, value: { kind: 'date' } },
      ],
    },
  ];
}
