import type { Row } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { personalNotices } from '#server/events/live/notices.ts';
import { notificationKinds } from '#server/events/notifications.ts';
import { actingUserOf } from '#server/operations/acting-user.ts';
import type { Settings } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { invalid } from '#server/platform/errors.ts';
import { about, boolean, oneOf, patterned, required, singleLine } from '#server/records/fields.ts';
import { mailModes } from './mail-schedule.ts';

/* Settings of a member's notifications by mail. */

const mode = about('When notifications of this kind are mailed.', oneOf('text', mailModes));
const modes = {
  assigned: mode,
  mentioned: mode,
  commented: mode,
  decided: mode,
  unsent: mode,
  overdue: mode,
  squad_assigned: mode,
  privacy_due: mode,
  hours_nearly_used: mode,
  hours_used: mode,
} satisfies Record<(typeof notificationKinds)[number], unknown>;

const timeOfDay = patterned(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'a time such as 22:00', '22:00');
const quiet = {
  quiet_from: about('When quiet hours begin, in your time zone; null without them.', timeOfDay),
  quiet_until: about('When they end; null without them.', timeOfDay),
};

const output = {
  kind: 'fields',
  name: 'NotificationMail',
  fields: {
    ...(Object.fromEntries(
      Object.entries(modes).map(([kind, field]) => [kind, required(field)]),
    ) as typeof modes),
    ...quiet,
    time_zone: about('Your time zone.', required(singleLine(64))),
    is_available: about('True if this installation sends mail.', required(boolean)),
    email: about('The address that mail is sent to.', required(singleLine())),
    is_confirmed: about(
      'True once you confirmed the address: nothing is mailed before.',
      required(boolean),
    ),
    is_mailed: about('False if your mail is stopped.', required(boolean)),
    stop_reason: about(
      'The reason: three mails in succession were refused, or you unsubscribed. Null if it is not stopped.',
      oneOf('mail_stop_reason', ['bounced', 'unsubscribed']),
    ),
  },
} as const;

const ownMail = { allow: { user: 'member' }, emits: [], one: 'notification' } as const;

const read = teamStatement(`
  select s.immediate::text[] as immediate, s.excluded::text[] as excluded, to_char(s.quiet_from, 'HH24:MI') as quiet_from,
    to_char(s.quiet_until, 'HH24:MI') as quiet_until, p.time_zone, p.email, p.email_confirmed_at is not null as is_confirmed,
    s.stopped_at is null as is_mailed, s.stop_reason
  from users u join people p on p.id = u.person_id
    left join notification_mail_settings s on s.team_id = $team and s.user_id = u.id
  where u.team_id = $team and u.id = $user`);

function settingsIn(row: Row | undefined, { mailer }: Settings): Row | undefined {
  if (!row) return undefined;
  const { immediate, excluded, ...rest } = row;
  const [now, never] = [immediate, excluded].map((kinds) => (kinds ?? []) as readonly string[]);
  const modeOf = (kind: string) =>
    never?.includes(kind) ? 'off' : now?.includes(kind) ? 'immediate' : 'digest';
  return {
    ...Object.fromEntries(notificationKinds.map((kind) => [kind, modeOf(kind)])),
    ...rest,
    is_available: mailer !== undefined,
  };
}

const path = '/notifications/mail';

const getMail = operation({
  ...ownMail,
  name: 'notifications.get_mail',
  id: 'getNotificationMail',
  summary: 'Get your settings of notifications by mail',
  note: 'Defaults to a digest of all kinds, at 8:00 on working days.',
  panel: { method: 'GET', path, status: 200 },
  input: {},
  output,
  async run({ db, actor, settings }) {
    const [row] = await db.run(read, { user: actingUserOf(actor, null, 'user_id') });
    return settingsIn(row, settings);
  },
});

/*
 * For each kind, the given mode, otherwise the stored one. Notifications that wait are considered again, by the new settings.
 */
