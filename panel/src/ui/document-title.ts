import { useEffect } from 'react';

const product = 'Pauta';

/** Sets the title of the browser tab while a screen is shown: `Negócios · Pauta`. @param title undefined leaves the title as it is */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${product}`;
  }, [title]);
}

/** Restores the plain title. Runs before the effects of the screen that is shown next, which may take a while to load. */
export function resetDocumentTitle(): void {
  document.title = product;
}
