import type { Phase } from '../../data/deals-board.ts';
import { BulkBar } from '../../parts/BulkBar.tsx';
import { usePeople } from '../../parts/People.tsx';
import { useDealWords } from '../../words/deals/use.ts';
import { changeTo } from './model.ts';

interface Props {
  readonly slug: string;
  readonly selected: ReadonlySet<string>;
  readonly phases: readonly Phase[];
  readonly matching?: { readonly total: number; readonly query: string } | undefined;
  readonly onDone: () => void;
}

const priorities = ['alta', 'media', 'baixa'] as const;

/** What can be done to the deals that are selected. Losing asks why of each, so it is not among it. */
export function DealsBulk({ slug, selected, phases, matching, onDone }: Props) {
  const words = useDealWords();
  const { all } = usePeople(slug);
  const kept = phases.filter(({ meaning }) => meaning !== 'lost');
  return (
    <BulkBar
      slug={slug}
      kind="deals"
      selected={selected}
      matching={matching}
      onDone={onDone}
      actions={[
        {
          label: words.field.phase,
          choices: kept.map((phase) => ({ label: phase.phase, change: changeTo(phase, 'open') })),
        },
        {
          label: words.field.responsible,
          choices: all.map(({ id, name }) => ({ label: name, change: { responsible_id: id } })),
        },
        {
          label: words.field.priority,
          choices: priorities.map((priority) => ({
            label: words.priorities[priority],
            change: { priority },
          })),
        },
        { label: words.card.star, change: { is_starred: true } },
        { label: words.acts.archive, isDelete: true },
      ]}
    />
  );
}
