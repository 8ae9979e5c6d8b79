import { clsx } from 'clsx';
import { useRef } from 'react';
import { MoreMenu } from '../Menu.tsx';
import type { CalendarEntry, Parts } from './model.ts';
import { useDraggable } from './use-drag.ts';

const edges = {
  danger: 'border-l-danger',
  warn: 'border-l-warn',
  ok: 'border-l-ok',
  info: 'border-l-info',
};

interface Props<T extends CalendarEntry> {
  readonly parts: Parts<T>;
  readonly entry: T;
  /** `grid`: reached from its day instead of by Tab. `list`: with more space. */
  readonly place: 'grid' | 'list';
  readonly align?: 'start' | 'end';
  readonly side?: 'above' | 'below';
}

/** Calendar entry: a link that can be dragged, with a menu as the alternative to dragging. */
export function EntryChip<T extends CalendarEntry>({
  parts,
  entry,
  place,
  align = 'end',
  side = 'below',
}: Props<T>) {
  const { onMove, words } = parts;
  const ref = useRef<HTMLDivElement>(null);
  const isDragged = useDraggable(ref, onMove ? entry.key : undefined);
  const items = parts.menuOf(entry);
  return (
    <div
      ref={ref}
      data-entry={entry.key}
      style={entry.shades?.style}
      className={clsx(
        entry.shades?.className,
        'group flex items-center rounded border border-l-4 pointer-coarse:min-h-11',
        entry.shades ? 'border-transparent bg-soft text-ink' : 'border-border bg-raised',
        place === 'grid' ? 'min-h-6' : 'min-h-9',
        entry.tone ? edges[entry.tone] : entry.shades ? 'border-l-vivid' : 'border-l-control',
        isDragged && 'opacity-50',
      )}
    >
      {parts.link(entry, {
        tabIndex: place === 'grid' ? -1 : 0,
        draggable: false,
        className:
          'flex min-w-0 flex-1 items-center gap-1 self-stretch truncate px-1.5 text-meta hover:underline',
        children: parts.entry ? parts.entry(entry) : <span className="truncate">{entry.name}</span>,
      })}
      {items.length > 0 ? (
        <MoreMenu
          label={words.actions({ name: entry.name })}
          items={items}
          align={align}
          side={side}
          tabIndex={place === 'grid' ? -1 : undefined}
          className="inline-flex size-6 items-center justify-center rounded text-faint hover:bg-surface hover:text-text pointer-coarse:size-11"
        />
      ) : null}
    </div>
  );
}
