import type { Task } from '#panel/api/types.ts';
import { Calendar, Check, Clock, Flag, ListCheck, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import type { Card } from './board.ts';
import { formatDueDay } from './format-days.ts';

/** Priority of a task, if set. */
export function Priority({ of }: { readonly of: Task['priority'] }) {
  const { values } = useFieldWords();
  const tone = of === 'urgent' ? 'danger' : of === 'high' ? 'warn' : undefined;
  if (of === 'none') return null;
  return (
    <Badge {...(tone && { tone })} icon={<Flag size={12} />}>
      {values.tasks.priority[of]}
    </Badge>
  );
}

interface DueProps {
  readonly due: string | null;
  readonly isDone: boolean;
  readonly today: string;
}

/** Due date of a task, marked if overdue. */
export function Due({ due, isDone, today }: DueProps) {
  const words = useTaskWords();
  const locale = useLocale();
  if (due === null) return null;
  const day = due === today ? words.dueToday : formatDueDay(due, today, locale);
  if (isDone || due > today) return <Badge icon={<Calendar size={12} />}>{day}</Badge>;
  if (due === today)
    return (
      <Badge tone="warn" icon={<Calendar size={12} />}>
        {day}
      </Badge>
    );
  return (
    <Badge tone="danger" icon={<Warning size={12} />}>
      {`${words.late} · ${day}`}
    </Badge>
  );
}

type Marked = Pick<
  Card,
  | 'priority'
  | 'due_date'
  | 'completed_at'
  | 'checklist_done'
  | 'checklist_total'
  | 'estimated_hours'
  | 'actual_hours'
>;

/** Task properties shown on cards and rows. */
export function TaskBadges({ card, today }: { readonly card: Marked; readonly today: string }) {
  const words = useTaskWords();
  const { checklist_done: done, checklist_total: total } = card;
  const { estimated_hours: planned, actual_hours: spent } = card;
  const isDone = card.completed_at !== null;
  return (
    <>
      {isDone ? (
        <Badge tone="ok" icon={<Check size={12} />}>
          {words.done}
        </Badge>
      ) : null}
      <Priority of={card.priority} />
      <Due due={card.due_date} isDone={isDone} today={today} />
      {total > 0 ? (
        <span
          title={words.checklistAbout({ done, total })}
          className="inline-flex items-center gap-1 text-meta text-muted"
        >
          <ListCheck size={12} />
          <span aria-hidden="true">{words.checklist({ done, total })}</span>
          <span className="sr-only">{words.checklistAbout({ done, total })}</span>
        </span>
      ) : null}
      {planned || spent ? (
        <span className="inline-flex items-center gap-1 text-meta text-muted">
          <Clock size={12} />
          {planned
            ? words.hoursOf({ done: spent ?? 0, planned })
            : words.hours({ hours: spent ?? 0 })}
        </span>
      ) : null}
    </>
  );
}
