import { useQuery } from '@tanstack/react-query';
import type { Inbox } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { BackLink } from '#panel/display/BackLink.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { paths } from '#panel/route/paths.ts';
import { Link, usePathname } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Page } from '#panel/ui/layout.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { Actions } from './Actions.tsx';
import { inboxIn } from './address.ts';
import { Callback } from './Callback.tsx';
import { Connection } from './Connection.tsx';
import { ExportedChats } from './ExportedChats.tsx';
import { Groups } from './Groups.tsx';
import { Health } from './Health.tsx';
import { History } from './History.tsx';
import { InboxCard } from './InboxCard.tsx';
import { Log } from './Log.tsx';
import { inboxQuery } from './queries.ts';
import { SandboxPhone } from './SandboxPhone.tsx';
import { TestMessage } from './TestMessage.tsx';

/** Polling interval of the evidence, which changes with every message without an event. */
const refetchMs = 15_000;

/** Page of an inbox: state and reason, evidence, log and actions. */
export default function InboxRecord() {
  const words = useInboxWords();
  const { slug, can } = useCurrentTeam();
  const query = useQuery({
    ...inboxQuery(slug, inboxIn(usePathname())),
    refetchInterval: refetchMs,
  });
  return (
    <>
      <BackLink href={paths.inboxes(slug)}>{words.all}</BackLink>
      <QueryContent query={query} title={words.inbox} rows={5}>
        {(inbox) => <LoadedInbox slug={slug} inbox={inbox} isManageable={can('inboxes.set')} />}
      </QueryContent>
    </>
  );
}

interface Props {
  readonly slug: string;
  readonly inbox: Inbox;
  readonly isManageable: boolean;
}

function LoadedInbox({ slug, inbox, isManageable }: Props) {
  const { gateways, record: words } = useInboxWords();
  const { name, gateway, phone } = inbox;
  const about = [gateways[gateway], phone && formatPhone(phone)].filter(Boolean).join(' · ');
  const isUp = inbox.connected && inbox.active;
  return (
    <Page
      title={name}
      about={about}
      actions={isManageable ? <Actions slug={slug} inbox={inbox} /> : null}
    >
      <Link
        href={paths.inboxSettings(slug, inbox.id)}
        className={buttonClass('plain', 'self-start')}
      >
        {words.settings}
      </Link>
      <InboxCard slug={slug} inbox={inbox} isManageable={isManageable} />
      <Health slug={slug} inbox={inbox} />
      {isManageable && isUp ? <TestMessage slug={slug} inbox={inbox} /> : null}
      {isManageable && isUp && gateway === 'sandbox' ? (
        <SandboxPhone slug={slug} inbox={inbox} />
      ) : null}
      {isManageable && !isUp ? <Callback slug={slug} inbox={inbox} /> : null}
      {isManageable && gateway !== 'sandbox' ? <Connection slug={slug} inbox={inbox} /> : null}
      {isManageable && isUp && gateway !== 'sandbox' ? <History slug={slug} inbox={inbox} /> : null}
      {isManageable ? <ExportedChats slug={slug} /> : null}
      {isManageable && gateway !== 'cloud' ? <Groups slug={slug} inbox={inbox} /> : null}
      <Log slug={slug} inbox={inbox} />
    </Page>
  );
}
