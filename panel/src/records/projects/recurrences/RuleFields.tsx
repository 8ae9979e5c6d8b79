import { useWeek, useWeekdays } from '#panel/parts/business-hours/weekdays.ts';
import { Select } from '#panel/parts/Select.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { useRecurrenceWords } from '#panel/words/recurrences/use.ts';
import { type RuleView, repeats } from './model.ts';

interface Props {
  readonly view: RuleView;
  readonly onChange: (view: RuleView) => void;
}

const monthDays = Array.from({ length: 31 }, (_, i) => i + 1);

/** Days on which a task recurs, in plain words. */
export function RuleFields({ view, onChange }: Props) {
  const words = useRecurrenceWords();
  const names = useWeekdays();
  const week = useWeek();
  const { repeat, weekdays, monthDay } = view;
  const choices = repeat === 'custom' ? [...repeats, 'custom' as const] : repeats;
  return (
    <>
      <Select
        label={words.repeat}
        value={repeat}
        choices={choices.map((each) => ({ value: each, label: words.repeats[each] }))}
        onChange={({ target }) =>
          onChange({ ...view, repeat: choices.find((each) => each === target.value) ?? repeat })
        }
      />
      {repeat === 'weekly' || repeat === 'biweekly' ? (
        <fieldset className="flex flex-wrap gap-x-4">
          <legend className="font-medium">{words.weekdays}</legend>
          {week.map((day) => (
            <Checkbox
              key={day}
              label={names[day] ?? ''}
              checked={weekdays.includes(day)}
              // One day remains.
              disabled={weekdays.length === 1 && weekdays.includes(day)}
              onChange={({ target }) =>
                onChange({
                  ...view,
                  weekdays: target.checked
                    ? [...weekdays, day]
                    : weekdays.filter((each) => each !== day),
                })
              }
            />
          ))}
        </fieldset>
      ) : null}
      {repeat === 'monthly' ? (
        <Select
          label={words.monthDay}
          hint={words.monthDayHint}
          value={String(monthDay)}
          choices={monthDays.map((day) => ({ value: String(day), label: String(day) }))}
          onChange={({ target }) => onChange({ ...view, monthDay: Number(target.value) })}
        />
      ) : null}
    </>
  );
}
