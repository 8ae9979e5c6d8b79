import { type ReactNode, useState } from 'react';
import { runWithToast } from '#panel/commands/command.ts';
import { removeRecord } from '#panel/data/records.ts';
import { useToday } from '#panel/data/use-today.ts';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { playJoy } from '#panel/ui/joy.ts';
import { useDealWords } from '#panel/words/deals/use.ts';
import type { DealCard, Meaning, Phase } from './board.ts';
import { changeTo, phasesThatMean } from './model.ts';
import { moveDeal } from './queries.ts';

const loadDialog = () => import('./LossDialog.tsx');
const LossDialog = lazyWithWords(loadDialog, 'nothing');
const NoOutcomePhaseDialog = lazyWithWords(() => import('./NoOutcomePhaseDialog.tsx'), 'nothing');

type Moved = Pick<DealCard, 'id' | 'title' | 'phase'>;

export interface DealOutcome {
  /** Moves a deal to a phase. @returns false if a dialog opens first */
  readonly moveTo: (deal: Moved, phase: string) => boolean;
  /** Moves it to the first phase with that meaning; if there is none, explains what to do. */
  readonly end: (deal: Moved, meaning: 'won' | 'lost') => void;
  readonly archive: (deal: Moved) => void;
  /** Dialog to render. */
  readonly dialog: ReactNode;
}

interface PendingLoss {
  readonly deal: Moved;
  readonly phase: Phase;
  /** True if it was started from a focused card on the board. */
  readonly isOnCard: boolean;
}

const cardLink = (id: string) =>
  document.querySelector<HTMLElement>(`[data-card-link="${CSS.escape(id)}"]`);

/** Celebrates a won deal on its card, once that is in its new column. */
function celebrateCard(id: string, before = cardLink(id), frames = 30): void {
  const link = cardLink(id);
  if (link && link !== before) playJoy(link.closest('[data-card]'));
  else if (before && frames > 0) requestAnimationFrame(() => celebrateCard(id, before, frames - 1));
}

const archiveDeal = removeRecord('deals');

/** Moves deals between phases; marking one as lost asks for a reason. */
export function useDealOutcome(slug: string, phases: readonly Phase[]): DealOutcome {
  const today = useToday();
  const words = useDealWords();
  usePreload(loadDialog, 0);
  const [losing, lose] = useState<PendingLoss>();
  const [unmarked, explain] = useState<'won' | 'lost'>();
  const find = (name: string): Phase =>
    phases.find(({ phase }) => phase === name) ?? {
      phase: name,
      is_listed: false,
      meaning: 'open',
      limit_days: null,
      probability: null,
      older: 0,
    };
  const send = (deal: Moved, to: Phase, reason?: string) => {
    const was: Meaning = find(deal.phase).meaning;
    const change = changeTo(to, was, reason);
    void runWithToast(moveDeal, { slug, id: deal.id, day: today, change });
    if (to.meaning === 'won' && was !== 'won') celebrateCard(deal.id);
  };
  const moveTo = (deal: Moved, name: string): boolean => {
    const phase = find(name);
    if (phase.meaning === 'lost') {
      lose({ deal, phase, isOnCard: cardLink(deal.id) === document.activeElement });
      return false;
    }
    send(deal, phase);
    return true;
  };
  return {
    moveTo,
    end(deal, meaning) {
      const [phase] = phasesThatMean(phases, meaning);
      if (phase) moveTo(deal, phase.phase);
      else explain(meaning);
    },
    archive: ({ id }) => void runWithToast(archiveDeal, { slug, id }),
    dialog: losing ? (
      <LossDialog
        slug={slug}
        title={words.losing.title({ name: losing.deal.title })}
        phases={phasesThatMean(phases, 'lost')}
        phase={losing.phase}
        onClose={() => lose(undefined)}
        onLost={(phase, reason) => {
          lose(undefined);
          send(losing.deal, phase, reason);
          // The card has moved; moves the focus to it.
          if (losing.isOnCard) setTimeout(() => cardLink(losing.deal.id)?.focus(), 50);
        }}
      />
    ) : unmarked ? (
      <NoOutcomePhaseDialog slug={slug} meaning={unmarked} onClose={() => explain(undefined)} />
    ) : null,
  };
}
