import { teamStatement } from '#server/db/statement.ts';
import { userIdOf } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import type { BusinessHours } from '#server/platform/business-hours.ts';
import { localTime } from '#server/platform/zoned-time.ts';
import { businessHours, scheduleFields, scheduleNow } from '#server/records/business-hours.ts';
import { about, date, oneOf, required, singleLine } from '#server/records/fields.ts';

/*
 * The team's current day: agents need it to understand "today" or "late", and cannot know it (docs/adr/0075-mcp.md).
 */

/** Max closed days listed. */
const maxHolidays = 10;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The language of the user on whose behalf an agent acts, or else of the team's summaries. */
const find = teamStatement(`
  select t.time_zone, t.business_hours, extract(epoch from now()) * 1000 as now,
    coalesce(
      (select p.locale from users u join people p on p.id = u.person_id where u.team_id = $team and u.id = $user),
      (select i.language from intelligence_settings i where i.team_id = $team),
      'pt-BR') as language
  from teams t where t.id = $team`);

export const getTeamDay: Operation = operation({
  name: 'team_day.get',
  id: 'getTeamDay',
  summary: 'Get the team’s current day',
  note: `With the language and currency of the team, its business hours, and at most ${maxHolidays} coming closed days.`,
  allow: { key: 'read' },
  emits: [],
  input: {},
  output: {
    kind: 'fields',
    name: 'TeamDay',
    fields: {
      today: about('The day in the team’s time zone.', required(date)),
      weekday: required(oneOf('text', weekdays)),
      local_time: about('The time in the team’s time zone.', required(singleLine(5))),
      language: about(
        'The language of the user of the key, or of the team.',
        required(oneOf('text', ['pt-BR', 'en'])),
      ),
      currency: about('The currency of all amounts.', required(singleLine(3))),
      business_hours: about('The team’s business hours; null if it has none.', businessHours),
      ...scheduleFields,
    },
  },
  one: 'team',
  async run({ db, actor }) {
    const [row] = await db.run(find, { user: userIdOf(actor) });
    if (!row) return undefined;
    const [hours, zone] = [row.business_hours as BusinessHours | null, row.time_zone as string];
    const now = Number(row.now);
    const local = new Date(localTime(zone, now));
    const schedule = scheduleNow(hours, zone, now);
    return {
      today: local.toISOString().slice(0, 10),
      weekday: weekdays[local.getUTCDay()],
      local_time: local.toISOString().slice(11, 16),
      language: row.language,
      currency: 'BRL',
      // Holidays follow in coming_holidays.
      business_hours: hours && { ...hours, holidays: [] },
      ...schedule,
      coming_holidays: schedule.coming_holidays.slice(0, maxHolidays),
    };
  },
});
