import type { ReactNode } from 'react';
import type { ProjectOverview } from '#panel/api/schema.ts';
import { Avatars } from '#panel/display/Avatars.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { Due } from '../tasks/TaskBadges.tsx';
import { OverviewSection } from './OverviewSection.tsx';

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly overview: ProjectOverview;
}

/** Late tasks of a project, and those that changed last; the rest is in its list. */
export default function ProjectTasks({ slug, id, overview }: Props) {
  const words = useProjectWords();
  const { today, late, tasks, late_tasks, changed_tasks } = overview;
  const list = `${recordPath(slug, 'projects', id)}/list`;
  return (
    <>
      <Tasks
        title={words.tasksLate}
        tasks={late_tasks}
        fact={({ due_date }) => <Due due={due_date} isDone={false} today={today} />}
        total={late}
        more={
          <Link href={`${list}?due=late`} className="text-accent hover:underline">
            {words.allLate}
          </Link>
        }
      />
      <Tasks
        title={words.tasksChanged}
        tasks={changed_tasks}
        fact={({ updated_at }) => <RelativeTime at={updated_at} />}
        total={tasks}
        more={
          <Link href={`${list}?state=all&sort=-updated_at`} className="text-accent hover:underline">
            {words.allTasks}
          </Link>
        }
      />
    </>
  );
}

type Task = ProjectOverview['late_tasks'][number];

interface TasksProps {
  readonly title: string;
  readonly tasks: readonly Task[];
  readonly fact: (task: Task) => ReactNode;
  /** Number of tasks, of which some are listed. */
  readonly total: number;
  /** Link to all of them. */
  readonly more: ReactNode;
}

function Tasks({ title, tasks, fact, total, more }: TasksProps) {
  const words = useProjectWords();
  if (tasks.length === 0) return null;
  return (
    <OverviewSection title={title} more={total > tasks.length ? more : null}>
      <ul className="flex flex-col divide-y divide-border">
        {tasks.map((task) => (
          <li key={task.id} className="flex min-h-9 items-center gap-3">
            <RecordLink
              kind="tasks"
              id={task.id}
              className={`min-w-0 truncate hover:underline ${task.is_done ? 'text-muted line-through' : ''}`}
            >
              {task.title}
              {task.is_done ? <span className="sr-only">{` (${words.isDone})`}</span> : null}
            </RecordLink>
            <span className="ml-auto flex shrink-0 items-center gap-3 text-meta text-muted">
              {fact(task)}
              <Avatars ids={task.assignee_ids} />
            </span>
          </li>
        ))}
      </ul>
    </OverviewSection>
  );
}
