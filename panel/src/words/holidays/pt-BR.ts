/* Names of national holidays. */

export const words = {
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
  black_awareness: 'Consciência Negra',
  christmas: 'Natal',
};

export type HolidayWords = typeof words;
