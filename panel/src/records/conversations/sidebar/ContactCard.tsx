import type { Client, Contact } from '#panel/api/types.ts';
import { useCommand } from '#panel/commands/command.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { findClients } from '#panel/data/choices.ts';
import { type ChangeOf, changeRecord } from '#panel/data/records.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { LinkField } from '#panel/parts/fields/LinkField.tsx';
import { TagsField } from '#panel/parts/fields/TagsField.tsx';
import { TextField } from '#panel/parts/fields/TextField.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';

const change = changeRecord('contacts');

interface Props {
  readonly slug: string;
  readonly contact: Contact | null;
  readonly client: Client | null;
}

/** Contact and client of a conversation, edited inline. */
export function ContactCard({ slug, contact: loaded, client }: Props) {
  const { beside: words } = useConversationWords();
  const { labels } = useFieldWords();
  const withPending = useWithPending();
  const { act, failure } = useCommand(change);
  if (!loaded) return <p className="text-muted">{words.hidden}</p>;
  const { id } = loaded;
  const contact = withPending(`contacts/${id}`, loaded);
  const save = (fields: ChangeOf<'contacts'>) => act({ slug, id, change: fields });
  const owner = contact.client_id;
  const called = client?.id === owner ? (client?.display_name ?? client?.name) : undefined;
  return (
    <section aria-label={words.contact} className="flex flex-col gap-1">
      <RecordLink
        kind="contacts"
        id={id}
        className="truncate font-semibold text-title hover:underline"
      >
        {contact.custom_name ?? contact.push_name ?? formatPhone(contact.phone)}
      </RecordLink>
      <FailureNotice failure={failure} />
      <TextField
        label={labels.custom_name}
        value={contact.custom_name}
        placeholder={contact.push_name ?? undefined}
        onSave={(custom_name) => save({ custom_name })}
      />
      <TextField
        label={labels.phone}
        value={formatPhone(contact.phone)}
        isReadOnly
        onSave={() => {}}
      />
      <LinkField
        label={labels.client_id}
        slug={slug}
        kind="clients"
        find={findClients}
        value={owner === null ? null : { id: owner, name: called ?? '…' }}
        onSave={(option) => save({ client_id: option?.id ?? null })}
      />
      <TagsField label={labels.tags} value={contact.tags} onSave={(tags) => save({ tags })} />
    </section>
  );
}
