import { useQuery } from '@tanstack/react-query';
import type { Task } from '#panel/api/types.ts';
import { ParentLink } from './ParentLink.tsx';
import { subtasksQuery } from './queries.ts';
import { SubtaskList } from './SubtaskList.tsx';

interface Props {
  readonly slug: string;
  readonly task: Task;
}

/** Subtasks of a task, requested together with the rest of its page; a subtask has none. */
export function Subtasks({ slug, task }: Props) {
  const { data } = useQuery(subtasksQuery(slug, task.id));
  return data && task.parent_id === null ? (
    <SubtaskList slug={slug} task={task} subtasks={data} />
  ) : null;
}

/** Link of a subtask to its parent. */
export function Parent({ slug, task }: Props) {
  const { data } = useQuery(subtasksQuery(slug, task.id));
  return data?.parent && task.parent_id !== null ? (
    <ParentLink slug={slug} parent={data.parent} />
  ) : null;
}
