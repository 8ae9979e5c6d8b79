import { clsx } from 'clsx';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { AnchoredDialog } from '../AnchoredDialog.tsx';
import { Button } from '../Button.tsx';
import {
  addDays,
  addMonths,
  daysIntoWeek,
  formatDay,
  monthOf,
  titleOf,
  weeksOf,
} from '../calendar/days.ts';
import { Left, Right } from '../icons.tsx';
import type { DateWords } from './DateInput.tsx';

export interface PickerProps {
  readonly words: DateWords['field'];
  readonly todayWord: string;
  readonly closeWord: string;
  readonly locale: string;
  readonly today: string;
  /** `YYYY-MM-DD`; '' if none is chosen. */
  readonly value: string;
  readonly min?: string | undefined;
  readonly max: string;
  readonly isRequired: boolean;
  /** Control below which it opens; on phones it opens at the bottom. */
  readonly anchor: HTMLElement;
  /** '' clears. */
  readonly onChoose: (day: string) => void;
  readonly onClose: () => void;
}

/** Month grid to choose a day from. Arrows change the day, Page Up and Page Down the month, with Shift the year; Escape closes. */
export function DatePicker(props: PickerProps) {
  const { words, todayWord, closeWord, locale, today, value, min, max, isRequired, anchor } = props;
  const { onChoose, onClose } = props;
  const weeksBox = useRef<HTMLTableElement>(null);
  const isAllowed = (day: string) => (min === undefined || day >= min) && day <= max;
  const clamped = (day: string) => (min !== undefined && day < min ? min : day > max ? max : day);
  const [at, setAt] = useState(clamped(value || today));
  const focused = useRef<string>(at);
  const weeks = weeksOf(at, 'month', locale);

  useLayoutEffect(() => {
    if (focused.current === at)
      weeksBox.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);

  const go = (day: string) => {
    focused.current = clamped(day);
    setAt(clamped(day));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.day === undefined) return;
    const sinceFirst = daysIntoWeek(at, locale);
    const months = event.shiftKey ? 12 : 1;
    const to: Readonly<Record<string, string>> = {
      ArrowLeft: addDays(at, -1),
      ArrowRight: addDays(at, 1),
      ArrowUp: addDays(at, -7),
      ArrowDown: addDays(at, 7),
      Home: addDays(at, -sinceFirst),
      End: addDays(at, 6 - sinceFirst),
      PageUp: addMonths(at, -months),
      PageDown: addMonths(at, months),
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  };
  /** Keeps the focus on the button that was pressed. */
  const turn = (months: number) => setAt(clamped(addMonths(at, months)));
  const step =
    'control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface';
  return (
    <AnchoredDialog
      label={words.title}
      anchor={anchor}
      className="sm:w-[280px]"
      onKeyDown={onKeyDown}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2 p-3">
        <div className="flex items-center gap-1">
          <h2 aria-live="polite" className="mr-auto font-semibold">
            {titleOf(at, 'month', locale)}
          </h2>
          <button
            type="button"
            aria-label={words.monthBefore}
            onClick={() => turn(-1)}
            className={step}
          >
            <Left />
          </button>
          <button
            type="button"
            aria-label={words.monthAfter}
            onClick={() => turn(1)}
            className={step}
          >
            <Right />
          </button>
        </div>
        <table
          ref={weeksBox}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with keyboard navigation between cells is a grid
          role="grid"
          aria-label={words.title}
          className="w-full table-fixed border-collapse text-center"
        >
          <thead>
            <tr>
              {weeks[0]?.map((day) => (
                <th
                  key={day}
                  scope="col"
                  abbr={formatDay(day, locale, { weekday: 'long' })}
                  className="py-1 font-normal text-meta text-muted"
                >
                  {formatDay(day, locale, { weekday: 'narrow' })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid
                  <td key={day} aria-selected={day === value} className="p-0">
                    <button
                      type="button"
                      data-day={day}
                      tabIndex={day === at ? 0 : -1}
                      disabled={!isAllowed(day)}
                      aria-label={formatDay(day, locale, { dateStyle: 'full' })}
                      aria-current={day === today ? 'date' : undefined}
                      onClick={() => onChoose(day)}
                      className={clsx(
                        'control w-full rounded tabular-nums disabled:opacity-40',
                        day === value ? 'bg-accent text-on-accent' : 'hover:bg-surface',
                        day === today && day !== value && 'font-semibold text-accent',
                        monthOf(day) !== monthOf(at) && day !== value && 'text-muted',
                      )}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <div className="flex flex-wrap gap-2">
          <Button disabled={!isAllowed(today)} onClick={() => onChoose(today)}>
            {todayWord}
          </Button>
          {isRequired || value === '' ? null : (
            <Button look="quiet" onClick={() => onChoose('')}>
              {words.clear}
            </Button>
          )}
          <Button look="quiet" className="ml-auto" onClick={onClose}>
            {closeWord}
          </Button>
        </div>
        <p className="text-meta text-muted pointer-coarse:hidden">{words.keys}</p>
      </div>
    </AnchoredDialog>
  );
}
