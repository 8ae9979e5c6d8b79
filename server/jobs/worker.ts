import { watchClock } from '../db/clock.ts';
import type { Database, TeamDb } from '../db/database.ts';
import { type Queues, startQueues, type WorkSignal } from '../db/job-queue.ts';
import { bulkQueue, dueBulkJobs } from '../features/bulk/bulk-queue.ts';
import {
  inboxesWithReads,
  type ReadReceiptParts,
  readQueue,
} from '../features/conversations/read-receipts.ts';
import { replyDueQueue, teamsWithReplyTimes } from '../features/conversations/reply-due-queue.ts';
import {
  type ExportParts,
  exportQueue,
  teamsWithExports,
} from '../features/exports/exports-queue.ts';
import { dueFileTeams, fileQueue } from '../features/files/processing-queue.ts';
import { importQueue, teamsWithImports } from '../features/imports/imports-queue.ts';
import type { ImportParts } from '../features/imports/work.ts';
import { startBounces } from '../features/notifications/bounce-queue.ts';
import {
  type MailParts,
  mailQueue,
  makeOutage,
  teamsWithMail,
} from '../features/notifications/mail-queue.ts';
import {
  type PushParts,
  pushQueue,
  teamsWithPushes,
} from '../features/notifications/push-queue.ts';
import type { Ledger } from '../features/privacy/ledger.ts';
import {
  duePrivacyRequests,
  type PrivacyParts,
  privacyQueue,
} from '../features/privacy/privacy-queue.ts';
import { dueHistories, historyQueue } from '../features/receiving/history/history-queue.ts';
import type { HistoryParts } from '../features/receiving/history/run.ts';
import type { LocalMessaging } from '../features/receiving/local-messaging.ts';
import {
  inboxesWithLookups,
  type LookupQueueParts,
  lookupQueue,
} from '../features/receiving/lookup-queue.ts';
import {
  inboxesWithMedia,
  type MediaQueueParts,
  mediaQueue,
} from '../features/receiving/media-queue.ts';
import {
  inboxesWithReplies,
  type ReplyParts,
  replyQueue,
} from '../features/sending/reply-queue.ts';
import {
  inboxesWithScheduled,
  type ScheduledParts,
  scheduledQueue,
} from '../features/sending/scheduled/scheduled-queue.ts';
import { makeSender } from '../features/webhooks/delivery-attempt.ts';
import { type DeliveryParts, deliveryQueue } from '../features/webhooks/delivery-queue.ts';
import { byteRate } from '../features/webhooks/rate-limit.ts';
import { dueEndpoints } from '../features/webhooks/sweeps.ts';
import { runQueue } from '../features/workflows/runs.ts';
import type { ActionParts } from '../features/workflows/step-actions.ts';
import { dueTeams } from '../features/workflows/sweeps.ts';
import type { Settings } from '../operations/context.ts';
import type { BounceMailbox } from '../outbound/bounce-mailbox.ts';
import type { Storage } from '../outbound/storage.ts';
import { openPushSender } from '../outbound/web-push.ts';
import type { Cidr, TeamLimits } from '../platform/config.ts';
import type { Logger } from '../platform/log.ts';
import { startSeals } from './audit-sealing.ts';
import { limitBacklogs } from './backlog-limit.ts';
import { monitorInboxes } from './inbox-monitor.ts';
import { startSweeps } from './sweeps.ts';

/** Opens queues of one record each: a key is the team's id and the record's. */
const byRecord =
  <Made>(team: Database['team'], make: (of: TeamDb, id: string, stopped: AbortSignal) => Made) =>
  (key: string, stopped: AbortSignal): Made => {
    const [of = '', id = ''] = key.split(' ');
    return make(team(of), id, stopped);
  };

/** Delivers due events, one queue per endpoint. */
export function startDeliveries(
  { platform, team }: Database,
  delivering: DeliveryParts,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'deliveries',
    maxAttempts,
    () => dueEndpoints(platform),
    byRecord(team, (of, id) => deliveryQueue(of, id, delivering)),
    delivering.log,
    signal,
  );
}

/** Executes due workflow runs, one queue per team. */
export function startRuns(
  { platform, team }: Database,
  acting: ActionParts,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'workflow runs',
    maxRuns,
    () => dueTeams(platform),
    (id, stopped) => runQueue(team(id), acting, stopped),
    acting.log,
    signal,
  );
}

/** Sends read receipts to gateways, one queue per inbox. */
export function startReads(
  { platform, team }: Database,
  reading: ReadReceiptParts,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'read marks',
    maxReads,
    () => inboxesWithReads(platform),
    byRecord(team, (of, id) => readQueue(of, id, reading)),
    reading.log,
    signal,
  );
}

