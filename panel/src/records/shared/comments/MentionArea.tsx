import { type KeyboardEvent, useRef } from 'react';
import { commentFields } from '#panel/api/records/comments.ts';
import type { Person } from '#panel/data/people.ts';
import { SuggestArea } from '#panel/ui/SuggestArea.tsx';
import { useMentions } from './use-mentions.ts';

interface Props {
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly value: string;
  readonly people: readonly Person[];
  readonly onText: (text: string) => void;
  /** Called by Ctrl/⌘ Enter. */
  readonly onSend: () => void;
  readonly onGiveUp: (() => void) | undefined;
  /** True if it takes the focus, and lists members above it. */
  readonly isInThread?: boolean;
}

/** Text area with mentions: `@` opens the list of members. */
export function MentionArea(props: Props) {
  const { label, placeholder, value, people, onText, onSend, onGiveUp, isInThread } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions(area, value, people, onText);
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
      {...mentions}
      onText={onText}
      onKey={onKey}
      listLabel={label}
      autoFocus={isInThread}
      listClass={isInThread ? 'bottom-full mb-1 max-h-56' : 'top-full -mt-1 max-h-56'}
      optionClass="control items-center"
      className="field-sizing-content max-h-[40dvh] min-h-16 w-full rounded border border-border bg-raised px-2 py-1.5 text-prose placeholder:text-faint pointer-coarse:text-touch"
    />
  );
}
