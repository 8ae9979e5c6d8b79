import { removes } from '#server/db/removal.ts';

/*
 * Removal of expired data of people.
 */

/** Expired tokens of sign-in steps and links. */
export const removePersonTokens = removes(
  'person_tokens',
  'person_id, hash',
  'expires_at',
  '1 day',
);

/** Ended and expired sessions. */
export const removeSessions = removes(
  'sessions',
  'person_id, id',
  'coalesce(ended_at, expires_at)',
  '30 days',
);

/** Failures that no longer cause a lock. */
export const removeLoginFailures = removes(
  'login_failures',
  'person_id, device',
  'failed_at',
  '1 day',
);

/** Expired invitations that are no longer listed. */
export const removeInvitations = removes('invites', 'team_id, id', 'expires_at', '90 days');

export { removeAgentClients } from './agents/clients.ts';
export { removeAgentCodes, removeAgentTokens } from './agents/tokens.ts';
