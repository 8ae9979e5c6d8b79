import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import {
  type AccountOperation,
  accountOperation,
  callerOf,
} from '#server/operations/account-operation.ts';
import type { Settings } from '#server/operations/context.ts';
import { isPublicKey, isPushEndpoint, type PushAddress } from '#server/outbound/web-push.ts';
import { forbidden, invalid } from '#server/platform/errors.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import { about, boolean, patterned, required, singleLine } from '#server/records/fields.ts';

/*
 * Browsers to which notifications are pushed belong to the session in which they subscribed, and end with it. A browser has one subscription at its
 * push service, which it uses in all teams of its user and which may be replaced at any time.
 */

/** A browser with what it was sent when it subscribed. */
export interface PushSecret extends PushAddress {
  /** Public key of the installation at that time: messages signed with another one are refused. */
  readonly key: string;
}

/** Encryption context of a browser's address. */
export const pushSealContext = (team: string, id: string) => `push_subscriptions ${team} ${id}`;

/** Values of a PushSubscription. */
export const subscriptionFields = {
  endpoint: about('The address at the push service.', required(singleLine(1_000))),
  p256dh: about(
    'The public key of the browser, as base64url.',
    required(patterned(/^[\w-]{87}$/, 'a key of 65 bytes as base64url', 'B'.padEnd(87, 'A'))),
  ),
  auth: about(
    'The authentication secret of the browser, as base64url.',
    required(patterned(/^[\w-]{22}$/, 'a secret of 16 bytes as base64url', 'A'.repeat(22))),
  ),
};

/** @throws ApiError FORBIDDEN if the installation does not push; VALIDATION_ERROR for an address that it must not call */
export async function secretOf(
  { endpoint, p256dh, auth }: PushAddress,
  { push, allowCidrs }: Settings,
): Promise<PushSecret> {
  if (push === undefined)
    throw forbidden('This installation does not push notifications.', 'no_public_url');
  if (!isPushEndpoint(endpoint, allowCidrs ?? []))
    throw invalid('endpoint must be a public https address.', 'endpoint', 'invalid');
  if (!isPublicKey(p256dh))
    throw invalid('p256dh must be a point of the curve P-256.', 'p256dh', 'invalid');
  return { endpoint, p256dh, auth, key: await push.publicKey() };
}

const remove = platformStatement(
  'delete from push_subscriptions where person_id = $person and session_id = any($sessions::uuid[])',
);

/** Removes the subscriptions of sessions that ended. */
export async function removePushSubscriptions(
  tx: Platform,
  person: string,
  sessions: readonly string[],
): Promise<void> {
  if (sessions.length > 0) await tx.run(remove, { person, sessions });
}

const path = '/account/push-subscription';
const output = {
  name: 'PushSubscriptionState',
  fields: {
    public_key: about(
      'The public key of this installation, for `PushManager.subscribe()`; null if it does not push.',
      singleLine(),
    ),
    is_subscribed: about(
      'True if a team pushes notifications to the browser of this session.',
      required(boolean),
    ),
  },
};

const ofSession = platformStatement(
  'select team_id, id, secret from push_subscriptions where person_id = $person and session_id = $session order by team_id, id',
);

const getSubscription = accountOperation({
  name: 'account.get_push_subscription',
  id: 'getPushSubscription',
  summary: 'Get the state of the web push subscription of this browser',
  note: 'For the service worker, which replaces a subscription that the browser or this installation changed.',
  allow: 'person',
  panel: { method: 'GET', path, status: 200 },
  input: {},
  output,
  async run(ctx) {
    const { personId: person, sessionId: session } = callerOf(ctx);
    const { push } = ctx.settings;
    const rows = await ctx.platform.run(ofSession, { person, session });
    return {
      data: {
        public_key: push === undefined ? null : await push.publicKey(),
        is_subscribed: rows.length > 0,
      },
    };
  },
});

/** Another session of the same browser may have used the address. */
const removeOthers = platformStatement(
  'delete from push_subscriptions where team_id = $team and endpoint_hash = $hash and id <> $id',
);
/** Takes effect at once: the pause was that of the previous address. */
const replace = platformStatement(`
  update push_subscriptions set endpoint_hash = $hash, secret = $secret, attempts = 0, next_at = least(next_at, now())
  where team_id = $team and id = $id and person_id = $person and session_id = $session`);

const replaceSubscription = accountOperation({
  name: 'account.replace_push_subscription',
  id: 'replacePushSubscription',
  summary: 'Replace the web push subscription of this browser',
  note: 'In all teams that push notifications to it; adds none. Takes the values of a `PushSubscription`. Repeating it has no effect.',
  allow: 'person',
  panel: { method: 'PUT', path, status: 200 },
  input: subscriptionFields,
  output,
  async run(ctx, { endpoint, p256dh, auth }) {
    const { personId: person, sessionId: session } = callerOf(ctx);
    const { settings } = ctx;
    const wanted = await secretOf({ endpoint, p256dh, auth }, settings);
    const text = JSON.stringify(wanted);
    const hash = secretHash(endpoint);
    return ctx.platform.transaction(async (tx) => {
      const rows = await tx.run(ofSession, { person, session });
      for (const row of rows as unknown as { team_id: string; id: string; secret: Buffer }[]) {
        const { team_id: team, id } = row;
        const place = pushSealContext(team, id);
        // An address that is waited for keeps its pause.
        if (settings.secrets.open(row.secret, place) === text) continue;
        const secret = settings.secrets.seal(text, place);
        await tx.run(removeOthers, { team, hash, id });
        await tx.run(replace, { team, id, person, session, hash, secret });
      }
      return { data: { public_key: wanted.key, is_subscribed: rows.length > 0 } };
    });
  },
});

export const pushAccountOperations: readonly AccountOperation[] = [
  getSubscription,
  replaceSubscription,
];
