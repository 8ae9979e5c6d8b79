import type { Platform } from '#server/db/database.ts';
import {
  type AccountAnswer,
  type AccountContext,
  callerOf,
  signedOut,
} from '#server/operations/account-operation.ts';
import { ApiError } from '#server/platform/errors.ts';
import { recordAccountAudit } from '../audit.ts';
import { sessionView } from '../session-operations.ts';
import { findSession, renewSession, startSession } from '../sessions.ts';
import { deviceFor, deviceOf } from './devices.ts';
import { resetFailures } from './login-failures.ts';

/*
 * Common end of all sign-in methods.
 */

/** Uniform error for unknown accounts, wrong proofs, and disabled or locked people. */
export const signInRefused = () =>
  new ApiError(
    'UNAUTHORIZED',
    'The credentials are wrong. After several failures, even correct ones are refused for up to 15 minutes.',
  );

/** Authentication methods of a sign-in: pwd, otp, recovery, passkey, link, oidc; or a function that determines them in its transaction. */
type Methods = readonly string[] | ((tx: Platform) => Promise<readonly string[]>);

const methodsIn = async (tx: Platform, methods: Methods) =>
  typeof methods === 'function' ? methods(tx) : methods;

/**
 * Starts a session of an authenticated person, and marks the device as theirs.
 * @returns the answer of `getSession`, with the session's token and the device's cookie
 * @throws ApiError UNAUTHORIZED if the person is disabled
 */
export async function signInAs(
  ctx: AccountContext,
  personId: string,
  methods: Methods,
): Promise<AccountAnswer> {
  const { platform, request: asking } = ctx;
  const { secrets } = ctx.settings;
  const device = deviceFor(secrets, asking.device, personId);
  const before = deviceOf(secrets, asking.device, personId);
  const { token, session } = await platform.transaction(async (tx) => {
    const proven = await methodsIn(tx, methods);
    await resetFailures(tx, { person: personId, device: before });
    const started = await startSession(tx, {
      personId,
      methods: proven,
      address: asking.address,
      userAgent: asking.userAgent,
      device: device.id,
    });
    const session = await findSession(tx, started.token);
    if (!session) throw signInRefused();
    await recordAccountAudit(tx, ctx, {
      personId,
      operation: 'session.begin',
      sessionId: started.id,
      after: {
        methods: proven,
        is_known_device: before !== undefined,
        ...(started.ended > 0 && { sessions_ended: started.ended }),
      },
    });
    return { token: started.token, session };
  });
  return { data: sessionView(session), session: token, device: device.cookie };
}

/**
 * Records that the caller has re-authenticated: the session continues under a new token.
 * @throws ApiError UNAUTHORIZED if the session has ended
 */
export async function recordReauthentication(
  ctx: AccountContext,
  methods: Methods,
): Promise<AccountAnswer> {
  const caller = callerOf(ctx);
  const { platform, settings, request: asking } = ctx;
  const knownDevice = deviceOf(settings.secrets, asking.device, caller.personId);
  const token = await platform.transaction(async (tx) => {
    const proven = await methodsIn(tx, methods);
    await resetFailures(tx, { person: caller.personId, device: knownDevice });
    const renewed = await renewSession(tx, caller, proven);
    if (renewed !== undefined)
      await recordAccountAudit(tx, ctx, {
        personId: caller.personId,
        operation: 'session.prove',
        after: { methods: proven },
      });
    return renewed;
  });
  const session = token && (await findSession(platform, token));
  if (!session) throw signedOut();
  return { data: sessionView(session), session: token };
}
