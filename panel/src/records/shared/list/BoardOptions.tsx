import { Select } from '#panel/parts/Select.tsx';
import type { SelectChoice } from '#panel/ui/select/SelectInput.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import { CardFieldChoices } from './CardFieldChoices.tsx';
import type { ListState } from './list-state.ts';

/** Choice in the address, which does not contain the default. */
interface AddressChoice {
  readonly value: string;
  readonly usual: string;
  readonly choices: readonly SelectChoice[];
}

interface Props<F extends string> {
  readonly list: ListState;
  readonly group: AddressChoice;
  readonly order: AddressChoice;
  /** Fields that cards can show, in their order, and their names. */
  readonly fields: readonly (readonly [field: F, name: string])[];
  readonly standard: readonly F[];
}

/** Grouping and order of a board, and the fields of its cards. */
export function BoardOptions<F extends string>({ list, group, order, fields, standard }: Props<F>) {
  const words = useListWords();
  const select = (
    param: 'group' | 'order',
    label: string,
    { value, usual, choices }: AddressChoice,
  ) => (
    <Select
      label={label}
      value={value}
      onChange={({ currentTarget }) =>
        list.set({ [param]: currentTarget.value === usual ? undefined : currentTarget.value })
      }
      choices={choices}
    />
  );
  return (
    <>
      {select('group', words.groupBy, group)}
      {select('order', words.sortBy, order)}
      <CardFieldChoices list={list} fields={fields} standard={standard} />
    </>
  );
}
