import { useEffect } from 'react';
import { hasUnsavedChanges } from '../commands/unsaved-changes.ts';

/** Lets the browser ask before it closes or reloads a page with unsaved changes. */
export function useUnsavedWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
}
