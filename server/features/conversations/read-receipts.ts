import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row, TeamDb } from '#server/db/database.ts';
import {
  type DueWork,
  duePollByInbox,
  isUnclaimed,
  type Queue,
  readDue,
} from '#server/db/job-queue.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import type { Address, GatewayResult } from '#server/outbound/messaging/connection.ts';
import { type Finding, finding } from '#server/outbound/messaging/findings.ts';
import type { MessagingService } from '#server/outbound/messaging/gateway.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { connectionOf, storedInbox } from '../inboxes/connection.ts';
import { isIncoming, isLive } from './messages-table.ts';

/*
 * Reports read messages to gateways: one queue per inbox, so that a hanging gateway holds up only its own inbox. Reporting twice is
 * harmless. Nothing waits for it, and it is given up after an hour: the contact then sees the message as unread, nothing worse.
 */

/** Dependencies of reporting to gateways. */
export interface ReadReceiptParts {
  readonly service: Pick<MessagingService, 'markRead'>;
  readonly secrets: Secrets;
  readonly log: Logger;
}

/** Longer than the gateway timeout. */
const claimSeconds = 45;
const width = 4;
/** Max number of messages of a conversation reported at once, the latest ones. */
const maxMatchesAtOnce = 100;
/** Retry delays in seconds; the last one applies to all further retries. */
const waits = [5, 30, 120, 600];

const due = duePollByInbox('gateway_reads', 'next_attempt_at');

/** Inboxes with reads to report, each as its team's id and its own. */
export const inboxesWithReads = (platform: Platform): Promise<DueWork> => readDue(platform, due);

const claimReads = teamStatement(
  `
  with ready as (
    select conversation_id from gateway_reads g
    where team_id = $team and inbox_id = $inbox and next_attempt_at <= now() and ${isUnclaimed('g')}
    order by next_attempt_at limit $room for update skip locked),
  taken as (
    update gateway_reads g set claim = $claim, claimed_until = now() + interval '${claimSeconds} seconds' from ready
    where g.team_id = $team and g.conversation_id = ready.conversation_id returning g.*)
  select taken.conversation_id, taken.wanted_up_to, k.phone, c.lid, i.team_id, i.id, i.gateway, i.config,
    i.is_active and i.is_connected as is_usable, array(
      select m.msgapp_message_id from messages m
      where m.team_id = $team and m.conversation_id = taken.conversation_id and ${isIncoming('m')} and ${isLive('m')}
        and m.created_at <= taken.wanted_up_to and (taken.told_up_to is null or m.created_at > taken.told_up_to)
        and m.msgapp_message_id is not null
      order by m.created_at desc, m.id desc limit ${maxMatchesAtOnce}) as network_ids
  from taken
    join conversations c on c.team_id = $team and c.id = taken.conversation_id
    left join contacts k on k.team_id = $team and k.id = c.contact_id
    join inboxes i on i.team_id = $team and i.id = taken.inbox_id`,
  unprepared,
);

const isOver = `($done::boolean or g.wanted_at <= clock.hour_ago)`;

/**
 * Stores the outcome. A read is finished once it is reported, can never be reported, or has failed for an hour. Messages read in the
 * meantime remain queued.
 */
const store = teamStatement(`
  update gateway_reads g set claim = null, claimed_until = null, reason = $reason,
    failures = case when ${isOver} then 0 else g.failures + 1 end,
    told_up_to = case when ${isOver} then $up_to::timestamptz else g.told_up_to end,
    next_attempt_at = case when not ${isOver} then clock.attempts[least(g.failures + 1, ${waits.length})]
      when g.wanted_up_to > $up_to::timestamptz then clock.now end
  from (select now() as now, now() - interval '1 hour' as hour_ago,
      array[${waits.map((seconds) => `now() + interval '${seconds} seconds'`).join(', ')}] as attempts) clock
  where g.team_id = $team and g.conversation_id = $conversation and g.claim = $claim
  returning ${isOver} as is_over`);

interface Job {
  readonly conversation: string;
  readonly claim: string;
  readonly upTo: string;
  /** Sends the report to the gateway. */
  report(): Promise<GatewayResult<undefined>>;
}

interface Result {
  readonly job: Job;
  readonly result: GatewayResult<undefined>;
}

const chatOf = ({ phone, lid }: Row): Address =>
  typeof phone === 'string' ? { phone } : { lid: String(lid) };

const failed = (reason: Finding): GatewayResult<undefined> => ({
  kind: 'failed',
  cause: 'disconnected',
  reason,
});

/** Queue of reads to report to one inbox's gateway. */
export function readQueue(
  db: TeamDb,
  inbox: string,
  { service, secrets, log }: ReadReceiptParts,
): Queue<Job, Result> {
  return {
    width: () => width,
    async claimJobs(room) {
      const claim = uuidv7();
      const rows = await db.run(claimReads, { inbox, claim, room });
      const jobs = rows.map((row): Job => {
        const networkIds = row.network_ids as string[];
        return {
          conversation: row.conversation_id as string,
          claim,
          upTo: row.wanted_up_to as string,
          async report() {
            if (networkIds.length === 0) return { kind: 'done', value: undefined };
            if (row.is_usable !== true)
              return failed(finding('inbox_inactive', 'the inbox is not active or disconnected'));
            const connection = connectionOf(secrets, storedInbox(row));
            if ('code' in connection) return failed(connection);
            return service.markRead(connection, { chat: chatOf(row), networkIds });
          },
        };
      });
      return { jobs, mayHaveMore: jobs.length > 0 };
    },
    work: async (job) => ({ job, result: await job.report() }),
    async store(results) {
      for (const { job, result } of results) {
        const { conversation, claim, upTo } = job;
        const reason = result.kind === 'done' ? null : result.reason.text.slice(0, 255);
        const isDone = result.kind !== 'failed';
        const values = { conversation, claim, up_to: upTo, done: isDone, reason };
        const [row] = await db.run(store, values);
        if (row?.is_over === true && !isDone)
          log.warn({ team: db.id, inbox, reason }, 'read receipts were not sent to the gateway');
      }
    },
  };
}
