import type { UseQueryResult } from '@tanstack/react-query';
import type { Deal, DealCourse } from '#panel/api/types.ts';
import { findClients } from '#panel/data/choices.ts';
import type { ChangeOf } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { ChoiceField } from '#panel/parts/fields/ChoiceField.tsx';
import { DateField } from '#panel/parts/fields/DateField.tsx';
import { LinkField } from '#panel/parts/fields/LinkField.tsx';
import { MoneyField, NumberField } from '#panel/parts/fields/NumberField.tsx';
import { PeopleField } from '#panel/parts/fields/PeopleField.tsx';
import { TagsField } from '#panel/parts/fields/TagsField.tsx';
import { TextField } from '#panel/parts/fields/TextField.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import type { Phase } from './board.ts';
import { PhaseHistory } from './PhaseHistory.tsx';
import type { DealOutcome } from './use-deal-outcome.tsx';

const priorities = ['alta', 'media', 'baixa'] as const;

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
export function Properties({ slug, deal, phases, outcome, course, isPeek, set }: Props) {
  const words = useDealWords();
  const { field } = words;
  const { me } = useCurrentTeam();
  const { all } = usePeople(slug);
  const isLost = phases.some(({ phase, meaning }) => phase === deal.phase && meaning === 'lost');
  return (
    <div className="flex flex-col gap-0.5">
      <ChoiceField
        label={field.phase}
        name="phase"
        hotkey="m"
        value={deal.phase}
        choices={phases.map(({ phase }) => ({ value: phase, label: phaseName(phase) }))}
        onSave={(phase) => outcome.moveTo(deal, phase)}
      />
      {isLost || deal.loss_reason ? (
        <TextField
          label={field.loss_reason}
          value={deal.loss_reason}
          isRequired={isLost}
          onSave={(loss_reason) => set({ loss_reason })}
        />
      ) : null}
      {me && !me.sees_values ? (
        <TextField
          label={field.value}
          value={words.record.unseen}
          isReadOnly
          onSave={() => undefined}
        />
      ) : (
        <MoneyField label={field.value} value={deal.value} onSave={(value) => set({ value })} />
      )}
      <NumberField
        label={field.probability}
        value={deal.probability}
        max={100}
        onSave={(probability) => set({ probability })}
      />
      <LinkField
        label={field.client}
        slug={slug}
        kind="clients"
        value={deal.client}
        find={findClients}
        onSave={(client) => set({ client_id: client?.id ?? null })}
      />
      <PeopleField
        label={field.responsible}
        name="responsible"
        hotkey="a"
        value={deal.responsible_id ? [deal.responsible_id] : []}
        people={all}
        isOne
        onSave={([responsible]) => set({ responsible_id: responsible ?? null })}
      />
      <DateField
        label={field.expected_close_date}
        name="expected_close_date"
        hotkey="d"
        value={deal.expected_close_date}
        onSave={(expected_close_date) => set({ expected_close_date })}
      />
      <ChoiceField
        label={field.priority}
        name="priority"
        hotkey="p"
        value={deal.priority}
        choices={priorities.map((value) => ({ value, label: words.priorities[value] }))}
        onSave={(value) => {
          const priority = priorities.find((each) => each === value);
          if (priority) set({ priority });
        }}
      />
      <TextField label={field.source} value={deal.source} onSave={(source) => set({ source })} />
      <TagsField
        label={field.tags}
        name="tags"
        hotkey="l"
        value={deal.tags}
        onSave={(tags) => set({ tags: [...tags] })}
      />
      <PhaseHistory query={course} isPeek={isPeek} />
    </div>
  );
}
