import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Conversation, Message, Note } from '#panel/api/types.ts';
import { allows } from '#panel/data/can.ts';
import { teamsQuery } from '#panel/data/session.ts';
import { useTimeZone, useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Down } from '#panel/ui/icons.tsx';
import { Empty, Skeleton } from '#panel/ui/layout.tsx';
import type { MenuItem } from '#panel/ui/MenuList.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useRecordWords } from '#panel/words/records/use.ts';
import { type ThreadWords, useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { conversationName } from '../conversation-name.ts';
import { stopPlayback } from './audio-player.ts';
import { dayNames, momentsIn, timesIn } from './format-times.ts';
import { MessageList } from './MessageList.tsx';
import type { OpenedMenu } from './MessageMenu.tsx';
import { lineOf } from './message-line.ts';
import type { Row } from './rows.ts';
import type { ThreadDialog } from './ThreadDialogs.tsx';
import { authorName, CurrentThread, memberName, type ThreadContext } from './thread-context.ts';
import { useMessageActions } from './use-message-actions.ts';
import { useThread } from './use-thread.ts';

const loadMenu = () => import('./MessageMenu.tsx');
const MessageMenu = lazyWithWords(loadMenu, 'nothing');
const ThreadSearch = lazyWithWords(() => import('./ThreadSearch.tsx'), 'nothing');
const ThreadDialogs = lazyWithWords(() => import('./ThreadDialogs.tsx'), 'nothing');

interface ThreadProps {
  readonly slug: string;
  readonly conversation: Conversation;
  /** Id of a message to open it at. */
  readonly around?: string | undefined;
  /** Rises with every request to search; 0 while the search is closed. */
  readonly searches: number;
  readonly onSearchClose: () => void;
  /** Called to answer a message. */
  readonly onReply: (message: Message) => void;
  /** Further menu items of a message. */
  readonly items?: (message: Message) => readonly MenuItem[];
  /** Called when the user sees the end of the conversation. @param last last message */
  readonly onSeenEnd?: (last: Message) => void;
}

/** Messages of a conversation, virtualized for ten thousand and more. */
export function Thread(props: ThreadProps) {
  // A separate instance per conversation.
  return <One key={props.conversation.id} {...props} />;
}

/** Context that all messages share. */
function useThreadContextValue({ slug, conversation }: ThreadProps, acts: ThreadContext['acts']) {
  const words = useThreadWords();
  const listWords = useConversationWords();
  const { fields } = useRecordWords();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const today = useToday();
  const { find } = usePeople(slug);
  const { data: teams } = useQuery(teamsQuery);
  const me = teams?.find((team) => team.slug === slug);
  const userId = me?.user_id;
  const [seesRuns, isModerator] = [allows(me, 'workflows.get_run'), allows(me, 'texts.moderate')];
  const contact = conversationName(conversation, listWords);
  const isGroup = conversation.type === 'group';
  return useMemo<ThreadContext>(() => {
    const writerIn =
      (names: ThreadWords['authors']): ThreadContext['whoWrote'] =>
      ({ direction, author, participant }) =>
        direction === 'incoming'
          ? isGroup
            ? memberName(participant, words)
            : contact
          : authorName(author, userId, (id) => find(id)?.name, names);
    return {
      slug,
      contact,
      me: userId,
      seesRuns,
      nameOf: (user) =>
        user === null
          ? words.note.workflow
          : user === userId
            ? words.authors.you
            : (find(user)?.name ?? fields.unknown),
      whoWrote: writerIn(words.authors),
      whoInText: writerIn(words.authorsInText),
      isModerator,
      isOwn: ({ author_id }) => author_id === userId || isModerator,
      timeOf: timesIn(locale, timeZone),
      momentOf: momentsIn(locale, timeZone),
      dayName: dayNames(locale, today, words),
      acts,
    };
  }, [
    slug,
    contact,
    isGroup,
    find,
    fields,
    userId,
    seesRuns,
    isModerator,
    locale,
    timeZone,
    today,
    words,
    acts,
  ]);
}

function One(props: ThreadProps) {
  const { slug, conversation, around: aroundId, onReply, items, onSeenEnd } = props;
  const words = useThreadWords();
  const { common } = useWords();
  const thread = useThread(slug, conversation.id, aroundId);
  const { query, stretch: messageWindow, rows, target, isAtEnd, news, reading } = thread;
  const [openedMenu, ask] = useState<OpenedMenu>();
  const [over, show] = useState<ThreadDialog>();
  const [edited, edit] = useState<Message | Note>();
  usePreload(loadMenu, 0);
  const box = useRef<HTMLDivElement>(null);
  const focusOn = (key: string | undefined) =>
    key === undefined
      ? undefined
      : box.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(key)}"]`)?.focus();
  const acts = useMessageActions({
    slug,
    rows,
    jump: thread.jump,
    ask,
    show,
    endEdit() {
      edit(undefined);
      requestAnimationFrame(() => focusOn(edited?.id));
    },
  });
  const reply = useRef(onReply);
  reply.current = onReply;
  const onKey = useCallback((key: 'menu' | 'reply', row: Row, from: HTMLElement) => {
    if (key === 'reply' && row.kind === 'message') reply.current(row.message);
    if (key === 'menu') ask({ row, from: from.querySelector<HTMLElement>('[data-menu]') ?? from });
  }, []);
  const context = useThreadContextValue(props, acts);
  useEffect(() => stopPlayback, []);

  const last = messageWindow?.messages.at(-1);
  useSeenEnd(isAtEnd && target ? last : undefined, onSeenEnd);
  const announcement = useAnnouncement(
    messageWindow?.after === null ? last : undefined,
    context.whoWrote,
  );

  const isOpen = messageWindow !== undefined && target !== undefined;
  return (
    <CurrentThread value={context}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the messages inside, which have a button for the same */}
      <div
        ref={box}
        className="relative flex min-h-0 flex-1 flex-col"
        // A long press on a phone, the menu key, or the secondary mouse button.
        onContextMenu={(event) => {
          const on = event.target instanceof Element ? event.target : undefined;
          const article = on?.closest<HTMLElement>('[data-message]');
          const button = article?.querySelector<HTMLElement>('[data-menu]');
          // Selected text and links keep the browser's menu.
          const isOwn =
            on?.closest('a, video, input, textarea') || getSelection()?.isCollapsed === false;
          if (!article?.dataset.message || !button || isOwn) return;
          event.preventDefault();
          acts.menu(article.dataset.message, button);
        }}
      >
        <p role="status" className="sr-only">
          {announcement}
        </p>
        {props.searches > 0 ? (
          <ThreadSearch
            slug={slug}
            conversationId={conversation.id}
            jump={thread.jump}
            searches={props.searches}
            onClose={props.onSearchClose}
          />
        ) : null}
        {isOpen ? null : (
          <div className="flex flex-1 flex-col justify-end p-3">
            {messageWindow ? (
              <Skeleton label={common.loading} />
            ) : (
              <QueryContent query={query}>{() => null}</QueryContent>
            )}
          </div>
        )}
        {isOpen && rows.length === 0 ? (
          <Empty text={words.none}>
            <p className="text-faint">{words.noneExample}</p>
          </Empty>
        ) : null}
        {isOpen && rows.length > 0 ? (
          <MessageList
            rows={rows}
            find={thread.find}
            target={target}
            lit={thread.lit}
            edited={edited?.id}
            follows={messageWindow.after === null && openedMenu === undefined}
            onPlace={thread.setPlace}
            onKey={onKey}
          />
        ) : null}
        {thread.isGone ? <Notice text={words.gone} /> : null}
        <LoadingOverlay
          way="before"
          reading={reading.before}
          onAgain={() => thread.further('before')}
        />
        <LoadingOverlay
          way="after"
          reading={reading.after}
          onAgain={() => thread.further('after')}
        />
        {isOpen && !isAtEnd && rows.length > 0 ? (
          <button
            type="button"
            onClick={() => void thread.toEnd()}
            className="control absolute right-4 bottom-3 z-10 inline-flex items-center gap-2 rounded-full border border-border bg-raised px-3 font-medium shadow-float hover:bg-surface"
          >
            <Down />
            {news > 0 ? words.news({ count: news }) : words.toEnd}
          </button>
        ) : null}
        {openedMenu ? (
          <MessageMenu
            openedAt={openedMenu}
            items={items}
            onClose={(isBack) => {
              ask(undefined);
              if (isBack) focusOn(openedMenu.row.key);
            }}
            onReply={onReply}
            onDetails={(message) => show({ what: 'details', message })}
            onEdit={edit}
            onRemove={(note) => show({ what: 'removal', note })}
            onRevoke={(message) => show({ what: 'revocation', message })}
          />
        ) : null}
        {over ? <ThreadDialogs slug={slug} shown={over} rows={rows} onShow={show} /> : null}
      </div>
    </CurrentThread>
  );
}

