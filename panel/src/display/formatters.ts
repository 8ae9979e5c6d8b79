import { useMemo } from 'react';
import { useLocale } from '../words/translations.ts';

/** Formats amounts in R$, without cents for whole amounts. */
export function useMoneyFormat(): (amount: number) => string {
  const locale = useLocale();
  return useMemo(() => {
    const of = (digits: number) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: 'BRL',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
    const [whole, cents] = [of(0), of(2)];
    return (amount) => (Number.isInteger(amount) ? whole : cents).format(amount);
  }, [locale]);
}

/** Formats days: short, without the current year. */
export function useDayFormat(): (day: string) => string {
  const locale = useLocale();
  return useMemo(() => {
    const short = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    });
    const long = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
    const year = String(new Date().getFullYear());
    return (day) => (day.startsWith(year) ? short : long).format(new Date(day));
  }, [locale]);
}
