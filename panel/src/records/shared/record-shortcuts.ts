import { useEffect, useRef } from 'react';
import { keysAreOn } from '#panel/data/preferences.ts';
import { closePeek } from '#panel/display/RecordLink.tsx';
import { type Kind, listPath, peekIn } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { isTyping } from '#panel/ui/is-typing.ts';

/** Props of a record's content, given by the peek or the page. */
export interface RecordProps {
  readonly slug: string;
  readonly id: string;
  readonly isPeek: boolean;
}

/** Leaves a deleted record: closes the peek, or returns from its page to the list. */
export function leaveRecord(slug: string, kind: Kind): void {
  if (peekIn(location.search)) closePeek();
  else navigate(listPath(slug, kind));
}

/** True if single-key shortcuts act now: no field has the focus, no overlay is open, and they are not switched off. */
export const isShortcut = (event: KeyboardEvent) =>
  !event.defaultPrevented &&
  !event.altKey &&
  !event.ctrlKey &&
  !event.metaKey &&
  !isTyping(event.target) &&
  keysAreOn() &&
  !document.querySelector('dialog[open], [role=menu]');

/**
 * Single-key shortcuts of a record. Those of a peek are inactive while the focus is on the screen behind it, which has its own.
 * @param acts key → action
 */
export function useRecordShortcuts(
  isPeek: boolean,
  acts: Readonly<Record<string, () => void>>,
): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = latest.current[event.key];
      const isBehind = isPeek
        ? document.querySelector('main')?.contains(document.activeElement)
        : peekIn(location.search) !== undefined;
      if (!act || isBehind || !isShortcut(event)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isPeek]);
}
