import type { ReactNode } from 'react';
import { dealFields } from '#panel/api/records/deals.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import type { BulkAction, BulkDialogProps } from '../shared/bulk/BulkActions.tsx';
import { type BarProps, BulkBar } from '../shared/bulk/BulkBar.tsx';
import type { Phase } from './board.ts';
import { changeTo, phasesThatMean } from './model.ts';

const LossDialog = lazyWithWords(() => import('./LossDialog.tsx'), 'nothing');
const NoOutcomePhaseDialog = lazyWithWords(() => import('./NoOutcomePhaseDialog.tsx'), 'nothing');

/** Bulk actions for deals. Marking as lost asks for one reason for all of them. */
export function useDealActions(slug: string, phases: readonly Phase[]) {
  const words = useDealWords();
  const { labels } = useFieldWords();
  const { me } = useCurrentTeam();
  const offered = phases.filter(({ meaning }) => meaning !== 'lost');
  const won = phasesThatMean(phases, 'won');
  const lost = phasesThatMean(phases, 'lost');
  const explain =
    (meaning: 'won' | 'lost') =>
    ({ onClose }: BulkDialogProps) => (
      <NoOutcomePhaseDialog slug={slug} meaning={meaning} onClose={onClose} />
    );
  const actions: BarProps['actions'] = [
    win(words.acts.win, won, explain('won')),
    {
      label: words.acts.lose,
      hotkey: 'E',
      ask: (parts) => {
        const [phase] = lost;
        if (!phase) return explain('lost')(parts);
        return (
          <LossDialog
            slug={slug}
            title={words.losing.titleOfMany({ count: parts.count })}
            phases={lost}
            phase={phase}
            onLost={(to, reason) => parts.onTake(changeTo(to, 'lost', reason))}
            onClose={parts.onClose}
          />
        );
      },
    },
    ...(me
      ? [{ label: words.acts.toMe, hotkey: 'i', change: { responsible_id: me.user_id } }]
      : []),
    {
      label: labels.phase,
      hotkey: 'm',
      choices: offered.map((phase) => ({
        label: phaseName(phase.phase),
        change: changeTo(phase, 'open'),
      })),
    },
    { field: 'responsible_id', hotkey: 'a' },
    { field: 'priority', hotkey: 'p' },
    { label: words.card.star, hotkey: 's', change: { is_starred: true } },
    { label: words.acts.archive, hotkey: 'Backspace', isDelete: true },
  ];
  return { fields: dealFields, actions, withoutAction: ['phase', 'source', 'loss_reason'] };
}

interface Props extends Pick<BarProps, 'slug' | 'selected' | 'onDone'> {
  readonly phases: readonly Phase[];
}

/** Bulk bar of the board. */
export default function DealBulkBar({ phases, ...props }: Props) {
  return <BulkBar kind="deals" {...props} {...useDealActions(props.slug, phases)} />;
}

/** Wins deals: at once if one phase means won; of several the user chooses one; without any a dialog explains what to do. */
function win(
  label: string,
  won: readonly Phase[],
  explain: (parts: BulkDialogProps) => ReactNode,
): BulkAction {
  const [phase, ...others] = won;
  if (!phase) return { label, hotkey: 'e', ask: explain };
  if (others.length === 0) return { label, hotkey: 'e', change: changeTo(phase, 'won') };
  return {
    label,
    hotkey: 'e',
    choices: won.map((each) => ({ label: phaseName(each.phase), change: changeTo(each, 'won') })),
  };
}
