import { usePrefetchInfiniteQuery } from '@tanstack/react-query';
import type { RelatedKind } from '#panel/data/related.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { useParam } from '#panel/route/router.tsx';
import { Tabs } from '#panel/ui/Tabs.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';
import { commentsQuery } from '../comments/queries.ts';

const Comments = lazyWithWords(async () => ({
  default: (await import('../comments/Comments.tsx')).Comments,
}));
const RecordHistory = lazyWithWords(() => import('./RecordHistory.tsx'));

interface Props {
  readonly slug: string;
  readonly kind: RelatedKind;
  readonly id: string;
  /** Accessible name of the tabs. */
  readonly label: string;
}

/** Comments and history of a record, as tabs; the address holds the open one. */
export function RecordActivity({ slug, kind, id, label }: Props) {
  const { comments, history } = useRecordWords();
  const [tab, setTab] = useParam('tab');
  const isHistory = tab === 'history';
  // In the same request as the record's other parts, while the code that shows them is loaded.
  usePrefetchInfiniteQuery(commentsQuery(slug, kind, id));
  return (
    <section aria-label={label}>
      <Tabs
        label={label}
        chosen={isHistory ? 'history' : 'comments'}
        onChoose={(key) => setTab(key === 'history' ? key : undefined)}
        tabs={[
          { key: 'comments', name: comments.title },
          { key: 'history', name: history.title },
        ]}
      >
        {isHistory ? (
          <RecordHistory slug={slug} kind={kind} id={id} />
        ) : (
          <Comments slug={slug} kind={kind} id={id} />
        )}
      </Tabs>
    </section>
  );
}
