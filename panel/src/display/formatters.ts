import { useMemo } from 'react';
import { useToday } from '../data/use-today.ts';
import { formatBriefDay, formatDay } from '../ui/calendar/days.ts';
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

/** Formats days briefly: hoje, amanhã, sex., 27 nov., 27 nov. 2025. */
export function useDayFormat(): (day: string) => string {
  const locale = useLocale();
  const today = useToday();
  return useMemo(() => (day) => formatBriefDay(day, today, locale), [locale, today]);
}

/** Formats days in full, such as for a title: sexta-feira, 27 de novembro de 2026. */
export function useFullDayFormat(): (day: string) => string {
  const locale = useLocale();
  return useMemo(() => (day) => formatDay(day, locale, { dateStyle: 'full' }), [locale]);
}
