import type { HolidayWords } from './pt-BR.ts';

export const words: HolidayWords = {
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
  christmas: 'Christmas',
};
