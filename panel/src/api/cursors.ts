/*
 * Where a team's live stream goes on that tells all that is newer than what was read: each answer says it (docs/live.md). The panel
 * follows from there, and need not read a screen twice.
 */

/** Team → the earliest that was said; undefined once it is followed. */
const earliest = new Map<string, string | undefined>();

interface Followed {
  readonly since: string;
  readonly onBehind: () => void;
}

/** Team → where it is followed from, and who hears of what was read before that and comes later. */
const followed = new Map<string, Followed>();

/** Where in the order of all transactions a cursor is: a number with 36 digits, without leading zeros. */
const placeOf = (cursor: string) => cursor.split('.')[1] ?? '';
const isBefore = (a: string, b: string) => a.length < b.length || (a.length === b.length && a < b);

/** @param path that was read, below /api/panel @param cursor as the answer's head says it */
export function noteCursor(path: string, cursor: string | null): void {
  const slug = /^\/teams\/([^/?]+)/.exec(path)?.[1];
  if (slug === undefined) return;
  const from = followed.get(slug);
  if (from && (cursor === null || isBefore(placeOf(cursor), placeOf(from.since)))) from.onBehind();
  if (cursor === null) return;
  const known = earliest.get(slug);
  if (!earliest.has(slug) || (known && isBefore(placeOf(cursor), placeOf(known))))
    earliest.set(slug, cursor);
}

/**
 * Where to begin to follow a team.
 * @param slug as it stands in paths
 * @param onBehind told where an answer that comes later is from before that: the stream does not tell all that it lacks
 * @returns undefined where nobody said, and whenever it was followed before: what is known may be older then
 */
export function takeCursor(slug: string, onBehind: () => void): string | undefined {
  const cursor = earliest.get(slug);
  earliest.set(slug, undefined);
  if (cursor === undefined) followed.delete(slug);
  else followed.set(slug, { since: cursor, onBehind });
  return cursor;
}
