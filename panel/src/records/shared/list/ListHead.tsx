import type { ReactNode } from 'react';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { useDocumentTitle } from '#panel/ui/document-title.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { DisplayMenu } from './DisplayMenu.tsx';
import { type FilterField, Filters } from './Filters.tsx';
import { type Layout, LayoutSwitch } from './LayoutSwitch.tsx';
import type { ListState } from './list-state.ts';
import { SearchField } from './SearchField.tsx';
import type { ColumnChoice } from './visible-columns.ts';

const SavedViews = lazyWithWords(() => import('./SavedViews.tsx'), 'nothing');

interface Props {
  /** Absent below the head of a record, which has the title. */
  readonly title?: string | undefined;
  readonly list: ListState;
  /** Number of records; absent while unknown. */
  readonly count?: number | undefined;
  readonly fields?: readonly FilterField[];
  readonly isSearchable?: boolean;
  /** Columns to choose from, and those shown by default. */
  readonly columns?: readonly ColumnChoice[];
  readonly standard?: readonly string[];
  readonly layouts?: readonly Layout[];
  /** Additional display options, such as a grouping. */
  readonly display?: ReactNode;
  /** The main action. */
  readonly action?: ReactNode;
  /** Content between the head and the list, such as sums. */
  readonly children?: ReactNode;
}

/** Head of every list: title, filters, display options and the main action. */
export function ListHead(props: Props) {
  const { title, list, count, fields = [], isSearchable = true, action, children } = props;
  const { columns, standard, layouts = [], display } = props;
  const words = useListWords();
  useDocumentTitle(title);
  const hasDisplay = (columns?.length ?? 0) > 0 || Boolean(display);
  const hasLayouts = layouts.length > 1;
  return (
    <header className="flex flex-col gap-1 pb-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {title === undefined ? null : (
          <h1 className="min-w-0 truncate font-semibold text-page max-sm:text-[18px]">{title}</h1>
        )}
        {count === undefined ? null : (
          <span className="whitespace-nowrap text-muted">
            {words.count({ count, of: list.resource })}
          </span>
        )}
        {/* On a phone, active filters and saved views share the second row. */}
        <span className="order-1 basis-full sm:hidden" />
        {fields.length > 0 ? <Filters fields={fields} list={list} /> : null}
        {title === undefined ? null : <SavedViews list={list} />}
        <div className="ml-auto flex items-center gap-1.5 max-sm:gap-0">
          {isSearchable ? <SearchField list={list} /> : null}
          {hasLayouts ? <LayoutSwitch list={list} layouts={layouts} /> : null}
          {hasDisplay || hasLayouts ? (
            <span className={hasDisplay ? 'contents' : 'contents sm:hidden'}>
              <DisplayMenu list={list} columns={columns} standard={standard} layouts={layouts}>
                {display}
              </DisplayMenu>
            </span>
          ) : null}
          {action}
        </div>
      </div>
      {children}
    </header>
  );
}
