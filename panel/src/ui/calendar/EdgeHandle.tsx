import { clsx } from 'clsx';
import { daysBetween, formatDay } from './days.ts';
import type { Edge } from './edges.ts';
import { lastDayOf } from './lanes.ts';
import type { CalendarEntry, CalendarWords, Resizing } from './model.ts';

interface Props {
  readonly entry: CalendarEntry;
  readonly edge: Edge;
  readonly words: CalendarWords;
  readonly locale: string;
  /** First and last visible day. */
  readonly from: string;
  readonly to: string;
  readonly resizing: Resizing;
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** End of a bar: dragged, or moved by arrows. Enter keeps the new day, Escape puts it back. */
export function EdgeHandle({ entry, edge, words, locale, from, to, resizing }: Props) {
  const { key, name } = entry;
  const day = edge === 'start' ? entry.date : lastDayOf(entry);
  return (
    <span
      role="slider"
      tabIndex={-1}
      data-edge={edge}
      aria-label={words.edges[edge]({ name })}
      aria-valuemin={0}
      aria-valuemax={daysBetween(from, to)}
      aria-valuenow={daysBetween(from, day)}
      aria-valuetext={formatDay(day, locale, { weekday: 'long', day: 'numeric', month: 'long' })}
      // Keeps the bar from being dragged.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        if (event.button === 0) resizing.begin(key, edge);
      }}
      onKeyDown={(event) => {
        const days = steps[event.key];
        if (days !== undefined) resizing.step(key, edge, days);
        else if (event.key === 'Enter' || event.key === ' ') resizing.finish();
        else if (event.key === 'Escape') resizing.cancel();
        else return;
        if (days === undefined)
          event.currentTarget.closest('[data-entry]')?.querySelector('a')?.focus();
        event.preventDefault();
        event.stopPropagation();
      }}
      onBlur={() => {
        // A bar that is drawn in another week loses the focus for a moment.
        setTimeout(() => {
          const focused = document.activeElement;
          const isHeld =
            focused?.matches(`[data-edge=${edge}]`) &&
            focused.closest<HTMLElement>('[data-entry]')?.dataset.entry === key;
          if (!isHeld) resizing.finish();
        });
      }}
      className={clsx(
        'absolute inset-y-0 w-2 cursor-ew-resize touch-none rounded opacity-0 hover:bg-vivid hover:opacity-100 focus-visible:bg-vivid focus-visible:opacity-100 pointer-coarse:w-4',
        edge === 'start' ? '-left-1' : 'right-0',
      )}
    />
  );
}
