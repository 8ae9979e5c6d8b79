import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ListedTask } from '#panel/api/types.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { useKeysAreOn } from '#panel/data/preferences.ts';
import { projectShades } from '#panel/display/project-color.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Calendar } from '#panel/ui/Calendar.tsx';
import { addDays, daysBetween } from '#panel/ui/calendar/days.ts';
import type { Shades } from '#panel/ui/hues.ts';
import { Check, Warning } from '#panel/ui/icons.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { useCalendar } from '../shared/list/use-calendar.ts';
import { withinDays } from './model.ts';
import { changeTask, tasksQuery } from './queries.ts';
import type { LayoutProps } from './Screen.tsx';
import { useTaskActions } from './task-actions.tsx';

interface Entry {
  readonly key: string;
  readonly date: string;
  readonly name: string;
  readonly tone?: 'danger' | 'ok';
  readonly task: ListedTask;
  /** Colour of its project, until it is completed. */
  readonly shades?: Shades;
}

function entryOf(task: ListedTask, today: string): Entry[] {
  const { id: key, due_date: date, title: name } = task;
  if (date === null) return [];
  const isDone = task.completed_at !== null;
  if (isDone) return [{ key, date, name, task, tone: 'ok' }];
  const shades = projectShades(task.project ?? { id: task.project_id });
  return [{ key, date, name, task, shades, ...(date < today && { tone: 'danger' as const }) }];
}

/** Moves a task to another due date. The start moves along, so that the task keeps its length. */
function movedTo({ start_date: start, due_date: due }: ListedTask, to: string) {
  if (start === null || due === null) return { due_date: to };
  return { start_date: addDays(start, daysBetween(due, to)), due_date: to };
}

interface Props extends LayoutProps {
  readonly onAdd: (date: string) => void;
}

/** Calendar of tasks by due date. */
export default function TaskCalendar({ slug, filters, none, onAdd }: Props) {
  const words = useTaskWords();
  const { nothingMatches, count } = useListWords();
  const hasLetters = useKeysAreOn();
  const { shown: calendar, days } = useCalendar();
  const query = useInfiniteQuery(
    tasksQuery(slug, { ...withinDays(filters, days), sort: 'due_date' }),
  );
  const { hasNextPage, isFetching, fetchNextPage } = query;
  // A calendar has no scroll end, so all pages of its days are loaded.
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const rows = useListWithPending('tasks', query.data?.rows ?? []);
  const { today } = calendar;
  const entries = useMemo(() => rows.flatMap((task) => entryOf(task, today)), [rows, today]);
  const tags = useMemo(() => [...new Set(rows.flatMap(({ tags }) => tags))].sort(), [rows]);
  const acts = useTaskActions(slug, tags);
  const total = query.data?.total;
  return (
    <>
      <QueryContent query={query} rows={8}>
        {() => (
          <>
            {total ? (
              <p className="pb-2 text-meta text-muted">{count({ count: total, of: 'tasks' })}</p>
            ) : null}
            <Calendar
              {...calendar}
              label={words.title}
              entries={entries}
              none={none === undefined ? nothingMatches({ of: 'tasks' }) : words.noneInPeriod}
              entry={({ name, tone }) => (
                <span className="inline-flex min-w-0 items-center gap-1">
                  {tone === 'ok' ? <Check size={12} /> : null}
                  {tone === 'danger' ? <Warning size={12} /> : null}
                  {tone ? (
                    <span className="sr-only">{tone === 'ok' ? words.done : words.late}</span>
                  ) : null}
                  <span className="truncate">{name}</span>
                </span>
              )}
              link={({ key }, props) => <RecordLink kind="tasks" id={key} {...props} />}
              onMove={(id, due_date) => {
                const task = rows.find((each) => each.id === id);
                const change = task ? movedTo(task, due_date) : { due_date };
                void runWithToast(changeTask, { slug, id, change });
              }}
              onAdd={onAdd}
              items={({ task }) => acts.items(task)}
              onKey={(key, { task }) => hasLetters && acts.onKey(key, task)}
            />
          </>
        )}
      </QueryContent>
      {acts.menu}
    </>
  );
}
