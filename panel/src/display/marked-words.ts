/** Part of a text, and whether it is one of the words. */
interface Part {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Folds a text without case and accents, one character for one, so that positions remain. */
const folded = (characters: readonly string[]) =>
  characters.map((character) => [...character.normalize('NFD')][0]?.toLowerCase() ?? character);

/** Splits a text at the beginnings of words that match one of the words of a term, as the search in messages does. */
export function markedParts(text: string, term: string): readonly Part[] {
  const characters = [...text];
  const searched = folded(characters);
  const words = term
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => folded([...word]));
  const isWordPart = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character);
  const parts: Part[] = [];
  let plain = '';
  for (let at = 0; at < characters.length; ) {
    const word = isWordPart(searched[at - 1])
      ? undefined
      : words.find((each) => each.every((character, index) => searched[at + index] === character));
    if (word === undefined) {
      plain += characters[at];
      at += 1;
      continue;
    }
    if (plain !== '') parts.push({ text: plain, isMarked: false });
    plain = '';
    parts.push({ text: characters.slice(at, at + word.length).join(''), isMarked: true });
    at += word.length;
  }
  return plain === '' ? parts : [...parts, { text: plain, isMarked: false }];
}
