import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, required, uuid } from '#server/records/fields.ts';

/* Hours that a member works in a week without holidays and absences (docs/adr/0220-capacity.md). */

/** Hours of members without a value. */
export const defaultWeeklyHours = 40;
const maxHours = 168;

const isInCents = (value: unknown) =>
  typeof value === 'number' && Number(value.toFixed(2)) === value;

export const weeklyHours = about(
  `The hours of a week; null for the default of ${defaultWeeklyHours}.`,
  kind(
    Type.Number({ minimum: 0, maximum: maxHours, examples: [30] }),
    `a number from 0 to ${maxHours} with at most two decimals`,
    'numeric(5,2)',
    { check: isInCents },
  ),
);

const lock = teamStatement(`
  select trim_scale(u.weekly_hours)::double precision as weekly_hours from users u
  where u.team_id = $team and u.id = $id for no key update`);
const store = teamStatement(
  'update users set weekly_hours = $weekly_hours::numeric where team_id = $team and id = $id',
);

const set = operation({
  name: 'weekly_hours.set',
  id: 'setWeeklyHours',
  summary: 'Set the weekly hours of a member',
  note: 'The hours are spread evenly over the working days of the team. Every member sees them in the workload.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: '/members/:id/weekly-hours', status: 200 },
  emits: [],
  input: { path: ['id'], fields: { weekly_hours: weeklyHours } },
  output: {
    kind: 'fields',
    name: 'WeeklyHours',
    fields: { id: required(uuid), weekly_hours: weeklyHours },
  },
  one: 'user',
  run: ({ db }, { id, values: { weekly_hours } }) =>
    db.transaction(async (tx) => {
      const [before] = await tx.run(lock, { id });
      if (!before) return undefined;
      await tx.run(store, { id, weekly_hours });
      if (before.weekly_hours !== weekly_hours)
        await recordAudit(tx, {
          type: 'users',
          id,
          before: { weekly_hours: before.weekly_hours },
          after: { weekly_hours },
        });
      return { id, weekly_hours };
    }),
});

export const weeklyHoursOperations: readonly Operation[] = [set];
