import { useState } from 'react';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { Field } from '../Field.tsx';
import { isDay } from './days.ts';
import type { CalendarEntry, CalendarWords } from './model.ts';

interface Props {
  readonly entry: CalendarEntry;
  readonly words: CalendarWords;
  readonly onMove: (key: string, date: string) => void;
  readonly onClose: () => void;
}

/** Another day for an entry, by date. */
export function MoveDialog({ entry, words, onMove, onClose }: Props) {
  const [date, setDate] = useState(entry.date);
  return (
    <Dialog title={words.move({ name: entry.name })} closeLabel={words.close} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDay(date)) return;
          onClose();
          onMove(entry.key, date);
        }}
      >
        <Field
          type="date"
          required
          label={words.date}
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
        <Button type="submit" look="primary" className="self-start">
          {words.moveNow}
        </Button>
      </form>
    </Dialog>
  );
}
