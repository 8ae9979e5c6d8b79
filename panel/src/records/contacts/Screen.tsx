import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { contactFields, contactFilters } from '#panel/api/records/contacts.ts';
import type { Contact, ContactSuggestion } from '#panel/api/types.ts';
import { useCommand } from '#panel/commands/command.ts';
import { type ChangeOf, changeRecord } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { clientNamesQuery } from '../clients/queries.ts';
import { filtersInAddress, listParams } from '../shared/list/address-filters.ts';
import { CreateButton } from '../shared/list/CreateButton.tsx';
import { useFieldFilters } from '../shared/list/field-filters.ts';
import { ListHead } from '../shared/list/ListHead.tsx';
import { useList } from '../shared/list/list-state.ts';
import { RecordList } from '../shared/list/RecordList.tsx';
import { defaultColumns, useColumns } from './columns.tsx';
import { clientIdBatches, contactName } from './model.ts';
import { NewContactDialog } from './NewContactDialog.tsx';
import { type ContactFilters, contactsQuery, suggestionsQuery } from './queries.ts';

const change = changeRecord('contacts');

const params = listParams(contactFilters);

/** Client names of the contacts, and suggestions for those without a client. */
function useContactLinks(slug: string, contacts: readonly Contact[]) {
  const lots = useMemo(() => clientIdBatches(contacts), [contacts]);
  const clients = useQueries({
    queries: lots.map((ids) => clientNamesQuery(slug, ids)),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }) => data?.map(({ id, name }) => [id, name] as const) ?? []),
      ),
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
  const { slug } = useCurrentTeam();
  const list = useList(slug, 'contacts');
  const [isMaking, setMaking] = useState(false);
  const sort = list.get('sort') ?? '-updated_at';
  const listFilters = filtersInAddress(list, params);
  const filters = { sort, ...listFilters } as ContactFilters;
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
  const save = useCallback(
    ({ id }: Contact, change: ChangeOf<'contacts'>) => latest.current({ slug, id, change }),
    [slug],
  );
  const columns = useColumns({ clients, suggestions, onAccept }, save);
  const fields = useFieldFilters('contacts', params, {
    client_id: {},
    tag: { name: useListWords().tag },
  });
  const create = { label: words.createContact, act: () => setMaking(true) };
  return (
    <div>
      <ListHead
        title={words.contacts}
        list={list}
        count={query.data?.total}
        fields={fields}
        columns={columns}
        standard={defaultColumns}
        action={<CreateButton onClick={create.act}>{create.label}</CreateButton>}
      >
        <FailureNotice failure={failure} />
      </ListHead>
      <RecordList
        label={words.contacts}
        kind="contacts"
        list={list}
        query={query}
        filters={filters}
        columns={columns}
        standard={defaultColumns}
        nameOf={contactName}
        sort={sort}
        fields={fields}
        ghost="people"
        none={Object.keys(listFilters).length > 0 ? undefined : words.noContacts}
        create={create}
        // `l` links a contact to the suggested client.
        onKey={(key, contact) => {
          const suggestion = suggestions.get(contact.id);
          if (key !== 'l' || !suggestion || contact.client_id !== null) return false;
          onAccept(contact, suggestion);
          return true;
        }}
        // Deletion is permanent and therefore only possible one by one.
        bulk={{
          fields: contactFields,
          actions: [{ field: 'tags', hotkey: 'l' }, { field: 'client_id' }],
        }}
      />
      {isMaking ? <NewContactDialog slug={slug} onClose={() => setMaking(false)} /> : null}
    </div>
  );
}
