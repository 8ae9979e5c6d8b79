import type { CallbackSetting } from '../../../../outbound/messaging/connecting.ts';
import type { Connection } from '../../../../outbound/messaging/connection.ts';
import { type Json, list, object, text } from '../../wire.ts';

/*
 * A session's configuration at the gateway: W src/structures/sessions.dto.ts, webhooks.config.dto.ts. Changing it replaces it whole and
 * restarts the session, so what others have set in it is kept, and it is left alone where it is right already.
 */

/** `message.any` holds all that `message` does. */
export const callbackEvents = [
  'message.any',
  'message.ack',
  'message.reaction',
  'message.edited',
  'message.revoked',
  'session.status',
];

/** After 2 s, 4 s, 6 s…: four hours in all. The gateway keeps what it repeats in memory. */
const retries = { policy: 'linear', delaySeconds: 2, attempts: 120 };

const webhookOf = ({ config }: Connection, url: string): Json => ({
  url,
  events: callbackEvents,
  hmac: { key: config.webhook_secret },
  retries,
});

/** Callbacks of an inbox end in its id, wherever Pauta is. */
const isOurs = ({ inbox }: Connection, webhook: unknown) =>
  text(object(webhook)?.url)?.includes(inbox) === true;

/** Our callback; if the session has none, the first of others, next to which ours is set. */
export function callbackIn(connection: Connection, config: Json | undefined): CallbackSetting {
  const all = list(config?.webhooks);
  const webhook = object(all.find((one) => isOurs(connection, one)) ?? all[0]);
  // A gateway may hide the key: setting it again restarts the session, so a hidden one counts.
  const isSigned = Boolean(object(webhook?.hmac)?.key);
  return { url: text(webhook?.url), isComplete: isSigned && hasAllEvents(webhook) };
}

function hasAllEvents(webhook: Json | undefined): boolean {
  const sent = list(webhook?.events);
  return callbackEvents.every((event) => sent.includes(event) || sent.includes('*'));
}

/**
 * The configuration with our callback in it.
 * @param now what it is
 * @returns undefined where it is right already
 */
export function configWith(
  connection: Connection,
  now: Json | undefined,
  callbackUrl: string,
): Json | undefined {
  const webhook = webhookOf(connection, callbackUrl);
  const all = list(now?.webhooks);
  const ours = all.filter((one) => isOurs(connection, one));
  const others = all.filter((one) => !isOurs(connection, one));
  if (ours.length === 1 && isSame(object(ours[0]), webhook)) return undefined;
  return {
    // What comes from groups is not taken anyway.
    ignore: { groups: true, status: true, channels: true, broadcast: true },
    // Without it the engine NOWEB neither quotes nor downloads again.
    noweb: { store: { enabled: true, fullSync: false } },
    ...now,
    webhooks: [...others, webhook],
  };
}

/** The gateway adds fields of its own, as null. */
function isSame(one: Json | undefined, other: Json): boolean {
  return (
    one?.url === other.url &&
    object(one?.hmac)?.key === object(other.hmac)?.key &&
    hasAllEvents(one)
  );
}
