import type { Task } from '#panel/api/types.ts';
import { DueDate } from '#panel/display/DueDate.tsx';
import { Block, Check, Clock, Flag, ListCheck, Stack } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { Mark } from '#panel/ui/Mark.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import type { Card } from './board.ts';
import type { CardField } from './model.ts';

const toneOf = (priority: Task['priority']) =>
  priority === 'urgent' ? 'danger' : priority === 'high' ? 'warn' : undefined;

/** Priority of a task, if set. */
export function Priority({ of }: { readonly of: Task['priority'] }) {
  const { values } = useFieldWords();
  const tone = toneOf(of);
  if (of === 'none') return null;
  return (
    <Badge {...(tone && { tone })} icon={<Flag size={12} />}>
      {values.tasks.priority[of]}
    </Badge>
  );
}

interface MarkedPriority {
  readonly of: Task['priority'];
  /** True if its name is visible, otherwise only in the title and for screen readers. */
  readonly isNamed?: boolean;
}

/** Icon of a high priority; nothing for others. */
export function PriorityMark({ of, isNamed = false }: MarkedPriority) {
  const { values } = useFieldWords();
  const tone = toneOf(of);
  if (!tone) return null;
  const name = values.tasks.priority[of];
  return (
    <Mark
      title={name}
      tone={tone === 'danger' ? 'text-danger' : 'text-warn'}
      icon={<Flag size={12} />}
    >
      <span className={isNamed ? '' : 'sr-only'}>{name}</span>
    </Mark>
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
  return <DueDate due={due} isDone={isDone} today={today} lateText={words.late} />;
}

type Marked = Pick<
  Card,
  | 'priority'
  | 'due_date'
  | 'completed_at'
  | 'is_blocked'
  | 'checklist_done'
  | 'checklist_total'
  | 'subtask_done'
  | 'subtask_total'
  | 'estimated_hours'
  | 'actual_hours'
>;

interface BadgesProps {
  readonly card: Marked;
  readonly today: string;
  /** Fields to show. */
  readonly fields: ReadonlySet<CardField>;
}

/** Task properties shown on cards: those that are set, and hours only once they exceed the estimate. */
export function TaskBadges({ card, today, fields }: BadgesProps) {
  const words = useTaskWords();
  const { checklist_done: done, checklist_total: total } = card;
  const { estimated_hours: planned, actual_hours: spent } = card;
  const isDone = card.completed_at !== null;
  return (
    <>
      {isDone ? (
        <Mark tone="text-ok" title={words.done} icon={<Check size={12} />}>
          <span className="sr-only">{words.done}</span>
        </Mark>
      ) : fields.has('priority') ? (
        <PriorityMark of={card.priority} />
      ) : null}
      {card.is_blocked && !isDone ? (
        <Mark tone="text-warn" title={words.blocked} icon={<Block size={12} />}>
          <span className="sr-only">{words.blocked}</span>
        </Mark>
      ) : null}
      {fields.has('due') ? <Due due={card.due_date} isDone={isDone} today={today} /> : null}
      {total > 0 && fields.has('checklist') ? (
        <Mark title={words.checklistAbout({ done, total })} icon={<ListCheck size={12} />}>
          <span aria-hidden="true">{words.checklist({ done, total })}</span>
          <span className="sr-only">{words.checklistAbout({ done, total })}</span>
        </Mark>
      ) : null}
      <SubtaskCount card={card} />
      {fields.has('hours') && planned && spent && spent > planned ? (
        <Mark
          tone="text-warn"
          title={words.hoursOf({ done: spent, planned })}
          icon={<Clock size={12} />}
        >
          <span className="sr-only">{words.hoursOf({ done: spent, planned })}</span>
        </Mark>
      ) : null}
    </>
  );
}

/** Number of completed subtasks of a task that has some. */
export function SubtaskCount({
  card: { subtask_done: done, subtask_total: total },
}: {
  readonly card: Pick<Card, 'subtask_done' | 'subtask_total'>;
}) {
  const words = useTaskWords();
  if (total === 0) return null;
  const about = words.subtasksAbout({ done, total });
  return (
    <Mark title={about} icon={<Stack size={12} />}>
      <span aria-hidden="true">{words.checklist({ done, total })}</span>
      <span className="sr-only">{about}</span>
    </Mark>
  );
}
