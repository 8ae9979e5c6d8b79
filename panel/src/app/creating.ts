import { navigate } from '../route/router.tsx';

/*
 * What begins something new on a screen is marked with `data-create`: a button is pressed, a field is gone to.
 */

const beginning = () => document.querySelector<HTMLElement>('main [data-create]:not(:disabled)');

/** Begins what the screen offers to create. @returns whether it offers anything */
export function createHere(): boolean {
  const found = beginning();
  if (!found) return false;
  if (found instanceof HTMLButtonElement) found.click();
  else found.focus();
  return true;
}

/** How long a screen may take to be there. */
const patienceMs = 5_000;

/** Goes to a screen and begins there. */
export function createAt(href: string): void {
  if (location.pathname !== href) navigate(href);
  else if (createHere()) return;
  const watch = new MutationObserver(() => {
    if (location.pathname === href && createHere()) stop();
  });
  const timer = setTimeout(() => stop(), patienceMs);
  function stop() {
    clearTimeout(timer);
    watch.disconnect();
  }
  watch.observe(document.body, { childList: true, subtree: true });
}
