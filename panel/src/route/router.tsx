import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react';

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

/** Shows another address of the panel. @param replace where going back must not lead here again */
export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  tell();
  if (!replace) scrollTo(0, 0);
}

/** Clicks that are for the browser: another tab, a download, another button. */
const isForBrowser = (event: MouseEvent<HTMLAnchorElement>) =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey;

/** A link within the panel; the current one says so. */
export function Link({ href, onClick, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const pathname = usePathname();
  return (
    <a
      {...rest}
      href={href}
      aria-current={pathname === href ? 'page' : undefined}
      onClick={(event) => {
        onClick?.(event);
        if (isForBrowser(event)) return;
        event.preventDefault();
        navigate(href);
      }}
    />
  );
}
