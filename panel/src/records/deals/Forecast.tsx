import { Avatars } from '#panel/display/Avatars.tsx';
import { useDayFormat, useMoneyFormat } from '#panel/display/formatters.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { monthTitle } from '#panel/ui/calendar/days.ts';
import { Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { useLocale } from '#panel/words/translations.ts';
import { EmptyRecords, type EmptyRecordsProps } from '../shared/list/empty-records.ts';
import type { BoardData } from './board.ts';
import { type GroupColumn, periodIn } from './model.ts';
import { NextStepLine } from './NextStepLine.tsx';

interface Props {
  readonly board: BoardData;
  /** Months with open deals. */
  readonly columns: readonly GroupColumn[];
  /** Content without open deals. */
  readonly empty: EmptyRecordsProps;
}

/** Open deals by the month of their expected close date; overdue ones separately. */
export default function Forecast({ board, columns, empty }: Props) {
  const { forecast: words } = useDealWords();
  const locale = useLocale();
  if (columns.length === 0) {
    const isWhole = periodIn(empty.list.get) === 'all';
    const text = isWhole ? words.empty : words.emptyPeriod;
    return <EmptyRecords {...empty} ghost="months" none={empty.none && text} />;
  }
  const most = Math.max(...columns.map(({ sums }) => sums.total ?? 0));
  return (
    <div className="flex flex-col gap-3 overflow-y-auto">
      {columns.map((column) => {
        const { key } = column;
        const isMonth = key !== 'late' && key !== 'none';
        return (
          <Month
            key={key}
            title={isMonth ? monthTitle(key, board.today, locale) : words[key]}
            column={column}
            phases={board.phases}
            most={most}
            today={board.today}
          />
        );
      })}
    </div>
  );
}

interface MonthProps {
  readonly title: string;
  readonly column: GroupColumn;
  readonly phases: BoardData['phases'];
  /** The highest sum of a month, in cents. */
  readonly most: number;
  readonly today: string;
}

function Month({ title, column, phases, most, today }: MonthProps) {
  const words = useDealWords();
  const money = useMoneyFormat();
  const day = useDayFormat();
  const { sums, cards } = column;
  const isLate = column.key === 'late';
  const byName = new Map(phases.map((phase) => [phase.phase, phase]));
  const beyond = sums.count - cards.length;
  return (
    <section className="flex flex-col gap-2 rounded-card border border-border bg-raised p-4">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="inline-flex items-center gap-1.5 font-semibold text-title">
          {isLate ? (
            <span className="text-danger">
              <Warning size={14} />
            </span>
          ) : null}
          {title}
        </h2>
        <span className="text-muted">{words.deals({ count: sums.count })}</span>
        {sums.total === null ? null : (
          <span className="ml-auto flex flex-wrap items-baseline justify-end gap-x-3 tabular-nums">
            <span className="font-semibold">{money(sums.total / 100)}</span>
            <span className="text-muted">
              {words.phase.weighted({ amount: money(Math.round((sums.weighted ?? 0) / 100)) })}
            </span>
          </span>
        )}
      </header>
      {sums.total ? <Bar total={sums.total} weighted={sums.weighted ?? 0} most={most} /> : null}
      <ul className="flex flex-col divide-y divide-border">
        {cards.map((deal) => {
          const chance = deal.probability ?? byName.get(deal.phase)?.probability ?? null;
          return (
            <li
              key={deal.id}
              className="grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_9.5rem_5.5rem_8.5rem] lg:py-1"
            >
              <RecordLink
                kind="deals"
                id={deal.id}
                className="min-w-0 truncate font-medium hover:underline"
              >
                {deal.title}
              </RecordLink>
              <span className="flex items-center gap-2 justify-self-end tabular-nums lg:order-1">
                {deal.value === null ? null : money(deal.value)}
                {deal.responsible_id ? <Avatars ids={[deal.responsible_id]} /> : null}
              </span>
              <NextStepLine deal={deal} today={today} />
              <span className="flex justify-self-end whitespace-nowrap text-meta text-muted lg:contents">
                <span className="truncate max-lg:hidden">
                  {phaseName(deal.phase)}
                  {chance === null ? null : ` · ${chance}%`}
                </span>
                <span className="justify-self-end">
                  {deal.expected_close_date === null ? null : isLate ? (
                    <Badge tone="danger" icon={<Warning size={12} />}>
                      {day(deal.expected_close_date)}
                    </Badge>
                  ) : (
                    day(deal.expected_close_date)
                  )}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      {beyond > 0 ? (
        <p className="text-meta text-muted">{words.phase.beyond({ count: beyond })}</p>
      ) : null}
    </section>
  );
}

interface BarProps {
  readonly total: number;
  readonly weighted: number;
  readonly most: number;
}

/** Sum of a month next to the highest one, of which the weighted part is filled. */
function Bar({ total, weighted, most }: BarProps) {
  return (
    <span aria-hidden="true" className="block h-1.5 rounded bg-surface">
      <span
        className="block h-full overflow-hidden rounded bg-accent/25"
        style={{ width: `${(100 * total) / most}%` }}
      >
        <span
          className="block h-full bg-accent"
          style={{ width: `${(100 * weighted) / total}%` }}
        />
      </span>
    </span>
  );
}
