import type { WebhookEndpoint, WebhookOverview } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Key, Warning } from '#panel/ui/icons.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useLocale } from '#panel/words/translations.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { Countdown } from './Countdown.tsx';
import { Advice } from './EndpointStatus.tsx';
import { momentIn } from './model.ts';
import { webhookActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly endpoint: WebhookEndpoint;
  readonly overview: WebhookOverview | undefined;
}

/** Warnings about an endpoint: disabled and why, failing, or two valid secrets. */
export function EndpointWarnings({ slug, endpoint, overview }: Props) {
  const words = useWebhookWords();
  const timeZone = useTimeZone();
  const locale = useLocale();
  const on = useAction(
    () => webhookActions(slug).change(endpoint.id, { is_active: true }),
    () => say(words.switchedOn),
  );
  const { failing_since: since = null, previous_secret_until: until = null } = overview ?? {};
  return (
    <>
      {endpoint.is_active ? null : (
        <section className="flex flex-col items-start gap-2 rounded-card border border-border bg-raised p-4">
          <p className="flex gap-2">
            <span className="pt-0.5 text-warn">
              <Warning />
            </span>
            {words.off.title}
          </p>
          {endpoint.disabled_reason === null ? null : (
            <Advice reason={endpoint.disabled_reason} details={endpoint.disabled_reason_details} />
          )}
          <FailureNotice failure={on.failure} />
          <Button look="primary" busy={on.isBusy} onClick={() => on.act(undefined)}>
            {words.off.again}
          </Button>
        </section>
      )}
      {endpoint.is_active && since !== null ? (
        <p className="flex gap-2 rounded border border-border bg-raised p-3">
          <span className="pt-0.5 text-warn">
            <Warning />
          </span>
          {words.off.failing({ since: momentIn(since, timeZone, locale) })}
        </p>
      ) : null}
      {until !== null ? (
        <p className="flex gap-2 rounded border border-border bg-raised p-3">
          <span className="pt-0.5 text-info">
            <Key />
          </span>
          <span>
            {words.secret.previous} {momentIn(until, timeZone, locale)}{' '}
            <Countdown to={until}>
              {(left) => words.secret.previousLeft({ left: left ?? '0:00' })}
            </Countdown>{' '}
            {words.secret.previousAbout}
          </span>
        </p>
      ) : null}
    </>
  );
}
