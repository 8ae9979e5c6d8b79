import type { ReactNode } from 'react';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { useDocumentTitle } from '#panel/ui/document-title.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { DisplayMenu } from './DisplayMenu.tsx';
import { type FilterField, Filters } from './Filters.tsx';
import type { ListState } from './list-state.ts';
import { SearchField } from './SearchField.tsx';
import type { ColumnChoice } from './visible-columns.ts';

const SavedViews = lazyWithWords(() => import('./SavedViews.tsx'), 'nothing');

interface Props {
  readonly title: string;
  readonly list: ListState;
  /** Number of records; absent while unknown. */
  readonly count?: number | undefined;
  readonly fields?: readonly FilterField[];
  readonly isSearchable?: boolean;
  /** Columns to choose from, and those shown by default. */
  readonly columns?: readonly ColumnChoice[];
  readonly standard?: readonly string[];
  readonly layouts?: readonly { readonly key: string; readonly name: string }[];
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
  const { columns, standard, layouts, display } = props;
  const words = useListWords();
  useDocumentTitle(title);
  const hasDisplay = (columns?.length ?? 0) + (layouts?.length ?? 0) > 0 || display;
  return (
    <header className="flex flex-col gap-2 pb-3">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="font-semibold text-page">{title}</h1>
        {count === undefined ? null : (
          <span className="text-muted text-meta">{words.count({ count })}</span>
        )}
        <div className="ml-auto">{action}</div>
      </div>
      <SavedViews list={list} />
      <div className="flex flex-wrap items-center gap-2">
        {isSearchable ? <SearchField list={list} /> : null}
        {fields.length > 0 ? <Filters fields={fields} list={list} /> : null}
        {hasDisplay ? (
          <div className="ml-auto">
            <DisplayMenu list={list} columns={columns} standard={standard} layouts={layouts}>
              {display}
            </DisplayMenu>
          </div>
        ) : null}
      </div>
      {children}
    </header>
  );
}
