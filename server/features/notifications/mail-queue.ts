import { v7 as uuidv7 } from 'uuid';
import type { Database, Row } from '#server/db/database.ts';
import { type DueWork, duePoll, isUnclaimed, type Queue, readDue } from '#server/db/job-queue.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import type { NotificationKind } from '#server/events/notifications.ts';
import { hiddenInboxesOf } from '#server/operations/hidden-records.ts';
import { isAtLeast, type Role } from '#server/operations/roles.ts';
import type { Delivery, DeliveryOutcome, MailDelivery } from '#server/outbound/mail-delivery.ts';
import type { BusinessHours } from '#server/platform/business-hours.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { returnAddress } from './bounce-address.ts';
import { stopBounced } from './bounces.ts';
import { unreadContents } from './contents.ts';
import { type MailCalendar, type MailMode, planMail, quietEnd } from './mail-schedule.ts';
import {
  isOfOneRecord,
  type Language,
  type MailedNotification,
  mostMailed,
  notificationMail,
} from './mail-texts.ts';
import { unsubscribePath, unsubscribeToken } from './unsubscribe.ts';

/*
 * Mails notifications (docs/adr/0239-notifications-by-mail.md). Notifications that are due are planned: they join the pending mail of their
 * member, or become due later. A pending mail is claimed, its contents are read with the member's current rights, and it is delivered without
 * an open transaction. Right before its text is sent, it is marked as handed over, and after that it is never sent again.
 */

export interface MailParts {
  readonly delivery: MailDelivery;
  readonly secrets: Secrets;
  readonly publicUrl: string;
  /** Address for reports about mails that were not delivered; absent if nothing reads them. */
  readonly bounceAddress?: string | undefined;
  readonly log: Logger;
  /** Shared by all queues of the process. */
  readonly outage: Outage;
}

/** Pause of a process while the SMTP server cannot be used. */
export interface Outage {
  isOver(): boolean;
  begin(): void;
  end(): void;
}

/** @param pauseMs time until the server is tried again */
export function makeOutage(log: Logger, pauseMs = 60_000): Outage {
  let until: number | undefined;
  return {
    isOver: () => until === undefined || performance.now() >= until,
    begin() {
      if (until === undefined) log.warn('notifications wait for the SMTP server');
      until = performance.now() + pauseMs;
    },
    end() {
      if (until !== undefined) log.info('the SMTP server is back: notifications are mailed');
      until = undefined;
    },
  };
}

/** Age after which notifications are no longer mailed, and pending mails are given up. */
const tooOld = `interval '72 hours'`;
const claimTime = `interval '3 minutes'`;
const isDueToPlan = (n: string) =>
  `${n}.mail_due_at <= now() and ${n}.mail_due_at > now() - ${tooOld} and ${n}.read_at is null`;

const poll = duePoll(
  `select distinct array[n.team_id] from notifications n where ${isDueToPlan('n')}
    union select array[m.team_id] from notification_mails m
    where m.state = 'pending' and m.next_attempt_at <= now() and ${isUnclaimed('m')}`,
  `select least(
    (select min(n.mail_due_at) from notifications n where n.mail_due_at > now() and n.read_at is null),
    (select min(m.next_attempt_at) from notification_mails m where m.state = 'pending' and m.next_attempt_at > now()))`,
);

export const teamsWithMail = (platform: Database['platform']): Promise<DueWork> =>
  readDue(platform, poll);

const maxMembers = 100;
/** Max notifications of a member that are planned at once. */
const maxPlanned = 2_000;

/*
 * Members whose notifications are due, except those whose mail is being sent.
 */
const dueMembers = teamStatement(
  `select d.user_id, d.ids, d.kinds, d.due from (
    select n.user_id, array_agg(n.id order by n.mail_due_at, n.id) as ids,
      array_agg(n.kind::text order by n.mail_due_at, n.id) as kinds,
      array_agg((extract(epoch from n.mail_due_at) * 1000)::float8 order by n.mail_due_at, n.id) as due
    from notifications n where n.team_id = $team and ${isDueToPlan('n')}
    group by n.user_id order by min(n.mail_due_at) limit ${maxMembers}) d
  where not exists (
    select from notification_mails m where m.team_id = $team and m.user_id = d.user_id and m.state = 'pending'
      and not ${isUnclaimed('m')})`,
  unprepared,
);

