import { type Context, userIdOf } from '../operations/context.ts';
import { invalid } from '../platform/errors.ts';
import type { Json } from './response-size.ts';

/* Arguments that name a user: agents write `me` instead of looking up the id of the user on whose behalf they act. */

const names = new Set([
  'user_id',
  'assignee_id',
  'assignee_ids',
  'responsible_id',
  'assigned_to',
  'owner_id',
]);

export const namesUser = (name: string): boolean => names.has(name);

const nested = ['filters', 'changes'];

/** Replaces `me` by the id of the caller's user. @throws ApiError VALIDATION_ERROR if the key belongs to no user */
export function withUserIds(values: Json, { actor }: Pick<Context, 'actor'>): Json {
  const idFor = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => idFor(name, each));
    if (value !== 'me') return value;
    const id = userIdOf(actor);
    if (id === null)
      throw invalid(
        `${name}: the key belongs to no user, so there is no me; give the ID of a user.`,
        name,
        'not_allowed',
      );
    return id;
  };
  const replaced = (object: Json): Json =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        if (namesUser(name)) return [name, idFor(name, value)];
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        return [name, nested.includes(name) && isObject ? replaced(value as Json) : value];
      }),
    );
  return replaced(values);
}
