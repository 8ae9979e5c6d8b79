import { useQuery } from '@tanstack/react-query';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { recordQuery } from '#panel/data/records.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { useParam } from '#panel/route/router.tsx';
import { Tabs } from '#panel/ui/Tabs.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { Comments } from '../shared/comments/Comments.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import type { RecordProps } from '../shared/record-shortcuts.ts';
import { ClientData } from './ClientData.tsx';
import { Contacts, Deals, Projects } from './RelatedRecords.tsx';
import { Timeline } from './timeline/Timeline.tsx';

const RecordHistory = lazyWithWords(() => import('../shared/history/RecordHistory.tsx'));

const tabs = ['timeline', 'deals', 'projects', 'contacts', 'comments', 'history'] as const;

/** Record of a client: its data and timeline. */
export default function ClientRecord({ slug, id, isPeek }: RecordProps) {
  const words = useClientWords();
  const query = useQuery(recordQuery(slug, 'clients', id));
  const withPending = useWithPending();
  const [tab, setTab] = useParam('tab');
  const chosen = tabs.find((each) => each === tab) ?? 'timeline';
  return (
    <RecordOrDeleted slug={slug} kind="clients" query={query}>
      {(loaded) => {
        const client = withPending(`clients/${id}`, loaded);
        return (
          <div
            className={
              isPeek
                ? 'flex flex-col gap-4'
                : 'grid gap-6 @min-[720px]/record:grid-cols-[1fr_380px]'
            }
          >
            <div className={isPeek ? '' : '@min-[720px]/record:order-2'}>
              <ClientData slug={slug} client={client} isPage={!isPeek} />
            </div>
            <div className="min-w-0">
              <Tabs
                label={words.related}
                tabs={tabs.map((key) => ({ key, name: words.tabs[key] }))}
                chosen={chosen}
                onChoose={(key) => setTab(key === 'timeline' ? undefined : key)}
              >
                {chosen === 'timeline' ? <Timeline slug={slug} of="clients" id={id} /> : null}
                {chosen === 'deals' ? <Deals slug={slug} id={id} /> : null}
                {chosen === 'projects' ? <Projects slug={slug} id={id} /> : null}
                {chosen === 'contacts' ? <Contacts slug={slug} id={id} /> : null}
                {chosen === 'comments' ? <Comments slug={slug} kind="clients" id={id} /> : null}
                {chosen === 'history' ? <RecordHistory slug={slug} kind="clients" id={id} /> : null}
              </Tabs>
            </div>
          </div>
        );
      }}
    </RecordOrDeleted>
  );
}
