import { useQuery } from '@tanstack/react-query';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { paths } from '#panel/route/paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useBulkWords } from '#panel/words/bulk/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { BulkProgress, BulkUndo } from './BulkProgress.tsx';
import { bulkJobQuery } from './bulk-changes.ts';

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly onClose: () => void;
}

/** Progress of a bulk change, its refusals, and undo. When closed before the change is finished, a toast links to it. */
export function BulkJobDialog({ slug, id, onClose }: Props) {
  const words = useBulkWords();
  const { common } = useWords();
  const query = useQuery(bulkJobQuery(slug, id));
  const close = () => {
    onClose();
    if (query.data?.state !== 'running' && query.data?.state !== 'undoing') return;
    say(words.goesOn, {
      actions: [{ label: words.follow, act: () => navigate(paths.bulk(slug)) }],
    });
  };
  return (
    <Dialog title={words.job} closeLabel={common.close} onClose={close}>
      <QueryContent query={query} rows={2}>
        {(job) => (
          <>
            <BulkProgress job={job} />
            <div className="flex flex-wrap gap-2">
              <Button look="primary" onClick={close}>
                {common.close}
              </Button>
              <BulkUndo slug={slug} job={job} />
            </div>
          </>
        )}
      </QueryContent>
    </Dialog>
  );
}
