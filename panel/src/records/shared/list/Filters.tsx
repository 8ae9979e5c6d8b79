import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LinkTarget, recordNameQuery } from '#panel/data/record-names.ts';
import { useMoneyFormat } from '#panel/display/formatters.ts';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { formatDay, isDay } from '#panel/ui/calendar/days.ts';
import { Close, Filter } from '#panel/ui/icons.tsx';
import { Menu } from '#panel/ui/Menu.tsx';
import { Popover } from '#panel/ui/Popover.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { numberInAddress } from './address-filters.ts';
import type { FilterField, FilterOperator } from './filter-fields.ts';
import { currentUser, type ListState } from './list-state.ts';

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
  const [open, setOpen] = useState<string>();
  const chips: Chip[] = fields.flatMap((field) =>
    field.operators
      .filter(({ param }) => list.get(param) !== undefined || open === param)
      .map((operator) => ({ field, operator })),
  );
  // A condition chosen in the open chip replaces that chip.
  const visible = chips.filter(
    ({ field, operator }) =>
      operator.param === open ||
      list.get(operator.param) !== undefined ||
      !chips.some((each) => each.field === field),
  );
  const free = fields.filter(({ operators }) =>
    operators.every(({ param }) => list.get(param) === undefined),
  );
  const isFiltered = visible.some(({ operator }) => list.get(operator.param) !== undefined);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot wrap its chips
    <div
      role="group"
      aria-label={words.filters}
      className="flex min-w-0 flex-wrap items-center gap-1 max-sm:contents"
    >
      {/* On a phone the chips form a separate row that scrolls sideways. */}
      <div className="contents max-sm:order-1 max-sm:flex max-sm:w-1 max-sm:grow max-sm:gap-1 max-sm:overflow-x-auto max-sm:empty:hidden max-sm:*:shrink-0">
        {visible.map(({ field, operator }) => (
          <FilterChip
            key={operator.param}
            field={field}
            operator={operator}
            list={list}
            isOpen={open === operator.param}
            onToggle={(isOpen) => setOpen(isOpen ? operator.param : undefined)}
          />
        ))}
        {isFiltered ? (
          <button
            type="button"
            onClick={() =>
              list.set(
                Object.fromEntries(
                  fields.flatMap(({ operators }) =>
                    operators.map(({ param }) => [param, undefined]),
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
            act: () => setOpen(first?.param),
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
}

function FilterChip({ field, operator, list, isOpen, onToggle }: ChipProps) {
  const words = useListWords();
  const value = list.params[operator.param];
  const remove = () => {
    onToggle(false);
    list.set({ [operator.param]: undefined });
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
            {value === undefined ? null : (
              <span className="max-w-40 truncate font-medium">
                <ValueName operator={operator} slug={list.slug} value={value} />
              </span>
            )}
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

const numeric = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

interface NameProps {
  readonly operator: FilterOperator;
  readonly slug: string;
  readonly value: string;
}

function ValueName({ operator, slug, value }: NameProps) {
  const locale = useLocale();
  const words = useListWords();
  const money = useMoneyFormat();
  const kind = operator.value;
  if (value === currentUser) return words.me;
  if (kind.kind === 'choice')
    return kind.choices.find((choice) => choice.value === value)?.label ?? value;
  if (kind.kind === 'record') return <RecordName target={kind.target} slug={slug} value={value} />;
  const number = numberInAddress(value);
  if (kind.kind === 'money' && number !== undefined) return money(number);
  if (kind.kind === 'number' && number !== undefined)
    return new Intl.NumberFormat(locale).format(number);
  return kind.kind === 'date' && isDay(value) ? formatDay(value, locale, numeric) : value;
}

interface RecordNameProps {
  readonly target: LinkTarget;
  readonly slug: string;
  readonly value: string;
}

function RecordName({ target, slug, value }: RecordNameProps) {
  const { data } = useQuery(recordNameQuery(slug, target, value));
  return data ?? '…';
}
