import { Fragment } from 'react';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { Close } from '#panel/ui/icons.tsx';
import { Popover } from '#panel/ui/Popover.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import type { FilterField, FilterOperator } from './filter-fields.ts';
import type { ListState } from './list-state.ts';
import { changeToValues, valuesIn } from './several-values.ts';
import { ValueName } from './ValueName.tsx';

const loadEditor = () => import('./FilterEditor.tsx');
const FilterEditor = lazyWithWords(loadEditor, 'nothing');

interface Props {
  readonly field: FilterField;
  readonly operator: FilterOperator;
  readonly list: ListState;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onOperator: (operator: FilterOperator) => void;
}

/** Condition of a filter with its values, which opens their editor. */
export default function FilterChip(props: Props) {
  const { field, operator, list, isOpen, onToggle, onOperator } = props;
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
