import { clsx } from 'clsx';
import type { Message } from '#panel/api/types.ts';
import { Button } from '#panel/ui/Button.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { detailOf, reasonIn, stateOf } from './failure-reasons.ts';
import { useThreadContext } from './thread-context.ts';

/** Reason why a message was not sent or its outcome is unknown, and what to do. */
export default function SendProblem({ message }: { readonly message: Message }) {
  const words = useThreadWords();
  const locale = useLocale();
  const { acts, timeOf } = useThreadContext();
  const state = stateOf(message);
  const isDue = message.step_due_at !== null;
  const dueIn = (at: string | null) =>
    at !== null && Date.parse(at) > Date.now() ? words.due({ time: timeOf(at) }) : words.dueNow;
  if (state !== 'failed' && state !== 'unknown' && state !== 'retrying') return null;
  const reason = reasonIn(message.status_reason);
  const { cause } = reason;
  const detail = detailOf(reason);
  const isUnsure = state === 'unknown';
  const what = isUnsure ? words.unsure : cause === 'gateway' ? words.perhaps : words.failed;
  return (
    <div
      className={clsx(
        'mt-1 flex flex-col items-start gap-1 border-t pt-1 text-meta',
        state === 'failed' ? 'border-danger' : 'border-warn',
      )}
    >
      <p>
        <strong className="font-semibold">{what}</strong> {words.causes[cause ?? 'other']}{' '}
        {isUnsure && !isDue ? words.unsureAdvice : null}
      </p>
      {detail ? (
        <p className="text-muted">
          {words.detail}{' '}
          <span lang={locale === 'en' ? undefined : 'en'} className="[overflow-wrap:anywhere]">
            {detail}
          </span>
        </p>
      ) : null}
      {isDue ? (
        <p>{isUnsure ? words.dueUnknown : dueIn(message.step_due_at)}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Button onClick={() => acts.again(message)}>
            {isUnsure ? words.againAnyway : words.again}
          </Button>
          <span className="text-muted">{words.againAbout}</span>
        </p>
      )}
    </div>
  );
}
