import { useQuery } from '@tanstack/react-query';
import { taskFields } from '#panel/api/records/tasks.ts';
import type { Pipeline, Task } from '#panel/api/types.ts';
import type { Fields } from '#panel/commands/diff.ts';
import { pipelineQuery } from '#panel/data/pipelines.ts';
import type { ChangeOf } from '#panel/data/records.ts';
import { linkedQuery } from '#panel/data/related.ts';
import { Check, Flag, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';
import { Properties } from '../shared/fields/Properties.tsx';
import { useFieldTexts } from '../shared/fields/use-field-texts.ts';

/** @param base long texts as they were when editing began */
export type ChangeTask = (fields: ChangeOf<'tasks'>, base?: Fields) => void;

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

const today = () => new Date().toLocaleDateString('sv-SE');

/** Properties of a task other than its texts; each has a key. */
export function TaskProperties({ slug, task, columns, set }: Props) {
  const { task: words } = useRecordWords();
  const { choicesOf } = useFieldTexts('tasks');
  const { data: project } = useQuery(
    linkedQuery({ slug, kind: 'tasks', id: task.id }, 'project', task.project_id),
  );
  const isLate = task.due_date !== null && task.completed_at === null && task.due_date < today();
  return (
    <div className="flex flex-col gap-0.5">
      <Properties
        slug={slug}
        kind="tasks"
        fields={taskFields}
        record={task}
        save={set}
        properties={{
          column: {
            hotkey: 'm',
            choices: columns.map(({ slug, name, is_finishing }) => ({
              value: slug,
              label: name,
              icon: is_finishing ? <Check /> : undefined,
            })),
          },
          assignee_ids: { hotkey: 'a' },
          priority: {
            hotkey: 'p',
            choices: choicesOf('priority').map((choice) => ({
              ...choice,
              icon: choice.value === 'none' ? undefined : <Flag />,
            })),
          },
          start_date: {},
          due_date: {
            hotkey: 'd',
            note: isLate ? (
              <Badge tone="danger" icon={<Warning />}>
                {words.late}
              </Badge>
            ) : undefined,
          },
          tags: { hotkey: 'l' },
          estimated_hours: {},
          actual_hours: {},
          project_id: {
            isReadOnly: true,
            linked: { id: task.project_id, name: project?.name ?? '…' },
          },
          reporter_id: {},
        }}
        hidden={[
          'title',
          'parent_id',
          'pipeline_id',
          'assignee_id',
          'blocked_by_ids',
          'position',
          'completed_at',
        ]}
      />
    </div>
  );
}
