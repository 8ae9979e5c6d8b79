import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import type { ReadyAnswer } from '#panel/api/types.ts';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { cannedResponsesQuery } from '../canned-responses.ts';
import { matchingResponses, slashQueryAt } from './model.ts';

interface Props {
  readonly slug: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly isNote: boolean;
  /** True if Enter alone sends. */
  readonly enterSends: boolean;
  readonly describedBy: string | undefined;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  /** Inserts a canned response in place of `/…`. */
  readonly onAnswer: (answer: ReadyAnswer, from: number, to: number) => void;
}

/** Text area that grows with its text; `/` at the beginning of a word offers the team's canned responses. */
export function WritingArea(props: Props) {
  const { slug, field, label, placeholder, text, isNote, enterSends, onText, onSend, onAnswer } =
    props;
  const { answers: words } = useComposerWords();
  const id = useId();
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [isOff, setOff] = useState(false);
  const slashQuery = isNote || isOff ? undefined : slashQueryAt(text, caret);
  const { data: answers } = useQuery({
    ...cannedResponsesQuery(slug),
    enabled: slashQuery !== undefined,
  });
  const matches = slashQuery && answers ? matchingResponses(answers, slashQuery.typed) : [];
  const current = matches[Math.min(at, matches.length - 1)];
  const take = (answer: ReadyAnswer) => {
    if (slashQuery) onAnswer(answer, slashQuery.from, caret);
    setAt(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method is composing a character.
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (slashQuery && key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setOff(true);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (current && step !== undefined) {
      event.preventDefault();
      setAt((matches.indexOf(current) + step + matches.length) % matches.length);
      return;
    }
    if (current && (key === 'Enter' || key === 'Tab') && !event.shiftKey) {
      event.preventDefault();
      take(current);
      return;
    }
    if (key !== 'Enter') return;
    const isMeant = event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey);
    if (!isMeant) return;
    event.preventDefault();
    onSend();
  };
  const follow = () => setCaret(field.current?.selectionStart ?? 0);
  return (
    <div className="relative">
      <textarea
        ref={field}
        aria-label={label}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={current ? `${id}-${current.id}` : undefined}
        aria-describedby={props.describedBy}
        value={text}
        rows={1}
        placeholder={placeholder}
        onChange={({ target }) => {
          onText(target.value);
          setCaret(target.selectionStart);
          setOff(false);
          setAt(0);
        }}
        onSelect={follow}
        onFocus={() => setOff(false)}
        onBlur={() => setOff(true)}
        onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-3 py-3 text-prose placeholder:text-faint focus-visible:outline-0 pointer-coarse:text-title"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={words.label}
        hidden={!slashQuery || !answers}
        className="absolute inset-x-0 bottom-full z-20 mb-1 flex max-h-72 flex-col overflow-auto rounded-card border border-border bg-raised p-1 shadow-float"
      >
        {matches.map((answer) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          <div
            key={answer.id}
            id={`${id}-${answer.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={answer === current}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(answer)}
            className={clsx(
              'flex min-h-11 shrink-0 cursor-pointer flex-col justify-center rounded px-2 py-1',
              answer === current && 'bg-tint',
            )}
          >
            <span className="flex items-baseline gap-2">
              <span className="font-medium">{answer.title}</span>
              <span className="text-meta text-muted">{`/${answer.shortcut}`}</span>
            </span>
            <span className="truncate text-meta text-muted">{answer.content}</span>
          </div>
        ))}
        {matches.length === 0 ? (
          <div
            role="option"
            tabIndex={-1}
            aria-selected={false}
            aria-disabled
            className="px-2 py-2 text-muted"
          >
            {answers?.length === 0 ? words.empty : words.none}
          </div>
        ) : null}
      </div>
    </div>
  );
}
