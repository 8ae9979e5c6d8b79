import { useQuery } from '@tanstack/react-query';
import { Failure } from '#panel/api/call.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { lastSegment, paths } from '#panel/route/paths.ts';
import { Link, usePathname } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Empty, Facts, Page, Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useLocale } from '#panel/words/translations.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { Attempts } from './Attempts.tsx';
import { DeliveryOutcome } from './Deliveries.tsx';
import { Advice } from './EndpointStatus.tsx';
import { meaningOf } from './events.ts';
import { Headers } from './Headers.tsx';
import { momentIn } from './model.ts';
import { Payload } from './Payload.tsx';
import { type DeliveryDetail, deliveryQuery, webhookActions } from './queries.ts';
import { SignatureHelp } from './SignatureHelp.tsx';

/** Page of a delivery: status, attempts and payload. */
export default function Delivery() {
  const words = useWebhookWords();
  const { slug } = useCurrentTeam();
  const pathname = usePathname();
  const id = lastSegment(pathname);
  const webhook = decodeURIComponent(pathname.split('/').at(-3) ?? '');
  const query = useQuery(deliveryQuery(slug, webhook, id));
  const replay = useAction(
    () => webhookActions(slug).replay(webhook, id),
    () => say(words.delivery.replayed),
  );
  if (query.error instanceof Failure && query.error.code === 'NOT_FOUND')
    return (
      <Empty text={words.delivery.gone}>
        <Link href={paths.webhook(slug, webhook)} className={buttonClass('plain')}>
          {words.delivery.back}
        </Link>
      </Empty>
    );
  return (
    <QueryContent query={query} rows={6}>
      {(delivery) => (
        <Page
          title={delivery.event}
          about={meaningOf(words, delivery.event)}
          actions={
            <Button look="primary" busy={replay.isBusy} onClick={() => replay.act(undefined)}>
              {words.delivery.replay}
            </Button>
          }
        >
          <Link href={paths.webhook(slug, webhook)} className="text-accent hover:underline">
            {words.delivery.back}
          </Link>
          <FailureNotice failure={replay.failure} />
          <Summary delivery={delivery} />
          <Attempts attempts={delivery.attempts} />
          <Payload
            title={words.delivery.payload}
            copy={words.delivery.copyPayload}
            text={delivery.payload}
            none={words.delivery.payloadGone}
          />
          <Headers delivery={delivery} />
          <SignatureHelp />
        </Page>
      )}
    </QueryContent>
  );
}

function Summary({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { deliveries: words, delivery: deliveryWords } = useWebhookWords();
  const timeZone = useTimeZone();
  const locale = useLocale();
  const { id, created_at, completed_at, reason, reason_details: details, status } = delivery;
  const moment = (at: string) => <time dateTime={at}>{momentIn(at, timeZone, locale)}</time>;
  return (
    <Section>
      <div role="status">
        <DeliveryOutcome delivery={delivery} isBrief />
      </div>
      <Facts
        facts={[
          [deliveryWords.happened, moment(created_at)],
          ...(completed_at === null
            ? []
            : ([[deliveryWords.finished, moment(completed_at)]] as const)),
          [words.attempts, String(delivery.attempt_count)],
          [deliveryWords.id, <code key="id">{id}</code>],
        ]}
      />
      {reason !== null && status !== 'delivered' ? (
        <Advice reason={reason} details={details} />
      ) : null}
    </Section>
  );
}
