import { usePrefetchInfiniteQuery } from '@tanstack/react-query';
import type { RelatedKind } from '#panel/data/related.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { filesQuery } from './queries.ts';

const Files = lazyWithWords(
  async () => ({ default: (await import('./Files.tsx')).Files }),
  'nothing',
);

interface Props {
  readonly slug: string;
  readonly kind: RelatedKind;
  readonly id: string;
}

/** Files of a record, requested together with the other parts of its page while the code that shows them is loaded. */
export function RecordFiles({ slug, kind, id }: Props) {
  usePrefetchInfiniteQuery(filesQuery(slug, kind, id));
  return <Files slug={slug} kind={kind} id={id} />;
}
