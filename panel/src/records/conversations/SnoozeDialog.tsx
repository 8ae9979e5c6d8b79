import { useState } from 'react';
import { localTimeIn, momentOf } from '#panel/data/time-zone-days.ts';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { defaultSnoozeTime } from './snooze-options.ts';

interface Props {
  readonly timeZone: string;
  readonly onChoose: (at: string) => void;
  readonly onClose: () => void;
}

/** Dialog for a custom snooze time. */
export default function SnoozeDialog({ timeZone, onChoose, onClose }: Props) {
  const { acts } = useConversationWords();
  const { common } = useWords();
  const [isPast, setPast] = useState(false);
  return (
    <Dialog title={acts.until.title} closeLabel={common.close} onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const clock = String(new FormData(event.currentTarget).get('until') ?? '');
          const at = momentOf(timeZone, clock);
          if (Date.parse(at) > Date.now()) onChoose(at);
          else setPast(true);
        }}
      >
        <LabelledDate
          label={acts.until.when}
          name="until"
          kind="moment"
          required
          min={localTimeIn(timeZone, new Date())}
          defaultValue={defaultSnoozeTime(timeZone, Date.now())}
          aria-invalid={isPast || undefined}
          hint={isPast ? acts.until.past : undefined}
        />
        <Button type="submit" look="primary" className="self-start">
          {acts.snooze}
        </Button>
      </form>
    </Dialog>
  );
}
