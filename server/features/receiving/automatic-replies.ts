import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { removes } from '#server/db/removal.ts';
import { teamStatement } from '#server/db/statement.ts';
import { type BusinessHours, periodAt } from '#server/platform/business-hours.ts';
import { localDay } from '#server/platform/zoned-time.ts';
import { dueAt, hasReplyTimes, type ReplyTimes } from '#server/records/reply-times.ts';
import { type StoredInbox, storedInbox } from '../inboxes/connection.ts';

/*
 * Greeting, away message and reply times of an inbox. The statement that stores a contact's message also stores the reply that is due
 * (sending/reply-queue.ts sends it), so neither exists without the other. A unique key allows one reply per contact and period.
 */

/** Messages that an inbox sends automatically, and minutes in which it is to answer. */
export interface ReplySettings {
  readonly greeting: string | null;
  readonly awayMessage: string | null;
  readonly replyTimes?: ReplyTimes | undefined;
  /** Null: always open. */
  readonly hours: BusinessHours | null;
  readonly zone: string;
  /** Time of the database in Unix milliseconds. */
  readonly now: number;
}

/** Settings of an inbox that decide what follows from a contact's message. */
export interface AfterMessage {
  /** Automatic messages, if it has any. */
  readonly replies?: ReplySettings | undefined;
  /** True if conversations without an assignee are distributed (ADR 182). */
  readonly isDistributed?: boolean;
}

// The hours are read only for inboxes with automatic messages or reply times, in the lookup that every callback makes.
const find = teamStatement(`
  select i.team_id, i.id, i.gateway, i.config, i.groups, i.distribution <> 'none' as is_distributed, i.greeting, i.away_message, i.first_reply_minutes, i.next_reply_minutes,
    case when coalesce(i.greeting, i.away_message) is not null or ${hasReplyTimes('i')} then (
      select json_build_object('hours', coalesce(i.business_hours, t.business_hours), 'zone', t.time_zone,
        'now', extract(epoch from now()) * 1000)
      from teams t where t.id = $team) end as schedule
  from inboxes i where i.team_id = $team and i.id = $inbox and not i.is_deleted`);

/** Returns the inbox that receives a callback, and what follows from messages in it. */
export async function findReceiver(
  db: TeamDb,
  inbox: string,
): Promise<({ stored: StoredInbox } & AfterMessage) | undefined> {
  const [row] = await db.run(find, { inbox });
  return (
    row && {
      stored: storedInbox(row),
      replies: repliesOf(row),
      isDistributed: row.is_distributed as boolean,
    }
  );
}

function repliesOf(row: Row): ReplySettings | undefined {
  const { greeting, away_message, first_reply_minutes, next_reply_minutes, schedule } = row;
  if (schedule === null) return undefined;
  const rest = schedule as Pick<ReplySettings, 'hours' | 'zone' | 'now'>;
  return {
    ...rest,
    greeting: greeting as string | null,
    awayMessage: away_message as string | null,
    replyTimes: {
      first: first_reply_minutes as number | null,
      next: next_reply_minutes as number | null,
    },
  };
}

/** Reply to a contact's message, if it is the first of its period. */
export interface Reply {
  readonly kind: 'greeting' | 'away';
  readonly period: string;
  readonly text: string;
}

/** Older messages were written while the inbox or Pauta was offline: an automatic reply would only surprise. */
const maxAgeMs = 3_600_000;

/**
 * The reply that a contact's message gets: in closed hours the away message, once until it opens; otherwise the greeting, if the message
 * begins the conversation or reopens a resolved one, once a day.
 * @param at when the message was written, in Unix milliseconds, if known
 */
export function replyTo(
  { greeting, awayMessage, hours, zone, now }: ReplySettings,
  at: number | undefined,
): Reply | undefined {
  if (at !== undefined && now - at > maxAgeMs) return undefined;
  const period = hours && awayMessage !== null ? periodAt({ hours, zone }, now) : undefined;
  if (awayMessage !== null && period?.isOpen === false)
    return {
      kind: 'away',
      period: new Date(period.since ?? 0).toISOString(),
      text: awayMessage,
    };
  if (greeting === null) return undefined;
  return { kind: 'greeting', period: new Date(localDay(zone, now)).toISOString(), text: greeting };
}

/**
 * Parameters of `setsDue` (conversations/reply-due.ts): when the first and further answers to a message are due.
 * @param at when it was written
 */
export function dueParameters(settings: ReplySettings | undefined, at: string) {
  const { first = null, next = null } = settings?.replyTimes ?? {};
  if (!settings || (first === null && next === null))
    return { due_for: undefined, first_due: null, next_due: null };
  return {
    due_for: at,
    first_due: dueAt(settings, Date.parse(at), first),
    next_due: dueAt(settings, Date.parse(at), next),
  };
}

/** Parameters of {@link replyCte}. */
export const replyParameters = ({ kind, period, text }: Reply) => ({
  reply_id: uuidv7(),
  reply_kind: kind,
  reply_period: period,
  reply_text: text,
});

/**
 * CTE: stores the reply to the message `t`, stored in `conversation`, which is `begun` now or was `open` before, if it was `asked`. The contact may have got it in
 * the conversation of its LID, which is merged afterwards.
 */
export const replyCte = `replied as (
    insert into automatic_replies (team_id, id, conversation_id, inbox_id, kind, period, content)
    select $team, $reply_id, conversation.id, $inbox, $reply_kind, $reply_period::timestamptz, $reply_text
    from t, conversation
    where (select yes from asked) and ($reply_kind = 'away' or exists (select from begun) or exists (select from open where status = 'resolved'))
      and not exists (
        select from conversations c join automatic_replies r on r.team_id = $team and r.conversation_id = c.id
        where c.team_id = $team and c.inbox_id = $inbox and c.lid = $lid::text and r.kind = $reply_kind and r.period = $reply_period::timestamptz)
    on conflict do nothing)`;

/** Deletes replies of periods that have ended. */
export const removeReplies = removes('automatic_replies', 'team_id, id', 'created_at', '60 days');
