import type { Address } from '../../../../outbound/messaging/connection.ts';
import type { KnownLid } from '../../../../outbound/messaging/updates.ts';
import { phoneOf } from '../../phones.ts';
import { type Json, object, text } from '../../wire.ts';

/*
 * WAHA's ids and addresses. W is github.com/devlikeapro/waha (2025.12.3 and, where it says so, 2024.10.8), D
 * github.com/devlikeapro/waha-docs at 2026.7.1.
 *
 * - Ids: `{fromMe}_{chat}_{id}[_{participant}]`, W src/core/utils/ids.ts. The chat in it is the only one that all engines agree on:
 *   with `fromMe`, WEBJS has it in `to`, NOWEB and GOWS in `from` (getFromToParticipant in each src/core/engines/…/session.*.ts).
 * - Addresses: D content/docs/how-to/receive-messages/-chat-ids.md.
 */

/** The network's own part of an id. */
export const bareId = (id: string) => (id.includes('_') ? id.split('_')[2] : id);

/** The id in an answer or a payload, whatever the engine: `key.id`, else `id.id`, else in the text `id`. */
export function idOf(json: Json): string | undefined {
  const nested = text(object(json.key)?.id) ?? text(object(json.id)?.id);
  return nested ?? (typeof json.id === 'string' ? bareId(json.id) : undefined);
}

/** The address of a chat; undefined where the id names none. */
export function chatIn(id: unknown): string | undefined {
  const chat = text(id)?.split('_')[1];
  return chat?.includes('@') ? chat : undefined;
}

/** Why nobody's messages come from an address: it is no person's. */
export function crowdOf(chat: string | undefined): string | undefined {
  if (chat === 'status@broadcast') return 'status';
  const server = chat?.split('@')[1];
  return server === undefined ? undefined : crowds[server];
}
const crowds: Record<string, string | undefined> = {
  'g.us': 'group',
  broadcast: 'broadcast',
  newsletter: 'channel',
};

/** The digits of a LID. */
export const lidOf = (address: unknown): string | undefined =>
  /^(\d{1,20})(?::\d+)?@lid$/.exec(text(address) ?? '')?.[1];

/** A person by all that is told of him, the chat first. */
export function personOf(addresses: readonly unknown[]): Address | undefined {
  const phone = addresses.map(phoneOf).find((one) => one !== undefined);
  const lid = addresses.map(lidOf).find((one) => one !== undefined);
  if (phone !== undefined) return { phone, lid };
  return lid === undefined ? undefined : { lid };
}

export const known = ({ phone, lid }: Address): KnownLid[] =>
  phone !== undefined && lid !== undefined ? [{ lid, phone }] : [];

/** The chat with somebody, as requests name it. */
export const chatIdOf = ({ phone, lid }: Address): string =>
  phone === undefined ? `${lid}@lid` : `${phone}@c.us`;

/** A message, as requests name it. */
export const wholeId = (
  chatId: string,
  { networkId, fromMe }: { readonly networkId: string; readonly fromMe: boolean },
): string => `${fromMe}_${chatId}_${networkId}`;
