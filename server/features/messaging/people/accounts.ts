import { setTimeout as sleep } from 'node:timers/promises';
import type { Row, TeamDb } from '../../../db/database.ts';
import { teamStatement } from '../../../db/statement.ts';
import type { Address, Connection } from '../../../outbound/messaging/connection.ts';
import type { Account, MessagingService } from '../../../outbound/messaging/gateway.ts';
import { gatewayCan } from '../messaging-service.ts';
import { isPhone } from '../phones.ts';

/*
 * Before the first message to a number the gateway is asked whether the network knows it, and how it writes it: a message to a
 * number that nobody has is lost, and sending many of them ends accounts.
 */

/** How long a send waits for the answer, after which it goes on without. */
const patienceMs = 4_000;
/** For how long it is believed that the network does not know a number. */
const believed = `interval '1 day'`;

/** SQL that joins what is known of a number; {@link checkColumns} show it. */
export const joinCheck = (inbox: string, phone: string) =>
  `left join number_checks n on n.team_id = $team and n.inbox_id = ${inbox} and n.phone = ${phone}`;

/**
 * Columns that {@link checkOf} reads.
 * @param isNew SQL: whether nobody has written to the number before
 * @param hasWritten SQL: whether it has written to us, so that it is there
 */
export const checkColumns = (isNew: string, hasWritten: string) => `n.address as network_phone, case
    when ${hasWritten} or n.is_there then 'there'
    when n.checked_at > now() - ${believed} then 'not there'
    when n.checked_at is not null or ${isNew} then 'unknown' else 'there' end as account`;

/** What is known of the number of a send. */
export interface NumberCheck {
  /** `unknown`: to be asked. */
  readonly account: 'there' | 'not there' | 'unknown';
  /** As the network writes it. */
  readonly networkPhone: string | undefined;
}

export const checkOf = ({ account, network_phone }: Row): NumberCheck => ({
  account: account as NumberCheck['account'],
  networkPhone: (network_phone as string | null) ?? undefined,
});

const keep = teamStatement(`
  insert into number_checks (team_id, inbox_id, phone, is_there, address) values ($team, $inbox, $phone, $is_there, $address)
  on conflict (team_id, inbox_id, phone) do update
  set is_there = excluded.is_there, address = excluded.address, checked_at = now()`);

/** @returns undefined where the gateway cannot say, or does not in time */
async function ask(
  service: MessagingService,
  connection: Connection,
  phone: string,
): Promise<Account | undefined> {
  const patience = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined);
  const asked = await Promise.race([service.account(connection, phone), late]);
  patience.abort();
  return asked?.kind === 'done' ? asked.value : undefined;
}

/**
 * Whom to send to: the number as the network writes it. Where that cannot be found out it is the number as it was given.
 * @returns undefined where nobody has the number
 */
export async function recipientOf(
  db: TeamDb,
  service: MessagingService,
  connection: Connection,
  to: Address,
  { account, networkPhone }: NumberCheck,
): Promise<Address | undefined> {
  const { phone } = to;
  if (phone === undefined) return to;
  if (account === 'not there') return undefined;
  const known = networkPhone === undefined ? to : { phone: networkPhone };
  if (account === 'there' || !gatewayCan(connection.gateway, 'account')) return known;
  const found = await ask(service, connection, phone);
  if (!found) return known;
  const other = found.exists && found.phone !== phone ? found.phone : undefined;
  const address = other !== undefined && isPhone(other) ? other : undefined;
  const { inbox } = connection;
  // A number that is there as it was given is not asked for again: there is a conversation now. Without a row the next send asks again.
  if (found.exists && address === undefined) return to;
  await db
    .run(keep, { inbox, phone, is_there: found.exists, address: address ?? null })
    .catch(() => {});
  return found.exists ? { phone: address ?? phone } : undefined;
}
