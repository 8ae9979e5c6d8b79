import { useEffect } from 'react';
import { undo } from '../commands/history.ts';
import { keysAreOn } from '../data/preferences.ts';
import { isTyping } from '../parts/record.ts';
import { navigate } from '../route/router.tsx';
import { createHere } from './creating.ts';
import type { Place } from './places.tsx';

/** How long after `g` its letter may come. */
const chordMs = 1_500;

/** Keys that act wherever one is: Ctrl/⌘ K and Z always; `?` and `g …` unless they are switched off, or somebody types. */
/** Keys that act wherever one is: Ctrl/⌘ K and Z always; `?`, `/`, `c` and `g …` unless they are switched off, or somebody types. */
export function useKeys(places: readonly Place[], show: (what: 'palette' | 'keys') => void): void {
  useEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return;
      if (event.ctrlKey || event.metaKey) {
        const key = event.shiftKey ? '' : event.key.toLowerCase();
        // In a field it undoes what was typed.
        if (key !== 'k' && (key !== 'z' || isTyping(event.target))) return;
        event.preventDefault();
        if (key === 'k') show('palette');
        else void undo();
        return;
      }
      if (isTyping(event.target) || !keysAreOn()) return;
      const isChord = event.timeStamp - goAt < chordMs;
      const place = isChord && places.find(({ key }) => key === event.key);
      goAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (document.querySelector('[role=menu]')) return;
      if (place) navigate(place.href);
      else if (event.key === '?') show('keys');
      else if (event.key === '/') show('palette');
      else if (event.key !== 'c' || isChord) return;
      else if (!createHere()) show('palette');
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [places, show]);
}
