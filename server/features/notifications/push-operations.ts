import { v7 as uuidv7 } from 'uuid';
import type { Row } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { personalNotices } from '#server/events/live/notices.ts';
import { notificationKinds } from '#server/events/notifications.ts';
import { actingUserOf } from '#server/operations/acting-user.ts';
import type { Actor, Settings } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { forbidden } from '#server/platform/errors.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import { about, boolean, required, singleLine, timestamp, uuid } from '#server/records/fields.ts';
import { pushSealContext, secretOf, subscriptionFields } from '../accounts/push-subscriptions.ts';

/* Web push: a member's choices, and the browsers that notifications are pushed to. */

const path = '/notifications/push';
const ownPush = { allow: { user: 'member' }, emits: [], one: 'browser' } as const;

const pushed = about('True if notifications of this kind are pushed.', boolean);
const kinds = {
  assigned: pushed,
  mentioned: pushed,
  commented: pushed,
  decided: pushed,
  unsent: pushed,
  overdue: pushed,
  squad_assigned: pushed,
  privacy_due: pushed,
  hours_nearly_used: pushed,
  hours_used: pushed,
} satisfies Record<(typeof notificationKinds)[number], unknown>;
const showsText = about(
  'True if pushes contain the text of notifications, which is visible on a locked screen.',
  boolean,
);

const output = {
  kind: 'fields',
  name: 'NotificationPush',
  fields: {
    ...(Object.fromEntries(
      Object.entries(kinds).map(([kind, field]) => [kind, required(field)]),
    ) as typeof kinds),
    shows_text: required(showsText),
    is_available: about('True if this installation pushes notifications.', required(boolean)),
    public_key: about(
      'The public key of this installation, for `PushManager.subscribe()`; null if it does not push.',
      singleLine(),
    ),
  },
} as const;

const read = teamStatement(`
  select coalesce(s.unpushed::text[], '{}') as unpushed, coalesce(s.push_shows_text, false) as shows_text
  from users u left join notification_mail_settings s on s.team_id = $team and s.user_id = u.id
  where u.team_id = $team and u.id = $user`);

async function choicesIn(row: Row | undefined, { push }: Settings) {
  if (!row) return undefined;
  const unpushed = row.unpushed as readonly string[];
  return {
    ...Object.fromEntries(notificationKinds.map((kind) => [kind, !unpushed.includes(kind)])),
    shows_text: row.shows_text,
    is_available: push !== undefined,
    public_key: push === undefined ? null : await push.publicKey(),
  };
}

const getPush = operation({
  ...ownPush,
  name: 'notifications.get_push',
  id: 'getNotificationPush',
  summary: 'Get your settings of notifications by push',
  note: 'Once a browser is subscribed, all kinds are pushed by default, without their text.',
  panel: { method: 'GET', path, status: 200 },
  input: {},
  output,
  async run({ db, actor, settings }) {
    const [row] = await db.run(read, { user: actingUserOf(actor, null, 'user_id') });
    return choicesIn(row, settings);
  },
});

/** For each kind, the given value, otherwise the stored choice. */
const write = teamStatement(`
  with wanted as (
    select coalesce(array_agg(k.kind order by k.kind) filter (where not k.is_on), '{}') as unpushed from (
      select k.kind, coalesce(($given::jsonb ->> k.kind::text)::boolean, not k.kind = any (coalesce(s.unpushed, '{}'))) as is_on
      from unnest(enum_range(null::notification_kind)) k (kind)
      left join notification_mail_settings s on s.team_id = $team and s.user_id = $user) k),
  t as (
    insert into notification_mail_settings as s (team_id, user_id, unpushed, push_shows_text)
    select $team, $user, w.unpushed, coalesce($shows_text::boolean, false) from wanted w
    on conflict (team_id, user_id) do update set unpushed = excluded.unpushed,
      push_shows_text = coalesce($shows_text::boolean, s.push_shows_text)
    returning user_id, unpushed, push_shows_text),
  ${personalNotices('select user_id from t')}
  select unpushed::text[] as unpushed, push_shows_text as shows_text from t`);

const setPush = operation({
  ...ownPush,
  name: 'notifications.set_push',
  id: 'setNotificationPush',
  summary: 'Update your settings of notifications by push',
  note: 'Omitted fields stay as they are. Quiet hours are those of mail.',
  panel: { method: 'PUT', path, status: 200 },
  input: { fields: { ...kinds, shows_text: showsText } },
  output,
  async run({ db, actor, settings }, { values }) {
    const { shows_text, ...choices } = values;
    const [row] = await db.run(write, {
      user: actingUserOf(actor, null, 'user_id'),
      given: JSON.stringify(
        Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== null)),
      ),
      shows_text: shows_text ?? null,
    });
    return choicesIn(row, settings);
  },
});

