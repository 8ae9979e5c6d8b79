import type { Platform } from '../db/database.ts';
import { ApiError, type ErrorCode } from '../platform/errors.ts';
import type { Values } from '../records/crud-queries.ts';
import type { Fields } from '../records/fields.ts';
import { readValues, type ValuesOf } from './call-values.ts';
import type { Settings } from './context.ts';
import type { Route } from './operation.ts';

/*
 * Operations on a person's own account, which belongs to no team: signing in and out, passwords, devices. The panel API serves
 * them below /api/panel.
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
  /** Authentication methods of the session: pwd, otp, recovery, passkey, oidc, mfa. */
  readonly methods: readonly string[];
  /** Time of the last authentication, as Date.now(). */
  readonly authenticatedAt: number;
}

/** Properties of a request other than its body. */
interface RequestInfo {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Cookie of the device: identifies a device used before, and its user. */
  readonly device: string | undefined;
  /** Origin of the requesting page: `https://pauta.example.com`. */
  readonly origin: string;
  /** Base URL known to the browser: PUBLIC_URL, otherwise the requested host. Never use it in content for another recipient. */
  readonly page: string;
  /** Path and query as requested. */
  readonly url: string;
  /** State of an external sign-in started in this browser: {@link AccountAnswer.externalSignIn}. */
  readonly externalSignIn: string | undefined;
}

/** Context of an account operation. */
export interface AccountContext {
  readonly platform: Platform;
  readonly settings: Settings;
  readonly request: RequestInfo;
  /** Undefined without a session. */
  readonly caller: SignedIn | undefined;
  /**
   * Counts against a limit per minute. Absent if limits are disabled.
   * @param what the counted key
   * @param to subject of the limit for the message: `one account`
   * @throws ApiError RATE_LIMITED
   */
  readonly count?: (what: string, perMinute: number, to: string) => Promise<void>;
}

/** Result of an account operation. */
export interface AccountAnswer {
  readonly data: unknown;
  /** Token of the caller's new session; null ends the session. */
  readonly session?: string | null;
  /** New cookie of the device. */
  readonly device?: string;
  /** Cookie of an external sign-in, for ten minutes; null removes it. */
  readonly externalSignIn?: string | null;
  /** Redirects the browser (303); for navigation, not for scripts. */
  readonly location?: string;
}

/** An operation on a person's own account. */
export interface AccountOperation<F extends Fields = Fields> {
  readonly scope: 'account';
  /** `session.begin`. */
  readonly name: string;
  /** Name in clients: `signIn`. */
  readonly id: string;
  /** One line in the imperative: `Sign in`. */
  readonly summary: string;
  readonly note?: string;
  /** anyone: without a session; person: with a session; fresh: with a session authenticated in the last ten minutes. */
  readonly allow: 'anyone' | 'person' | 'fresh';
  /** Path below /api/panel; ids in it are `:id`. */
  readonly panel: Omit<Route, 'status'> & { readonly status: 200 | 201 | 202 | 303 };
  readonly input: F;
  /** Shape of `data`: name of its schema, and its fields; `isList` makes it an array, `isNullable` allows null. */
  readonly output: {
    readonly name: string;
    readonly fields: Fields;
    readonly isList?: true;
    readonly isNullable?: true;
  };
  /** Error codes beyond those common to all account operations. */
  readonly mayFail?: readonly ErrorCode[];
  /** True for sign-in operations, which share a limit of 30 a minute per address. */
  readonly isGuarded?: true;
  /** Max bytes of the body, if more than the usual ones; requires a session. */
  readonly maxBytes?: number;
  /** @param id of the path, if it has one; not yet validated as a UUID */
  run(ctx: AccountContext, values: ValuesOf<F>, id: string): Promise<AccountAnswer>;
}

/** Declares an account operation. */
export const accountOperation = <const F extends Fields>(
  declaration: Omit<AccountOperation<F>, 'scope'>,
): AccountOperation<F> => ({ scope: 'account', ...declaration });

/** Authentication methods that count as two factors; mfa: asserted by the OpenID provider. */
export const twoFactors = ['otp', 'recovery', 'passkey', 'mfa'] as const;

/** SQL: true if a row of teams requires two factors of every member, as of today in the team's time zone. */
export const enforcesTwoFactors = (
  t: string,
) => `(${t}.requires_second_factor and (${t}.second_factor_from is null
  or ${t}.second_factor_from <= (now() at time zone ${t}.time_zone)::date))`;

/** True if the methods include a second factor. */
export const hasTwoFactors = (methods: readonly string[]): boolean =>
  twoFactors.some((method) => methods.includes(method));

/** Duration for which an authentication counts as recent. */
const freshForMs = 10 * 60_000;

/** @throws ApiError REAUTH_REQUIRED if the caller's last authentication is older than ten minutes */
export function requireFresh({ authenticatedAt }: Pick<SignedIn, 'authenticatedAt'>): void {
  if (Date.now() - authenticatedAt > freshForMs)
    throw new ApiError('REAUTH_REQUIRED', 'Re-authenticate, then repeat the request.');
}

/** Caller of an operation that requires one. @throws ApiError UNAUTHORIZED */
export function callerOf({ caller }: AccountContext): SignedIn {
  if (!caller) throw signedOut();
  return caller;
}

export const signedOut = () => new ApiError('UNAUTHORIZED', 'Sign in first.');

/** Validates and runs a call. @throws ApiError UNAUTHORIZED, REAUTH_REQUIRED, VALIDATION_ERROR, and any error of the operation */
export async function performOwn<F extends Fields>(
  { allow, input, run }: AccountOperation<F>,
  ctx: AccountContext,
  inputValues: Values,
  id: string,
): Promise<AccountAnswer> {
  if (allow !== 'anyone') {
    const caller = callerOf(ctx);
    if (allow === 'fresh') requireFresh(caller);
  }
  return run(ctx, readValues(input, inputValues), id);
}
