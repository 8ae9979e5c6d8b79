/* Words of a date recognized in a title. */

export const words = {
  timeStays: (p: { time: string }) => `${p.time} (a hora fica no título)`,
  refuse: (p: { phrase: string }) => `Manter “${p.phrase}” no título`,
};

export type TitleDateWords = typeof words;
