import { type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { commentFields } from '#panel/api/records/comments.ts';
import type { Person } from '#panel/data/people.ts';
import { SuggestArea, type Typed, useSuggestions } from '#panel/ui/SuggestArea.tsx';
import { matchingMembers, mentionAt } from './mentions.ts';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly people: readonly Person[];
  readonly onText: (text: string) => void;
  /** Called by Ctrl/⌘ Enter. */
  readonly onSend: () => void;
  readonly onGiveUp: (() => void) | undefined;
}

/** Text area with mentions: `@` opens the list of members. */
export function MentionArea(props: Props) {
  const { label, placeholder, value, people, onText, onSend, onGiveUp } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const state = useSuggestions(value, mentionAt);
  const insert = ({ name }: Person, { from }: Typed) => {
    const before = `${value.slice(0, from)}@${name} `;
    // Synchronous, so that the next typed character follows the name.
    flushSync(() => onText(before + value.slice(state.caret).replace(/^ /, '')));
    area.current?.focus();
    area.current?.setSelectionRange(before.length, before.length);
    state.setCaret(before.length);
  };
  const onKey = (event: KeyboardEvent, isOffered: boolean) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend();
    else if (event.key === 'Escape' && !isOffered) {
      area.current?.blur();
      onGiveUp?.();
    } else return false;
    return true;
  };
  return (
    <SuggestArea
      field={area}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      maxLength={commentFields.content.maxLength}
      state={state}
      options={state.typed ? matchingMembers(people, state.typed.typed) : []}
      optionOf={({ name }) => name}
      onText={onText}
      onTake={insert}
      onKey={onKey}
      listLabel={label}
      listClass="top-full -mt-1 max-h-56"
      optionClass="control items-center"
      className="field-sizing-content max-h-[40dvh] min-h-16 w-full rounded border border-border bg-raised px-2 py-1.5 text-prose placeholder:text-faint pointer-coarse:text-touch"
    />
  );
}
