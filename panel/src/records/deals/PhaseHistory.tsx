import type { UseQueryResult } from '@tanstack/react-query';
import type { DealCourse } from '#panel/api/types.ts';
import { dayIn } from '#panel/data/time-zone-days.ts';
import { useTimeZone, useToday } from '#panel/data/use-today.ts';
import { Badge } from '#panel/ui/layout.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { timeInPhases } from './model.ts';

interface Props {
  readonly query: UseQueryResult<DealCourse>;
  readonly isPeek: boolean;
}

/** Time that a deal spent in each phase. */
export function PhaseHistory({ query: { data }, isPeek }: Props) {
  const Heading = isPeek ? 'h3' : 'h2';
  const { record: words, days } = useDealWords();
  const [today, zone] = [useToday(), useTimeZone()];
  if (!data) return null;
  return (
    <section className="mt-3 flex flex-col gap-1 border-border border-t pt-3">
      <Heading className="font-semibold">{words.way}</Heading>
      <ol className="flex flex-col">
        {timeInPhases(data.stays, today, (moment) => dayIn(zone, moment)).map(
          ({ phase, days: spent, isNow }) => (
            <li key={phase} className="flex min-h-7 items-center gap-2">
              <span className="min-w-0 truncate">{phaseName(phase)}</span>
              {isNow ? <Badge>{words.now}</Badge> : null}
              <span className="ml-auto whitespace-nowrap text-muted tabular-nums">
                {spent === 0 ? words.lessThanDay : days({ count: spent })}
              </span>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}
