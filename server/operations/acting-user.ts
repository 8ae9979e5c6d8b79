import { forbidden } from '../platform/errors.ts';
import { uuid } from '../records/fields.ts';
import { InvalidValues } from '../records/invalid-values.ts';
import type { Actor } from './context.ts';

/**
 * User on whose behalf a call is made: members act for themselves and need not name a user; all other actors must name one.
 * @param id the user named by the call; null if none
 * @param field parameter that names the user
 * @throws InvalidValues if it is required and missing; ApiError FORBIDDEN if a member names another user
 */
export function actingUserOf(actor: Actor, id: string | null, field: string): string {
  if (actor.kind !== 'user') {
    if (id !== null) return id;
    throw new InvalidValues([
      { name: field, problem: `is required and must be ${uuid.requirement}`, code: 'required' },
    ]);
  }
  if (id === null || id === actor.userId) return actor.userId;
  throw forbidden(`${field}: members can do this only in their own name.`, 'own_name');
}
