import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, RefObject } from 'react';
import type { ReadyAnswer } from '#panel/api/types.ts';
import type { Person } from '#panel/data/people.ts';
import { mentionAt } from '#panel/records/shared/comments/mentions.ts';
import { insertMention, useMentions } from '#panel/records/shared/comments/use-mentions.ts';
import { SuggestArea, useSuggestions } from '#panel/ui/SuggestArea.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { cannedResponsesQuery } from '../canned-responses.ts';
import { type GroupMember, matchingGroupMembers } from '../group-mentions.ts';
import { matchingResponses, slashQueryAt } from './model.ts';

interface Props {
  readonly slug: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  /** Members who can be mentioned, in a note; undefined for an answer. */
  readonly people: readonly Person[] | undefined;
  /** Members of the group who can be mentioned, in an answer; empty for other conversations. */
  readonly members: readonly GroupMember[];
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

/**
 * Text area that grows with its text. In an answer, `/` offers the team's canned responses, and `@` the members of a group; in a note, `@`
 * offers the members of the team.
 */
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

const answerQueryAt = (text: string, caret: number) =>
  slashQueryAt(text, caret) ?? mentionAt(text, caret);

function AnswerArea(props: AreaProps) {
  const { slug, field, text, members, onText, onAnswer } = props;
  const { answers: words, groupMembers } = useComposerWords();
  const state = useSuggestions(text, members.length > 0 ? answerQueryAt : slashQueryAt);
  const { typed, caret } = state;
  const isMention = typed !== undefined && text[typed.from] === '@';
  const isAnswer = typed !== undefined && !isMention;
  const { data: answers } = useQuery({ ...cannedResponsesQuery(slug), enabled: isAnswer });
  const options: readonly (ReadyAnswer | GroupMember)[] = isMention
    ? matchingGroupMembers(members, typed.typed)
    : typed && answers
      ? matchingResponses(answers, typed.typed)
      : [];
  return (
    <SuggestArea
      {...areaProps(props, props.onSendAndResolve)}
      state={state}
      options={options}
      optionOf={(option) =>
        'digits' in option ? <MemberOption member={option} /> : <AnswerOption answer={option} />
      }
      none={isAnswer && answers ? (answers.length === 0 ? words.empty : words.none) : undefined}
      onTake={(option, taken) =>
        'digits' in option
          ? insertMention(field, text, state, taken, option.name, onText)
          : onAnswer(option, taken.from, caret)
      }
      listLabel={isMention ? groupMembers : words.label}
      optionClass="min-h-11 flex-col justify-center py-1"
    />
  );
}

function AnswerOption({ answer }: { readonly answer: ReadyAnswer }) {
  const { title, shortcut, content } = answer;
  return (
    <>
      <span className="flex items-baseline gap-2">
        <span className="font-medium">{title}</span>
        <span className="text-meta text-muted">{`/${shortcut}`}</span>
      </span>
      <span className="truncate text-meta text-muted">{content}</span>
    </>
  );
}

function MemberOption({ member }: { readonly member: GroupMember }) {
  const { name, phone } = member;
  return (
    <>
      <span className="truncate font-medium">{name}</span>
      {phone === undefined || phone === name ? null : (
        <span className="text-meta text-muted tabular-nums">{phone}</span>
      )}
    </>
  );
}
