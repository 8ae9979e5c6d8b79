import type { Contact, ContactSuggestion } from '#panel/api/types.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { contactName } from './model.ts';

interface Props {
  readonly contact: Contact;
  /** Name of the client, once loaded. */
  readonly client: string | undefined;
  readonly suggestion: ContactSuggestion | undefined;
  readonly onAccept: (contact: Contact, suggestion: ContactSuggestion) => void;
  readonly isTabbable?: boolean;
}

/** Client of a contact; without one, a suggestion that a click accepts. */
export function ContactClient({ contact, client, suggestion, onAccept, isTabbable }: Props) {
  const words = useClientWords();
  const tabIndex = isTabbable ? undefined : -1;
  if (contact.client_id !== null)
    return client === undefined ? null : (
      <RecordLink
        kind="clients"
        id={contact.client_id}
        tabIndex={tabIndex}
        className="hover:underline"
      >
        {client}
      </RecordLink>
    );
  if (!suggestion) return null;
  const suggested = suggestion.client_name;
  return (
    <span className="flex items-center gap-2 text-muted">
      <span className="truncate">{words.suggested({ client: suggested })}</span>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={words.acceptFor({ name: contactName(contact), client: suggested })}
        onClick={() => onAccept(contact, suggestion)}
        className="shrink-0 rounded px-1 font-medium text-accent hover:underline pointer-coarse:min-h-11"
      >
        {words.accept}
      </button>
    </span>
  );
}
