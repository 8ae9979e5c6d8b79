import type { Member } from './schema.ts';

/*
 * What screens know by name of what the panel's door answers (schema.ts).
 */

export type {
  Account,
  Invitation,
  InvitationFound,
  Member,
  NewInvitation,
  OwnSession,
  OwnTeam,
  PasswordReset,
  RecoveryCodes,
  Session,
  SignInStep,
  TeamSettings,
  TotpSetup,
} from './schema.ts';

export type Role = Member['role'];
