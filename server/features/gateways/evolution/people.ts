import { phoneOf } from '#server/features/gateways/phones.ts';
import { type Json, list, object, text } from '#server/features/gateways/requests.ts';
import type { Address, Connection, GatewayResult } from '#server/outbound/messaging/connection.ts';
import type { Profile } from '#server/outbound/messaging/gateway.ts';
import { call, chatJid, done, failed, recipientOf, resultOf } from './client.ts';

/*
 * Lookups of people and read receipts at Evolution (E src/api/routes/chat.router.ts; B whatsappNumber, profilePicture, markMessageAsRead).
 */

/** Looks up one number or LID. @returns the network's spelling of it, and whether it has an account */
async function lookUp(
  connection: Connection,
  number: string,
  timeoutMs: number,
): Promise<GatewayResult<Json>> {
  const answer = await call(
    connection,
    'POST',
    '/chat/whatsappNumbers',
    { numbers: [number] },
    timeoutMs,
  );
  return resultOf(answer, (_, value) => {
    const [found] = list(value).map(object);
    return found && typeof found.exists === 'boolean'
      ? done(found)
      : failed('gateway', "the gateway's answer cannot be read");
  });
}

/** Returns the number behind a LID, if the gateway has seen the two together. */
export async function phoneBehind(
  connection: Connection,
  lid: string,
  timeoutMs: number,
): Promise<GatewayResult<string | undefined>> {
  const asked = await lookUp(connection, `${lid}@lid`, timeoutMs);
  return asked.kind === 'done' ? done(phoneOf(asked.value.jid)) : asked;
}

/** Fetches a person's picture; names come with messages. */
export async function profile(
  connection: Connection,
  of: Address,
  timeoutMs: number,
): Promise<GatewayResult<Profile>> {
  const answer = await call(
    connection,
    'POST',
    '/chat/fetchProfilePictureUrl',
    { number: recipientOf(of) },
    timeoutMs,
  );
  // The gateway also answers null if it could not query the network (B profilePicture).
  return resultOf(answer, (json) => done({ pictureUrl: text(json?.profilePictureUrl) ?? null }));
}

/** Reports to the network that messages were read. */
export async function markRead(
  connection: Connection,
  { chat, networkIds }: { readonly chat: Address; readonly networkIds: readonly string[] },
  timeoutMs: number,
): Promise<GatewayResult<undefined>> {
  // The gateway would report success, and skip them.
  if (chat.phone === undefined)
    return { kind: 'impossible', reason: 'the gateway marks nothing of hidden numbers as read' };
  if (networkIds.length === 0) return done(undefined);
  const readMessages = networkIds.map((id) => ({ id, fromMe: false, remoteJid: chatJid(chat) }));
  const answer = await call(
    connection,
    'POST',
    '/chat/markMessageAsRead',
    { readMessages },
    timeoutMs,
  );
  return resultOf(answer, () => done(undefined));
}
