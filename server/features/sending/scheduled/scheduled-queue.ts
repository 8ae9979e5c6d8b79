import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row, TeamDb } from '#server/db/database.ts';
import {
  type DueWork,
  duePollByInbox,
  isUnclaimed,
  type Queue,
  readDue,
} from '#server/db/job-queue.ts';
import { removes } from '#server/db/removal.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { attributedTo } from '#server/events/audit.ts';
import { notifies } from '#server/events/notifications.ts';
import { attributionOf } from '#server/operations/audit-attribution.ts';
import type { Settings } from '#server/operations/context.ts';
import { hiddenInboxesOf } from '#server/operations/hidden-records.ts';
import {
  ConcurrentChange,
  retryOnConflict,
  type WorkIdentity,
} from '#server/operations/idempotency.ts';
import type { MediaType } from '#server/outbound/messaging/connection.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { ApiError, isPassing } from '#server/platform/errors.ts';
import { InvalidValues } from '#server/records/invalid-values.ts';
import type { Mention } from '../../conversations/group-mentions.ts';
import type { UnsentReason } from '../../conversations/scheduled-fields.ts';
import { lockConversation } from '../collisions.ts';
import { type Draft, textDraft } from '../drafts.ts';
import { fileDraft } from '../file-drafts.ts';
import type { ReplyParts } from '../reply-queue.ts';
import { sendMessage, storeStopped } from '../send-message.ts';
import { templateDraft } from '../templates/operations.ts';
import { auditsScheduled } from './scheduled-messages.ts';

/*
 * Sends scheduled messages: one queue per inbox. The transaction that stores a message also marks the scheduled one, after checking that
 * it was neither changed nor canceled nor claimed by another process since. So a message is stored at most once, and the gateway is called
 * only by the process that stored it. If that process ends, the outcome is unknown and nothing is repeated, as for every message.
 */

/** Dependencies of sending. */
export interface ScheduledParts extends ReplyParts {
  readonly storage: Storage;
}

const name = 'scheduled_messages.send';
/** Longer than the gateway timeout. */
const claimSeconds = 45;
/** Longer than sending the largest file. */
const fileSeconds = 900;
const width = 4;
/** Delay after an error of the database. */
const retrySeconds = 5;

const due = duePollByInbox('scheduled_messages', 'due_at');

/** Inboxes with messages to send, each as its team's id and its own. */
export const inboxesWithScheduled = (platform: Platform): Promise<DueWork> =>
  readDue(platform, due);

/** Messages of one conversation are sent one after the other. */
const claimDue = teamStatement(
  `
  with ready as (
    select id from scheduled_messages s
    where team_id = $team and inbox_id = $inbox and due_at <= now() and ${isUnclaimed('s')} and not exists (
      select from scheduled_messages e where e.team_id = $team and e.inbox_id = $inbox and e.conversation_id = s.conversation_id
        and e.due_at is not null and (e.due_at, e.id) < (s.due_at, s.id))
    order by due_at, id limit $room for update skip locked)
  update scheduled_messages s set claim = $claim, claimed_until = now() + interval '${claimSeconds} seconds' from ready
  where s.team_id = $team and s.id = ready.id
  returning s.id, s.conversation_id, s.status, s.author, s.author_id, s.content, s.file_id, s.file_type, s.reply_to, s.mentions, s.template`,
  unprepared,
);

const lockScheduled = teamStatement(`
  select s.conversation_id, s.cancel_if_answered, s.seen_incoming_at from scheduled_messages s
  where s.team_id = $team and s.id = $id and s.claim = $claim and s.status = 'scheduled' for no key update`);

/** True if the author may still send messages through the inbox. */
const authorMaySend = teamStatement(`
  select case $author::text
    when 'user' then exists (
      select from users u join people p on p.id = u.person_id
      where u.team_id = $team and u.id = $author_id and u.suspended_at is null and p.disabled_at is null
        and $inbox::uuid <> all(${hiddenInboxesOf('u')}))
    else exists (
      select from api_keys k left join users u on u.team_id = $team and u.id = k.user_id
      where k.team_id = $team and k.id = $author_id and k.scope = 'full' and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now()) and u.suspended_at is null
        and (u.id is null or $inbox::uuid <> all(${hiddenInboxesOf('u')}))) end as may`);

const markSending = teamStatement(`
  with old as materialized (select * from scheduled_messages where team_id = $team and id = $id for no key update),
  t as (
    update scheduled_messages s set status = 'sending', is_listed = false, claimed_until = now() + case when old.file_id is null
      then interval '${claimSeconds} seconds' else interval '${fileSeconds} seconds' end
    from old where s.team_id = $team and s.id = old.id returning s.*),
  ${auditsScheduled()}
  select id from t`);

