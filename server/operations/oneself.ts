import { ApiError } from '../platform/errors.ts';
import { uuid } from '../records/fields.ts';
import type { Actor } from './context.ts';
import { InvalidValues } from './values.ts';

/**
 * The user in whose name a call is made: a member's own, who need not name themselves; anybody else has to name one.
 * @param given what the call names; null where it names nobody
 * @param field by which it names them
 * @throws InvalidValues where it has to name one and does not; ApiError FORBIDDEN where a member names somebody else
 */
export function userOf(actor: Actor, given: string | null, field: string): string {
  if (actor.kind !== 'user') {
    if (given !== null) return given;
    throw new InvalidValues([{ name: field, problem: `is required and must be ${uuid.says}` }]);
  }
  if (given === null || given === actor.userId) return actor.userId;
  throw new ApiError('FORBIDDEN', `${field}: members do this in their own name only.`);
}
