import { useQuery } from '@tanstack/react-query';
import type { Task } from '#panel/api/types.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { subtasksQuery } from './queries.ts';

const SubtaskList = lazyWithWords(() => import('./SubtaskList.tsx'), 'nothing');
const ParentLink = lazyWithWords(() => import('./ParentLink.tsx'), 'nothing');

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
