import { type ComponentProps, type MouseEvent, useCallback, useSyncExternalStore } from 'react';
import { withParam } from './records.ts';

/*
 * A router as small as the panel needs: the address is the state, links are links, and a screen is loaded when it is first shown.
 */

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  window.addEventListener('hashchange', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
    window.removeEventListener('hashchange', listener);
  };
};

export const usePathname = () => useSyncExternalStore(subscribe, () => location.pathname);
export const useSearch = () => useSyncExternalStore(subscribe, () => location.search);
/** What stands behind the `#`: never sent to a server, so links with secrets hold them there. */
export const useFragment = () => useSyncExternalStore(subscribe, () => location.hash.slice(1));

interface How {
  /** Where going back must not lead here again. */
  readonly replace?: boolean;
  /** What the browser keeps with the address. */
  readonly state?: object | null;
}

/** Shows another address of the panel. Another screen is seen from its top. */
export function navigate(to: string, { replace = false, state = null }: How = {}): void {
  const before = location.pathname;
  if (replace) history.replaceState(state, '', to);
  else history.pushState(state, '', to);
  tell();
  if (!replace && location.pathname !== before) scrollTo(0, 0);
}

/** What a screen keeps in the query of its address: a view, a filter. Changes of it are no steps to go back. */
export function useParam(
  name: string,
): readonly [value: string | undefined, set: (value: string | undefined) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(location.search).get(name) || undefined,
  );
  const set = useCallback(
    (value: string | undefined) =>
      navigate(location.pathname + withParam(location.search, name, value) + location.hash, {
        replace: true,
      }),
    [name],
  );
  return [value, set];
}

/** Clicks that are for the browser: another tab, a download, another button. */
export const isForBrowser = (event: MouseEvent<HTMLAnchorElement>) =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey;

/** Whether an address is the one shown; one without a query is, whatever the query. */
const isHere = (href: string) =>
  (href.includes('?') ? location.pathname + location.search : location.pathname) === href;

/** A link within the panel; the current one says so. */
export function Link({ href, onClick, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const isCurrent = useSyncExternalStore(subscribe, () => isHere(href));
  return (
    <a
      {...rest}
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        onClick?.(event);
        if (isForBrowser(event)) return;
        event.preventDefault();
        navigate(href);
      }}
    />
  );
}
