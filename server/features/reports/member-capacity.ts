import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { type BusinessHours, isWorkingDay } from '#server/platform/business-hours.ts';
import { daysOf } from './days.ts';

/*
 * Capacity of members by day: the weekly hours, divided evenly among the working days of a normal week, on working days without an absence
 * (docs/adr/0220-capacity.md).
 */

const defaultWeeklyHours = 40;

const find = teamStatement(`
  select u.id as user_id, coalesce(u.weekly_hours, ${defaultWeeklyHours})::double precision as weekly,
    (select coalesce(json_agg(json_build_object('starts_on', a.starts_on, 'ends_on', a.ends_on)), '[]')
      from absences a where a.team_id = $team and a.user_id = u.id and a.ends_on >= $from::date and a.starts_on <= $to::date) as absences
  from users u
  where u.team_id = $team and u.person_id is not null and u.suspended_at is null and ($user::uuid is null or u.id = $user::uuid)`);

interface MemberRow {
  readonly user_id: string;
  readonly weekly: number;
  readonly absences: readonly { readonly starts_on: string; readonly ends_on: string }[];
}

/** Hours that a member can work on a day. */
export interface DayCapacity {
  readonly user_id: string;
  readonly day: string;
  readonly hours: number;
}

/** Capacities of active members; days without any are left out. @param options.user null for all */
export async function memberCapacities(
  db: TeamDb,
  hours: BusinessHours | null,
  { from, to, user }: { readonly from: string; readonly to: string; readonly user: string | null },
): Promise<readonly DayCapacity[]> {
  const normal = hours === null ? 5 : new Set(hours.weekly.map(({ weekday }) => weekday)).size;
  if (normal === 0) return [];
  const days = daysOf(from, to).filter((day) => isWorkingDay(hours, day));
  const members = (await db.read(find, { from, to, user })) as unknown as readonly MemberRow[];
  return members.flatMap(({ user_id, weekly, absences }) =>
    days
      .filter((day) => !absences.some((away) => away.starts_on <= day && day <= away.ends_on))
      .map((day) => ({ user_id, day, hours: weekly / normal })),
  );
}
