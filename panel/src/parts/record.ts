import { useEffect, useRef } from 'react';
import { keysAreOn } from '../data/preferences.ts';
import { type Kind, listPath, peekIn } from '../route/records.ts';
import { navigate } from '../route/router.tsx';
import { isTyping } from '../ui/typing.ts';
import { closePeek } from './RecordLink.tsx';

/** What the content of a record is given by its frame, the peek or its page. */
export interface RecordProps {
  readonly slug: string;
  readonly id: string;
  readonly isPeek: boolean;
}

/** Away from a record that is gone: closes the peek, or leaves its page for the list. */
export function leaveRecord(slug: string, kind: Kind): void {
  if (peekIn(location.search)) closePeek();
  else navigate(listPath(slug, kind));
}

/** Whether single keys act now: nobody writes, nothing lies over the screen, and they are not switched off. */
export const isKey = (event: KeyboardEvent) =>
  !event.defaultPrevented &&
  !event.altKey &&
  !event.ctrlKey &&
  !event.metaKey &&
  !isTyping(event.target) &&
  keysAreOn() &&
  !document.querySelector('dialog[open], [role=menu]');

/**
 * Single keys of a record: those of a peek act while the focus is not in the screen behind it, whose own keys are meant there.
 * @param acts key → what it does
 */
export function useRecordKeys(isPeek: boolean, acts: Readonly<Record<string, () => void>>): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = latest.current[event.key];
      const isBehind = isPeek
        ? document.querySelector('main')?.contains(document.activeElement)
        : peekIn(location.search) !== undefined;
      if (!act || isBehind || !isKey(event)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isPeek]);
}
