import type { Row } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { personalNotices } from '#server/events/live/notices.ts';
import { actingUserOf } from '#server/operations/acting-user.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import { about, boolean, required, singleLine, timestamp } from '#server/records/fields.ts';
import { feedPath, newSecret, tokenOf } from './feed-address.ts';

/* A member's calendar feed. Its address is a secret, shown once; a new address replaces the previous one. */

const path = '/calendar-feed';
const fields = {
  is_on: about('True if there is an address.', required(boolean)),
  has_holidays: about('True if it contains holidays of the team.', required(boolean)),
  created_at: about('When its address was created; null without one.', timestamp),
};
const output = { kind: 'fields', name: 'CalendarFeed', fields } as const;
const ownFeed = { allow: { user: 'member' }, emits: [], one: 'notification' } as const;

const stateOf = (row: Row | undefined) => ({
  is_on: row !== undefined,
  has_holidays: row?.has_holidays === true,
  created_at: row?.created_at ?? null,
});

const columns = (f: string) => `${f}.has_holidays, ${iso(`${f}.created_at`)} as created_at`;
const read = teamStatement(
  `select ${columns('f')} from calendar_feeds f where f.team_id = $team and f.user_id = $user`,
);

const get = operation({
  ...ownFeed,
  name: 'calendar_feeds.get',
  id: 'getCalendarFeed',
  summary: 'Get the state of your calendar feed',
  note: 'Its address is shown only when it is created.',
  panel: { method: 'GET', path, status: 200 },
  input: {},
  output,
  run: async ({ db, actor }) =>
    stateOf((await db.run(read, { user: actingUserOf(actor, null, 'user_id') }))[0]),
});

/** SQL: when an address was created, as values of an audit entry. */
const createdAt = (f: string) => `json_build_object('created_at', ${iso(`${f}.created_at`)})::text`;

const store = teamStatement(`
  with old as materialized (select created_at from calendar_feeds where team_id = $team and user_id = $user),
  t as (
    insert into calendar_feeds as f (team_id, user_id, secret_hash) values ($team, $user, $hash)
    on conflict (team_id, user_id) do update set secret_hash = excluded.secret_hash, created_at = excluded.created_at
    returning f.*),
  ${personalNotices('select user_id from t')},
  ${audits([
    {
      type: 'users',
      from: 't left join old on true',
      record: 't.user_id',
      before: `case when old.created_at is not null then ${createdAt('old')} end`,
      after: createdAt('t'),
    },
  ])}
  select ${columns('t')} from t`);

const create = operation({
  ...ownFeed,
  name: 'calendar_feeds.create',
  id: 'createCalendarFeed',
  summary: 'Create the address of your calendar feed',
  note: 'It contains your tasks, activities and campaigns with a date. A previous address stops working. A path, if the service does not know its public URL.',
  panel: { method: 'POST', path, status: 201 },
  input: {},
  output: {
    kind: 'fields',
    name: 'NewCalendarFeed',
    fields: {
      ...fields,
      url: about('The address. Returned only once, in this response.', required(singleLine())),
    },
  },
  async run({ db, actor, settings }) {
    const secret = newSecret();
    const [row] = await db.run(store, {
      user: actingUserOf(actor, null, 'user_id'),
      hash: secretHash(secret),
    });
    const token = tokenOf({ team: db.id, secret });
    return { ...stateOf(row), url: `${settings.publicUrl ?? ''}${feedPath}/${token}.ics` };
  },
});

const write = teamStatement(`
  with t as (
    update calendar_feeds f set has_holidays = coalesce($has_holidays::boolean, f.has_holidays)
    where f.team_id = $team and f.user_id = $user returning f.*),
  ${personalNotices('select user_id from t')}
  select ${columns('t')} from t`);

const set = operation({
  ...ownFeed,
  name: 'calendar_feeds.update',
  id: 'updateCalendarFeed',
  summary: 'Update your calendar feed',
  note: 'Changes nothing without an address.',
  panel: { method: 'PUT', path, status: 200 },
  input: { fields: { has_holidays: about('True to include holidays of the team.', boolean) } },
  output,
  run: async ({ db, actor }, { values }) =>
    stateOf(
      (
        await db.run(write, {
          user: actingUserOf(actor, null, 'user_id'),
          has_holidays: values.has_holidays ?? null,
        })
      )[0],
    ),
});

const remove = teamStatement(`
  with t as (delete from calendar_feeds where team_id = $team and user_id = $user returning user_id, created_at),
  ${personalNotices('select user_id from t')},
  ${audits([{ type: 'users', from: 't', record: 't.user_id', before: createdAt('t') }])}
  select user_id from t`);

const revoke = operation({
  ...ownFeed,
  name: 'calendar_feeds.revoke',
  id: 'revokeCalendarFeed',
  summary: 'Revoke the address of your calendar feed',
  note: 'It stops working at once. Repeating it has no effect.',
  panel: { method: 'DELETE', path, status: 200 },
  input: {},
  output,
  async run({ db, actor }) {
    await db.run(remove, { user: actingUserOf(actor, null, 'user_id') });
    return stateOf(undefined);
  },
});

export const operations: readonly Operation[] = [get, create, set, revoke];
