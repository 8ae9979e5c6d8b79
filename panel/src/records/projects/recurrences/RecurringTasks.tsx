import { useQuery } from '@tanstack/react-query';
import { afterPaint, lazyWithWords } from '#panel/display/lazy.tsx';
import { recurrencesQuery } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly id: string;
}

const RecurrenceList = lazyWithWords(
  afterPaint(() => import('./RecurrenceList.tsx')),
  'nothing',
);

/** Recurring tasks of a project. They are requested together with the other data around it. */
export function RecurringTasks({ slug, id }: Props) {
  const { data } = useQuery(recurrencesQuery(slug, id));
  return data ? <RecurrenceList slug={slug} project={id} recurrences={data} /> : null;
}
