import { clsx } from 'clsx';
import type { Person } from '#panel/data/people.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { Avatars, usePeople } from '#panel/display/Avatars.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Block, Clock, Warning } from '#panel/ui/icons.tsx';
import { type ConversationWords, useConversationWords } from '#panel/words/conversations/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { ContactAvatar } from './ContactAvatar.tsx';
import { conversationName } from './conversation-name.ts';
import { readableText } from './group-mentions.ts';
import { LabelChip } from './LabelChip.tsx';
import type { Row } from './list-rows.ts';
import { ReplyDue } from './ReplyDue.tsx';
import { SquadName } from './SquadName.tsx';
import { useTypingUsers } from './typing-indicators.ts';
import { useDurationFormat, useNow } from './use-now.ts';

type LastMessage = NonNullable<Row['last_message']>;

/** Author of the last outgoing message; people by their first name. */
function writerOf(
  { author }: LastMessage,
  me: string | undefined,
  find: (id: string) => Pick<Person, 'name'> | undefined,
  { row: words }: ConversationWords,
): string {
  if (author === null) return words.team;
  const { type, id, name } = author;
  if (type === 'phone') return words.phone;
  if (type !== 'user') return name ?? words.program;
  if (id !== null && id === me) return words.you;
  const called = (id === null ? undefined : find(id)?.name) ?? name;
  return called?.split(' ')[0] ?? words.team;
}

/** One-line preview of the last message. @param writer author, if it is outgoing */
function previewOf(row: Row, words: ConversationWords, writer: string): string {
  const last = row.last_message;
  if (!last) return words.row.noMessage;
  const { message_type: type } = last;
  const kind = type === 'text' ? undefined : words.types[type];
  const text = last.revoked_at
    ? words.row.revoked
    : [kind, readableText(last)].filter(Boolean).join(': ');
  if (last.direction === 'outgoing') return words.row.wrote({ who: writer, text });
  const member = last.participant?.name?.split(' ')[0];
  return member === undefined ? text : words.row.wrote({ who: member, text });
}

/** Preview of the last message, with marks for a draft and a failed message. */
function Preview({ row }: { readonly row: Row }) {
  const words = useConversationWords();
  const { slug, me } = useCurrentTeam();
  const { find } = usePeople(slug);
  const { draft, unread, last_message } = row;
  const writer = last_message ? writerOf(last_message, me?.user_id, find, words) : '';
  const isUnread = unread > 0;
  const hasFailed = last_message?.direction === 'outgoing' && last_message.status === 'failed';
  return (
    <>
      {draft ? <span className="shrink-0 text-info">{words.row.draft}</span> : null}
      {hasFailed ? (
        <span className="inline-flex shrink-0 items-center gap-1 text-danger">
          <Warning size={12} />
          {words.row.failed}
        </span>
      ) : null}
      <span className={clsx('min-w-0 flex-1 truncate', isUnread ? 'font-medium' : 'text-muted')}>
        {previewOf(row, words, writer)}
      </span>
    </>
  );
}

/** Text that names who is typing. */
function useTypingText(id: string): string | undefined {
  const words = useConversationWords();
  const locale = useLocale();
  const { slug } = useCurrentTeam();
  const { find } = usePeople(slug);
  const writers = useTypingUsers(id);
  const kind = writers.some((writer) => writer.kind === 'answer') ? 'answer' : 'note';
  const named = writers
    .filter((writer) => writer.kind === kind)
    .flatMap(({ user_id }) => find(user_id)?.name.split(' ')[0] ?? []);
  if (named.length === 0) return undefined;
  const names = new Intl.ListFormat(locale).format(named);
  return words.typing[kind]({ names, count: named.length });
}

/** Number of labels that a row names. */
const namedLabels = 2;

/** First labels of a conversation, and the number of the others. */
function RowLabels({ labels }: Pick<Row, 'labels'>) {
  const { labels: words } = useConversationWords();
  const rest = labels.slice(namedLabels);
  if (labels.length === 0) return null;
  return (
    <span className="flex max-w-3/5 shrink-0 items-center gap-1">
      {labels.slice(0, namedLabels).map((label) => (
        <LabelChip key={label.id} label={label} className="min-w-0" />
      ))}
      {rest.length > 0 ? (
        <span title={rest.map(({ name }) => name).join(', ')}>
          {words.more({ count: rest.length })}
        </span>
      ) : null}
    </span>
  );
}

/** Content of a conversation's row. */
export function RowContent({ row, hasInbox }: { readonly row: Row; readonly hasInbox: boolean }) {
  const words = useConversationWords();
  const now = useNow();
  const length = useDurationFormat();
  const typing = useTypingText(row.id);
  const { unread, waiting_since, reply_due_at, client, inbox } = row;
  const isUnread = unread > 0;
  const waited = waiting_since === null ? '' : length(now - Date.parse(waiting_since));
  const about = [
    row.type === 'group' ? words.group.mark : client?.name,
    hasInbox ? inbox?.name : undefined,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <ContactAvatar conversation={row} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-baseline gap-2">
          <span className={clsx('min-w-0 flex-1 truncate', isUnread ? 'font-semibold' : '')}>
            {conversationName(row, words)}
          </span>
          <span className="shrink-0 text-meta text-muted">
            {waiting_since === null ? (
              <RelativeTime at={row.last_message_at} />
            ) : reply_due_at !== null ? (
              <ReplyDue due={reply_due_at} about={words.row.waits({ time: waited })} />
            ) : (
              <span
                title={words.row.waits({ time: waited })}
                className="inline-flex items-center gap-1 text-warn"
              >
                <Clock size={12} />
                <span className="sr-only">{words.row.waits({ time: waited })}</span>
                <span aria-hidden="true">{waited}</span>
              </span>
            )}
          </span>
        </span>
        <span className="flex items-center gap-1.5">
          {typing ? (
            <span className="min-w-0 flex-1 truncate text-info">{typing}</span>
          ) : (
            <Preview row={row} />
          )}
          {isUnread ? (
            <span className="shrink-0 rounded bg-accent px-1.5 font-semibold text-meta text-on-accent">
              {words.row.unread({ count: unread })}
            </span>
          ) : null}
        </span>
        <span className="flex h-5 items-center gap-2 text-meta text-muted">
          {row.is_blocked ? (
            <span className="inline-flex shrink-0 items-center gap-1 text-warn">
              <Block size={12} />
              {words.blocking.mark[row.type]}
            </span>
          ) : null}
          <RowLabels labels={row.labels} />
          <span className="min-w-0 flex-1 truncate">{about}</span>
          {row.squad ? <SquadName name={row.squad.name} className="max-w-2/5 shrink-0" /> : null}
          {row.assignee_id ? <Avatars ids={[row.assignee_id]} /> : null}
          {row.assignee_id || row.squad ? null : <span>{words.row.nobody}</span>}
        </span>
      </span>
    </span>
  );
}
