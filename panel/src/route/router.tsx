import { type ComponentProps, type MouseEvent, useCallback, useSyncExternalStore } from 'react';
import { withParam } from './record-paths.ts';

/* Minimal router: the address is the state, links are plain links, and screens are lazy-loaded. */

// A slash at the end of a typed address changes nothing.
if (/.\/$/.test(location.pathname))
  history.replaceState(
    history.state,
    '',
    location.pathname.replace(/\/+$/, '') + location.search + location.hash,
  );

const listeners = new Set<() => void>();
const notifyListeners = () => {
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
/** Part after the `#`. Never sent to a server, so links with secrets keep them there. */
export const useFragment = () => useSyncExternalStore(subscribe, () => location.hash.slice(1));

interface How {
  /** Replaces the current history entry. */
  readonly replace?: boolean;
  /** State stored with the history entry. */
  readonly state?: object | null;
}

/** Navigates to another address of the panel. A new screen is scrolled to the top. */
export function navigate(to: string, { replace = false, state = null }: How = {}): void {
  const before = location.pathname;
  if (replace) history.replaceState(state, '', to);
  else history.pushState(state, '', to);
  notifyListeners();
  if (!replace && location.pathname !== before) scrollTo(0, 0);
}

/** Query parameter that holds a screen's state, such as a view or filter. Changes add no history entries. */
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

/** True for clicks left to the browser: a new tab, a download, another button. */
export const isForBrowser = (event: MouseEvent<HTMLAnchorElement>) =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey;

/** True if an address is the current one; an address without a query matches any query. */
const isHere = (href: string) =>
  (href.includes('?') ? location.pathname + location.search : location.pathname) === href;

/** Link within the panel, with `aria-current` for the current address. */
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
