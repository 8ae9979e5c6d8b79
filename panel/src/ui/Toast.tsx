import { useSyncExternalStore } from 'react';
import { Close } from './icons.tsx';

/* Toasts: brief confirmations. A failure is shown where it happened, not here. */

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly actions: readonly { readonly label: string; readonly act: () => void }[];
}

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Maximum number of visible toasts; newer ones replace older ones. */
const maxToasts = 3;

const dismiss = (id: number) => set(toasts.filter((toast) => toast.id !== id));

/** @param stays true until dismissed; otherwise the toast disappears after six seconds, or after `forMs` */
export function say(
  text: string,
  options: { actions?: Toast['actions']; stays?: boolean; forMs?: number } = {},
): void {
  last += 1;
  const id = last;
  const { actions = [] } = options;
  const others = toasts.filter((toast) => toast.text !== text);
  set([...others, { id, text, actions }].slice(-maxToasts));
  if (!options.stays) setTimeout(() => dismiss(id), options.forMs ?? 6_000);
}

/** Dismisses the latest toast that offers an action, after the action was done by key. */
export function dismissLatestAction(): void {
  const latest = toasts.findLast(({ actions }) => actions.length > 0);
  if (latest) dismiss(latest.id);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function Toasts({
  label,
  closeLabel,
}: {
  readonly label: string;
  readonly closeLabel: string;
}) {
  const current = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section aria-label={label} aria-live="polite" className="toasts">
      {current.map(({ id, text, actions }) => (
        <div
          key={id}
          className="appear pointer-events-auto flex max-w-full items-center gap-3 rounded-card border border-border bg-raised py-1 pr-1 pl-4 shadow-float"
        >
          <span>{text}</span>
          {actions.map(({ label, act }) => (
            <button
              key={label}
              type="button"
              className="control rounded px-2 font-medium text-accent hover:bg-surface"
              onClick={() => {
                dismiss(id);
                act();
              }}
            >
              {label}
            </button>
          ))}
          <button
            type="button"
            aria-label={closeLabel}
            className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
            onClick={() => dismiss(id)}
          >
            <Close />
          </button>
        </div>
      ))}
    </section>
  );
}
