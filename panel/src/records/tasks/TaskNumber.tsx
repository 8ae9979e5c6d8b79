import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { numberedTaskQuery } from '#panel/data/task-numbers.ts';
import { copy } from '#panel/display/CopyButton.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';

/** Number of a task; a click copies it. */
export function TaskNumber({ number }: { readonly number: string }) {
  const { task: words } = useRecordWords();
  const label = words.copyNumber({ number });
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={() => void copy(number)}
      className="min-h-6 rounded tabular-nums hover:text-text"
    >
      {number}
    </button>
  );
}

/** Replaces the address by that of the task with this number. */
export function RedirectToTask({
  slug,
  number,
}: {
  readonly slug: string;
  readonly number: string;
}) {
  const query = useQuery(numberedTaskQuery(slug, number));
  const id = query.data?.id;
  useEffect(() => {
    if (id !== undefined)
      navigate(recordPath(slug, 'tasks', id) + location.search, { replace: true });
  }, [slug, id]);
  return (
    <RecordOrDeleted slug={slug} kind="tasks" query={query}>
      {() => null}
    </RecordOrDeleted>
  );
}
