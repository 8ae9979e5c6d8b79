import { randomBytes } from 'node:crypto';
import { iso } from '#server/db/statement.ts';
import type { AuditedChange } from '#server/events/audit.ts';
import { Type } from '#server/platform/schema.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import {
  about,
  kind,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { role } from '../members/member.ts';

/** State of an invitation. */
const states = ['open', 'accepted', 'revoked', 'expired'] as const;

/** Invitation as shown to admins, without its link. */
export const invitation = {
  name: 'Invitation',
  fields: {
    id: required(uuid),
    state: about('The state of the invitation.', required(oneOf('text', states))),
    role: required(role),
    name: singleLine(255, 1),
    email: singleLine(),
    /** User without an account to bind; if it belonged to another person, a new user is created. */
    user_id: uuid,
    /** Member who created it; null for the operator. */
    invited_by: about('The user who invited them.', uuid),
    accepted_by: about('The user who accepted it.', uuid),
    created_at: required(timestamp),
    expires_at: required(timestamp),
  },
};

/**
 * SQL: true if the issuer of an invitation may still create it: an active owner, or an admin if the invitation neither grants the owner
 * role nor is for an owner. The operator's invitations have no issuer.
 */
const mayStillInvite = (i: string) => `(${i}.invited_by is null or exists (
  select from users a join people p on p.id = a.person_id
  where a.team_id = ${i}.team_id and a.id = ${i}.invited_by and a.suspended_at is null and p.disabled_at is null
    and (a.role = 'owner' or (a.role = 'admin' and ${i}.role <> 'owner' and not exists (
      select from users b where b.team_id = ${i}.team_id and b.id = ${i}.user_id and b.role = 'owner')))))`;

/** SQL: a row of invites as JSON. */
export const invitationJson = (i: string) => `json_build_object('id', ${i}.id,
  'state', case when ${i}.accepted_at is not null then 'accepted' when ${i}.revoked_at is not null then 'revoked'
    when ${i}.expires_at <= now() then 'expired' when not ${mayStillInvite(i)} then 'revoked' else 'open' end,
  'role', ${i}.role, 'name', ${i}.name, 'email', ${i}.email, 'user_id', ${i}.user_id, 'invited_by', ${i}.invited_by,
  'accepted_by', ${i}.accepted_by, 'created_at', ${iso(`${i}.created_at`)}, 'expires_at', ${iso(`${i}.expires_at`)})`;

/** SQL: true if an invitation was neither accepted nor revoked and has not expired. */
export const isOpen = (i: string) =>
  `${i}.accepted_at is null and ${i}.revoked_at is null and ${i}.expires_at > now()`;

/** SQL: true if the link of an invitation can be accepted now. */
export const isAcceptable = (i: string) => `${isOpen(i)} and ${mayStillInvite(i)}`;

/**
 * SQL condition: the row of users has no account, and $person may use it. A row that a person has used before remains theirs: it holds
 * their private views and drafts. `seen_at` covers members removed by a version that did not store the former person.
 */
export const mayBind = (u: string) =>
  `${u}.person_id is null and (${u}.former_person_id = $person or (${u}.former_person_id is null and ${u}.seen_at is null))`;

/** Audit entries of revoked invitations. @param rows row source of the invitations */
export const revokedInvitations = (rows: string): AuditedChange => ({
  type: 'invitations',
  from: `${rows} i`,
  record: 'i.id',
  before: `json_strip_nulls(json_build_object('role', i.role, 'email', i.email))::text`,
  after: `json_build_object('revoked_at', ${iso('i.revoked_at')})::text`,
});

/** Creates the token of a link, and the hash to store. */
export function newToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: secretHash(token) };
}

/** Token of a link, as sent by the client. */
export const tokenField = kind(
  Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    examples: ['dGhlIHBhcnQgb2YgdGhlIGxpbmsgYmVoaW5kIGRvdHM'],
  }),
  'the part of the link behind its dot',
  'text',
);

/**
 * Invitation link. The token is in the fragment, which browsers do not send to servers.
 * @param page page that handles it; `first` sets up an installation
 */
export const linkOf = (
  origin: string,
  page: 'invite' | 'first',
  slug: string,
  token: string,
): string => `${origin}/${page}#${slug}.${token}`;
