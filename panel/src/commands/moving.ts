/** Moves one of a list to another place. */
export function movedTo<T>(all: readonly T[], one: T, place: number): readonly T[] {
  const rest = all.filter((each) => each !== one);
  const at = Math.max(0, Math.min(place, rest.length));
  return [...rest.slice(0, at), one, ...rest.slice(at)];
}
