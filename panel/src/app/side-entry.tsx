import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useIsFolded } from '../data/preferences.ts';

/** How an entry of the left menu looks; folded, it is its icon. */
export const sideEntry =
  'control flex items-center gap-2 rounded px-2 text-muted hover:bg-tint hover:text-text aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-text data-within:bg-tint data-within:text-text';

/** What an entry says: seen where there is room for it, told always. */
export function SideLabel({
  isOnPhone,
  children,
}: {
  readonly isOnPhone: boolean;
  readonly children: ReactNode;
}) {
  const isFolded = useIsFolded();
  return (
    <span
      className={clsx(
        'min-w-0 truncate text-left',
        isOnPhone || 'max-md:sr-only',
        isFolded && 'md:sr-only',
      )}
    >
      {children}
    </span>
  );
}
