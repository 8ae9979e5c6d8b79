import { useSyncExternalStore } from 'react';
import { tickEvery } from '#panel/data/clock.ts';
import { useLocale } from '#panel/words/translations.ts';
import { durationOf } from './address.ts';

const lookEveryMs = 15_000;
const subscribe = tickEvery(lookEveryMs);

/** Current time, updated every 15 seconds. */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / lookEveryMs) * lookEveryMs);

/** @returns a function that formats durations: '5 min', '3 h', '2 dias' */
export function useDurationFormat(): (ms: number) => string {
  const locale = useLocale();
  return (ms) => {
    const [count, unit] = durationOf(ms);
    const unitDisplay = unit === 'day' ? 'long' : 'short';
    return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(count);
  };
}
