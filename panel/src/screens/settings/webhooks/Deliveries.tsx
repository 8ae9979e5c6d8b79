import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deliveryStatuses } from '#panel/api/enumerations.ts';
import { eventKinds } from '#panel/api/event-kinds.ts';
import type { Delivery, WebhookEndpoint, WebhookOverview } from '#panel/api/types.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link, useParam } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Empty, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useWords } from '#panel/words/translations.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { adviceFor } from './advice.ts';
import { DeliveryFilterBar } from './DeliveryFilterBar.tsx';
import { DeliveryStatus } from './EndpointStatus.tsx';
import { meaningOf } from './events.ts';
import { Pager } from './Pager.tsx';
import { type DeliveryFilters, deliveriesQuery } from './queries.ts';
import { ReplayDialog } from './ReplayDialog.tsx';

/** Filters in the address; invalid ones are ignored. */
function useFilters(): DeliveryFilters {
  const [status] = useParam('status');
  const [event] = useParam('event');
  const [from] = useParam('from');
  const [to] = useParam('to');
  const isMoment = (text: string | undefined) =>
    text !== undefined && !Number.isNaN(Date.parse(text));
  return {
    status: deliveryStatuses.find((each) => each === status),
    event: [...eventKinds, 'workflow.call' as const].find((kind) => kind === event),
    from: isMoment(from) ? from : undefined,
    to: isMoment(to) ? to : undefined,
  };
}

interface Props {
  readonly slug: string;
  readonly endpoint: WebhookEndpoint;
  readonly overview: WebhookOverview | undefined;
}

/** Deliveries of an endpoint, past and pending. */
export function Deliveries({ slug, endpoint, overview }: Props) {
  const { deliveries: words, replay } = useWebhookWords();
  const filters = useFilters();
  const [after] = useParam('after');
  const query = useQuery(deliveriesQuery(slug, endpoint.id, filters, after));
  const [isReplaying, setReplaying] = useState(false);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const empty = endpoint.url === null ? words.noUrl : words.none;
  const mayReplay = endpoint.url !== null && endpoint.is_active;
  return (
    <Section
      about={overview ? words.counts(overview) : null}
      actions={mayReplay ? <Button onClick={() => setReplaying(true)}>{replay.act}</Button> : null}
    >
      <DeliveryFilterBar filters={filters} />
      <QueryContent query={query}>
        {({ data, pagination, after: next }) =>
          data.length === 0 ? (
            <Empty text={isFiltered ? words.noneFound : empty} />
          ) : (
            <>
              <Rows slug={slug} deliveries={data} />
              <Pager shown={data.length} total={pagination.total} next={next} />
            </>
          )
        }
      </QueryContent>
      {isReplaying ? (
        <ReplayDialog
          slug={slug}
          id={endpoint.id}
          filters={filters}
          onClose={() => setReplaying(false)}
        />
      ) : null}
    </Section>
  );
}

function Rows({
  slug,
  deliveries,
}: {
  readonly slug: string;
  readonly deliveries: readonly Delivery[];
}) {
  const all = useWebhookWords();
  const { deliveries: words } = all;
  const { common } = useWords();
  return (
    <Table
      label={words.title}
      rows={deliveries}
      keyOf={({ id }) => id}
      actionsTitle={common.actions}
      columns={[
        {
          key: 'event',
          title: words.event,
          cell: ({ id, webhook_id, event }) => (
            <span className="flex min-w-0 flex-col">
              <Link
                href={paths.delivery(slug, webhook_id, id)}
                className="control inline-flex items-center break-all font-mono text-accent hover:underline"
              >
                {event}
              </Link>
              <span className="text-meta text-muted max-sm:hidden">{meaningOf(all, event)}</span>
            </span>
          ),
        },
        { key: 'status', title: words.status, cell: (each) => <DeliveryOutcome delivery={each} /> },
        {
          key: 'attempts',
          title: words.attempts,
          isWide: true,
          cell: ({ attempt_count: count }) => <span className="tabular-nums">{count}</span>,
        },
        {
          key: 'when',
          title: words.when,
          cell: ({ created_at }) => <RelativeTime at={created_at} />,
        },
      ]}
    />
  );
}

/** Status of a delivery, its failure reason, and its next attempt. */
export function DeliveryOutcome({
  delivery,
  isBrief = false,
}: {
  readonly delivery: Omit<Delivery, 'webhook_id' | 'id'>;
  /** True if the failure reason is shown nearby. */
  readonly isBrief?: boolean;
}) {
  const { advice } = useWebhookWords();
  const { status, reason, reason_details: details } = delivery;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <DeliveryStatus delivery={delivery} />
      {reason !== null && status !== 'delivered' && !isBrief ? (
        <span className="text-meta text-muted">{advice[adviceFor(details)].is}</span>
      ) : null}
    </span>
  );
}
