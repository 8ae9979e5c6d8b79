import { type Json, list, object, text } from '#server/features/gateways/requests.ts';
import type { Connection } from '#server/outbound/messaging/connection.ts';
import type { CallbackSetting } from '#server/outbound/messaging/gateway-setup.ts';

/*
 * Configuration of a session at the gateway: W src/structures/sessions.dto.ts, webhooks.config.dto.ts. A change replaces it whole and
 * restarts the session, so settings of others are kept, and a correct configuration is left alone.
 */

/** `message.any` covers all events of `message`. */
export const callbackEvents = [
  'message.any',
  'message.ack',
  'message.reaction',
  'message.edited',
  'message.revoked',
  'session.status',
];

/** After 2 s, 4 s, 6 s…: four hours in all. The gateway keeps pending retries in memory. */
const retries = { policy: 'linear', delaySeconds: 2, attempts: 120 };

const webhookOf = ({ config }: Connection, url: string): Json => ({
  url,
  events: callbackEvents,
  hmac: { key: config.webhook_secret },
  retries,
});

/** Callback URLs of an inbox end in its id, wherever Pauta is hosted. */
const isOurs = ({ inbox }: Connection, webhook: unknown) =>
  text(object(webhook)?.url)?.includes(inbox) === true;

/** Returns our callback; if the session has none, the first of the others, next to which ours is set. */
export function callbackIn(connection: Connection, config: Json | undefined): CallbackSetting {
  const all = list(config?.webhooks);
  const webhook = object(all.find((one) => isOurs(connection, one)) ?? all[0]);
  // A gateway may hide the key: setting it again restarts the session, so a hidden key counts as set.
  const isSigned = Boolean(object(webhook?.hmac)?.key);
  return { url: text(webhook?.url), isComplete: isSigned && hasAllEvents(webhook) };
}

function hasAllEvents(webhook: Json | undefined): boolean {
  const sent = list(webhook?.events);
  return callbackEvents.every((event) => sent.includes(event) || sent.includes('*'));
}

/**
 * Returns the configuration with our callback in it.
 * @param now the current configuration
 * @returns undefined if it is already correct
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
    // Messages from groups are not received anyway.
    ignore: { groups: true, status: true, channels: true, broadcast: true },
    // Without it the NOWEB engine neither quotes nor downloads again.
    noweb: { store: { enabled: true, fullSync: false } },
    ...now,
    webhooks: [...others, webhook],
  };
}

/** The gateway adds its own fields, as null. */
function isSame(one: Json | undefined, other: Json): boolean {
  return (
    one?.url === other.url &&
    object(one?.hmac)?.key === object(other.hmac)?.key &&
    hasAllEvents(one)
  );
}
