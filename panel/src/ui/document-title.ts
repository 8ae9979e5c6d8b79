import { useEffect } from 'react';

const product = 'Pauta';

/**
 * Sets the title of the browser tab while a screen is shown: `Negócios — Pauta`, `(3) Conversas — Pauta`.
 * @param title undefined leaves the title as it is
 * @param unread shown in front, unless it is 0
 */
export function useDocumentTitle(title: string | undefined, unread = 0): void {
  useEffect(() => {
    if (title !== undefined)
      document.title = `${unread > 0 ? `(${unread}) ` : ''}${title} — ${product}`;
  }, [title, unread]);
}

/** Restores the plain title. Runs before the effects of the screen that is shown next, which may take a while to load. */
export function resetDocumentTitle(): void {
  document.title = product;
}
