import { useQuery } from '@tanstack/react-query';
import type { Inbox } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { InboxReason } from './InboxReason.tsx';
import { inboxesQuery } from './queries.ts';
import { InboxState } from './StateBadge.tsx';
import { lastCallbackOf, needsAction, reasonOf } from './state.ts';

/** List of inboxes: state, reason, and last sign of the gateway. */
export default function Inboxes() {
  const words = useInboxWords();
  const { common } = useWords();
  const { slug, can } = useCurrentTeam();
  const query = useQuery(inboxesQuery(slug));
  const add = can('inboxes.create') ? (
    <Link href={paths.newInbox(slug)} className={buttonClass('primary')}>
      {words.connectNew}
    </Link>
  ) : null;
  const isEmpty = query.data?.length === 0;
  return (
    <Page title={words.title} about={words.about} actions={isEmpty ? null : add}>
      <Section>
        <QueryContent query={query}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty
                text={can('inboxes.create') ? words.none : words.noneForMembers}
                ghost={<Ghost of="people" />}
                create={add}
              />
            ) : (
              <Table
                label={words.title}
                rows={rows}
                keyOf={({ id }) => id}
                actionsTitle={common.actions}
                columns={[
                  {
                    key: 'name',
                    title: words.inbox,
                    cell: (inbox) => <Name slug={slug} inbox={inbox} />,
                  },
                  { key: 'state', title: words.state, cell: (inbox) => <State inbox={inbox} /> },
                  {
                    key: 'sign',
                    title: words.lastSign,
                    isWide: true,
                    cell: (inbox) => {
                      const at = lastCallbackOf(inbox);
                      return at === null ? (
                        <span className="text-muted">{words.noSign}</span>
                      ) : (
                        <RelativeTime at={at} />
                      );
                    },
                  },
                ]}
              />
            )
          }
        </QueryContent>
      </Section>
    </Page>
  );
}

function Name({ slug, inbox }: { readonly slug: string; readonly inbox: Inbox }) {
  const { gateways } = useInboxWords();
  const { id, name, gateway, phone } = inbox;
  return (
    <span className="flex min-w-0 flex-col">
      <Link
        href={paths.inbox(slug, id)}
        className="inline-flex min-h-6 items-center break-words rounded font-medium hover:underline pointer-coarse:min-h-11"
      >
        {name}
      </Link>
      <span className="text-meta text-muted">
        {[gateways[gateway], phone && formatPhone(phone)].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

function State({ inbox }: { readonly inbox: Inbox }) {
  const { since } = useInboxWords();
  const { state_changed_at: at, active } = inbox;
  const reason = reasonOf(inbox);
  return (
    <span className="flex flex-col items-start gap-0.5">
      <InboxState inbox={inbox} />
      {at && active ? (
        <span className="text-meta text-muted">
          {since} <RelativeTime at={at} />
        </span>
      ) : null}
      {reason && needsAction(inbox) ? (
        <span className="max-w-[48ch] text-meta text-muted">
          <InboxReason {...reason} />
        </span>
      ) : null}
    </span>
  );
}