const browsers = `${path}/browsers`;
const browser = {
  kind: 'fields',
  name: 'PushBrowser',
  fields: {
    id: required(uuid),
    user_agent: about('The browser’s User-Agent.', singleLine(512)),
    is_current: about('True for the browser of this request.', required(boolean)),
    created_at: required(timestamp),
    pushed_at: about('When a notification was last pushed to it.', timestamp),
  },
} as const;

/** SQL: columns of a subscription `b` and its session `e`. */
const columns = `b.id, e.user_agent, b.session_id = $session as is_current, ${iso('b.created_at')} as created_at,
  ${iso('b.pushed_at')} as pushed_at`;
const joined = `push_subscriptions b
  join sessions e on e.person_id = b.person_id and e.id = b.session_id and e.ended_at is null and e.expires_at > now()
    and e.seen_at > now() - interval '30 days'`;

/** Only people have browsers. */
function sessionOf(actor: Actor) {
  if (actor.kind !== 'user') throw forbidden('Only members have browsers.', 'forbidden');
  return { user: actor.userId, person: actor.personId, session: actor.sessionId };
}

const list = teamStatement(`
  select coalesce(json_agg(json_build_object('id', l.id, 'user_agent', l.user_agent, 'is_current', l.is_current,
    'created_at', l.created_at, 'pushed_at', l.pushed_at) order by l.is_current desc, l.id desc), '[]') as browsers
  from (select ${columns} from ${joined} where b.team_id = $team and b.user_id = $user and b.person_id = $person) l`);

const listBrowsers = operation({
  ...ownPush,
  name: 'notifications.list_browsers',
  id: 'listPushBrowsers',
  summary: 'List your browsers that notifications are pushed to',
  note: 'A browser is removed with the session in which it subscribed.',
  panel: { method: 'GET', path: browsers, status: 200 },
  input: {},
  output: { ...browser, isList: true },
  run: async ({ db, actor }) =>
    (await db.run(list, sessionOf(actor)))[0]?.browsers as object | undefined,
});

const replace = teamStatement(`
  delete from push_subscriptions b where b.team_id = $team and (b.endpoint_hash = $hash or (b.person_id = $person and b.session_id = $session))`);
const insert = teamStatement(`
  with t as (
    insert into push_subscriptions (team_id, id, user_id, person_id, session_id, endpoint_hash, secret)
    values ($team, $id, $user, $person, $session, $hash, $secret)
    on conflict (team_id, endpoint_hash) do nothing returning user_id),
  ${personalNotices('select user_id from t')}
  select user_id from t`);
const readOne = teamStatement(
  `select ${columns} from ${joined} where b.team_id = $team and b.endpoint_hash = $hash and b.user_id = $user`,
);

const subscribe = operation({
  ...ownPush,
  name: 'notifications.subscribe',
  id: 'subscribePushBrowser',
  summary: 'Push your notifications to this browser',
  note: 'Takes the values of a `PushSubscription`. Replaces the previous subscription of the same session or at the same address.',
  panel: { method: 'POST', path: browsers, status: 201 },
  input: {
    fields: subscriptionFields,
  },
  output: browser,
  async run({ db, actor, settings }, { values: { endpoint, p256dh, auth } }) {
    const caller = sessionOf(actor);
    const text = await secretOf({ endpoint, p256dh, auth }, settings);
    const id = uuidv7();
    const hash = secretHash(endpoint);
    const secret = settings.secrets.seal(JSON.stringify(text), pushSealContext(db.id, id));
    return db.transaction(async (tx) => {
      await tx.run(replace, { ...caller, hash });
      await tx.run(insert, { ...caller, id, hash, secret });
      return (await tx.run(readOne, { ...caller, hash }))[0];
    });
  },
});

const remove = teamStatement(`
  with t as (
    delete from push_subscriptions b where b.team_id = $team and b.id = $id and b.user_id = $user and b.person_id = $person
    returning b.id, b.user_id),
  pushes as (delete from notification_pushes p using t where p.team_id = $team and p.subscription_id = t.id),
  ${personalNotices('select user_id from t')}
  select id, true as deleted from t`);

const unsubscribe = operation({
  ...ownPush,
  name: 'notifications.unsubscribe',
  id: 'unsubscribePushBrowser',
  summary: 'Stop pushing notifications to one of your browsers',
  note: 'Takes effect at once.',
  panel: { method: 'DELETE', path: `${browsers}/:id`, status: 200 },
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'DeletedPushBrowser',
    fields: { id: required(uuid), deleted: required(boolean) },
  },
  run: async ({ db, actor }, { id }) => (await db.run(remove, { id, ...sessionOf(actor) }))[0],
});

export const pushOperations: readonly Operation[] = [
  getPush,
  setPush,
  listBrowsers,
  subscribe,
  unsubscribe,
];
