import { clsx } from 'clsx';
import type { DealCourse } from '#panel/api/types.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { Chat } from '#panel/ui/icons.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { ChatLink } from '../conversations/ChatLink.tsx';

interface Props {
  readonly contacts: DealCourse['contacts'];
  readonly isPeek: boolean;
}

/** Contacts of a deal's client, with their open conversations. */
export function DealContacts({ contacts, isPeek }: Props) {
  const Heading = isPeek ? 'h3' : 'h2';
  const { app } = useWords();
  const { card: words } = useDealWords();
  if (contacts.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <Heading className="font-semibold">{app.places.contacts}</Heading>
      <ul aria-label={app.places.contacts} className="flex flex-col divide-y divide-border">
        {contacts.map(({ id, name, phone, has_open_chat }) => (
          <li key={id} className="flex min-h-9 items-center gap-2">
            <RecordLink kind="contacts" id={id} className="min-w-0 truncate hover:underline">
              {name}
            </RecordLink>
            {phone === null || phone === name ? null : (
              <span className="ml-auto whitespace-nowrap text-meta text-muted tabular-nums">
                {formatPhone(phone)}
              </span>
            )}
            <ChatLink
              contact={id}
              title={has_open_chat ? words.chat : words.chats}
              aria-label={`${has_open_chat ? words.chat : words.chats}: ${name}`}
              className={clsx(
                'control inline-flex aspect-square items-center justify-center rounded hover:bg-surface',
                phone === null || phone === name ? 'ml-auto' : '',
                has_open_chat ? 'text-accent' : 'text-muted',
              )}
            >
              <Chat />
            </ChatLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
