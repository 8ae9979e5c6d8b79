import { clsx } from 'clsx';
import { type ComponentType, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { DayList, Entries } from './calendar/DayList.tsx';
import { addDays, addSpans, daysBetween, formatDay, shownDays, titleOf } from './calendar/days.ts';
import { type Edge, type EdgeDays, resizedDays } from './calendar/edges.ts';
import { Grid } from './calendar/Grid.tsx';
import { covers, lastDayOf } from './calendar/lanes.ts';
import type { MoveDialogProps } from './calendar/MoveDialog.tsx';
import type { CalendarEntry, CalendarProps, Parts } from './calendar/model.ts';
import { NoEntries } from './calendar/NoEntries.tsx';
import { PeriodHead } from './calendar/PeriodHead.tsx';
import { useDrops } from './calendar/use-drag.ts';
import { usePreview } from './calendar/use-preview.tsx';
import { useResize } from './calendar/use-resize.ts';
import { Dialog } from './Dialog.tsx';
import type { MenuItem } from './Menu.tsx';
import { useMedia } from './use-media.ts';

/** Focused part of an entry, which loses the focus when it moves in the document. */
interface FocusedPart {
  readonly key: string;
  readonly edge?: Edge;
}

/**
 * Calendar of a month or week, with keyboard navigation; entries are moved by dragging or by menu, and so are the ends of bars. A list of
 * days on phones.
 */
export function Calendar<T extends CalendarEntry>(props: CalendarProps<T>) {
  const { entries, words, locale, today, at, span, onGo, onMove, onResize, items, preview } = props;
  const isNarrow = useMedia('(max-width: 767px)');
  const [shownDay, showDay] = useState<string>();
  const [moving, setMoving] = useState<{ entry: T; Dialog: ComponentType<MoveDialogProps> }>();
  const [announcement, say] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<FocusedPart>(undefined);
  const nameOfDay = (day: string) =>
    formatDay(day, locale, { weekday: 'long', day: 'numeric', month: 'long' });

  const resize = useStable((key: string, days: EdgeDays) => {
    const entry = entries.find((each) => each.key === key);
    if (!entry) return;
    lastFocused.current ??= { key };
    onResize?.(key, days);
    const from = nameOfDay(days.start ?? entry.date);
    const until = nameOfDay(days.end ?? lastDayOf(entry));
    say(words.resized({ name: entry.name, from, until }));
  });
  const { held, resizing: edges } = useResize({
    entries,
    ...shownDays(at, span, locale),
    onResize:
      onResize &&
      ((key, edge, day) => {
        if (edge !== 'both') resize(key, { [edge]: day });
      }),
  });
  const heldEntry = held && entries.find(({ key }) => key === held.key);
  const resized =
    held && heldEntry
      ? { ...heldEntry, ...resizedDays(heldEntry, held.edge, held.day) }
      : undefined;
  useLayoutEffect(() => {
    const part = lastFocused.current;
    if (!part || !entries.some(({ key }) => key === part.key)) return;
    // A held end may move to another week with each key.
    if (!held) lastFocused.current = undefined;
    const entry = `[data-entry="${CSS.escape(part.key)}"]`;
    const focused = part.edge && held ? `${entry} [data-edge=${part.edge}]` : `${entry} a`;
    box.current?.querySelector<HTMLElement>(focused)?.focus();
  }, [entries, held]);

  const move = useStable((key: string, date: string) => {
    const entry = entries.find((each) => each.key === key);
    if (!entry || entry.date === date) return;
    lastFocused.current = { key };
    showDay(undefined);
    onMove?.(key, date);
    say(words.moved({ name: entry.name, date: nameOfDay(date) }));
  });
  const drop = useStable((key: string, day: string, from: string | undefined) => {
    const entry = entries.find((each) => each.key === key);
    if (entry) move(key, from === undefined ? day : addDays(entry.date, daysBetween(from, day)));
  });
  useDrops(onMove && drop);
  const moveByDate = async (entry: T) => {
    const { MoveDialog } = await import('./calendar/MoveDialog.tsx');
    setMoving({ entry, Dialog: MoveDialog });
  };
  const movesOf = (entry: T): MenuItem[] => {
    if (!onMove) return [];
    const to = (label: string, date: string) => ({ label, act: () => move(entry.key, date) });
    const adjust = (edge: Edge) => ({
      label: words.otherEdges[edge],
      act: () => {
        lastFocused.current = { key: entry.key, edge };
        edges?.step(entry.key, edge, 0);
      },
    });
    return [
      ...(entry.date === today ? [] : [to(words.toToday, today)]),
      to(words.dayBefore, addDays(entry.date, -1)),
      to(words.dayAfter, addDays(entry.date, 1)),
      to(words.weekAfter, addDays(entry.date, 7)),
      ...(edges && !isNarrow ? [adjust('start'), adjust('end')] : []),
      {
        label: onResize ? words.otherDates : words.otherDate,
        act: () => void moveByDate(entry),
      },
    ];
  };
  const menuOf = useStable((entry: T) => [...movesOf(entry), ...(items?.(entry) ?? [])]);
  // The same as long as the screen is, so that weeks without the held bar are not rendered again.
  const parts = useMemo<Parts<T>>(
    () => ({
      ...props,
      showDay,
      menuOf,
      resizing: edges && {
        ...edges,
        step: (key, edge, days) => {
          lastFocused.current = edge === 'both' ? { key } : { key, edge };
          edges.step(key, edge, days);
        },
      },
    }),
    [props, menuOf, edges],
  );
  const details = usePreview(
    preview &&
      ((key) => {
        const entry = entries.find((each) => each.key === key);
        return entry && preview(entry);
      }),
  );
  return (
    <div
      ref={box}
      data-calendar
      {...details.handlers}
      className={clsx(
        'flex min-w-0 flex-col gap-3 [&[data-dragging]_[data-entry]]:pointer-events-none',
        held && 'cursor-ew-resize select-none',
      )}
    >
      <PeriodHead
        title={titleOf(at, span, locale)}
        words={words}
        spans={words.spans}
        span={span}
        onSpan={(next) => onGo(at, next)}
        onStep={(step) => onGo(addSpans(at, span, step), span)}
        onToday={() => onGo(today, span)}
        isCompact={isNarrow}
      />
      <div className="relative">
        {isNarrow ? <DayList parts={parts} /> : <Grid parts={parts} resized={resized} />}
        {entries.length === 0 ? <NoEntries text={props.none} isNarrow={isNarrow} /> : null}
      </div>
      {shownDay === undefined ? null : (
        <Dialog
          title={nameOfDay(shownDay)}
          closeLabel={words.close}
          onClose={() => showDay(undefined)}
        >
          <Entries
            parts={parts}
            entries={entries.filter((entry) => covers(entry, shownDay, shownDay))}
          />
        </Dialog>
      )}
      {moving && onMove ? (
        <moving.Dialog
          entry={moving.entry}
          words={words}
          locale={locale}
          today={today}
          onMove={move}
          onResize={onResize && resize}
          onClose={() => setMoving(undefined)}
        />
      ) : null}
      {held ? null : details.card}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

/** Function that stays the same and calls the latest one. */
function useStable<A extends readonly unknown[], R>(call: (...args: A) => R): (...args: A) => R {
  const latest = useRef(call);
  latest.current = call;
  return useCallback((...args: A) => latest.current(...args), []);
}
