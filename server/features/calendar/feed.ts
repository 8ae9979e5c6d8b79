import { hash } from 'node:crypto';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { type BusinessHours, comingHolidays } from '#server/platform/business-hours.ts';
import { englishHolidays, portugueseHolidays } from '#server/platform/holiday-names.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import { isToDo, plannedDay } from '../crm/activities/activity-day.ts';

/*
 * The calendar of a member: tasks, activities and campaigns with a date, read with the rights of the moment. Its bytes depend on the records
 * only, so that an unchanged calendar has the same ETag on every node.
 */

/** Days before today that are included. */
const daysBack = 60;
/** Max entries of each kind. */
const most = 2_000;

// Only members who can sign in: a feed ends with the membership.
const owner = teamStatement(`
  select f.user_id, f.has_holidays, p.locale, x.name as team, x.slug, x.time_zone as zone, x.business_hours as hours,
    (extract(epoch from now()) * 1000)::float8 as now
  from calendar_feeds f join users u on u.team_id = $team and u.id = f.user_id and u.suspended_at is null
    join people p on p.id = u.person_id and p.disabled_at is null
    join teams x on x.id = $team
  where f.team_id = $team and f.secret_hash = $hash`);

const since = `(now() at time zone x.time_zone)::date - ${daysBack}`;
const entry = (type: string, t: string, name: string) =>
  `'${type}' as type, ${t}.id, ${t}.${name} as title, ${t}.created_at, ${t}.updated_at`;

const entries = teamStatement(
  `select * from (
    (select ${entry('tasks', 't', 'title')}, p.name as place, t.due_date as first_day, t.due_date as last_day,
      null::timestamptz as begins_at, null::int as minutes
    from teams x cross join task_assignees a join tasks t on t.team_id = $team and t.id = a.task_id
      left join projects p on p.team_id = $team and p.id = t.project_id
    where x.id = $team and a.team_id = $team and a.user_id = $user and t.deleted_at is null and t.completed_at is null
      and t.due_date >= ${since} order by t.due_date, t.id limit ${most})
    union all
    (select ${entry('activities', 't', 'title')}, c.name, ${plannedDay('x.time_zone')}, ${plannedDay('x.time_zone')},
      case when t.due_date is null then t.occurred_at end, t.duration_minutes::int
    from teams x cross join activities t left join clients c on c.team_id = $team and c.id = t.client_id
    where x.id = $team and t.team_id = $team and t.assigned_to = $user and ${isToDo} and ${plannedDay('x.time_zone')} >= ${since}
    order by 7, t.id limit ${most})
    union all
    (select ${entry('campaigns', 'c', 'name')}, p.name, coalesce(c.start_date, c.end_date), coalesce(c.end_date, c.start_date), null, null
    from teams x cross join campaigns c join projects p on p.team_id = $team and p.id = c.project_id
    where x.id = $team and c.team_id = $team and coalesce(c.end_date, c.start_date) >= ${since}
      and (c.created_by = $user or p.created_by = $user or exists (
        select from squad_members m where m.team_id = $team and m.user_id = $user and m.squad_id = p.squad_id))
    order by 7, c.id limit ${most})) e
  order by first_day, type, id`,
  unprepared,
);

interface Entry {
  readonly type: 'tasks' | 'activities' | 'campaigns';
  readonly id: string;
  readonly title: string;
  readonly place: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly begins_at: string | null;
  readonly minutes: number | null;
}

export interface Feed {
  readonly text: string;
  readonly etag: string;
}

const dayMs = 86_400_000;
/** Without a duration, as calendars show it. */
const defaultMinutes = 30;
const holidaysChangedAt = new Date(0);

/** One line without control characters, which calendars must not contain. */
const clean = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** The event of an entry. @param url of its record, if any */
function eventOf(entry: Entry, url: string | undefined) {
  const { type, id, title, place, begins_at, minutes, created_at, updated_at } = entry;
  const isTimed = begins_at !== null;
  const begins = new Date(begins_at ?? entry.first_day);
  const ends = isTimed
    ? new Date(begins.getTime() + Math.max(minutes ?? defaultMinutes, 1) * 60_000)
    : new Date(Date.parse(entry.last_day) + dayMs);
  const [created, changed] = [new Date(created_at), new Date(updated_at)];
  const secondsOf = (date: Date) => Math.floor(date.getTime() / 1_000);
  return {
    id: `${type}.${id}@pauta`,
    summary: clean(title),
    ...(place !== null && { location: clean(place) }),
    start: begins,
    // The first day after it.
    end: ends > begins ? ends : new Date(begins.getTime() + dayMs),
    allDay: !isTimed,
    stamp: changed,
    created,
    lastModified: changed,
    // Grows with each change, at most to the seconds of 68 years.
    sequence: Math.max(0, secondsOf(changed) - secondsOf(created)),
    ...(url !== undefined && { url }),
  };
}

/**
 * Reads a feed.
 * @param publicUrl base of the links to records; without it, there are none
 * @returns undefined if the secret is not that of a member's feed
 */
export async function readFeed(
  db: TeamDb,
  secret: string,
  publicUrl: string | undefined,
): Promise<Feed | undefined> {
  const [row] = await db.run(owner, { hash: secretHash(secret) });
  if (!row) return undefined;
  const rows = (await db.read(entries, { user: row.user_id })) as unknown as readonly Entry[];
  // Loaded on first use.
  const {
    default: ical,
    ICalCalendarMethod,
    ICalEventTransparency,
  } = await import('ical-generator');
  const calendar = ical({
    name: `Pauta: ${clean(row.team as string)}`,
    prodId: { company: 'Pauta', product: 'Pauta', language: row.locale === 'en' ? 'EN' : 'PT' },
    method: ICalCalendarMethod.PUBLISH,
    // Clients that support it refresh this often.
    ttl: 3_600,
  });
  const linkOf =
    publicUrl === undefined
      ? undefined
      : ({ type, id }: Entry) =>
          `${publicUrl}/t/${encodeURIComponent(row.slug as string)}/${type}/${id}`;
  const { OPAQUE, TRANSPARENT } = ICalEventTransparency;
  for (const each of rows)
    calendar.createEvent({
      ...eventOf(each, linkOf?.(each)),
      // Work to do by a day does not make the day busy.
      transparency: each.begins_at === null ? TRANSPARENT : OPAQUE,
    });
  const hours = row.hours as BusinessHours | null;
  if (row.has_holidays === true && hours) {
    const zone = row.zone as string;
    const names = row.locale === 'en' ? englishHolidays : portugueseHolidays;
    for (const { date, national, name } of comingHolidays({ hours, zone }, row.now as number))
      calendar.createEvent({
        id: `holiday.${date}.${db.id}@pauta`,
        summary: clean(name ?? (national ? names[national] : '')),
        start: new Date(date),
        end: new Date(Date.parse(date) + dayMs),
        allDay: true,
        stamp: holidaysChangedAt,
        transparency: TRANSPARENT,
      });
  }
  const text = calendar.toString();
  return { text, etag: `"${hash('sha256', text, 'base64url')}"` };
}
