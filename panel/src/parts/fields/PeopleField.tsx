import { useState } from 'react';
import { filterByText } from '#panel/ui/filter-by-words.ts';
import { useRecordWords } from '#panel/words/records/use.ts';
import { Chooser, type Option } from './Chooser.tsx';
import { type FieldProps, FieldRow, quietControl } from './FieldRow.tsx';

interface Props extends FieldProps {
  /** User ids, the main one first. */
  readonly value: readonly string[];
  readonly onSave: (value: readonly string[]) => void;
  /** All members of the team. */
  readonly people: readonly Option[];
  /** True if at most one person can be chosen. */
  readonly isOne?: boolean;
}

/** Members of the team: none, one or several. */
export function PeopleField(props: Props) {
  const { label, name, hotkey, value, onSave, people, isOne = false, isReadOnly } = props;
  const { fields } = useRecordWords();
  const [isOpen, setOpen] = useState(false);
  const [typed, type] = useState('');
  const named = value.map((id) => people.find((each) => each.id === id)?.name ?? fields.unknown);
  const matches = filterByText(people, typed);
  const text = named.length > 0 ? named.join(', ') : fields.nobody;
  const take = ({ id }: Option) => {
    const rest = value.filter((each) => each !== id);
    if (rest.length < value.length) onSave(rest);
    else onSave(isOne ? [id] : [...value, id]);
  };
  return (
    <FieldRow label={label} hotkey={hotkey}>
      {isReadOnly ? (
        <div className="flex min-h-8 items-center px-2">{text}</div>
      ) : (
        <Chooser
          label={label}
          name={name}
          hotkey={hotkey}
          className={`${quietControl} h-auto! min-h-8 pointer-coarse:min-h-11 ${named.length > 0 ? '' : 'text-faint'}`}
          options={matches}
          typed={typed}
          onType={type}
          isOpen={isOpen}
          onOpen={setOpen}
          chosen={value}
          isMany={!isOne}
          onTake={take}
        >
          {text}
        </Chooser>
      )}
    </FieldRow>
  );
}
