import type { TeamDb } from '../db/database.ts';
import type { LanguageModel } from '../outbound/language-model.ts';
import type { Mailer } from '../outbound/mail.ts';
import type { MessagingService } from '../outbound/messaging/gateway.ts';
import type { OpenIdProvider } from '../outbound/openid.ts';
import type { ByteRange, Storage } from '../outbound/storage.ts';
import type { Cidr, TeamLimits } from '../platform/config.ts';
import type { Logger } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { KeyedRequest } from './idempotency.ts';
import type { Member } from './roles.ts';
import type { TypingSignal } from './viewers.ts';

/** Services for operations that reach beyond the database. */
export interface Services {
  readonly messaging: MessagingService;
  readonly log: Logger;
  /** Notifies the team's live viewers that a user is writing; absent if there are no live streams. */
  readonly showPresence?: (presence: TypingSignal) => void;
}

/** Phases of a team's deals, and their settings. */
export interface PhaseSettings {
  readonly deal_phases: readonly string[];
  readonly won_phases?: readonly string[];
  readonly lost_phases?: readonly string[];
  readonly phase_rules?: readonly {
    readonly phase: string;
    readonly limit_days: number | null;
    readonly probability: number | null;
  }[];
}

/**
 * Fills an empty team with demo data, in the transaction of `db`.
 * @param setPhases sets the team's deal phases
 * @returns the number of records created, by table
 */
export type FillDemo = (
  on: Pick<Context, 'db' | 'team' | 'settings'>,
  setPhases: (settings: PhaseSettings) => Promise<unknown>,
  /** User who requested it: gets some of the work assigned. */
  asker?: string,
) => Promise<{
  readonly clients: number;
  readonly contacts: number;
  readonly conversations: number;
  readonly projects: number;
  readonly tasks: number;
}>;

/** Operator settings that operations need. */
export interface Settings {
  readonly secrets: Secrets;
  readonly jidSuffix: string;
  /** Memory for hashing a password, in KiB; 19 MiB if absent. Lower values are for tests. */
  readonly passwordMemory?: number;
  /** Requests allowed per address and minute; absent or 0: unlimited. */
  readonly requestsPerMinute?: number;
  /** Limits of a team. Absent for unlimited callers. */
  readonly bounds?: TeamLimits;
  /** Non-public address ranges that the service may connect to on members' behalf. */
  readonly allowCidrs?: readonly Cidr[];
  /** Public base URL of this installation, without a trailing slash: `https://pauta.example.com`. */
  readonly publicUrl?: string | undefined;
  /** Starts a messaging service for one operation, for callers without {@link services}: the command line. */
  readonly startMessaging?: () => Promise<{ readonly service: MessagingService; stop(): void }>;
  /** Absent if only the database is available. */
  readonly services?: Services;
  /** Sends mail; absent without an SMTP server: users then copy links. */
  readonly mailer?: Mailer | undefined;
  /** Web push; absent if the operator's address, which push services require, is unknown. */
  readonly push?: { readonly publicKey: () => Promise<string> } | undefined;
  /** Identity provider; absent if none is configured. */
  readonly openId?: OpenIdProvider | undefined;
  /** The operator’s language model; absent if none is configured. */
  readonly languageModel?: LanguageModel | undefined;
  /** Tokens that a team may use for it in a day. */
  readonly languageModelTokens?: number;
  /** Absent if there is no demo. */
  readonly demo?: FillDemo;
  /** Storage of files. Absent if only the database is available. */
  readonly storage?: Storage;
}

/** @throws Error if a called operation needs more than the database */
export function servicesOf({ services }: Settings): Services {
  if (!services) throw new Error('this operation needs the services of a running installation');
  return services;
}

/** @throws Error if an operation on files is called without their storage */
export function storageOf({ storage }: Settings): Storage {
  if (!storage) throw new Error('this operation needs the storage of files');
  return storage;
}

/** Actor of an operation. Every change has exactly one. */
export type Actor =
  /** An API key, and the user who created it. */
  | {
      readonly kind: 'key';
      readonly keyId: string;
      readonly scope: 'full' | 'read';
      readonly userId: string | null;
      /** Membership of that user, if they have an account: limits the key's permissions. */
      readonly member?: Member | undefined;
    }
  /** A signed-in person as a member of the team. */
  | ({
      readonly kind: 'user';
      readonly userId: string;
      readonly personId: string;
      readonly sessionId: string;
      /** Time of their last authentication, as Date.now(). */
      readonly authenticatedAt: number;
    } & Member)
  /** The operator of the service, on the command line. */
  | { readonly kind: 'operator' }
  /** A step of a workflow's run. */
  | { readonly kind: 'workflow'; readonly runId: string }
  /** The sender of a call to a webhook endpoint's URL. */
  | { readonly kind: 'hook'; readonly webhookId: string }
  /** A messaging gateway that calls back. */
  | { readonly kind: 'gateway'; readonly inboxId: string }
  /** The demo, on behalf of one of its users. */
  | { readonly kind: 'demo'; readonly userId: string | null }
  /** The holder of a file's signed URL. */
  | { readonly kind: 'link'; readonly fileId: string }
  /** The holder of a client's approval link. */
  | { readonly kind: 'client'; readonly approvalId: string }
  /** The holder of a link to a client's report page. */
  | { readonly kind: 'client'; readonly reportLinkId: string }
  /** The service itself: sweeps, deliveries, the first start. */
  | { readonly kind: 'system' };

/** User on whose behalf an actor works; null if there is none. */
export const userIdOf = (actor: Actor): string | null => ('userId' in actor ? actor.userId : null);

/** Properties of the team that operations may need. */
export interface TeamFacts {
  readonly slug: string;
  readonly strictTaxIds: boolean;
}

/** Context of an operation on one team's data. */
export interface Context {
  readonly actor: Actor;
  readonly team: TeamFacts;
  readonly db: TeamDb;
  readonly settings: Settings;
  /** For log lines: id of the request, or a substitute. */
  readonly requestId?: string;
  /** Client address; absent for calls without a network. */
  readonly address?: string;
  /** True if a URL leads back to this service. Absent if that is unknown. */
  readonly leadsHere?: (address: URL) => boolean;
  /** Idempotency-Key of the call, for operations that store it themselves. */
  readonly keyed?: KeyedRequest | undefined;
  /** If-Match of a change, naming the version that was read (optimistic-lock.ts). */
  readonly ifMatch?: string | undefined;
  /** Origin of the requesting page: `https://pauta.example.com`. Absent without a page. */
  readonly origin?: string;
  /** Address of the team in the panel: `https://pauta.example.com/t/aurora`. Absent without a panel. */
  readonly panelUrl?: string;
  /** Uploaded content, for operations that store a file. */
  readonly upload?: AsyncIterable<Uint8Array>;
  /** True if the call came as a form, whose part `file` was stored and is named by `file_id`. */
  readonly hasForm?: true;
  /** Length of the upload, if known. */
  readonly uploadBytes?: number | undefined;
  /**
   * Defers work until the call is committed, if the call may be part of a transaction: external work must not happen inside it.
   * Absent: runs the work at once.
   */
  readonly defer?: (work: () => void) => void;
  /** Requested range of a file of this length; undefined for the whole file. @param name names its content */
  readonly range?: (bytes: number, name?: string) => ByteRange | undefined;
}
