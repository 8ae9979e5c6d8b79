import { useCurrentTeam } from '#panel/data/use-team.ts';
import { Avatars } from '#panel/display/Avatars.tsx';
import { useDayFormat, useMoneyFormat } from '#panel/display/formatters.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { monthTitle } from '#panel/ui/calendar/days.ts';
import { Warning } from '#panel/ui/icons.tsx';
import { Badge, Section } from '#panel/ui/layout.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { useLocale } from '#panel/words/translations.ts';
import type { EmptyRecordsProps } from '../shared/list/EmptyRecords.tsx';
import { addSums, type BoardData, type DealCard, emptySums, sumsOfCard } from './board.ts';
import { byMonth, type Column } from './model.ts';
import { NextStepLine } from './NextStepLine.tsx';

const EmptyRecords = lazyWithWords(() => import('../shared/list/EmptyRecords.tsx'), 'nothing');

interface Props {
  readonly board: BoardData;
  readonly columns: readonly Column[];
  /** Content without open deals. */
  readonly empty: EmptyRecordsProps;
}

/** Open deals by the month of their expected close date; overdue ones separately. */
export default function Forecast({ board, columns, empty }: Props) {
  const { forecast: words } = useDealWords();
  const locale = useLocale();
  const open = columns.filter(({ phase }) => phase.meaning === 'open');
  const phases = new Map(open.map(({ phase }) => [phase.phase, phase]));
  const months = byMonth(
    open.flatMap(({ cards }) => cards),
    board.today,
  );
  const { can } = useCurrentTeam();
  const seesValues = can('sees_values');
  if (months.length === 0)
    return <EmptyRecords {...empty} ghost="months" none={empty.none && words.empty} />;
  return (
    <div className="flex flex-col gap-3 overflow-y-auto">
      {months.map(({ key, deals }) => {
        const sums = deals
          .flatMap((card) => {
            const phase = phases.get(card.phase);
            return phase ? [sumsOfCard(card, phase, board, seesValues)] : [];
          })
          .reduce(addSums, emptySums);
        return (
          <Month
            key={key}
            title={
              key === 'late' || key === 'none' ? words[key] : monthTitle(key, board.today, locale)
            }
            isLate={key === 'late'}
            deals={deals}
            total={sums.total}
            weighted={sums.weighted}
            today={board.today}
          />
        );
      })}
    </div>
  );
}

interface MonthProps {
  readonly title: string;
  readonly isLate: boolean;
  readonly deals: readonly DealCard[];
  readonly total: number | null;
  readonly weighted: number | null;
  readonly today: string;
}

function Month({ title, isLate, deals, total, weighted, today }: MonthProps) {
  const words = useDealWords();
  const money = useMoneyFormat();
  const day = useDayFormat();
  const about = [
    words.deals({ count: deals.length }),
    ...(total === null ? [] : [money(total / 100)]),
    ...(weighted === null
      ? []
      : [words.phase.weighted({ amount: money(Math.round(weighted / 100)) })]),
  ];
  return (
    <Section title={title} about={about.join(' · ')}>
      <ul className="flex flex-col divide-y divide-border">
        {deals
          .toSorted((a, b) =>
            (a.expected_close_date ?? '').localeCompare(b.expected_close_date ?? ''),
          )
          .map((deal) => (
            <li
              key={deal.id}
              className="grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 md:flex md:py-1"
            >
              <RecordLink
                kind="deals"
                id={deal.id}
                className="min-w-0 truncate font-medium hover:underline md:min-w-64 md:flex-1"
              >
                {deal.title}
              </RecordLink>
              <span className="flex items-center gap-2 justify-self-end tabular-nums md:order-1">
                {deal.value === null ? null : money(deal.value)}
                {deal.responsible_id ? <Avatars ids={[deal.responsible_id]} /> : null}
              </span>
              <NextStepLine deal={deal} today={today} />
              <span className="flex items-center gap-2 justify-self-end whitespace-nowrap">
                <span className="max-md:hidden">
                  <Badge>{phaseName(deal.phase)}</Badge>
                </span>
                {isLate && deal.expected_close_date ? (
                  <Badge tone="danger" icon={<Warning size={12} />}>
                    {day(deal.expected_close_date)}
                  </Badge>
                ) : deal.expected_close_date ? (
                  <span className="text-meta text-muted">{day(deal.expected_close_date)}</span>
                ) : null}
              </span>
            </li>
          ))}
      </ul>
    </Section>
  );
}
