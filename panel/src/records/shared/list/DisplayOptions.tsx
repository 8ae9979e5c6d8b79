import { Checkbox, Select } from '#panel/ui/Field.tsx';
import { OrderedList } from '#panel/ui/OrderedList.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import type { DisplayMenuProps } from './DisplayMenu.tsx';
import { visibleColumns } from './visible-columns.ts';

/** Content of the display menu. */
export default function DisplayOptions(props: DisplayMenuProps) {
  const { list, columns = [], standard = [], layouts = [], sorts = [], children } = props;
  const words = useListWords();
  const sort = list.get('sort') ?? '';
  const key = sort.replace(/^-/, '');
  const all = columns.slice(1);
  const shown = visibleColumns(list, columns, standard).slice(1);
  const hidden = all.filter((column) => !shown.includes(column));
  const show = (keys: readonly string[]) =>
    list.set({ columns: keys.join() === standard.join() ? undefined : keys.join() });
  const keys = shown.map((column) => column.key);
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
      {sorts.length > 0 ? (
        <div className="grid grid-cols-2 gap-2">
          <Select
            label={words.sortBy}
            value={key}
            onChange={({ currentTarget: { value } }) => list.set({ sort: value })}
            choices={sorts.map(({ key, name }) => ({ value: key, label: name }))}
          />
          <Select
            label={words.direction}
            value={sort.startsWith('-') ? '-' : ''}
            onChange={({ currentTarget: { value } }) =>
              list.set({ sort: `${value}${key || (sorts[0]?.key ?? '')}` })
            }
            choices={[
              { value: '', label: words.ascending },
              { value: '-', label: words.descending },
            ]}
          />
        </div>
      ) : null}
      {all.length > 0 ? (
        <fieldset className="flex flex-col">
          <legend className="font-medium">{words.columns}</legend>
          <OrderedList
            label={words.columns}
            entries={shown.map((column) => ({ key: column.key, name: column.title }))}
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
      ) : null}
    </>
  );
}
