/** Removes accents and case, as users omit them in searches. */
export const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Items that contain every typed word. */
export function filterByWords<T extends { readonly name: string }>(
  all: readonly T[],
  typed: string,
): T[] {
  const words = folded(typed).split(/\s+/);
  return all.filter(({ name }) => words.every((word) => folded(name).includes(word)));
}

/** Items whose name contains the typed text. */
export const filterByText = <T extends { readonly name: string }>(
  all: readonly T[],
  typed: string,
): T[] => all.filter(({ name }) => folded(name).includes(folded(typed.trim())));
