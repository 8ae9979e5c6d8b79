/** Without accents and case: how people type when they search. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Those that hold every word of what is typed. */
export function matching<T extends { readonly name: string }>(
  all: readonly T[],
  typed: string,
): T[] {
  const words = folded(typed).split(/\s+/);
  return all.filter(({ name }) => words.every((word) => folded(name).includes(word)));
}
