import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect } from 'react';
import { inboxesQuery } from '../data/inboxes.ts';
import { useIsFolded } from '../data/preferences.ts';
import { isWrong, stateOf } from '../parts/inboxes/state.ts';
import { paths } from '../route/paths.ts';
import { Link } from '../route/router.tsx';
import { Check, Inbox, Warning } from '../ui/icons.tsx';
import { useInboxStateWords } from '../words/inbox-states/use.ts';
import { alarms } from './alarm.ts';
import { useTeam } from './places.tsx';
import { SideLabel, sideEntry } from './side-entry.tsx';

/** How all inboxes stand, at the bottom of the side: only what is wrong is loud. On phones the bar says it under "more". */
export default function InboxStates({ slug }: { readonly slug: string }) {
  const words = useInboxStateWords();
  const isFolded = useIsFolded();
  const isAdmin = (useTeam()?.role ?? 'member') !== 'member';
  const { data } = useQuery(inboxesQuery(slug));
  const active = (data ?? []).filter(({ active }) => active);
  const wrong = active.filter(isWrong);
  const [first] = wrong;
  const isLoud = first !== undefined;
  const isNone = data !== undefined && active.length === 0;
  const label = first
    ? wrong.length === 1
      ? words.one({ name: first.name, state: words.states[stateOf(first)].toLowerCase() })
      : words.some({ count: wrong.length })
    : isNone
      ? words.none
      : words.allWell;
  const href =
    first && wrong.length === 1
      ? paths.inbox(slug, first.id)
      : isNone
        ? paths.newInbox(slug)
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
        {isLoud ? <Warning /> : isNone ? <Inbox /> : <Check />}
      </span>
      <SideLabel isOnPhone={false}>
        <span className={isLoud ? 'font-medium text-danger' : undefined}>{label}</span>
      </SideLabel>
    </Link>
  );
}
