import { lazyWithWords } from '#panel/display/lazy.tsx';
import { useParam } from '#panel/route/router.tsx';
import { Tabs } from '#panel/ui/Tabs.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { Comments } from '../shared/comments/Comments.tsx';
import type { TimelineOwner } from './queries.ts';
import { Timeline } from './timeline/Timeline.tsx';

const RecordHistory = lazyWithWords(() => import('../shared/history/RecordHistory.tsx'));

const tabs = ['timeline', 'comments', 'history'] as const;

interface Props {
  readonly slug: string;
  readonly of: TimelineOwner;
  readonly id: string;
}

/** Timeline, comments and history of a client or contact; the address keeps the chosen one. */
export function RelatedTabs({ slug, of, id }: Props) {
  const words = useClientWords();
  const [tab, setTab] = useParam('tab');
  const chosen = tabs.find((each) => each === tab) ?? 'timeline';
  return (
    <Tabs
      label={words.related}
      tabs={tabs.map((key) => ({ key, name: words.tabs[key] }))}
      chosen={chosen}
      onChoose={(key) => setTab(key === 'timeline' ? undefined : key)}
    >
      {chosen === 'timeline' ? <Timeline slug={slug} of={of} id={id} /> : null}
      {chosen === 'comments' ? <Comments slug={slug} kind={of} id={id} /> : null}
      {chosen === 'history' ? <RecordHistory slug={slug} kind={of} id={id} /> : null}
    </Tabs>
  );
}
