import { useState } from 'react';
import { momentOf } from '../data/time-zone-days.ts';
import { useTimeZone, useToday } from '../data/use-today.ts';
import { formatDay } from '../ui/calendar/days.ts';
import { Calendar, Close } from '../ui/icons.tsx';
import { useTitleDateWords } from '../words/title-date/use.ts';
import { useLocale } from '../words/translations.ts';
import { parseTitleDate, type TitleDate } from './quick-date.ts';

/** Date in the title that the user is typing. */
export interface TypedDate {
  readonly date: TitleDate | undefined;
  /** Keeps the recognized words in the title. */
  readonly refuse: () => void;
}

export function useTitleDate(title: string): TypedDate {
  const today = useToday();
  const locale = useLocale();
  const [refused, setRefused] = useState<string>();
  const date = parseTitleDate(title, { today, locale }, refused);
  return { date, refuse: () => setRefused(date?.phrase) };
}

/** Moment of a title's date, if it has an exact time in the future; an activity is planned for no other one (ADR 60). */
function plannedMoment({ day, time }: TitleDate, timeZone: string): string | undefined {
  const moment = time === undefined ? undefined : momentOf(timeZone, `${day}T${time}`);
  return moment !== undefined && Date.parse(moment) > Date.now() ? moment : undefined;
}

/** Title and date of a new activity. A planned time becomes `occurred_at`; any other one stays in the title. */
export function activityFieldsOf(title: string, date: TitleDate | undefined, timeZone: string) {
  if (!date) return { title: title.replace(/\s+/g, ' ').trim() };
  const occurred_at = plannedMoment(date, timeZone);
  return occurred_at === undefined
    ? { title: date.title, due_date: date.day }
    : { title: date.shortTitle, due_date: null, occurred_at };
}

interface Props {
  readonly typed: TypedDate;
  /** True if the record has a field for the time. */
  readonly hasTime: boolean;
  /** Called after the date was refused, to return the focus. */
  readonly onRefuse: () => void;
}

/** Date recognized in a title, as it will be saved, with a button to keep its words in the title. */
export function TitleDateChip({ typed: { date, refuse }, hasTime, onRefuse }: Props) {
  const words = useTitleDateWords();
  const locale = useLocale();
  const timeZone = useTimeZone();
  if (!date) return null;
  const day = formatDay(date.day, locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const time =
    date.time &&
    new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
      Date.parse(`1970-01-01T${date.time}Z`),
    );
  const isSaved = hasTime && plannedMoment(date, timeZone) !== undefined;
  const label = [day, ...(time ? [isSaved ? time : words.timeStays({ time })] : [])].join(', ');
  return (
    <span
      data-title-date={date.day}
      className="inline-flex max-w-full items-center gap-1.5 rounded bg-tint pl-2 text-meta"
    >
      <span className="shrink-0 text-accent">
        <Calendar />
      </span>
      <span className="min-w-0 py-1">{label}</span>
      <button
        type="button"
        aria-label={words.refuse({ phrase: date.phrase })}
        title={words.refuse({ phrase: date.phrase })}
        onClick={() => {
          refuse();
          onRefuse();
        }}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded text-muted hover:text-text pointer-coarse:size-11"
      >
        <Close />
      </button>
    </span>
  );
}
