import type { RefObject } from 'react';
import type { Person } from '#panel/data/people.ts';
import { type Typed, useSuggestions } from '#panel/ui/SuggestArea.tsx';
import { writeText } from '#panel/ui/write-text.ts';
import { matchingMembers, mentionAt } from './mentions.ts';

/** Replaces the mention being typed by the name, and places the caret behind it. */
export function insertMention(
  area: RefObject<HTMLTextAreaElement | null>,
  value: string,
  { caret, setCaret }: Pick<ReturnType<typeof useSuggestions>, 'caret' | 'setCaret'>,
  { from }: Typed,
  name: string,
  onText: (text: string) => void,
): void {
  const before = `${value.slice(0, from)}@${name} `;
  const after = value.slice(caret).replace(/^ /, '');
  writeText(area.current, () => onText(before + after), before.length);
  setCaret(before.length);
}

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
    onTake: ({ name }: Person, typed: Typed) =>
      insertMention(area, value, state, typed, name, onText),
  };
}
