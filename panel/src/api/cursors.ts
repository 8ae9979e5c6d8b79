/*
 * Cursor from which a team's live stream contains everything newer than the data already read; every response has one (docs/live.md).
 * Following from there avoids reading a screen twice.
 */

/** Team → earliest cursor of a response; undefined once the stream is followed. */
const earliest = new Map<string, string | undefined>();

interface FollowedTeam {
  readonly since: string;
  readonly onBehind: () => void;
}

/** Team → start of its stream, and the listener for late responses that are older. */
const followedTeams = new Map<string, FollowedTeam>();

/** Position of a cursor in the order of transactions: a number of up to 36 digits, without leading zeros. */
const placeOf = (cursor: string) => cursor.split('.')[1] ?? '';
const isBefore = (a: string, b: string) => a.length < b.length || (a.length === b.length && a < b);

/**
 * @param path path of the request, below /api/panel
 * @param cursor cursor in the response's header
 */
export function noteCursor(path: string, cursor: string | null): void {
  const slug = /^\/teams\/([^/?]+)/.exec(path)?.[1];
  if (slug === undefined) return;
  const from = followedTeams.get(slug);
  if (from && (cursor === null || isBefore(placeOf(cursor), placeOf(from.since)))) from.onBehind();
  if (cursor === null) return;
  const earliestCursor = earliest.get(slug);
  if (!earliest.has(slug) || (earliestCursor && isBefore(placeOf(cursor), placeOf(earliestCursor))))
    earliest.set(slug, cursor);
}

/**
 * Cursor at which to start following a team.
 * @param slug as in paths, encoded
 * @param onBehind called when a late response is older than the stream, which then lacks some of its changes
 * @returns undefined if no response had a cursor, or if the team was followed before, because cached data may then be older
 */
export function consumeCursor(slug: string, onBehind: () => void): string | undefined {
  const cursor = earliest.get(slug);
  earliest.set(slug, undefined);
  if (cursor === undefined) followedTeams.delete(slug);
  else followedTeams.set(slug, { since: cursor, onBehind });
  return cursor;
}
