import { splitAtTaskNumbers } from '#panel/data/task-numbers.ts';
import { useExistingTaskNumbers } from '#panel/data/use-existing-task-numbers.ts';
import { listPath } from '#panel/route/record-paths.ts';

/** Returns a function that links the numbers of existing tasks, such as SITE-123, in a text. */
export function useTaskLinks(slug: string, text: string): (text: string) => string {
  const existing = useExistingTaskNumbers(slug, text);
  const path = location.origin + listPath(slug, 'tasks');
  return (each) =>
    splitAtTaskNumbers(each, existing)
      .map((part, i) => (i % 2 === 1 ? `[${part}](${path}/${part})` : part))
      .join('');
}
