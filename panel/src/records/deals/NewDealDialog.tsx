import type { Choice } from '#panel/data/choices.ts';
import type { NewOf } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { useRecordWords } from '#panel/words/records/use.ts';
import type { Phase } from './board.ts';
import DealDialog from './DealDialog.tsx';

/** Initial values of a new deal. */
export interface DealPreset
  extends Partial<Pick<NewOf<'deals'>, 'responsible_id' | 'client_id' | 'expected_close_date'>> {
  readonly phase?: string;
  readonly client?: Choice;
}

interface Props {
  readonly phases: readonly Phase[];
  readonly preset: DealPreset;
  readonly onClose: () => void;
}

/** Creates a deal on the board, and opens it. */
export default function NewDealDialog({ phases, preset, onClose }: Props) {
  const words = useDealWords();
  const { labels } = useFieldWords();
  const { fields } = useRecordWords();
  const { slug, me } = useCurrentTeam();
  const { all } = usePeople(slug);
  const open = phases.filter(({ meaning }) => meaning !== 'lost');
  return (
    <DealDialog
      heading={words.create}
      submit={words.create}
      client={preset.client ?? null}
      done={({ id }) => openPeek('deals', id)}
      onClose={onClose}
    >
      {(value) => (
        <>
          <div className="grid grid-cols-2 gap-3">
            {value}
            <LabelledDate
              label={labels.expected_close_date}
              name="expected_close_date"
              defaultValue={preset.expected_close_date ?? undefined}
            />
          </div>
          <div className="grid grid-cols-2 gap-3">
            {open.length > 0 ? (
              <Select
                label={labels.phase}
                name="phase"
                defaultValue={preset.phase ?? open[0]?.phase}
                choices={open.map((each) => ({ value: each.phase, label: phaseName(each.phase) }))}
              />
            ) : null}
            <Select
              label={labels.responsible_id}
              name="responsible_id"
              defaultValue={
                (preset.responsible_id === undefined ? me?.user_id : preset.responsible_id) ?? ''
              }
              choices={[
                { value: '', label: fields.nobody },
                ...all.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </div>
        </>
      )}
    </DealDialog>
  );
}
