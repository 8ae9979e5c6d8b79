import { useState } from 'react';
import type { Import } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useImportWords } from '#panel/words/imports/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { importActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly of: Import;
  /** The effect of undoing. */
  readonly about: string;
}

/** Undoes an import while that is possible. */
export function Undo({ slug, of: { id, undo_until: until }, about }: Props) {
  const { result: words } = useImportWords();
  const format = new Intl.DateTimeFormat(useLocale(), {
    ...{ dateStyle: 'short', timeStyle: 'short', timeZone: useTimeZone() },
  });
  const [isAsking, setAsking] = useState(false);
  const undo = useAction(
    () => importActions(slug).undo(id),
    () => setAsking(false),
  );
  if (until === null || new Date(until) <= new Date()) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words.undo}</Button>
      <span className="text-muted">
        {words.undoUntil} {format.format(new Date(until))}
      </span>
      {isAsking ? (
        <ConfirmDialog
          title={words.undoTitle}
          about={about}
          submit={words.undo}
          act={undo}
          input={undefined}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
