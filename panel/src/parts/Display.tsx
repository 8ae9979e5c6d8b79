import { type ReactNode, useState } from 'react';
import { Checkbox, Select } from '../ui/Field.tsx';
import { Sliders } from '../ui/icons.tsx';
import { OrderedList } from '../ui/OrderedList.tsx';
import { Popover } from '../ui/Popover.tsx';
import { useListWords } from '../words/lists/use.ts';
import type { ListState } from './list.ts';

/** A column that can be shown. */
export interface ColumnChoice {
  readonly key: string;
  readonly title: string;
}

/** The columns that a list shows, by its address: `columns=email,phone`. The first is always there. */
export function columnsShown<C extends ColumnChoice>(
  list: ListState,
  all: readonly C[],
  standard: readonly string[],
): readonly C[] {
  const wanted = list.get('columns')?.split(',') ?? standard;
  const found = wanted.flatMap((key) => all.slice(1).find((column) => column.key === key) ?? []);
  return [...all.slice(0, 1), ...found];
}

interface Props {
  readonly list: ListState;
  readonly columns?: readonly ColumnChoice[] | undefined;
  readonly standard?: readonly string[] | undefined;
  readonly layouts?: readonly { readonly key: string; readonly name: string }[] | undefined;
  /** What can be sorted by, where no heads of columns can be pressed. */
  readonly sorts?: readonly { readonly key: string; readonly name: string }[] | undefined;
  /** What else there is to choose: a grouping. */
  readonly children?: ReactNode;
}

/** How a list is shown: its layout, order and columns. All of it stands in the address. */
export function Display(props: Props) {
  const { list, columns = [], standard = [], layouts = [], sorts = [], children } = props;
  const words = useListWords();
  const [isOpen, setOpen] = useState(false);
  const sort = list.get('sort') ?? '';
  const key = sort.replace(/^-/, '');
  const all = columns.slice(1);
  const shown = columnsShown(list, columns, standard).slice(1);
  const hidden = all.filter((column) => !shown.includes(column));
  const show = (keys: readonly string[]) =>
    list.set({ columns: keys.join() === standard.join() ? undefined : keys.join() });
  const keys = shown.map((column) => column.key);
  return (
    <Popover
      trigger={
        <>
          <Sliders />
          <span className="max-sm:sr-only">{words.display}</span>
        </>
      }
      title={words.display}
      align="end"
      isOpen={isOpen}
      onToggle={setOpen}
      className="control inline-flex items-center gap-1.5 rounded border border-border bg-raised px-2 hover:bg-surface"
    >
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
    </Popover>
  );
}
