import { useState } from 'react';
import { textLimits } from '#panel/api/text-limits.ts';
import type { Choice, FindChoices } from '#panel/data/choices.ts';
import { Picker } from '#panel/parts/Picker.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useBulkWords } from '#panel/words/bulk/use.ts';
import { useWords } from '#panel/words/translations.ts';

interface Props {
  readonly slug: string;
  readonly label: string;
  /** Finds records; absent for a text. */
  readonly find: FindChoices | undefined;
  /** Label of the option without a record. */
  readonly none: string | undefined;
  /** @param choice undefined for none */
  readonly onTake: (choice: Choice | undefined) => void;
  readonly onClose: () => void;
}

/** Picks the record that the selected records will belong to, or asks for their text. */
export function BulkPickDialog({ slug, label, find, none, onTake, onClose }: Props) {
  const words = useBulkWords();
  const { common } = useWords();
  const [choice, choose] = useState<Choice>();
  return (
    <Dialog title={label} closeLabel={common.close} onClose={onClose}>
      {find ? (
        <Picker label={label} slug={slug} find={find} onTake={choose} />
      ) : (
        <Field
          label={label}
          {...textLimits}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) =>
            choose(value.trim() === '' ? undefined : { id: value.trim(), name: value.trim() })
          }
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={find !== undefined && !choice}
          onClick={() => onTake(choice)}
        >
          {words.take}
        </Button>
        {none === undefined ? null : <Button onClick={() => onTake(undefined)}>{none}</Button>}
      </div>
    </Dialog>
  );
}
