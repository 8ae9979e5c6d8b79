import { useState } from 'react';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { Filter } from '#panel/ui/icons.tsx';
import { Menu } from '#panel/ui/Menu.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import type { FilterField, FilterOperator } from './filter-fields.ts';
import type { ListState } from './list-state.ts';
import { valuesIn, withoutFilters } from './several-values.ts';

export type { FilterField } from './filter-fields.ts';

const loadEditor = () => import('./FilterEditor.tsx');
const loadChip = () => import('./FilterChip.tsx');
const FilterChip = lazyWithWords(loadChip, 'nothing');

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
  usePreload(loadChip);
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
            onClick={() => list.set(withoutFilters(fields))}
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
