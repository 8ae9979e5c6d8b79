import { once } from 'node:events';
import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row, TeamDb } from '#server/db/database.ts';
import { type DueWork, duePoll, isUnclaimed, type Queue, readDue } from '#server/db/job-queue.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { emits } from '#server/events/outbox.ts';
import { type StoredFile, storeReceived } from '#server/features/files/store.ts';
import type { Json } from '#server/outbound/messaging/connection.ts';
import type { FetchedMedia } from '#server/outbound/messaging/gateway.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { ApiError, isPassing } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/log.ts';
import { fileNameOf } from '../conversations/file-names.ts';
import {
  emitsMediaChange,
  mediaChange,
  reasonOf,
  type ShownMedia,
} from '../conversations/message-media.ts';
import type { Messaging } from '../gateways/messaging-service.ts';
import { connectionOf, storedInbox } from '../inboxes/connection.ts';

/*
 * Fetches media of incoming messages: one queue per inbox, so that a hanging gateway holds up only its own inbox. A message's media is
 * claimed, streamed from the gateway into storage without an open transaction, and its outcome is stored. The file has the message's id: if
 * a process dies in between, its claim expires and the next process finds the file.
 */

/** Dependencies of fetching. */
export interface MediaQueueParts extends Messaging {
  readonly storage: Storage;
  readonly log: Logger;
}

/** Lease of a claim; the fetching process renews it. */
const claimSeconds = 45;
const renewEveryMs = 15_000;
/** Max duration of a fetch, from the request to the last byte. */
const maxFetchMs = 240_000;
const tooLong = 'timeout: the media did not arrive in time';
/** Max number of concurrent fetches per inbox and process. */
const width = 4;
/** Retry delays of a failed fetch, in milliseconds. */
const waits = [5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000];
/** Time for fetches in progress to finish once the process is stopping. */
const graceMs = 4_000;

const due = duePoll(
  `select distinct array[team_id, inbox_id] from message_media m
  where status = 'pending' and next_attempt_at <= now() and ${isUnclaimed('m')}`,
  `select min(next_attempt_at) from message_media where status = 'pending' and next_attempt_at > now()`,
);

/** Inboxes with media to fetch now, each as its team's id and its own. */
export const inboxesWithMedia = (platform: Platform): Promise<DueWork> => readDue(platform, due);

const claimMedia = teamStatement(
  `
  with ready as (
    select message_id from message_media m
    where team_id = $team and inbox_id = $inbox and status = 'pending' and next_attempt_at <= now() and ${isUnclaimed('m')}
    order by next_attempt_at, message_id limit $room for update skip locked),
  taken as (
    update message_media m set claim = $claim, claimed_until = now() + interval '${claimSeconds} seconds' from ready
    where m.team_id = $team and m.message_id = ready.message_id
    returning m.*)
  select taken.message_id, taken.source, taken.name, taken.media_type, taken.attempts,
    g.msgapp_message_id, g.message_type, i.team_id, i.id, i.gateway, i.config,
    f.id as file_id, f.name as file_name, f.media_type as file_type, f.bytes::float8 as file_bytes
  from taken
    join messages g on g.team_id = $team and g.id = taken.message_id
    join inboxes i on i.team_id = $team and i.id = taken.inbox_id
    left join files f on f.team_id = $team and f.id = taken.message_id and f.deleted_at is null`,
  unprepared,
);

const renew = teamStatement(`
  update message_media set claimed_until = now() + interval '${claimSeconds} seconds'
  where team_id = $team and message_id = $id and claim = $claim returning message_id`);

/** Updates the message's copy of the media `held`, a changed row of `message_media`, and emits the change if it differs. */
const shows = `
  old as materialized (
    select g.* from messages g where g.team_id = $team and g.id = any(array(select message_id from held)) for update),
  t as (
    update messages g set media = (
      select row_to_json(s) from (
        select held.status, held.reason, held.name, held.media_type, held.bytes, held.file_id) s)
    from held, old
    where g.team_id = $team and g.id = held.message_id and old.id = g.id
    returning g.*),
  ${mediaChange},
  ${emits([emitsMediaChange])}`;

/** Stores the outcome of a fetch; does nothing if the claim has passed to another process. */
const storeOutcome = teamStatement(`
  with held as (
    update message_media m set status = $status, reason = $reason::text, claim = null, claimed_until = null,
      attempts = m.attempts + 1, next_attempt_at = clock.next,
      media_type = coalesce($media_type::text, m.media_type), name = coalesce($name::text, m.name),
      bytes = coalesce($bytes::bigint, m.bytes), file_id = $file_id::uuid
    from (select now() + $wait_ms::float8 * interval '1 millisecond') clock (next)
    where m.team_id = $team and m.message_id = $id and m.claim = $claim
    returning m.*),
  ${shows}
  select message_id from held`);

/** Releases a claim without counting an attempt. */
const release = teamStatement(`
  update message_media set claim = null, claimed_until = null
  where team_id = $team and message_id = $id and claim = $claim returning message_id`);

/** Restarts the fetching of missing media from the first attempt. */
export const fetchAgain = teamStatement(`
  with held as (
    update message_media m set status = 'pending', attempts = 0, next_attempt_at = now()
    where m.team_id = $team and m.message_id = $id and m.status <> 'stored' and m.source is not null
    returning m.*),
  ${shows}
  select t.id as message_id, t.media from t`);

/** Claimed media. */
interface Job {
  readonly id: string;
  readonly claim: string;
  readonly attempts: number;
  readonly row: Row;
}

/** Outcome of a fetch. */
type Outcome =
  | { readonly kind: 'stored'; readonly file: Omit<StoredFile, 'sha256'> }
  /** Retrying would not help. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'retry'; readonly reason: string }
  /** Cut off by this process's shutdown; remains due. */
  | { readonly kind: 'returned' };

