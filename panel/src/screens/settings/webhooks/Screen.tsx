import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { WebhookStanding } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { PagedRows } from '#panel/display/PagedRows.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Switch } from '#panel/parts/Switch.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useWords } from '#panel/words/translations.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { DeliveryStatus, EndpointStatus } from './EndpointStatus.tsx';
import { byEndpoint, directionOf } from './model.ts';
import { endpointHealthQuery, webhookActions, webhooksQuery } from './queries.ts';

/** Endpoints of a team. */
export default function Webhooks() {
  const words = useWebhookWords();
  const { common } = useWords();
  const { slug } = useCurrentTeam();
  const query = useInfiniteQuery(webhooksQuery(slug));
  const standings = byEndpoint(useQuery(endpointHealthQuery(slug)).data ?? []);
  const acts = webhookActions(slug);
  const change = useAction(
    ({ id, is_active }: { readonly id: string; readonly is_active: boolean }) =>
      acts.change(id, { is_active: !is_active }),
    (_, { is_active }) => say(is_active ? words.switchedOff : words.switchedOn),
  );
  const create = (
    <Link href={paths.newWebhook(slug)} className={buttonClass('primary')}>
      {words.create}
    </Link>
  );
  const isEmpty = query.data?.rows.length === 0;
  return (
    <Page title={words.title} about={words.about} actions={isEmpty ? null : create}>
      <Section>
        <FailureNotice failure={change.failure} />
        <PagedRows
          query={query}
          none={<Empty text={words.none} ghost={<Ghost of="switches" />} create={create} />}
        >
          {(rows) => (
            <Table
              label={words.title}
              rows={rows}
              keyOf={({ id }) => id}
              actionsTitle={common.actions}
              columns={[
                {
                  key: 'name',
                  title: words.name,
                  cell: ({ id, name, url, ...endpoint }) => (
                    <span className="flex min-w-0 flex-col">
                      <Link
                        href={paths.webhook(slug, id)}
                        className="control inline-flex items-center break-words font-medium text-accent hover:underline"
                      >
                        {name}
                      </Link>
                      <span
                        className={`break-all text-meta text-muted ${url === null ? 'sm:hidden' : ''}`}
                      >
                        {url ?? words.directions[directionOf({ url, ...endpoint })]}
                      </span>
                    </span>
                  ),
                },
                {
                  key: 'direction',
                  title: words.direction,
                  isWide: true,
                  cell: (endpoint) => words.directions[directionOf(endpoint)],
                },
                {
                  key: 'state',
                  title: words.state,
                  cell: (endpoint) => (
                    <EndpointStatus endpoint={endpoint} health={standings.get(endpoint.id)} />
                  ),
                },
                {
                  key: 'last',
                  title: words.last,
                  isWide: true,
                  cell: ({ id }) => <Last delivery={standings.get(id)?.delivery} />,
                },
              ]}
              actions={(endpoint) => (
                // Phones have the switch on the endpoint's page.
                <span className="hidden sm:inline">
                  <Switch
                    name={endpoint.name}
                    isOn={endpoint.is_active}
                    isBusy={change.isBusy}
                    onSwitch={() => change.act(endpoint)}
                  />
                </span>
              )}
            />
          )}
        </PagedRows>
      </Section>
    </Page>
  );
}

function Last({ delivery }: { readonly delivery: WebhookStanding['delivery'] | undefined }) {
  const words = useWebhookWords();
  if (!delivery) return <span className="text-muted">{words.noDelivery}</span>;
  const { created_at, completed_at } = delivery;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <DeliveryStatus delivery={delivery} />
      <span className="text-meta text-muted">
        <RelativeTime at={completed_at ?? created_at} />
      </span>
    </span>
  );
}
