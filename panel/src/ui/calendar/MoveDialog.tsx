import { useId, useState } from 'react';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { DateInput } from '../date/DateInput.tsx';
import { inputClass, Row } from '../Field.tsx';
import { isDay } from './days.ts';
import type { CalendarEntry, CalendarWords } from './model.ts';

export interface MoveDialogProps {
  readonly entry: CalendarEntry;
  readonly words: CalendarWords;
  readonly locale: string;
  readonly today: string;
  readonly onMove: (key: string, date: string) => void;
  readonly onClose: () => void;
}

/** Moves an entry to another date. */
export function MoveDialog({ entry, words, locale, today, onMove, onClose }: MoveDialogProps) {
  const [date, setDate] = useState(entry.date);
  const id = useId();
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
        <Row id={id} label={words.date}>
          <DateInput
            id={id}
            words={words}
            locale={locale}
            today={today}
            required
            value={date}
            onChange={setDate}
            className={inputClass}
          />
        </Row>
        <Button type="submit" look="primary" className="self-start">
          {words.moveNow}
        </Button>
      </form>
    </Dialog>
  );
}
