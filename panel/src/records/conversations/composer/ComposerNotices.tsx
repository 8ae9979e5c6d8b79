import type { Inbox } from '#panel/api/types.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Close, Warning } from '#panel/ui/icons.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import type { SendNotice } from './use-send-outcome.ts';

interface Props {
  readonly slug: string;
  readonly inbox: Inbox | undefined;
  readonly notice: SendNotice | undefined;
  readonly onClose: () => void;
}

/** Obstacles to sending, and outcomes of sent messages. */
export function ComposerNotices({ slug, inbox, notice, onClose }: Props) {
  const words = useComposerWords();
  const state = !inbox
    ? undefined
    : !inbox.active
      ? words.inbox.inactive
      : inbox.connected
        ? undefined
        : words.inbox.disconnected;
  return (
    <>
      {state ? (
        <p className="flex gap-2 px-3 pt-2">
          <span className="pt-0.5 text-warn">
            <Warning />
          </span>
          <span className="min-w-0">
            {state}{' '}
            <Link href={paths.inboxes(slug)} className="text-accent hover:underline">
              {words.inbox.open}
            </Link>
          </span>
        </p>
      ) : null}
      <div role="status" className={notice ? 'flex items-start gap-2 px-3 pt-2' : ''}>
        {notice ? (
          <>
            <span className="pt-0.5 text-warn">
              <Warning />
            </span>
            <div className="flex min-w-0 flex-1 flex-col gap-2">
              <p>{notice.text}</p>
              <FailureNotice failure={notice.failure} />
            </div>
            <button
              type="button"
              aria-label={words.outcome.close}
              onClick={onClose}
              className="control inline-flex aspect-square shrink-0 items-center justify-center rounded text-muted hover:bg-surface"
            >
              <Close />
            </button>
          </>
        ) : null}
      </div>
    </>
  );
}
