import type { Conversation } from '#panel/api/types.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { Clock, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { dueAt } from './reply-due.ts';
import { useDurationFormat, useNow } from './use-now.ts';

type Due = NonNullable<Conversation['reply_due_at']>;

/** When the answer in a conversation is due, as time left or passed; the exact time on hover. */
export function ReplyDue({ due, about }: { readonly due: Due; readonly about?: string }) {
  const { due: words } = useConversationWords();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const length = useDurationFormat();
  const { state, ms } = dueAt(due, useNow());
  const at = new Intl.DateTimeFormat(locale, {
    timeZone,
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(new Date(due));
  return (
    <span
      className="inline-flex shrink-0"
      title={[about, words.at({ when: at })].filter(Boolean).join(' · ')}
    >
      <Badge
        {...(state !== 'later' && { tone: state === 'late' ? 'danger' : 'warn' })}
        icon={state === 'late' ? <Warning size={12} /> : <Clock size={12} />}
      >
        {(state === 'late' ? words.late : words.left)({ time: length(ms) })}
      </Badge>
    </span>
  );
}
