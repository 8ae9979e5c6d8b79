import { useQuery } from '@tanstack/react-query';
import { findClients } from '#panel/data/choices.ts';
import { linkChoices } from '#panel/data/link-choices.ts';
import { recordNameQuery } from '#panel/data/record-names.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import type { ListState } from '../shared/list/list-state.ts';
import { mySquads, type Narrowing } from './address.ts';
import { LabelChip } from './LabelChip.tsx';
import { labelParam, labelsInParam, labelsQuery } from './labels.ts';
import { type RowFilters, sorts, statuses } from './list-rows.ts';
import { soonMinutes } from './reply-due.ts';
import { useInboxes } from './use-inboxes.ts';
import { useDurationFormat } from './use-now.ts';

interface Props {
  readonly list: ListState;
  readonly filters: RowFilters;
}

/** Waits to filter by, in minutes. */
const waits = [15, 60, 240, 1_440, 4_320] as const;

/** Times until an answer is due to filter by, in minutes; 0: overdue. */
const dues = [0, soonMinutes, 60, 240] as const;

/** Status, filters and order of the conversation list. */
export default function FilterOptions({ list, filters }: Props) {
  const words = useConversationWords();
  const { options } = words;
  const { labels } = useFieldWords();
  const length = useDurationFormat();
  const inboxes = useInboxes(list.slug) ?? [];
  const { all: people } = usePeople(list.slug);
  const { data: squads = [] } = useQuery(linkChoices.squads(list.slug, ''));
  const choice = ({ id, name }: { readonly id: string; readonly name: string }) => ({
    value: id,
    label: name,
  });
  /** Conversations of a person or a squad are in the view of all conversations. */
  const assigned = (name: Narrowing, value: string) =>
    list.set({ [name]: value || undefined, ...(value && { view: 'all' }) });
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
        choices={[{ value: '', label: words.allInboxes }, ...inboxes.map(choice)]}
      />
      <Select
        label={words.head.assignee}
        value={filters.assignee_id ?? ''}
        onChange={({ currentTarget: { value } }) => assigned('assignee', value)}
        choices={[{ value: '', label: options.anyone }, ...people.map(choice)]}
      />
      {squads.length > 0 ? (
        <Select
          label={labels.squad_id}
          value={list.get('squad') ?? ''}
          onChange={({ currentTarget: { value } }) => assigned('squad', value)}
          choices={[
            { value: '', label: options.anySquad },
            { value: mySquads, label: options.mySquads },
            ...squads.map(choice),
          ]}
        />
      ) : null}
      <LabelFilter list={list} />
      <ClientFilter list={list} label={labels.client_id} />
      <Select
        label={options.wait}
        value={String(filters.waits_minutes ?? '')}
        onChange={({ currentTarget: { value } }) => list.set({ wait: value || undefined })}
        choices={[
          { value: '', label: options.anyWait },
          ...waits.map((minutes) => ({
            value: String(minutes),
            label: words.about.waits({ time: length(minutes * 60_000) }),
          })),
        ]}
      />
      <Select
        label={options.due}
        value={String(filters.due_minutes ?? '')}
        onChange={({ currentTarget: { value } }) => list.set({ due: value || undefined })}
        choices={[
          { value: '', label: options.anyDue },
          ...dues.map((minutes) => ({
            value: String(minutes),
            label:
              minutes === 0
                ? words.about.late
                : words.about.due({ time: length(minutes * 60_000) }),
          })),
        ]}
      />
      <Checkbox
        label={words.about.unread}
        checked={filters.unread !== undefined}
        onChange={({ currentTarget: { checked } }) =>
          list.set({ unread: checked ? 'true' : undefined })
        }
      />
      <Checkbox
        label={words.blocking.filter}
        checked={filters.blocked !== undefined}
        onChange={({ currentTarget: { checked } }) =>
          // A blocked conversation is resolved, and often assigned to a colleague.
          list.set(
            checked
              ? { blocked: 'true', status: 'resolved', view: 'all' }
              : { blocked: undefined, status: undefined },
          )
        }
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

/** Filter by one or several labels. */
function LabelFilter({ list }: { readonly list: ListState }) {
  const { labels: words } = useConversationWords();
  const { data: labels = [] } = useQuery(labelsQuery(list.slug));
  const chosen = labelsInParam(list.get('label'));
  if (labels.length === 0) return null;
  return (
    <fieldset className="flex max-h-40 shrink-0 flex-wrap gap-1 overflow-y-auto">
      <legend className="mb-1 font-medium">{words.filter}</legend>
      {labels.map((label) => {
        const isChosen = chosen.includes(label.id);
        const ids = isChosen ? chosen.filter((id) => id !== label.id) : [...chosen, label.id];
        return (
          <button
            key={label.id}
            type="button"
            aria-pressed={isChosen}
            onClick={() => list.set({ label: labelParam(ids) })}
            className="control inline-flex max-w-full items-center rounded border border-border px-1 hover:bg-surface aria-pressed:border-accent aria-pressed:bg-tint"
          >
            <LabelChip label={label} />
          </button>
        );
      })}
    </fieldset>
  );
}

interface ClientFilterProps {
  readonly list: ListState;
  readonly label: string;
}

/** Filter by a client, found by typing. */
function ClientFilter({ list, label }: ClientFilterProps) {
  const id = list.get('client') ?? '';
  const { data } = useQuery({ ...recordNameQuery(list.slug, 'clients', id), enabled: id !== '' });
  const initial = id && data !== undefined ? { id, name: data } : null;
  return (
    <Picker
      key={initial?.id}
      label={label}
      slug={list.slug}
      find={findClients}
      initial={initial}
      onTake={(choice) => list.set({ client: choice.id })}
      onEmpty={() => list.set({ client: undefined })}
    />
  );
}
