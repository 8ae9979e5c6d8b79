import { Checkbox } from '#panel/ui/Field.tsx';
import { OrderedList } from '#panel/ui/OrderedList.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import type { ListState } from './list-state.ts';
import { type ColumnChoice, visibleColumns } from './visible-columns.ts';

interface Props {
  readonly list: ListState;
  readonly columns: readonly ColumnChoice[];
  readonly standard: readonly string[];
}

/** Columns of a list, in order, and those that are hidden. */
export function ColumnChoices({ list, columns, standard }: Props) {
  const words = useListWords();
  const all = columns.slice(1);
  const visible = visibleColumns(list, columns, standard).slice(1);
  const hidden = all.filter((column) => !visible.includes(column));
  const show = (keys: readonly string[]) =>
    list.set({ columns: keys.join() === standard.join() ? undefined : keys.join() });
  const keys = visible.map((column) => column.key);
  return (
    <fieldset className="flex flex-col">
      <legend className="font-medium">{words.columns}</legend>
      <OrderedList
        label={words.columns}
        entries={visible.map((column) => ({ key: column.key, name: column.title }))}
        words={words.moveColumn}
        items={() => []}
        onMove={(moved, place) => {
          const rest = keys.filter((each) => each !== moved);
          show([...rest.slice(0, place), moved, ...rest.slice(place)]);
        }}
      >
        {(entry) => (
          <Checkbox
            label={entry.name}
            checked
            onChange={() => show(keys.filter((each) => each !== entry.key))}
          />
        )}
      </OrderedList>
      {hidden.map((column) => (
        <Checkbox
          key={column.key}
          label={column.title}
          checked={false}
          onChange={() => show([...keys, column.key])}
        />
      ))}
      {list.get('columns') === undefined ? null : (
        <button
          type="button"
          onClick={() => list.set({ columns: undefined })}
          className="control mt-1 self-start rounded px-1 text-accent hover:underline"
        >
          {words.resetColumns}
        </button>
      )}
    </fieldset>
  );
}
