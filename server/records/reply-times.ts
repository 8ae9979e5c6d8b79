import { teamStatement } from '../db/statement.ts';
import { type BusinessHours, momentAfter } from '../platform/business-hours.ts';

/* Times in which an inbox is to answer: minutes of its business hours (ADR 183). */

/** SQL: true if an inbox has a time for the first answer or for further ones. */
export const hasReplyTimes = (inbox: string) =>
  `coalesce(${inbox}.first_reply_minutes, ${inbox}.next_reply_minutes) is not null`;

/** Minutes in which an inbox is to answer; null for no time. */
export interface ReplyTimes {
  /** To the first answer in a conversation. */
  readonly first: number | null;
  /** To each further one. */
  readonly next: number | null;
}

interface InboxHours {
  /** Null: always open. */
  readonly hours: BusinessHours | null;
  readonly zone: string;
}

/**
 * When the answer to a message is due, as an ISO timestamp; null without a time, and if it is more than a year away.
 * @param from when the message was written, in Unix milliseconds
 */
export function dueAt(
  { hours, zone }: InboxHours,
  from: number,
  minutes: number | null,
): string | null {
  if (minutes === null) return null;
  const due = momentAfter(hours ? { hours, zone } : undefined, from, minutes);
  return due === undefined ? null : new Date(due).toISOString();
}

/**
 * Marks the due times of waiting conversations as outdated: those of an inbox, or of all that have reply times. The worker computes them again
 * (conversations/reply-due-queue.ts).
 */
export const outdateReplyTimes = teamStatement(`
  update inboxes i set reply_times_changed_at = clock.now, reply_times_recompute_at = clock.now
  from (select now() as now) clock
  where i.team_id = $team and case when $inbox::uuid is null then ${hasReplyTimes('i')} else i.id = $inbox end`);
