import { Select } from '#panel/ui/Field.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import { ColumnChoices } from './ColumnChoices.tsx';
import type { DisplayMenuProps } from './DisplayMenu.tsx';

/** Content of the display menu. */
export default function DisplayOptions(props: DisplayMenuProps) {
  const { list, columns = [], standard = [], layouts = [], children } = props;
  const words = useListWords();
  return (
    <>
      {layouts.length > 1 ? (
        <Select
          label={words.layout}
          value={list.get('view') ?? layouts[0]?.key}
          onChange={({ currentTarget: { value } }) =>
            list.set({ view: value === layouts[0]?.key ? undefined : value })
          }
          choices={layouts.map(({ key, name }) => ({ value: key, label: name }))}
        />
      ) : null}
      {children}
      {columns.length > 0 ? (
        <ColumnChoices list={list} columns={columns} standard={standard} />
      ) : null}
    </>
  );
}
