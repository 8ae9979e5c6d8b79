import { useRef } from 'react';
import { taskFields } from '#panel/api/records/tasks.ts';
import type { Subtasks } from '#panel/api/schema.ts';
import type { Task } from '#panel/api/types.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { useListWithPending, usePendingCreations } from '#panel/commands/pending-changes.ts';
import { createRecord } from '#panel/data/records.ts';
import { useToday } from '#panel/data/use-today.ts';
import { Avatars } from '#panel/display/Avatars.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { ListCheck } from '#panel/ui/icons.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { useSubtaskWords } from '#panel/words/subtasks/use.ts';
import { lineEntry } from '../line-entry.ts';
import { finishTask } from '../queries.ts';
import { Due } from '../TaskBadges.tsx';
import { useTaskActions } from '../task-actions.tsx';
import { convertSubtask } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly task: Task;
  readonly subtasks: Subtasks;
}

const create = createRecord('tasks');

/** Titles in a text with one for each line, also of a list. */
const titlesIn = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, '')
        .replace(/^\[[ xX]\]\s*/, '')
        .trim(),
    )
    .filter((title) => title !== '');

/** Section with the subtasks of a task, to which further ones are added by typing. */
export default function SubtaskList({ slug, task, subtasks }: Props) {
  const words = useSubtaskWords();
  const today = useToday();
  const rows = useListWithPending('tasks', subtasks.subtasks);
  const pending = usePendingCreations('tasks').filter(({ parent_id }) => parent_id === task.id);
  const tags = [...new Set(rows.flatMap((each) => each.tags))].sort();
  const acts = useTaskActions(slug, tags);
  const done = rows.filter(({ completed_at }) => completed_at !== null).length;
  const { estimated_hours: planned, actual_hours: spent } = subtasks;
  return (
    <section aria-label={words.title} className="flex flex-col gap-1">
      <header className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="font-semibold text-title">{words.title}</h2>
        {rows.length > 0 ? (
          <p className="flex flex-wrap gap-x-3 text-meta text-muted">
            {planned ? <span>{words.hours({ hours: planned })}</span> : null}
            {spent ? <span>{words.spent({ hours: spent })}</span> : null}
            <span>{words.done({ done, total: rows.length })}</span>
          </p>
        ) : null}
      </header>
      {rows.length + pending.length > 0 ? (
        <ul className="flex flex-col">
          {rows.map((subtask) => {
            const isDone = subtask.completed_at !== null;
            const items = acts.items(subtask);
            return (
              <li
                key={subtask.id}
                className="flex min-h-9 items-center gap-2 rounded px-1 hover:bg-surface"
              >
                <input
                  type="checkbox"
                  checked={isDone}
                  aria-label={words.finish({ name: subtask.title })}
                  onChange={() => void finishTask(slug, subtask)}
                  className="size-4 shrink-0 pointer-coarse:size-6"
                />
                <RecordLink
                  kind="tasks"
                  id={subtask.id}
                  className={`min-w-0 flex-1 truncate rounded py-1 hover:underline ${isDone ? 'text-muted line-through' : ''}`}
                >
                  {subtask.title}
                </RecordLink>
                <Due due={subtask.due_date} isDone={isDone} today={today} />
                <Avatars ids={subtask.assignee_ids} />
                <MoreMenu
                  label={words.actions({ name: subtask.title })}
                  items={[
                    ...items.slice(0, -1),
                    {
                      label: words.toItem,
                      icon: <ListCheck />,
                      act: () =>
                        void runWithToast(convertSubtask, {
                          slug,
                          id: subtask.id,
                          parent: task.id,
                        }),
                    },
                    // Moving it to the trash stays last.
                    ...items.slice(-1),
                  ]}
                />
              </li>
            );
          })}
          {pending.map(({ title }) => (
            <li key={String(title)} className="flex min-h-9 items-center px-1 pl-7 text-muted">
              {String(title)}
            </li>
          ))}
        </ul>
      ) : null}
      <NewSubtask slug={slug} task={task} />
      {acts.menu}
    </section>
  );
}

function NewSubtask({ slug, task }: Omit<Props, 'subtasks'>) {
  const words = useSubtaskWords();
  const field = useRef<HTMLInputElement>(null);
  const add = (text: string) => {
    for (const title of titlesIn(text))
      void runWithToast(create, {
        slug,
        fields: {
          title,
          project_id: task.project_id,
          pipeline_id: task.pipeline_id,
          parent_id: task.id,
        },
      });
    if (field.current) field.current.value = '';
  };
  return (
    <input
      ref={field}
      aria-label={words.add}
      placeholder={words.add}
      title={words.addHint}
      maxLength={taskFields.title.maxLength}
      {...lineEntry(add)}
    />
  );
}
