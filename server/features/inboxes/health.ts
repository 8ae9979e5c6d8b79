import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { Connection } from '#server/outbound/messaging/connection.ts';
import type { Health, MessagingService } from '#server/outbound/messaging/gateway.ts';
import type { StateReport } from '#server/outbound/messaging/gateway-setup.ts';
import { applyStates } from './connection-state.ts';
import { type Evidence, evidenceOf, resetEvidence } from './health-evidence.ts';

const scheduleChecks = teamStatement(`
  insert into inbox_health (team_id, inbox_id, callback_url, check_at)
  values ($team, $inbox, $url, now() + interval '1 minute')
  on conflict (team_id, inbox_id) do update set callback_url = excluded.callback_url, check_at = excluded.check_at`);

/** Makes the worker check the inbox and its callback from now on. */
export async function startMonitoring(db: TeamDb, inbox: string, url: string): Promise<void> {
  await db.run(scheduleChecks, { inbox, url });
}

/** Maps a gateway's health response to a state report; undefined if the gateway itself is unreachable. */
function reportOf({
  connected,
  state,
  phone,
  found: finding,
  fault,
}: Health): StateReport | undefined {
  if (connected) return { state: 'connected', phone };
  if (fault === 'gateway') return undefined;
  if (fault === 'configuration') return { state: 'failed', reason: finding };
  if (state === undefined || state === 'connected')
    return { state: 'disconnected', reason: finding };
  const isPlain = state === 'scan' || state === 'code' || state === 'passkey';
  return isPlain ? { state, phone } : { state, reason: finding, phone };
}

const markUnreachable = teamStatement(`
  update inbox_health set unreachable_since = coalesce(unreachable_since, clock.now)
  from (select now()) clock (now)
  where team_id = $team and inbox_id = $inbox
  returning unreachable_since < now() - interval '50 seconds' as is_long`);
const wasUnreachable = teamStatement(`
  select from inbox_health where team_id = $team and inbox_id = $inbox and unreachable_since is not null`);

/** Result of a connection check. */
export interface CheckResult {
  readonly health: Health;
  readonly evidence: Evidence | undefined;
  /** Reason why the inbox is dead although the gateway reports it as connected. */
  readonly dead: string | undefined;
  /** True if the inbox is confirmed and stored as connected. */
  readonly isApplied: boolean;
}

/**
 * Queries the gateway for an inbox's state and applies it if the worker checks this inbox. Observed traffic outweighs the gateway's answer;
 * if the gateway stays unreachable for over 50 seconds, the inbox is marked as failed.
 */
export async function checkConnection(
  db: TeamDb,
  service: MessagingService,
  connection: Connection,
): Promise<CheckResult> {
  const { inbox } = connection;
  const health = await service.health(connection);
  const report = reportOf(health);
  const before = await evidenceOf(db, inbox);
  // The operator manages the state of an inbox set up by hand.
  if (!before || before.callback_url === null)
    return { health, evidence: before, dead: undefined, isApplied: false };
  if (!report) {
    const [row] = await db.run(markUnreachable, { inbox });
    if (row?.is_long === true)
      await applyStates(db, inbox, [{ state: 'failed', reason: health.found }]);
    return { health, evidence: before, dead: undefined, isApplied: false };
  }
  // Failures from the gateway's outage prove nothing now.
  const isBack = (await db.run(wasUnreachable, { inbox })).length > 0;
  if (isBack) await resetEvidence(db, inbox);
  const evidence = isBack ? await evidenceOf(db, inbox) : before;
  const dead = report.state === 'connected' ? (evidence?.dead ?? undefined) : undefined;
  // During a login, a bare `connecting` from the gateway means the login is still in progress.
  const isLoggingIn = ['scan', 'code', 'passkey'].includes(evidence?.state ?? '');
  if (report.state === 'connecting' && isLoggingIn)
    return { health, evidence, dead, isApplied: false };
  // If the state is unchanged, keeps the stored reason.
  const isKnown = evidence?.state === report.state;
  if (dead === undefined)
    await applyStates(db, inbox, [isKnown ? { ...report, reason: undefined } : report]);
  return { health, evidence, dead, isApplied: report.state === 'connected' && dead === undefined };
}
