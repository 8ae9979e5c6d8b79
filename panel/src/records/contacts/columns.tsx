import { useMemo } from 'react';
import { contactFields } from '#panel/api/records/contacts.ts';
import type { Contact, ContactSuggestion } from '#panel/api/types.ts';
import type { ChangeOf } from '#panel/data/records.ts';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { useFieldTexts } from '../shared/fields/use-field-texts.ts';
import { fieldColumns } from '../shared/list/field-columns.tsx';
import { ContactClient } from './ContactClient.tsx';
import { contactName } from './model.ts';

/** Default columns. */
export const defaultColumns = ['phone', 'client', 'tags', 'updated_at'];

/** Data from further queries. */
interface ContactLinks {
  /** Client names, by client id. */
  readonly clients: ReadonlyMap<string, string>;
  /** Suggested clients, by contact id. */
  readonly suggestions: ReadonlyMap<string, ContactSuggestion>;
  readonly onAccept: (contact: Contact, suggestion: ContactSuggestion) => void;
}

/** All columns of the contact table; the first is always shown. */
export function useColumns(
  { clients, suggestions, onAccept }: ContactLinks,
  save: (contact: Contact, change: ChangeOf<'contacts'>) => void,
) {
  const texts = useFieldTexts('contacts');
  return useMemo(
    () =>
      fieldColumns<Contact>({
        fields: contactFields,
        texts,
        save,
        columns: {
          custom_name: { key: 'name', width: 220, cell: contactName },
          phone: { width: 160, cell: ({ phone }) => formatPhone(phone) },
          client_id: {
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
        },
        hidden: ['jid'],
      }),
    [texts, clients, suggestions, onAccept, save],
  );
}
