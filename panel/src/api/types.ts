/*
 * What the panel's door answers, by hand until it is generated from /api/panel/openapi.json.
 */

export type Role = 'owner' | 'admin' | 'member';

export interface Session {
  readonly id: string;
  readonly person_id: string;
  readonly name: string;
  readonly email: string;
  readonly locale: string;
  readonly time_zone: string;
  readonly methods: readonly string[];
  readonly authenticated_at: string;
}

export interface SignInStep {
  readonly step: 'done' | 'second_factor';
  readonly session: Session | null;
  readonly token: string | null;
}

export interface OwnTeam {
  readonly slug: string;
  readonly name: string;
  readonly user_id: string;
  readonly role: Role;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly locale: 'pt-BR' | 'en';
  readonly time_zone: string;
  readonly has_password: boolean;
  readonly has_totp: boolean;
  readonly recovery_codes_left: number;
  readonly passkeys: number;
}

export interface OwnSession {
  readonly id: string;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly methods: readonly string[];
  readonly created_at: string;
  readonly seen_at: string;
  readonly is_current: boolean;
}

export interface TotpSetup {
  readonly secret: string;
  readonly url: string;
  /** SVG. */
  readonly qr: string;
}

export interface RecoveryCodes {
  readonly recovery_codes: readonly string[];
}

export interface PasswordReset {
  readonly email: string;
  readonly needs_code: boolean;
  readonly expires_at: string;
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly sees_values: boolean;
  readonly may_export: boolean;
  readonly has_account: boolean;
  readonly suspended_at: string | null;
  readonly last_seen_at: string | null;
  readonly created_at: string;
}

export interface InvitationFound {
  readonly team: string;
  readonly slug: string;
  readonly role: Role;
  readonly name: string | null;
  readonly email: string | null;
  readonly inviter: string | null;
}

export interface Invitation {
  readonly id: string;
  readonly role: Role;
  readonly name: string | null;
  readonly email: string | null;
  readonly state: 'open' | 'accepted' | 'revoked' | 'expired';
  readonly expires_at: string;
}

export interface NewInvitation extends Invitation {
  readonly link: string;
  readonly is_mailed: boolean;
}

export interface TeamSettings {
  readonly name: string;
  readonly slug: string;
  readonly strict_tax_ids: boolean;
  readonly deal_phases: readonly string[];
  readonly won_phases: readonly string[];
  readonly lost_phases: readonly string[];
  readonly time_zone: string;
  readonly created_at: string;
}
