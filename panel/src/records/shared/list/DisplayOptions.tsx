import { lazyWithWords } from '#panel/display/lazy.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import { ColumnChoices } from './ColumnChoices.tsx';
import type { DisplayMenuProps } from './DisplayMenu.tsx';
import { layoutOf, setLayout } from './LayoutSwitch.tsx';

const ExportButton = lazyWithWords(() => import('../exports/ExportButton.tsx'), 'nothing');

/** Content of the display menu. */
export default function DisplayOptions(props: DisplayMenuProps) {
  const { list, columns = [], standard = [], layouts = [], children } = props;
  const words = useListWords();
  return (
    <>
      {layouts.length > 1 ? (
        <div className="sm:hidden">
          <Select
            label={words.layout}
            value={layoutOf(list, layouts)}
            onChange={({ currentTarget: { value } }) => setLayout(list, layouts, value)}
            choices={layouts.map(({ key, name }) => ({ value: key, label: name }))}
          />
        </div>
      ) : null}
      {children}
      {columns.length > 0 ? (
        <ColumnChoices list={list} columns={columns} standard={standard} />
      ) : null}
      <ExportButton />
    </>
  );
}
