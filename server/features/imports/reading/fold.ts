/** Lower case without accents, as names of columns and words in cells are compared. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\u00a0\u202f\u2007]/g, ' ')
    .trim();
