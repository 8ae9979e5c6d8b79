import { Select } from '#panel/parts/Select.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import type { ListState } from '../shared/list/list-state.ts';
import { type RowFilters, sorts, statuses } from './list-rows.ts';
import { useInboxes } from './use-inboxes.ts';

interface Props {
  readonly list: ListState;
  readonly filters: RowFilters;
}

/** Status, inbox and order of the conversation list. */
export default function FilterOptions({ list, filters }: Props) {
  const words = useConversationWords();
  const inboxes = useInboxes(list.slug) ?? [];
  return (
    <>
      <Select
        label={words.status}
        value={filters.status}
        onChange={({ currentTarget: { value } }) =>
          list.set({ status: value === 'open' ? undefined : value })
        }
        choices={statuses.map((value) => ({ value, label: words.statuses[value] }))}
      />
      <Select
        label={words.inbox}
        value={filters.inbox_id ?? ''}
        onChange={({ currentTarget: { value } }) => list.set({ inbox: value || undefined })}
        choices={[
          { value: '', label: words.allInboxes },
          ...inboxes.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        label={words.sort}
        value={filters.sort}
        onChange={({ currentTarget: { value } }) =>
          list.set({ sort: value === 'waiting' ? undefined : value })
        }
        choices={sorts.map((value) => ({ value, label: words.sorts[value] }))}
      />
    </>
  );
}
