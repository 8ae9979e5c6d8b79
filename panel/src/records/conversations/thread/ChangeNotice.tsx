import { clsx } from 'clsx';
import type { Message } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useMessageChangeWords } from '#panel/words/message-changes/use.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { detailOf, reasonIn } from './failure-reasons.ts';
import { dismissChange } from './message-changes.ts';
import { useThreadContext } from './thread-context.ts';

/** State of an edit, or of a message that is taken back, until it is done or dismissed. */
export default function ChangeNotice({ message }: { readonly message: Message }) {
  const words = useMessageChangeWords();
  const { detail: detailLabel } = useThreadWords();
  const locale = useLocale();
  const { slug } = useThreadContext();
  const dismiss = useAction(() => dismissChange(slug, message));
  const { last_change: last } = message;
  if (!last || last.status === 'done') return null;
  const { kind, status, text } = last;
  if (status === 'pending')
    return (
      <p role="status" className="wait text-meta text-muted">
        {words.pending[kind]}
      </p>
    );
  const reason = reasonIn(last.reason);
  const detail = detailOf(reason);
  const isRefused = status === 'refused';
  return (
    <div
      className={clsx(
        'mt-1 flex flex-col items-start gap-1 border-t pt-1 text-meta',
        isRefused ? 'border-danger' : 'border-warn',
      )}
    >
      <p>
        <strong className="font-semibold">{words[status][kind]}</strong>{' '}
        {words.causes[reason.cause ?? 'other']} {isRefused ? null : words.advice}
      </p>
      {text ? (
        <p className="whitespace-pre-wrap break-words border-border border-l-2 pl-2 text-muted">
          <span className="font-semibold">{words.wanted}</span> {text}
        </p>
      ) : null}
      {detail ? (
        <p className="text-muted">
          {detailLabel}{' '}
          <span lang={locale === 'en' ? undefined : 'en'} className="[overflow-wrap:anywhere]">
            {detail}
          </span>
        </p>
      ) : null}
      <FailureNotice failure={dismiss.failure} />
      <Button busy={dismiss.isBusy} onClick={() => dismiss.act(undefined)}>
        {words.dismiss}
      </Button>
    </div>
  );
}
