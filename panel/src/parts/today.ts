import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { dayIn } from '../data/days.ts';
import { teamsQuery } from '../data/session.ts';
import { teamIn } from '../route/paths.ts';
import { usePathname } from '../route/router.tsx';

const lookEveryMs = 30_000;
const subscribe = (listener: () => void) => {
  const timer = setInterval(listener, lookEveryMs);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
};

/** The time zone of the team that the address names. */
export function useTimeZone(): string {
  const slug = teamIn(usePathname());
  const { data: teams } = useQuery(teamsQuery);
  return teams?.find((team) => team.slug === slug)?.time_zone ?? 'America/Sao_Paulo';
}

/** The day that it is for the team, also after midnight. */
export function useToday(): string {
  const timeZone = useTimeZone();
  return useSyncExternalStore(subscribe, () => dayIn(timeZone, new Date()));
}
