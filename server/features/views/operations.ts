import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { personalNotices } from '#server/events/live/notices.ts';
import type { Actor } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import { isAtLeast } from '#server/operations/roles.ts';
import { conflict, duplicate, forbidden } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import {
  about,
  boolean,
  kind,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { InvalidValues } from '#server/records/invalid-values.ts';
import { records } from '../records.ts';

/*
 * Saved views: named list queries, either private, which only their author sees, or of the team, which their author and admins can
 * change. Each user has their own order and pins views to their menu.
 */

/** Names of lists that have views. The list of conversations is a screen of its feature. */
const resources = [...records.map(({ table }) => table.name), 'conversations'];
const most = 100;
const maxParameters = 30;

const query = kind(
  Type.Record(Type.String(), Type.String({ maxLength: 2_000 }), {
    maxProperties: maxParameters,
    examples: [{ type: 'PJ', sort: '-created_at', columns: 'email,status' }],
  }),
  `an object of at most ${maxParameters} parameters, named in lower case, each a string of at most 2000 characters`,
  'json',
  {
    check: (value) =>
      Object.keys(value as object).every((key) => /^[a-z][a-z0-9_]{0,39}$/.test(key)),
  },
);
const name = singleLine(80, 1);
const scope = oneOf('view_scope', ['private', 'team']);

const output = {
  kind: 'fields',
  name: 'SavedView',
  fields: {
    id: required(uuid),
    resource: about('The type of records that the view lists.', required(oneOf('text', resources))),
    name: required(name),
    scope: about(
      'private: visible only to its author. team: visible to all members.',
      required(scope),
    ),
    query: required(query),
    author_id: required(uuid),
    is_pinned: about('True if it is in your menu.', required(boolean)),
    may_change: about('True if you may change it.', required(boolean)),
    created_at: required(timestamp),
    updated_at: required(timestamp),
  },
} as const;
const path = '/views';
const item = `${path}/:id`;

const byPeople = { allow: { user: 'member' }, emits: [], one: 'saved view' } as const;

/** Parameters for the caller: user id and admin flag. */
function callerParameters(actor: Actor) {
  if (actor.kind !== 'user') throw forbidden('Only members have saved views.', 'own_name');
  return { me: actor.userId, is_admin: isAtLeast(actor.role, 'admin') };
}

const isSeen = `(t.scope = 'team' or t.user_id = $me::uuid)`;
const mayChange = `(t.user_id = $me::uuid or t.scope = 'team' and $is_admin::boolean)`;
const columns = `t.id, t.resource, t.name, t.scope, t.query, t.user_id as author_id, coalesce(p.is_pinned, false) as is_pinned,
  ${mayChange} as may_change, ${iso('t.created_at')} as created_at, ${iso('t.updated_at')} as updated_at`;
const joinOwnPosition = `left join saved_view_places p on p.team_id = $team and p.view_id = t.id and p.user_id = $me::uuid`;

/** Private views emit notices only to the streams of their author. */
const typed = (row: string, scope: 'private' | 'team') =>
  `(select * from ${row} where scope = '${scope}') ${row}`;
const entryOf = (row: string) =>
  `json_build_object('name', ${row}.name, 'scope', ${row}.scope, 'query', ${row}.query)::text`;
/** Notifies the streams of one user. */
const viewNotices = (rows: string) => personalNotices(rows, 'saved_views');

const written = (row: string, values: { before?: string; after?: string }) =>
  `${audits([
    { type: 'saved_views', from: typed(row, 'team'), record: `${row}.id`, ...values },
    { type: 'own_views', from: typed(row, 'private'), record: `${row}.id`, ...values },
  ])}, ${viewNotices(`select $me::uuid as user_id from ${row} where scope = 'private'`)}`;

const explain = async (error: unknown) => {
  const constraint = constraintOf(error);
  if (constraint === 'saved_views_own_name')
    return duplicate('name: you already have a view of this list with this name.', 'name');
  if (constraint === 'saved_views_team_name')
    return duplicate('name: the team already has a view of this list with this name.', 'name');
  if (constraint === 'saved_views_slot_check' || constraint === 'saved_views_slot_not_null')
    return conflict(`You have ${most} saved views; delete one first.`, 'limit');
  return error;
};

const all = teamStatement(`
  select ${columns} from saved_views t ${joinOwnPosition}
  where t.team_id = $team and ${isSeen}
  order by t.resource, p.place nulls last, t.scope, fold(t.name) collate "C", t.id limit 10000`);

const listViews = operation({
  ...byPeople,
  name: 'views.list',
  id: 'listSavedViews',
  summary: 'List saved views',
  note: 'Yours and the team’s, in your order.',
  panel: { method: 'GET', path, status: 200 },
  input: {},
  output: { ...output, isList: true },
  run: ({ db, actor }) => db.run(all, callerParameters(actor)),
});

const lockView = teamStatement(
  'select pg_advisory_xact_lock(hashtextextended($team::text || $me::text, 36)) as held',
);

const insert = teamStatement(`
  with t as (
    insert into saved_views (team_id, id, user_id, slot, resource, name, scope, query)
    select $team, $id, $me, coalesce((
      select min(n) from generate_series(1, ${most}) n
      where not exists (select from saved_views v where v.team_id = $team and v.user_id = $me::uuid and v.slot = n)), ${most + 1}),
      $resource, $name, $scope::view_scope, $query::json
    returning *),
  ${written('t', { after: entryOf('t') })}
  select ${columns} from t ${joinOwnPosition}`);

const createView = operation({
  ...byPeople,
  name: 'views.create',
  id: 'createSavedView',
  summary: 'Save a view of a list',
  note: `At most ${most} per person.`,
  panel: { method: 'POST', path, status: 201 },
  input: {
    fields: {
      resource: about(
        'The type of records that the view lists.',
        required(oneOf('text', resources)),
      ),
      name: required(name),
      scope: about('private: visible only to its author. team: visible to all members.', scope),
      query: required(query),
    },
  },
  output,
  mayFail: ['DUPLICATE_ENTRY', 'CONFLICT'],
  run: ({ db, actor }, { values }): Promise<Row | undefined> =>
    db.transaction(async (tx) => {
      const who = callerParameters(actor);
      await tx.run(lockView, who);
      const [row] = await tx.run(insert, {
        id: uuidv7(),
        ...who,
        ...values,
        scope: values.scope ?? 'private',
        query: JSON.stringify(values.query),
      });
      return row;
    }),
  explain,
});

const selectView = teamStatement(
  `select ${mayChange} as may from saved_views t where t.team_id = $team and t.id = $id and ${isSeen}`,
);

/** @returns true if the view exists @throws ApiError FORBIDDEN if the caller is not allowed to change it */
async function requireChangeable(db: TeamDb, actor: Actor, id: string): Promise<boolean> {
  const [row] = await db.run(selectView, { id, ...callerParameters(actor) });
  if (row && row.may !== true)
    throw forbidden('A team view can be changed only by its author and by admins.', 'author_only');
  return row !== undefined;
}

const change = teamStatement(`
  with old as materialized (
    select * from saved_views t where t.team_id = $team and t.id = $id and ${mayChange} for update),
  t as (
    update saved_views v set name = coalesce($name, old.name), scope = coalesce($scope::view_scope, old.scope),
      query = coalesce($query::json, old.query), updated_at = greatest(now(), old.updated_at)
    from old where v.team_id = $team and v.id = old.id returning v.*),
  -- Whoever saw it while it was the team's is told that it is not any more.
  told as (select t.id, case when 'team' in (old.scope::text, t.scope::text) then 'team' else 'private' end::view_scope as scope,
    ${entryOf('old')} as was, ${entryOf('t')} as became from t join old on old.id = t.id),
  ${written('told', { before: 'told.was', after: 'told.became' })}
  select ${columns} from t ${joinOwnPosition}`);

const updateView = operation({
  ...byPeople,
  name: 'views.update',
  id: 'updateSavedView',
  summary: 'Update a saved view',
  note: 'Omitted fields stay as they are. A team view can be changed by its author and by admins.',
  panel: { method: 'PUT', path: item, status: 200 },
  input: {
    path: ['id'],
    fields: {
      name,
      scope: about('private: visible only to its author. team: visible to all members.', scope),
      query,
    },
  },
  output,
  mayFail: ['DUPLICATE_ENTRY'],
  async run({ db, actor }, { id, values }): Promise<Row | undefined> {
    if (!(await requireChangeable(db, actor, id))) return undefined;
    const query = values.query && JSON.stringify(values.query);
    return (await db.run(change, { id, ...callerParameters(actor), ...values, query }))[0];
  },
  explain,
});

const remove = teamStatement(`
  with t as (
    delete from saved_views t where t.team_id = $team and t.id = $id and ${mayChange} returning *),
  ${written('t', { before: entryOf('t') })}
  select id, true as deleted from t`);

const deleteView = operation({
  ...byPeople,
  name: 'views.delete',
  id: 'deleteSavedView',
  summary: 'Delete a saved view',
  note: 'Removes it from every menu.',
  panel: { method: 'DELETE', path: item, status: 200 },
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'DeletedSavedView',
    fields: { id: required(uuid), deleted: required(boolean) },
  },
  async run({ db, actor }, { id }): Promise<Row | undefined> {
    if (!(await requireChangeable(db, actor, id))) return undefined;
    return (await db.run(remove, { id, ...callerParameters(actor) }))[0];
  },
});

