import { Checkbox } from '#panel/ui/Field.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { useEditing } from '../controls/context.ts';
import { ValueControl } from '../controls/ValueControl.tsx';
import { WaitControl } from '../controls/WaitControl.tsx';
import type { TriggerView } from '../model/form-view.ts';

interface Props {
  readonly wait: NonNullable<TriggerView['wait']>;
}

/** Time that a record waits before the workflow starts, and its place. */
export function WaitTrigger({ wait }: Props) {
  const { trigger } = useWorkflowWords();
  const { waits: words } = trigger;
  const { change, isFrozen } = useEditing();
  const { for: time, place, in: where, isBusinessHours } = wait;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <WaitControl label={words.time} path={['trigger', 'for']} value={time} hasSeconds={false} />
        {place ? (
          <ValueControl
            kind={place}
            label={words.in[place]}
            path={['trigger', 'in']}
            value={where === '' ? undefined : where}
            emptyText={words.any[place]}
          />
        ) : null}
      </div>
      <Checkbox
        label={words.businessHours}
        hint={words.businessHoursHint}
        checked={isBusinessHours}
        disabled={isFrozen}
        onChange={({ target }) =>
          change(['trigger', 'business_hours'], target.checked ? true : undefined)
        }
      />
    </>
  );
}
