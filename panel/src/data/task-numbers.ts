import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/call.ts';

/* Numbers of tasks: SITE-123. */

export const isTaskNumber = (text: string) => /^[a-z]{2,6}-\d{1,9}$/i.test(text);

/** The distinct task numbers that a text names, at most ten. They need not exist. */
export const taskNumbersIn = (text: string): readonly string[] =>
  [...new Set(text.match(/(?<![\p{L}\p{N}/_-])[A-Z]{2,6}-\d{1,9}(?![\p{L}\p{N}_-])/gu))].slice(
    0,
    10,
  );

/** The task with a number. */
export const numberedTaskQuery = (slug: string, number: string) =>
  queryOptions({
    queryKey: ['team', slug, 'task-number', number],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/task-numbers', {
        at: { team_slug: slug },
        query: { number },
        signal,
      }),
  });

/** Splits a text at the numbers of existing tasks: every second part is one. @param existing numbers that were found */
export function splitAtTaskNumbers(text: string, existing: readonly string[]): readonly string[] {
  if (existing.length === 0) return [text];
  const number = new RegExp(
    `(?<![\\p{L}\\p{N}/_-])(${existing.join('|')})(?![\\p{L}\\p{N}_-])`,
    'u',
  );
  return text.split(number);
}
