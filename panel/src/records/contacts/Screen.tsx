import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Contact, ContactSuggestion } from '#panel/api/types.ts';
import { useCommand } from '#panel/commands/command.ts';
import { findClients } from '#panel/data/choices.ts';
import { changeRecord } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Empty } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { type ClientWords, useClientWords } from '#panel/words/clients/use.ts';
import { type ListWords, useListWords } from '#panel/words/lists/use.ts';
import { clientNameQuery, clientNamesQuery } from '../clients/queries.ts';
import { listQuery } from '../shared/bulk/bulk-changes.ts';
import type { FilterField } from '../shared/list/Filters.tsx';
import { ListHead } from '../shared/list/ListHead.tsx';
import { useList } from '../shared/list/list-state.ts';
import { RecordTable } from '../shared/list/RecordTable.tsx';
import { useSelection } from '../shared/list/use-selection.ts';
import { visibleColumns } from '../shared/list/visible-columns.ts';
import { ContactBulkBar } from './ContactBulkBar.tsx';
import { columnsOf, defaultColumns } from './columns.tsx';
import { clientIdBatches, contactName } from './model.ts';
import { NewContactDialog } from './NewContactDialog.tsx';
import { type ContactFilters, contactsQuery, suggestionsQuery } from './queries.ts';

const change = changeRecord('contacts');

const fieldsOf = ({ field }: ClientWords, lists: ListWords): readonly FilterField[] => [
  {
    key: 'client',
    name: field.client,
    operators: [
      {
        param: 'client_id',
        name: lists.is,
        value: { kind: 'record', find: findClients, named: clientNameQuery },
      },
    ],
  },
  {
    key: 'tag',
    name: field.tag,
    operators: [{ param: 'tag', name: lists.is, value: { kind: 'text' } }],
  },
];

/** Client names of the contacts, and suggestions for those without a client. */
function useContactLinks(slug: string, contacts: readonly Contact[]) {
  const lots = useMemo(() => clientIdBatches(contacts), [contacts]);
  const clients = useQueries({
    queries: lots.map((ids) => clientNamesQuery(slug, ids)),
    combine: (found) =>
      new Map(found.flatMap(({ data }) => data?.map(({ id, name }) => [id, name] as const) ?? [])),
  });
  const { data } = useQuery(suggestionsQuery(slug));
  const suggestions = useMemo(
    () => new Map(data?.map((each) => [each.contact_id, each] as const)),
    [data],
  );
  return { clients, suggestions };
}

export default function Contacts() {
  const words = useClientWords();
  const lists = useListWords();
  const { slug } = useCurrentTeam();
  const list = useList(slug, 'contacts');
  const [isMaking, setMaking] = useState(false);
  const sort = list.get('sort') ?? '-updated_at';
  const filters = {
    sort,
    tag: list.get('tag'),
    client_id: list.get('client_id'),
    search: list.get('search'),
  } as ContactFilters;
  const [selected, select] = useSelection(listQuery(filters));
  const query = useInfiniteQuery(contactsQuery(slug, filters));
  const { clients, suggestions } = useContactLinks(slug, query.data?.rows ?? []);
  const { act, failure } = useCommand(change);
  const latest = useRef(act);
  latest.current = act;
  const onAccept = useCallback(
    (contact: Contact, { client_id, client_name }: ContactSuggestion) => {
      latest.current({ slug, id: contact.id, change: { client_id } });
      say(words.linked({ name: contactName(contact), client: client_name }));
    },
    [slug, words],
  );
  const all = useMemo(
    () =>
      columnsOf(words, { clients, suggestions, onAccept }, (id, change) =>
        latest.current({ slug, id, change }),
      ),
    [words, slug, clients, suggestions, onAccept],
  );
  const columns = useMemo(() => visibleColumns(list, all, defaultColumns), [list, all]);
  const make = (
    <Button look="primary" data-create onClick={() => setMaking(true)}>
      {words.createContact}
    </Button>
  );
  const isFiltered = filters.tag ?? filters.client_id ?? filters.search;
  return (
    <div>
      <ListHead
        title={words.contacts}
        list={list}
        count={query.data?.total}
        fields={fieldsOf(words, lists)}
        columns={all}
        standard={defaultColumns}
        action={make}
      >
        <FailureNotice failure={failure} />
      </ListHead>
      <RecordTable
        label={words.contacts}
        kind="contacts"
        list={list}
        query={query}
        columns={columns}
        nameOf={contactName}
        sort={sort}
        selected={selected}
        onSelect={select}
        // `l` links a contact to the suggested client.
        onKey={(key, contact) => {
          const suggestion = suggestions.get(contact.id);
          if (key !== 'l' || !suggestion || contact.client_id !== null) return false;
          onAccept(contact, suggestion);
          return true;
        }}
        empty={
          <Empty text={isFiltered ? lists.nothingMatches : words.noContacts}>
            {isFiltered ? null : make}
          </Empty>
        }
      />
      <ContactBulkBar
        slug={slug}
        selected={selected}
        rows={query.data?.rows ?? []}
        matching={query.data && { total: query.data.total, query: listQuery(filters) }}
        onDone={() => select(new Set())}
      />
      {isMaking ? <NewContactDialog slug={slug} onClose={() => setMaking(false)} /> : null}
    </div>
  );
}
