import { useQueries } from '@tanstack/react-query';
import { numberedTaskQuery, taskNumbersIn } from './task-numbers.ts';

/** The numbers in a text, such as SITE-123, whose task exists and may be read by the user. */
export function useExistingTaskNumbers(slug: string, text: string): readonly string[] {
  const numbers = taskNumbersIn(text);
  const queries = useQueries({
    queries: numbers.map((number) => ({ ...numberedTaskQuery(slug, number), retry: false })),
  });
  return numbers.filter((_, i) => queries[i]?.data !== undefined);
}
