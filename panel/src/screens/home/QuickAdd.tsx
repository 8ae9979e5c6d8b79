import { type FormEvent, useId, useRef, useState } from 'react';
import { activityFields } from '#panel/api/records/activities.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { createRecord } from '#panel/data/records.ts';
import { activityFieldsOf, TitleDateChip, useTitleDate } from '#panel/parts/title-date.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { formatDay } from '#panel/ui/calendar/days.ts';
import { useMyDayWords } from '#panel/words/my-day/use.ts';
import { useLocale } from '#panel/words/translations.ts';

interface Props {
  readonly slug: string;
  readonly userId: string;
  readonly today: string;
  readonly timeZone: string;
}

/** Single-line form that creates an activity of the user, due today unless the text contains a date. */
export function QuickAdd({ slug, userId, today, timeZone }: Props) {
  const { add } = useMyDayWords();
  const locale = useLocale();
  const [text, setText] = useState('');
  const [added, setAdded] = useState<{ readonly title: string; readonly date: string }>();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const typed = useTitleDate(text);
  const day = (on: string) =>
    formatDay(on, locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const read = activityFieldsOf(text, typed.date, timeZone);
    if (read.title === '') return;
    setText('');
    setAdded({ title: read.title, date: typed.date?.day ?? today });
    input.current?.focus();
    void runWithToast(createRecord('activities'), {
      slug,
      fields: { type: 'task', due_date: today, assigned_to: userId, ...read },
    });
  };
  return (
    <form onSubmit={save} className="group/add flex flex-col gap-1">
      <div className="flex gap-2">
        <input
          ref={input}
          aria-label={add.label}
          aria-describedby={id}
          placeholder={add.placeholder}
          value={text}
          maxLength={activityFields.title.maxLength}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          className="control min-w-0 flex-1 rounded border border-border bg-raised px-2 placeholder:text-faint"
        />
        <Button type="submit" look="primary">
          {add.submit}
        </Button>
      </div>
      <div id={id} role="status" className="flex min-h-6 items-center text-meta text-muted">
        {typed.date ? (
          <TitleDateChip typed={typed} hasTime onRefuse={() => input.current?.focus()} />
        ) : text.trim() !== '' ? (
          add.on({ date: day(today) })
        ) : added ? (
          add.added({ title: added.title, date: day(added.date) })
        ) : (
          <span className="opacity-0 transition-opacity group-focus-within/add:opacity-100">
            {add.hint}
          </span>
        )}
      </div>
    </form>
  );
}