/** Outcome of a message that is stored: that of the message. */
const outcomeOf = (message: string, sent: string, failed: string, unknown: string) =>
  `case when ${message}.status in ('sent', 'delivered', 'read') then ${sent} when ${message}.status = 'failed' then ${failed} else ${unknown} end`;

const settle = teamStatement(`
  with locked as materialized (
    select * from scheduled_messages s where s.team_id = $team and s.id = $id and s.claim = $claim for no key update),
  old as materialized (
    select s.*, c.assignee_id from locked s join conversations c on c.team_id = $team and c.id = s.conversation_id),
  outcome as (
    select coalesce($status::text, ${outcomeOf('m', `'sent'`, `'failed'`, `'failed'`)}) as status,
      coalesce($reason::text, ${outcomeOf('m', 'null', `'not_sent'`, `'outcome_unknown'`)}) as reason
    from old left join messages m on m.team_id = $team and m.id = old.id),
  t as (
    update scheduled_messages s set status = outcome.status, reason = outcome.reason, settled_at = now(), due_at = null, claim = null,
      claimed_until = null
    from old, outcome where s.team_id = $team and s.id = old.id returning s.*),
  ${auditsScheduled()},
  candidates as (
    select u.id, case when u.id = case old.author when 'user' then old.author_id else k.user_id end then 1 when u.id = old.assignee_id then 2 else 3 end as rank
    from t join old on old.id = t.id
      left join api_keys k on k.team_id = $team and k.id = old.author_id
      join users u on u.team_id = $team and u.person_id is not null and u.suspended_at is null and t.inbox_id <> all(${hiddenInboxesOf('u')})
        and (u.id in (old.author_id, k.user_id, old.assignee_id) or u.role in ('admin', 'owner'))
    where t.status = 'failed'),
  ${notifies([
    {
      kind: 'unsent',
      type: 'conversations',
      from: 'candidates x, t where x.rank = (select min(c.rank) from candidates c)',
      record: 't.conversation_id',
      user: 'x.id',
    },
  ])}
  select id from t`);

const release = teamStatement(`
  update scheduled_messages set claim = null, claimed_until = now() + interval '${retrySeconds} seconds'
  where team_id = $team and id = $id and claim = $claim`);

/** Deletes scheduled messages that were settled 90 days ago. */
export const removeScheduled = removes(
  'scheduled_messages',
  'team_id, id',
  'settled_at',
  '90 days',
);

interface Job {
  readonly id: string;
  readonly claim: string;
  readonly row: Row;
}

/** Outcome: that of the message, or a reason why there is none; or the job is to be repeated, or was taken away. */
type Outcome =
  | { readonly kind: 'stored' | 'retry' | 'lost' }
  | { readonly kind: 'unsent'; readonly reason: UnsentReason };

interface Result {
  readonly job: Job;
  readonly outcome: Outcome;
}

/** The message is not sent. */
class Unsent extends Error {
  readonly reason: UnsentReason;
  constructor(reason: UnsentReason) {
    super(`not sent: ${reason}`);
    this.reason = reason;
  }
}

/** The message was changed or canceled, or another process has claimed it. */
class Lost extends Error {}

/** A template whose file is gone is not sent. */
function asUnsent(error: unknown): never {
  const isMissing = error instanceof ApiError && error.code === 'NOT_FOUND';
  throw isMissing ? new Unsent('file_missing') : error;
}

function reasonOf(error: unknown): UnsentReason | undefined {
  if (error instanceof Unsent) return error.reason;
  if (error instanceof InvalidValues) return 'template_refused';
  if (!(error instanceof ApiError) || isPassing(error)) return undefined;
  if (error.reason === 'inactive_inbox') return 'inactive_inbox';
  if (error.reason === 'window_closed') return 'window_closed';
  return 'refused';
}

