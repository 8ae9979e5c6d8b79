import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { Address, ChatAddress, Participant } from '#server/outbound/messaging/connection.ts';
import { spellings } from '../gateways/phones.ts';

/* Numbers of people that a gateway reports by their LIDs only. */

const numbersOf = teamStatement(
  'select lid, phone from known_lids where team_id = $team and lid = any($lids::text[])',
);

/** Adds the numbers of LIDs, as far as they are known. */
export async function withNumbers<T extends Partial<Participant>>(
  db: TeamDb,
  people: readonly T[],
): Promise<readonly T[]> {
  const lids = people.flatMap(({ phone, lid }) => (phone === undefined && lid ? [lid] : []));
  if (lids.length === 0) return people;
  const rows = await db.run(numbersOf, { lids });
  const phones = new Map(rows.map(({ lid, phone }) => [lid, phone as string]));
  return people.map((one) => ({ ...one, phone: one.phone ?? phones.get(one.lid) }));
}

/** True if both are the same person on the network. */
export const isSamePerson = (a: Partial<Participant>, b: Partial<Participant>): boolean =>
  (a.lid !== undefined && a.lid === b.lid) ||
  (a.phone !== undefined && b.phone !== undefined && spellings(a.phone).includes(b.phone));

const numberOf = teamStatement('select phone from known_lids where team_id = $team and lid = $lid');

/** Adds the chat's phone number, if known. A group has none. */
export async function resolveChat(db: TeamDb, chat: Address): Promise<Address>;
export async function resolveChat(db: TeamDb, chat: ChatAddress): Promise<ChatAddress>;
export async function resolveChat(db: TeamDb, chat: ChatAddress): Promise<ChatAddress> {
  if (chat.phone !== undefined || chat.group !== undefined) return chat;
  const [row] = await db.run(numberOf, { lid: chat.lid });
  return row ? { phone: row.phone as string, lid: chat.lid } : chat;
}
