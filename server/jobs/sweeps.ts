import type { Clock } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { removeAll } from '../db/removal.ts';
import { removeUsage } from '../db/usage-sweeps.ts';
import { removeEvents, removeNotices, removeNotifications } from '../events/sweeps.ts';
import { removeSpentChallenges } from '../features/accounts/people/challenges.ts';
import {
  removeAgentClients,
  removeAgentCodes,
  removeAgentTokens,
  removeInvitations,
  removeLoginFailures,
  removePersonTokens,
  removeSessions,
} from '../features/accounts/sweeps.ts';
import { removeBulkJobs } from '../features/bulk/bulk-queue.ts';
import { removeMergeData } from '../features/conversations/merging/sweeps.ts';
import {
  distributeConversations,
  recountConversations,
  setFirstQuestions,
  unassignConversations,
  wakeConversations,
} from '../features/conversations/sweeps.ts';
import { takeDealSnapshots } from '../features/crm/deals/sweeps.ts';
import { removeExports } from '../features/exports/exports-queue.ts';
import { sweepFiles } from '../features/files/sweeps.ts';
import {
  removeImportChanges,
  removeImportRows,
  removeImports,
} from '../features/imports/imports-queue.ts';
import { repairNewTotals } from '../features/installation/totals-repair.ts';
import { predictWins } from '../features/intelligence/sweeps.ts';
import {
  removeNotificationMails,
  removeNotificationPushes,
} from '../features/notifications/sweeps.ts';
import { notifyOfDeadlines, removePackages } from '../features/privacy/sweeps.ts';
import { removeReplies } from '../features/receiving/automatic-replies.ts';
import type { LocalMessaging } from '../features/receiving/local-messaging.ts';
import {
  failStaleMessages,
  matchAbandonedEchoes,
  removeEarlyConfirmations,
  removeLookups,
  removeWaitingUpdates,
  resumeSandbox,
} from '../features/receiving/sweeps.ts';
import { addUpReports } from '../features/reports/sweeps.ts';
import { makeBillingLines, warnOfHours } from '../features/retainers/sweeps.ts';
import { removeScheduled } from '../features/sending/scheduled/scheduled-queue.ts';
import { removeNumberChecks, settleLostChanges } from '../features/sending/sweeps.ts';
import { removeDeliveries, removeReceptions } from '../features/webhooks/sweeps.ts';
import { createRecurringTasks } from '../features/work/recurrences/sweeps.ts';
import {
  adjustTaskHours,
  assignMissingKeys,
  assignMissingNumbers,
} from '../features/work/sweeps.ts';
import { removeRuns, startDueWorkflows } from '../features/workflows/sweeps.ts';
import { removeIdempotencyKeys } from '../operations/sweeps.ts';
import type { Storage } from '../outbound/storage.ts';
import { isPassing } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';

type Statement = Parameters<typeof removeAll>[1];

const sweepEvery = 60_000;
const repairIntervalMs = 3_600_000;

