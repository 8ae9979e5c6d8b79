import { navigate } from '../route/router.tsx';

/* Elements that start the creation of a record have `data-create`: buttons are clicked, fields are focused. */

const beginning = () => document.querySelector<HTMLElement>('main [data-create]:not(:disabled)');

/** Starts the creation that the screen offers. @returns false if it offers none */
export function startCreation(): boolean {
  const creation = beginning();
  if (!creation) return false;
  if (creation instanceof HTMLButtonElement) creation.click();
  else creation.focus();
  return true;
}

/** Maximum time for a screen to appear. */
const patienceMs = 5_000;

/** Opens a screen and starts its creation. */
export function openAndCreate(href: string): void {
  if (location.pathname !== href) navigate(href);
  else if (startCreation()) return;
  const watch = new MutationObserver(() => {
    if (location.pathname === href && startCreation()) stop();
  });
  const timer = setTimeout(() => stop(), patienceMs);
  function stop() {
    clearTimeout(timer);
    watch.disconnect();
  }
  watch.observe(document.body, { childList: true, subtree: true });
}
