import { isPassing } from '#server/platform/errors.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';

/**
 * Stores items at once. If a constraint of the database refuses them, stores halves of them, so that only the items at fault are left.
 * @param store stores all or none
 * @param leave is called for each item that the database refuses
 */
export async function storeInHalves<T>(
  items: readonly T[],
  store: (some: readonly T[]) => Promise<void>,
  leave: (item: T, constraint: string) => Promise<void>,
): Promise<void> {
  const [only] = items;
  if (only === undefined) return;
  try {
    await store(items);
  } catch (error) {
    const constraint = constraintOf(error);
    if (constraint === undefined || isPassing(error)) throw error;
    if (items.length === 1) return leave(only, constraint);
    const half = Math.ceil(items.length / 2);
    await storeInHalves(items.slice(0, half), store, leave);
    await storeInHalves(items.slice(half), store, leave);
  }
}
