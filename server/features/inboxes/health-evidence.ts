import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { ConnectionState } from '#server/outbound/messaging/gateway-setup.ts';
import type { Sent } from '#server/outbound/messaging/outgoing-message.ts';
import { lruCache } from '#server/platform/lru-cache.ts';
import { type Failure, storableFinding, withCause } from './finding-details.ts';
import { receivesMessages, silenceReason } from './silent-inbox.ts';

/*
 * Evidence of an inbox's health: callbacks that arrive from its gateway, and sends that succeed. Kept in memory and written at most every
 * ten seconds per inbox, since sends and confirmations arrive by the hundred per second. A killed process loses its unwritten notes; the
 * next message provides new ones.
 */

const writeEveryMs = 10_000;
/** Max number of inboxes with notes in this process. */
const maxNoted = 10_000;

/** Observations of an inbox since the last write. Times are of performance.now(). */
interface Observations {
  callbackAt?: number;
  confirmedAt?: number;
  incomingAt?: number;
  sentAt?: number;
  /** Sends accepted since the last callback, and since when; `isAnswered` is true if a callback arrived before them. */
  unanswered: number;
  unansweredSince?: number;
  isAnswered: boolean;
  /** Sends failed since the last success, and since when; `hasSent` is true if a send succeeded before them. */
  failed: number;
  failingSince?: number;
  hasSent: boolean;
  failure?: Failure;
}

interface PendingObservations {
  notes: Observations | undefined;
  writtenAt: number;
  timer: NodeJS.Timeout | undefined;
}

const pending = lruCache<PendingObservations>(maxNoted, {
  dispose: ({ timer }) => clearTimeout(timer),
});

const none = (): Observations => ({ unanswered: 0, isAnswered: false, failed: 0, hasSent: false });

const observations = [
  'callback',
  'confirmed',
  'incoming',
  'sent',
  'unanswered',
  'failing',
] as const;

/** SQL: a row `seen` with the time of each observation. */
const seen = `(select ${observations.map((name) => `now() - $${name}_ago::float8 * interval '1 ms' as ${name}`).join(', ')}) seen`;

/*
 * Without ON CONFLICT DO UPDATE, in which Citus accepts no parameters after a SELECT (docs/adr/0020). Returns no row if another process
 * inserted the row concurrently, or if the inbox does not exist.
 */
const write = teamStatement(`
  with t as (
    update inbox_health h set
      last_callback_at = greatest(h.last_callback_at, seen.callback),
      last_confirmed_at = greatest(h.last_confirmed_at, seen.confirmed),
      last_incoming_at = greatest(h.last_incoming_at, seen.incoming),
      last_sent_at = greatest(h.last_sent_at, seen.sent),
      unanswered_sends = case when $is_answered then 0 else h.unanswered_sends end + $unanswered::integer,
      unanswered_since = coalesce(case when $is_answered then null else h.unanswered_since end, seen.unanswered),
      failed_sends = case when $has_sent then 0 else h.failed_sends end + $failed::integer,
      failing_since = coalesce(case when $has_sent then null else h.failing_since end, seen.failing),
      last_failure = coalesce($failure::text, h.last_failure),
      last_failure_details = coalesce($details::text, h.last_failure_details)
    from ${seen} where h.team_id = $team and h.inbox_id = $inbox returning h.inbox_id),
  made as (
    insert into inbox_health (team_id, inbox_id, last_callback_at, last_confirmed_at, last_incoming_at, last_sent_at, unanswered_sends,
      unanswered_since, failed_sends, failing_since, last_failure, last_failure_details)
    select $team, i.id, seen.callback, seen.confirmed, seen.incoming, seen.sent, $unanswered::integer, seen.unanswered, $failed::integer,
      seen.failing, $failure::text, $details::text
    from inboxes i, ${seen} where i.team_id = $team and i.id = $inbox and not exists (select from t)
    on conflict (team_id, inbox_id) do nothing returning inbox_id)
  select inbox_id from t union all select inbox_id from made`);

async function flush(db: TeamDb, inbox: string, each: PendingObservations): Promise<void> {
  const { notes } = each;
  each.timer = undefined;
  if (!notes) return;
  each.notes = undefined;
  each.writtenAt = performance.now();
  const failure = storableFinding(notes.failure);
  const ago = (at: number | undefined) => (at === undefined ? null : performance.now() - at);
  const values = {
    inbox,
    callback_ago: ago(notes.callbackAt),
    confirmed_ago: ago(notes.confirmedAt),
    incoming_ago: ago(notes.incomingAt),
    sent_ago: ago(notes.sentAt),
    unanswered: notes.unanswered,
    unanswered_ago: ago(notes.unansweredSince),
    is_answered: notes.isAnswered,
    failed: notes.failed,
    failing_ago: ago(notes.failingSince),
    has_sent: notes.hasSent,
    failure: failure?.text ?? null,
    details: failure?.details ?? null,
  };
  // Repeated if another process inserted the row at the same time.
  if ((await db.run(write, values)).length === 0) await db.run(write, values);
}

