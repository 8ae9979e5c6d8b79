import type { Activity } from '#panel/api/types.ts';
import { Select } from '#panel/parts/Select.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';

interface Props<T> {
  readonly types: readonly T[];
  readonly value: T;
  readonly onChange: (type: T) => void;
}

/** Select of the type of a new activity. */
export function TypeSelect<T extends Activity['type']>({ types, value, onChange }: Props<T>) {
  const { labels, values } = useFieldWords();
  return (
    <Select
      label={labels.type}
      value={value}
      choices={types.map((type) => ({ value: type, label: values.activities.type[type] }))}
      onChange={({ target }) => {
        const type = types.find((each) => each === target.value);
        if (type) onChange(type);
      }}
    />
  );
}