interface Result {
  readonly job: Job;
  readonly outcome: Outcome;
}

/** The gateway's stream broke off, as opposed to a storage error. */
class BrokenOff extends Error {}

/** Yields the bytes of a stream, marking its errors so that they differ from storage errors. */
async function* bytesOf(stream: FetchedMedia['stream']): AsyncGenerator<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  for (;;) {
    const next = await pieces.next().catch((error: unknown) => {
      throw new BrokenOff('the gateway broke off', { cause: error });
    });
    if (next.done === true) return;
    yield next.value;
  }
}

/** Queue of one inbox. */
export function mediaQueue(
  db: TeamDb,
  inbox: string,
  { service, secrets, storage, log }: MediaQueueParts,
  stopped: AbortSignal,
): Queue<Job, Result> {
  /** @param cut aborts the fetch */
  async function fetch({ id, row }: Job, cut: AbortSignal): Promise<Outcome> {
    if (row.file_id !== null)
      return {
        kind: 'stored',
        file: {
          id,
          name: row.file_name as string,
          mediaType: row.file_type as string,
          bytes: row.file_bytes as number,
        },
      };
    const connection = connectionOf(secrets, storedInbox(row));
    if ('code' in connection) return { kind: 'retry', reason: connection.text };
    const networkId = row.msgapp_message_id as string | null;
    if (networkId === null)
      return { kind: 'failed', reason: 'the message has no id on the network' };
    const source = JSON.parse(row.source as string) as Json;
    const result = await service.fetchMedia(connection, { networkId, source });
    if (result.kind === 'impossible') return { kind: 'failed', reason: result.reason.text };
    if (result.kind === 'failed')
      return { kind: 'retry', reason: `${result.cause}: ${result.reason.text}` };
    const { stream, name, mediaType = row.media_type ?? undefined } = result.value;
    // Errors after the last read need a listener, too.
    stream.on('error', () => {});
    const end = () => stream.destroy(new Error(tooLong));
    cut.addEventListener('abort', end);
    if (cut.aborted) end();
    try {
      const type = mediaType as string | undefined;
      const file = await storeReceived({ db, storage }, bytesOf(stream), {
        id,
        name: fileNameOf([row.name as string | null, name], row.message_type as string, type),
        mediaType: type,
        purpose: 'message',
        record: { type: 'messages', id },
      });
      return { kind: 'stored', file };
    } finally {
      cut.removeEventListener('abort', end);
      stream.destroy();
    }
  }

  async function outcomeOf(job: Job): Promise<Outcome> {
    const cut = new AbortController();
    const isStopping = () => setTimeout(() => cut.abort(), graceMs).unref();
    stopped.addEventListener('abort', isStopping);
    if (stopped.aborted) cut.abort();
    const limit = setTimeout(() => cut.abort(), maxFetchMs);
    // Before the gateway responds there is no stream to destroy, so the race ends the wait.
    const late = once(cut.signal, 'abort').then(
      (): Outcome => ({ kind: 'retry', reason: tooLong }),
    );
    try {
      const outcome = await Promise.race([fetch(job, cut.signal), late]);
      return outcome.kind === 'retry' && stopped.aborted ? { kind: 'returned' } : outcome;
    } catch (error) {
      if (stopped.aborted) return { kind: 'returned' };
      if (error instanceof BrokenOff) return { kind: 'retry', reason: `network: ${error.message}` };
      // Too large, wrong type, out of space, malware: fetching again would not change that.
      if (error instanceof ApiError)
        return { kind: isPassing(error) ? 'retry' : 'failed', reason: error.message };
      log.error({ err: error, message: job.id }, 'fetching media failed unexpectedly');
      return { kind: 'retry', reason: 'something went wrong in the service; see its log' };
    } finally {
      clearTimeout(limit);
      stopped.removeEventListener('abort', isStopping);
      cut.abort();
    }
  }

  async function store({ job, outcome }: Result): Promise<void> {
    const { id, claim } = job;
    if (outcome.kind === 'returned') {
      await db.run(release, { id, claim });
      return;
    }
    const waitMs = outcome.kind === 'retry' ? waits[job.attempts] : undefined;
    const file = outcome.kind === 'stored' ? outcome.file : undefined;
    const status: ShownMedia['status'] = file ? 'stored' : waitMs ? 'pending' : 'failed';
    const reason = outcome.kind === 'stored' ? null : reasonOf(outcome.reason);
    await db.run(storeOutcome, {
      id,
      claim,
      status,
      reason,
      wait_ms: waitMs === undefined ? null : waitMs * (0.8 + 0.4 * Math.random()),
      file_id: file?.id ?? null,
      media_type: file?.mediaType ?? null,
      name: file?.name ?? null,
      bytes: file?.bytes ?? null,
    });
    if (status === 'failed')
      log.warn(
        { team: db.id, inbox, message: id, reason },
        'gave up fetching the media of a message',
      );
  }

  return {
    width: () => width,

    async claimJobs(room) {
      const claim = uuidv7();
      const rows = await db.run(claimMedia, { inbox, claim, room });
      const jobs = rows.map((row) => ({
        id: row.message_id as string,
        claim,
        attempts: row.attempts as number,
        row,
      }));
      return { jobs, mayHaveMore: jobs.length === room };
    },

    async work(job) {
      const { id, claim } = job;
      const renewing = setInterval(() => {
        db.run(renew, { id, claim }).catch(() => {});
      }, renewEveryMs);
      try {
        return { job, outcome: await outcomeOf(job) };
      } finally {
        clearInterval(renewing);
      }
    },

    async store(results) {
      for (const result of results) await store(result);
    },
  };
}
