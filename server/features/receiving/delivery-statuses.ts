import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { emits } from '#server/events/outbox.ts';
import type { Confirmation } from '#server/outbound/messaging/incoming-updates.ts';
import { isUuid } from '#server/platform/uuid.ts';
import { changeLockOf } from '#server/records/crud-queries.ts';
import { document } from '#server/records/statements.ts';
import { countLateAnswers } from '../conversations/message-effects.ts';
import { isUnseen, messages } from '../conversations/messages-table.ts';

/*
 * Confirmations from the network for messages that we sent. A status only rises: pending < sent < delivered < read; failed is reached only
 * from pending and sent, and is final. Confirmations that are late, repeated, reordered, for unknown ids or from another inbox change
 * nothing.
 */

/**
 * SQL: true if `next` is a step forward from the status of `old`. Failed is final unless only the gateway failed: the network's
 * confirmation then wins.
 */
const isForward = (old: string, next: string) =>
  `case when ${old}.status = 'failed'
    then ${next} <> 'failed' and ${isUnseen(old)} and ${old}.status_reason like 'gateway:%'
    else ${next} > ${old}.status and (${next} <> 'failed' or ${old}.status in ('pending', 'sent')) end`;

/** SQL: values of the message before the change, to return. */
export const valuesBefore =
  'old.status as was, old.status_reason as was_reason, case when old.is_reserved is not true then old.msgapp_message_id end as was_id';

/**
 * Emits `msgapp.message.status`: the changed message of a row `c` (with `was`, `was_reason` and `was_id`), as JSON text, and its old
 * values.
 */
export const emitsStatus = (from: string) =>
  emits([
    {
      kind: 'msgapp.message.status',
      from,
      record: 'c.id',
      data: document(messages, '(select c.*)'),
      previous: `'{"status":"' || c.was || '"' ||
      case when c.was_reason is distinct from c.status_reason
        then ',"status_reason":' || coalesce(to_json(c.was_reason)::text, 'null') else '' end ||
      case when c.was_id is distinct from c.msgapp_message_id
        then ',"msgapp_message_id":' || coalesce(to_json(c.was_id)::text, 'null') else '' end || '}'`,
    },
  ]);

/**
 * Applies at most one confirmation per message. Returns rows with `n`, the positions (from 1) of confirmations whose message is unknown,
 * and `waiting`, true if any message of the inbox was waiting for its response at lookup; and rows with `answer`, messages that were sent
 * without a response of their gateway.
 */
const apply = teamStatement(`
  with waiting as materialized (
    select exists (select from messages m where m.team_id = $team and m.inbox_id = $inbox and m.is_pending) as waiting),
  reported as (
    select * from unnest($network_ids::text[], $refs::uuid[], $statuses::message_status[], $reasons::text[])
      with ordinality as reported (network_id, reference, status, reason, n)),
  found as (
    select m.id, reported.* from reported join messages m on m.team_id = $team and m.inbox_id = $inbox
      and m.direction = 'outgoing' and m.msgapp_message_id = reported.network_id
    union all
    select m.id, reported.* from reported join messages m on m.team_id = $team and m.id = reported.reference
      and m.inbox_id = $inbox and m.direction = 'outgoing' and m.msgapp_message_id is null),
  old as materialized (
    select * from messages m where m.team_id = $team and m.id = any (array(select id from found)) order by m.id for update),
  c as (
    update messages m set status = found.status, msgapp_message_id = coalesce(m.msgapp_message_id, found.network_id),
      is_reserved = null,
      status_reason = case when found.status = 'failed' then 'undelivered: ' || coalesce(found.reason, 'no reason') end
    from old join found on found.id = old.id
    where m.team_id = $team and m.id = old.id and ${isForward('old', 'found.status')}
    returning m.*, ${valuesBefore}),
  ${emitsStatus('c')}
  select n::int, waiting, null::uuid as answer from reported, waiting where n not in (select n from found)
  union all select null, null, c.id from c where c.was in ('pending', 'failed') and c.status <> 'failed'`);