/** Queue of scheduled messages of one inbox. */
export function scheduledQueue(
  db: TeamDb,
  inbox: string,
  parts: ScheduledParts,
): Queue<Job, Result> {
  const { service, secrets, jidSuffix, storage, log } = parts;
  const settings: Settings = {
    secrets,
    jidSuffix,
    storage,
    services: { messaging: service, log },
  };
  const system = attributedTo(db, attributionOf({ actor: { kind: 'system' } }, name));
  const byAuthor = ({ author, author_id }: Row): TeamDb =>
    attributedTo(db, {
      ...attributionOf({ actor: { kind: 'system' } }, name),
      acting_kind: author as 'user' | 'key',
      acting_id: author_id as string,
    });

  async function draftOf({ id, row }: Job): Promise<Draft> {
    const to = { conversation_id: row.conversation_id, inbox_id: null, phone: null };
    const text = (row.content as string | null) ?? '';
    const mentions = (row.mentions as readonly Mention[] | null)?.map(({ id: member }) => member);
    const reply = {
      id,
      ...(row.reply_to !== null && { replyTo: row.reply_to as string }),
      // The text may have been changed since, and members may have left.
      ...(mentions && { mentions, isMentionOptional: true }),
    };
    if (row.template !== null)
      return {
        ...(await templateDraft(
          { db, settings },
          { ...to, ...(row.template as object), file_id: row.file_id },
        ).catch(asUnsent)),
        id,
      };
    if (row.file_id === null) return { ...textDraft(text, to), ...reply };
    const type = row.file_type as MediaType | null;
    try {
      const file = await fileDraft({ db, settings }, db, row.file_id as string, type, text);
      return { to, ...reply, ...file };
    } catch (error) {
      if (isPassing(error) || !(error instanceof ApiError)) throw error;
      throw new Unsent('file_missing');
    }
  }

  /** Locks the conversation, then the scheduled message. @throws Lost; Unsent if it must not be sent */
  async function lockDue(tx: TeamDb, { id, claim, row }: Job): Promise<void> {
    const [conversation] = await tx.run(lockConversation, { conversation_id: row.conversation_id });
    const [scheduled] = await tx.run(lockScheduled, { id, claim });
    if (!conversation || !scheduled) throw new Lost();
    if (scheduled.conversation_id !== conversation.id) throw new ConcurrentChange();
    const { author, author_id } = row;
    const [rights] = await tx.run(authorMaySend, { author, author_id, inbox });
    if (rights?.may !== true) throw new Unsent('author_left');
    const isAnswered = String(scheduled.seen_incoming_at) !== String(conversation.last_incoming_at);
    if (scheduled.cancel_if_answered === true && isAnswered) throw new Unsent('contact_answered');
  }

  const identityOf = (job: Job, on: TeamDb): WorkIdentity => ({
    begin: async ({ intend }) => ({
      intent: await retryOnConflict(() =>
        on.transaction(async (tx) => {
          await lockDue(tx, job);
          const intent = await intend(tx).catch((error: unknown) => {
            const isQuote = error instanceof ApiError && error.code === 'NOT_FOUND';
            throw isQuote ? new Unsent('quote_missing') : error;
          });
          await tx.run(markSending, { id: job.id });
          return intent;
        }),
      ),
    }),
    finish: (_intent, store) => store(on),
  });

  async function send(job: Job): Promise<Outcome> {
    // The process that stored the message has ended.
    if (job.row.status === 'sending') {
      await storeStopped(db, job.id);
      return { kind: 'stored' };
    }
    const on = byAuthor(job.row);
    const draft = await draftOf(job);
    const request = { request_id: job.id, team: db.id };
    await sendMessage({ ...parts, db: on, request }, identityOf(job, on), () => draft);
    return { kind: 'stored' };
  }

  return {
    width: () => width,
    async claimJobs(room) {
      const claim = uuidv7();
      const rows = await db.run(claimDue, { inbox, claim, room });
      return {
        jobs: rows.map((row) => ({ id: row.id as string, claim, row })),
        mayHaveMore: rows.length > 0,
      };
    },
    async work(job) {
      try {
        return { job, outcome: await send(job) };
      } catch (err) {
        if (err instanceof Lost) return { job, outcome: { kind: 'lost' } };
        const reason = reasonOf(err);
        log.warn(
          { team: db.id, inbox, message: job.id, reason, err },
          'a scheduled message was not sent',
        );
        return {
          job,
          outcome: reason === undefined ? { kind: 'retry' } : { kind: 'unsent', reason },
        };
      }
    },
    async store(results) {
      for (const { job, outcome } of results) {
        const { id, claim } = job;
        if (outcome.kind === 'retry') await system.run(release, { id, claim });
        else if (outcome.kind === 'stored')
          await system.run(settle, { id, claim, status: null, reason: null });
        else if (outcome.kind === 'unsent')
          await system.run(settle, {
            id,
            claim,
            status: outcome.reason === 'contact_answered' ? 'canceled' : 'failed',
            reason: outcome.reason,
          });
      }
    },
  };
}
