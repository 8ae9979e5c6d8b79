import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Filter } from '#panel/ui/icons.tsx';
import { Popover } from '#panel/ui/Popover.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import type { ListState } from '../shared/list/list-state.ts';
import { SearchField } from '../shared/list/SearchField.tsx';
import { narrowing, narrowingNames } from './address.ts';
import { Chip } from './Chip.tsx';
import { type Counts, type RowFilters, views } from './list-rows.ts';
import { useInboxes } from './use-inboxes.ts';

const FilterChip = lazyWithWords(() => import('./FilterChip.tsx'), 'nothing');
const SavedViews = lazyWithWords(() => import('../shared/list/SavedViews.tsx'), 'nothing');
const FilterOptions = lazyWithWords(() => import('./FilterOptions.tsx'), 'nothing');

interface Props {
  readonly list: ListState;
  readonly filters: RowFilters;
  readonly counts: Counts | undefined;
  /** Button that starts a conversation. */
  readonly create: ReactNode;
}

/** Head of the conversation list: view, status and filters; on a phone, one row of the views and the actions. */
export function ListHead({ list, filters, counts, create }: Props) {
  const words = useConversationWords();
  const [isOpen, setOpen] = useState(false);
  const locale = useLocale();
  const { view, status } = filters;
  const chips = narrowingNames.filter((name) => filters[narrowing[name]] !== undefined);
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-y-2 border-border border-b px-3 py-2 @max-[639px]/page:py-1">
      <span
        aria-hidden="true"
        className="min-w-0 flex-1 truncate font-semibold text-title @max-[639px]/page:hidden"
      >
        {words.title}
      </span>
      <SearchField list={list} />
      <Popover
        title={words.filters}
        label={words.filters}
        trigger={<Filter />}
        isOpen={isOpen}
        onToggle={setOpen}
        align="end"
        className={buttonClass('quiet', 'aspect-square px-0!')}
      >
        <FilterOptions list={list} filters={filters} />
      </Popover>
      {create}
      <fieldset className="flex min-w-0 basis-full gap-1 @max-[639px]/page:-order-1 @max-[639px]/page:flex-1 @max-[639px]/page:basis-0 @max-[639px]/page:overflow-x-auto">
        <legend className="sr-only">{words.title}</legend>
        {views.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={view === each}
            onClick={() => list.set({ view: each === 'mine' ? undefined : each })}
            className={clsx(
              'control min-w-0 flex-auto truncate rounded px-1 @max-[639px]/page:shrink-0',
              view === each ? 'bg-tint font-medium' : 'text-muted hover:bg-surface',
            )}
          >
            {words.views[each]}
            {counts ? (
              <span
                className={clsx(
                  'ml-1 text-meta text-muted',
                  view !== each && '@max-[639px]/page:hidden',
                )}
              >
                {counts[each].toLocaleString(locale)}
              </span>
            ) : null}
          </button>
        ))}
      </fieldset>
      <div className="flex basis-full flex-wrap gap-1 empty:hidden">
        {status === 'open' ? null : (
          <Chip list={list} name="status" text={words.statuses[status]} />
        )}
        {chips.map((name) =>
          name === 'inbox' ? (
            <InboxChip key={name} list={list} id={list.get(name)} />
          ) : (
            <FilterChip key={name} list={list} name={name} />
          ),
        )}
        <SavedViews list={list} isNarrow />
      </div>
    </div>
  );
}

function InboxChip({ list, id }: { readonly list: ListState; readonly id: string | undefined }) {
  const words = useConversationWords();
  const name = useInboxes(list.slug)?.find((inbox) => inbox.id === id)?.name ?? words.inbox;
  return <Chip list={list} name="inbox" text={name} />;
}
