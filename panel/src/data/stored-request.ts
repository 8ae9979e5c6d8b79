/*
 * Authorization requests of assistants while their user is at the sign-in provider. The service stores the page to return to in a cookie, which
 * has no room for a long request: it stays in this browser instead, and the page to return to has only its id.
 */

const prefix = 'pauta.request.';
/** Longer than a sign-in at the provider may take. */
const maxAgeMs = 3_600_000;

interface StoredRequest {
  readonly query: string;
  /** Date.now() when it was stored. */
  readonly at: number;
}

function read(key: string): StoredRequest | undefined {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<StoredRequest> | null;
    return typeof value?.query === 'string' && typeof value.at === 'number'
      ? { query: value.query, at: value.at }
      : undefined;
  } catch {
    return undefined;
  }
}

const isRecent = (stored: StoredRequest | undefined) =>
  stored !== undefined && Date.now() - stored.at < maxAgeMs;

/** @returns the query that leads to the stored one; undefined if the browser stores nothing */
export function storeRequest(query: string): string | undefined {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) && !isRecent(read(key))) localStorage.removeItem(key);
    const id = crypto.randomUUID();
    localStorage.setItem(prefix + id, JSON.stringify({ query, at: Date.now() }));
    return `stored=${id}`;
  } catch {
    return undefined;
  }
}

/** Query of the stored request to which a query leads; the query itself if it leads to none. */
export function requestOf(query: string): string {
  const id = new URLSearchParams(query).get('stored');
  const stored = id === null ? undefined : read(prefix + id);
  return stored && isRecent(stored) ? stored.query : query;
}
