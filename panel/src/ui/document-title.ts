import { useEffect } from 'react';

const product = 'Pauta';

/** Title of the screen, without the number in front. */
let current: string = product;
/** Number of unread conversations, shown in front unless it is 0. */
let unreadCount = 0;

function write(): void {
  document.title = unreadCount > 0 ? `(${unreadCount}) ${current}` : current;
}

/**
 * Sets the title of the browser tab while a screen is shown: `Negócios — Pauta`, `(3) Conversas — Pauta`.
 * @param title undefined leaves the title as it is
 */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    current = `${title} — ${product}`;
    write();
  }, [title]);
}

/** Shows a number in front of the title while it is not 0. */
export function setTitleCount(count: number): void {
  unreadCount = count;
  write();
}

/** Restores the plain title. Runs before the effects of the screen that is shown next, which may take a while to load. */
export function resetDocumentTitle(): void {
  current = product;
  write();
}
