import { clsx } from 'clsx';
import { useId } from 'react';
import { useToday } from '../data/use-today.ts';
import { type DateInputProps, DateInput as Input } from '../ui/date/DateInput.tsx';
import { hintIdOf, inputClass, type Labelled, Row } from '../ui/Field.tsx';
import { useCalendarWords } from '../words/calendar/use.ts';
import { useLocale } from '../words/translations.ts';

/** Date or date-time input in the format of the panel's language. */
export function DateInput(props: DateInputProps) {
  return <Input {...props} words={useCalendarWords()} locale={useLocale()} today={useToday()} />;
}

/** `DateInput` with a label, for forms. */
export function LabelledDate({ label, hint, className, ...rest }: Labelled & DateInputProps) {
  const id = useId();
  return (
    <Row id={id} label={label} hint={hint}>
      <DateInput
        {...rest}
        id={id}
        aria-describedby={hintIdOf(id, hint)}
        className={clsx(inputClass, className)}
      />
    </Row>
  );
}
