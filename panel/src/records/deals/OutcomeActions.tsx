import type { Deal } from '#panel/api/types.ts';
import { useCommand } from '#panel/commands/command.ts';
import { changeRecord } from '#panel/data/records.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Archive, Check, Close, Star, Starred } from '#panel/ui/icons.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import type { DealCard, Phase } from './board.ts';
import { toggleStar } from './star.ts';
import type { DealOutcome } from './use-deal-outcome.tsx';

const command = changeRecord('deals');

interface EndingProps {
  readonly slug: string;
  readonly deal: Deal;
  readonly phases: readonly Phase[];
  readonly outcome: DealOutcome;
}

/** Star of a deal, and actions that end it: won, lost, archived. */
export function OutcomeActions({ slug, deal, phases, outcome }: EndingProps) {
  const words = useDealWords();
  const meaning = phases.find(({ phase }) => phase === deal.phase)?.meaning ?? 'open';
  const card: Pick<DealCard, 'id' | 'is_starred'> = deal;
  const restore = useCommand(command);
  const isArchived = deal.status === 'arquivado';
  return (
    <>
      <Button
        look="quiet"
        aria-pressed={deal.is_starred}
        title={words.card.starred}
        onClick={() => toggleStar(slug, card)}
        className={`aspect-square px-0! ${deal.is_starred ? 'text-warn!' : ''}`}
      >
        {deal.is_starred ? <Starred /> : <Star />}
        <span className="sr-only">{words.card.starred}</span>
      </Button>
      {meaning === 'won' || isArchived ? null : (
        <Button
          look={meaning === 'lost' ? 'plain' : 'primary'}
          onClick={() => outcome.end(deal, 'won')}
        >
          <Check /> {words.acts.win}
        </Button>
      )}
      {meaning === 'lost' || isArchived ? null : (
        <Button
          look={meaning === 'won' ? 'quiet' : 'plain'}
          onClick={() => outcome.end(deal, 'lost')}
        >
          <Close /> {words.acts.lose}
        </Button>
      )}
      {isArchived ? (
        <>
          <p className="text-muted">{words.record.archived}</p>
          <Button onClick={() => restore.act({ slug, id: deal.id, change: { status: 'ativo' } })}>
            {words.record.restore}
          </Button>
        </>
      ) : (
        <Button
          look="quiet"
          title={words.acts.archive}
          onClick={() => outcome.archive(deal)}
          className="aspect-square px-0!"
        >
          <Archive /> <span className="sr-only">{words.acts.archive}</span>
        </Button>
      )}
    </>
  );
}
