import type { DealCourse } from '#panel/api/types.ts';
import { dayIn } from '#panel/data/time-zone-days.ts';
import { useTimeZone, useToday } from '#panel/data/use-today.ts';
import { useDealWords } from '#panel/words/deals/use.ts';
import { daysBetween, isOverDayLimit, type Phase, stepState } from './board.ts';
import { NextStepLine } from './NextStepLine.tsx';
import { useOpenSteps } from './open-steps.ts';

interface Props {
  readonly course: Pick<DealCourse, 'stays' | 'steps'>;
  readonly phase: Phase;
}

/** Warning of an open deal in one line: a late next step, and a phase that takes too long. */
export function DealWarning({ course: { stays, steps }, phase }: Props) {
  const { card: words } = useDealWords();
  const [today, timeZone] = [useToday(), useTimeZone()];
  const since = stays.at(-1)?.since;
  const [next_step = null] = useOpenSteps(steps);
  const days = since === undefined ? 0 : daysBetween(dayIn(timeZone, since), today);
  const isOver = isOverDayLimit({ days, next_step }, phase, today);
  if (stepState({ next_step }, today) !== 'late' && !isOver) return null;
  const overdue =
    isOver && phase.limit_days !== null ? words.over({ days, limit: phase.limit_days }) : undefined;
  return <NextStepLine deal={{ next_step }} today={today} overdue={overdue} />;
}
