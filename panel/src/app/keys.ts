import { useEffect } from 'react';
import { undo } from '../commands/history.ts';
import { keysAreOn } from '../data/preferences.ts';
import { isTyping } from '../parts/record.ts';
import { navigate } from '../route/router.tsx';
import type { Place } from './places.tsx';

/** How long after `g` its letter may come. */
const chordMs = 1_500;

/** Keys that act wherever one is: Ctrl/⌘ K and Z always; `?` and `g …` unless they are switched off, or somebody types. */
export function useKeys(places: readonly Place[], show: (what: 'palette' | 'keys') => void): void {
  useEffect(() => {
    let goAt = 0;
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
      const place = places.find(({ key }) => key === event.key);
      if (event.key === '?') show('keys');
      else if (event.key === 'g') {
        goAt = event.timeStamp;
        return;
      } else if (place && event.timeStamp - goAt < chordMs) navigate(place.href);
      goAt = 0;
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [places, show]);
}
