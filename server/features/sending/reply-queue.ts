import { v7 as uuidv7 } from 'uuid';
import type { Platform, TeamDb } from '#server/db/database.ts';
import {
  type DueWork,
  duePollByInbox,
  isUnclaimed,
  type Queue,
  readDue,
} from '#server/db/job-queue.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { withAttribution } from '#server/operations/audit-attribution.ts';
import { ApiError } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/log.ts';
import { isAnswerOfAnother } from '../conversations/answers.ts';
import type { Messaging } from '../gateways/messaging-service.ts';
import { textDraft } from './drafts.ts';
import { identifiedById } from './message-identity.ts';
import { sendMessage } from './send-message.ts';

/*
 * Sends automatic replies: one queue per inbox. A reply has the id of its message, so it is sent once, whatever happens to the process that
 * sends it (message-identity.ts). One that was refused is not tried again: the conversation shows it as failed.
 */

/** Dependencies of sending. */
export interface ReplyParts extends Messaging {
  readonly log: Logger;
}

/** Longer than the gateway timeout. */
const claimSeconds = 45;
const width = 4;
/** Delay after an error of the database. */
const retrySeconds = 5;

const due = duePollByInbox('automatic_replies', 'next_attempt_at');

/** Inboxes with replies to send, each as its team's id and its own. */
export const inboxesWithReplies = (platform: Platform): Promise<DueWork> => readDue(platform, due);

/** A reply that waited for half an hour is not sent: the inbox may be open by now, and answered. */
const claimReplies = teamStatement(
  `
  with ready as (
    select id from automatic_replies r
    where team_id = $team and inbox_id = $inbox and next_attempt_at <= now() and ${isUnclaimed('r')}
    order by next_attempt_at limit $room for update skip locked)
  update automatic_replies r set claim = $claim, claimed_until = now() + interval '${claimSeconds} seconds' from ready
  where r.team_id = $team and r.id = ready.id
  returning r.id, r.conversation_id, r.content, r.created_at < now() - interval '30 minutes' as is_late`,
  unprepared,
);

/** True if the contact has got no answer since, and the inbox still has such a message. */
const isWanted = teamStatement(`
  select exists (
      select from inboxes i where i.team_id = $team and i.id = r.inbox_id and case r.kind when 'greeting' then i.greeting else i.away_message end is not null)
    and not exists (
      select from messages m where m.team_id = $team and m.conversation_id = r.conversation_id and m.created_at >= r.created_at
        and ${isAnswerOfAnother('m', 'null::uuid')}) as is_wanted
  from automatic_replies r where r.team_id = $team and r.id = $id`);

const store = teamStatement(`
  update automatic_replies r set claim = null, claimed_until = null, next_attempt_at = case when not $done::boolean then clock.next end
  from (select now() + interval '${retrySeconds} seconds') clock (next)
  where r.team_id = $team and r.id = any($ids::uuid[]) and r.claim = $claim`);

interface Job {
  readonly id: string;
  readonly claim: string;
  readonly conversation: string;
  readonly text: string;
  readonly isLate: boolean;
}

interface Result {
  readonly job: Job;
  readonly isDone: boolean;
}

/** Queue of automatic replies of one inbox. */
export function replyQueue(db: TeamDb, inbox: string, parts: ReplyParts): Queue<Job, Result> {
  const { log } = parts;
  const acting = withAttribution(
    { db, actor: { kind: 'system' } as const },
    { name: 'messages.send' },
  );
  async function send({ id, conversation, text }: Job): Promise<void> {
    const to = { inbox_id: null, phone: null, conversation_id: conversation };
    const request = { request_id: id, team: db.id };
    await sendMessage(
      { ...parts, db: acting.db, request },
      identifiedById(acting.db, { ...to, id, text, type: null, file_id: null, reply_to: null }),
      () => ({ ...textDraft(text, to), id }),
    );
  }
  return {
    width: () => width,
    async claimJobs(room) {
      const claim = uuidv7();
      const rows = await db.run(claimReplies, { inbox, claim, room });
      const jobs = rows.map(
        (row): Job => ({
          id: row.id as string,
          claim,
          conversation: row.conversation_id as string,
          text: row.content as string,
          isLate: row.is_late as boolean,
        }),
      );
      return { jobs, mayHaveMore: jobs.length > 0 };
    },
    async work(job) {
      try {
        const [row] = job.isLate ? [] : await db.run(isWanted, { id: job.id });
        if (row?.is_wanted === true) await send(job);
        return { job, isDone: true };
      } catch (err) {
        // The inbox was disabled, its window is closed, or the conversation was deleted.
        const isDone = err instanceof ApiError && err.code !== 'UNAVAILABLE';
        log.warn({ team: db.id, inbox, err }, 'an automatic reply was not sent');
        return { job, isDone };
      }
    },
    async store(results) {
      for (const { job, isDone } of results)
        await db.run(store, { ids: [job.id], claim: job.claim, done: isDone });
    },
  };
}
