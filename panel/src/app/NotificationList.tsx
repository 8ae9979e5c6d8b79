import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import type { Notification, OwnTeam } from '../api/types.ts';
import { useAction } from '../commands/use-action.ts';
import { setMailSettings } from '../data/notification-settings.ts';
import { markAllRead, markRead, notificationsQuery, unreadQuery } from '../data/notifications.ts';
import { FailureNotice } from '../display/Notices.tsx';
import { PagedRows } from '../display/PagedRows.tsx';
import { RecordLink } from '../display/RecordLink.tsx';
import { RelativeTime } from '../display/RelativeTime.tsx';
import { paths } from '../route/paths.ts';
import { Link } from '../route/router.tsx';
import { Button } from '../ui/Button.tsx';
import { Ghost } from '../ui/Ghost.tsx';
import { Warning } from '../ui/icons.tsx';
import { Empty } from '../ui/layout.tsx';
import { useRecordWords } from '../words/records/use.ts';

interface Props {
  readonly team: OwnTeam;
  readonly onClose: () => void;
}

/** Notifications, latest first, each with a link to its record. */
export default function NotificationList({ team: { slug }, onClose }: Props) {
  const { bell: words } = useRecordWords();
  const query = useInfiniteQuery(notificationsQuery(slug));
  const box = useRef<HTMLElement>(null);
  const readAll = useAction(() => markAllRead(slug));
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const isAnyUnread = query.data?.rows.some(({ read_at }) => read_at === null) ?? false;
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={words.title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      className="appear fixed inset-x-2 top-14 z-30 flex max-h-[75dvh] flex-col rounded-card border border-border bg-raised text-text shadow-float outline-none md:absolute md:inset-x-auto md:top-0 md:left-full md:ml-2 md:w-96"
    >
      <header className="flex min-h-11 items-center justify-between gap-2 border-border border-b py-1 pr-2 pl-4">
        <h2 className="font-semibold">{words.title}</h2>
        {isAnyUnread ? (
          <Button look="quiet" busy={readAll.isBusy} onClick={() => readAll.act(undefined)}>
            {words.readAll}
          </Button>
        ) : null}
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-1">
        <FailureNotice failure={readAll.failure} />
        <BouncedMail slug={slug} onClose={onClose} />
        <PagedRows query={query} none={<Empty text={words.none} ghost={<Ghost of="people" />} />}>
          {(rows) => (
            <ul aria-label={words.title} className="flex flex-col">
              {rows.map((each) => (
                <One key={each.id} slug={slug} notification={each} onClose={onClose} />
              ))}
            </ul>
          )}
        </PagedRows>
      </div>
    </section>
  );
}

/** Notice that the user's mail stopped because it was refused, until the user resumes it or agrees. */
function BouncedMail({ slug, onClose }: { readonly slug: string; readonly onClose: () => void }) {
  const { bell: words } = useRecordWords();
  const { data } = useQuery(unreadQuery(slug));
  const set = useAction((is_mailed: boolean) => setMailSettings(slug, { is_mailed }));
  if (!data?.is_mail_bounced) return null;
  return (
    <div className="flex flex-col items-start gap-2 rounded bg-note p-3">
      <p className="flex items-start gap-2">
        <span className="pt-0.5 text-warn">
          <Warning />
        </span>
        {words.mailBounced}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busy={set.isBusy} onClick={() => set.act(true)}>
          {words.resumeMail}
        </Button>
        <Button look="quiet" busy={set.isBusy} onClick={() => set.act(false)}>
          {words.leaveMailOff}
        </Button>
      </div>
      <Link href={paths.account()} onClick={onClose} className="text-accent hover:underline">
        {words.checkAddress}
      </Link>
      <FailureNotice failure={set.failure} />
    </div>
  );
}

interface OneProps {
  readonly slug: string;
  readonly notification: Notification;
  readonly onClose: () => void;
}

function One({ slug, notification, onClose }: OneProps) {
  const { bell: words } = useRecordWords();
  const { id, kind, record_type, record_id, record_name, actor_name, decision, excerpt, read_at } =
    notification;
  const byService = { assigned: words.assignedToYou, squad_assigned: words.assignedToSquad };
  const sentence =
    actor_name === null && kind in byService
      ? byService[kind as keyof typeof byService]
      : decision === null
        ? words.kinds[kind]
        : words.decisions[decision];
  const read = useAction(() => markRead(slug, id));
  const isUnread = read_at === null;
  const link = {
    onClick() {
      if (isUnread) read.act(undefined);
      onClose();
    },
    className: 'flex items-start gap-2 rounded px-3 py-2 hover:bg-surface',
    children: (
      <>
        <span className={clsx('mt-1.5 size-2 shrink-0 rounded-full', isUnread && 'bg-accent')}>
          {isUnread ? <span className="sr-only">{words.isUnread}</span> : null}
        </span>
        <span className="flex min-w-0 flex-1 flex-col">
          <span className={clsx('break-words', isUnread && 'font-semibold')}>
            {sentence({ name: actor_name ?? words.somebody })}{' '}
            <span className="font-medium">{record_name ?? words.gone}</span>
          </span>
          {excerpt ? (
            <span className="truncate text-muted">
              {decision === null ? excerpt : `“${excerpt}”`}
            </span>
          ) : null}
          <span className="text-meta text-muted">
            <RelativeTime at={notification.created_at} />
          </span>
        </span>
      </>
    ),
  };
  return (
    <li>
      {record_type === 'privacy_requests' ? (
        <Link {...link} href={paths.privacyRequest(slug, record_id)} />
      ) : (
        <RecordLink {...link} slug={slug} kind={record_type} id={record_id} />
      )}
    </li>
  );
}
