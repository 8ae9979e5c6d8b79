import { forbidden } from '../platform/errors.ts';
import { uuid } from '../records/fields.ts';
import { InvalidValues } from '../records/invalid-values.ts';
import type { Actor } from './context.ts';

/**
 * User on whose behalf a call is made: members and their API keys act for themselves and need not name a user; all other actors must name
 * one.
 * @param id the user named by the call; null if none
 * @param field parameter that names the user
 * @throws InvalidValues if it is required and missing; ApiError FORBIDDEN if a member names another user
 */
export function actingUserOf(actor: Actor, id: string | null, field: string): string {
  const user = actor.kind === 'user' || actor.kind === 'key' ? actor.userId : null;
  if (user === null) {
    if (id !== null) return id;
    throw new InvalidValues([
      { name: field, problem: `is required and must be ${uuid.requirement}`, code: 'required' },
    ]);
  }
  if (id === null || id.toLowerCase() === user) return user;
  throw forbidden(`${field}: members can do this only in their own name.`, 'own_name');
}