/** Stores confirmations for messages whose network id is not known yet, in a fixed order so that two callbacks do not deadlock. */
const insertEarly = teamStatement(`
  insert into early_confirmations (team_id, inbox_id, msgapp_message_id, status, reason)
  select $team, $inbox, reported.network_id, reported.status, reported.reason
  from unnest($network_ids::text[], $statuses::message_status[], $reasons::text[]) as reported (network_id, status, reason)
  order by reported.network_id, reported.status
  on conflict do nothing`);

const consumeEarly = teamStatement(`
  with taken as (
    delete from early_confirmations where team_id = $team and inbox_id = $inbox and msgapp_message_id = $network_id
    returning status, reason)
  select status, reason from taken order by status`);

const waits = teamStatement(`
  select exists (select from early_confirmations
      where team_id = $team and inbox_id = $inbox and msgapp_message_id = $network_id) as is_early,
    exists (select from waiting_updates where team_id = $team and inbox_id = $inbox and kind = 'echo') as is_waiting`);

/**
 * Checks what is waiting for the outcome of a send.
 * @param networkId absent if the send got none
 * @returns whether confirmations of the id are waiting, and whether echoes of any message of the inbox are
 */
export async function findPending(
  db: TeamDb,
  inbox: string,
  networkId: string | undefined,
): Promise<{ readonly isEarly: boolean; readonly isWaiting: boolean }> {
  const [row] = await db.lookUp(waits, { inbox, network_id: networkId ?? null });
  return { isEarly: row?.is_early === true, isWaiting: row?.is_waiting === true };
}

/** Max number of confirmations per statement. */
const maxMatchesAtOnce = 1_000;

/** Groups confirmations with at most one per message, keeping their order per message and dropping repeats. */
function waves(confirmations: readonly Confirmation[]): Confirmation[][] {
  const groups: Confirmation[][] = [];
  const reported = new Set<string>();
  const next = new Map<string, number>();
  for (const confirmation of confirmations) {
    const { networkId, status } = confirmation;
    if (reported.has(`${status} ${networkId}`)) continue;
    reported.add(`${status} ${networkId}`);
    const wave = next.get(networkId) ?? 0;
    next.set(networkId, wave + 1);
    const group = groups[wave] ?? [];
    group.push(confirmation);
    groups[wave] = group;
  }
  return groups.flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / maxMatchesAtOnce) }, (_, i) =>
      group.slice(i * maxMatchesAtOnce, (i + 1) * maxMatchesAtOnce),
    ),
  );
}

const columns = (reported: readonly Confirmation[]) => ({
  network_ids: reported.map(({ networkId }) => networkId),
  refs: reported.map(({ reference }) => (reference && isUuid(reference) ? reference : null)),
  statuses: reported.map(({ status }) => status),
  reasons: reported.map(({ reason }) => reason?.slice(0, 200) ?? null),
});

/** Applies one group. @returns the confirmations whose message is unknown, and whether it may be one that is being sent */
async function applyWave(db: TeamDb, inbox: string, reported: readonly Confirmation[]) {
  const [first, ...more] = reported;
  const lock = first && more.length === 0 ? changeLockOf(messages, first.networkId) : undefined;
  const rows = await db.run(apply, { inbox, ...columns(reported) }, lock);
  await countLateAnswers(
    db,
    rows.flatMap(({ answer }) => (typeof answer === 'string' ? [answer] : [])),
  );
  return {
    unknown: rows.flatMap(({ n }) => reported[(n as number) - 1] ?? []),
    isWaiting: rows.some(({ waiting }) => waiting === true),
  };
}

