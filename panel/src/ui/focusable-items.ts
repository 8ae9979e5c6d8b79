import { useEffect, useSyncExternalStore } from 'react';

/* Items of lists: rows, cards, days. The element of each has its key in `data-item`, by which shortcuts and lost focus find it. */

const focusable = 'a[href], button:not(:disabled)';

export const itemsIn = (root: ParentNode): readonly HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>('[data-item]'),
];

export const itemAt = (target: Element): HTMLElement | null =>
  target.closest<HTMLElement>('[data-item]');

export const itemOf = (root: ParentNode, key: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"]`);

/** Focusable element of an item: its tab stop, otherwise its first cell, link or button. */
function targetOf(item: HTMLElement): HTMLElement | null {
  if (item.hasAttribute('tabindex')) return item;
  return (
    item.querySelector<HTMLElement>('[tabindex="0"]') ??
    item.querySelector<HTMLElement>('[data-cell], [data-card-link]') ??
    item.querySelector<HTMLElement>(focusable)
  );
}

/** @returns true if the item took the focus */
export function focusItem(item: HTMLElement | null | undefined): boolean {
  const target = item && targetOf(item);
  if (!target) return false;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return document.activeElement === target;
}

/** Item with the tab stop, in lists with a single one. */
export const tabStopIn = (root: ParentNode): HTMLElement | undefined =>
  itemsIn(root).find(
    (item) => item.matches('[tabindex="0"]') || item.querySelector('[tabindex="0"]') !== null,
  );

/** Maximum time for a list to show an item that is waiting for the focus. */
const patienceMs = 5_000;

let wanted: string | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
function requestFocus(key: string | undefined): void {
  wanted = key;
  for (const listener of listeners) listener();
}

/** Focuses an item, such as a new record, as soon as a list shows it. */
export function focusWhenShown(key: string): void {
  requestFocus(key);
  setTimeout(() => {
    if (wanted === key) requestFocus(undefined);
  }, patienceMs);
}

/** Visits the item that is waiting for the focus, once the list contains it. */
export function useRequestedFocus(
  has: (key: string) => boolean,
  goTo: (key: string) => void,
): void {
  const key = useSyncExternalStore(subscribe, () => wanted);
  useEffect(() => {
    if (key === undefined || !has(key)) return;
    requestFocus(undefined);
    goTo(key);
  });
}
