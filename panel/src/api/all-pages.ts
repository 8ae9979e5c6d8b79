/** A page of a list, with the number of all pages. */
interface PageOfSeveral<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly pages: number };
}

/** Reads all pages of a list, those after the first at once. @param ask requests a page; the first is 1 */
export async function allPages<T>(
  ask: (page: number) => Promise<PageOfSeveral<T>>,
): Promise<readonly T[]> {
  const first = await ask(1);
  const others = Array.from({ length: first.pagination.pages - 1 }, (_, i) => ask(i + 2));
  return [first, ...(await Promise.all(others))].flatMap(({ data }) => data);
}
