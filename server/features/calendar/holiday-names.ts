import type { NationalHoliday } from '#server/platform/national-holidays.ts';

/* Names of national holidays in calendars. */

const portuguese: Readonly<Record<NationalHoliday, string>> = {
  new_year: 'Confraternização Universal',
  carnival: 'Carnaval',
  good_friday: 'Sexta-feira Santa',
  tiradentes: 'Tiradentes',
  labour_day: 'Dia do Trabalho',
  corpus_christi: 'Corpus Christi',
  independence: 'Independência do Brasil',
  aparecida: 'Nossa Senhora Aparecida',
  all_souls: 'Finados',
  republic: 'Proclamação da República',
  black_awareness: 'Dia da Consciência Negra',
  christmas: 'Natal',
};

const english: Readonly<Record<NationalHoliday, string>> = {
  new_year: 'New Year’s Day',
  carnival: 'Carnival',
  good_friday: 'Good Friday',
  tiradentes: 'Tiradentes Day',
  labour_day: 'Labour Day',
  corpus_christi: 'Corpus Christi',
  independence: 'Independence Day',
  aparecida: 'Our Lady of Aparecida',
  all_souls: 'All Souls’ Day',
  republic: 'Republic Day',
  black_awareness: 'Black Awareness Day',
  christmas: 'Christmas Day',
};

/** @param locale of the reader */
export const holidayName = (locale: string, holiday: NationalHoliday): string =>
  (locale === 'en' ? english : portuguese)[holiday];
