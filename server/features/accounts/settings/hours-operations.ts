import type { Row } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { type BusinessHours, holidaysAround } from '#server/platform/business-hours.ts';
import {
  businessHours,
  closedDays,
  scheduleFields,
  scheduleNow,
} from '#server/records/business-hours.ts';
import { about, required } from '#server/records/fields.ts';
import { input, stored } from '#server/records/input.ts';
import { outdateReplyTimes } from '#server/records/reply-times.ts';

/* Business hours of the team. Inboxes may have different ones (inboxes/settings-operations.ts). */

const hours = about('The team’s business hours; null if it has none.', businessHours);
const fields = { hours, ...scheduleFields };
const output = {
  kind: 'fields',
  name: 'BusinessHours',
  fields: {
    ...fields,
    closed_days: about(
      'The closed days from 400 days ago to 800 days ahead, in order, for calendars.',
      required(closedDays),
    ),
  },
} as const;

const columns = `business_hours as hours, time_zone, extract(epoch from now()) * 1000 as now`;
const find = teamStatement(`select ${columns} from teams where id = $team`);
const lock = teamStatement(`select ${columns} from teams where id = $team for no key update`);
const store = teamStatement('update teams set business_hours = $hours::json where id = $team');

function answerOf(row: Row | undefined) {
  if (!row) return undefined;
  const hours = row.hours as BusinessHours | null;
  const [zone, now] = [row.time_zone as string, Number(row.now)];
  return {
    hours,
    ...scheduleNow(hours, zone, now),
    closed_days: hours ? holidaysAround({ hours, zone }, now) : [],
  };
}

const getBusinessHours = operation({
  name: 'business_hours.get',
  id: 'getBusinessHours',
  summary: 'Get the team’s business hours',
  note: 'Available to every member.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/business-hours', status: 200 },
  emits: [],
  input: {},
  output,
  one: 'team',
  run: async ({ db }) => answerOf((await db.run(find))[0]),
});

const setBusinessHours = operation({
  name: 'business_hours.set',
  id: 'setBusinessHours',
  summary: 'Set the team’s business hours',
  note: 'Replaces them as a whole; null removes them. They apply to all inboxes without different hours.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: '/business-hours', status: 200 },
  emits: [],
  input: {
    body: input(
      { name: 'business_hours', one: 'business hours', fields },
      { kind: 'update', accepts: ['hours'] },
    ),
  },
  output,
  one: 'team',
  run: ({ db }, { values }) =>
    db.transaction(async (tx) => {
      const [before] = await tx.run(lock);
      if (!('hours' in values)) return answerOf(before);
      await tx.run(store, { hours: stored({ hours }, values).hours });
      await tx.run(outdateReplyTimes, { inbox: null });
      await recordAudit(tx, {
        type: 'teams',
        id: tx.id,
        before: { business_hours: before?.hours },
        after: { business_hours: values.hours },
      });
      return answerOf((await tx.run(find))[0]);
    }),
});

export const businessHoursOperations: readonly Operation[] = [getBusinessHours, setBusinessHours];
