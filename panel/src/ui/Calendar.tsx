import { clsx } from 'clsx';
import {
  type ComponentType,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Button } from './Button.tsx';
import { DayList, Entries } from './calendar/DayList.tsx';
import { addDays, addSpans, formatDay, type Span, titleOf } from './calendar/days.ts';
import { Grid } from './calendar/Grid.tsx';
import type { MoveDialogProps } from './calendar/MoveDialog.tsx';
import {
  type CalendarEntry,
  type CalendarProps,
  entriesByDay,
  type Parts,
} from './calendar/model.ts';
import { useDrops } from './calendar/use-drag.ts';
import { Dialog } from './Dialog.tsx';
import { Left, Right } from './icons.tsx';
import type { MenuItem } from './Menu.tsx';

const narrow = matchMedia('(max-width: 767px)');
const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};
const useNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches);

/** Calendar of a month or week, with keyboard navigation; entries are moved by dragging or by menu. A list of days on phones. */
export function Calendar<T extends CalendarEntry>(props: CalendarProps<T>) {
  const { entries, words, locale, today, onMove, items } = props;
  const isNarrow = useNarrow();
  const byDay = useMemo(() => entriesByDay(entries), [entries]);
  const [shownDay, showDay] = useState<string>();
  const [moving, setMoving] = useState<{ entry: T; Dialog: ComponentType<MoveDialogProps> }>();
  const [announcement, say] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<string>(undefined);
  // An element that is moved in the document loses the focus.
  useLayoutEffect(() => {
    const key = lastFocused.current;
    const entry =
      key !== undefined && entries.some((each) => each.key === key)
        ? box.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(key)}"] a`)
        : undefined;
    lastFocused.current = undefined;
    entry?.focus();
  }, [entries]);

  const move =
    onMove &&
    ((key: string, date: string) => {
      const entry = entries.find((each) => each.key === key);
      if (!entry || entry.date === date) return;
      lastFocused.current = key;
      showDay(undefined);
      onMove(key, date);
      const day = formatDay(date, locale, { weekday: 'long', day: 'numeric', month: 'long' });
      say(words.moved({ name: entry.name, date: day }));
    });
  useDrops(move);
  const moveByDate = async (entry: T) => {
    const { MoveDialog } = await import('./calendar/MoveDialog.tsx');
    setMoving({ entry, Dialog: MoveDialog });
  };
  const movesOf = (entry: T): MenuItem[] => {
    if (!move) return [];
    const to = (label: string, date: string) => ({ label, act: () => move(entry.key, date) });
    return [
      ...(entry.date === today ? [] : [to(words.toToday, today)]),
      to(words.dayBefore, addDays(entry.date, -1)),
      to(words.dayAfter, addDays(entry.date, 1)),
      to(words.weekAfter, addDays(entry.date, 7)),
      { label: words.otherDate, act: () => void moveByDate(entry) },
    ];
  };
  const parts: Parts<T> = {
    ...props,
    byDay,
    showDay,
    menuOf: (entry) => [...movesOf(entry), ...(items?.(entry) ?? [])],
  };
  const View = isNarrow ? DayList<T> : Grid<T>;
  return (
    <div ref={box} className="flex min-w-0 flex-col gap-3">
      <Toolbar {...props} />
      <View parts={parts} />
      {shownDay === undefined ? null : (
        <Dialog
          title={formatDay(shownDay, locale, { weekday: 'long', day: 'numeric', month: 'long' })}
          closeLabel={words.close}
          onClose={() => showDay(undefined)}
        >
          <Entries parts={parts} entries={byDay.get(shownDay) ?? []} />
        </Dialog>
      )}
      {moving && move ? (
        <moving.Dialog
          entry={moving.entry}
          words={words}
          locale={locale}
          today={today}
          onMove={move}
          onClose={() => setMoving(undefined)}
        />
      ) : null}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

const spans: readonly Span[] = ['month', 'week'];

/** Title of the period, with navigation to the previous and next one. */
function Toolbar<T extends CalendarEntry>({
  words,
  locale,
  today,
  at,
  span,
  onGo,
}: CalendarProps<T>) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h2 aria-live="polite" className="mr-auto font-semibold text-title">
        {titleOf(at, span, locale)}
      </h2>
      <div className="flex gap-1">
        <Button
          look="quiet"
          aria-label={words.before}
          onClick={() => onGo(addSpans(at, span, -1), span)}
        >
          <Left />
        </Button>
        <Button onClick={() => onGo(today, span)}>{words.today}</Button>
        <Button
          look="quiet"
          aria-label={words.after}
          onClick={() => onGo(addSpans(at, span, 1), span)}
        >
          <Right />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div role="group" aria-label={words.span} className="flex rounded border border-border">
        {spans.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === span}
            onClick={() => onGo(at, each)}
            className={clsx(
              'control rounded px-3 font-medium',
              each === span ? 'bg-tint text-text' : 'text-muted hover:bg-surface',
            )}
          >
            {words.spans[each]}
          </button>
        ))}
      </div>
    </div>
  );
}
