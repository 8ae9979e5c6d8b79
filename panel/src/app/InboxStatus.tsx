import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect } from 'react';
import type { Inbox as InboxRecord } from '../api/types.ts';
import { allows } from '../data/can.ts';
import { useIsSidebarCollapsed } from '../data/preferences.ts';
import { inboxesQuery } from '../records/inboxes/queries.ts';
import { hasReceivedNothing, stateOf } from '../records/inboxes/state.ts';
import { type InboxSummary, summaryOf } from '../records/inboxes/summary.ts';
import { paths } from '../route/paths.ts';
import { Link } from '../route/router.tsx';
import { Check, Clock, Inbox, Info, Pause, Warning } from '../ui/icons.tsx';
import { type InboxStateWords, useInboxStateWords } from '../words/inbox-states/use.ts';
import { inboxStatusStore } from './inbox-status.ts';
import { useCurrentOrLastTeam } from './navigation.tsx';
import { SidebarLabel, sidebarEntryClass } from './sidebar-entry.tsx';

/** Polling interval. Neither a failure that develops over time nor a first message emits a live event. */
const askMs = (inboxes: readonly InboxRecord[] | undefined) =>
  inboxes?.some((inbox) => inbox.active && hasReceivedNothing(inbox)) ? 10_000 : 60_000;

const icons = {
  none: <Inbox />,
  off: <Pause />,
  wrong: <Warning />,
  connecting: <Clock />,
  unheard: <Info />,
  well: <Check />,
};

/** Text of a summary, and the page that deals with it. */
function shownAs(slug: string, words: InboxStateWords, { kind, inbox, count }: InboxSummary) {
  if (kind === 'none') return { label: words.none, href: paths.newInbox(slug) };
  if (!inbox) {
    const label =
      kind === 'off' ? words.off : kind === 'wrong' ? words.some({ count }) : words.allWell;
    return { label, href: paths.inboxes(slug) };
  }
  const { name } = inbox;
  const state = words.states[stateOf(inbox)].toLowerCase();
  const label = kind === 'unheard' ? words.unheard({ name }) : words.one({ name, state });
  return { label, href: paths.inbox(slug, inbox.id) };
}

/** Status of all inboxes, at the bottom of the sidebar; only problems are emphasized. Phones show it in the "more" menu of the bar. */
export default function InboxStatus({ slug }: { readonly slug: string }) {
  const words = useInboxStateWords();
  const isFolded = useIsSidebarCollapsed();
  const mayConnect = allows(useCurrentOrLastTeam(), 'inboxes.create');
  const { data } = useQuery({
    ...inboxesQuery(slug),
    refetchInterval: ({ state }) => askMs(state.data),
  });
  const summary = data && summaryOf(data, mayConnect);
  const { label, href } = summary ? shownAs(slug, words, summary) : { label: '', href: '' };
  const isLoud = summary?.kind === 'wrong';
  const isShown = summary !== undefined;
  useEffect(() => {
    inboxStatusStore.tell(isShown ? { label, href, isLoud } : undefined);
    return () => inboxStatusStore.tell(undefined);
  }, [isShown, label, href, isLoud]);
  if (!summary) return null;
  return (
    <Link
      href={href}
      title={label}
      className={clsx(sidebarEntryClass, 'shrink-0 max-md:hidden', isFolded && 'md:justify-center')}
    >
      <span className={isLoud ? 'text-danger' : undefined}>{icons[summary.kind]}</span>
      <SidebarLabel isOnPhone={false}>
        <span className={isLoud ? 'font-medium text-danger' : undefined}>{label}</span>
      </SidebarLabel>
    </Link>
  );
}
