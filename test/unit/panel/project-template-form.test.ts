import { expect, test } from 'vitest';
import {
  emptyTask,
  taskCountName,
  taskFieldName,
  valuesIn,
} from '#panel/screens/settings/project-templates/model.ts';
import { rolesIn } from '#panel/screens/settings/squads/queries.ts';

/* The form of a project template, and the roles that it suggests. */

test('the form becomes the values of a template, with its tasks in order', () => {
  const form: Readonly<Record<string, string>> = {
    name: ' Site ',
    description: ' ',
    priority: 'high',
    color: '',
    duration_days: '45',
    shift: 'after',
    [taskCountName]: '2',
    [taskFieldName(0, 'title')]: 'Desenhar',
    [taskFieldName(0, 'due_after_days')]: '0',
    [taskFieldName(0, 'estimated_hours')]: '1.5',
    [taskFieldName(0, 'tags')]: 'design, web,, design',
    [taskFieldName(0, 'priority')]: 'urgent',
    [taskFieldName(0, 'role')]: ' Design ',
    [taskFieldName(1, 'title')]: 'Publicar',
    [taskFieldName(2, 'title')]: 'Past the end',
  };
  expect(valuesIn((name) => form[name] ?? '')).toEqual({
    name: 'Site',
    description: null,
    priority: 'high',
    color: null,
    duration_days: 45,
    shift: 'after',
    tasks: [
      {
        ...emptyTask,
        title: 'Desenhar',
        due_after_days: 0,
        estimated_hours: 1.5,
        tags: ['design', 'web'],
        priority: 'urgent',
        role: 'Design',
      },
      { ...emptyTask, title: 'Publicar' },
    ],
  });
});

test('roles are suggested once each, regardless of case and accents', () => {
  const squads = [
    { members: [{ role: 'Mídia' }, { role: null }] },
    { members: [{ role: 'Design' }] },
  ];
  expect(rolesIn(squads, [{ role: 'midia' }, { role: 'Atendimento' }, { role: 'design' }])).toEqual(
    ['Atendimento', 'Design', 'Mídia'],
  );
  expect(rolesIn([])).toEqual([]);
});
