import { invalid } from '../errors.ts';
import { type Secrets, secretsWith } from '../secrets.ts';
import type { Resource } from './resource.ts';
import { type Order, orderBy, type Place } from './statements.ts';

/*
 * Where a list goes on, as callers carry it. Sealed, because what is sorted by (names, phones, e-mail addresses) must not stand in
 * URLs; and bound to the team, the list and its order, so that any other cursor is none.
 */

/** With a key of their own: so many are sealed that they would wear out the one that guards what is stored. */
const sealers = new WeakMap<Secrets, Secrets>();
function sealerOf(secrets: Secrets): Secrets {
  const known = sealers.get(secrets);
  if (known) return known;
  const own = secretsWith(Buffer.from(secrets.derive('cursors'), 'hex'));
  sealers.set(secrets, own);
  return own;
}

const bound = (resource: Resource, order: Order, team: string) =>
  ['cursors', resource.path, orderBy(resource, order), team].join(' ');

export const cursorOf = (
  secrets: Secrets,
  resource: Resource,
  order: Order,
  team: string,
  place: Place,
): string =>
  sealerOf(secrets)
    .seal(JSON.stringify(place), bound(resource, order, team))
    .toString('base64url');

/** @throws ApiError VALIDATION_ERROR where the text is no cursor of this list in this order */
export function placeOf(
  secrets: Secrets,
  resource: Resource,
  order: Order,
  team: string,
  cursor: string,
): Place {
  try {
    const sealed = Buffer.from(cursor, 'base64url');
    return JSON.parse(sealerOf(secrets).open(sealed, bound(resource, order, team))) as Place;
  } catch {
    throw invalid(
      'after must be one that an answer of this list gave in its Link header, with the same sort.',
    );
  }
}
