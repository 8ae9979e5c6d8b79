import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, RefObject } from 'react';
import type { ReadyAnswer } from '#panel/api/types.ts';
import { SuggestArea, useSuggestions } from '#panel/ui/SuggestArea.tsx';
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
  /** Called for Ctrl/⌘ + Shift + Enter. */
  readonly onSendAndResolve: () => void;
  /** Inserts a canned response in place of `/…`. */
  readonly onAnswer: (answer: ReadyAnswer, from: number, to: number) => void;
}

const never = () => undefined;

/** Text area that grows with its text; `/` at the beginning of a word offers the team's canned responses. */
export function WritingArea(props: Props) {
  const { slug, field, label, placeholder, text, isNote, enterSends, onText, onSend, onAnswer } =
    props;
  const { answers: words } = useComposerWords();
  const state = useSuggestions(text, isNote ? never : slashQueryAt);
  const { typed, caret } = state;
  const { data: answers } = useQuery({
    ...cannedResponsesQuery(slug),
    enabled: typed !== undefined,
  });
  const onKey = (event: KeyboardEvent, isOffered: boolean) => {
    const isMeant = event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey);
    if (event.key !== 'Enter' || !isMeant || (isOffered && !event.shiftKey)) return false;
    if (event.shiftKey && !isNote) props.onSendAndResolve();
    else onSend();
    return true;
  };
  return (
    <SuggestArea
      field={field}
      aria-label={label}
      aria-describedby={props.describedBy}
      placeholder={placeholder}
      value={text}
      rows={1}
      state={state}
      options={typed && answers ? matchingResponses(answers, typed.typed) : []}
      optionOf={({ title, shortcut, content }) => (
        <>
          <span className="flex items-baseline gap-2">
            <span className="font-medium">{title}</span>
            <span className="text-meta text-muted">{`/${shortcut}`}</span>
          </span>
          <span className="truncate text-meta text-muted">{content}</span>
        </>
      )}
      none={typed && answers ? (answers.length === 0 ? words.empty : words.none) : undefined}
      onText={onText}
      onTake={(answer, { from }) => onAnswer(answer, from, caret)}
      onKey={onKey}
      listLabel={words.label}
      listClass="bottom-full mb-1 max-h-72"
      optionClass="min-h-11 flex-col justify-center py-1"
      className="field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-3 py-3 text-prose placeholder:text-faint focus-visible:outline-0 pointer-coarse:text-touch"
    />
  );
}