/** Everything that decides about a member's mail. */
const members = teamStatement(
  `select u.id, u.role, p.email, p.locale, p.time_zone as zone, x.name as team, x.slug, x.business_hours as hours,
    ${hiddenInboxesOf('u')} as hidden, coalesce(s.immediate::text[], '{}') as immediate, coalesce(s.excluded::text[], '{}') as excluded,
    to_char(s.quiet_from, 'HH24:MI') as quiet_from, to_char(s.quiet_until, 'HH24:MI') as quiet_until,
    u.suspended_at is null and p.disabled_at is null and p.email_confirmed_at is not null and s.stopped_at is null as may,
    (select (extract(epoch from max(m.handed_at)) * 1000)::float8 from notification_mails m
      where m.team_id = $team and m.user_id = u.id) as last_mail_at,
    (extract(epoch from now()) * 1000)::float8 as now,
    (select coalesce(json_agg(json_build_object('starts_on', a.starts_on, 'ends_on', a.ends_on)), '[]') from absences a
      where a.team_id = $team and a.user_id = u.id and a.ends_on >= current_date - 2) as absences
  from users u join teams x on x.id = $team
    left join people p on p.id = u.person_id
    left join notification_mail_settings s on s.team_id = $team and s.user_id = u.id
  where u.team_id = $team and u.id = any($users::uuid[])`,
  unprepared,
);

interface Recipient {
  readonly role: Role;
  readonly email: string;
  readonly language: Language;
  readonly team: string;
  readonly slug: string;
  readonly hidden: readonly string[];
  readonly calendar: MailCalendar;
  readonly modeOf: (kind: NotificationKind) => MailMode;
  readonly lastMailAt: number | undefined;
  readonly now: number;
}

/** Undefined if the member receives no mail: suspended, without an account or a confirmed address, or stopped. */
function recipientOf(row: Row | undefined): Recipient | undefined {
  if (row?.may !== true) return undefined;
  const immediate = row.immediate as readonly string[];
  const excluded = row.excluded as readonly string[];
  const { quiet_from: from, quiet_until: until } = row as Record<string, string | null>;
  return {
    role: row.role as Role,
    email: row.email as string,
    language: row.locale as Language,
    team: row.team as string,
    slug: row.slug as string,
    hidden: row.hidden as readonly string[],
    calendar: {
      zone: row.zone as string,
      quiet: from && until ? { from, until } : null,
      hours: row.hours as BusinessHours | null,
      absences: row.absences as MailCalendar['absences'],
    },
    modeOf: (kind) =>
      excluded.includes(kind) ? 'off' : immediate.includes(kind) ? 'immediate' : 'digest',
    lastMailAt: (row.last_mail_at as number | null) ?? undefined,
    now: row.now as number,
  };
}

/*
 * Adds notifications to the pending mail of a member, unless it is being sent, and sets when the others are considered again: `$at`, null for
 * never. Applies only to notifications whose mail_due_at is still the one that was read (`$was`). So each is part of one mail only, and settings
 * that changed meanwhile are not overruled.
 */
const plan = teamStatement(
  `with locked as materialized (
    select n.id, n.mail_due_at from notifications n
    where n.team_id = $team and n.user_id = $user and n.id = any($ids::uuid[]) order by n.id for no key update),
  due as materialized (
    select n.id, d.is_mailed, d.at
    from unnest($ids::uuid[], $was::float8[], $mailed::boolean[], $at::timestamptz[]) d (id, was, is_mailed, at)
    join locked n on n.id = d.id and (extract(epoch from n.mail_due_at) * 1000)::float8 = d.was),
  mail as (
    insert into notification_mails as m (team_id, id, user_id, next_attempt_at)
    select $team, $mail, $user, now() where exists (select from due where is_mailed)
    on conflict (team_id, user_id) where state = 'pending' do update set next_attempt_at = m.next_attempt_at
      where ${isUnclaimed('m')}
    returning m.id),
  added as (
    update notifications n set mail_id = mail.id, mail_due_at = null from mail, due
    where n.team_id = $team and n.id = due.id and due.is_mailed)
  update notifications n set mail_due_at = due.at from due
  where n.team_id = $team and n.id = due.id and not due.is_mailed`,
  unprepared,
);

