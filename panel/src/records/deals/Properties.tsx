import type { UseQueryResult } from '@tanstack/react-query';
import { dealFields } from '#panel/api/records/deals.ts';
import type { Deal, DealCourse } from '#panel/api/types.ts';
import type { ChangeOf } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { TextField } from '#panel/parts/fields/TextField.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { Properties } from '../shared/fields/Properties.tsx';
import type { Phase } from './board.ts';
import { PhaseHistory } from './PhaseHistory.tsx';
import type { DealOutcome } from './use-deal-outcome.tsx';

interface Props {
  readonly slug: string;
  readonly deal: Deal;
  readonly phases: readonly Phase[];
  readonly outcome: DealOutcome;
  readonly course: UseQueryResult<DealCourse>;
  readonly isPeek: boolean;
  readonly set: (change: ChangeOf<'deals'>) => void;
}

/** Properties of a deal, edited inline and focused by keys. */
export function DealProperties({ slug, deal, phases, outcome, course, isPeek, set }: Props) {
  const words = useDealWords();
  const { labels } = useFieldWords();
  const { me, can } = useCurrentTeam();
  const isLost = phases.some(({ phase, meaning }) => phase === deal.phase && meaning === 'lost');
  return (
    <>
      <Properties
        slug={slug}
        kind="deals"
        fields={dealFields}
        record={deal}
        save={set}
        properties={{
          phase: {
            hotkey: 'm',
            choices: phases.map(({ phase }) => ({ value: phase, label: phaseName(phase) })),
            onChoose: (phase) => outcome.moveTo(deal, phase),
          },
          ...((isLost || deal.loss_reason) && {
            loss_reason: { isRequired: isLost },
          }),
          value:
            me && !can('sees_values')
              ? {
                  control: (
                    <TextField
                      key="value"
                      label={labels.value}
                      value={words.record.unseen}
                      isReadOnly
                      onSave={() => undefined}
                    />
                  ),
                }
              : {},
          probability: {},
          client_id: {},
          responsible_id: { hotkey: 'a' },
          expected_close_date: { hotkey: 'd' },
          priority: { hotkey: 'p' },
          source: {},
          tags: { hotkey: 'l' },
        }}
        hidden={['title', 'status', 'loss_reason']}
      />
      <PhaseHistory query={course} isPeek={isPeek} />
    </>
  );
}
