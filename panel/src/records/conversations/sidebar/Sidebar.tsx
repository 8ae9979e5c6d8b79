import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Conversation } from '#panel/api/types.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Close } from '#panel/ui/icons.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { ContactCard } from './ContactCard.tsx';
import { GroupCard } from './GroupCard.tsx';
import { LabelsField } from './LabelsField.tsx';
import { Members } from './Members.tsx';
import { OpenWork } from './OpenWork.tsx';
import { OtherConversations } from './OtherConversations.tsx';
import { sidebarQuery } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly conversation: Conversation;
  /** True if wide screens show it next to the thread. */
  readonly hasColumn: boolean;
  /** True if it is shown over the thread, on narrow screens. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onTask: () => void;
  readonly onDeal: () => void;
}

/** Sidebar of a conversation: the contact, the client, and open work. */
export function Sidebar(props: Props) {
  const { slug, conversation, hasColumn, isOpen, onClose, onTask, onDeal } = props;
  const words = useConversationWords();
  const query = useQuery(sidebarQuery(slug, conversation.id));
  return (
    <aside
      aria-label={words.beside.title}
      className={clsx(
        'flex-col overflow-y-auto border-border bg-bg',
        isOpen
          ? 'appear absolute inset-y-0 right-0 z-10 flex w-full max-w-80 border-l shadow-float'
          : 'hidden',
        hasColumn &&
          '@min-[1040px]/page:static @min-[1040px]/page:flex @min-[1040px]/page:w-72 @min-[1040px]/page:shrink-0 @min-[1040px]/page:border-l @min-[1040px]/page:shadow-none',
      )}
    >
      <header
        className={clsx(
          'flex shrink-0 items-center justify-between border-border border-b py-1 pr-1 pl-3',
          hasColumn && '@min-[1040px]/page:hidden',
        )}
      >
        <span className="text-muted">{words.head.beside}</span>
        <button
          type="button"
          aria-label={words.head.closeBeside}
          onClick={onClose}
          className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
        >
          <Close />
        </button>
      </header>
      <div className="flex flex-col gap-4 p-3">
        <LabelsField slug={slug} conversation={conversation} />
        <QueryContent query={query} rows={5}>
          {(data) => (
            <>
              {conversation.type === 'group' ? (
                <>
                  <GroupCard slug={slug} conversation={conversation} data={data} />
                  <OpenWork
                    {...{ slug, data, onTask, onDeal }}
                    noClient={data.project ? words.group.noClient : words.group.noLink}
                  />
                  <Members members={data.members} />
                </>
              ) : (
                <>
                  <ContactCard slug={slug} contact={data.contact} client={data.client} />
                  <OpenWork {...{ slug, data, onTask, onDeal }} noClient={words.beside.noClient} />
                  <OtherConversations conversations={data.conversations} />
                </>
              )}
            </>
          )}
        </QueryContent>
      </div>
    </aside>
  );
}
