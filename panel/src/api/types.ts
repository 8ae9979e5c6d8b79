import type { Member } from './schema.ts';

/*
 * What screens know by name of what the panel's door answers (schema.ts).
 */

export type {
  Account,
  Identity,
  Invitation,
  InvitationFound,
  Member,
  NewInvitation,
  OwnSession,
  OwnTeam,
  Passkey,
  PasswordReset,
  RecoveryCodes,
  Session,
  SignInStep,
  TeamSettings,
  TotpSetup,
  WaysIn,
} from './schema.ts';

export type Role = Member['role'];
