import { useId, useState } from 'react';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { DateInput } from '../date/DateInput.tsx';
import { inputClass, Row } from '../Field.tsx';
import { isDay } from './days.ts';
import type { EdgeDays } from './edges.ts';
import { lastDayOf } from './lanes.ts';
import type { CalendarEntry, CalendarWords } from './model.ts';

export interface MoveDialogProps {
  readonly entry: CalendarEntry;
  readonly words: CalendarWords;
  readonly locale: string;
  readonly today: string;
  readonly onMove: (key: string, date: string) => void;
  /** Absent if the entry has no length. */
  readonly onResize: ((key: string, days: EdgeDays) => void) | undefined;
  readonly onClose: () => void;
}

/** Moves an entry to another date, or the ends of a bar to other dates. */
export function MoveDialog(props: MoveDialogProps) {
  const { entry, words, onMove, onResize, onClose } = props;
  const [date, setDate] = useState(entry.open === 'start' ? '' : entry.date);
  const [until, setUntil] = useState(entry.open === 'end' ? '' : lastDayOf(entry));
  const isReversed = onResize !== undefined && isDay(date) && isDay(until) && until < date;
  const id = useId();
  const submit = () => {
    if (isReversed) return;
    if (!onResize) {
      if (!isDay(date)) return;
      onClose();
      onMove(entry.key, date);
      return;
    }
    onClose();
    const days = {
      ...(isDay(date) && (date !== entry.date || entry.open === 'start') && { start: date }),
      ...(isDay(until) && (until !== lastDayOf(entry) || entry.open === 'end') && { end: until }),
    };
    if (Object.keys(days).length > 0) onResize(entry.key, days);
  };
  return (
    <Dialog title={words.move({ name: entry.name })} closeLabel={words.close} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DateRow
          {...props}
          id={`${id}-start`}
          label={onResize ? words.fields.start : words.date}
          isRequired={!onResize}
          value={date}
          onChange={setDate}
        />
        {onResize ? (
          <DateRow
            {...props}
            id={`${id}-end`}
            label={words.fields.end}
            isRequired={false}
            value={until}
            onChange={setUntil}
          />
        ) : null}
        {isReversed ? (
          <p role="alert" className="text-danger">
            {words.reversed}
          </p>
        ) : null}
        <Button type="submit" look="primary" className="self-start">
          {words.moveNow}
        </Button>
      </form>
    </Dialog>
  );
}

interface DateRowProps extends Pick<MoveDialogProps, 'words' | 'locale' | 'today'> {
  readonly id: string;
  readonly label: string;
  readonly isRequired: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function DateRow({ id, label, isRequired, value, onChange, words, locale, today }: DateRowProps) {
  return (
    <Row id={id} label={label}>
      <DateInput
        id={id}
        words={words}
        locale={locale}
        today={today}
        required={isRequired}
        value={value}
        onChange={onChange}
        className={inputClass}
      />
    </Row>
  );
}
