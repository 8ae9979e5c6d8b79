import { useState } from 'react';
import { request } from '#panel/api/call.ts';
import { contactFields } from '#panel/api/records/contacts.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { findClients } from '#panel/data/choices.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { Duplicates } from '../clients/Duplicates.tsx';
import { contactName } from './model.ts';

/** Digits of the typed text, since contacts are identified by number. */
const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Creates a contact from a number and a name. Warns if the number exists already. */
export function NewContactDialog({
  slug,
  onClose,
}: {
  readonly slug: string;
  readonly onClose: () => void;
}) {
  const words = useClientWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const [phone, setPhone] = useState('');
  const act = useAction(
    (values: Values) =>
      request('POST /teams/{team_slug}/msgapp/contacts', {
        at: { team_slug: slug },
        body: {
          phone: digitsOf(phone),
          custom_name: values('custom_name').trim() || null,
          client_id: values('client_id') || null,
        },
      }),
    async (contact) => {
      onClose();
      say(words.created({ name: contactName(contact) }));
      await queryClient.invalidateQueries({ queryKey: ['team', slug, 'contacts'] });
      openPeek('contacts', contact.id);
    },
  );
  return (
    <Dialog title={words.createContact} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.createSubmit}>
        <div className="flex flex-col gap-1">
          <Field
            label={labels.phone}
            name="phone"
            type="tel"
            hint={words.phoneHint}
            autoComplete="off"
            required
            value={phone}
            onChange={({ currentTarget: { value } }) => setPhone(value)}
          />
          <Duplicates
            slug={slug}
            filters={{ phone: digitsOf(phone).length >= 10 ? phone : undefined }}
            onFollow={onClose}
          />
        </div>
        <Field
          label={labels.custom_name}
          name="custom_name"
          maxLength={contactFields.custom_name.maxLength}
          autoComplete="off"
        />
        <Picker label={labels.client_id} name="client_id" slug={slug} find={findClients} />
        <FailureNotice failure={act.failure} says={{ DUPLICATE_ENTRY: words.isTwin }} />
      </Form>
    </Dialog>
  );
}
