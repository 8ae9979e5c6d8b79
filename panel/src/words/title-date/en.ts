import type { TitleDateWords } from './pt-BR.ts';

/** Words of a date recognized in a title, in English. */
export const words: TitleDateWords = {
  timeStays: (p) => `${p.time} (the time stays in the title)`,
  refuse: (p) => `Keep “${p.phrase}” in the title`,
};
