import { hash } from 'node:crypto';
import { invalid } from '../platform/errors.ts';
import { type SecretKey, type Secrets, secretsWith } from '../platform/secrets.ts';
import { type Order, orderBy, type Position } from './statements.ts';
import type { Table } from './table.ts';

/*
 * Cursors: start positions of a list's next page. Each is bound to its team, list and sort, and rejected anywhere else. It is
 * encrypted if the list is sorted by text, because names, phones and e-mail addresses must not appear in URLs. Times, numbers and
 * enumerations are only signed, at a twentieth of the cost.
 */

interface Keys {
  /** A separate key: the large number of encrypted cursors would wear out the key for stored data. */
  readonly sealer: Secrets;
  readonly mark: string;
}

const keyCache = new WeakMap<SecretKey, Keys>();
function keysOf(key: SecretKey): Keys {
  let keys = keyCache.get(key);
  if (!keys) {
    const sealer = secretsWith(Buffer.from(key.derive('cursors'), 'hex'));
    keys = { sealer, mark: key.derive('cursor marks') };
    keyCache.set(key, keys);
  }
  return keys;
}

const bound = (resource: Table, order: Order, team: string) =>
  ['cursors', resource.path, orderBy(resource, order), team].join(' ');

const markLength = 22;
/** 132 bits of SHA-256 over a secret and the text; truncated, so that it cannot be extended to the mark of a longer text. */
const markOf = ({ mark }: Keys, position: string, boundTo: string) =>
  hash('sha256', [mark, boundTo, position].join('\n'), 'base64url').slice(0, markLength);

export function cursorOf(
  secrets: Secrets,
  resource: Table,
  order: Order,
  team: string,
  position: Position,
): string {
  const text = JSON.stringify(position);
  const boundTo = bound(resource, order, team);
  const keys = keysOf(secrets.keys()[0]);
  return resource.sorts[order.field]?.isText
    ? keys.sealer.seal(text, boundTo).toString('base64url')
    : markOf(keys, text, boundTo) + Buffer.from(text).toString('base64url');
}

/** @throws ApiError VALIDATION_ERROR unless the text is a cursor of this list in this order */
export function positionOf(
  secrets: Secrets,
  resource: Table,
  order: Order,
  team: string,
  cursor: string,
): Position {
  const boundTo = bound(resource, order, team);
  const isSealed = resource.sorts[order.field]?.isText;
  try {
    return secrets.attempt((key) => {
      const keys = keysOf(key);
      if (isSealed)
        return JSON.parse(keys.sealer.open(Buffer.from(cursor, 'base64url'), boundTo)) as Position;
      const text = Buffer.from(cursor.slice(markLength), 'base64url').toString();
      if (cursor !== markOf(keys, text, boundTo) + Buffer.from(text).toString('base64url'))
        throw new Error('not a mark of ours');
      return JSON.parse(text) as Position;
    });
  } catch {
    throw invalid(
      'after must be a cursor from a Link header of this list, with the same sort.',
      'after',
      'invalid_format',
    );
  }
}
