/** Moves an item of a list to another index. */
export function withMoved<T>(all: readonly T[], one: T, place: number): readonly T[] {
  const rest = all.filter((each) => each !== one);
  const at = Math.max(0, Math.min(place, rest.length));
  return [...rest.slice(0, at), one, ...rest.slice(at)];
}

/** Position between two others; beyond the one given if the other is missing. */
export function positionBetween(below: number | undefined, above: number | undefined): number {
  if (below !== undefined && above !== undefined) return (below + above) / 2;
  return below !== undefined ? below + 1 : above !== undefined ? above - 1 : 0;
}

interface Placed {
  readonly id: string;
  readonly position: number;
}

/** Position in a list, and the neighbours that are shifted to make room. */
export interface PositionPlan {
  readonly position: number;
  readonly moved: readonly Placed[];
}

/** Evenly spaced positions for a record and those after it, up to the first that keeps its position. */
function spread(from: number, sign: 1 | -1, outwards: readonly Placed[]): PositionPlan {
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
 * Predicts the position that the server will choose. Boards of several projects contain equal positions: between two of them, the fewest
 * records of one side are shifted outwards.
 * @param others sorted
 * @param at index at which to insert
 */
export function planPosition(others: readonly Placed[], at: number): PositionPlan {
  const [lower, upper] = [others[at - 1]?.position, others[at]?.position];
  if (lower === undefined || upper === undefined || lower < upper)
    return { position: positionBetween(lower, upper), moved: [] };
  const up = spread(lower, 1, others.slice(at));
  const down = spread(upper, -1, others.slice(0, at).reverse());
  return down.moved.length < up.moved.length ? down : up;
}
