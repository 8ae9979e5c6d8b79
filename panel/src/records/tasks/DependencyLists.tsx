import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { taskFields } from '#panel/api/records/tasks.ts';
import type { TaskDependencies } from '#panel/api/schema.ts';
import { useToday } from '#panel/data/use-today.ts';
import { ProjectName } from '#panel/display/ProjectDot.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Chooser } from '#panel/parts/fields/Chooser.tsx';
import { Check, Clock, Close, Plus } from '#panel/ui/icons.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useTaskDependencyWords } from '#panel/words/task-dependencies/use.ts';
import { findTasks, taskName } from './dependency-queries.ts';
import { Due } from './TaskBadges.tsx';
import type { ChangeTask } from './TaskProperties.tsx';

type Listed = TaskDependencies['blocks'][number];

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly dependencies: TaskDependencies;
  readonly set: ChangeTask;
}

/** Lists of the tasks that block a task, with a search for further ones, and of those that it blocks. */
export default function DependencyLists({ slug, id, dependencies, set }: Props) {
  const words = useTaskDependencyWords();
  const { labels } = useFieldWords();
  const { blocked_by: blockers, blocks } = dependencies;
  const change = (next: readonly string[]) => set({ blocked_by_ids: [...next] });
  const ids = blockers.map((task) => task.id);
  const { maxItems } = taskFields.blocked_by_ids;
  return (
    <section aria-label={words.title} className="flex flex-col gap-2">
      <header className="flex items-center justify-between gap-2">
        <h2 className="font-semibold text-title">{words.title}</h2>
        {ids.length < maxItems ? (
          <BlockerSearch
            slug={slug}
            except={[id, ...ids, ...blocks.map((task) => task.id)]}
            onTake={(taken) => change([...ids, taken])}
          />
        ) : (
          <span className="text-meta text-muted">{words.full({ count: maxItems })}</span>
        )}
      </header>
      <TaskList
        label={labels.blocked_by_ids}
        tasks={blockers}
        action={(task) => (
          <button
            type="button"
            aria-label={words.remove({ name: taskName(task) })}
            onClick={() => change(ids.filter((each) => each !== task.id))}
            className="control inline-flex aspect-square shrink-0 items-center justify-center rounded text-muted hover:bg-tint"
          >
            <Close />
          </button>
        )}
      />
      <TaskList label={words.blocks} tasks={blocks} />
    </section>
  );
}

interface SearchProps {
  readonly slug: string;
  /** Ids that are not offered. */
  readonly except: readonly string[];
  readonly onTake: (id: string) => void;
}

function BlockerSearch({ slug, except, onTake }: SearchProps) {
  const words = useTaskDependencyWords();
  const [isOpen, setOpen] = useState(false);
  const [typed, type] = useState('');
  const query = useQuery({ ...findTasks(slug, useDeferredValue(typed.trim())), enabled: isOpen });
  return (
    <Chooser
      label={words.add}
      name="blocked_by_ids"
      className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-tint"
      listClassName="right-0 w-72 max-w-[80vw]"
      options={(query.data ?? []).filter((option) => !except.includes(option.id))}
      typed={typed}
      onType={type}
      isOpen={isOpen}
      onOpen={setOpen}
      chosen={[]}
      onTake={(option) => onTake(option.id)}
    >
      <Plus />
    </Chooser>
  );
}

interface ListProps {
  readonly label: string;
  readonly tasks: readonly Listed[];
  readonly action?: (task: Listed) => ReactNode;
}

function TaskList({ label, tasks, action }: ListProps) {
  const words = useTaskDependencyWords();
  const today = useToday();
  if (tasks.length === 0) return null;
  return (
    <div>
      <h3 className="text-meta text-muted">{label}</h3>
      <ul aria-label={label} className="flex flex-col divide-y divide-border">
        {tasks.map((task) => {
          const isDone = task.completed_at !== null;
          const state = isDone ? words.done : words.open;
          return (
            <li key={task.id} className="flex min-h-9 items-center gap-2">
              <span title={state} className={isDone ? 'text-ok' : 'text-warn'}>
                {isDone ? <Check size={14} /> : <Clock size={14} />}
                <span className="sr-only">{state}</span>
              </span>
              <RecordLink
                kind="tasks"
                id={task.id}
                className={`min-w-0 truncate hover:underline ${isDone ? 'text-muted line-through' : ''}`}
              >
                {taskName(task)}
              </RecordLink>
              <span className="ml-auto flex shrink-0 items-center gap-3 text-meta text-muted max-sm:hidden">
                <ProjectName project={task.project} />
                <Due due={task.due_date} isDone={isDone} today={today} />
              </span>
              {action?.(task)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
