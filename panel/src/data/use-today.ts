import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { teamIn } from '../route/paths.ts';
import { usePathname } from '../route/router.tsx';
import { tickEvery } from './clock.ts';
import { teamsQuery } from './session.ts';
import { dayIn } from './time-zone-days.ts';

const subscribe = tickEvery(30_000);

/** Time zone of the team in the address. */
export function useTimeZone(): string {
  const slug = teamIn(usePathname());
  const { data: teams } = useQuery(teamsQuery);
  return teams?.find((team) => team.slug === slug)?.time_zone ?? 'America/Sao_Paulo';
}

/** Current day in the team's time zone; updates at midnight. */
export function useToday(): string {
  const timeZone = useTimeZone();
  return useSyncExternalStore(subscribe, () => dayIn(timeZone, new Date()));
}
