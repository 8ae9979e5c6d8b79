import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Close, Filter } from '#panel/ui/icons.tsx';
import { Popover } from '#panel/ui/Popover.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import type { ListState } from '../shared/list/list-state.ts';
import { SearchField } from '../shared/list/SearchField.tsx';
import { type Counts, type RowFilters, views } from './list-rows.ts';
import { useInboxes } from './use-inboxes.ts';

const FilterOptions = lazyWithWords(() => import('./FilterOptions.tsx'), 'nothing');

interface Props {
  readonly list: ListState;
  readonly filters: RowFilters;
  readonly counts: Counts | undefined;
  /** Button that starts a conversation. */
  readonly create: ReactNode;
}

const chip =
  'control inline-flex items-center gap-1 rounded border border-border bg-raised px-2 text-meta hover:bg-surface';

/** Head of the conversation list: view, status and filters. */
export function ListHead({ list, filters, counts, create }: Props) {
  const words = useConversationWords();
  const [isOpen, setOpen] = useState(false);
  const { view, status } = filters;
  const chips = [
    ...(status === 'open' ? [] : [['status', words.statuses[status]] as const]),
    ...(filters.contact_id ? [['contact', words.about.contact] as const] : []),
    ...(filters.client_id ? [['client', words.about.client] as const] : []),
  ];
  return (
    <div className="flex shrink-0 flex-col gap-2 border-border border-b px-3 py-2">
      <header className="flex items-center">
        <span aria-hidden="true" className="min-w-0 flex-1 truncate font-semibold text-title">
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
      </header>
      <fieldset className="flex gap-1">
        <legend className="sr-only">{words.title}</legend>
        {views.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={view === each}
            onClick={() => list.set({ view: each === 'mine' ? undefined : each })}
            className={clsx(
              'control min-w-0 flex-auto truncate rounded px-1',
              view === each ? 'bg-tint font-medium' : 'text-muted hover:bg-surface',
            )}
          >
            {words.views[each]}
            {counts && status === 'open' ? (
              <span className="ml-1 text-meta text-muted">
                {words.counted({ count: counts[each] })}
              </span>
            ) : null}
          </button>
        ))}
      </fieldset>
      {chips.length > 0 || filters.inbox_id ? (
        <div className="flex flex-wrap gap-1">
          {filters.inbox_id ? <InboxChip list={list} id={filters.inbox_id} /> : null}
          {chips.map(([name, text]) => (
            <Chip key={name} list={list} name={name} text={text} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

interface ChipProps {
  readonly list: ListState;
  readonly name: string;
  readonly text: string;
}

function Chip({ list, name, text }: ChipProps) {
  const words = useConversationWords();
  return (
    <button
      type="button"
      title={words.without({ filter: text })}
      onClick={() => list.set({ [name]: undefined })}
      className={chip}
    >
      <span className="max-w-48 truncate">{text}</span>
      <Close size={12} />
      <span className="sr-only">{words.without({ filter: text })}</span>
    </button>
  );
}

function InboxChip({ list, id }: { readonly list: ListState; readonly id: string }) {
  const words = useConversationWords();
  const name = useInboxes(list.slug)?.find((inbox) => inbox.id === id)?.name ?? words.inbox;
  return <Chip list={list} name="inbox" text={name} />;
}
