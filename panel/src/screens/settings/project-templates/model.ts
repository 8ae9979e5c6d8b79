import {
  projectPriorities,
  projectTemplateShifts,
  taskPriorities,
} from '#panel/api/enumerations.ts';
import type { ProjectTemplate, ProjectTemplateTask } from '#panel/api/schema.ts';
import { numberIn } from '#panel/parts/fields/parse-number.ts';

/* Values of a template in its form. */

/** Returns the value of a field of the form by its name. */
type Values = (name: string) => string;

/** Values that the form changes. */
export type TemplateValues = Pick<
  ProjectTemplate,
  'name' | 'description' | 'priority' | 'color' | 'duration_days' | 'shift' | 'tasks'
>;

export const valuesOf = (template: TemplateValues): TemplateValues => {
  const { name, description, priority, color, duration_days, shift, tasks } = template;
  return { name, description, priority, color, duration_days, shift, tasks };
};

export const emptyTask: ProjectTemplateTask = {
  title: '',
  description: null,
  checklist_markdown: null,
  priority: 'none',
  estimated_hours: null,
  tags: [],
  is_subtask: false,
  column: null,
  start_after_days: null,
  due_after_days: null,
  role: null,
};

/** Name of a task's form field, as the API names it in errors: `tasks[2].title`. */
export const taskFieldName = (place: number, field: keyof ProjectTemplateTask) =>
  `tasks[${place}].${field}`;

const oneOf = <T extends string>(all: readonly T[], text: string, otherwise: T): T =>
  all.find((each) => each === text) ?? otherwise;
const textIn = (text: string) => text.trim() || null;

const tagsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

function taskIn(values: Values, place: number): ProjectTemplateTask {
  const value = (field: keyof ProjectTemplateTask) => values(taskFieldName(place, field));
  return {
    title: value('title').trim(),
    description: textIn(value('description')),
    checklist_markdown: textIn(value('checklist_markdown')),
    priority: oneOf(taskPriorities, value('priority'), 'none'),
    estimated_hours: numberIn(value('estimated_hours')),
    tags: tagsIn(value('tags')),
    // No task is above the first one.
    is_subtask: place > 0 && value('is_subtask') === 'true',
    column: textIn(value('column')),
    start_after_days: numberIn(value('start_after_days')),
    due_after_days: numberIn(value('due_after_days')),
    role: textIn(value('role')),
  };
}

/** Form field with the number of tasks. */
export const taskCountName = 'task_count';

/** Reads the form. */
export const valuesIn = (values: Values): TemplateValues => ({
  name: values('name').trim(),
  description: textIn(values('description')),
  priority: oneOf(projectPriorities, values('priority'), 'medium'),
  color: textIn(values('color')),
  duration_days: numberIn(values('duration_days')),
  shift: oneOf(projectTemplateShifts, values('shift'), 'none'),
  tasks: Array.from({ length: Number(values(taskCountName)) }, (_, place) => taskIn(values, place)),
});
