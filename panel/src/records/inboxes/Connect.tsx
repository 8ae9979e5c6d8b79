import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Inbox } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link, usePathname } from '#panel/route/router.tsx';
import { Empty, Page } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { inboxIn } from './address.ts';
import { ConnectSteps } from './ConnectSteps.tsx';
import { History } from './History.tsx';
import { PhoneLogin } from './PhoneLogin.tsx';
import { inboxQuery } from './queries.ts';
import { StateBadge } from './StateBadge.tsx';
import { stateOf } from './state.ts';
import { TestMessage } from './TestMessage.tsx';

/** Connects an inbox, and sends its first message. */
export default function ConnectInbox() {
  const { slug, me, can } = useCurrentTeam();
  const settings = useSettingsWords();
  const query = useQuery(inboxQuery(slug, inboxIn(usePathname())));
  if (me && !can('inboxes.connect')) return <Empty text={settings.adminsOnly} />;
  return (
    <QueryContent query={query}>
      {(inbox) => <LoadedInbox slug={slug} inbox={inbox} />}
    </QueryContent>
  );
}

function LoadedInbox({ slug, inbox }: { readonly slug: string; readonly inbox: Inbox }) {
  const { login: words, test, all } = useInboxWords();
  const isUp = inbox.state === 'connected';
  const [wasUp] = useState(isUp);
  useEffect(() => {
    if (isUp && !wasUp) say(words.connected);
  }, [isUp, wasUp, words]);
  return (
    <Page
      title={isUp ? `${test.title}: ${inbox.name}` : words.title({ name: inbox.name })}
      actions={<StateBadge state={stateOf(inbox)} />}
    >
      <ConnectSteps at={isUp ? 2 : 1} />
      {isUp ? (
        <>
          <TestMessage slug={slug} inbox={inbox} isFirst />
          {inbox.gateway === 'sandbox' ? null : <History slug={slug} inbox={inbox} />}
        </>
      ) : (
        <PhoneLogin slug={slug} inbox={inbox} />
      )}
      <Link
        href={isUp ? paths.inboxes(slug) : paths.inbox(slug, inbox.id)}
        className="inline-flex min-h-6 items-center self-start rounded text-accent hover:underline"
      >
        {`← ${isUp ? all : inbox.name}`}
      </Link>
    </Page>
  );
}
