import { hash } from 'node:crypto';
import { invalid } from '../platform/errors.ts';
import { type SecretKey, type Secrets, secretsWith } from '../platform/secrets.ts';
import { type Order, orderBy, type Place } from './statements.ts';
import type { Resource } from './table.ts';

/*
 * Where a list goes on, as callers carry it, bound to the team, the list and its order, so that any other cursor is none.
 * Sealed where the list is sorted by a text, because names, phones and e-mail addresses must not stand in URLs; times, numbers
 * and enumerations are only marked as ours, which costs a twentieth of a sealing.
 */

interface Keys {
  /** A key of their own: so many are sealed that they would wear out the one that guards what is stored. */
  readonly sealer: Secrets;
  readonly mark: string;
}

const known = new WeakMap<SecretKey, Keys>();
function keysOf(key: SecretKey): Keys {
  let keys = known.get(key);
  if (!keys) {
    const sealer = secretsWith(Buffer.from(key.derive('cursors'), 'hex'));
    keys = { sealer, mark: key.derive('cursor marks') };
    known.set(key, keys);
  }
  return keys;
}

const bound = (resource: Resource, order: Order, team: string) =>
  ['cursors', resource.path, orderBy(resource, order), team].join(' ');

const markLength = 22;
/** 132 bits of SHA-256 over a secret and the text: cut off, so that nobody can go on from it to the mark of a longer text. */
const markOf = ({ mark }: Keys, place: string, boundTo: string) =>
  hash('sha256', [mark, boundTo, place].join('\n'), 'base64url').slice(0, markLength);

export function cursorOf(
  secrets: Secrets,
  resource: Resource,
  order: Order,
  team: string,
  place: Place,
): string {
  const text = JSON.stringify(place);
  const boundTo = bound(resource, order, team);
  const keys = keysOf(secrets.keys()[0]);
  return resource.sorts[order.field]?.isText
    ? keys.sealer.seal(text, boundTo).toString('base64url')
    : markOf(keys, text, boundTo) + Buffer.from(text).toString('base64url');
}

/** @throws ApiError VALIDATION_ERROR where the text is no cursor of this list in this order */
export function placeOf(
  secrets: Secrets,
  resource: Resource,
  order: Order,
  team: string,
  cursor: string,
): Place {
  const boundTo = bound(resource, order, team);
  const isSealed = resource.sorts[order.field]?.isText;
  try {
    return secrets.attempt((key) => {
      const keys = keysOf(key);
      if (isSealed)
        return JSON.parse(keys.sealer.open(Buffer.from(cursor, 'base64url'), boundTo)) as Place;
      const text = Buffer.from(cursor.slice(markLength), 'base64url').toString();
      if (cursor !== markOf(keys, text, boundTo) + Buffer.from(text).toString('base64url'))
        throw new Error('not a mark of ours');
      return JSON.parse(text) as Place;
    });
  } catch {
    throw invalid(
      'after must be one that an answer of this list gave in its Link header, with the same sort.',
    );
  }
}
