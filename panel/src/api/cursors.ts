/*
 * Where a team's live stream goes on that tells all that is newer than what was read: each answer says it (docs/live.md). The panel
 * follows from there, and need not read a screen twice.
 */

/** Team → the earliest that was said; undefined once it is followed. */
const earliest = new Map<string, string | undefined>();

/** Where in the order of all transactions a cursor is: a number with 36 digits, without leading zeros. */
const placeOf = (cursor: string) => cursor.split('.')[1] ?? '';
const isBefore = (a: string, b: string) => a.length < b.length || (a.length === b.length && a < b);

/** @param path below /api/panel @param cursor as the answer's head says it */
export function noteCursor(path: string, cursor: string | null): void {
  const slug = /^\/teams\/([^/?]+)/.exec(path)?.[1];
  if (slug === undefined || cursor === null) return;
  const known = earliest.get(slug);
  if (!earliest.has(slug) || (known && isBefore(placeOf(cursor), placeOf(known))))
    earliest.set(slug, cursor);
}

/**
 * Where to begin to follow a team.
 * @param slug as it stands in paths
 * @returns undefined where nobody said, and whenever it was followed before: what is known may be older then
 */
export function takeCursor(slug: string): string | undefined {
  const cursor = earliest.get(slug);
  earliest.set(slug, undefined);
  return cursor;
}
