import { clsx } from 'clsx';
import { useDayFormat } from '#panel/display/formatters.ts';
import { Activities, Info, Warning } from '#panel/ui/icons.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { type DealCard, stepState } from './board.ts';

const looks = {
  none: { Icon: Warning, tone: 'text-warn' },
  late: { Icon: Warning, tone: 'text-danger' },
  planned: { Icon: Activities, tone: 'text-muted' },
} as const;

interface Props {
  readonly deal: Pick<DealCard, 'next_step'>;
  /** Current day of the team. */
  readonly today: string;
  /** Time in the phase, if it exceeds the limit. */
  readonly overdue?: string | undefined;
}

/** Next step of a deal, as an icon and a word. */
export function NextStepLine({ deal, today, overdue }: Props) {
  const { step: words } = useDealWords();
  const day = useDayFormat();
  const state = stepState(deal, today);
  const { Icon, tone } = looks[state === 'planned' && overdue ? 'none' : state];
  const { next_step: step } = deal;
  const date = step && step.date !== null ? day(step.date) : undefined;
  const about = !step
    ? words.none
    : date === undefined
      ? words.undated
      : (state === 'late' ? words.late : words.planned)({ date });
  // A planned step is normal: the icon and the date are enough.
  const isBrief = state === 'planned' && date !== undefined;
  const Mark = step && step.date === null && !overdue ? Info : Icon;
  return (
    <span className={clsx('flex min-w-0 items-center gap-1 text-meta', tone)}>
      <Mark size={12} />
      <span className="truncate" title={step ? `${about} · ${step.title}` : undefined}>
        <span className={isBrief ? 'sr-only' : ''}>{about}</span>
        {isBrief ? <span aria-hidden="true">{date}</span> : null}
        {overdue ? ` · ${overdue}` : ''}
        {step ? ` · ${step.title}` : ''}
      </span>
    </span>
  );
}
