import { folded } from '#panel/ui/filter-by-words.ts';

/* Emoji and their names in both languages (lint/emoji.ts), loaded when the picker opens first. */

export interface Emoji {
  readonly sign: string;
  readonly names: readonly [portuguese: string, english: string];
  /** All words in both languages, without accents, each after a space. */
  readonly words: string;
}

/** Loads all emoji, by group. @throws the error of loading, without a connection */
export async function loadEmoji(): Promise<readonly (readonly Emoji[])[]> {
  const [{ default: portuguese }, { default: english }] = await Promise.all([
    import('./emoji-pt.json'),
    import('./emoji-en.json'),
  ]);
  return portuguese.map((entries, group) =>
    entries.map((entry, at) => {
      const [sign = '', name = '', more = ''] = entry.split('|');
      const [, englishName = '', englishMore = ''] = english[group]?.[at]?.split('|') ?? [];
      return {
        sign,
        names: [name, englishName],
        words: ` ${folded(`${name} ${more} ${englishName} ${englishMore}`)}`,
      };
    }),
  );
}

/** Max number of results of a search. */
const maxResults = 120;

/** Emoji with a word that begins with each typed one, in either language; those whose name begins with the text first. */
export function findEmoji(emoji: readonly (readonly Emoji[])[], typed: string): readonly Emoji[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const all = emoji.flat().filter((each) => words.every((word) => each.words.includes(` ${word}`)));
  const isNamed = ({ names }: Emoji) =>
    names.some((name) => folded(name).startsWith(words.join(' ')));
  return [...all.filter(isNamed), ...all.filter((each) => !isNamed(each))].slice(0, maxResults);
}
