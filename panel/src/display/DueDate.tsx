import { Calendar, Warning } from '../ui/icons.tsx';
import { Mark } from '../ui/Mark.tsx';
import { useDayFormat, useFullDayFormat } from './formatters.ts';

interface Props {
  readonly due: string | null;
  readonly isDone: boolean;
  readonly today: string;
  /** Word for an overdue record, for screen readers and the title. */
  readonly lateText: string;
}

/** Due date of a record, marked if it is overdue. */
export function DueDate({ due, isDone, today, lateText }: Props) {
  const day = useDayFormat();
  const full = useFullDayFormat();
  if (due === null) return null;
  const isLate = !isDone && due < today;
  const tone = isLate ? 'text-danger' : !isDone && due === today ? 'text-warn' : 'text-muted';
  return (
    <Mark
      tone={tone}
      title={isLate ? `${lateText} · ${full(due)}` : full(due)}
      icon={isLate ? <Warning size={12} /> : <Calendar size={12} />}
    >
      <span>
        {isLate ? <span className="sr-only">{`${lateText} · `}</span> : null}
        {day(due)}
      </span>
    </Mark>
  );
}
