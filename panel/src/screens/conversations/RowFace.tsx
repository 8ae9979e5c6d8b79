import { clsx } from 'clsx';
import type { Row } from '../../data/conversation-rows.ts';
import { Faces } from '../../parts/People.tsx';
import { When } from '../../parts/When.tsx';
import { Clock, Warning } from '../../ui/icons.tsx';
import { type ConversationWords, useConversationWords } from '../../words/conversations/use.ts';
import { nameOf } from './name.ts';
import { useLength, useNow } from './now.ts';

/** What was written last, in a line. */
function previewOf(row: Row, words: ConversationWords): string {
  const last = row.last_message;
  if (!last) return words.row.noMessage;
  const { message_type: type, content } = last;
  const kind = type === 'text' && content !== '' ? undefined : words.types[type];
  const text = [kind, content].filter(Boolean).join(': ');
  return last.direction === 'outgoing' ? words.row.you({ text }) : text;
}

/** What a row says of its conversation. */
export function RowFace({ row, hasInbox }: { readonly row: Row; readonly hasInbox: boolean }) {
  const words = useConversationWords();
  const now = useNow();
  const length = useLength();
  const { unread, draft, waiting_since, last_message, client, inbox } = row;
  const isUnread = unread > 0;
  const hasFailed = last_message?.direction === 'outgoing' && last_message.status === 'failed';
  const about = [client?.name, hasInbox ? inbox?.name : undefined].filter(Boolean).join(' · ');
  return (
    <>
      <span className="flex items-baseline gap-2">
        <span className={clsx('min-w-0 flex-1 truncate', isUnread ? 'font-semibold' : '')}>
          {nameOf(row, words)}
        </span>
        <span className="shrink-0 text-meta text-muted">
          {waiting_since === null ? (
            <When at={row.last_message_at} />
          ) : (
            <span className="inline-flex items-center gap-1 text-warn">
              <Clock size={12} />
              {words.row.waits({ time: length(now - Date.parse(waiting_since)) })}
            </span>
          )}
        </span>
      </span>
      <span className="flex items-center gap-1.5">
        {draft ? <span className="shrink-0 text-info">{words.row.draft}</span> : null}
        {hasFailed ? (
          <span className="inline-flex shrink-0 items-center gap-1 text-danger">
            <Warning size={12} />
            {words.row.failed}
          </span>
        ) : null}
        <span className={clsx('min-w-0 flex-1 truncate', isUnread ? 'font-medium' : 'text-muted')}>
          {previewOf(row, words)}
        </span>
        {isUnread ? (
          <span className="shrink-0 rounded bg-accent px-1.5 font-semibold text-meta text-on-accent">
            {words.row.unread({ count: unread })}
          </span>
        ) : null}
      </span>
      <span className="flex h-5 items-center gap-2 text-meta text-muted">
        <span className="min-w-0 flex-1 truncate">{about}</span>
        {row.assignee_id ? <Faces ids={[row.assignee_id]} /> : <span>{words.row.nobody}</span>}
      </span>
    </>
  );
}
