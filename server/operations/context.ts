import type { TeamDb } from '../db/database.ts';
import type { Mailer } from '../outbound/mail.ts';
import type { MessagingService } from '../outbound/messaging/gateway.ts';
import type { OpenIdProvider } from '../outbound/openid.ts';
import type { ByteRange, Storage } from '../outbound/storage.ts';
import type { Bounds, Cidr } from '../platform/config.ts';
import type { Logger } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Keyed } from './idempotency.ts';
import type { Member } from './roles.ts';
import type { Presence } from './watching.ts';

/** What operations that reach beyond the database work with. */
export interface Services {
  readonly messaging: MessagingService;
  readonly log: Logger;
  /** Tells those who look at the team now that somebody is writing; absent where nobody can be told. */
  readonly showPresence?: (presence: Presence) => void;
}

/** The phases of a team's deals, and what it says of them. */
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
 * Fills a team that is empty with invented data, in the transaction of `db`.
 * @param setPhases gives the team phases of deals
 * @returns how many records there are more, by table
 */
export type FillDemo = (
  on: Pick<Context, 'db' | 'team' | 'settings'>,
  setPhases: (settings: PhaseSettings) => Promise<unknown>,
  /** The user who asked for it: some of the work is theirs. */
  asker?: string,
) => Promise<{
  readonly clients: number;
  readonly contacts: number;
  readonly conversations: number;
  readonly projects: number;
  readonly tasks: number;
}>;

/** What the operator configured that operations need. */
export interface Settings {
  readonly secrets: Secrets;
  readonly jidSuffix: string;
  /** How much memory hashing a password takes, in KiB; absent: 19 MiB. Less is for tests. */
  readonly passwordMemory?: number;
  /** How many requests a minute one address may make; absent or 0: as many as it likes. */
  readonly requestsPerMinute?: number;
  /** The limits of a team. Absent for callers that are not limited. */
  readonly bounds?: Bounds;
  /** The ranges of addresses that members may have the service connect to although they are not public. */
  readonly allowCidrs?: readonly Cidr[];
  /** Where gateways and people reach this installation, without a slash at its end: `https://pauta.example.com`. */
  readonly publicUrl?: string | undefined;
  /** The sandbox's delay, for callers without the services of a running installation. */
  readonly sandboxDelayMs?: number;
  /** Absent where only the database is at hand. */
  readonly services?: Services;
  /** Sends mail; absent where the operator has no SMTP server: links are copied then. */
  readonly mailer?: Mailer | undefined;
  /** Vouches for people; absent where the operator has none. */
  readonly openId?: OpenIdProvider | undefined;
  /** Absent where there is no demo. */
  readonly demo?: FillDemo;
  /** Where files lie. Absent where only the database is at hand. */
  readonly storage?: Storage;
}

/** @throws Error where an operation is called that needs more than the database */
export function servicesOf({ services }: Settings): Services {
  if (!services) throw new Error('this operation needs the services of a running installation');
  return services;
}

/** @throws Error where an operation on files is called without their storage */
export function storageOf({ storage }: Settings): Storage {
  if (!storage) throw new Error('this operation needs the storage of files');
  return storage;
}

/** Who does something. Every change has exactly one. */
export type Actor =
  /** An API key, and the user who made it. */
  | {
      readonly kind: 'key';
      readonly keyId: string;
      readonly scope: 'full' | 'read';
      readonly userId: string | null;
      /** What that user is, where they have an account: the key may no more than they may. */
      readonly member?: Member | undefined;
    }
  /** A person who is signed in, as the member of the team that they are. */
  | ({
      readonly kind: 'user';
      readonly userId: string;
      readonly personId: string;
      readonly sessionId: string;
      /** When they last proved who they are, as Date.now(). */
      readonly authenticatedAt: number;
    } & Member)
  /** Whoever runs the service, at the command line. */
  | { readonly kind: 'operator' }
  /** A step of a workflow's run. */
  | { readonly kind: 'workflow'; readonly runId: string }
  /** The sender of a call to a webhook endpoint's address. */
  | { readonly kind: 'hook'; readonly webhookId: string }
  /** A messaging gateway that calls back. */
  | { readonly kind: 'gateway'; readonly inboxId: string }
  /** The demo, in the name of one of its users. */
  | { readonly kind: 'demo'; readonly userId: string | null }
  /** Whoever has the signed address of a file. */
  | { readonly kind: 'link'; readonly fileId: string }
  /** Whoever has the link by which a client approves. */
  | { readonly kind: 'client'; readonly approvalId: string }
  /** The service itself: sweeps, deliveries, the first start. */
  | { readonly kind: 'system' };

/** The user in whose name an actor works; null where there is none. */
export const userIdOf = (actor: Actor): string | null => ('userId' in actor ? actor.userId : null);

/** What operations may have to know of the team itself. */
export interface TeamFacts {
  readonly slug: string;
  readonly strictTaxIds: boolean;
}

/** What an operation on one team's data works with. */
export interface Context {
  readonly actor: Actor;
  readonly team: TeamFacts;
  readonly db: TeamDb;
  readonly settings: Settings;
  /** For log lines: the id of the request, or of what stands for one. */
  readonly requestId?: string;
  /** Where the call comes from; absent for calls that come over no network. */
  readonly address?: string;
  /** Whether an address leads back to this service. Absent where that cannot be told. */
  readonly leadsHere?: (address: URL) => boolean;
  /** The Idempotency-Key of the call, for operations that keep it themselves. */
  readonly keyed?: Keyed | undefined;
  /** The If-Match of a change that is of what was read (versions.ts). */
  readonly ifMatch?: string | undefined;
  /** Where the page lies that asks: `https://pauta.example.com`. Absent where no page does. */
  readonly origin?: string;
  /** The bytes that come with the call, for operations that store a file. */
  readonly upload?: AsyncIterable<Uint8Array>;
  /** The length of the upload, if known. */
  readonly uploadBytes?: number | undefined;
  /**
   * Has something done once the call is committed, where the call may be part of a transaction: what leaves the database does not
   * wait in it. Absent: at once.
   */
  readonly later?: (work: () => void) => void;
  /** Which part of a file the caller wants, once it is known how long it is; undefined: all of it. */
  readonly range?: (bytes: number) => ByteRange | undefined;
}
