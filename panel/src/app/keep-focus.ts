import { useEffect } from 'react';
import { focusItem, itemAt, itemOf, itemsIn, tabStopIn } from '../ui/focusable-items.ts';

/* Recovers lost focus: when the focused element is removed, its item, the following item, or the screen takes the focus. */

interface Last {
  readonly element: Element;
  readonly pathname: string;
  /** Its ancestors, nearest first. */
  readonly within: readonly Element[];
  /** Last focused item of this screen, and its index among the items. */
  readonly item: { readonly key: string; readonly place: number } | undefined;
}

/** Time for more specific code to set the focus first. */
const patienceMs = 50;

function elementsAround(element: Element): readonly Element[] {
  const ancestors: Element[] = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
    ancestors.push(at);
  return ancestors;
}

function lastOf(element: Element, before: Last | undefined): Last {
  const main = document.querySelector('main');
  const item = main?.contains(element) ? itemAt(element) : null;
  const { pathname } = location;
  const held = before?.pathname === pathname ? before.item : undefined;
  return {
    element,
    pathname,
    within: elementsAround(element),
    item:
      item && main ? { key: item.dataset.item ?? '', place: itemsIn(main).indexOf(item) } : held,
  };
}

function recoverFocus({ item, pathname, within }: Last): void {
  const main = document.querySelector('main');
  if (!main) return;
  const isHere = pathname === location.pathname;
  if (isHere && item) {
    const all = itemsIn(main);
    const follows = tabStopIn(main) ?? all[Math.min(item.place, all.length - 1)];
    if (focusItem(itemOf(main, item.key)) || focusItem(follows)) return;
  }
  const ancestor = isHere ? within.find((each) => each.isConnected && each !== main) : undefined;
  const near =
    ancestor && main.contains(ancestor)
      ? ancestor.querySelector<HTMLElement>('button, a[href]')
      : null;
  (near ?? main).focus({ preventScroll: true });
}

/** Keeps the focus on the screen. */
export function useKeepFocus(): void {
  useEffect(() => {
    let last: Last | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () =>
      last !== undefined &&
      !last.element.isConnected &&
      (document.activeElement === document.body || document.activeElement === null);
    const look = () => {
      if (timer !== undefined || !isLost()) return;
      timer = setTimeout(() => {
        timer = undefined;
        if (last && isLost()) recoverFocus(last);
      }, patienceMs);
    };
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = lastOf(target, last);
    };
    const changes = new MutationObserver(look);
    changes.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    return () => {
      changes.disconnect();
      clearTimeout(timer);
      document.removeEventListener('focusin', note);
    };
  }, []);
}
