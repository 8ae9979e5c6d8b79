import { v7 as uuidv7 } from 'uuid';
import type { Database, Row } from '#server/db/database.ts';
import { type DueWork, duePoll, isUnclaimed, type Queue, readDue } from '#server/db/job-queue.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { enforcesTwoFactors, hasTwoFactors } from '#server/operations/account-operation.ts';
import { hiddenInboxesOf } from '#server/operations/hidden-records.ts';
import { isAtLeast, type Role } from '#server/operations/roles.ts';
import type { PushOutcome, PushSender, VapidKeys } from '#server/outbound/web-push.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { type PushSecret, pushSealContext } from '../accounts/push-subscriptions.ts';
import { unreadContents } from './contents.ts';
import { quietEnd } from './mail-schedule.ts';
import type { Language, MailedNotification } from './mail-texts.ts';
import { pushMessage } from './push-texts.ts';

/*
 * Pushes notifications to browsers (docs/adr/0241-web-push.md). The statement that notifies a member adds a row for each of their browsers. A
 * browser is claimed with all its rows; rights, settings and read marks are read, and the rest is one message. Right before the request, its rows
 * are marked as handed over, and after that they are never sent again unless the push service refuses them.
 */

export interface PushParts {
  readonly sender: PushSender;
  readonly keys: () => Promise<VapidKeys>;
  readonly secrets: Secrets;
  readonly log: Logger;
}

const claimTime = `interval '2 minutes'`;
/** Age after which notifications are no longer pushed. */
const tooOld = `interval '24 hours'`;
const isOpen = (p: string) => `${p}.state in ('pending', 'handed')`;
const openOnes = `(select distinct p.team_id, p.subscription_id from notification_pushes p where ${isOpen('p')}) o
  join push_subscriptions b on b.team_id = o.team_id and b.id = o.subscription_id`;

const poll = duePoll(
  `select distinct array[b.team_id] from ${openOnes} where b.next_at <= now() and ${isUnclaimed('b')}`,
  `select min(greatest(b.next_at, b.claimed_until)) from ${openOnes} where greatest(b.next_at, b.claimed_until) > now()`,
);

export const teamsWithPushes = (platform: Database['platform']): Promise<DueWork> =>
  readDue(platform, poll);

const claimBrowsers = teamStatement(
  `with due as (
    select b.id from push_subscriptions b
    where b.team_id = $team and b.next_at <= now() and ${isUnclaimed('b')}
      and exists (select from notification_pushes p where p.team_id = $team and p.subscription_id = b.id and ${isOpen('p')})
    order by b.next_at, b.id limit $room for no key update skip locked)
  update push_subscriptions b set claim = $claim, claimed_until = now() + ${claimTime} from due
  where b.team_id = $team and b.id = due.id
  returning b.id, b.user_id, b.secret, b.attempts`,
  unprepared,
);

/** Everything that decides about the messages to a browser. */
const receiver = teamStatement(
  `select u.role, p.locale, p.time_zone as zone, x.name as team, x.slug, ${hiddenInboxesOf('u')} as hidden,
    coalesce(s.unpushed::text[], '{}') as unpushed, coalesce(s.push_shows_text, false) as shows_text,
    to_char(s.quiet_from, 'HH24:MI') as quiet_from, to_char(s.quiet_until, 'HH24:MI') as quiet_until,
    u.suspended_at is null and p.disabled_at is null as may, u.person_id = b.person_id and e.id is not null as is_signed_in,
    e.methods, ${enforcesTwoFactors('x')} as needs_two_factors,
    (extract(epoch from now()) * 1000)::float8 as now
  from push_subscriptions b join users u on u.team_id = $team and u.id = b.user_id join teams x on x.id = $team
    left join people p on p.id = u.person_id
    left join sessions e on e.person_id = b.person_id and e.id = b.session_id and e.ended_at is null and e.expires_at > now()
      and e.seen_at > now() - interval '30 days'
    left join notification_mail_settings s on s.team_id = $team and s.user_id = u.id
  where b.team_id = $team and b.id = $id`,
  unprepared,
);

/** Max number of notifications of one message. */
const maxJoined = 1_000;

/*
 * Settles rows that a killed process had handed over, and returns the pending ones.
 */
const openPushes = teamStatement(
  `with abandoned as (
    update notification_pushes p set state = 'unknown' where p.team_id = $team and p.subscription_id = $id and p.state = 'handed')
  select p.notification_id as id from notification_pushes p
  where p.team_id = $team and p.subscription_id = $id and p.state = 'pending' order by p.notification_id limit ${maxJoined}`,
  unprepared,
);

const contents = teamStatement(
  unreadContents(
    `t.id = any($ids::uuid[]) and t.created_at > now() - ${tooOld}`,
    '$unpushed::text[]',
    maxJoined,
  ),
  unprepared,
);

const handOver = teamStatement(
  `with b as (
    select b.id from push_subscriptions b
    where b.team_id = $team and b.id = $id and b.claim = $claim and b.claimed_until > now() + interval '30 seconds' for no key update)
  update notification_pushes p set handed_at = clock.now,
    state = case when p.notification_id = any($sent::uuid[]) then 'handed'::push_state else 'dropped' end
  from b, (select now()) clock (now)
  where p.team_id = $team and p.subscription_id = b.id and p.notification_id = any($ids::uuid[]) and p.state = 'pending'
  returning p.notification_id`,
  unprepared,
);

