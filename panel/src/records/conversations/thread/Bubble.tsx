import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Message } from '#panel/api/types.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { More } from '#panel/ui/icons.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { readableText } from '../group-mentions.ts';
import { Author, Member } from './Author.tsx';
import { DeliveryStatus } from './DeliveryStatus.tsx';
import { stateOf } from './failure-reasons.ts';
import { MessageContent } from './MessageContent.tsx';
import { Quote } from './Quote.tsx';
import { Reactions } from './Reactions.tsx';
import { useThreadContext } from './thread-context.ts';

const AdOrigin = lazyWithWords(() => import('./AdOrigin.tsx'), 'nothing');
const ChangeNotice = lazyWithWords(() => import('./ChangeNotice.tsx'), 'nothing');
const SendProblem = lazyWithWords(() => import('./SendProblem.tsx'), 'nothing');
const MessageEditor = lazyWithWords(() => import('./MessageEditor.tsx'));

const looks = {
  incoming: 'border-border bg-raised',
  outgoing: 'border-transparent bg-tint',
  note: 'border-warn bg-note',
} as const;

/** Frame of a message or note, on its author's side. */
export function Frame({
  look,
  isLit = false,
  children,
}: {
  readonly look: keyof typeof looks;
  /** True if the user was just led here. */
  readonly isLit?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={clsx(
        'flex min-w-24 max-w-[min(85%,560px)] flex-col rounded-card border px-3 py-1.5 text-prose',
        looks[look],
        isLit && 'outline-2 outline-accent outline-offset-2',
      )}
    >
      {children}
    </div>
  );
}

/** Opens the menu shared by the whole thread. */
export function MenuButton({ id, label }: { readonly id: string; readonly label: string }) {
  const { acts } = useThreadContext();
  return (
    <button
      type="button"
      tabIndex={-1}
      data-menu
      aria-haspopup="menu"
      aria-label={label}
      onClick={({ currentTarget }) => acts.menu(id, currentTarget)}
      className="inline-flex size-7 shrink-0 items-center justify-center self-start rounded text-muted opacity-0 hover:bg-surface focus:opacity-100 group-hover:opacity-100 group-focus-within:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
    >
      <More />
    </button>
  );
}

/** Original text of an edited message, as the contact first saw it. */
function Original({ message }: { readonly message: Message }) {
  const words = useThreadWords();
  const original = message.revoked_at === null ? message.versions.at(0)?.content : undefined;
  return original ? (
    <p className="mt-1 whitespace-pre-wrap break-words border-border border-l-2 pl-2 text-meta text-muted">
      <span className="font-semibold">{words.original}</span>{' '}
      {readableText({ content: original, mentions: message.mentions })}
    </p>
  ) : null;
}

/** True if a message was not sent, or if that is unknown. */
const hasProblem = (message: Message) =>
  ['failed', 'unknown', 'retrying'].includes(stateOf(message) ?? '');

const isUnsettled = ({ last_change: last }: Message) => last !== null && last.status !== 'done';

interface Props {
  readonly message: Message;
  /** Message that it answers, if loaded. */
  readonly quoted: Message | undefined;
  readonly begins: boolean;
  readonly isLit: boolean;
  readonly isEdited: boolean;
}

/** Message: quote, content, time and status. */
export function Bubble({ message, quoted, begins, isLit, isEdited }: Props) {
  const words = useThreadWords();
  const { whoInText, timeOf } = useThreadContext();
  const { id, direction, reply_to, edited_at, message_type: type } = message;
  const who = whoInText(message);
  const time = timeOf(message.sent_at);
  const isOurs = direction === 'outgoing';
  return (
    <div className={clsx('flex flex-col', isOurs && 'items-end', begins ? 'pt-3' : 'pt-0.5')}>
      <div className={clsx('flex w-full gap-1', isOurs && 'flex-row-reverse')}>
        <Frame look={direction} isLit={isLit}>
          {begins && isOurs ? <Author message={message} /> : null}
          {begins && message.participant ? <Member message={message} /> : null}
          {reply_to !== null && type !== 'reaction' ? (
            <Quote id={reply_to} message={quoted} />
          ) : null}
          {message.referral ? <AdOrigin referral={message.referral} /> : null}
          {isEdited ? <MessageEditor message={message} /> : <MessageContent message={message} />}
          <Original message={message} />
          <p className="flex items-center justify-end gap-2 text-meta text-muted">
            {edited_at === null || message.revoked_at !== null ? null : <span>{words.edited}</span>}
            <time dateTime={message.sent_at}>{time}</time>
            <DeliveryStatus message={message} />
          </p>
          {hasProblem(message) ? <SendProblem message={message} /> : null}
          {isUnsettled(message) ? <ChangeNotice message={message} /> : null}
        </Frame>
        <MenuButton id={id} label={words.menu({ who, time })} />
      </div>
      <Reactions message={message} />
    </div>
  );
}
