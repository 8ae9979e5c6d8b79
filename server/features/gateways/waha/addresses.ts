import type { Address, ChatAddress, Participant } from '#server/outbound/messaging/connection.ts';
import type { KnownLid } from '#server/outbound/messaging/incoming-updates.ts';
import { phoneOf } from '../phones.ts';
import { type Json, object, text } from '../requests.ts';

/*
 * Ids and addresses of WAHA. W is github.com/devlikeapro/waha (2025.12.3 or, if noted, 2024.10.8), D github.com/devlikeapro/waha-docs at
 * 2026.7.1.
 *
 * - Ids: `{fromMe}_{chat}_{id}[_{participant}]`, W src/core/utils/ids.ts. Only the chat in the id is the same for all engines: with
 *   `fromMe`, WEBJS has it in `to`, NOWEB and GOWS in `from` (getFromToParticipant in each src/core/engines/…/session.*.ts).
 * - Addresses: D content/docs/how-to/receive-messages/-chat-ids.md.
 */

/** Returns the network's own part of an id. */
export const bareId = (id: string) => (id.includes('_') ? id.split('_')[2] : id);

/** Returns the id in a response or a payload of any engine: `key.id`, `id.id`, or within the text `id`. */
export function idOf(json: Json): string | undefined {
  const nested = text(object(json.key)?.id) ?? text(object(json.id)?.id);
  return nested ?? (typeof json.id === 'string' ? bareId(json.id) : undefined);
}

/** Returns the address of a chat; undefined if the id contains none. */
export function chatIn(id: unknown): string | undefined {
  const chat = text(id)?.split('_')[1];
  return chat?.includes('@') ? chat : undefined;
}

/** Kind of an address that does not belong to a person; undefined for a person's. */
export function groupKindOf(chat: string | undefined): string | undefined {
  if (chat === 'status@broadcast') return 'status';
  const server = chat?.split('@')[1];
  return server === undefined ? undefined : groupKinds[server];
}
const groupKinds: Record<string, string | undefined> = {
  'g.us': 'group',
  broadcast: 'broadcast',
  newsletter: 'channel',
};

/** Returns the digits of a LID. */
export const lidOf = (address: unknown): string | undefined =>
  /^(\d{1,20})(?::\d+)?@lid$/.exec(text(address) ?? '')?.[1];

/** Returns the person behind several addresses, the chat's first. */
export function personOf(addresses: readonly unknown[]): Address | undefined {
  const phone = addresses.map(phoneOf).find((one) => one !== undefined);
  const lid = addresses.map(lidOf).find((one) => one !== undefined);
  if (phone !== undefined) return { phone, lid };
  return lid === undefined ? undefined : { lid };
}

export const knownLids = ({ phone, lid }: Pick<Participant, 'phone' | 'lid'>): KnownLid[] =>
  phone !== undefined && lid !== undefined ? [{ lid, phone }] : [];

/** Chat id of a person or a group in requests. */
export const chatIdOf = ({ phone, lid, group }: ChatAddress): string =>
  group ?? (phone === undefined ? `${lid}@lid` : `${phone}@c.us`);

/** Message id in requests; in a group it names the author. */
export const fullMessageId = (
  chatId: string,
  {
    networkId,
    fromMe,
    participant,
  }: {
    readonly networkId: string;
    readonly fromMe: boolean;
    readonly participant?: string | undefined;
  },
): string =>
  [fromMe, chatId, networkId, ...(participant === undefined ? [] : [participant])].join('_');
