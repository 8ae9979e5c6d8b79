import { Fragment, useState } from 'react';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { Close, Filter } from '#panel/ui/icons.tsx';
import { Menu } from '#panel/ui/Menu.tsx';
import { Popover } from '#panel/ui/Popover.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import type { FilterField, FilterOperator } from './filter-fields.ts';
import type { ListState } from './list-state.ts';
import { changeToValues, valuesIn } from './several-values.ts';
import { ValueName } from './ValueName.tsx';

export type { FilterField } from './filter-fields.ts';

const loadEditor = () => import('./FilterEditor.tsx');
const FilterEditor = lazyWithWords(loadEditor, 'nothing');

interface Props {
  readonly fields: readonly FilterField[];
  readonly list: ListState;
}

interface Chip {
  readonly field: FilterField;
  readonly operator: FilterOperator;
}

/** Filters of a list: one chip for each condition, and a menu to add more. All are kept in the address. */
export function Filters({ fields, list }: Props) {
  const words = useListWords();
  usePreload(loadEditor);
  /** Condition that is being edited, and the key of its chip, which stays the same if another condition is chosen. */
  const [open, setOpen] = useState<{ readonly key: string; readonly param: string }>();
  const isSet = (operator: FilterOperator) => valuesIn(list.params, operator).length > 0;
  const chips: Chip[] = fields.flatMap((field) =>
    field.operators
      .filter((operator) => isSet(operator) || operator.param === open?.param)
      .map((operator) => ({ field, operator })),
  );
  const free = fields.filter(({ operators }) => !operators.some(isSet));
  const isFiltered = chips.some(({ operator }) => isSet(operator));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot wrap its chips
    <div
      role="group"
      aria-label={words.filters}
      className="flex min-w-0 flex-wrap items-center gap-1 max-sm:contents"
    >
      {/* On a phone the chips form a separate row that scrolls sideways. */}
      <div className="contents max-sm:order-1 max-sm:flex max-sm:w-1 max-sm:grow max-sm:gap-1 max-sm:overflow-x-auto max-sm:empty:hidden max-sm:*:shrink-0">
        {chips.map(({ field, operator }) => {
          const isOpen = operator.param === open?.param;
          const key = isOpen ? open.key : operator.param;
          return (
            <FilterChip
              key={key}
              field={field}
              operator={operator}
              list={list}
              isOpen={isOpen}
              onToggle={(isOpen) => setOpen(isOpen ? { key, param: operator.param } : undefined)}
              onOperator={({ param }) => setOpen({ key, param })}
            />
          );
        })}
        {isFiltered ? (
          <button
            type="button"
            onClick={() =>
              list.set(
                Object.assign(
                  {},
                  ...fields.flatMap(({ operators }) =>
                    operators.map((operator) => changeToValues(operator, [])),
                  ),
                ),
              )
            }
            className="control rounded px-2 text-muted hover:bg-surface hover:text-text"
          >
            {words.clearFilters}
          </button>
        ) : null}
      </div>
      {free.length > 0 ? (
        <Menu
          label={words.filter}
          isLabelShown
          align="start"
          items={free.map(({ name, operators: [first] }) => ({
            label: name,
            act: () => first && setOpen({ key: first.param, param: first.param }),
          }))}
          className="control inline-flex items-center gap-1.5 rounded px-2 text-muted hover:bg-surface hover:text-text max-sm:[&>span]:sr-only"
        >
          <Filter />
        </Menu>
      ) : null}
    </div>
  );
}

interface ChipProps extends Chip {
  readonly list: ListState;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onOperator: (operator: FilterOperator) => void;
}

function FilterChip({ field, operator, list, isOpen, onToggle, onOperator }: ChipProps) {
  const words = useListWords();
  const values = valuesIn(list.params, operator);
  const [visible, hiddenCount] = [values.slice(0, 2), values.length - 2];
  const remove = () => {
    onToggle(false);
    list.set(changeToValues(operator, []));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Backspace removes the filter, like the cross
    <div
      className="flex items-center rounded border border-border bg-raised"
      onKeyDown={(event) => {
        const isField = event.target instanceof HTMLInputElement;
        if (isField || (event.key !== 'Backspace' && event.key !== 'Delete')) return;
        event.preventDefault();
        event.stopPropagation();
        remove();
      }}
    >
      <Popover
        trigger={
          <>
            <span className="text-muted">
              {field.name} {operator.name}
            </span>{' '}
            {values.length === 0 ? null : (
              <span className="max-w-40 truncate font-medium">
                {visible.map((value, i) => (
                  <Fragment key={value}>
                    {i > 0 ? ', ' : null}
                    <ValueName operator={operator} slug={list.slug} value={value} />
                  </Fragment>
                ))}
              </span>
            )}
            {hiddenCount > 0 ? <span className="font-medium">{`+${hiddenCount}`}</span> : null}
          </>
        }
        title={field.name}
        isOpen={isOpen}
        onToggle={onToggle}
        className="control inline-flex items-center gap-1 rounded px-2 hover:bg-surface"
      >
        <FilterEditor
          field={field}
          operator={operator}
          list={list}
          onOperator={onOperator}
          onDone={() => onToggle(false)}
        />
      </Popover>
      <button
        type="button"
        aria-label={words.removeFilter({ name: field.name })}
        onClick={remove}
        className="control inline-flex items-center rounded px-1.5 text-muted hover:bg-surface pointer-coarse:px-3"
      >
        <Close size={12} />
      </button>
    </div>
  );
}
