import { useQuery } from '@tanstack/react-query';
import type { Pipeline, Task } from '#panel/api/types.ts';
import type { Fields } from '#panel/commands/diff.ts';
import { findProjects } from '#panel/data/choices.ts';
import { pipelineQuery } from '#panel/data/pipelines.ts';
import type { ChangeOf } from '#panel/data/records.ts';
import { linkedQuery } from '#panel/data/related.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { ChoiceField } from '#panel/parts/fields/ChoiceField.tsx';
import { DateField } from '#panel/parts/fields/DateField.tsx';
import { LinkField } from '#panel/parts/fields/LinkField.tsx';
import { NumberField } from '#panel/parts/fields/NumberField.tsx';
import { PeopleField } from '#panel/parts/fields/PeopleField.tsx';
import { TagsField } from '#panel/parts/fields/TagsField.tsx';
import { Check, Flag, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';

/** @param base long texts as they were when editing began */
export type ChangeTask = (fields: ChangeOf<'tasks'>, base?: Fields) => void;

const priorities = ['urgent', 'high', 'medium', 'low', 'none'] as const;
const none: Pipeline['columns'] = [];

/** Columns that a task can be moved to. */
export function useTaskColumns(slug: string, { id, pipeline_id }: Task): Pipeline['columns'] {
  return useQuery(pipelineQuery(slug, pipeline_id, id)).data?.columns ?? none;
}

interface Props {
  readonly slug: string;
  readonly task: Task;
  readonly columns: Pipeline['columns'];
  readonly set: ChangeTask;
}

const hours: Intl.NumberFormatOptions = { maximumFractionDigits: 2 };
const today = () => new Date().toLocaleDateString('sv-SE');

/** Properties of a task other than its texts; each has a key. */
export function TaskProperties({ slug, task, columns, set }: Props) {
  const { task: words } = useRecordWords();
  const { all } = usePeople(slug);
  const { data: project } = useQuery(
    linkedQuery({ slug, kind: 'tasks', id: task.id }, 'project', task.project_id),
  );
  const isLate = task.due_date !== null && task.completed_at === null && task.due_date < today();
  return (
    <div className="flex flex-col gap-0.5">
      <ChoiceField
        label={words.column}
        name="column"
        hotkey="m"
        value={task.column}
        choices={columns.map(({ slug, name, is_finishing }) => ({
          value: slug,
          label: name,
          icon: is_finishing ? <Check /> : undefined,
        }))}
        onSave={(column) => set({ column })}
      />
      <PeopleField
        label={words.assignees}
        name="assignees"
        hotkey="a"
        people={all}
        value={task.assignee_ids}
        onSave={(assignee_ids) => set({ assignee_ids })}
      />
      <ChoiceField
        label={words.priority}
        name="priority"
        hotkey="p"
        value={task.priority}
        choices={priorities.map((value) => ({
          value,
          label: words.priorities[value],
          icon: value === 'none' ? undefined : <Flag />,
        }))}
        onSave={(value) => {
          const priority = priorities.find((each) => each === value);
          if (priority) set({ priority });
        }}
      />
      <DateField
        label={words.due}
        name="due"
        hotkey="d"
        value={task.due_date}
        onSave={(due_date) => set({ due_date })}
        note={
          isLate ? (
            <Badge tone="danger" icon={<Warning />}>
              {words.late}
            </Badge>
          ) : undefined
        }
      />
      <TagsField
        label={words.tags}
        name="tags"
        hotkey="l"
        value={task.tags}
        onSave={(tags) => set({ tags })}
      />
      <NumberField
        label={words.estimated}
        value={task.estimated_hours}
        format={hours}
        onSave={(estimated_hours) => set({ estimated_hours })}
      />
      <NumberField
        label={words.actual}
        value={task.actual_hours}
        format={hours}
        onSave={(actual_hours) => set({ actual_hours })}
      />
      <LinkField
        label={words.project}
        slug={slug}
        kind="projects"
        isReadOnly
        value={{ id: task.project_id, name: project?.name ?? '…' }}
        find={findProjects}
        onSave={() => {}}
      />
      <PeopleField
        label={words.reporter}
        isOne
        people={all}
        value={task.reporter_id === null ? [] : [task.reporter_id]}
        onSave={([reporter_id = null]) => set({ reporter_id })}
      />
    </div>
  );
}
