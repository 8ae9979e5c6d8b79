import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import type { MessageMention } from '#panel/api/schema.ts';
import { taskNumbersIn } from '#panel/data/task-numbers.ts';
import { useExistingTaskNumbers } from '#panel/data/use-existing-task-numbers.ts';
import { listPath } from '#panel/route/record-paths.ts';
import { renderInline } from '#panel/ui/Inline.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { isEmojiOnly, partsOf, withMentionNames, withTaskNumbers } from './message-markup.ts';
import { longText } from './rows.ts';
import { useThreadContext } from './thread-context.ts';

/** Beginning of a long text, up to the end of a word. */
const beginningOf = (text: string) => `${text.slice(0, longText).replace(/\s+\S*$/, '')}…`;

/**
 * Text of a note, or of a message of the team: the numbers of tasks in it are links. Those that a contact writes are not looked up: a
 * message with many would make as many requests.
 */
export function TeamText(props: TextProps) {
  return taskNumbersIn(props.text).length > 0 ? (
    <NumberedText {...props} />
  ) : (
    <MessageText {...props} />
  );
}

function NumberedText({ text, mentions }: TextProps) {
  const { slug } = useThreadContext();
  return (
    <MessageText text={text} mentions={mentions} taskNumbers={useExistingTaskNumbers(slug, text)} />
  );
}

const noNumbers: readonly string[] = [];

interface TextProps {
  readonly text: string;
  /** Members of a group that it mentions. */
  readonly mentions?: readonly MessageMention[] | undefined;
}

const noMentions: readonly MessageMention[] = [];

interface Props extends TextProps {
  /** Numbers of existing tasks, which become links. */
  readonly taskNumbers?: readonly string[];
}

/** Text with the network's markup; a long text is shown shortened first. */
export function MessageText({ text, mentions = noMentions, taskNumbers = noNumbers }: Props) {
  const { slug } = useThreadContext();
  const words = useThreadWords();
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > longText + 200;
  const seen = isLong && !isWhole ? beginningOf(text) : text;
  const parts = useMemo(
    () =>
      withTaskNumbers(
        withMentionNames(partsOf(seen), mentions),
        taskNumbers,
        listPath(slug, 'tasks'),
      ),
    [seen, mentions, taskNumbers, slug],
  );
  if (text === '') return null;
  return (
    <>
      <p
        dir="auto"
        className={clsx(
          'whitespace-pre-wrap break-words [overflow-wrap:anywhere]',
          isEmojiOnly(text) ? 'text-[32px] leading-10' : 'text-prose',
        )}
      >
        {renderInline(parts)}
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="control -mb-1 self-start rounded font-medium text-accent hover:underline"
        >
          {isWhole ? words.less : words.more}
        </button>
      ) : null}
    </>
  );
}
