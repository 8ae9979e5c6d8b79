import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect } from 'react';
import type { Inbox as InboxRecord } from '../api/types.ts';
import { inboxesQuery } from '../data/inboxes.ts';
import { useIsFolded } from '../data/preferences.ts';
import { isUnheard, isWrong, stateOf } from '../parts/inboxes/state.ts';
import { paths } from '../route/paths.ts';
import { Link } from '../route/router.tsx';
import { Check, Clock, Inbox, Info, Warning } from '../ui/icons.tsx';
import { useInboxStateWords } from '../words/inbox-states/use.ts';
import { alarms } from './alarm.ts';
import { useTeam } from './places.tsx';
import { SideLabel, sideEntry } from './side-entry.tsx';

/** An inbox fails by the passing of time, and first messages emit no event: nothing live announces either. */
const askMs = (inboxes: readonly InboxRecord[] | undefined) =>
  inboxes?.some((inbox) => inbox.active && isUnheard(inbox)) ? 10_000 : 60_000;

/** How all inboxes stand, at the bottom of the side: only what is wrong is loud. On phones the bar says it under "more". */
export default function InboxStates({ slug }: { readonly slug: string }) {
  const words = useInboxStateWords();
  const isFolded = useIsFolded();
  const isAdmin = (useTeam()?.role ?? 'member') !== 'member';
  const { data } = useQuery({
    ...inboxesQuery(slug),
    refetchInterval: ({ state }) => askMs(state.data),
  });
  const active = (data ?? []).filter(({ active }) => active);
  const wrong = active.filter(isWrong);
  const [first] = wrong;
  const isLoud = first !== undefined;
  const starting = active.find((inbox) => stateOf(inbox) === 'connecting');
  const unheard = active.find(isUnheard);
  const quiet = starting ?? unheard;
  const isNone = data !== undefined && active.length === 0;
  const label = first
    ? wrong.length === 1
      ? words.one({ name: first.name, state: words.states[stateOf(first)].toLowerCase() })
      : words.some({ count: wrong.length })
    : isNone
      ? words.none
      : starting
        ? words.one({ name: starting.name, state: words.states.connecting.toLowerCase() })
        : unheard
          ? words.unheard({ name: unheard.name })
          : words.allWell;
  const href =
    first && wrong.length === 1
      ? paths.inbox(slug, first.id)
      : isNone
        ? paths.newInbox(slug)
        : !first && quiet
          ? paths.inbox(slug, quiet.id)
          : paths.inboxes(slug);
  const isShown = data !== undefined && (!isNone || isAdmin);
  useEffect(() => {
    alarms.tell(isShown ? { label, href, isLoud } : undefined);
    return () => alarms.tell(undefined);
  }, [isShown, label, href, isLoud]);
  if (!isShown) return null;
  return (
    <Link
      href={href}
      title={label}
      className={clsx(sideEntry, 'shrink-0 max-md:hidden', isFolded && 'md:justify-center')}
    >
      <span className={isLoud ? 'text-danger' : undefined}>
        {isLoud ? (
          <Warning />
        ) : isNone ? (
          <Inbox />
        ) : starting ? (
          <Clock />
        ) : unheard ? (
          <Info />
        ) : (
          <Check />
        )}
      </span>
      <SideLabel isOnPhone={false}>
        <span className={isLoud ? 'font-medium text-danger' : undefined}>{label}</span>
      </SideLabel>
    </Link>
  );
}
