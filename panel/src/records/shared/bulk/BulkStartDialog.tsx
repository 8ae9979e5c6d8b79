import { useQuery } from '@tanstack/react-query';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { useBulkWords } from '#panel/words/bulk/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { type BulkChange, previewBulk, startBulk } from './bulk-changes.ts';

interface Props {
  readonly slug: string;
  /** The change as text: `Prioridade: Alta`. */
  readonly label: string;
  readonly wanted: BulkChange & { readonly query: string };
  readonly onStarted: (id: string) => void;
  readonly onClose: () => void;
}

const uuid = /^[0-9a-f-]{36}$/;

/** Previous values as text, without ids and empty values. */
const shownValues = (before: Readonly<Record<string, unknown>>) =>
  Object.values(before)
    .flat()
    .filter((value) => value !== null && value !== '' && !uuid.test(String(value)))
    .join(', ');

/** Previews a bulk change of all matching records before it starts. */
export function BulkStartDialog({ slug, label, wanted, onStarted, onClose }: Props) {
  const words = useBulkWords();
  const { common } = useWords();
  const query = useQuery({
    queryKey: ['team', slug, 'bulk', 'preview', wanted],
    queryFn: () => previewBulk(slug, wanted),
    staleTime: 0,
    gcTime: 0,
  });
  const start = useAction(
    () => startBulk(slug, wanted),
    ({ id }) => onStarted(id),
  );
  return (
    <Dialog title={words.sure({ act: label })} closeLabel={common.close} onClose={onClose}>
      <QueryContent query={query} rows={3}>
        {({ total, most, first }) => (
          <>
            <p>{total > most ? words.tooMany({ most }) : words.total({ count: total })}</p>
            <section className="flex flex-col gap-1">
              <h3 className="font-medium">{words.first}</h3>
              <ul className="divide-y divide-border">
                {first.map(({ id, name, before }) => (
                  <li key={id} className="flex gap-2 py-1.5">
                    <span className="min-w-0 flex-1 truncate">{name}</span>
                    <span className="text-muted">{shownValues(before)}</span>
                  </li>
                ))}
              </ul>
            </section>
            <FailureNotice failure={start.failure} />
            <div className="flex flex-wrap gap-2">
              <Button
                look="primary"
                disabled={total === 0 || total > most || start.isBusy}
                onClick={() => start.act(undefined)}
              >
                {words.start({ count: total })}
              </Button>
              <Button onClick={onClose}>{common.cancel}</Button>
            </div>
          </>
        )}
      </QueryContent>
    </Dialog>
  );
}
