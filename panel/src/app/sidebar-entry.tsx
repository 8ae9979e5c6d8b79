import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useIsSidebarCollapsed } from '../data/preferences.ts';

/** Classes of a sidebar entry; collapsed, it shows only its icon. */
export const sidebarEntryClass =
  'control flex items-center gap-2 rounded px-2 text-muted hover:bg-tint hover:text-text aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-text data-within:bg-tint data-within:text-text';

/** Label of an entry: visible if there is room, always available to screen readers. */
export function SidebarLabel({
  isOnPhone,
  children,
}: {
  readonly isOnPhone: boolean;
  readonly children: ReactNode;
}) {
  const isFolded = useIsSidebarCollapsed();
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
