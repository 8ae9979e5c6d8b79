import { useId, useState } from 'react';
import { businessHoursSetLimits } from '#panel/api/input-limits.ts';
import { DateInput } from '#panel/parts/DateInput.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { formatDay } from '#panel/ui/calendar/days.ts';
import { Checkbox, inputClass, Row } from '#panel/ui/Field.tsx';
import { FileButton } from '#panel/ui/FileButton.tsx';
import { Close } from '#panel/ui/icons.tsx';
import { useInboxSettingsWords } from '#panel/words/inbox-settings/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { closedDaysIn } from './ics.ts';
import { type BusinessHours, type ClosedDay, withDays, withoutDay } from './model.ts';

interface Props {
  readonly hours: BusinessHours;
  readonly onChange: (hours: BusinessHours) => void;
}

/** Editor of national and local holidays. */
export function ClosedDays({ hours, onChange }: Props) {
  const { days: words } = useInboxSettingsWords();
  const locale = useLocale();
  const add = (days: readonly ClosedDay[]) => {
    const { hours: next, added } = withDays(hours, days);
    onChange(next);
    return added;
  };
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label={words.national}
        hint={words.nationalHint}
        checked={hours.national_holidays}
        onChange={({ target }) => onChange({ ...hours, national_holidays: target.checked })}
      />
      <h3 className="font-medium">{words.local}</h3>
      {hours.holidays.length === 0 ? <p className="text-muted">{words.none}</p> : null}
      <ul className="flex flex-col">
        {hours.holidays.map(({ date, name, yearly }) => (
          <li key={date} className="flex min-h-8 items-center gap-2">
            <span className="w-28 shrink-0 tabular-nums">
              {formatDay(
                date,
                locale,
                yearly
                  ? { day: 'numeric', month: 'short' }
                  : { day: 'numeric', month: 'short', year: 'numeric' },
              )}
            </span>
            <span className="min-w-0 flex-1 break-words">
              {name}
              {yearly ? <span className="ml-2 text-meta text-muted">{words.everyYear}</span> : null}
            </span>
            <Button
              look="quiet"
              className="px-1.5!"
              aria-label={words.remove({ name })}
              onClick={() => onChange(withoutDay(hours, date))}
            >
              <Close size={14} />
            </Button>
          </li>
        ))}
      </ul>
      <NewDay listed={hours.holidays} onAdd={(day) => onChange(withDays(hours, [day]).hours)} />
      <CalendarFile onRead={add} />
    </div>
  );
}

interface NewDayProps {
  readonly listed: readonly ClosedDay[];
  readonly onAdd: (day: ClosedDay) => void;
}

function NewDay({ listed, onAdd }: NewDayProps) {
  const { days: words } = useInboxSettingsWords();
  const ids = { date: useId(), name: useId(), problem: useId() };
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  const [yearly, setYearly] = useState(true);
  const same = listed.find((day) => day.date === date);
  const isComplete = date !== '' && name.trim() !== '' && !same;
  const add = () => {
    if (!isComplete) return;
    onAdd({ date, name: name.trim(), yearly });
    setDate('');
    setName('');
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Row id={ids.date} label={words.date}>
        <DateInput
          id={ids.date}
          value={date}
          className={`${inputClass} w-36!`}
          aria-invalid={same !== undefined || undefined}
          aria-describedby={ids.problem}
          onChange={setDate}
        />
      </Row>
      <Row id={ids.name} label={words.name}>
        <input
          id={ids.name}
          value={name}
          {...businessHoursSetLimits.hours.holidays.name}
          placeholder={words.example}
          autoComplete="off"
          className={`${inputClass} w-56!`}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') add();
          }}
        />
      </Row>
      <Checkbox
        label={words.yearly}
        checked={yearly}
        onChange={({ target }) => setYearly(target.checked)}
      />
      <Button onClick={add} aria-disabled={!isComplete}>
        {words.add}
      </Button>
      <p id={ids.problem} role="alert" className="w-full text-danger empty:hidden">
        {same ? words.listed({ name: same.name }) : null}
      </p>
    </div>
  );
}

/** Reads days from a chosen calendar file. @param onRead returns the number of new days */
function CalendarFile({ onRead }: { readonly onRead: (days: readonly ClosedDay[]) => number }) {
  const { days: words } = useInboxSettingsWords();
  const [result, setResult] = useState('');
  const read = async (chosen: File) => {
    const days = closedDaysIn(await chosen.text()) ?? [];
    if (days.length === 0) return setResult(words.unreadable);
    const added = onRead(days);
    setResult(added === 0 ? words.nothingNew : words.imported({ n: added }));
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FileButton
        label={words.import}
        accept=".ics,text/calendar"
        onChoose={read}
        look="quiet"
        className="-ml-3"
      >
        {words.import}
      </FileButton>
      <p role="status" className="text-muted">
        {result}
      </p>
    </div>
  );
}
