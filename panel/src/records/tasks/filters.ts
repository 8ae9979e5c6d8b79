import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import { findClients, findProjects, findUsers } from '#panel/data/choices.ts';
import type { TaskWords } from '#panel/words/tasks/use.ts';
import type { FilterField } from '../shared/list/Filters.tsx';
import { dues, priorities } from './model.ts';

/** Name of a record known only by its id in the address. */
const named =
  (kind: string, load: (at: At, signal: AbortSignal) => Promise<{ readonly name: string }>) =>
  (slug: string, id: string) =>
    queryOptions({
      queryKey: ['team', slug, 'choices', `${kind}-name`, id],
      queryFn: async ({ signal }) => (await load({ team_slug: slug, id }, signal)).name,
    }) as UseQueryOptions<string, Error, string, never>;

interface At extends Readonly<Record<string, string>> {
  readonly team_slug: string;
  readonly id: string;
}

const projectName = named('project', (at, signal) =>
  request('GET /teams/{team_slug}/projects/{id}', { at, signal }),
);
const clientName = named('client', (at, signal) =>
  request('GET /teams/{team_slug}/clients/{id}', { at, signal }),
);
const userName = named('user', (at, signal) =>
  request('GET /teams/{team_slug}/users/{id}', { at, signal }),
);

/** Filters of tasks. */
export function filterFields({ field, operator, ...words }: TaskWords): readonly FilterField[] {
  const choice = (
    param: string,
    name: string,
    choices: readonly (readonly [value: string, label: string])[],
  ) => ({
    param,
    name,
    value: {
      kind: 'choice' as const,
      choices: choices.map(([value, label]) => ({ value, label })),
    },
  });
  return [
    {
      key: 'person',
      name: field.person,
      operators: [
        {
          param: 'person',
          name: operator.is,
          value: { kind: 'record', find: findUsers, named: userName },
        },
        choice('assigned', operator.being, [
          ['no', words.nobody],
          ['yes', words.someone],
        ]),
      ],
    },
    {
      key: 'due',
      name: field.due,
      operators: [
        choice(
          'due',
          operator.is,
          dues.map((due) => [due, words.dues[due]]),
        ),
        { param: 'from', name: operator.from, value: { kind: 'date' } },
        { param: 'until', name: operator.until, value: { kind: 'date' } },
      ],
    },
    {
      key: 'project',
      name: field.project,
      operators: [
        {
          param: 'project',
          name: operator.is,
          value: { kind: 'record', find: findProjects, named: projectName },
        },
      ],
    },
    {
      key: 'client',
      name: field.client,
      operators: [
        {
          param: 'client',
          name: operator.is,
          value: { kind: 'record', find: findClients, named: clientName },
        },
      ],
    },
    {
      key: 'priority',
      name: field.priority,
      operators: [
        choice(
          'priority',
          operator.is,
          priorities.map((priority) => [priority, words.priorities[priority]]),
        ),
      ],
    },
    {
      key: 'tag',
      name: field.tag,
      operators: [{ param: 'tag', name: operator.is, value: { kind: 'text' } }],
    },
    {
      key: 'state',
      name: field.state,
      operators: [
        choice('state', operator.is, [
          ['open', words.states.open],
          ['done', words.states.done],
        ]),
      ],
    },
  ];
}