/** Sends scheduled messages, one queue per inbox. */
export function startScheduled(
  { platform, team }: Database,
  sending: ScheduledParts,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'scheduled messages',
    maxReplies,
    () => inboxesWithScheduled(platform),
    byRecord(team, (of, id) => scheduledQueue(of, id, sending)),
    sending.log,
    signal,
  );
}

/** Sends automatic replies, one queue per inbox. */
export function startReplies(
  { platform, team }: Database,
  sending: ReplyParts,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'automatic replies',
    maxReplies,
    () => inboxesWithReplies(platform),
    byRecord(team, (of, id) => replyQueue(of, id, sending)),
    sending.log,
    signal,
  );
}

/** Computes when answers are due, one queue per team. */
export function startReplyTimes(
  { platform, team }: Database,
  log: Logger,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'reply times',
    maxReplyTimes,
    () => teamsWithReplyTimes(platform),
    (id, stopped) => replyDueQueue(team(id), stopped),
    log,
    signal,
  );
}

/** Scans files and generates previews, one queue per team. */
export function startFiles(
  { platform, team }: Database,
  storage: Storage,
  log: Logger,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'files',
    maxFiles,
    () => dueFileTeams(platform),
    (id) => fileQueue(team(id), storage, log),
    log,
    signal,
  );
}

/** Executes bulk changes, one queue per job. */
export function startBulk(
  { platform, team }: Database,
  settings: Settings,
  log: Logger,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'bulk changes',
    maxBulkJobs,
    () => dueBulkJobs(platform),
    byRecord(team, (of, id, stopped) => bulkQueue(of, id, { settings, log }, stopped)),
    log,
    signal,
  );
}

/** Fetches the media of messages, one queue per inbox. */
export function startMedia(
  { platform, team }: Database,
  fetching: MediaQueueParts,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'media',
    maxFetches,
    () => inboxesWithMedia(platform),
    byRecord(team, (of, id, stopped) => mediaQueue(of, id, fetching, stopped)),
    fetching.log,
    signal,
  );
}

/** Mails notifications, one queue per team. */
export function startNotificationMail(
  database: Database,
  parts: MailParts,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'notification mail',
    maxMails,
    () => teamsWithMail(database.platform),
    (team) => mailQueue(database, team, parts),
    parts.log,
    signal,
  );
}

/** Pushes notifications to browsers, one queue per team. */
export function startNotificationPush(
  database: Database,
  parts: PushParts,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'notification push',
    maxPushes,
    () => teamsWithPushes(database.platform),
    (team) => pushQueue(database, team, parts),
    parts.log,
    signal,
  );
}

/** Reads past messages from gateways, one queue per history. */
export function startHistories(
  { platform, team }: Database,
  parts: HistoryParts,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'histories',
    maxHistories,
    () => dueHistories(platform),
    byRecord(team, (of, id, stopped) => historyQueue(of, id, parts, stopped)),
    parts.log,
    signal,
  );
}

/** Imports files of other products, one queue per team. */
export function startImports(
  { platform, team }: Database,
  parts: ImportParts & { readonly log: Logger },
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'imports',
    maxImports,
    () => teamsWithImports(platform),
    (id, stopped) => importQueue(team(id), parts, stopped),
    parts.log,
    signal,
  );
}

/** Writes exports, one queue per team. */
export function startExports(
  { platform, team }: Database,
  parts: ExportParts & { readonly log: Logger },
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'exports',
    maxExports,
    () => teamsWithExports(platform),
    (id, stopped) => exportQueue(team(id), parts, stopped),
    parts.log,
    signal,
  );
}

/** Works on requests of persons about their data, one queue per request. */
export function startPrivacy(
  { platform, team }: Database,
  parts: Omit<PrivacyParts, 'platform'>,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'privacy requests',
    maxPrivacyRequests,
    () => duePrivacyRequests(platform),
    byRecord(team, (of, id, stopped) => privacyQueue(of, id, { ...parts, platform }, stopped)),
    parts.log,
    signal,
  );
}

/** Looks up message senders, one queue per inbox. */
export function startLookups(
  { platform, team }: Database,
  looking: LookupQueueParts,
  signal?: WorkSignal,
): Queues {
  return startQueues(
    'lookups',
    maxLookups,
    () => inboxesWithLookups(platform),
    byRecord(team, (of, id, stopped) => lookupQueue(of, id, looking, stopped)),
    looking.log,
    signal,
  );
}

/** Background work of a process with ROLE worker: deliveries, workflows, media, look-ups, sweeps. */
interface Worker {
  /** Claims no new work, and hands back work that does not finish soon. */
  stop(): Promise<void>;
}

