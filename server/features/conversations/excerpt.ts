/** Max characters of an excerpt. */
const maxLength = 160;
/** Characters before the first match. */
const before = 40;

/** Folds a text without case and accents, one character for one, so that positions remain. */
const folded = (text: string) =>
  [...text].map((character) => [...character.normalize('NFD')][0]?.toLowerCase() ?? character);

/** Part of a text around the first of the words, in one line; `…` marks a cut. */
export function excerptOf(text: string, words: readonly string[]): string {
  const characters = [...text.replaceAll(/\s+/gu, ' ').trim()];
  if (characters.length <= maxLength) return characters.join('');
  const searched = folded(characters.join('')).join('');
  const places = words
    .map((word) => searched.indexOf(folded(word).join('')))
    .filter((place) => place >= 0);
  const match = places.length === 0 ? 0 : Math.min(...places);
  const start = match > before ? match - before : 0;
  const end = Math.min(characters.length, start + maxLength - 2);
  return `${start > 0 ? '…' : ''}${characters.slice(start, end).join('')}${end < characters.length ? '…' : ''}`;
}
