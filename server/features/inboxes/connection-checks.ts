import type { Database, TeamDb } from '#server/db/database.ts';
import { platformStatement, teamStatement } from '#server/db/statement.ts';
import type { Connection } from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import { isPassing } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Messaging } from '../gateways/messaging-service.ts';
import { connectionOf, findInbox } from './connection.ts';
import { applyStates } from './connection-state.ts';
import { checkConnection } from './health.ts';
import { resetEvidence } from './health-evidence.ts';
import { repairCallback } from './health-operations.ts';

/*
 * Worker's checks of inboxes that were connected through Pauta: every few minutes it queries the gateway for the connection's state and the
 * callback URL. A dropped session is restarted once; if that does not help, the inbox is marked as failed. A session that was never logged
 * in is left alone: gateways that show QR codes which are never scanned are banned sooner.
 */

/** Claims a batch of inboxes to check; each check lasts up to the gateway timeout. */
const due = platformStatement(`
  update inbox_health h set check_at = now() + interval '5 minutes'
  where (h.team_id, h.inbox_id) in (
    select c.team_id, c.inbox_id from inbox_health c where c.check_at <= now() order by c.check_at limit 20)
    and h.check_at <= now()
  returning h.team_id, h.inbox_id, h.callback_url`);

/*
 * Dropped: failed, or connecting for two minutes, and not logged out since it was last up. Restarted once each time after it was up (a dead
 * or stuck session again after an hour), at most every 10 minutes.
 */
const claimRestart = teamStatement(`
  update inbox_health h set restarted_at = now(), check_at = now() + interval '1 minute'
  from inboxes i
  where h.team_id = $team and h.inbox_id = $inbox and i.team_id = $team and i.id = $inbox
    and i.is_active and not i.is_deleted and i.up_since is not null
    and (h.restarted_at is null or h.restarted_at < now() - interval '1 hour'
      or (h.restarted_at < i.up_since and h.restarted_at < now() - interval '10 minutes'))
    and (($dead and i.state = 'connected') or (not $dead and (
      i.state = 'failed' and (h.restarted_at is null or h.restarted_at < i.up_since)
      or i.state = 'connecting' and i.state_changed_at < now() - interval '2 minutes')))
  returning i.state, i.state_reason`);

/** Finds inboxes that did not recover after a restart. */
const unmended = teamStatement(`
  select i.state, i.state_reason from inboxes i join inbox_health h on h.team_id = $team and h.inbox_id = i.id
  where i.team_id = $team and i.id = $inbox and i.up_since is not null and h.restarted_at >= i.up_since
    and h.restarted_at < now() - interval '30 seconds'
    and (i.state = 'connecting' and i.state_changed_at < now() - interval '2 minutes' or i.state = 'failed' or $dead)`);

const restartFailed = 'a restart did not help';

async function check(
  { service, log }: Messaging & { readonly log: Logger },
  db: TeamDb,
  connection: Connection,
  callback: string,
): Promise<void> {
  const { inbox } = connection;
  const about = { team: db.id, inbox, gateway: connection.gateway };
  const { health, dead } = await checkConnection(db, service, connection);
  if (health.fault) return;
  const isDead = dead !== undefined;
  const { isSet } = await repairCallback(service, connection, callback);
  if (isSet) log.warn(about, 'the gateway of an inbox had lost its callback, which was set again');
  const [dropped] = await db.run(claimRestart, { inbox, dead: isDead });
  if (dropped) {
    log.warn(
      { ...about, state: dropped.state },
      'the session of an inbox dropped; it is restarted once',
    );
    await service.restart(connection);
    await resetEvidence(db, inbox);
    return;
  }
  const [left] = await db.run(unmended, { inbox, dead: isDead });
  if (!left) return;
  const why = dead ?? (left.state_reason as string | null) ?? 'the session dropped';
  const text = why.includes(restartFailed) ? why : `${why}; ${restartFailed}`;
  const reason = finding('restart_failed', text);
  if ((await applyStates(db, inbox, [{ state: 'failed', reason }])) > 0)
    log.warn(about, 'the session of an inbox is down; a restart did not help');
}

/** Checks one batch of inboxes. @returns the size of the batch */
export async function checkConnections(
  { platform, team }: Database,
  messaging: Messaging,
  log: Logger,
): Promise<number> {
  const rows = await platform.run(due);
  await Promise.all(
    rows.map(async ({ team_id, inbox_id, callback_url }) => {
      const db = team(team_id as string);
      try {
        const stored = await findInbox(db, inbox_id as string);
        const connection = stored && connectionOf(messaging.secrets, stored);
        if (connection === undefined || 'code' in connection || callback_url === null) return;
        await check({ ...messaging, log }, db, connection, callback_url as string);
      } catch (err) {
        const reason = (err as Error).message;
        log.warn(
          isPassing(err) ? { inbox: inbox_id, reason } : { inbox: inbox_id, err },
          'an inbox could not be checked',
        );
      }
    }),
  );
  return rows.length;
}
