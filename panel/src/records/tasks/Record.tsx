import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Task } from '#panel/api/types.ts';
import { runWithToast, useCommand } from '#panel/commands/command.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { changeRecord, recordQuery, removeRecord } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { focusField } from '#panel/parts/fields/FieldRow.tsx';
import { LongTextField } from '#panel/parts/fields/LongTextField.tsx';
import { TitleField } from '#panel/parts/fields/TextField.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Bin, Check } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useRecordWords } from '#panel/words/records/use.ts';
import { Files } from '../shared/files/Files.tsx';
import { RecordActivity } from '../shared/history/RecordActivity.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import { leaveRecord, type RecordProps, useRecordShortcuts } from '../shared/record-shortcuts.ts';
import { Checklist } from './Checklist.tsx';
import { type ChangeTask, TaskProperties, useTaskColumns } from './TaskProperties.tsx';

/** Record of a task. */
export default function TaskRecord({ slug, id, isPeek }: RecordProps) {
  const query = useQuery(recordQuery(slug, 'tasks', id));
  const withPending = useWithPending();
  return (
    <RecordOrDeleted slug={slug} kind="tasks" query={query}>
      {(task) => <TaskShown slug={slug} isPeek={isPeek} task={withPending(`tasks/${id}`, task)} />}
    </RecordOrDeleted>
  );
}

interface Props {
  readonly slug: string;
  readonly isPeek: boolean;
  readonly task: Task;
}

const change = changeRecord('tasks');
const remove = removeRecord('tasks');

function TaskShown({ slug, isPeek, task }: Props) {
  const { task: words } = useRecordWords();
  const { labels } = useFieldWords();
  const { me } = useCurrentTeam();
  const act = useCommand(change);
  const columns = useTaskColumns(slug, task);
  const { id } = task;
  const set: ChangeTask = (fields, base) => act.act({ slug, id, change: fields, base });
  const isDone = task.completed_at !== null;
  const finish = () => {
    const to = columns.find(({ is_finishing }) => is_finishing !== isDone);
    if (to) set({ column: to.slug });
  };
  const trash = () => {
    leaveRecord(slug, 'tasks');
    void runWithToast(remove, { slug, id });
  };
  const assignMe = () => {
    const userId = me?.user_id;
    if (userId === undefined) return;
    const others = task.assignee_ids.filter((each) => each !== userId);
    set({ assignee_ids: others.length < task.assignee_ids.length ? others : [...others, userId] });
  };
  useRecordShortcuts(isPeek, {
    a: () => focusField('assignee_ids'),
    p: () => focusField('priority'),
    d: () => focusField('due_date'),
    l: () => focusField('tags'),
    m: () => focusField('column'),
    i: assignMe,
    e: finish,
    Backspace: trash,
  });
  return (
    <article
      className={clsx(
        'flex flex-col gap-4',
        !isPeek &&
          '@min-[720px]/record:grid @min-[720px]/record:grid-cols-[minmax(0,1fr)_320px] @min-[720px]/record:gap-x-8',
      )}
    >
      <header className="flex min-w-0 flex-col gap-2">
        <TitleField
          label={labels.title}
          value={task.title}
          isPage={!isPeek}
          onSave={(title) => set({ title })}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button onClick={finish} disabled={columns.length === 0}>
            <Check /> {isDone ? words.undone : words.done}
          </Button>
          <Button look="quiet" onClick={trash}>
            <Bin /> {words.trash}
          </Button>
          {isDone ? (
            <Badge tone="ok" icon={<Check />}>
              {words.isDone}
            </Badge>
          ) : null}
        </div>
        <FailureNotice failure={act.failure} />
      </header>
      <section
        aria-label={words.properties}
        className={clsx(
          !isPeek &&
            '@min-[720px]/record:col-start-2 @min-[720px]/record:row-span-2 @min-[720px]/record:row-start-1',
        )}
      >
        <TaskProperties slug={slug} task={task} columns={columns} set={set} />
      </section>
      <div className="flex min-w-0 flex-col gap-4">
        <LongTextField
          label={labels.description}
          value={task.description}
          placeholder={words.noDescription}
          onSave={(description, base) => set({ description }, { description: base })}
        />
        <Checklist
          value={task.checklist_markdown}
          onSave={(checklist_markdown, base) =>
            set({ checklist_markdown }, { checklist_markdown: base })
          }
        />
        <Files slug={slug} kind="tasks" id={id} />
        <RecordActivity slug={slug} kind="tasks" id={id} label={words.activity} />
      </div>
    </article>
  );
}
