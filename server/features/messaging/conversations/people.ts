import { constraintOf } from '../../../platform/constraint.ts';
import { ApiError } from '../../../platform/errors.ts';

/** The answer where a constraint says that a user is none of the team's; any other error as it is. @param field that named the user */
export const explainUser =
  (field: string) =>
  async (error: unknown): Promise<unknown> =>
    /_(user|author)_id_fkey$/.test(constraintOf(error) ?? '') ? noUser(field) : error;

export const noUser = (field: string) =>
  new ApiError('NOT_FOUND', `${field}: no user has this id.`);
