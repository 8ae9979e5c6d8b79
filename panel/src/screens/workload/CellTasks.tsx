import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { WorkloadTask } from '#panel/api/schema.ts';
import { Avatars } from '#panel/display/Avatars.tsx';
import { ProjectName } from '#panel/display/ProjectDot.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { useWorkloadWords } from '#panel/words/workload/use.ts';
import { Due } from '../../records/tasks/TaskBadges.tsx';
import type { Member } from './model.ts';
import { type CellAddress, cellTasksQuery, reassign } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly cell: CellAddress;
  readonly title: string;
  readonly members: readonly Member[];
  readonly today: string;
  /** Called with the task whose drag begins, and with undefined when it ends. */
  readonly onDrag: (task: WorkloadTask | undefined) => void;
}

/** Open tasks of a member in a week, each with a menu to reassign it. */
export function CellTasks({ slug, cell, title, members, today, onDrag }: Props) {
  const words = useWorkloadWords();
  const query = useQuery(cellTasksQuery(slug, cell));
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h2 ref={head} tabIndex={-1} className="font-semibold">
        {title}
      </h2>
      <QueryContent query={query} rows={2}>
        {(tasks) =>
          tasks.length === 0 ? (
            <p className="text-muted">{words.noTasksInWeek}</p>
          ) : (
            <ul className="flex flex-col divide-y divide-border">
              {tasks.map((task) => (
                <Row
                  key={task.id}
                  {...{ task, today, onDrag }}
                  targets={members.filter(
                    ({ user_id, is_active }) => is_active && user_id !== cell.user,
                  )}
                  onReassign={(to) => void reassign(slug, task, cell.user, to)}
                />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </section>
  );
}

interface RowProps extends Pick<Props, 'today' | 'onDrag'> {
  readonly task: WorkloadTask;
  readonly targets: readonly Member[];
  readonly onReassign: (user: string) => void;
}

function Row({ task, today, targets, onDrag, onReassign }: RowProps) {
  const words = useWorkloadWords();
  const { estimated_hours: estimated, actual_hours, planned_hours: planned, assignee_ids } = task;
  const people = assignee_ids.length;
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', task.title);
        onDrag(task);
      }}
      onDragEnd={() => onDrag(undefined)}
      className="flex min-h-10 cursor-grab flex-wrap items-center gap-x-3 gap-y-1 py-1"
    >
      <span className="flex min-w-0 grow basis-48 flex-col">
        <RecordLink
          kind="tasks"
          id={task.id}
          draggable={false}
          className="min-w-0 truncate hover:underline"
        >
          {task.title}
        </RecordLink>
        <span className="text-meta text-muted">
          <ProjectName project={task.project} />
        </span>
      </span>
      <span className="ml-auto flex shrink-0 items-center gap-3 text-meta text-muted">
        <Due due={task.due_date} isDone={false} today={today} />
        {people > 1 ? <Avatars ids={assignee_ids} /> : null}
        {estimated === null || planned === null ? (
          <span>{words.noEstimate}</span>
        ) : (
          <span
            className="tabular-nums"
            title={words.estimate({ estimated, actual: actual_hours ?? 0, people })}
          >
            {words.inHours({ hours: planned })}
          </span>
        )}
        {targets.length > 0 ? (
          <MoreMenu
            label={words.reassign({ title: task.title })}
            items={targets.map(({ user_id, name }) => ({
              label: name,
              act: () => onReassign(user_id),
            }))}
          />
        ) : null}
      </span>
    </li>
  );
}
