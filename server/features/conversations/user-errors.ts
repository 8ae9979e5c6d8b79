import { ApiError } from '#server/platform/errors.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';

/** Explains a constraint error about a user who is not in the team; returns any other error unchanged. @param field that names the user */
export const explainUser =
  (field: string) =>
  async (error: unknown): Promise<unknown> =>
    /_(user|author)_id_fkey$/.test(constraintOf(error) ?? '') ? unknownUser(field) : error;

export const unknownUser = (field: string) =>
  new ApiError('NOT_FOUND', `${field}: no user has this id.`);
