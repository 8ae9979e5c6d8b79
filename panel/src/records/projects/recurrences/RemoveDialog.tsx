import { request } from '#panel/api/call.ts';
import type { TaskRecurrence } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useDayFormat } from '#panel/display/formatters.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { useRecurrenceWords } from '#panel/words/recurrences/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { thenRefetchRecurrences } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly recurrence: TaskRecurrence;
  readonly onClose: () => void;
}

/** Leaves out the next occurrence of a recurring task, or deletes all that follow. */
export default function RemoveDialog({ slug, recurrence, onClose }: Props) {
  const words = useRecurrenceWords();
  const { common } = useWords();
  const formatDay = useDayFormat();
  const { id, title: name, coming } = recurrence;
  const [next] = coming;
  const at = { team_slug: slug, id };
  const remove = useAction(
    () =>
      thenRefetchRecurrences(slug)(
        request('DELETE /teams/{team_slug}/task-recurrences/{id}', { at }),
      ),
    onClose,
  );
  const skip = useAction(
    (occurs_on: string) =>
      thenRefetchRecurrences(slug)(
        request('POST /teams/{team_slug}/task-recurrences/{id}/skip', { at, body: { occurs_on } }),
      ),
    onClose,
  );
  return (
    <Dialog title={words.removeTitle({ name })} closeLabel={common.close} onClose={onClose}>
      <p>{words.removeAbout}</p>
      <FailureNotice failure={remove.failure ?? skip.failure} />
      <div className="flex flex-wrap gap-2">
        {next ? (
          <Button busy={skip.isBusy} onClick={() => skip.act(next.occurs_on)}>
            {words.skipOne({ day: formatDay(next.due_on) })}
          </Button>
        ) : null}
        <Button look="danger" busy={remove.isBusy} onClick={() => remove.act(undefined)}>
          {words.removeAll}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