const write = teamStatement(`
  with wanted as (
    select coalesce(array_agg(k.kind order by k.kind) filter (where k.mode = 'immediate'), '{}') as immediate,
      coalesce(array_agg(k.kind order by k.kind) filter (where k.mode = 'off'), '{}') as excluded
    from (
      select k.kind, coalesce($given::jsonb ->> k.kind::text, case when k.kind = any (s.excluded) then 'off'
        when k.kind = any (s.immediate) then 'immediate' else 'digest' end) as mode
      from unnest(enum_range(null::notification_kind)) k (kind)
      left join notification_mail_settings s on s.team_id = $team and s.user_id = $user) k),
  t as (
    insert into notification_mail_settings as s (team_id, user_id, immediate, excluded, quiet_from, quiet_until, resumed_at, stopped_at, stop_reason)
    select $team, $user, w.immediate, w.excluded, $quiet_from::time, $quiet_until::time, case when $is_mailed::boolean then clock.now end,
      case when not $is_mailed::boolean then clock.now end, case when not $is_mailed::boolean then 'unsubscribed'::mail_stop_reason end
    from wanted w, (select now()) clock (now)
    on conflict (team_id, user_id) do update set immediate = excluded.immediate, excluded = excluded.excluded,
      quiet_from = case when $is_quiet_given::boolean then excluded.quiet_from else s.quiet_from end,
      quiet_until = case when $is_quiet_given::boolean then excluded.quiet_until else s.quiet_until end,
      bounces = case when $is_mailed::boolean then 0 else s.bounces end,
      resumed_at = case when $is_mailed::boolean then excluded.resumed_at else s.resumed_at end,
      stopped_at = case when $is_mailed::boolean then null else coalesce(s.stopped_at, excluded.stopped_at) end,
      stop_reason = case when $is_mailed::boolean then null else coalesce(excluded.stop_reason, s.stop_reason) end
    returning user_id),
  again as (
    update notifications n set mail_due_at = n.created_at + interval '5 minutes' from t
    where n.team_id = $team and n.user_id = t.user_id and n.mail_due_at > now() + interval '5 minutes' and n.read_at is null),
  browsers as (
    update push_subscriptions b set next_at = now() from t
    where b.team_id = $team and b.user_id = t.user_id and $is_quiet_given::boolean and b.attempts = 0 and b.next_at > now()),
  ${personalNotices('select user_id from t')}
  select user_id from t`);

const setMail = operation({
  ...ownMail,
  name: 'notifications.set_mail',
  id: 'setNotificationMail',
  summary: 'Update your settings of notifications by mail',
  note: 'Omitted fields stay as they are. Give both quiet hours, or null for both.',
  panel: { method: 'PUT', path, status: 200 },
  input: {
    fields: {
      ...modes,
      ...quiet,
      is_mailed: about(
        'True resumes stopped mail, false stops it, also if it had stopped because it was refused.',
        boolean,
      ),
    },
  },
  output,
  async run({ db, actor, settings }, { values }) {
    const { quiet_from, quiet_until, is_mailed, ...kinds } = values;
    const isQuietGiven = quiet_from !== undefined || quiet_until !== undefined;
    if (((quiet_from ?? null) === null) !== ((quiet_until ?? null) === null))
      throw invalid(
        'quiet_from and quiet_until must be given together.',
        quiet_from ? 'quiet_until' : 'quiet_from',
        'required',
      );
    const user = actingUserOf(actor, null, 'user_id');
    await db.run(write, {
      user,
      given: JSON.stringify(
        Object.fromEntries(Object.entries(kinds).filter(([, value]) => value !== null)),
      ),
      quiet_from: quiet_from ?? null,
      quiet_until: quiet_until ?? null,
      is_quiet_given: isQuietGiven,
      is_mailed: is_mailed ?? null,
    });
    const [row] = await db.run(read, { user });
    return settingsIn(row, settings);
  },
});

export const mailOperations: readonly Operation[] = [getMail, setMail];
