import { removes } from '../../db/removal.ts';

/*
 * What of people is past its time.
 */

/** Steps of signing in and links that nobody may use any more. */
export const removePersonTokens = removes(
  'person_tokens',
  'person_id, hash',
  'expires_at',
  '1 day',
);

/** Sessions that ended, or could not go on. */
export const removeSessions = removes(
  'sessions',
  'person_id, id',
  'coalesce(ended_at, expires_at)',
  '30 days',
);

/** Failures that make nobody wait any more. */
export const removeLoginFailures = removes(
  'login_failures',
  'person_id, device',
  'failed_at',
  '1 day',
);

/** Invitations that let nobody in, and are no longer listed. */
export const removeInvitations = removes('invites', 'team_id, id', 'expires_at', '90 days');
