import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { useAction } from '../commands/use-action.ts';
import { tickEvery } from '../data/clock.ts';
import { runningTimersQuery, switchTimer } from '../records/tasks/timer.ts';
import { paths } from '../route/paths.ts';
import { recordPath } from '../route/record-paths.ts';
import { Link } from '../route/router.tsx';
import { formatDuration } from '../screens/hours/duration.ts';
import { Clock, Pause, Warning } from '../ui/icons.tsx';
import { useHoursWords } from '../words/hours/use.ts';
import { sidebarEntryClass } from './sidebar-entry.tsx';

const subscribe = tickEvery(15_000);
const minuteMs = 60_000;

/** The user's running timer, on every page: its time, a link to what it is for, and a button that stops it. */
export default function RunningTimer({ slug, user }: { slug: string; user: string }) {
  const words = useHoursWords();
  const { data } = useQuery(runningTimersQuery(slug, user));
  const minute = useSyncExternalStore(subscribe, () => Math.floor(Date.now() / minuteMs));
  const [timer] = data ?? [];
  const stop = useAction(() => switchTimer(slug, timer?.id, undefined));
  if (!timer) return null;
  const time = formatDuration(Math.max(minute - Date.parse(timer.started_at) / minuteMs, 0));
  const label = timer.is_long ? words.timerLong({ time }) : words.timer({ time });
  return (
    <div className="flex items-center md:flex-wrap">
      <Link
        href={timer.task_id ? recordPath(slug, 'tasks', timer.task_id) : paths.timesheet(slug)}
        aria-label={label}
        title={label}
        className={clsx(sidebarEntryClass, 'min-w-0 flex-1', timer.is_long && 'text-warn')}
      >
        {timer.is_long ? <Warning /> : <Clock />}
        <span className="tabular-nums">{time}</span>
      </Link>
      <button
        type="button"
        aria-label={words.stop}
        title={words.stop}
        disabled={stop.isBusy}
        onClick={() => stop.act(undefined)}
        className={sidebarEntryClass}
      >
        <Pause />
      </button>
    </div>
  );
}
