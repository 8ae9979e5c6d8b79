import { taskPriorities } from '#panel/api/enumerations.ts';
import { squadsChangeMemberLimits } from '#panel/api/input-limits.ts';
import { projectTemplateFields } from '#panel/api/records/project-templates.ts';
import { taskFields as fields } from '#panel/api/records/tasks.ts';
import type { ProjectTemplate, ProjectTemplateTask } from '#panel/api/schema.ts';
import { textLimits } from '#panel/api/text-limits.ts';
import { focusOnMount } from '#panel/parts/fields/use-draft.ts';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Area, Field } from '#panel/ui/Field.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectTemplateWords } from '#panel/words/project-templates/use.ts';
import { taskFieldName } from './model.ts';

/** Grid of the tasks: a table on wide screens, two columns on phones. */
export const tableClass = (columns: ProjectTemplate['columns']) =>
  `grid gap-x-2 gap-y-2 ${
    columns
      ? 'lg:grid-cols-[minmax(0,1fr)_5.5rem_8rem_5rem_9rem]'
      : 'lg:grid-cols-[minmax(0,1fr)_5.5rem_10rem_5rem]'
  }`;

interface Props {
  readonly task: ProjectTemplateTask;
  readonly place: number;
  /** Null for the team's board. */
  readonly columns: ProjectTemplate['columns'];
  /** Id of the list of roles that are suggested. */
  readonly rolesId: string;
  /** True for a task that was just added: its title gets the focus. */
  readonly isNew: boolean;
  readonly onTitle: (title: string) => void;
  /** Called by Enter in the title. */
  readonly onEnter: () => void;
}

/** Form fields of a task of a template. */
export function TaskFields(props: Props) {
  const { task, place, columns, rolesId, isNew, onTitle, onEnter } = props;
  const words = useProjectTemplateWords();
  const { labels, values } = useFieldWords();
  const nameOf = (field: keyof ProjectTemplateTask) => taskFieldName(place, field);
  return (
    <fieldset
      aria-label={words.taskAt({ place: place + 1 })}
      // In line with the handle and the menu next to it.
      className="flex w-full min-w-0 flex-col gap-1 lg:-mt-1"
    >
      <div className={`${tableClass(columns)} grid-cols-2 items-start lg:[&_label]:sr-only`}>
        <div className="max-lg:col-span-2">
          <Field
            ref={isNew ? focusOnMount : undefined}
            label={labels.title}
            name={nameOf('title')}
            defaultValue={task.title}
            maxLength={fields.title.maxLength}
            autoComplete="off"
            required
            onBlur={({ target }) => onTitle(target.value.trim())}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              onEnter();
            }}
          />
        </div>
        <NumberInput
          label={words.dueAfter}
          name={nameOf('due_after_days')}
          kind="whole"
          min={projectTemplateFields.duration_days.minimum}
          max={projectTemplateFields.duration_days.maximum}
          defaultValue={task.due_after_days}
        />
        <Field
          label={words.role}
          name={nameOf('role')}
          defaultValue={task.role ?? ''}
          {...squadsChangeMemberLimits.role}
          list={rolesId}
          autoComplete="off"
        />
        <NumberInput
          label={words.hours}
          name={nameOf('estimated_hours')}
          min={fields.estimated_hours.minimum}
          max={fields.estimated_hours.maximum}
          defaultValue={task.estimated_hours}
        />
        {columns ? (
          <Select
            label={labels.column}
            name={nameOf('column')}
            defaultValue={task.column ?? ''}
            choices={[
              { value: '', label: words.firstColumn },
              ...columns.map(({ slug, name }) => ({ value: slug, label: name })),
            ]}
          />
        ) : null}
      </div>
      <details>
        <summary className="inline-flex min-h-6 cursor-pointer items-center rounded text-accent text-meta hover:underline pointer-coarse:min-h-11">
          {words.more}
        </summary>
        <div className="grid items-start gap-3 py-2 sm:grid-cols-2">
          <Area
            label={labels.description}
            name={nameOf('description')}
            rows={3}
            defaultValue={task.description ?? ''}
            maxLength={fields.description.maxLength}
          />
          <Area
            label={labels.checklist_markdown}
            hint={words.checklistHint}
            name={nameOf('checklist_markdown')}
            rows={3}
            defaultValue={task.checklist_markdown ?? ''}
            maxLength={fields.checklist_markdown.maxLength}
          />
          <Select
            label={labels.priority}
            name={nameOf('priority')}
            defaultValue={task.priority}
            choices={taskPriorities.map((value) => ({
              value,
              label: values.tasks.priority[value],
            }))}
          />
          <Field
            label={labels.tags}
            hint={words.tagsHint}
            name={nameOf('tags')}
            defaultValue={task.tags.join(', ')}
            maxLength={textLimits.maxLength * fields.tags.maxItems}
            autoComplete="off"
          />
          {place === 0 ? null : (
            <Select
              label={words.level}
              name={nameOf('is_subtask')}
              defaultValue={String(task.is_subtask ?? false)}
              choices={[
                { value: 'false', label: words.levels.task },
                { value: 'true', label: words.levels.subtask },
              ]}
            />
          )}
          <NumberInput
            label={words.startAfter}
            name={nameOf('start_after_days')}
            kind="whole"
            min={projectTemplateFields.duration_days.minimum}
            max={projectTemplateFields.duration_days.maximum}
            defaultValue={task.start_after_days ?? null}
          />
        </div>
      </details>
    </fieldset>
  );
}
