import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { isFree } from '../db/queue.ts';
import { plannedAnew, platformStatement, teamStatement } from '../db/statement.ts';
import { disable } from '../features/webhooks/deliver.ts';
import { isPassing } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';

/*
 * How much may wait. Creates do not count what waits for an endpoint: that would cost each of them. It is looked at now and
 * then, and where a team has too much waiting, the endpoint that most of it waits for is switched off.
 */

const lookEveryMs = 5_000;
/** Where looking takes long it is done less often. */
const restShare = 20;

/** Of each team that has too much waiting the endpoint that most waits for. */
const tooMany = platformStatement(
  `
  select team_id, webhook_id, url from (
    select d.team_id, d.webhook_id, w.url, sum(count(*)) over (partition by d.team_id) as all_waiting,
      row_number() over (partition by d.team_id order by count(*) desc, d.webhook_id) as place
    from deliveries d join webhooks w on w.team_id = d.team_id and w.id = d.webhook_id and w.is_active and w.url is not null
    where d.status = 'pending' group by d.team_id, d.webhook_id, w.url) n
  where n.place = 1 and n.all_waiting > $most`,
  plannedAnew,
);

/** Some of what waits for an endpoint that is switched off: it has failed, and may be replayed. */
const giveUp = teamStatement(
  `
  with few as (
    select d.id from deliveries d
    where d.team_id = $team and d.webhook_id = $webhook and d.status = 'pending' and ${isFree('d')}
      and not exists (select from webhooks w where w.team_id = $team and w.id = $webhook and w.is_active)
    order by d.next_attempt_at limit 1000 for update skip locked)
  update deliveries d set status = 'failed', reason = $reason, next_attempt_at = null, completed_at = now(), claim = null,
    claimed_until = null
  from few where d.team_id = $team and d.webhook_id = $webhook and d.id = few.id
  returning d.id`,
  plannedAnew,
);

/** Switches endpoints off until no team has more than `most` deliveries waiting. @returns how many */
export async function switchOffWaiting(
  { platform, team }: Database,
  most: number,
  log: Logger,
  isStopping = () => false,
): Promise<number> {
  let switched = 0;
  for (;;) {
    const rows = await platform.run(tooMany, { most });
    if (rows.length === 0 || isStopping()) return switched;
    for (const { team_id, webhook_id: webhook, url } of rows) {
      const db = team(team_id as string);
      const reason = `the team had more than ${most} deliveries waiting, most of them for this endpoint`;
      const [disabled] = await db.run(disable, { webhook, url, reason });
      if (!disabled) continue;
      switched += 1;
      log.warn({ team: db.id, webhook, reason }, 'a webhook endpoint was disabled');
      while (!isStopping() && (await db.run(giveUp, { webhook, reason })).length > 0);
    }
  }
}

/** Looks now and then. @param most 0: as many as there are */
export function watchWaiting(
  database: Database,
  most: number,
  log: Logger,
): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const isStopping = () => stopped.signal.aborted;
  const look = async () => {
    while (most > 0 && !isStopping()) {
      const began = performance.now();
      await switchOffWaiting(database, most, log, isStopping).catch((err: unknown) => {
        if (!isPassing(err)) log.error({ err }, 'the backlog of endpoints could not be checked');
      });
      const rest = Math.max(lookEveryMs, restShare * (performance.now() - began));
      await sleep(rest, undefined, { signal: stopped.signal }).catch(() => {});
    }
  };
  const looking = look();
  return {
    async stop() {
      stopped.abort();
      await looking;
    },
  };
}
