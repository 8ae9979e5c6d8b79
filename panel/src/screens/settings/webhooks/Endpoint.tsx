import { useQuery } from '@tanstack/react-query';
import { Failure } from '#panel/api/call.ts';
import type { WebhookEndpoint, WebhookOverview } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { lastSegment, paths } from '#panel/route/paths.ts';
import { Link, navigate, useParam, usePathname } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Empty, Page } from '#panel/ui/layout.tsx';
import { Tabs } from '#panel/ui/Tabs.tsx';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { Deliveries } from './Deliveries.tsx';
import { EndpointActions } from './EndpointActions.tsx';
import { EndpointSettings } from './EndpointSettings.tsx';
import { EndpointStatus } from './EndpointStatus.tsx';
import { EndpointWarnings } from './EndpointWarnings.tsx';
import { Mapping } from './Mapping.tsx';
import { receives } from './model.ts';
import { overviewQuery, webhookQuery } from './queries.ts';
import { Receptions } from './Receptions.tsx';

/** Page of an endpoint: health, deliveries, receptions and settings. */
export default function Endpoint() {
  const words = useWebhookWords();
  const { slug } = useCurrentTeam();
  const id = lastSegment(usePathname());
  const query = useQuery(webhookQuery(slug, id));
  const { data: overview } = useQuery(overviewQuery(slug, id));
  const back = (
    <Link href={paths.webhooks(slug)} className="text-accent hover:underline">
      {words.back}
    </Link>
  );
  if (query.error instanceof Failure && query.error.code === 'NOT_FOUND')
    return (
      <Empty text={words.gone}>
        <Link href={paths.webhooks(slug)} className={buttonClass('plain')}>
          {words.back}
        </Link>
      </Empty>
    );
  return (
    <QueryContent query={query} rows={6}>
      {(endpoint) => (
        <Page
          title={endpoint.name}
          about={endpoint.url ? <span className="break-all">{endpoint.url}</span> : null}
          actions={<EndpointActions slug={slug} endpoint={endpoint} />}
        >
          <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
            {back}
            <EndpointStatus endpoint={endpoint} health={overview} />
          </div>
          <EndpointWarnings slug={slug} endpoint={endpoint} overview={overview} />
          <Parts slug={slug} endpoint={endpoint} overview={overview} />
        </Page>
      )}
    </QueryContent>
  );
}

interface PartsProps {
  readonly slug: string;
  readonly endpoint: WebhookEndpoint;
  readonly overview: WebhookOverview | undefined;
}

const tabs = ['deliveries', 'receptions', 'mapping', 'settings'] as const;
type Tab = (typeof tabs)[number];

function Parts({ slug, endpoint, overview }: PartsProps) {
  const words = useWebhookWords();
  const [param] = useParam('tab');
  const usual: Tab = endpoint.url === null && receives(endpoint) ? 'receptions' : 'deliveries';
  const chosen = tabs.find((tab) => tab === param) ?? usual;
  // Drops the filters and cursors of the previous tab.
  const choose = (tab: string) =>
    navigate(location.pathname + (tab === usual ? '' : `?tab=${tab}`), { replace: true });
  return (
    <Tabs
      label={endpoint.name}
      tabs={tabs.map((key) => ({ key, name: words.tabs[key] }))}
      chosen={chosen}
      onChoose={choose}
    >
      {chosen === 'deliveries' ? (
        <Deliveries slug={slug} endpoint={endpoint} overview={overview} />
      ) : null}
      {chosen === 'receptions' ? <Receptions slug={slug} endpoint={endpoint} /> : null}
      {chosen === 'mapping' ? (
        <Mapping slug={slug} endpoint={endpoint} overview={overview} />
      ) : null}
      {chosen === 'settings' && overview ? (
        <EndpointSettings
          key={endpoint.updated_at}
          slug={slug}
          endpoint={endpoint}
          overview={overview}
        />
      ) : null}
    </Tabs>
  );
}
