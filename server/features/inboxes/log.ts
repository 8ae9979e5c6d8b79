import { iso, teamStatement } from '#server/db/statement.ts';
import { actorKinds, actorName } from '#server/events/audit.ts';
import { operation } from '#server/operations/operation.ts';
import { connectionStates } from '#server/outbound/messaging/gateway-setup.ts';
import { invalid } from '#server/platform/errors.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { isUuid } from '#server/platform/uuid.ts';
import { about, kind, required, uuid } from '#server/records/fields.ts';
import { table } from '#server/records/table.ts';
import { withoutSecrets } from './config.ts';
import { storedInbox } from './connection.ts';
import { findingSchema } from './finding-details.ts';

/*
 * History of an inbox: each change of its connection, from `inbox.connection` events, and each action of a user on it, from the audit log.
 * Ids of both begin with their time, so a single id serves as the page cursor.
 */

/** Query parameters; of a list query only the limit and the cursor. */
const queryParameters = table({
  name: 'inbox_log',
  one: 'entry',
  path: '/log',
  fields: { id: required(uuid) },
  filters: {},
  sorts: { at: { by: ['t.id'], nullable: false, isText: false } },
  latestBy: 'at',
});

const text = Type.String();

const entry = Type.Object({
  id: Type.String({ format: 'uuid' }),
  at: about('The time of the entry.', Type.String({ format: 'date-time' })),
  kind: Type.Enum(['state', 'deed'], {
    description: '`state`: the state of the connection changed. `deed`: a user did something.',
  }),
  state: about('The new state.', orNull(Type.Enum([...connectionStates]))),
  connected: about('True if the inbox could send after the change.', orNull(Type.Boolean())),
  reason: orNull(text),
  reason_details: about('The code of `reason`; null if there is none.', orNull(findingSchema)),
  phone: about('The number with its country code.', orNull(text)),
  operation: about('The operation, if a user acted: `inboxes.restart`.', orNull(Type.String())),
  actor: orNull(Type.Enum([...actorKinds])),
  actor_name: orNull(text),
});

/*
 * Changes of an inbox's name or evidence are not connection changes. Events are kept for 30 days, so actions are limited to the same
 * period.
 */
const page = teamStatement(`
  with told as (
    select e.id, e.created_at, 'state' as kind, e.payload::json as payload, null::text as operation, null::text as actor, null::text as actor_name
    from events e
    where e.team_id = $team and e.record_id = $inbox and e.type = 'inbox.connection' and ($before::uuid is null or e.id < $before)
    order by e.id desc limit $most),
  done as (
    select a.id, a.created_at, 'deed' as kind, null::json as payload, a.operation, a.actor::text, ${actorName('a')} as actor_name
    from audit_entries a
    where a.team_id = $team and a.record_id = $inbox and a.record_type = 'inboxes' and ($before::uuid is null or a.id < $before)
      and a.created_at > now() - interval '30 days'
    order by a.id desc limit $most)
  select i.id as found, x.id, ${iso('x.created_at')} as at, x.kind, x.payload -> 'data' ->> 'state' as state,
    (x.payload -> 'data' ->> 'connected')::boolean as connected, x.payload -> 'data' ->> 'state_reason' as reason,
    x.payload -> 'data' -> 'state_reason_details' as reason_details,
    x.payload -> 'data' ->> 'phone' as phone, x.operation, x.actor, x.actor_name
  from inboxes i left join (select * from told union all select * from done order by id desc limit $most) x on true
  where i.team_id = $team and i.id = $inbox and not i.is_deleted order by x.id desc`);

export const inboxLog = operation({
  name: 'inboxes.log',
  id: 'getInboxLog',
  summary: 'List the log of an inbox, latest first',
  note: 'Connection changes with their reasons, and actions of users, of the last 30 days. `after` is the cursor of the previous page.',
  allow: { operator: true, user: 'member' },
  panel: { method: 'GET', path: '/inboxes/:id/log', status: 200 },
  emits: [],
  input: { path: ['id'], query: queryParameters },
  output: {
    kind: 'fields',
    name: 'InboxLog',
    fields: {
      entries: about(
        'The entries, latest first.',
        required(kind(Type.Array(entry), 'a list of entries', 'json')),
      ),
      /** Cursor of the next page; null on the last page. */
      after: about('The cursor of the next page; null on the last page.', uuid),
    },
  },
  one: 'inbox',
  async run({ db }, { id: inbox, query: { limit, after } }) {
    if (after !== undefined && !isUuid(after))
      throw invalid(
        'after must be the cursor from the previous page of the log.',
        'after',
        'invalid_format',
      );
    const rows = await db.run(page, { inbox, most: limit + 1, before: after ?? null });
    if (rows.length === 0) return undefined;
    const all = rows.filter(({ id }) => id !== null).map(({ found: _, ...each }) => each);
    const entries = all.slice(0, limit);
    return { entries, after: all.length > limit ? String(entries.at(-1)?.id) : null };
  },
});

const find = teamStatement(
  'select team_id, id, name, gateway, config from inboxes where team_id = $team and id = $inbox and not is_deleted',
);

export const inboxSetup = operation({
  name: 'inboxes.setup',
  id: 'getInboxSetup',
  summary: 'Get the configuration of an inbox, without its secrets',
  note: 'Secrets are listed by name, without their values.',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'GET', path: '/inboxes/:id/setup', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'InboxSetup',
    fields: {
      id: required(uuid),
      config: about(
        'The configuration at the gateway, without secrets.',
        required(kind(Type.Record(Type.String(), Type.String()), 'an object of texts', 'json')),
      ),
      secrets: about(
        'The names of the secrets that are set.',
        required(kind(Type.Array(Type.String()), 'a list of names', 'json')),
      ),
    },
  },
  one: 'inbox',
  async run(ctx, { id }) {
    const [row] = await ctx.db.run(find, { inbox: id });
    return row && { id, ...withoutSecrets(ctx, storedInbox(row)) };
  },
});