/** Records an observation and schedules its write. Fire and forget: nothing depends on it. */
function record(db: TeamDb, inbox: string, add: (notes: Observations, now: number) => void): void {
  const key = `${db.id} ${inbox}`;
  const each = pending.get(key) ?? { notes: undefined, writtenAt: -writeEveryMs, timer: undefined };
  pending.set(key, each);
  each.notes ??= none();
  const now = performance.now();
  add(each.notes, now);
  if (each.timer) return;
  schedule(db, inbox, each, Math.max(0, each.writtenAt + writeEveryMs - now));
}

/** Schedules a write. If it fails, the notes are written later, unless newer ones have replaced them. */
function schedule(db: TeamDb, inbox: string, each: PendingObservations, waitMs: number): void {
  const timer = setTimeout(() => {
    const { notes } = each;
    flush(db, inbox, each).catch(() => {
      each.notes ??= notes;
      if (!each.timer) schedule(db, inbox, each, writeEveryMs);
    });
  }, waitMs);
  timer.unref();
  each.timer = timer;
}

/** Records a callback of the gateway, and whether it confirmed a message or delivered one. */
export const recordCallback = (
  db: TeamDb,
  inbox: string,
  { isConfirmation, isIncoming }: { isConfirmation: boolean; isIncoming: boolean },
): void =>
  record(db, inbox, (notes, now) => {
    notes.callbackAt = now;
    if (isConfirmation) notes.confirmedAt = now;
    if (isIncoming) notes.incomingAt = now;
    notes.unanswered = 0;
    delete notes.unansweredSince;
    notes.isAnswered = true;
  });

/** Failure causes that concern the message or the send rate and prove nothing about the connection. */
const ofTheMessage: readonly string[] = ['rejected', 'number', 'throttled'];

/** Records the outcome of a send that was requested from the gateway. */
export function recordSend(db: TeamDb, inbox: string, sent: Sent): void {
  if (sent.outcome !== 'accepted' && ofTheMessage.includes(sent.cause)) return;
  record(db, inbox, (notes, now) => {
    if (sent.outcome === 'accepted') {
      notes.sentAt = now;
      notes.unanswered += 1;
      notes.unansweredSince ??= now;
      notes.failed = 0;
      delete notes.failingSince;
      notes.hasSent = true;
    } else {
      notes.failed += 1;
      notes.failingSince ??= now;
      notes.failure = withCause(sent.cause, sent.reason);
    }
  });
}

/** Stored evidence of an inbox's health. */
export interface Evidence {
  readonly state: ConnectionState | null;
  readonly callback_url: string | null;
  readonly last_callback_at: string | null;
  readonly last_confirmed_at: string | null;
  readonly last_incoming_at: string | null;
  /** See {@link receivesMessages}. */
  readonly heard: boolean | null;
  readonly last_sent_at: string | null;
  readonly unanswered_sends: number;
  readonly unanswered_since: string | null;
  readonly failed_sends: number;
  readonly failing_since: string | null;
  readonly last_failure: string | null;
  /** Reason why the inbox is dead although the gateway reports it as open. */
  readonly dead: string | null;
}

const read = teamStatement(`
  select i.state, h.callback_url, h.last_callback_at, h.last_confirmed_at, h.last_incoming_at,
    ${receivesMessages('i', 'h')} as heard, h.last_sent_at, coalesce(h.unanswered_sends, 0) as unanswered_sends,
    h.unanswered_since, coalesce(h.failed_sends, 0) as failed_sends, h.failing_since, h.last_failure, ${silenceReason('h')} as dead
  from inboxes i left join inbox_health h on h.team_id = $team and h.inbox_id = i.id
  where i.team_id = $team and i.id = $inbox`);

/** Returns the stored evidence of an inbox's health. */
export async function evidenceOf(db: TeamDb, inbox: string): Promise<Evidence | undefined> {
  const [row]: (Row | undefined)[] = await db.run(read, { inbox });
  return row as Evidence | undefined;
}

const resetStatement = teamStatement(`
  update inbox_health set unanswered_sends = 0, unanswered_since = null, failed_sends = 0, failing_since = null,
    unreachable_since = null
  where team_id = $team and inbox_id = $inbox`);

/** Resets the evidence: observations from before a session restart prove nothing about the new session. */
export async function resetEvidence(db: TeamDb, inbox: string): Promise<void> {
  pending.delete(`${db.id} ${inbox}`);
  await db.run(resetStatement, { inbox });
}
