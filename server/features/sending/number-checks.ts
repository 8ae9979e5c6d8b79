import { setTimeout as sleep } from 'node:timers/promises';
import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { ChatAddress, Connection } from '#server/outbound/messaging/connection.ts';
import type { Account, MessagingService } from '#server/outbound/messaging/gateway.ts';
import { gatewayCan } from '../gateways/messaging-service.ts';
import { isPhone } from '../gateways/phones.ts';

/*
 * Before the first message to a number, checks with the gateway whether the network has an account for it, and in which spelling: messages
 * to nonexistent numbers are lost, and sending many of them gets accounts banned.
 */

/** Max time that a send waits for the check before it continues without. */
const maxWaitMs = 4_000;
/** Time for which a missing account is cached. */
const cacheDuration = `interval '1 day'`;

/** SQL join with the cached check of a number; {@link checkColumns} selects its columns. */
export const joinCheck = (inbox: string, phone: string) =>
  `left join number_checks n on n.team_id = $team and n.inbox_id = ${inbox} and n.phone = ${phone}`;

/**
 * Columns that {@link checkOf} reads.
 * @param isNew SQL: true if the number was never written to
 * @param hasWritten SQL: true if the number has written to us, so that it exists
 */
export const checkColumns = (isNew: string, hasWritten: string) => `n.address as network_phone, case
    when ${hasWritten} or n.is_there then 'there'
    when n.checked_at > now() - ${cacheDuration} then 'not there'
    when n.checked_at is not null or ${isNew} then 'unknown' else 'there' end as account`;

/** Cached check of a recipient's number. */
export interface NumberCheck {
  /** `unknown`: must be checked. */
  readonly account: 'there' | 'not there' | 'unknown';
  /** In the network's spelling. */
  readonly networkPhone: string | undefined;
}

export const checkOf = ({ account, network_phone }: Row): NumberCheck => ({
  account: account as NumberCheck['account'],
  networkPhone: (network_phone as string | null) ?? undefined,
});

const storeCheck = teamStatement(`
  insert into number_checks (team_id, inbox_id, phone, is_there, address) values ($team, $inbox, $phone, $is_there, $address)
  on conflict (team_id, inbox_id, phone) do update
  set is_there = excluded.is_there, address = excluded.address, checked_at = now()`);

/** @returns undefined if the gateway does not know, or does not respond in time */
async function queryGateway(
  service: MessagingService,
  connection: Connection,
  phone: string,
): Promise<Account | undefined> {
  const patience = new AbortController();
  const late = sleep(maxWaitMs, undefined, { signal: patience.signal }).catch(() => undefined);
  const result = await Promise.race([service.account(connection, phone), late]);
  patience.abort();
  return result?.kind === 'done' ? result.value : undefined;
}

/**
 * Returns the recipient: the number in the network's spelling, or as given if that is unknown.
 * @returns undefined if the number has no account
 */
export async function recipientOf(
  db: TeamDb,
  service: MessagingService,
  connection: Connection,
  to: ChatAddress,
  { account, networkPhone }: NumberCheck,
): Promise<ChatAddress | undefined> {
  const { phone } = to;
  if (phone === undefined) return to;
  if (account === 'not there') return undefined;
  const recipient = networkPhone === undefined ? to : { phone: networkPhone };
  if (account === 'there' || !gatewayCan(connection.gateway, 'account')) return recipient;
  const lookup = await queryGateway(service, connection, phone);
  if (!lookup) return recipient;
  const otherPhone = lookup.exists && lookup.phone !== phone ? lookup.phone : undefined;
  const address = otherPhone !== undefined && isPhone(otherPhone) ? otherPhone : undefined;
  const { inbox } = connection;
  // A number that exists as given needs no row: the conversation that it has now counts as proof.
  if (lookup.exists && address === undefined) return to;
  await db
    .run(storeCheck, { inbox, phone, is_there: lookup.exists, address: address ?? null })
    .catch(() => {});
  return lookup.exists ? { phone: address ?? phone } : undefined;
}
