import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Conversation } from '#panel/api/types.ts';
import { setDetailsHidden, useAreDetailsHidden } from '#panel/data/preferences.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { useDocumentTitle } from '#panel/ui/document-title.ts';
import { Block, Check, Clock, Info, Repeat, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { type MenuItem, MoreMenu } from '#panel/ui/Menu.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useInboxStateWords } from '#panel/words/inbox-states/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { stateOf } from '../inboxes/state.ts';
import { Assignee } from './Assignee.tsx';
import { assign, block, reopen } from './actions.ts';
import { listHref } from './address.ts';
import { ContactAvatar } from './ContactAvatar.tsx';
import { conversationName } from './conversation-name.ts';
import { markConversationUnread } from './queries.ts';
import { ReplyDue } from './ReplyDue.tsx';
import { Snooze } from './Snooze.tsx';
import { useCurrentUser } from './use-current-user.ts';
import { useInboxes } from './use-inboxes.ts';
import { useDurationFormat, useNow } from './use-now.ts';

interface Props {
  readonly slug: string;
  readonly conversation: Conversation;
  /** Link back to the list, for narrow screens. */
  readonly back: ReactNode;
  readonly isPeek: boolean;
  readonly onResolve: () => void;
  /** Called after snoozing, to move on to the next conversation, as `onResolve` does. */
  readonly onGone: () => void;
  readonly onSearch: () => void;
  readonly isBeside: boolean;
  readonly onBeside: () => void;
}

const square = buttonClass('quiet', 'aspect-square px-0!');

/** Head of a conversation: contact, inbox, state and actions. */
export function ConversationHead(props: Props) {
  const { slug, conversation, back, isPeek, onResolve, onGone, onSearch, isBeside, onBeside } =
    props;
  const words = useConversationWords();
  const { common } = useWords();
  const me = useCurrentUser(slug);
  useDocumentTitle(isPeek ? undefined : conversationName(conversation, words));
  const { acts, blocking, head } = words;
  const areDetailsHidden = useAreDetailsHidden();
  const { id, type, contact_id, assignee_id, status, is_blocked } = conversation;
  const copy = async () => {
    await navigator.clipboard?.writeText(location.origin + recordPath(slug, 'conversations', id));
    say(common.copied);
  };
  /** Leaves the conversation first: while it is open, it is read. */
  const unread = () => {
    navigate(listHref(slug, location.search));
    return markConversationUnread(slug, id);
  };
  const items: MenuItem[] = [
    ...(me && assignee_id !== me.id
      ? [{ label: acts.toMe, act: () => void assign(slug, conversation, me) }]
      : []),
    ...(contact_id === null || isPeek
      ? []
      : [{ label: acts.openContact, act: () => openPeek('contacts', contact_id) }]),
    ...(isPeek || conversation.last_incoming_at === null
      ? []
      : [{ label: acts.markUnread, act: () => void unread() }]),
    { label: acts.search, act: onSearch },
    {
      label: is_blocked ? blocking.unblock[type] : blocking.block[type],
      icon: <Block />,
      act: () => void block(slug, conversation, !is_blocked),
    },
    { label: acts.copyLink, act: () => void copy() },
  ];
  return (
    <header className="grid shrink-0 grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-2 border-border border-b px-3 py-1.5 @min-[640px]/page:grid-cols-[auto_auto_minmax(0,1fr)_auto] @min-[640px]/page:px-4">
      <div className="col-start-1 row-start-1 row-end-3 @min-[640px]/page:pr-1">
        {back}
        <span className="@max-[639px]/page:hidden">
          <ContactAvatar conversation={conversation} />
        </span>
      </div>
      <h2 className="col-start-2 row-start-1 min-w-0 truncate font-semibold text-title @min-[640px]/page:col-end-4">
        {conversationName(conversation, words)}
      </h2>
      {isPeek ? null : (
        <DetailsButton
          isPressed={isBeside}
          onPress={onBeside}
          className="col-start-2 row-start-1 row-end-3 self-stretch rounded aria-pressed:bg-transparent @min-[640px]/page:hidden"
        >
          <span />
        </DetailsButton>
      )}
      <div className="col-start-3 row-start-1 row-end-3 @min-[640px]/page:col-start-2 @min-[640px]/page:row-start-2">
        <Assignee slug={slug} conversation={conversation} />
      </div>
      <p className="col-start-2 row-start-2 flex min-w-0 items-center gap-x-2 overflow-hidden text-meta text-muted @min-[640px]/page:col-start-3 @min-[640px]/page:col-end-5">
        <span className="truncate">{conversation.inbox?.name}</span>
        <InboxBadge slug={slug} id={conversation.inbox_id} />
        <StateBadge conversation={conversation} />
        {conversation.reply_due_at ? <ReplyDue due={conversation.reply_due_at} /> : null}
        <Window conversation={conversation} />
      </p>
      <div className="col-start-4 row-start-1 row-end-3 flex items-center @min-[640px]/page:row-end-2">
        {is_blocked ? null : status === 'resolved' ? (
          <Button onClick={() => void reopen(slug, conversation)}>
            <Repeat /> <span className="@max-[639px]/page:sr-only">{acts.reopen}</span>
          </Button>
        ) : (
          <>
            <Snooze slug={slug} conversation={conversation} className={square} onDone={onGone} />
            <Button
              onClick={onResolve}
              aria-keyshortcuts="e"
              title={isPeek ? undefined : acts.resolveNext}
              className="@max-[639px]/page:aspect-square @max-[639px]/page:border-transparent @max-[639px]/page:bg-transparent @max-[639px]/page:px-0!"
            >
              <Check /> <span className="@max-[639px]/page:sr-only">{acts.resolve}</span>
            </Button>
          </>
        )}
        <MoreMenu label={head.actions} items={items} className={square} />
        <DetailsButton
          isPressed={isBeside}
          onPress={onBeside}
          className={
            isPeek ? square : clsx(square, '@max-[639px]/page:hidden @min-[1040px]/page:hidden')
          }
        />
        {isPeek ? null : (
          <DetailsButton
            isPressed={!areDetailsHidden}
            onPress={() => setDetailsHidden(!areDetailsHidden)}
            className={clsx(square, '@max-[1039px]/page:hidden')}
          />
        )}
      </div>
    </header>
  );
}

interface DetailsButtonProps {
  readonly isPressed: boolean;
  readonly onPress: () => void;
  readonly className: string;
  readonly children?: ReactNode;
}

/** Shows and hides the details of the contact. */
function DetailsButton({ isPressed, onPress, className, children }: DetailsButtonProps) {
  const { head } = useConversationWords();
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      title={head.beside}
      onClick={onPress}
      className={clsx('aria-pressed:bg-tint', className)}
    >
      {children ?? <Info />}
      <span className="sr-only">{head.beside}</span>
    </button>
  );
}

