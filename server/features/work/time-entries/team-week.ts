import { teamStatement } from '#server/db/statement.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { about, date, kind, required } from '#server/records/fields.ts';
import { table } from '#server/records/table.ts';
import { refuseOtherDays } from '../capacity/workload.ts';

/* Hours of all members in a week, and the members who have submitted it (docs/adr/0231-hours-of-the-team.md). */

const queryParameters = table({
  name: 'timesheets',
  one: 'week',
  path: '/timesheets',
  isWhole: true,
  fields: {},
  filters: {
    week: {
      field: date,
      sql: 'true',
      about: 'The Monday of the week. Default: that of the current week.',
    },
  },
  sorts: {},
});

/** Reads the entries of the week as a range of the index by start. */
const find = teamStatement(`
  with span as materialized (
    select s.zone, s.monday, s.monday::timestamp at time zone s.zone as first, (s.monday + 7)::timestamp at time zone s.zone as last
    from (
      select z.time_zone as zone, coalesce($week::date, date_trunc('week', now() at time zone z.time_zone)::date) as monday
      from teams z where z.id = $team) s),
  days as materialized (
    select e.user_id, (e.started_at at time zone (select zone from span))::date - (select monday from span) as day,
      coalesce(sum(e.minutes), 0) as minutes, bool_or(e.minutes is null) as is_running
    from time_entries e
    where e.team_id = $team and e.started_at >= (select first from span) and e.started_at < (select last from span)
      and e.user_id is not null
    group by 1, 2),
  of_member as materialized (
    select d.user_id, json_object_agg(d.day, trim_scale(d.minutes)) as minutes, bool_or(d.is_running) as is_running
    from days d group by d.user_id)
  select span.monday::text as week,
    (select coalesce(json_agg(json_build_object('user_id', u.id, 'name', u.name, 'minutes', m.minutes,
      'is_active', u.person_id is not null and u.suspended_at is null, 'is_running', coalesce(m.is_running, false),
      'is_locked', w.week is not null, 'locked_by', w.locked_by) order by fold(u.name) collate "C", u.id), '[]')
    from users u left join of_member m on m.user_id = u.id
      left join locked_weeks w on w.team_id = $team and w.user_id = u.id and w.week = (select monday from span)
    where u.team_id = $team and ((u.person_id is not null and u.suspended_at is null) or m.user_id is not null)) as members
  from span`);

const member = Type.Object({
  user_id: Type.String({ format: 'uuid' }),
  name: about('The name of the member.', Type.String()),
  is_active: about(
    'False if the member cannot sign in. Such members are listed in weeks with time of theirs.',
    Type.Boolean(),
  ),
  minutes: about(
    'The minutes of finished entries that began on each day, from Monday to Sunday.',
    Type.Array(Type.Number(), { examples: [[480, 450, 480, 0, 0, 0, 0]] }),
  ),
  is_running: about('True if a timer that began in the week is running.', Type.Boolean()),
  is_locked: about('True if the week is submitted and locked.', Type.Boolean()),
  locked_by: about('The user who locked it.', orNull(Type.String({ format: 'uuid' }))),
});

interface MemberRow {
  readonly minutes: Readonly<Record<string, number>> | null;
}

const getTeamWeek = operation({
  name: 'timesheets.get_team',
  id: 'getTeamWeek',
  summary: 'Get the hours of all members in a week',
  note: 'By day, in the team’s time zone, with the members who have submitted and locked the week. Hours that were set on a task belong to no member, and are not included.',
  allow: { user: 'admin' },
  panel: { method: 'GET', path: queryParameters.path, status: 200 },
  emits: [],
  input: { query: queryParameters },
  output: {
    kind: 'fields',
    name: 'TeamWeek',
    fields: {
      week: about('The Monday of the week.', required(date)),
      members: about(
        'The members, by name.',
        required(kind(Type.Array(member), 'the members', 'json')),
      ),
    },
  },
  one: 'team',
  async run({ db }, { query: { filters } }) {
    refuseOtherDays(filters.week, 'week');
    const [row] = await db.read(find, { week: null, ...filters });
    const members = (row?.members ?? []) as readonly MemberRow[];
    return (
      row && {
        week: row.week,
        members: members.map(({ minutes, ...rest }) => ({
          ...rest,
          minutes: Array.from({ length: 7 }, (_, day) => minutes?.[day] ?? 0),
        })),
      }
    );
  },
});

export const teamWeekOperations: readonly Operation[] = [getTeamWeek];
