import { clsx } from 'clsx';
import type { Message } from '#panel/api/types.ts';
import { formatSize } from '#panel/display/download.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Clock, Info, Warning } from '#panel/ui/icons.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import type { OutgoingMessage } from '../outgoing/outgoing.ts';
import { Head, NoteAuthor } from './Author.tsx';
import { Frame } from './Bubble.tsx';
import { Paper } from './icons.tsx';
import { MessageText } from './MessageText.tsx';
import { Quote } from './Quote.tsx';
import { useThreadContext } from './thread-context.ts';

const icons = { waiting: Clock, sending: Clock, unknown: Info, refused: Warning } as const;

interface Props {
  readonly outgoing: OutgoingMessage;
  readonly quoted: Message | undefined;
  readonly begins: boolean;
}

/** Message still to be sent from this browser; never shown as sent. */
export function OutgoingRow({ outgoing, quoted, begins }: Props) {
  const words = useThreadWords();
  const locale = useLocale();
  const { me, timeOf, acts } = useThreadContext();
  const { type, content, file, noteFiles = [], replyTo, at, state, problem } = outgoing;
  const isRefused = state === 'refused';
  const Icon = icons[state];
  const isAnswered = problem?.reason === 'answered_meanwhile';
  const says = problem && words.problems[isAnswered ? 'ANSWERED' : problem.code];
  return (
    <div className={clsx('flex flex-col items-end', begins ? 'pt-3' : 'pt-0.5')}>
      <Frame look={type === 'note' ? 'note' : 'outgoing'}>
        {type === 'note' ? (
          <NoteAuthor author={me ?? null} />
        ) : begins ? (
          <Head>{words.authors.you}</Head>
        ) : null}
        {replyTo === undefined ? null : <Quote id={replyTo} message={quoted} />}
        {[...(file ? [file] : []), ...noteFiles].map((each) => (
          <p
            key={each.id}
            className="flex max-w-full items-center gap-2 rounded border border-border bg-raised px-3 py-2"
          >
            <Paper />
            <span className="truncate font-medium">{each.name}</span>
            <span className="whitespace-nowrap text-meta text-muted">
              {formatSize(each.bytes, locale)}
            </span>
          </p>
        ))}
        <MessageText text={content} />
        <p className="flex items-center justify-end gap-2 text-meta text-muted">
          <time dateTime={at}>{timeOf(at)}</time>
          <span className={clsx('inline-flex items-center gap-1', isRefused && 'text-danger')}>
            <Icon size={14} />
            {words.outgoing[state]}
          </span>
        </p>
        {state === 'waiting' ? (
          <Button look="quiet" className="self-end" onClick={() => acts.discard(outgoing)}>
            {words.discard}
          </Button>
        ) : null}
        {isRefused ? (
          <div className="mt-1 flex flex-col items-start gap-2 border-danger border-t pt-2">
            {says ? <p className="text-meta">{says}</p> : <FailureNotice failure={problem} />}
            <p className="flex flex-wrap gap-2">
              <Button onClick={() => acts.sendAgain(outgoing)}>
                {isAnswered ? words.againAnyway : words.again}
              </Button>
              <Button look="quiet" onClick={() => acts.discard(outgoing)}>
                {words.discard}
              </Button>
            </p>
          </div>
        ) : null}
      </Frame>
    </div>
  );
}