// Order and pins per user ------------------------------------------------------------------------

const pin = teamStatement(`
  with t as (select * from saved_views t where t.team_id = $team and t.id = $id and ${isSeen}),
  p as (
    insert into saved_view_places (team_id, user_id, view_id, is_pinned)
    select $team, $me, t.id, $is_pinned from t
    on conflict (team_id, user_id, view_id) do update set is_pinned = excluded.is_pinned
    returning view_id, user_id, is_pinned),
  ${audits([{ type: 'own_views', from: 'p', record: 'p.view_id', after: `json_build_object('is_pinned', p.is_pinned)::text` }])},
  ${viewNotices('select user_id from p')}
  select ${columns} from t join p on p.view_id = t.id`);

const pinView = operation({
  ...byPeople,
  name: 'views.pin',
  id: 'pinSavedView',
  summary: 'Add a saved view to your menu, or remove it',
  note: 'Affects only your own menu.',
  panel: { method: 'PUT', path: `${item}/pin`, status: 200 },
  input: {
    path: ['id'],
    fields: { is_pinned: about('True if it is in your menu.', required(boolean)) },
  },
  output,
  run: async ({ db, actor }, { id, values }): Promise<Row | undefined> =>
    (await db.run(pin, { id, ...callerParameters(actor), ...values }))[0],
  explain: async (error) =>
    constraintOf(error) === 'saved_view_places_view_id_fkey'
      ? conflict('The view was just deleted.', 'busy')
      : error,
});