const claimMails = teamStatement(
  `with due as (
    select m.id from notification_mails m
    where m.team_id = $team and m.state = 'pending' and m.next_attempt_at <= now() and ${isUnclaimed('m')}
    order by m.next_attempt_at, m.id limit $room for update skip locked)
  update notification_mails m set claim = $claim, claimed_until = now() + ${claimTime} from due
  where m.team_id = $team and m.id = due.id
  returning m.id, m.user_id, m.attempts, m.handed_at is not null as is_handed_over, m.created_at < now() - ${tooOld} as is_old`,
  unprepared,
);

const handOver = teamStatement(`
  update notification_mails set handed_at = now()
  where team_id = $team and id = $id and claim = $claim and state = 'pending' and claimed_until > now() + interval '30 seconds'
  returning id`);

const contents = teamStatement(
  unreadContents('t.mail_id = $mail', '$excluded::text[]', mostMailed),
  unprepared,
);

const settle = teamStatement(
  `with t as (
    update notification_mails m set claim = null, claimed_until = null, state = $state::text::notification_mail_state,
      attempts = m.attempts + $attempt::int, smtp_status = $status::smallint,
      bounced_at = case when $is_bounce::boolean then clock.now else m.bounced_at end,
      handed_at = case when $state::text = 'pending' then null else m.handed_at end,
      next_attempt_at = case when $state::text = 'pending' then clock.now + $wait_ms::float8 * interval '1 millisecond' end
    from (select now()) clock (now)
    where m.team_id = $team and m.id = $id and m.claim = $claim and m.state = 'pending' returning m.user_id)
  select user_id from t`,
  unprepared,
);

interface Job {
  readonly id: string;
  readonly user: string;
  readonly claim: string;
  readonly attempts: number;
  readonly isHandedOver: boolean;
  readonly isOld: boolean;
}

interface Result {
  readonly job: Job;
  readonly outcome: DeliveryOutcome | 'dropped' | 'failed' | 'postponed';
  readonly status: number | null;
  readonly waitMs: number;
}

const minuteMs = 60_000;
/** Delays between attempts; the last one repeats. */
const waits = [1, 5, 15, 30, 60].map((minutes) => minutes * minuteMs);

const stateOf = {
  sent: 'sent',
  unknown: 'unknown',
  rejected: 'failed',
  refused: 'failed',
  failed: 'failed',
  dropped: 'dropped',
  retry: 'pending',
  postponed: 'pending',
} as const;

/** The mail is claimed by another process. */
class Lost extends Error {}