const settle = teamStatement(
  `with b as (
    update push_subscriptions b set claim = null, claimed_until = null, attempts = $attempts::smallint,
      next_at = clock.now + $wait_ms::float8 * interval '1 millisecond',
      pushed_at = case when $state::text = 'sent' then clock.now else b.pushed_at end
    from (select now()) clock (now)
    where b.team_id = $team and b.id = $id and b.claim = $claim returning b.id)
  update notification_pushes p set state = $state::text::push_state,
    handed_at = case when $state::text = 'pending' then null else p.handed_at end
  from b where p.team_id = $team and p.subscription_id = b.id and p.state = 'handed'`,
  unprepared,
);

const removeBrowser = teamStatement(
  `with b as (delete from push_subscriptions b where b.team_id = $team and b.id = $id and b.claim = $claim returning b.id)
  delete from notification_pushes p using b where p.team_id = $team and p.subscription_id = b.id`,
  unprepared,
);

interface Job {
  readonly id: string;
  readonly user: string;
  readonly secret: Buffer;
  readonly claim: string;
  readonly attempts: number;
}

interface Result {
  readonly job: Job;
  readonly outcome: PushOutcome['kind'] | 'dropped' | 'postponed' | 'lost';
  readonly status: number | null;
  readonly waitMs: number;
}

const minuteMs = 60_000;
/** Min distance between two messages to a browser: what arrives meanwhile is one message. */
const gapMs = minuteMs;
/** Delays between attempts; the last one repeats. */
const waits = [1, 5, 15, 30, 60].map((minutes) => minutes * minuteMs);

const stateOf = {
  sent: 'sent',
  failed: 'failed',
  unknown: 'unknown',
  retry: 'pending',
  dropped: 'dropped',
  postponed: 'pending',
} as const;

/** True if the session of the browser has ended, or the team requires a second factor that it lacks. */
const isSignedOut = (row: Row): boolean =>
  row.is_signed_in !== true ||
  (row.needs_two_factors === true && !hasTwoFactors((row.methods ?? []) as string[]));

/** Queue of a team's browsers. */
export function pushQueue(
  database: Pick<Database, 'team'>,
  team: string,
  { sender, keys, secrets, log }: PushParts,
): Queue<Job, Result> {
  const db = database.team(team);

  async function deliver(job: Job): Promise<Omit<Result, 'job'>> {
    const { id, user, claim } = job;
    const nothing = { status: null, waitMs: 0 };
    const ids = (await db.run(openPushes, { id })).map((row) => row.id as string);
    if (ids.length === 0) return { ...nothing, outcome: 'dropped' };
    const [row] = await db.run(receiver, { id });
    if (!row || isSignedOut(row)) return { ...nothing, outcome: 'gone' };
    const pair = await keys();
    const { key, ...address } = JSON.parse(
      secrets.open(job.secret, pushSealContext(team, id)),
    ) as PushSecret;
    // Its push service would refuse it. The panel subscribes again the next time it is open in that browser.
    if (key !== pair.publicKey) {
      await db.run(handOver, { id, claim, ids, sent: [] });
      return { ...nothing, outcome: 'dropped' };
    }
    const { quiet_from: from, quiet_until: until } = row as Record<string, string | null>;
    const quiet = from && until ? { from, until } : null;
    const now = row.now as number;
    const waitMs = quietEnd({ zone: (row.zone as string | null) ?? 'UTC', quiet }, now) - now;
    if (waitMs > 0) return { ...nothing, outcome: 'postponed', waitMs };
    const listed =
      row.may === true
        ? await database.team(team, row.hidden as string[]).run(contents, {
            user,
            ids,
            is_admin: isAtLeast(row.role as Role, 'admin'),
            unpushed: row.unpushed as string[],
          })
        : [];
    const sent = listed.map((each) => each.id as string);
    const handed = await db.run(handOver, { id, claim, ids, sent });
    if (handed.length === 0) return { ...nothing, outcome: 'lost' };
    const [latest] = listed;
    if (!latest) return { ...nothing, outcome: 'dropped' };
    const message = pushMessage(
      {
        team: row.team as string,
        slug: row.slug as string,
        latest: latest as unknown as MailedNotification,
        count: listed.length,
        showsText: row.shows_text === true,
      },
      row.locale as Language,
    );
    const outcome = await sender.send(address, JSON.stringify(message), pair);
    const status = 'status' in outcome ? outcome.status : null;
    if (outcome.kind !== 'retry') return { outcome: outcome.kind, status, waitMs: gapMs };
    const wait = waits[Math.min(job.attempts, waits.length - 1)] ?? minuteMs;
    return { outcome: 'retry', status, waitMs: Math.max(wait, outcome.retryAfterMs) };
  }

  return {
    width: () => 4,

    async claimJobs(room) {
      const claim = uuidv7();
      const rows = await db.run(claimBrowsers, { claim, room });
      const jobs = rows.map((row) => ({
        id: row.id as string,
        user: row.user_id as string,
        secret: row.secret as Buffer,
        claim,
        attempts: row.attempts as number,
      }));
      return { jobs, mayHaveMore: jobs.length === room };
    },

    async work(job) {
      try {
        return { job, ...(await deliver(job)) };
      } catch (err) {
        log.error({ err, team }, 'notifications were not pushed; it is tried again');
        return { job, outcome: 'retry', status: null, waitMs: 5 * minuteMs };
      }
    },

    async store(results) {
      for (const { job, outcome, status, waitMs } of results) {
        const { id, claim } = job;
        // Another process has claimed it.
        if (outcome === 'lost') continue;
        if (outcome === 'gone') {
          await db.run(removeBrowser, { id, claim });
          continue;
        }
        const attempts = outcome === 'retry' ? Math.min(job.attempts + 1, 1_000) : 0;
        await db.run(settle, { id, claim, state: stateOf[outcome], attempts, wait_ms: waitMs });
        if (outcome === 'failed') log.warn({ team, status }, 'notifications were not pushed');
      }
    },
  };
}
