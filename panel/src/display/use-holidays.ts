import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { businessHoursQuery } from '../data/business-hours.ts';
import { teamIn } from '../route/paths.ts';
import { usePathname } from '../route/router.tsx';
import { useHolidayWords } from '../words/holidays/use.ts';

const none: ReadonlyMap<string, string> = new Map();

/** Names of the closed days of the team in the address, by ISO day. Empty until they are loaded. */
export function useHolidays(): ReadonlyMap<string, string> {
  const slug = teamIn(usePathname()) ?? '';
  const names = useHolidayWords();
  const { data } = useQuery({
    ...businessHoursQuery(slug),
    enabled: slug !== '',
    refetchInterval: false,
  });
  const days = data?.closed_days;
  return useMemo(
    () =>
      days
        ? new Map(
            days.map(({ date, national, name }) => [
              date,
              national ? names[national] : (name ?? ''),
            ]),
          )
        : none,
    [days, names],
  );
}
