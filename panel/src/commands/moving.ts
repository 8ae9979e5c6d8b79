/** Moves one of a list to another place. */
export function movedTo<T>(all: readonly T[], one: T, place: number): readonly T[] {
  const rest = all.filter((each) => each !== one);
  const at = Math.max(0, Math.min(place, rest.length));
  return [...rest.slice(0, at), one, ...rest.slice(at)];
}

/** A position between two; without one of them beyond the other. */
export function positionBetween(below: number | undefined, above: number | undefined): number {
  if (below !== undefined && above !== undefined) return (below + above) / 2;
  return below !== undefined ? below + 1 : above !== undefined ? above - 1 : 0;
}
