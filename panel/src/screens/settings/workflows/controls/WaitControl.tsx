import { useId, useState } from 'react';
import { SelectInput } from '#panel/parts/Select.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { waitIn } from '../model/form-view.ts';
import type { Json } from '../model/json.ts';
import { useEditing } from './context.ts';
import { type ControlProps, inputLook, Labelled } from './Labelled.tsx';

const units = ['m', 'h', 'd', 's'] as const;

interface Props extends ControlProps {
  readonly value: Json | undefined;
  readonly hasSeconds?: boolean;
}

/** Duration: a number and its unit. */
export function WaitControl({ label, path, value, hasSeconds = true }: Props) {
  const { change, isFrozen } = useEditing();
  const { steps: words } = useWorkflowWords();
  const id = useId();
  const { count, unit } = waitIn(value) ?? { count: undefined, unit: 'd' as const };
  const [draft, setDraft] = useState<string>();
  const write = (to: string) => {
    setDraft(to);
    if (to === '') change(path, undefined);
    else if (/^[1-9]\d{0,7}$/.test(to)) change(path, `${to}${unit}`);
  };
  return (
    <Labelled id={id} label={label} path={path}>
      <div className="flex gap-2">
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={draft ?? count ?? ''}
          disabled={isFrozen}
          onChange={({ target }) => write(target.value)}
          onBlur={() => setDraft(undefined)}
          className={`${inputLook} control w-24! tabular-nums`}
        />
        <SelectInput
          label={words.unit}
          value={unit}
          disabled={isFrozen}
          onChange={({ target }) => change(path, `${count ?? 1}${target.value}`)}
          choices={units
            .filter((each) => hasSeconds || each !== 's')
            .map((each) => ({ value: each, label: words.units[each] }))}
        />
      </div>
    </Labelled>
  );
}
