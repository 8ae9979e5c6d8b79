import { useRef } from 'react';
import { useMoneyFormat } from '#panel/display/formatters.ts';
import { listPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import type { BoardCard, BoardColumn } from '#panel/ui/Board.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import type { DealCard } from './board.ts';
import type { Column } from './model.ts';

export interface Card extends BoardCard {
  readonly deal: DealCard;
  readonly phase: Column['phase'];
}

/** Columns for ui/Board. Unchanged cards keep their identity, so they are not rendered again. */
export function useColumns(slug: string, columns: readonly Column[]): readonly BoardColumn<Card>[] {
  const cache = useRef(new Map<string, Card>());
  const cardOf = (deal: DealCard, phase: Column['phase']): Card => {
    const before = cache.current.get(deal.id);
    return before?.deal === deal && before.phase === phase
      ? before
      : { key: deal.id, name: deal.title, deal, phase };
  };
  const made = columns.map(({ phase, sums, cards }) => ({
    key: phase.phase,
    name: phaseName(phase.phase),
    count: sums.count,
    isClosed: phase.meaning === 'won',
    about: <PhaseSummary column={{ phase, sums, cards }} />,
    cards: cards.map((deal) => cardOf(deal, phase)),
    foot: <Foot slug={slug} column={{ phase, sums, cards }} />,
  }));
  cache.current = new Map(made.flatMap(({ cards }) => cards).map((card) => [card.key, card]));
  return made;
}

/** Sums and meaning of a phase. */
function PhaseSummary({ column: { phase, sums } }: { readonly column: Column }) {
  const { phase: words } = useDealWords();
  const money = useMoneyFormat();
  const parts = [
    ...(sums.total === null ? [] : [money(sums.total / 100)]),
    ...(sums.weighted && phase.meaning === 'open'
      ? [words.weighted({ amount: money(Math.round(sums.weighted / 100)) })]
      : []),
    ...(phase.limit_days === null ? [] : [words.limit({ days: phase.limit_days })]),
    ...(phase.meaning === 'open' ? [] : [words[phase.meaning]]),
    ...(phase.is_listed ? [] : [words.unlisted]),
  ];
  // The head of the column has room for the first part.
  const [first, ...rest] = parts;
  return (
    <span title={parts.join(' · ')} className="tabular-nums">
      {first}
      {rest.length > 0 ? <span className="sr-only">{` · ${rest.join(' · ')}`}</span> : null}
    </span>
  );
}

/** Number of deals in a phase without a card. */
function Foot({ slug, column }: { readonly slug: string; readonly column: Column }) {
  const { phase: words } = useDealWords();
  const { phase, sums, cards } = column;
  const beyond = sums.count - cards.length;
  if (beyond <= 0 && phase.older === 0) return null;
  const list = `${listPath(slug, 'deals')}?view=list&phase=${encodeURIComponent(phase.phase)}`;
  return (
    <>
      {beyond > 0 ? <p>{words.beyond({ count: beyond })}</p> : null}
      {phase.older > 0 ? (
        <p>
          {words.older({ count: phase.older })}{' '}
          <Link href={list} className="text-accent underline">
            {words.olderLink}
          </Link>
        </p>
      ) : null}
    </>
  );
}