/** Worker options from the configuration. */
interface WorkerOptions {
  /** Absent without an SMTP server: notifications are then not mailed. */
  readonly mail?:
    | (Pick<MailParts, 'delivery' | 'publicUrl' | 'bounceAddress'> & {
        /** Absent if returned mails are not read. */
        readonly mailbox?: BounceMailbox | undefined;
      })
    | undefined;
  /** Keys for web push; absent if it is unavailable. */
  readonly pushKeys?: PushParts['keys'] | undefined;
  /** Non-public address ranges that deliveries may reach. */
  readonly allow: readonly Cidr[];
  /** Delays between the attempts of a delivery, in milliseconds. */
  readonly schedule: readonly number[];
  readonly bounds: TeamLimits;
  readonly storage: Storage;
  /** Of erasures. */
  readonly ledger: Ledger;
  /** Without it, the worker polls for work often. */
  readonly signal?: WorkSignal;
}

/** Maximum jobs of each kind in progress per process. Runs use the database in every step, attempts hardly at all. */
const maxAttempts = 1_000;
const maxRuns = 200;
const maxReads = 100;
const maxReplies = 32;
/** One per team. */
const maxReplyTimes = 8;
/** One file per team: each image occupies a CPU core. */
const maxFiles = 2;
/** Two bulk jobs per team. */
const maxBulkJobs = 16;
/** Each streams from a gateway through a local file. */
const maxFetches = 32;
/** Each holds a page in memory, and one chat's ids. One per team. */
const maxHistories = 8;
/** Each holds a batch in memory, and reads a local file. One per team. */
const maxImports = 4;
/** Each holds a connection and a step of records in memory. One per team. */
const maxExports = 2;
/** Each reads all texts of a team. */
const maxPrivacyRequests = 2;
/** Each holds a connection to the SMTP server. */
const maxMails = 8;
/** Each waits for a push service. */
const maxPushes = 32;
/** One per inbox, idle most of the time. */
const maxLookups = 400;

/** Grace period for attempts in progress once the worker is stopping. */
const graceMs = 8_000;

export function startWorker(
  database: Database,
  messaging: LocalMessaging,
  { allow, schedule, bounds, storage, ledger, mail, pushKeys, signal }: WorkerOptions,
  log: Logger,
): Worker {
  const sender = makeSender({ allow });
  const clock = watchClock(database, log);
  const sweeps = startSweeps(database, messaging, storage, log, clock);
  const seals = startSeals(database, messaging.secrets, log, clock);
  const pace = byteRate(bounds.TEAM_WEBHOOK_BYTES_PER_MINUTE);
  const delivering = { sender, secrets: messaging.secrets, schedule, pace, log };
  const deliveries = startDeliveries(database, delivering, signal);
  const waiting = limitBacklogs(database, bounds.TEAM_DELIVERIES_WAITING, log);
  const runs = startRuns(database, { messaging, log }, signal);
  const connections = monitorInboxes(database, messaging, log);
  const reads = startReads(database, { ...messaging, log }, signal);
  const replies = startReplies(database, { ...messaging, log }, signal);
  const scheduled = startScheduled(database, { ...messaging, storage, log }, signal);
  const replyTimes = startReplyTimes(database, log, signal);
  const files = startFiles(database, storage, log, signal);
  const { secrets, jidSuffix } = messaging;
  const bulk = startBulk(database, { secrets, jidSuffix, bounds, storage }, log, signal);
  const media = startMedia(database, { ...messaging, storage, log }, signal);
  const histories = startHistories(database, { ...messaging, log }, signal);
  const imports = startImports(database, { jidSuffix, secrets, storage, log }, signal);
  const exports = startExports(database, { storage, log }, signal);
  const privacy = startPrivacy(database, { secrets, storage, ledger, log }, signal);
  const lookups = startLookups(database, { ...messaging, log }, signal);
  const mails =
    mail &&
    startNotificationMail(database, { ...mail, secrets, log, outage: makeOutage(log) }, signal);
  const bounces =
    mail?.mailbox &&
    mail.bounceAddress !== undefined &&
    startBounces(database, {
      mailbox: mail.mailbox,
      address: mail.bounceAddress,
      secrets,
      log,
    });
  const pushSender = openPushSender({ allow });
  const pushes =
    pushKeys &&
    startNotificationPush(database, { sender: pushSender, keys: pushKeys, secrets, log }, signal);
  return {
    async stop() {
      const grace = setTimeout(() => sender.close(), graceMs);
      await Promise.all([
        deliveries.stop(),
        runs.stop(),
        connections.stop(),
        reads.stop(),
        replies.stop(),
        scheduled.stop(),
        replyTimes.stop(),
        files.stop(),
        bulk.stop(),
        media.stop(),
        histories.stop(),
        imports.stop(),
        exports.stop(),
        privacy.stop(),
        lookups.stop(),
        mails?.stop(),
        bounces ? bounces.stop() : undefined,
        pushes?.stop(),
        seals.stop(),
        sweeps.stop(),
        clock.stop(),
        waiting.stop(),
      ]);
      clearTimeout(grace);
      sender.close();
      pushSender.close();
    },
  };
}
