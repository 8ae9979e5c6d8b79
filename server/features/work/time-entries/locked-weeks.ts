import type { TeamDb } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { type Actor, userIdOf } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { conflict, forbidden, invalid } from '#server/platform/errors.ts';
import { about, boolean, date, required, timestamp, uuid } from '#server/records/fields.ts';

/*
 * Weeks of a member's time that only admins change. Weeks begin on Monday, in the team's time zone. A change of an entry holds a shared lock of the
 * member's row, and locking a week an exclusive one, so that no change is committed after the lock of its week (docs/adr/0222-locked-weeks.md).
 */

/** SQL: Monday of the week of an instant, in the team's time zone. */
const weekOf = (instant: string) =>
  `date_trunc('week', ${instant} at time zone (select z.time_zone from teams z where z.id = $team))::date`;

/** Waits while a week of the member is being locked. Run it before {@link refuseLockedWeeks}, whose snapshot must be later. */
const shareMember = teamStatement(
  'select id from users where team_id = $team and id = $user::uuid for key share',
);

const findLocked = teamStatement(`
  select w.week::text as week from locked_weeks w
  where w.team_id = $team and w.user_id = $user::uuid
    and w.week in (${weekOf('coalesce($before::timestamptz, now())')}, ${weekOf('coalesce($after::timestamptz, now())')})
    and not exists (
      select from users a where a.team_id = $team and a.id = $editor::uuid and a.role in ('owner', 'admin') and a.suspended_at is null)`);

/**
 * Refuses changes of entries in locked weeks, unless an admin makes them in the panel. The role is read in the transaction: that of the session
 * may be a second old.
 * @param moments start of the entry before and after the change; null for now
 * @throws ApiError CONFLICT
 */
export async function refuseLockedWeeks(
  tx: TeamDb,
  actor: Actor,
  user: unknown,
  before: unknown,
  after: unknown = before,
): Promise<void> {
  if (typeof user !== 'string' || actor.kind === 'operator') return;
  await tx.run(shareMember, { user });
  const editor = actor.kind === 'user' ? actor.userId : null;
  const [row] = await tx.run(findLocked, { user, before, after, editor });
  if (row)
    throw conflict(
      `The week of ${String(row.week)} is locked; only an admin can change its time entries.`,
      'week_locked',
    );
}

const fields = {
  week: required(about('The Monday of the week.', date)),
  locked_at: required(about('When it was locked.', timestamp)),
  locked_by: about('The user who locked it.', uuid),
};
const output = { kind: 'fields', name: 'LockedWeek', fields, isList: true } as const;

const exists = teamStatement('select id from users where team_id = $team and id = $id');
const lockMember = teamStatement(
  'select id from users where team_id = $team and id = $id for update',
);
const list = teamStatement(`
  select coalesce(json_agg(json_build_object('week', w.week, 'locked_at', ${iso('w.locked_at')}, 'locked_by', w.locked_by)
    order by w.week desc), '[]') as weeks
  from locked_weeks w where w.team_id = $team and w.user_id = $id`);
const isRunning = teamStatement(`
  select e.id from time_entries e where e.team_id = $team and e.user_id = $id and e.minutes is null
    and ${weekOf('e.started_at')} = $week::date`);
const insert = teamStatement(`
  insert into locked_weeks (team_id, user_id, week, locked_by) values ($team, $id, $week::date, $by::uuid)
  on conflict do nothing returning week`);
const remove = teamStatement(
  'delete from locked_weeks where team_id = $team and user_id = $id and week = $week::date returning week',
);

/** @throws ApiError FORBIDDEN if a member reads or locks the weeks of another one */
function refuseOtherMembers(actor: Actor, id: string): void {
  if (actor.kind === 'user' && actor.role === 'member' && actor.userId !== id.toLowerCase())
    throw forbidden('Only admins may do this for another member.', 'forbidden');
}

const weeksOf = async (db: TeamDb, id: string) =>
  (await db.run(list, { id }))[0]?.weeks as object | undefined;

const listLocked = operation({
  name: 'timesheets.list',
  id: 'listLockedWeeks',
  summary: 'List the locked weeks of a member',
  note: 'The latest first. Members see theirs, admins those of every member.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/members/:id/locked-weeks', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  one: 'user',
  run: async ({ db, actor }, { id }) => {
    const [member] = await db.run(exists, { id });
    if (!member) return undefined;
    refuseOtherMembers(actor, id);
    return weeksOf(db, id);
  },
});

export const setLock = operation({
  name: 'timesheets.set_lock',
  id: 'setWeekLock',
  summary: 'Submit and lock a week, or reopen it',
  note: 'In a locked week, only admins change the member’s time entries; others get 409. Members lock their weeks, admins those of every member; only admins reopen them. A running timer of the week must be stopped first.',
  allow: { user: 'member', demo: true },
  panel: { method: 'PUT', path: '/members/:id/locked-weeks', status: 200 },
  emits: [],
  input: {
    path: ['id'],
    fields: {
      week: fields.week,
      is_locked: about('False to reopen the week.', required(boolean)),
    },
  },
  output,
  mayFail: ['CONFLICT'],
  one: 'user',
  run: ({ db, actor }, { id, values: { week, is_locked } }) =>
    db.transaction(async (tx) => {
      const [member] = await tx.run(lockMember, { id });
      if (!member) return undefined;
      refuseOtherMembers(actor, id);
      if (!is_locked && actor.kind === 'user' && actor.role === 'member')
        throw forbidden('Only admins may reopen a week.', 'forbidden');
      if (new Date(`${week}T00:00:00Z`).getUTCDay() !== 1)
        throw invalid('week: must be a Monday.', 'week', 'not_allowed');
      const [timer] = is_locked ? await tx.run(isRunning, { id, week }) : [];
      if (timer) throw conflict('A timer of the week is running; stop it first.', 'timer_running');
      const [changed] = is_locked
        ? await tx.run(insert, { id, week, by: userIdOf(actor) })
        : await tx.run(remove, { id, week });
      const [before, after] = is_locked ? [null, week] : [week, null];
      if (changed)
        await recordAudit(tx, {
          type: 'users',
          id,
          before: { locked_week: before },
          after: { locked_week: after },
        });
      return weeksOf(tx, id);
    }),
});

export const timesheetOperations: readonly Operation[] = [listLocked, setLock];