const order = teamStatement(`
  with wanted as (select id, n::smallint as n from unnest($ids::uuid[]) with ordinality w (id, n)),
  p as (
    insert into saved_view_places (team_id, user_id, view_id, place)
    select $team, $me, t.id, wanted.n from saved_views t join wanted on wanted.id = t.id
    where t.team_id = $team and ${isSeen}
    on conflict (team_id, user_id, view_id) do update set place = excluded.place
    returning view_id, place),
  ${audits([{ type: 'own_views', from: '(select view_id from p order by place limit 1) p', record: 'p.view_id' }])},
  ${viewNotices('select $me::uuid as user_id')}
  select (select count(*) from p)::int as placed`);

const idList = kind(
  Type.Array(Type.String({ format: 'uuid' }), { maxItems: 1_000, uniqueItems: true }),
  'a list of at most 1000 UUIDs, each once',
  'uuid[]',
);

const orderViews = operation({
  ...byPeople,
  name: 'views.order',
  id: 'orderSavedViews',
  summary: 'Reorder your saved views',
  note: 'Affects only your own menu.',
  panel: { method: 'PUT', path, status: 200 },
  input: { fields: { ids: about('The views in the new order.', required(idList)) } },
  output: { ...output, isList: true },
  run: ({ db, actor }, { values }) =>
    db.transaction(async (tx) => {
      const who = callerParameters(actor);
      const [row] = await tx.run(order, { ...who, ...values });
      if (row?.placed !== values.ids.length)
        throw new InvalidValues([
          { name: 'ids', problem: 'must be ids of saved views', code: 'not_found' },
        ]);
      return tx.run(all, who);
    }),
});

/** Operations on saved views. */
export const operations = [
  listViews,
  createView,
  updateView,
  deleteView,
  pinView,
  orderViews,
] as const;
