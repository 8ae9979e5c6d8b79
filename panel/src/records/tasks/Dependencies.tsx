import { useQuery } from '@tanstack/react-query';
import { afterPaint, lazyWithWords } from '#panel/display/lazy.tsx';
import { dependenciesQuery } from './dependency-queries.ts';
import type { ChangeTask } from './TaskProperties.tsx';

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly set: ChangeTask;
}

const DependencyLists = lazyWithWords(
  afterPaint(() => import('./DependencyLists.tsx')),
  'nothing',
);

/** Tasks that block a task, and those that it blocks. They are requested together with the other data around it. */
export function Dependencies({ slug, id, set }: Props) {
  const { data } = useQuery(dependenciesQuery(slug, id));
  return data ? <DependencyLists slug={slug} id={id} dependencies={data} set={set} /> : null;
}
