import { useRef } from 'react';
import { useMoneyFormat } from '#panel/display/formatters.ts';
import { listPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import type { BoardCard, BoardColumn } from '#panel/ui/Board.tsx';
import { monthTitle } from '#panel/ui/calendar/days.ts';
import { useDealWords } from '#panel/words/deals/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { useLocale } from '#panel/words/translations.ts';
import type { BoardData, DealCard, Sums } from './board.ts';
import type { Column, GroupColumn } from './model.ts';

export interface Card extends BoardCard {
  readonly deal: DealCard;
  readonly phase: Column['phase'];
}

interface Columns {
  readonly board: Pick<BoardData, 'group' | 'phases' | 'today'>;
  readonly columns: readonly Column[];
  readonly groupColumns: readonly GroupColumn[];
}

/** Columns for ui/Board. Unchanged cards keep their identity, so they are not rendered again. */
export function useColumns(
  slug: string,
  { board: { group, phases, today }, columns, groupColumns }: Columns,
): readonly BoardColumn<Card>[] {
  const { forecast, noOwner, noClient } = useDealWords();
  const locale = useLocale();
  const cache = useRef(new Map<string, Card>());
  const cardOf = (deal: DealCard, phase: Column['phase']): Card => {
    const before = cache.current.get(deal.id);
    return before?.deal === deal && before.phase === phase
      ? before
      : { key: deal.id, name: deal.title, deal, phase };
  };
  const byName = new Map(phases.map((phase) => [phase.phase, phase]));
  const nameOf = ({ key, name }: GroupColumn): string => {
    if (group === 'month')
      return key === 'late' || key === 'none' ? forecast[key] : monthTitle(key, today, locale);
    return name ?? (group === 'responsible' ? noOwner : noClient);
  };
  const made: readonly BoardColumn<Card>[] =
    group === 'phase'
      ? columns.map(({ phase, sums, cards }) => ({
          key: phase.phase,
          name: phaseName(phase.phase),
          count: sums.count,
          isClosed: phase.meaning === 'won',
          // A lost deal has a reason, which a new one does not ask for.
          canAdd: phase.meaning !== 'lost',
          about: <PhaseSummary column={{ phase, sums, cards }} />,
          cards: cards.map((deal) => cardOf(deal, phase)),
          foot: <Foot slug={slug} sums={sums} cards={cards} phase={phase} />,
        }))
      : groupColumns.map((column) => ({
          key: column.key,
          name: nameOf(column),
          count: column.sums.count,
          canAdd: column.key !== 'late',
          about: <Amounts sums={column.sums} isOpen further={[]} />,
          cards: column.cards.flatMap((deal) => {
            const phase = byName.get(deal.phase);
            return phase ? [cardOf(deal, phase)] : [];
          }),
          foot: <Foot slug={slug} sums={column.sums} cards={column.cards} />,
        }));
  cache.current = new Map(made.flatMap(({ cards }) => cards).map((card) => [card.key, card]));
  return made;
}

interface AmountsProps {
  readonly sums: Sums;
  readonly isOpen: boolean;
  readonly further: readonly string[];
}

/** Sums of a column, of which its head has room for the first. */
function Amounts({ sums, isOpen, further }: AmountsProps) {
  const { phase: words } = useDealWords();
  const money = useMoneyFormat();
  const parts = [
    ...(sums.total === null ? [] : [money(sums.total / 100)]),
    ...(sums.weighted && isOpen
      ? [words.weighted({ amount: money(Math.round(sums.weighted / 100)) })]
      : []),
    ...further,
  ];
  const [first, ...rest] = parts;
  return (
    <span title={parts.join(' · ')} className="tabular-nums">
      {first}
      {rest.length > 0 ? <span className="sr-only">{` · ${rest.join(' · ')}`}</span> : null}
    </span>
  );
}

/** Sums and meaning of a phase. */
function PhaseSummary({ column: { phase, sums } }: { readonly column: Column }) {
  const { phase: words } = useDealWords();
  const isOpen = phase.meaning === 'open';
  const further = [
    ...(phase.limit_days === null ? [] : [words.limit({ days: phase.limit_days })]),
    ...(phase.meaning === 'open' ? [] : [words[phase.meaning]]),
    ...(phase.is_listed ? [] : [words.unlisted]),
  ];
  return <Amounts sums={sums} isOpen={isOpen} further={further} />;
}

interface FootProps {
  readonly slug: string;
  readonly sums: Sums;
  readonly cards: readonly DealCard[];
  readonly phase?: Column['phase'];
}

/** Number of deals of a column without a card. */
function Foot({ slug, sums, cards, phase }: FootProps) {
  const { phase: words } = useDealWords();
  const beyond = sums.count - cards.length;
  const older = phase?.older ?? 0;
  if (beyond <= 0 && older === 0) return null;
  const list = `${listPath(slug, 'deals')}?view=list&phase=${encodeURIComponent(phase?.phase ?? '')}`;
  return (
    <>
      {beyond > 0 ? <p>{words.beyond({ count: beyond })}</p> : null}
      {older > 0 ? (
        <p>
          {words.older({ count: older })}{' '}
          <Link href={list} className="text-accent underline">
            {words.olderLink}
          </Link>
        </p>
      ) : null}
    </>
  );
}