function Notice({ text }: { readonly text: string }) {
  return (
    <p role="status" className="border-border border-t px-3 py-2 text-muted">
      {text}
    </p>
  );
}

interface LoadingOverlayProps {
  readonly way: 'before' | 'after';
  readonly reading: ReturnType<typeof useThread>['reading']['before'];
  readonly onAgain: () => Promise<void>;
}

/** Overlay while more messages load, which moves nothing, or the reason why they did not. */
function LoadingOverlay({ way, reading, onAgain }: LoadingOverlayProps) {
  const words = useThreadWords();
  if (reading === undefined) return null;
  const isBefore = way === 'before';
  return (
    <div
      className={`absolute inset-x-3 z-10 flex justify-center ${isBefore ? 'top-10' : 'bottom-14'}`}
    >
      {reading === 'now' ? (
        <p className="wait rounded-full border border-border bg-raised px-3 text-meta text-muted leading-6">
          {isBefore ? words.older : words.newer}
        </p>
      ) : (
        <div className="bg-raised">
          <p className="sr-only">{isBefore ? words.olderFailed : words.newerFailed}</p>
          <FailureNotice failure={reading} onRetry={() => void onAgain()} />
        </div>
      )}
    </div>
  );
}

const isLooking = () => document.visibilityState === 'visible' && document.hasFocus();

/** Reports the last message once the user sees it. */
function useSeenEnd(last: Message | undefined, onSeenEnd: ThreadProps['onSeenEnd']): void {
  const reported = useRef<string>(undefined);
  const tell = useRef(onSeenEnd);
  tell.current = onSeenEnd;
  useEffect(() => {
    if (!last) return;
    const look = () => {
      if (reported.current === last.id || !isLooking()) return;
      reported.current = last.id;
      tell.current?.(last);
    };
    look();
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [last]);
}

/** Announcement of a new message; empty for those loaded before. */
function useAnnouncement(last: Message | undefined, whoWrote: ThreadContext['whoWrote']): string {
  const words = useThreadWords();
  const [announcement, say] = useState('');
  const lastId = useRef<string>(undefined);
  useEffect(() => {
    if (!last) return;
    const isNew = lastId.current !== undefined && lastId.current !== last.id;
    lastId.current = last.id;
    if (!isNew || last.direction !== 'incoming') return;
    const what = lineOf(last, words.kinds, words.revoked);
    say(words.said({ who: whoWrote(last), what }));
  }, [last, whoWrote, words]);
  return announcement;
}
