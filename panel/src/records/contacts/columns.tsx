import type { Contact, ContactSuggestion } from '#panel/api/types.ts';
import type { ChangeOf } from '#panel/data/records.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import type { DataColumn } from '#panel/ui/DataTable.tsx';
import type { ClientWords } from '#panel/words/clients/use.ts';
import { ContactClient } from './ContactClient.tsx';
import { contactName } from './model.ts';

/** Default columns. */
export const defaultColumns = ['phone', 'client', 'tags', 'updated_at'];

type Save = (id: string, change: ChangeOf<'contacts'>) => void;

/** Data from further queries. */
export interface ContactLinks {
  /** Client names, by client id. */
  readonly clients: ReadonlyMap<string, string>;
  /** Suggested clients, by contact id. */
  readonly suggestions: ReadonlyMap<string, ContactSuggestion>;
  readonly onAccept: (contact: Contact, suggestion: ContactSuggestion) => void;
}

/** All columns of the contact table; the first is always shown. */
export function columnsOf(
  words: ClientWords,
  { clients, suggestions, onAccept }: ContactLinks,
  save: Save,
): readonly DataColumn<Contact>[] {
  const { field } = words;
  return [
    {
      key: 'name',
      title: field.custom_name,
      sortKey: 'custom_name',
      width: 220,
      cell: contactName,
      edit: {
        value: ({ custom_name }) => custom_name ?? '',
        save: ({ id }, value) => save(id, { custom_name: value === '' ? null : value }),
      },
    },
    {
      key: 'phone',
      title: field.phone,
      sortKey: 'phone',
      width: 160,
      cell: ({ phone }) => formatPhone(phone),
    },
    {
      key: 'client',
      title: field.client,
      width: 260,
      cell: (contact) => (
        <ContactClient
          contact={contact}
          client={clients.get(contact.client_id ?? '')}
          suggestion={suggestions.get(contact.id)}
          onAccept={onAccept}
        />
      ),
    },
    {
      key: 'push_name',
      title: field.push_name,
      sortKey: 'push_name',
      isWide: true,
      cell: ({ push_name }) => push_name,
    },
    {
      key: 'tags',
      title: field.tags,
      isWide: true,
      cell: ({ tags }) => tags.join(', '),
      edit: {
        value: ({ tags }) => tags.join(', '),
        save: ({ id }, value) =>
          save(id, {
            tags: value
              .split(',')
              .map((tag) => tag.trim())
              .filter((tag) => tag !== ''),
          }),
        maxLength: 2_000,
      },
    },
    {
      key: 'created_at',
      title: field.created_at,
      sortKey: 'created_at',
      isWide: true,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      key: 'updated_at',
      title: field.updated_at,
      sortKey: 'updated_at',
      isWide: true,
      cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
    },
  ];
}