/** Settles and deletes overdue and expired rows. A failed sweep is logged and repeated next time. */
export function startSweeps(
  database: Database,
  messaging: LocalMessaging,
  storage: Storage,
  log: Logger,
  { isSteady }: Pick<Clock, 'isSteady'>,
): { stop(): Promise<void> } {
  const failed = (err: Error) =>
    log.warn(
      isPassing(err) ? { reason: err.message } : { err },
      'a sweep failed; it will run again',
    );
  let running: Promise<unknown> = Promise.resolve();
  let isStopping = false;
  // Work taken by another process that has since ended.
  const overdue = 2 * messaging.sandboxDelayMs + 30_000;
  const sweep = (age: number) => {
    running = running
      .then(() => resumeSandbox(database, messaging, age))
      .then(() => matchAbandonedEchoes(database, messaging.jidSuffix))
      .then(() => sweepOnce(database, () => isStopping, isSteady))
      .then(async (swept) => ({
        ...swept,
        ...(await sweepFiles(database, storage, { isStopping: () => isStopping, isSteady })),
      }))
      .then((swept) => {
        if (Object.values(swept).some((count) => count > 0)) log.info(swept, 'swept');
      })
      .catch(failed);
  };
  const mend = () => {
    running = running
      .then(() => repairNewTotals(database, () => isStopping))
      .then((mended) => {
        if (mended > 0)
          log.info({ totals: mended }, 'corrected totals: older processes still write');
      })
      .catch(failed);
  };
  const timers = [
    setInterval(() => sweep(overdue), sweepEvery),
    setInterval(mend, repairIntervalMs),
  ];
  // Work taken by an earlier process, regardless of age.
  sweep(0);
  mend();
  return {
    async stop() {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}

/**
 * Runs all sweeps once, in small batches.
 * @param isStopping returns true if the run must stop early: the rest can wait
 * @param isSteady returns true if the clock of a transaction is reliable; otherwise nothing is deleted or abandoned
 * @returns the number of rows settled or deleted, by kind
 */
export async function sweepOnce(
  database: Database,
  isStopping = () => false,
  isSteady: Clock['isSteady'] = async () => true,
): Promise<{
  readonly idempotency_keys: number;
  readonly events: number;
  readonly live_notices: number;
  readonly notifications: number;
  readonly notification_mails: number;
  readonly notification_pushes: number;
  readonly deliveries: number;
  readonly receptions: number;
  readonly team_usage: number;
  readonly workflow_runs: number;
  readonly bulk_jobs: number;
  readonly imports: number;
  readonly import_rows: number;
  readonly import_changes: number;
  readonly exports: number;
  readonly privacy_packages: number;
  readonly early_confirmations: number;
  readonly waiting_updates: number;
  readonly lookups: number;
  readonly number_checks: number;
  readonly automatic_replies: number;
  readonly scheduled_messages: number;
  readonly person_tokens: number;
  readonly sessions: number;
  readonly login_failures: number;
  readonly invitations: number;
  readonly spent_challenges: number;
  readonly agent_codes: number;
  readonly agent_tokens: number;
  readonly agent_clients: number;
  readonly unconfirmed_messages: number;
  readonly lost_changes: number;
  readonly woken_conversations: number;
  readonly recounted_conversations: number;
  readonly first_questions: number;
  readonly unassigned_conversations: number;
  readonly distributed_conversations: number;
  readonly project_keys: number;
  readonly task_numbers: number;
  readonly task_hours: number;
  readonly deal_snapshots: number;
  readonly privacy_deadlines: number;
  readonly contract_warnings: number;
  readonly billing_lines: number;
  readonly summed_reports: number;
  readonly win_models: number;
  readonly scored_deals: number;
  readonly started_workflows: number;
  readonly recurring_tasks: number;
}> {
  const { platform } = database;
  const round = { isStopping, isSteady };
  const remove = (statement: Statement) => removeAll(platform, statement, round);
  // First, because people expect these at their time; a failure neither delays the other sweeps nor is delayed by theirs.
  const [starting] = await Promise.allSettled([startDueWorkflows(database, round)]);
  const removed = {
    idempotency_keys: await remove(removeIdempotencyKeys),
    events: await remove(removeEvents),
    live_notices: await remove(removeNotices),
    notifications: await remove(removeNotifications),
    notification_mails: await remove(removeNotificationMails),
    notification_pushes: await remove(removeNotificationPushes),
    deliveries: await remove(removeDeliveries),
    receptions: await remove(removeReceptions),
    team_usage: await remove(removeUsage),
    workflow_runs: await remove(removeRuns),
    bulk_jobs: await remove(removeBulkJobs),
    imports: await remove(removeImports),
    import_rows: await remove(removeImportRows),
    import_changes: await remove(removeImportChanges),
    exports: await removeExports(database, round),
    privacy_packages: await removePackages(database, round),
    contact_merges: await remove(removeMergeData),
    early_confirmations: await remove(removeEarlyConfirmations),
    waiting_updates: await remove(removeWaitingUpdates),
    lookups: await remove(removeLookups),
    number_checks: await remove(removeNumberChecks),
    automatic_replies: await remove(removeReplies),
    scheduled_messages: await remove(removeScheduled),
    person_tokens: await remove(removePersonTokens),
    sessions: await remove(removeSessions),
    login_failures: await remove(removeLoginFailures),
    invitations: await remove(removeInvitations),
    spent_challenges: await remove(removeSpentChallenges),
    agent_codes: await remove(removeAgentCodes),
    agent_tokens: await remove(removeAgentTokens),
    agent_clients: await remove(removeAgentClients),
  };
  const swept = {
    ...removed,
    unconfirmed_messages: await failStaleMessages(database, round),
    lost_changes: await settleLostChanges(database, round),
    woken_conversations: await wakeConversations(database, round),
    recounted_conversations: await recountConversations(database, round),
    first_questions: await setFirstQuestions(database, round),
    unassigned_conversations: await unassignConversations(database, round),
    distributed_conversations: await distributeConversations(database, round),
    project_keys: await assignMissingKeys(database, round),
    task_numbers: await assignMissingNumbers(database, round),
    task_hours: await adjustTaskHours(database, round),
    deal_snapshots: await takeDealSnapshots(database, round),
    privacy_deadlines: await notifyOfDeadlines(database, round),
    contract_warnings: await warnOfHours(database, round),
    billing_lines: await makeBillingLines(database, round),
    recurring_tasks: await createRecurringTasks(database, round),
  };
  // Last: the other sweeps do not wait for a team with many records.
  const reports = await addUpReports(database, round);
  const { fitted, changed } = await predictWins(database, round);
  if (starting.status === 'rejected') throw starting.reason;
  return {
    ...{ ...swept, summed_reports: reports, win_models: fitted, scored_deals: changed },
    started_workflows: starting.value,
  };
}
