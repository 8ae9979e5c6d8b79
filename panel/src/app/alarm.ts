/* How the inboxes stand, as the shell says it: told by what is loaded late (InboxStates.tsx) to what is there from the start. */

export interface Alarm {
  readonly label: string;
  readonly href: string;
  /** Whether somebody has to do something. */
  readonly isLoud: boolean;
}

let alarm: Alarm | undefined;
const listeners = new Set<() => void>();

export const alarms = {
  current: () => alarm,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  tell(next: Alarm | undefined) {
    alarm = next;
    for (const listener of listeners) listener();
  },
};
