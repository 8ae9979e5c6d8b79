import { useQuery } from '@tanstack/react-query';
import type { ContactMerge } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { mergesQuery, undoMerge } from './queries.ts';

/** Merges into a contact within the last day, each of which can be undone. */
export function ContactMerges({ slug, id }: { readonly slug: string; readonly id: string }) {
  const { data = [] } = useQuery(mergesQuery(slug, id));
  if (data.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-col gap-2 rounded border border-border bg-surface p-2">
      {data.map((merge) => (
        <Merge key={merge.id} slug={slug} merge={merge} />
      ))}
    </ul>
  );
}

function Merge({ slug, merge }: { readonly slug: string; readonly merge: ContactMerge }) {
  const { merge: words } = useClientWords();
  const act = useAction(
    () => undoMerge(slug, merge.id),
    () => say(words.undone),
  );
  return (
    <li className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>
          {words.merged({ name: merge.merged_name ?? merge.phone })}{' '}
          <span className="text-meta text-muted">
            {words.until} <RelativeTime at={merge.undoable_until} />
          </span>
        </span>
        <Button busy={act.isBusy} onClick={() => act.act(undefined)}>
          {words.undo}
        </Button>
      </div>
      <FailureNotice failure={act.failure} />
    </li>
  );
}