/** A confirmation that waits for those of its inbox that are being applied. */
interface Waiting {
  readonly db: TeamDb;
  readonly confirmation: Confirmation;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Max number of waiting confirmations that are applied together: few enough to end within the time of one. */
const maxTogether = 50;

/** Waiting confirmations by team and inbox, while others of the inbox are being applied. */
const turns = new Map<string, Waiting[]>();

/**
 * Applies a single confirmation. Under load, those that arrive while another one of the inbox is being applied follow it in one statement:
 * it costs a fraction of theirs, as most gateways report each status in its own callback. Each fails alone.
 */
async function confirmInTurn(db: TeamDb, inbox: string, confirmation: Confirmation): Promise<void> {
  const key = `${db.id} ${inbox}`;
  const queue = turns.get(key);
  if (queue)
    return new Promise((resolve, reject) => {
      queue.push({ db, confirmation, resolve, reject });
    });
  const waiting: Waiting[] = [];
  turns.set(key, waiting);
  try {
    await confirmAll(db, inbox, [confirmation]);
  } finally {
    void confirmWaiting(key, inbox, waiting);
  }
}

/** Applies the confirmations that have waited, until none waits. Never rejects. */
async function confirmWaiting(key: string, inbox: string, waiting: Waiting[]): Promise<void> {
  for (let all = waiting.splice(0, maxTogether); all.length > 0; ) {
    await confirmTogether(inbox, all);
    all = waiting.splice(0, maxTogether);
  }
  turns.delete(key);
}

async function confirmTogether(inbox: string, all: readonly Waiting[]): Promise<void> {
  const [first] = all;
  if (first === undefined) return;
  try {
    await confirmAll(
      first.db,
      inbox,
      all.map(({ confirmation }) => confirmation),
    );
    for (const { resolve } of all) resolve();
  } catch (error) {
    if (all.length === 1) return first.reject(error);
    for (const each of all) await confirmTogether(inbox, [each]);
  }
}

/**
 * Applies confirmations that came through an inbox in order; each real change emits its event in the same transaction.
 *
 * A confirmation may arrive before the response with the message's id is stored. It is then stored, and the message is looked up once more;
 * the sender looks for stored confirmations after storing the id ({@link applyEarly}). In either order, the second lookup follows the
 * storing of the id, or the id is stored after the confirmation was. If no message was waiting for its response at the first lookup, the
 * message is not ours.
 * @param db not in a transaction
 */
export async function confirm(
  db: TeamDb,
  inbox: string,
  confirmations: readonly Confirmation[],
): Promise<void> {
  const [first, ...more] = confirmations;
  if (first === undefined) return;
  await (more.length === 0
    ? confirmInTurn(db, inbox, first)
    : confirmAll(db, inbox, confirmations));
}

async function confirmAll(db: TeamDb, inbox: string, confirmations: readonly Confirmation[]) {
  for (const wave of waves(confirmations)) {
    const { unknown, isWaiting } = await applyWave(db, inbox, wave);
    if (unknown.length === 0 || !isWaiting) continue;
    await db.run(insertEarly, { inbox, ...columns(unknown) });
    await applyWave(db, inbox, unknown);
  }
}

/** Applies the confirmations that came before this network id was stored. */
export async function applyEarly(db: TeamDb, inbox: string, networkId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx.run(consumeEarly, { inbox, network_id: networkId });
    for (const row of rows) await applyWave(tx, inbox, [confirmationOf(networkId, row)]);
  });
}

const confirmationOf = (networkId: string, { status, reason }: Row): Confirmation => ({
  networkId,
  status: status as Confirmation['status'],
  reason: (reason as string | null) ?? undefined,
});

/** Ends the wait for an outcome that was never reported: a message with a known id was sent, any other has failed. */
const failPendingStatement = teamStatement(`
  with old as materialized (
    select * from messages m where m.team_id = $team and m.id = any($ids::uuid[]) and m.status = 'pending'
    order by m.id for update),
  c as (
    update messages m set status = case when ${isUnseen('old')} then 'failed' else 'sent' end::message_status,
      status_reason = case when ${isUnseen('old')} then 'unconfirmed: no confirmation came within 24 hours' end
    from old where m.team_id = $team and m.id = any($ids::uuid[]) and m.id = old.id
    returning m.*, ${valuesBefore}),
  ${emitsStatus('c')}
  select id from c`);

/** Gives up on messages that are still pending. @returns their number */
export async function failPending(db: TeamDb, ids: readonly string[]): Promise<number> {
  return (await db.run(failPendingStatement, { ids })).length;
}
