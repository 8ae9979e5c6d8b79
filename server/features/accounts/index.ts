import type { AnyOperation } from '#server/operations/registry.ts';
import { agentAccountOperations } from './agents/account-operations.ts';
import { agentOperations } from './agents/operations.ts';
import { keyOperations } from './api-keys/operations.ts';
import { invitationAccountOperations } from './invitations/account-operations.ts';
import { linkForUser } from './invitations/links.ts';
import { invitationOperations } from './invitations/operations.ts';
import { getMe } from './me.ts';
import { memberOperations } from './members/operations.ts';
import { resetMember } from './members/password-reset.ts';
import { createTeamWithKey, getTeam, listTeams, setTeam } from './operations.ts';
import { openIdOperations } from './people/openid-operations.ts';
import { signingInOperations } from './people/operations.ts';
import { passkeyOperations } from './people/passkey-operations.ts';
import { pictureAccountOperations, pictureOperations } from './people/picture-operations.ts';
import { pushAccountOperations } from './push-subscriptions.ts';
import { demoOperations } from './sample-data/operations.ts';
import { sessionOperations } from './session-operations.ts';
import { businessHoursOperations } from './settings/hours-operations.ts';
import { settingsOperations } from './settings/operations.ts';
import { getTeamDay } from './settings/team-day.ts';
import { squadOperations } from './squads/operations.ts';
import { create as createUser, teamUserReads } from './users/operations.ts';

/** Operations on teams, users, members, squads and keys, and on people’s own accounts. */
export const operations: readonly AnyOperation[] = [
  getMe,
  ...squadOperations,
  ...keyOperations,
  ...agentOperations,
  ...settingsOperations,
  ...businessHoursOperations,
  getTeamDay,
  ...memberOperations,
  resetMember,
  ...invitationOperations,
  ...demoOperations,
  createUser,
  ...teamUserReads,
  ...pictureOperations,
  linkForUser,
  createTeamWithKey,
  listTeams,
  getTeam,
  setTeam,
  ...invitationAccountOperations,
  ...openIdOperations,
  ...passkeyOperations,
  ...pictureAccountOperations,
  ...pushAccountOperations,
  ...sessionOperations,
  ...agentAccountOperations,
  ...signingInOperations,
];
