import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Task } from '#panel/api/types.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { removeRecord } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { focusItem, itemOf } from '#panel/ui/focusable-items.ts';
import {
  Bin,
  Calendar,
  Check,
  Clock,
  Expand,
  Flag,
  ListCheck,
  Pause,
  People,
  Person,
} from '#panel/ui/icons.tsx';
import type { MenuItem } from '#panel/ui/MenuList.tsx';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import type { Prompt } from './PromptDialog.tsx';
import { changeTask, finishTask } from './queries.ts';
import { runningTimersQuery, toggleTimer } from './timer.ts';

const loadMenu = () => import('./PropertyMenu.tsx');
const PropertyMenu = lazyWithWords(loadMenu, 'nothing');
const PromptDialog = lazyWithWords(() => import('./PromptDialog.tsx'), 'nothing');

/** Fields of a task that every view loads. */
export type ShownTask = Pick<
  Task,
  | 'id'
  | 'title'
  | 'assignee_ids'
  | 'priority'
  | 'due_date'
  | 'tags'
  | 'column'
  | 'pipeline_id'
  | 'completed_at'
>;

/** Values that open in a separate menu. */
export type TaskMenuPage = 'assign' | 'priority' | 'due' | 'tags';
const pages: Readonly<Record<string, TaskMenuPage>> = {
  a: 'assign',
  p: 'priority',
  d: 'due',
  l: 'tags',
};

interface Open {
  readonly page: TaskMenuPage;
  readonly task: ShownTask;
  readonly from: HTMLElement;
}

/** Link of a task on the screen: in a card, row or calendar entry. */
const linkOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(
    `[data-card-link="${CSS.escape(id)}"], main [data-record="tasks/${CSS.escape(id)}"]`,
  );

/**
 * Actions of a task: the entries of its menu, and its keys.
 * @param tags tags to choose from
 */
export function useTaskActions(slug: string, tags: readonly string[]) {
  const words = useTaskWords();
  const { me } = useCurrentTeam();
  // The sidebar loads it.
  const { data: timers } = useQuery({
    ...runningTimersQuery(slug, me?.user_id ?? ''),
    enabled: false,
  });
  usePreload(loadMenu, 0);
  const [open, setOpen] = useState<Open>();
  const [prompt, ask] = useState<Prompt>();

  const change = (task: ShownTask, fields: Partial<ShownTask>) =>
    void runWithToast(changeTask, { slug, id: task.id, change: fields });
  const show = (page: TaskMenuPage, task: ShownTask) => {
    const from = linkOf(task.id) ?? document.querySelector('main');
    if (from) setOpen({ page, task, from });
  };
  const toMe = (task: ShownTask) => {
    if (!me) return;
    const others = task.assignee_ids.filter((id) => id !== me.user_id);
    const isMine = others.length < task.assignee_ids.length;
    change(task, { assignee_ids: isMine ? others : [...others, me.user_id] });
  };
  const finish = (task: ShownTask) => void finishTask(slug, task);
  const remove = ({ id }: ShownTask) => void runWithToast(removeRecord('tasks'), { slug, id });

  const time = ({ id }: ShownTask) => me && void toggleTimer(slug, me.user_id, id);
  const isTimed = ({ id }: ShownTask) => timers?.[0]?.task_id === id;

  const { act } = words;
  const items = (task: ShownTask): readonly MenuItem[] => [
    {
      label: task.completed_at === null ? act.finish : act.reopen,
      icon: <Check />,
      act: () => finish(task),
    },
    { label: act.assign, icon: <People />, act: () => show('assign', task) },
    {
      label: me && task.assignee_ids.includes(me.user_id) ? act.notMe : act.toMe,
      icon: <Person />,
      act: () => toMe(task),
    },
    { label: act.priority, icon: <Flag />, act: () => show('priority', task) },
    { label: act.due, icon: <Calendar />, act: () => show('due', task) },
    { label: act.tags, icon: <ListCheck />, act: () => show('tags', task) },
    {
      label: isTimed(task) ? act.stopTimer : act.startTimer,
      icon: isTimed(task) ? <Pause /> : <Clock />,
      act: () => time(task),
    },
    {
      label: act.open,
      icon: <Expand />,
      act: () => navigate(recordPath(slug, 'tasks', task.id)),
    },
    { label: act.trash, icon: <Bin />, isDangerous: true, act: () => remove(task) },
  ];

  /** @returns true if the key is a task action */
  const onKey = (key: string, task: ShownTask): boolean => {
    const page = pages[key];
    if (page) show(page, task);
    else if (key === 'e') finish(task);
    else if (key === 'i') toMe(task);
    else if (key === 't') time(task);
    else if (key === 'Backspace' || key === 'Delete') remove(task);
    else return false;
    return true;
  };

  // Cards and rows receive keys as a whole; a calendar entry is inside an item that represents a day.
  const back = (id: string) => {
    if (!focusItem(itemOf(document, id))) linkOf(id)?.focus();
  };
  const menu: ReactNode = open ? (
    <PropertyMenu
      key={`${open.page} ${open.task.id}`}
      {...open}
      slug={slug}
      tags={tags}
      onChange={(fields) => change(open.task, fields)}
      onAsk={ask}
      onClose={() => {
        setOpen(undefined);
        back(open.task.id);
      }}
      onLeave={() => setOpen(undefined)}
    />
  ) : prompt ? (
    <PromptDialog asked={prompt} onClose={() => ask(undefined)} />
  ) : null;
  return { items, onKey, choose: show, menu };
}
