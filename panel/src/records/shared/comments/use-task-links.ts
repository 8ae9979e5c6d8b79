import { useQueries } from '@tanstack/react-query';
import { numberedTaskQuery, taskNumbersIn, withTaskLinks } from '#panel/data/task-numbers.ts';
import { listPath } from '#panel/route/record-paths.ts';

/** Returns a function that links the numbers of existing tasks, such as SITE-123, in a text. */
export function useTaskLinks(slug: string, text: string): (text: string) => string {
  const numbers = taskNumbersIn(text);
  const queries = useQueries({
    queries: numbers.map((number) => ({ ...numberedTaskQuery(slug, number), retry: false })),
  });
  const existing = numbers.filter((_, i) => queries[i]?.data !== undefined);
  return (each) => withTaskLinks(each, location.origin + listPath(slug, 'tasks'), existing);
}