/** Queue of a team's mails. */
export function mailQueue(
  database: Pick<Database, 'team'>,
  team: string,
  { delivery, secrets, publicUrl, bounceAddress, log, outage }: MailParts,
): Queue<Job, Result> {
  const db = database.team(team);
  const host = new URL(publicUrl).hostname;
  const messageId = (name: string) => `<${name}@${host}>`;

  async function planDue(): Promise<boolean> {
    const due = await db.run(dueMembers);
    if (due.length === 0) return false;
    const rows = await db.run(members, { users: due.map(({ user_id }) => user_id) });
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { user_id, ids, kinds, due: dueAt } of due as {
      user_id: string;
      ids: string[];
      kinds: NotificationKind[];
      due: number[];
    }[]) {
      const recipient = recipientOf(byId.get(user_id));
      const pending = ids.slice(0, maxPlanned).map((id, i) => ({
        id,
        dueAt: dueAt[i] ?? 0,
        mode: recipient?.modeOf(kinds[i] ?? 'assigned') ?? 'off',
      }));
      const { now, later } = recipient
        ? planMail(recipient.calendar, pending, recipient.lastMailAt, recipient.now)
        : { now: [], later: [] };
      const isNow = new Set(now);
      const laterAt = new Map(later.map(({ id, at }) => [id, new Date(at).toISOString()]));
      await db.run(plan, {
        mail: uuidv7(),
        user: user_id,
        ids: pending.map(({ id }) => id),
        was: pending.map((each) => each.dueAt),
        mailed: pending.map(({ id }) => isNow.has(id)),
        at: pending.map(({ id }) => laterAt.get(id) ?? null),
      });
    }
    return due.length === maxMembers;
  }

  const confirm =
    ({ id, claim }: Job) =>
    async () => {
      const [row] = await db.run(handOver, { id, claim });
      if (!row) throw new Lost();
    };

  async function deliver(job: Job): Promise<Omit<Result, 'job'>> {
    const { id, user } = job;
    const nothing = { status: null, waitMs: 0 };
    // Its process ended while the server was accepting it.
    if (job.isHandedOver) return { ...nothing, outcome: 'unknown' };
    if (job.isOld) return { ...nothing, outcome: 'failed' };
    const [row] = await db.run(members, { users: [user] });
    const recipient = recipientOf(row);
    if (!recipient) return { ...nothing, outcome: 'dropped' };
    const { email, language, role, hidden, calendar, now } = recipient;
    const waitMs = quietEnd(calendar, now) - now;
    if (waitMs > 0) return { ...nothing, outcome: 'postponed', waitMs };
    const listed = await database.team(team, hidden).run(contents, {
      user,
      mail: id,
      is_admin: isAtLeast(role, 'admin'),
      excluded: (row?.excluded ?? []) as readonly string[],
    });
    const [first] = listed;
    if (!first) return { ...nothing, outcome: 'dropped' };
    const notifications = listed as unknown as readonly MailedNotification[];
    const unsubscribeUrl = `${publicUrl}${unsubscribePath}/${unsubscribeToken(secrets, { team, user })}`;
    const isThread = isOfOneRecord(notifications) && first.count === listed.length;
    const sent: Delivery = await delivery.deliver(
      {
        ...notificationMail(
          {
            team: recipient.team,
            slug: recipient.slug,
            notifications,
            count: first.count as number,
            publicUrl,
            unsubscribeUrl,
          },
          language,
        ),
        to: email,
        messageId: messageId(id),
        ...(bounceAddress !== undefined && {
          returnPath: returnAddress(secrets, bounceAddress, id),
        }),
        ...(isThread && {
          references: [messageId(`${String(first.record_type)}.${String(first.record_id)}`)],
        }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      },
      confirm(job),
    );
    if (sent.isServerDown) outage.begin();
    else outage.end();
    const wait = waits[Math.min(job.attempts, waits.length - 1)] ?? minuteMs;
    return { outcome: sent.outcome, status: sent.status, waitMs: wait };
  }

  return {
    width: () => (outage.isOver() ? 2 : 0),

    async claimJobs(room) {
      const mayHaveMore = await planDue();
      const claim = uuidv7();
      const rows = await db.run(claimMails, { claim, room });
      const jobs = rows.map((row) => ({
        id: row.id as string,
        user: row.user_id as string,
        claim,
        attempts: row.attempts as number,
        isHandedOver: row.is_handed_over as boolean,
        isOld: row.is_old as boolean,
      }));
      return { jobs, mayHaveMore: mayHaveMore || jobs.length === room };
    },

    async work(job) {
      try {
        return { job, ...(await deliver(job)) };
      } catch (err) {
        if (err instanceof Lost) return { job, outcome: 'postponed', status: null, waitMs: 0 };
        log.error({ err, team }, 'notifications were not mailed; it is tried again');
        return { job, outcome: 'retry', status: null, waitMs: 5 * minuteMs };
      }
    },

    async store(results) {
      for (const { job, outcome, status, waitMs } of results) {
        const [settled] = await db.run(settle, {
          id: job.id,
          claim: job.claim,
          state: stateOf[outcome],
          attempt: outcome === 'postponed' ? 0 : 1,
          status,
          wait_ms: waitMs,
          is_bounce: outcome === 'rejected',
        });
        if (settled && outcome === 'rejected') await stopBounced(db, job.user);
        if (outcome === 'rejected' || outcome === 'refused' || outcome === 'failed')
          log.warn({ team, outcome, status }, 'notifications were not mailed');
      }
    },
  };
}
