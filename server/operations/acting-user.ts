import { forbidden } from '../platform/errors.ts';
import { uuid } from '../records/fields.ts';
import { InvalidValues } from '../records/invalid-values.ts';
import type { Actor } from './context.ts';

/**
 * User on whose behalf a call is made: members act for themselves and need not name a user; all other actors must name one.
 * @param given the user named by the call; null if none
 * @param field parameter that names the user
 * @throws InvalidValues if it is required and missing; ApiError FORBIDDEN if a member names another user
 */
export function actingUserOf(actor: Actor, given: string | null, field: string): string {
  if (actor.kind !== 'user') {
    if (given !== null) return given;
    throw new InvalidValues([
      { name: field, problem: `is required and must be ${uuid.says}`, code: 'required' },
    ]);
  }
  if (given === null || given === actor.userId) return actor.userId;
  throw forbidden(`${field}: members do this in their own name only.`, 'own_name');
}
