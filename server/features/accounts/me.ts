import { iso, teamStatement } from '#server/db/statement.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, required } from '#server/records/fields.ts';

/*
 * Identity of the calling API key, with which clients test their connection.
 */

/** In seconds. */
const window = 60;

const id = Type.String({ format: 'uuid' });
const exampleId = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';

const team = kind(
  Type.Object(
    {
      id: about('The team.', id),
      name: Type.String(),
      slug: about('The team’s slug, used in URLs.', Type.String()),
    },
    {
      examples: [{ id: exampleId, name: 'Agência Aurora', slug: 'aurora' }],
    },
  ),
  'an object',
  'json',
);

const key = kind(
  Type.Object(
    {
      id: about('The key’s ID.', id),
      name: Type.String(),
      scope: about(
        'full: all permissions of the key’s user. read: only GET requests.',
        Type.Enum(['full', 'read']),
      ),
      expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    },
    {
      examples: [{ id: exampleId, name: 'n8n', scope: 'full', expires_at: null }],
    },
  ),
  'the calling key',
  'json',
);

const rateLimit = kind(
  Type.Object(
    {
      limit: about('Maximum number of requests per window.', Type.Integer({ minimum: 1 })),
      window_seconds: about('Length of the window in seconds.', Type.Integer({ minimum: 1 })),
    },
    { examples: [{ limit: 60, window_seconds: window }] },
  ),
  'the maximum number of requests per window, or null if there is no limit',
  'json',
);

const find = teamStatement(`
  select row_to_json(me)::text as data from (
    select
      (select row_to_json(o) from (select t.id, t.name, t.slug) o) as team,
      (select row_to_json(o) from (select k.id, k.name, k.scope, ${iso('k.expires_at')} as expires_at) o) as key,
      (select row_to_json(o) from (
        select least(k.per_minute, $most::integer) as "limit", ${window} as window_seconds) o where o."limit" is not null) as rate_limit
    from teams t join api_keys k on k.team_id = t.id and k.id = $key
    where t.id = $team) me`);

export const getMe: Operation = operation({
  name: 'me.get',
  id: 'getMe',
  summary: 'Get the key and its team',
  note: 'Tests the connection: returns the key’s team, scope and expiry. rate_limit is the stricter of the key’s limit and that of the IP address.',
  returns: 'The team, the key and the rate limit.',
  allow: { key: 'read' },
  v1: { method: 'GET', path: '/me', status: 200 },
  emits: [],
  input: {},
  output: {
    kind: 'fields',
    name: 'Me',
    fields: { team: about('The team.', required(team)), key: required(key), rate_limit: rateLimit },
  },
  one: 'key',
  async run({ actor, db, settings: { requestsPerMinute = 0 } }) {
    if (actor.kind !== 'key') return undefined;
    const most = requestsPerMinute > 0 ? requestsPerMinute : null;
    const [row] = await db.lookUp(find, { key: actor.keyId, most });
    return row?.data as string | undefined;
  },
});
