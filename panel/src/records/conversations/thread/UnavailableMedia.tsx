import { clsx } from 'clsx';
import type { Message } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { formatSize } from '#panel/display/download.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Clock, Warning } from '#panel/ui/icons.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { detailOf, reasonIn } from './failure-reasons.ts';
import { Paper } from './icons.tsx';
import { requestMediaAgain } from './queries.ts';
import { useThreadContext } from './thread-context.ts';

interface Props {
  readonly message: Message;
  readonly media: NonNullable<Message['media']>;
  readonly name: string;
}

/** Media that is not available: the reason, and a button to request it again. */
export default function UnavailableMedia({ message, media, name }: Props) {
  const { media: words, causes, detail: inTheirs } = useThreadWords();
  const locale = useLocale();
  const { slug } = useThreadContext();
  const again = useAction(requestMediaAgain);
  const isPending = media.status === 'pending';
  // Files of past messages are fetched on request only.
  const isOnRequest = media.reason?.startsWith('past:') === true;
  const isWaiting = isPending || isOnRequest;
  // Files of imported chats come with the export or not at all.
  const isExported = media.reason?.startsWith('export:') === true;
  const hasNoReason = media.reason === null || isOnRequest || isExported;
  const reason = hasNoReason ? undefined : reasonIn(media.reason);
  const detail = reason ? detailOf(reason) : '';
  return (
    <div className="flex w-[280px] max-w-full flex-col items-start gap-1 rounded border border-border bg-raised px-3 py-2">
      <p className="flex max-w-full items-center gap-2">
        <Paper />
        <span className="truncate font-medium">{name}</span>
        {media.bytes === null ? null : (
          <span className="whitespace-nowrap text-meta text-muted">
            {formatSize(media.bytes, locale)}
          </span>
        )}
      </p>
      <p
        className={clsx(
          'flex items-center gap-1 text-meta',
          isWaiting ? 'text-muted' : 'text-danger',
        )}
      >
        {isWaiting ? <Clock size={14} /> : <Warning size={14} />}
        {isWaiting ? words.pending : isExported ? words.notExported : words.failed}
      </p>
      {reason ? (
        <p className="text-meta text-muted [overflow-wrap:anywhere]">
          {reason.cause ? `${causes[reason.cause]} ` : null}
          {isPending ? words.pendingAbout : null}
          {detail ? (
            <>
              {' '}
              {inTheirs} <span lang={locale === 'en' ? undefined : 'en'}>{detail}</span>
            </>
          ) : null}
        </p>
      ) : null}
      {(isPending && !reason) || isExported ? null : (
        <Button busy={again.isBusy} onClick={() => again.act({ slug, message })}>
          {again.isBusy ? words.fetching : isWaiting ? words.fetch : words.fetchAgain}
        </Button>
      )}
      <FailureNotice failure={again.failure} />
    </div>
  );
}
