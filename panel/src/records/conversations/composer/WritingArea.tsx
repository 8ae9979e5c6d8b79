import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, RefObject } from 'react';
import type { ReadyAnswer } from '#panel/api/types.ts';
import type { Person } from '#panel/data/people.ts';
import { useMentions } from '#panel/records/shared/comments/use-mentions.ts';
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
  /** Members who can be mentioned, in a note; undefined for an answer. */
  readonly people: readonly Person[] | undefined;
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

/** Text area that grows with its text. In an answer, `/` offers the team's canned responses; in a note, `@` offers its members. */
export function WritingArea({ people, ...props }: Props) {
  return people ? <NoteArea {...props} people={people} /> : <AnswerArea {...props} />;
}

type AreaProps = Omit<Props, 'people'>;

/** Properties of both areas. @param onShiftSend called for Ctrl/⌘ + Shift + Enter */
const areaProps = (props: AreaProps, onShiftSend: () => void) => ({
  field: props.field,
  'aria-label': props.label,
  'aria-describedby': props.describedBy,
  placeholder: props.placeholder,
  value: props.text,
  rows: 1,
  onText: props.onText,
  onKey(event: KeyboardEvent, isOffered: boolean) {
    const isMeant = event.ctrlKey || event.metaKey || (props.enterSends && !event.shiftKey);
    if (event.key !== 'Enter' || !isMeant || (isOffered && !event.shiftKey)) return false;
    // A held key sends once.
    if (event.repeat) return true;
    if (event.shiftKey) onShiftSend();
    else props.onSend();
    return true;
  },
  listClass: 'bottom-full mb-1 max-h-72',
  className:
    'field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-3 py-3 text-prose placeholder:text-faint focus-visible:outline-0 pointer-coarse:text-touch',
});

function NoteArea({ people, ...props }: AreaProps & { readonly people: readonly Person[] }) {
  const words = useComposerWords();
  const mentions = useMentions(props.field, props.text, people, props.onText);
  return (
    <SuggestArea
      {...areaProps(props, props.onSend)}
      {...mentions}
      listLabel={words.members}
      optionClass="control items-center"
    />
  );
}

function AnswerArea(props: AreaProps) {
  const { slug, text, onAnswer } = props;
  const { answers: words } = useComposerWords();
  const state = useSuggestions(text, slashQueryAt);
  const { typed, caret } = state;
  const { data: answers } = useQuery({
    ...cannedResponsesQuery(slug),
    enabled: typed !== undefined,
  });
  return (
    <SuggestArea
      {...areaProps(props, props.onSendAndResolve)}
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
      onTake={(answer, { from }) => onAnswer(answer, from, caret)}
      listLabel={words.label}
      optionClass="min-h-11 flex-col justify-center py-1"
    />
  );
}
