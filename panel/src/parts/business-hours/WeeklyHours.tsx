import { Button } from '#panel/ui/Button.tsx';
import { Close, Plus } from '#panel/ui/icons.tsx';
import { useInboxSettingsWords } from '#panel/words/inbox-settings/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import {
  type BusinessHours,
  blocksOn,
  daysInConflict,
  formatTime,
  isOvernight,
  maxBlocks,
  withBlock,
  withMondayRepeated,
  withoutBlock,
  withTime,
} from './model.ts';
import { TimeInput } from './TimeInput.tsx';
import { useWeek, useWeekdays } from './weekdays.ts';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface Props {
  readonly hours: BusinessHours;
  readonly onChange: (hours: BusinessHours) => void;
}

/** Editor of the open hours of each day of the week. */
export function WeeklyHours({ hours, onChange }: Props) {
  const { hours: words } = useInboxSettingsWords();
  const locale = useLocale();
  const weekdays = useWeekdays();
  const conflicts = daysInConflict(hours);
  const names = conflicts.map((weekday) => weekdays[weekday]);
  return (
    <div className="flex flex-col gap-1">
      <ul className="flex flex-col">
        {useWeek().map((weekday) => {
          const blocks = blocksOn(hours, weekday);
          const day = weekdays[weekday] ?? '';
          return (
            <li
              key={weekday}
              className="flex flex-wrap items-start gap-x-4 gap-y-1 border-border border-b py-1.5 last:border-b-0"
            >
              <span className="flex min-h-8 w-28 items-center font-medium max-sm:flex-1">
                {capital(day)}
              </span>
              <div className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 max-sm:order-1 max-sm:w-full max-sm:flex-none">
                {blocks.length === 0 ? <span className="text-muted">{words.closed}</span> : null}
                {blocks.map(({ at, from, to }, i) => (
                  <span key={at} className="flex items-center gap-1.5">
                    <TimeInput
                      label={words.opensAt({ day: capital(day), n: i + 1 })}
                      value={from}
                      isEnd={false}
                      isInvalid={conflicts.includes(weekday)}
                      onChange={(time) => onChange(withTime(hours, at, 'from', time))}
                    />
                    <span className="text-muted">{words.until}</span>
                    <TimeInput
                      label={words.closesAt({ day: capital(day), n: i + 1 })}
                      value={to}
                      isEnd
                      isInvalid={conflicts.includes(weekday)}
                      onChange={(time) => onChange(withTime(hours, at, 'to', time))}
                    />
                    <Button
                      look="quiet"
                      className="px-1.5!"
                      aria-label={words.removeBlock({
                        day,
                        block: `${formatTime(locale, from)}–${formatTime(locale, to)}`,
                      })}
                      onClick={() => onChange(withoutBlock(hours, at))}
                    >
                      <Close size={14} />
                    </Button>
                  </span>
                ))}
              </div>
              {blocks.length < maxBlocks ? (
                <Button
                  look="quiet"
                  className="px-1.5!"
                  aria-label={words.addBlock({ day })}
                  onClick={() => onChange(withBlock(hours, weekday))}
                >
                  <Plus size={14} />
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {/* Keeps its height: leaving a field must not move the control that is being clicked. */}
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <Button look="quiet" className="-ml-3" onClick={() => onChange(withMondayRepeated(hours))}>
          {words.repeat}
        </Button>
        {names.length > 0 ? (
          <p role="alert" className="text-danger">
            {words.overlap({ days: names.join(', ') })}
            {isOvernight(hours) ? ` ${words.overnight}` : ''}
          </p>
        ) : null}
      </div>
    </div>
  );
}
