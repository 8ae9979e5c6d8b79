import type { Row } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import type { BusinessHours } from '#server/platform/business-hours.ts';
import { ApiError } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { businessHours, scheduleFields, scheduleNow } from '#server/records/business-hours.ts';
import {
  about,
  boolean,
  kind,
  link,
  oneOf,
  required,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { input, stored } from '#server/records/input.ts';
import { dueAt, outdateReplyTimes } from '#server/records/reply-times.ts';
import { distributions, mayReceive } from './receivers.ts';

/* Settings of the work in an inbox. Its connection is set elsewhere (operations.ts, connect-operations.ts). */

const maxReplyLength = 4_096;

/** Text of an automatic reply. */
const replyText = kind(
  Type.String({ minLength: 1, maxLength: maxReplyLength }),
  `a string of 1 to ${maxReplyLength} characters, not all of them blank`,
  'text',
  { check: (value) => value === null || String(value).trim() !== '' },
);

/** Max minutes of a reply time: thirty days that are always open. */
const maxReplyMinutes = 43_200;
const replyMinutes = kind(
  Type.Integer({ minimum: 1, maximum: maxReplyMinutes, examples: [30] }),
  `a whole number from 1 to ${maxReplyMinutes}`,
  'integer',
);

/** Fields that admins change, each a column of the same name. */
const settings = {
  business_hours: about('The hours of this inbox; null for those of the team.', businessHours),
  assigns_on_answer: about(
    'True if a conversation without an assignee is assigned to the user who answers it.',
    required(boolean),
  ),
  distribution: about(
    'Assigns a conversation without an assignee to a member who is in, when a contact begins or reopens it. none: assigns nothing. round_robin: to each member in turn. load: to the member with the fewest open conversations of this inbox.',
    required(oneOf('text', distributions)),
  ),
  distribution_limit: about(
    'Maximum number of open conversations of this inbox that a member has before none is distributed to them; null for no limit.',
    kind(Type.Integer({ minimum: 1, maximum: 1_000 }), 'an integer from 1 to 1000', 'integer'),
  ),
  distribution_squad_id: about(
    'Distributes conversations to members of this squad only; null for all members who see this inbox.',
    link('squads'),
  ),
  greeting: about(
    'Sent automatically when a contact begins a conversation or writes after it was resolved, at most once a day; null for none.',
    replyText,
  ),
  away_message: about(
    'Sent automatically when a contact writes in closed hours, once until it opens; null for none.',
    replyText,
  ),
  first_reply_minutes: about(
    'Minutes of the business hours in which a contact is to get the first answer; null for no time.',
    replyMinutes,
  ),
  next_reply_minutes: about('The same for further answers.', replyMinutes),
};

/** Settings from which due times are computed. */
const ofReplyTimes = ['business_hours', 'first_reply_minutes', 'next_reply_minutes'];

/** A record by its name. */
const named = Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() });

const fields = {
  id: required(uuid),
  ...settings,
  distribution_squad: about('The ID and name of that squad.', kind(named, 'a squad', 'json')),
  receivers: about(
    'The members who can receive conversations now: they see this inbox, are available and have had the panel open within five minutes.',
    required(kind(Type.Array(named), 'the members who are in', 'json')),
  ),
  team_hours: about('The team’s business hours; null if it has none.', businessHours),
  ...scheduleFields,
  first_reply_due_at: about(
    'When the first answer to a message that arrives now would be due; null without such a time.',
    timestamp,
  ),
  next_reply_due_at: about('The same for further answers.', timestamp),
};
const output = { kind: 'fields', name: 'InboxWorkSettings', fields } as const;

const names = Object.keys(settings) as (keyof typeof settings)[];
const columns = `i.id, ${names.map((name) => `i.${name}`).join(', ')}`;
const read = (inbox: string) =>
  `select ${columns}, t.business_hours as team_hours, t.time_zone, extract(epoch from now()) * 1000 as now,
    (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name) order by fold(u.name), u.id), '[]')
      from users u where u.team_id = $team and ${mayReceive('u', 'i')}) as receivers,
    (select json_build_object('id', s.id, 'name', s.name) from squads s where s.team_id = $team and s.id = i.distribution_squad_id) as distribution_squad
  from ${inbox} i join teams t on t.id = $team`;

const find = teamStatement(
  read('(select * from inboxes where team_id = $team and id = $id and not is_deleted)'),
);
const lock = teamStatement(`
  select ${columns} from inboxes i where team_id = $team and id = $id and not is_deleted for no key update`);
/** Settings that are not in `$changed` stay as they are. */
const change = teamStatement(`
  with i as (
    update inboxes set ${names
      .map(
        (name) =>
          `${name} = case when '${name}' = any($changed::text[]) then $${name}::${settings[name].sql} else ${name} end`,
      )
      .join(', ')}
    where team_id = $team and id = $id returning *)
  ${read('i')}`);

function answerOf(row: Row | undefined) {
  if (!row) return undefined;
  const { now, time_zone: zone, ...rest } = row;
  const hours = (row.business_hours ?? row.team_hours) as BusinessHours | null;
  const inbox = { hours, zone: zone as string };
  const due = (minutes: unknown) => dueAt(inbox, Number(now), minutes as number | null);
  return {
    ...rest,
    ...scheduleNow(hours, inbox.zone, Number(now)),
    first_reply_due_at: due(row.first_reply_minutes),
    next_reply_due_at: due(row.next_reply_minutes),
  };
}

const getInboxSettings = operation({
  name: 'inboxes.get_settings',
  id: 'getInboxSettings',
  summary: 'Get the settings of an inbox',
  note: 'Its business hours, reply times and automatic replies, whether it is open now, and how its conversations are assigned. Available to every member.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/inboxes/:id/settings', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  one: 'inbox',
  run: async ({ db }, { id }) => answerOf((await db.run(find, { id }))[0]),
});

const updateInboxSettings = operation({
  name: 'inboxes.update_settings',
  id: 'updateInboxSettings',
  summary: 'Update the settings of an inbox',
  note: 'Changes only the given fields. business_hours is replaced as a whole; null applies the team’s hours.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: '/inboxes/:id/settings', status: 200 },
  emits: [],
  input: {
    path: ['id'],
    body: input(
      { name: 'inbox_settings', one: 'inbox', fields },
      { kind: 'update', accepts: names },
    ),
  },
  output,
  one: 'inbox',
  run: ({ db }, { id, values }) =>
    db.transaction(async (tx) => {
      const [before] = await tx.run(lock, { id });
      if (!before) return undefined;
      const changed = Object.keys(values);
      const nothing = Object.fromEntries(names.map((name) => [name, null]));
      const [row] = await tx.run(change, { id, changed, ...nothing, ...stored(settings, values) });
      if (changed.some((name) => ofReplyTimes.includes(name)))
        await tx.run(outdateReplyTimes, { inbox: id });
      const only = (row: Row) => Object.fromEntries(changed.map((name) => [name, row[name]]));
      if (changed.length > 0)
        await recordAudit(tx, { type: 'inboxes', id, before: only(before), after: only(values) });
      return answerOf(row);
    }),
  explain: async (error) =>
    constraintOf(error) === 'inboxes_distribution_squad_id_fkey'
      ? new ApiError('NOT_FOUND', 'distribution_squad_id: no squad has this id.', {
          fields: [{ name: 'distribution_squad_id', code: 'not_found' }],
        })
      : error,
});

export const inboxSettingsOperations: readonly Operation[] = [
  getInboxSettings,
  updateInboxSettings,
];
