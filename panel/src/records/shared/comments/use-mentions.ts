import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Person } from '#panel/data/people.ts';
import { type Typed, useSuggestions } from '#panel/ui/SuggestArea.tsx';
import { matchingMembers, mentionAt } from './mentions.ts';

/** Suggestions of a text area in which `@` offers the members of the team. */
export function useMentions(
  area: RefObject<HTMLTextAreaElement | null>,
  value: string,
  people: readonly Person[],
  onText: (text: string) => void,
) {
  const state = useSuggestions(value, mentionAt);
  return {
    state,
    options: state.typed ? matchingMembers(people, state.typed.typed) : [],
    optionOf: ({ name }: Person) => name,
    onTake: ({ name }: Person, { from }: Typed) => {
      const before = `${value.slice(0, from)}@${name} `;
      // Synchronous, so that the next typed character follows the name.
      flushSync(() => onText(before + value.slice(state.caret).replace(/^ /, '')));
      area.current?.focus();
      area.current?.setSelectionRange(before.length, before.length);
      state.setCaret(before.length);
    },
  };
}
