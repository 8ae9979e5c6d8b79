import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Conversation, Message } from '#panel/api/types.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { useAreDetailsHidden } from '#panel/data/preferences.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { useParam } from '#panel/route/router.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import { ConversationHead } from './ConversationHead.tsx';
import { useCreateFromMessage } from './create-from-message.tsx';
import { useForward } from './forward-message.tsx';
import { conversationQuery, markConversationRead } from './queries.ts';
import { focusConversationField } from './shortcuts.ts';
import { setThreadPosition } from './thread/queries.ts';

const Thread = lazyWithWords(async () => ({
  default: (await import('./thread/Thread.tsx')).Thread,
}));
const Composer = lazyWithWords(
  async () => ({ default: (await import('./composer/Composer.tsx')).Composer }),
  'nothing',
);
const Sidebar = lazyWithWords(
  async () => ({ default: (await import('./sidebar/Sidebar.tsx')).Sidebar }),
  'nothing',
);

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly isPeek: boolean;
  readonly back?: ReactNode;
  /** Field to focus once it is available, because its key was pressed in the list. */
  readonly begins?: string | undefined;
  readonly onResolve: (conversation: Conversation) => void;
  /** Called after snoozing. */
  readonly onGone: (conversation: Conversation) => void;
}

/** Open conversation: head, thread, composer and sidebar. */
export function ConversationView(props: Props) {
  const { slug, id } = props;
  const [aroundId] = useParam('message');
  // Reads the linked part of the thread first.
  useState(() => setThreadPosition(id, aroundId));
  const query = useQuery(conversationQuery(slug, id));
  const withPending = useWithPending();
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <RecordOrDeleted slug={slug} kind="conversations" query={query}>
        {(loaded) => (
          <LoadedConversation
            {...props}
            around={aroundId}
            conversation={withPending(`conversations/${id}`, loaded)}
          />
        )}
      </RecordOrDeleted>
    </div>
  );
}

interface LoadedProps extends Props {
  readonly conversation: Conversation;
  readonly around: string | undefined;
}

function LoadedConversation(props: LoadedProps) {
  const {
    slug,
    id,
    around: aroundId,
    conversation,
    isPeek,
    back,
    begins,
    onResolve,
    onGone,
  } = props;
  const [sidebar, setBeside] = useParam('beside');
  const isBeside = sidebar !== undefined;
  const hasColumn = !useAreDetailsHidden() && !isPeek;
  const { make, items, dialog } = useCreateFromMessage(slug, conversation);
  const forwarding = useForward(slug);
  const [replyTo, reply] = useState<Message>();
  /** Number of requests to search; 0 while the search is closed. */
  const [searches, setSearches] = useState(0);
  const search = () => setSearches((n) => n + 1);
  useSearchKey(isPeek, search);
  const toggle = () => setBeside(isBeside ? undefined : 'open');
  const first = useRef(begins);
  useEffect(() => {
    if (first.current) focusConversationField(first.current);
    first.current = undefined;
  }, []);
  return (
    <>
      <div className="@container/talk flex min-h-0 min-w-0 flex-1 flex-col">
        <ConversationHead
          slug={slug}
          conversation={conversation}
          back={back}
          isPeek={isPeek}
          onResolve={() => onResolve(conversation)}
          onGone={() => onGone(conversation)}
          onSearch={search}
          isBeside={isBeside}
          onBeside={toggle}
        />
        <div className="flex min-h-0 flex-1 flex-col">
          <Thread
            slug={slug}
            conversation={conversation}
            around={aroundId}
            onReply={reply}
            searches={searches}
            onSearchClose={() => setSearches(0)}
            items={(message) => [...forwarding.items(message), ...items(message)]}
            onSeenEnd={({ id: message }) => void markConversationRead(slug, id, message)}
          />
        </div>
        <Composer
          slug={slug}
          conversation={conversation}
          replyTo={replyTo}
          onReplied={() => reply(undefined)}
          onQuote={reply}
        />
      </div>
      <div
        className={
          hasColumn
            ? 'contents @min-[1040px]/page:flex @min-[1040px]/page:w-72 @min-[1040px]/page:shrink-0'
            : 'contents'
        }
      >
        <Sidebar
          slug={slug}
          conversation={conversation}
          hasColumn={hasColumn}
          isOpen={isBeside}
          onClose={() => setBeside(undefined)}
          onTask={() => make('task')}
          onDeal={() => make('deal')}
        />
      </div>
      {dialog}
      {forwarding.dialog}
    </>
  );
}

/** Ctrl F searches the open conversation; within its field, it is the browser's. A peek leaves it to the page. */
function useSearchKey(isPeek: boolean, onSearch: () => void): void {
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    if (isPeek) return;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (key.toLowerCase() !== 'f' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
      if (target instanceof Element && target.closest('dialog, search')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isPeek]);
}
