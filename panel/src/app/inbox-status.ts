/* Status of the inboxes in the shell: published by InboxStatus.tsx, which loads late, to components that render from the start. */

interface ShownInboxStatus {
  readonly label: string;
  readonly href: string;
  /** True if action is required. */
  readonly isLoud: boolean;
}

let alarm: ShownInboxStatus | undefined;
const listeners = new Set<() => void>();

export const inboxStatusStore = {
  current: () => alarm,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  tell(next: ShownInboxStatus | undefined) {
    alarm = next;
    for (const listener of listeners) listener();
  },
};
