import { clsx } from 'clsx';
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { commentFields } from '#panel/api/records/comments.ts';
import type { Person } from '#panel/data/people.ts';
import { matchingMembers, mentionAt } from './mentions.ts';

interface Props extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  readonly label: string;
  readonly value: string;
  readonly people: readonly Person[];
  readonly onText: (text: string) => void;
  /** Called by Ctrl/⌘ Enter. */
  readonly onSend: () => void;
  readonly onGiveUp?: () => void;
}

/** Text area with mentions: `@` opens the list of members, arrows move, Enter or Tab inserts. */
export function MentionArea(props: Props) {
  const { label, value, people, onText, onSend, onGiveUp, ...rest } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [isOff, setOff] = useState(false);
  const naming = isOff ? undefined : mentionAt(value, caret);
  const found = naming ? matchingMembers(people, naming.typed) : [];
  const current = found[Math.min(at, found.length - 1)];
  const follow = () => setCaret(area.current?.selectionStart ?? 0);
  const take = (person: Person | undefined) => {
    if (!person || !naming) return;
    const before = `${value.slice(0, naming.from)}@${person.name} `;
    // Synchronous, so that the next typed character follows the name.
    flushSync(() => {
      onText(before + value.slice(caret).replace(/^ /, ''));
      setOff(true);
      setAt(0);
    });
    area.current?.focus();
    area.current?.setSelectionRange(before.length, before.length);
    follow();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (isSent) onSend();
    else if (step !== undefined && current) setAt((at + step + found.length) % found.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && current) take(current);
    else if (event.key === 'Escape' && current) setOff(true);
    else if (event.key === 'Escape') {
      area.current?.blur();
      onGiveUp?.();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative">
      <textarea
        {...rest}
        ref={area}
        aria-label={label}
        aria-haspopup="listbox"
        aria-controls={`${id}-list`}
        aria-activedescendant={current ? `${id}-${current.id}` : undefined}
        aria-autocomplete="list"
        value={value}
        maxLength={commentFields.content.maxLength}
        onChange={({ target }) => {
          onText(target.value);
          setCaret(target.selectionStart);
          setOff(false);
          setAt(0);
        }}
        onSelect={follow}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-[40dvh] min-h-16 w-full rounded border border-control bg-raised px-2 py-1.5 text-prose placeholder:text-faint pointer-coarse:text-title"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!current}
        className="absolute inset-x-0 top-full z-20 -mt-1 flex max-h-56 flex-col overflow-auto rounded-card border border-border bg-raised p-1 shadow-float"
      >
        {found.map((person) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          <div
            key={person.id}
            id={`${id}-${person.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={person === current}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(person)}
            className={clsx(
              'control flex shrink-0 cursor-pointer items-center rounded px-2',
              person === current && 'bg-tint',
            )}
          >
            {person.name}
          </div>
        ))}
      </div>
    </div>
  );
}
