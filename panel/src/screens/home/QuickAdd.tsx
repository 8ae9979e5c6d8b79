import { type FormEvent, useId, useRef, useState } from 'react';
import { taskFields } from '#panel/api/records/tasks.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { createRecord } from '#panel/data/records.ts';
import { parseTitleDate } from '#panel/parts/quick-date.ts';
import { Button } from '#panel/ui/Button.tsx';
import { formatDay } from '#panel/ui/calendar/days.ts';
import { useMyDayWords } from '#panel/words/my-day/use.ts';
import { useLocale } from '#panel/words/translations.ts';

interface Props {
  readonly slug: string;
  readonly userId: string;
  readonly today: string;
}

/** Single-line form that creates an activity of the user, due today unless the text contains a date. */
export function QuickAdd({ slug, userId, today }: Props) {
  const { add } = useMyDayWords();
  const locale = useLocale();
  const [text, setText] = useState('');
  const [added, setAdded] = useState<{ readonly title: string; readonly date: string }>();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { title, date } = parseTitleDate(text, today);
  const day = (on: string) =>
    formatDay(on, locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (title === '') return;
    setText('');
    setAdded({ title, date: date ?? today });
    input.current?.focus();
    void runWithToast(createRecord('activities'), {
      slug,
      fields: { title, type: 'task', due_date: date ?? today, assigned_to: userId },
    });
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-1">
      <div className="flex gap-2">
        <input
          ref={input}
          aria-label={add.label}
          aria-describedby={id}
          placeholder={add.placeholder}
          value={text}
          maxLength={taskFields.title.maxLength}
          autoComplete="off"
          data-create
          onChange={(event) => setText(event.target.value)}
          className="control min-w-0 flex-1 rounded border border-border bg-raised px-2 placeholder:text-faint"
        />
        <Button type="submit" look="primary">
          {add.submit}
        </Button>
      </div>
      <p id={id} role="status" className="min-h-4 text-meta text-muted">
        {text.trim() !== ''
          ? add.on({ date: day(date ?? today) })
          : added
            ? add.added({ title: added.title, date: day(added.date) })
            : add.hint}
      </p>
    </form>
  );
}
