import type { Platform } from '../db/database.ts';
import { ApiError, type ErrorCode } from '../platform/errors.ts';
import type { Fields } from '../records/fields.ts';
import type { Values } from '../records/verbs.ts';
import type { Settings } from './context.ts';
import type { Route } from './operation.ts';
import { readValues, type ValuesOf } from './values.ts';

/*
 * What people do with their own account, which belongs to no team: signing in and out, passwords, devices. The panel serves it
 * below /api/panel.
 */

/** A person with a session. */
export interface SignedIn {
  readonly sessionId: string;
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly isOperator: boolean;
  /** How the session was begun: pwd, otp, recovery, passkey, oidc, mfa. */
  readonly methods: readonly string[];
  /** When the person last proved who they are, as Date.now(). */
  readonly authenticatedAt: number;
}

/** What is known of a request beside its body. */
export interface Asking {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** The device's cookie: that it has signed in before, and who did. */
  readonly device: string | undefined;
  /** Where the page lies that asks: `https://pauta.example.com`. */
  readonly origin: string;
  /** What the browser knows it by: PUBLIC_URL, else the host that it asked. Never for what goes to somebody else. */
  readonly page: string;
  /** Path and query, as they were asked for. */
  readonly url: string;
  /** What a way in by another site began in this browser: {@link AccountAnswer.elsewhere}. */
  readonly elsewhere: string | undefined;
}

/** What an account operation works with. */
export interface AccountContext {
  readonly platform: Platform;
  readonly settings: Settings;
  readonly asking: Asking;
  /** Undefined where nobody is signed in. */
  readonly caller: SignedIn | undefined;
  /**
   * Counts one more of something, so many a minute. Absent where nothing is counted.
   * @param what is counted together
   * @param to whom the limit applies, for the message: `one account`
   * @throws ApiError RATE_LIMITED
   */
  readonly count?: (what: string, perMinute: number, to: string) => Promise<void>;
}

/** What an account operation answers. */
export interface AccountAnswer {
  readonly data: unknown;
  /** The token of the session that the caller has from now on; null: none any more. */
  readonly session?: string | null;
  /** The cookie by which the device is known from now on. */
  readonly device?: string;
  /** The cookie of a way in that leads over another site, for ten minutes; null: it is over. */
  readonly elsewhere?: string | null;
  /** Where the browser goes on (303); for what is opened, not asked by a script. */
  readonly location?: string;
}

/** Declared of something that people do with their account. */
export interface AccountOperation<F extends Fields = Fields> {
  /** `session.begin`. */
  readonly name: string;
  /** As the client calls it: `signIn`. */
  readonly id: string;
  /** One line in the imperative: `Sign in`. */
  readonly summary: string;
  readonly note?: string;
  /** anyone: no session is needed; person: one is; fresh: one whose person proved who they are in the last ten minutes. */
  readonly allow: 'anyone' | 'person' | 'fresh';
  /** Its path is below /api/panel; ids in it are `:id`. */
  readonly panel: Omit<Route, 'status'> & { readonly status: 200 | 201 | 202 | 303 };
  readonly takes: F;
  /** Shape of `data`: the name of its schema, and its fields; with `isList` an array of such, with `isNullable` one or null. */
  readonly answers: {
    readonly name: string;
    readonly fields: Fields;
    readonly isList?: true;
    readonly isNullable?: true;
  };
  /** Codes that it may refuse with beyond what every such operation may. */
  readonly mayFail?: readonly ErrorCode[];
  /** Whether it is part of signing in: all of these together are counted by address, 30 a minute. */
  readonly isGuarded?: true;
  /** @param id of the path, where it has one; not yet known to be a UUID */
  run(ctx: AccountContext, values: ValuesOf<F>, id: string): Promise<AccountAnswer>;
}

/** Declares an account operation. */
export const accountOperation = <const F extends Fields>(
  declaration: AccountOperation<F>,
): AccountOperation<F> => declaration;

/** What a session was begun or proven with that stands for two factors; mfa: the OpenID provider says so. */
export const twoFactors = ['otp', 'recovery', 'passkey', 'mfa'] as const;

/** SQL: true if a row of teams lets in only those who have proven themselves twice, as of today in the team's time zone. */
export const enforcesTwoFactors = (
  t: string,
) => `(${t}.requires_second_factor and (${t}.second_factor_from is null
  or ${t}.second_factor_from <= (now() at time zone ${t}.time_zone)::date))`;

/** Whether a person has proven themselves twice. */
export const hasTwoFactors = (methods: readonly string[]): boolean =>
  twoFactors.some((method) => methods.includes(method));

/** How long a proof of who one is lasts for what asks for a fresh one. */
export const freshForMs = 10 * 60_000;

/** @throws ApiError REAUTH_REQUIRED where the caller's last proof of who they are is older than ten minutes */
export function requireFresh({ authenticatedAt }: Pick<SignedIn, 'authenticatedAt'>): void {
  if (Date.now() - authenticatedAt > freshForMs)
    throw new ApiError('REAUTH_REQUIRED', 'Prove who you are again; then repeat the request.');
}

/** The caller of an operation that needs one. @throws ApiError UNAUTHORIZED */
export function callerOf({ caller }: AccountContext): SignedIn {
  if (!caller) throw signedOut();
  return caller;
}

export const signedOut = () => new ApiError('UNAUTHORIZED', 'Sign in first.');

/** Checks a call and does it. @throws ApiError UNAUTHORIZED, REAUTH_REQUIRED, VALIDATION_ERROR, and whatever the operation refuses */
export async function performOwn<F extends Fields>(
  { allow, takes, run }: AccountOperation<F>,
  ctx: AccountContext,
  given: Values,
  id: string,
): Promise<AccountAnswer> {
  if (allow !== 'anyone') {
    const caller = callerOf(ctx);
    if (allow === 'fresh') requireFresh(caller);
  }
  return run(ctx, readValues(takes, given), id);
}
