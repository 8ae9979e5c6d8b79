import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { LastDelivery, WebhookEndpoint } from '../../../api/types.ts';
import { useAct } from '../../../commands/act.ts';
import { lastDeliveriesQuery, switches, webhooksQuery } from '../../../data/connections.ts';
import { Further } from '../../../parts/Further.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { FailureNotice } from '../../../parts/Notice.tsx';
import { Switch } from '../../../parts/Switch.tsx';
import { useTeamHere } from '../../../parts/team.ts';
import { When } from '../../../parts/When.tsx';
import { Check, Close, Info, Warning } from '../../../ui/icons.tsx';
import { Badge, Empty, Page, Section } from '../../../ui/layout.tsx';
import { Table } from '../../../ui/Table.tsx';
import { say } from '../../../ui/Toast.tsx';
import { useWords } from '../../../words/t.ts';
import { useUpkeepWords } from '../../../words/upkeep/use.ts';
import { byEndpoint, stateOf } from './model.ts';

export default function Webhooks() {
  const { webhooks: words } = useUpkeepWords();
  const { common } = useWords();
  const { slug } = useTeamHere();
  const query = useInfiniteQuery(webhooksQuery(slug));
  const deliveries = byEndpoint(useQuery(lastDeliveriesQuery(slug)).data ?? []);
  const change = useAct(
    ({ id, is_active }: WebhookEndpoint) => switches(slug).webhook(id, !is_active),
    (_, { is_active }) => say(is_active ? words.switchedOff : words.switchedOn),
  );
  return (
    <Page title={words.title} about={words.about}>
      <Section title={words.title}>
        <FailureNotice failure={change.failure} />
        <Loaded query={query}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty text={words.none} />
            ) : (
              <Table
                label={words.title}
                rows={rows}
                keyOf={({ id }) => id}
                actionsTitle={common.actions}
                columns={[
                  {
                    key: 'name',
                    title: words.name,
                    cell: ({ name, url }) => (
                      <span className="flex min-w-0 flex-col">
                        <span className="break-words font-medium">{name}</span>
                        <span className="break-all text-meta text-muted">
                          {url ?? words.receives}
                        </span>
                      </span>
                    ),
                  },
                  {
                    key: 'state',
                    title: words.state,
                    cell: (endpoint) => <State endpoint={endpoint} />,
                  },
                  {
                    key: 'last',
                    title: words.last,
                    isWide: true,
                    cell: ({ id }) => <Last delivery={deliveries.get(id)} />,
                  },
                ]}
                actions={(endpoint) => (
                  <Switch
                    name={endpoint.name}
                    isOn={endpoint.is_active}
                    isBusy={change.isBusy}
                    onSwitch={() => change.act(endpoint)}
                  />
                )}
              />
            )
          }
        </Loaded>
        <Further query={query} shown={query.data?.rows.length ?? 0} />
      </Section>
    </Page>
  );
}

const looks = {
  active: { tone: 'ok', icon: <Check size={12} /> },
  off: { icon: <Close size={12} /> },
  disabled: { tone: 'danger', icon: <Warning size={12} /> },
} as const;

function State({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { webhooks: words } = useUpkeepWords();
  const state = stateOf(endpoint);
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge {...looks[state]}>{words[state]}</Badge>
      {state === 'disabled' ? (
        <span className="break-words text-meta text-muted" lang="en">
          {endpoint.disabled_reason}
        </span>
      ) : null}
    </span>
  );
}

const outcomes = {
  pending: { tone: 'info', icon: <Info size={12} /> },
  delivered: { tone: 'ok', icon: <Check size={12} /> },
  failed: { tone: 'danger', icon: <Warning size={12} /> },
} as const;

function Last({ delivery }: { readonly delivery: LastDelivery | undefined }) {
  const { webhooks: words } = useUpkeepWords();
  if (!delivery) return <span className="text-muted">{words.noDelivery}</span>;
  const { status, created_at, completed_at } = delivery;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge {...outcomes[status]}>{words.statuses[status]}</Badge>
      <span className="text-meta text-muted">
        <When at={completed_at ?? created_at} />
      </span>
    </span>
  );
}
