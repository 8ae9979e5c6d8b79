import { isKind, type Kind } from '../route/record-paths.ts';

/* Recently viewed records of this browser, which the palette offers before anything is typed. */

export interface ViewedRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
}

const maxRecords = 8;
const keyOf = (slug: string) => `pauta.seen.${slug}`;

const isSeen = (each: unknown): each is ViewedRecord =>
  typeof each === 'object' &&
  each !== null &&
  'kind' in each &&
  typeof each.kind === 'string' &&
  isKind(each.kind) &&
  'id' in each &&
  typeof each.id === 'string' &&
  'name' in each &&
  typeof each.name === 'string';

/** Latest first. */
export function recentlyViewed(slug: string): readonly ViewedRecord[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(slug)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSeen) : [];
  } catch {
    return [];
  }
}

export function addRecentlyViewed(slug: string, seen: ViewedRecord): void {
  const others = recentlyViewed(slug).filter(({ id }) => id !== seen.id);
  localStorage.setItem(keyOf(slug), JSON.stringify([seen, ...others].slice(0, maxRecords)));
}
