import type { NationalHoliday } from './national-holidays.ts';

/* Names of national holidays, in the panel and in calendar feeds: the usual short ones, such as for “Dia Nacional de Zumbi e da Consciência Negra”. */

type HolidayNames = Readonly<Record<NationalHoliday, string>>;

export const portugueseHolidays: HolidayNames = {
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

export const englishHolidays: HolidayNames = {
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
