import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Failure } from '../api/call.ts';
import { numberedTaskQuery, taskNumbersIn } from './task-numbers.ts';

const none: readonly string[] = [];

/** The numbers in a text, such as SITE-123, whose task exists and may be read by the user. */
export function useExistingTaskNumbers(slug: string, text: string): readonly string[] {
  const client = useQueryClient();
  const numbers = taskNumbersIn(text);
  const isExisting = async (number: string) => {
    try {
      await client.fetchQuery(numberedTaskQuery(slug, number));
      return true;
    } catch (error) {
      if (error instanceof Failure && error.code === 'NOT_FOUND') return false;
      throw error;
    }
  };
  const { data = none } = useQuery({
    queryKey: ['team', slug, 'task-numbers', numbers],
    staleTime: 60_000,
    enabled: numbers.length > 0,
    async queryFn() {
      const existing = await Promise.all(numbers.map(isExisting));
      return numbers.filter((_, i) => existing[i]);
    },
  });
  return data;
}
