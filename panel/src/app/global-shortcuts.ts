import { useEffect } from 'react';
import { undoLast } from '../commands/undo-history.ts';
import { keysAreOn } from '../data/preferences.ts';
import { navigate } from '../route/router.tsx';
import { isTyping } from '../ui/is-typing.ts';
import { compose } from './compose.ts';
import { handleListKey } from './list-shortcuts.ts';
import type { NavItem } from './navigation.tsx';
import { startCreation } from './start-creation.ts';

/** Maximum time between `g` and its letter. */
const chordMs = 1_500;

/** Global shortcuts: Ctrl/⌘ K and Z always; `?`, `/`, `c`, `g …` and list keys unless the user is typing or has switched them off. */
export function useGlobalShortcuts(
  places: readonly NavItem[],
  show: (what: 'palette' | 'keys') => void,
): void {
  useEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY;
    const isIdle = (event: KeyboardEvent) =>
      !event.defaultPrevented &&
      !event.altKey &&
      !isTyping(event.target) &&
      !document.querySelector('dialog[open]');
    const isPlain = ({ ctrlKey, metaKey }: KeyboardEvent) => !ctrlKey && !metaKey;
    // Handled before a row can take the letter.
    const chord = (event: KeyboardEvent) => {
      if (!isPlain(event) || !isIdle(event) || !keysAreOn()) return;
      const isChord = event.timeStamp - goAt < chordMs;
      const place = isChord && places.find(({ key }) => key === event.key);
      goAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!isChord || document.querySelector('[role=menu]')) return;
      event.stopImmediatePropagation();
      if (!place) return;
      event.preventDefault();
      navigate(place.href);
    };
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return;
      if (!isPlain(event)) {
        const key = event.shiftKey ? '' : event.key.toLowerCase();
        // In a field, Ctrl Z undoes typing.
        if (key !== 'k' && (key !== 'z' || isTyping(event.target))) return;
        event.preventDefault();
        if (key === 'k') show('palette');
        else void undoLast();
        return;
      }
      if (!isIdle(event) || document.querySelector('[role=menu]')) return;
      const hasLetters = keysAreOn();
      if (hasLetters && event.key === '?') show('keys');
      else if (hasLetters && event.key === '/') show('palette');
      else if (hasLetters && event.key === 'c') {
        if (!startCreation()) compose();
      } else if (!handleListKey(event, hasLetters)) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', chord, true);
    document.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', chord, true);
      document.removeEventListener('keydown', press);
    };
  }, [places, show]);
}
