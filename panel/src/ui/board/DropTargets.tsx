import { type ReactNode, useRef } from 'react';
import type { BoardCard, BoardColumn, DropTarget } from './types.ts';
import { useDropZone } from './use-drag.ts';

interface Props {
  readonly board: string;
  readonly label: string;
  readonly targets: readonly DropTarget[];
  /** Hidden columns. */
  readonly columns: readonly BoardColumn<BoardCard>[];
}

/** Drop targets other than the visible columns, shown during a drag. Their actions are also in the card's menu. */
export function DropTargets({ board, label, targets, columns }: Props) {
  if (targets.length + columns.length === 0) return null;
  return (
    <section
      aria-label={label}
      className="appear absolute inset-x-2 bottom-2 z-20 flex flex-wrap gap-2 rounded-card border border-border bg-raised p-2 shadow-float"
    >
      {columns.map(({ key, name }) => (
        <Zone key={key} board={board} zone={{ column: key }}>
          {name}
        </Zone>
      ))}
      {targets.map(({ key, name, icon }) => (
        <Zone key={key} board={board} zone={{ target: key }}>
          {icon} {name}
        </Zone>
      ))}
    </section>
  );
}

function Zone({
  board,
  zone,
  children,
}: {
  readonly board: string;
  readonly zone: { readonly column: string } | { readonly target: string };
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useDropZone(box, board, zone, true);
  return (
    <div
      ref={box}
      className="flex min-h-12 min-w-24 flex-1 items-center justify-center gap-2 rounded border border-control border-dashed px-2 text-center data-over:border-accent data-over:bg-tint"
    >
      {children}
    </div>
  );
}
