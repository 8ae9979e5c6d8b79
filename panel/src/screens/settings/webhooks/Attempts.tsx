import type { Attempt } from '#panel/api/types.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { Check, Warning } from '#panel/ui/icons.tsx';
import { Badge, Section } from '#panel/ui/layout.tsx';
import { useLocale } from '#panel/words/translations.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { adviceFor } from './advice.ts';
import { momentIn } from './model.ts';

/** Number of attempts shown; the API returns up to 1,000. */
const maxShown = 20;

/** Attempts of a delivery, latest first: the response, or the error. */
export function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const { delivery: words } = useWebhookWords();
  const latest = attempts.slice(-maxShown).toReversed();
  return (
    <Section title={words.attempts}>
      {attempts.length === 0 ? <p className="text-muted">{words.noAttempt}</p> : null}
      {attempts.length > maxShown ? (
        <p className="text-meta text-muted">{words.mostShown({ most: maxShown })}</p>
      ) : null}
      <ol aria-label={words.attempts} className="flex flex-col gap-3">
        {latest.map((attempt, at) => (
          <One
            key={attempt.request_id}
            attempt={attempt}
            n={attempts.length - at}
            isLast={at === 0}
          />
        ))}
      </ol>
    </Section>
  );
}

interface Props {
  readonly attempt: Attempt;
  readonly n: number;
  readonly isLast: boolean;
}

function One({ attempt, n, isLast }: Props) {
  const { delivery: words, advice } = useWebhookWords();
  const timeZone = useTimeZone();
  const locale = useLocale();
  const { started_at, status, error, error_details, answer, duration_ms, request_id } = attempt;
  const isGood = error === null;
  const outcome = status === null ? words.noAnswer : words.answered({ status });
  return (
    <li className="flex flex-col gap-1 border-border border-b pb-3 last:border-b-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{words.attempt({ n })}</span>
        <Badge
          tone={isGood ? 'ok' : 'danger'}
          icon={isGood ? <Check size={12} /> : <Warning size={12} />}
        >
          {outcome}
        </Badge>
        <span className="text-meta text-muted">
          <time dateTime={started_at}>{momentIn(started_at, timeZone, locale)}</time>
          {' · '}
          {words.took({ ms: duration_ms })}
        </span>
      </div>
      {isGood ? null : <p>{advice[adviceFor(error_details)].is}</p>}
      {answer !== null ? (
        <details className="min-w-0" open={isLast && !isGood}>
          <summary className="cursor-pointer py-1.5 text-muted pointer-coarse:py-3">
            {words.body}
          </summary>
          <pre className="max-h-60 overflow-auto whitespace-pre-wrap break-all rounded border border-border bg-surface p-2 font-mono text-meta">
            {answer}
          </pre>
        </details>
      ) : null}
      <p className="break-all text-meta text-muted">
        {`${words.request}: `}
        <code>{request_id}</code>
      </p>
    </li>
  );
}