/** Warning that the inbox cannot send now, if so. */
function InboxBadge({ slug, id }: { readonly slug: string; readonly id: string }) {
  const words = useInboxStateWords();
  const inbox = useInboxes(slug)?.find((each) => each.id === id);
  if (!inbox || stateOf(inbox) === 'connected' || stateOf(inbox) === 'connecting') return null;
  return (
    <Badge tone="warn" icon={<Warning size={12} />}>
      {words.states[stateOf(inbox)]}
    </Badge>
  );
}

function StateBadge({ conversation }: { readonly conversation: Conversation }) {
  const { blocking, head } = useConversationWords();
  const { values } = useFieldWords();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const { type, status, snoozed_until, is_blocked } = conversation;
  if (is_blocked)
    return (
      <Badge tone="warn" icon={<Block size={12} />}>
        {blocking.mark[type]}
      </Badge>
    );
  if (status === 'resolved')
    return (
      <Badge tone="ok" icon={<Check size={12} />}>
        {values.conversations.status.resolved}
      </Badge>
    );
  if (status !== 'snoozed' || snoozed_until === null) return null;
  const until = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(snoozed_until));
  return (
    <Badge tone="info" icon={<Clock size={12} />}>
      {head.snoozed({ until })}
    </Badge>
  );
}

/** End of the period in which the network allows any message, if it has one. */
function Window({ conversation }: { readonly conversation: Conversation }) {
  const { head } = useConversationWords();
  const now = useNow();
  const length = useDurationFormat();
  const { window_closes_at: closes } = conversation;
  if (closes === null) return null;
  const left = Date.parse(closes) - now;
  return left > 0 ? (
    <Badge icon={<Clock size={12} />}>{head.window({ time: length(left) })}</Badge>
  ) : (
    <Badge tone="warn" icon={<Warning size={12} />}>
      {head.windowClosed}
    </Badge>
  );
}
