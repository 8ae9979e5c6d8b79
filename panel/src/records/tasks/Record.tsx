import { useQuery } from '@tanstack/react-query';
import type { Task } from '#panel/api/types.ts';
import { runWithToast, useCommand } from '#panel/commands/command.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { changeRecord, recordQuery, removeRecord } from '#panel/data/records.ts';
import { linkedQuery } from '#panel/data/related.ts';
import { isTaskNumber } from '#panel/data/task-numbers.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { Avatars } from '#panel/display/Avatars.tsx';
import { copy } from '#panel/display/CopyButton.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { ProjectDot } from '#panel/display/ProjectDot.tsx';
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
import { RecordBody, RecordHead } from '../shared/RecordHead.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import { leaveRecord, type RecordProps, useRecordShortcuts } from '../shared/record-shortcuts.ts';
import { Checklist } from './Checklist.tsx';
import { Dependencies } from './Dependencies.tsx';
import { convertItem } from './subtasks/queries.ts';
import { Parent, Subtasks } from './subtasks/Subtasks.tsx';
import { Due, PriorityMark } from './TaskBadges.tsx';
import { RedirectToTask, TaskNumber } from './TaskNumber.tsx';
import { type ChangeTask, TaskProperties, useTaskColumns } from './TaskProperties.tsx';
import { TaskTimer } from './TaskTimer.tsx';
import { toggleTimer } from './timer.ts';

/** Record of a task, by its id or its number. */
export default function TaskRecord(props: RecordProps) {
  const { slug, id } = props;
  return isTaskNumber(id) ? <RedirectToTask slug={slug} number={id} /> : <TaskById {...props} />;
}

function TaskById({ slug, id, isPeek }: RecordProps) {
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
  const today = useToday();
  const { data: project } = useQuery(
    linkedQuery({ slug, kind: 'tasks', id }, 'project', task.project_id),
  );
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
    t: () => me && void toggleTimer(slug, me.user_id, id),
    y: () => task.number !== null && void copy(task.number),
    e: finish,
    Backspace: trash,
  });
  return (
    <article className="flex flex-col gap-4">
      <RecordHead
        slug={slug}
        kind="tasks"
        isPeek={isPeek}
        parent={{
          kind: 'projects',
          id: task.project_id,
          name: project?.name,
          icon: <ProjectDot project={project ?? { id: task.project_id }} />,
        }}
        title={
          <TitleField
            label={labels.title}
            value={task.title}
            isPage={!isPeek}
            parent={project?.name}
            onSave={(title) => set({ title })}
          />
        }
        facts={
          <>
            {task.number === null ? null : <TaskNumber number={task.number} />}
            {isDone ? (
              <Badge tone="ok" icon={<Check />}>
                {words.isDone}
              </Badge>
            ) : (
              <span>{columns.find((each) => each.slug === task.column)?.name}</span>
            )}
            <PriorityMark of={task.priority} isNamed />
            <Due due={task.due_date} isDone={isDone} today={today} />
            <Avatars ids={task.assignee_ids} />
            {task.parent_id === null ? null : <Parent slug={slug} task={task} />}
          </>
        }
        actions={
          <>
            {me ? <TaskTimer slug={slug} task={id} user={me.user_id} /> : null}
            <Button
              look={isDone ? 'plain' : 'primary'}
              onClick={finish}
              disabled={columns.length === 0}
            >
              <Check /> {isDone ? words.undone : words.done}
            </Button>
            <Button
              look="quiet"
              title={words.trash}
              onClick={trash}
              className="aspect-square px-0!"
            >
              <Bin /> <span className="sr-only">{words.trash}</span>
            </Button>
          </>
        }
      />
      <FailureNotice failure={act.failure} />
      <RecordBody
        isPeek={isPeek}
        label={words.properties}
        properties={<TaskProperties slug={slug} task={task} columns={columns} set={set} />}
      >
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
          onConvert={
            task.parent_id === null
              ? (checklist, index) => void runWithToast(convertItem, { slug, id, checklist, index })
              : undefined
          }
        />
        <Subtasks slug={slug} task={task} />
        <Dependencies slug={slug} id={id} set={set} />
        <Files slug={slug} kind="tasks" id={id} />
        <RecordActivity slug={slug} kind="tasks" id={id} label={words.activity} />
      </RecordBody>
    </article>
  );
}
