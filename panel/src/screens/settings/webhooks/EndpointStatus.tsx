import type { Delivery, WebhookEndpoint, WebhookStanding } from '#panel/api/types.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Check, Clock, Close, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useLocale } from '#panel/words/translations.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { adviceFor, type FailureDetails, valuesIn } from './advice.ts';
import { Countdown } from './Countdown.tsx';
import { isRetrying, stateOf, timeIn } from './model.ts';

const looks = {
  active: { tone: 'ok', icon: <Check size={12} /> },
  failing: { tone: 'warn', icon: <Warning size={12} /> },
  off: { icon: <Close size={12} /> },
  disabled: { tone: 'danger', icon: <Warning size={12} /> },
} as const;

interface Props {
  readonly endpoint: WebhookEndpoint;
  readonly health: WebhookStanding | undefined;
}

/** State of an endpoint, with the reason if it is off or failing. */
export function EndpointStatus({ endpoint, health }: Props) {
  const words = useWebhookWords();
  const state = stateOf(endpoint, health);
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge {...looks[state]}>{words.states[state]}</Badge>
      {state === 'disabled' ? (
        <span className="break-words text-meta text-muted">
          {words.advice[adviceFor(endpoint.disabled_reason_details)].is}
        </span>
      ) : null}
      {state === 'failing' ? (
        <span className="text-meta text-muted">
          {words.failingSince} <RelativeTime at={health?.failing_since ?? null} />
        </span>
      ) : null}
    </span>
  );
}

const outcomes = {
  pending: { tone: 'info', icon: <Clock size={12} /> },
  retrying: { tone: 'warn', icon: <Warning size={12} /> },
  delivered: { tone: 'ok', icon: <Check size={12} /> },
  failed: { tone: 'danger', icon: <Warning size={12} /> },
} as const;

type Attempted = Pick<Delivery, 'status' | 'reason' | 'attempt_count' | 'next_attempt_at'>;

/** Status of a delivery as an icon and a word; while retrying, the number of failures and the next attempt. */
export function DeliveryStatus({ delivery }: { readonly delivery: Attempted }) {
  const words = useWebhookWords();
  const { status, attempt_count: count, next_attempt_at: next } = delivery;
  if (!isRetrying(delivery)) return <Badge {...outcomes[status]}>{words.statuses[status]}</Badge>;
  return (
    <>
      <Badge {...outcomes.retrying}>{words.retrying({ count })}</Badge>
      {next === null ? null : <NextAttempt at={next} />}
    </>
  );
}

function NextAttempt({ at }: { readonly at: string }) {
  const { deliveries: words } = useWebhookWords();
  const timeZone = useTimeZone();
  const locale = useLocale();
  const time = timeIn(at, timeZone, locale);
  return (
    <span className="text-meta text-muted">
      <Countdown to={at}>
        {(left) => (left === undefined ? words.nextNow : words.next({ time, left }))}
      </Countdown>
    </span>
  );
}

interface AdviceProps {
  /** Shown as received if it has no code. */
  readonly reason: string;
  readonly details: FailureDetails | null;
}

/** Failure reason with advice, and the status, error code or name that it contains. */
export function Advice({ reason, details }: AdviceProps) {
  const words = useWebhookWords();
  const { is, todo } = words.advice[adviceFor(details)];
  const detail = details ? valuesIn(details) : <span lang="en">{reason}</span>;
  return (
    <div className="flex gap-2 rounded border border-border bg-surface p-3">
      <span className="pt-0.5 text-warn">
        <Warning />
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <p>
          <span className="font-medium">{is}</span> {todo}
        </p>
        {detail ? (
          <p className="break-words text-meta text-muted">
            {words.delivery.detail} {detail}
          </p>
        ) : null}
      </div>
    </div>
  );
}
