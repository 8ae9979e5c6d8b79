import { usePrefetchInfiniteQuery } from '@tanstack/react-query';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import type { FilesProps } from './Files.tsx';
import { filesQuery, projectFilesQuery } from './queries.ts';

const Files = lazyWithWords(
  async () => ({ default: (await import('./Files.tsx')).Files }),
  'nothing',
);

/** Files of a record, requested together with the other parts of its page while the code that shows them is loaded. */
export function RecordFiles(props: FilesProps) {
  const { slug, kind, id, isWholeProject } = props;
  usePrefetchInfiniteQuery(
    isWholeProject ? projectFilesQuery(slug, id) : filesQuery(slug, kind, id),
  );
  return <Files {...props} />;
}
