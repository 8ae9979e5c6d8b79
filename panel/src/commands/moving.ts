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

interface Placed {
  readonly id: string;
  readonly position: number;
}

/** A position in a list, and the records that move outwards for it. */
export interface Room {
  readonly position: number;
  readonly moved: readonly Placed[];
}

/** Positions for a record and those that follow it, in equal steps up to the first that stays. */
function spread(from: number, sign: 1 | -1, outwards: readonly Placed[]): Room {
  const stays = outwards.findIndex(({ position }) => sign * (position - from) > 0);
  const count = stays < 0 ? outwards.length : stays;
  const end = outwards[count]?.position;
  const step = end === undefined ? 1 : Math.min(1, (sign * (end - from)) / (count + 2));
  const at = (steps: number) => from + sign * steps * step;
  return {
    position: at(1),
    moved: outwards.slice(0, count).map(({ id }, i) => ({ id, position: at(i + 2) })),
  };
}

/**
 * Finds the position that the service will choose. Boards of many projects have equal positions: between two of them, the fewest
 * records of one side move outwards.
 * @param others in their order
 * @param at how many of them come first
 */
export function roomAmong(others: readonly Placed[], at: number): Room {
  const [lower, upper] = [others[at - 1]?.position, others[at]?.position];
  if (lower === undefined || upper === undefined || lower < upper)
    return { position: positionBetween(lower, upper), moved: [] };
  const up = spread(lower, 1, others.slice(at));
  const down = spread(upper, -1, others.slice(0, at).reverse());
  return down.moved.length < up.moved.length ? down : up;
}
