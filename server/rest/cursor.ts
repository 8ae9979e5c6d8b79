import { hash } from 'node:crypto';
import { invalid } from '../errors.ts';
import { type Secrets, secretsWith } from '../secrets.ts';
import type { Resource } from './resource.ts';
import { type Order, orderBy, type Place } from './statements.ts';

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

const known = new WeakMap<Secrets, Keys>();
function keysOf(secrets: Secrets): Keys {
  let keys = known.get(secrets);
  if (!keys) {
    const sealer = secretsWith(Buffer.from(secrets.derive('cursors'), 'hex'));
    keys = { sealer, mark: secrets.derive('cursor marks') };
    known.set(secrets, keys);
  }
  return keys;
}

const bound = (resource: Resource, order: Order, team: string) =>
  ['cursors', resource.path, orderBy(resource, order), team].join(' ');

const markLength = 22;
/** 132 bits of SHA-256 over a secret and the text: cut off, so that nobody can go on from it to the mark of a longer text. */
const markOf = (secrets: Secrets, place: string, boundTo: string) =>
  hash('sha256', [keysOf(secrets).mark, boundTo, place].join('\n'), 'base64url').slice(
    0,
    markLength,
  );

export function cursorOf(
  secrets: Secrets,
  resource: Resource,
  order: Order,
  team: string,
  place: Place,
): string {
  const text = JSON.stringify(place);
  const boundTo = bound(resource, order, team);
  return resource.sorts[order.field]?.isText
    ? keysOf(secrets).sealer.seal(text, boundTo).toString('base64url')
    : markOf(secrets, text, boundTo) + Buffer.from(text).toString('base64url');
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
  try {
    if (resource.sorts[order.field]?.isText) {
      const sealed = Buffer.from(cursor, 'base64url');
      return JSON.parse(keysOf(secrets).sealer.open(sealed, boundTo)) as Place;
    }
    const text = Buffer.from(cursor.slice(markLength), 'base64url').toString();
    if (cursor !== markOf(secrets, text, boundTo) + Buffer.from(text).toString('base64url'))
      throw new Error('not a mark of ours');
    return JSON.parse(text) as Place;
  } catch {
    throw invalid(
      'after must be one that an answer of this list gave in its Link header, with the same sort.',
    );
  }
}
