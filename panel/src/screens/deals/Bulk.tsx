import type { Phase } from '../../data/deals-board.ts';
import { BulkBar } from '../../parts/BulkBar.tsx';
import { usePeople } from '../../parts/People.tsx';
import { useTeamHere } from '../../parts/team.ts';
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

/** Bulk actions for deals. Marking as lost is not among them, because it asks for a reason for each deal. */
export default function DealsBulk({ slug, selected, phases, matching, onDone }: Props) {
  const words = useDealWords();
  const { all } = usePeople(slug);
  const { me } = useTeamHere();
  const kept = phases.filter(({ meaning }) => meaning !== 'lost');
  // With several won phases, the user chooses one.
  const [phase, ...others] = kept.filter(({ meaning }) => meaning === 'won');
  const won = phase && others.length === 0 ? [phase] : [];
  return (
    <BulkBar
      slug={slug}
      kind="deals"
      selected={selected}
      matching={matching}
      onDone={onDone}
      actions={[
        ...won.map((phase) => ({
          label: words.acts.win,
          hotkey: 'e',
          change: changeTo(phase, 'won'),
        })),
        ...(me
          ? [{ label: words.acts.toMe, hotkey: 'i', change: { responsible_id: me.user_id } }]
          : []),
        {
          label: words.field.phase,
          hotkey: 'm',
          choices: kept.map((phase) => ({ label: phase.phase, change: changeTo(phase, 'open') })),
        },
        {
          label: words.field.responsible,
          hotkey: 'a',
          choices: all.map(({ id, name }) => ({ label: name, change: { responsible_id: id } })),
        },
        {
          label: words.field.priority,
          hotkey: 'p',
          choices: priorities.map((priority) => ({
            label: words.priorities[priority],
            change: { priority },
          })),
        },
        { label: words.card.star, hotkey: 's', change: { is_starred: true } },
        { label: words.acts.archive, hotkey: 'Backspace', isDelete: true },
      ]}
    />
  );
}
