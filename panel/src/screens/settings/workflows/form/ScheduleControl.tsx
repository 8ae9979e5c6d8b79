import { useState } from 'react';
import { useTimeZone } from '#panel/data/use-today.ts';
import { TimeInput } from '#panel/parts/business-hours/TimeInput.tsx';
import { useWeek, useWeekdays } from '#panel/parts/business-hours/weekdays.ts';
import { SelectInput } from '#panel/parts/Select.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { useEditing } from '../controls/context.ts';
import { inputLook, Labelled } from '../controls/Labelled.tsx';
import { isObject, type Json } from '../model/json.ts';
import {
  closedDays,
  firstDays,
  monthDaysIn,
  type Repeat,
  repeats,
  type ScheduleView,
  withDays,
} from '../model/schedule.ts';

interface Props {
  readonly schedule: ScheduleView;
  readonly trigger: Json | undefined;
}

/** Days and time at which a schedule starts the workflow. */
export function ScheduleControl({ schedule, trigger }: Props) {
  const { trigger: words } = useWorkflowWords();
  const { schedule: texts } = words;
  const { change, isFrozen } = useEditing();
  const timeZone = useTimeZone();
  const weekdays = useWeekdays();
  const week = useWeek();
  const { at, repeat, days, closed } = schedule;
  const choose = (to: Repeat, chosen: readonly number[]) => {
    if (isObject(trigger)) change(['trigger'], withDays(trigger, to, chosen));
  };
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Labelled label={texts.repeat} path={['trigger', 'repeat']}>
          <SelectInput
            label={texts.repeat}
            value={repeat}
            disabled={isFrozen}
            choices={repeats.map((each) => ({ value: each, label: texts.repeats[each] }))}
            onChange={({ target }) => {
              const to = repeats.find((each) => each === target.value) ?? 'daily';
              choose(to, firstDays[to]);
            }}
          />
        </Labelled>
        <Labelled label={texts.at} path={['trigger', 'at']} hint={texts.zone({ timeZone })}>
          {isFrozen ? (
            <span className="control tabular-nums">{at}</span>
          ) : (
            <TimeInput
              label={texts.at}
              value={at}
              isEnd={false}
              isInvalid={false}
              onChange={(to) => change(['trigger', 'at'], to)}
            />
          )}
        </Labelled>
      </div>
      {repeat === 'weekly' ? (
        <Labelled label={texts.weekdays} path={['trigger', 'weekdays']}>
          <fieldset className="flex flex-wrap gap-x-4" disabled={isFrozen}>
            <legend className="sr-only">{texts.weekdays}</legend>
            {week.map((day) => (
              <Checkbox
                key={day}
                label={weekdays[day] ?? ''}
                checked={days.includes(day)}
                onChange={({ target }) =>
                  choose(
                    'weekly',
                    target.checked ? [...days, day] : days.filter((each) => each !== day),
                  )
                }
              />
            ))}
          </fieldset>
        </Labelled>
      ) : null}
      {repeat === 'monthly' ? (
        <MonthDays days={days} onChange={(to) => choose('monthly', to)} />
      ) : null}
      <Labelled label={texts.closed} path={['trigger', 'closed_days']} hint={texts.closedHint}>
        <SelectInput
          label={texts.closed}
          value={closed}
          disabled={isFrozen}
          choices={closedDays.map((each) => ({ value: each, label: texts.closedDays[each] }))}
          onChange={({ target }) =>
            change(['trigger', 'closed_days'], target.value === 'run' ? undefined : target.value)
          }
        />
      </Labelled>
    </>
  );
}

interface MonthDaysProps {
  readonly days: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
}

function MonthDays({ days, onChange }: MonthDaysProps) {
  const { trigger } = useWorkflowWords();
  const { isFrozen } = useEditing();
  const [draft, setDraft] = useState<string>();
  const isWrong = draft !== undefined && monthDaysIn(draft) === undefined;
  const { monthDays: label, monthDaysHint, monthDaysWrong } = trigger.schedule;
  return (
    <Labelled
      label={label}
      path={['trigger', 'month_days']}
      hint={isWrong ? monthDaysWrong : monthDaysHint}
    >
      <input
        aria-label={label}
        aria-invalid={isWrong || undefined}
        inputMode="numeric"
        autoComplete="off"
        value={draft ?? days.join(', ')}
        disabled={isFrozen}
        className={`${inputLook} control tabular-nums`}
        onChange={({ target }) => {
          setDraft(target.value);
          const to = monthDaysIn(target.value);
          if (to) onChange(to);
        }}
        onBlur={() => {
          if (!isWrong) setDraft(undefined);
        }}
      />
    </Labelled>
  );
}
