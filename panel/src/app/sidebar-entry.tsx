import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useIsSidebarCollapsed } from '../data/preferences.ts';

/** Classes of a sidebar entry; collapsed, it shows only its icon. */
export const sidebarEntryClass =
  'flex h-[30px] items-center gap-2 rounded px-2 text-muted hover:bg-tint hover:text-text aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-text data-within:bg-tint data-within:text-text pointer-coarse:h-11';

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

interface GroupProps {
  readonly name: string;
  /** False in the collapsed sidebar. */
  readonly isNameShown: boolean;
  readonly children: ReactNode;
}

/** Entries of the sidebar under a name. */
export function SidebarGroup({ name, isNameShown, children }: GroupProps) {
  return (
    <section aria-label={name} className="flex shrink-0 flex-col gap-px pt-2 first:pt-1">
      {isNameShown ? (
        <h2 className="px-2 pt-2 pb-1 font-medium text-faint text-meta">{name}</h2>
      ) : null}
      {children}
    </section>
  );
}
