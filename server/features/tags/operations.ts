import { teamStatement } from '#server/db/statement.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, required } from '#server/records/fields.ts';

/** Tables whose records have tags. */
export const taggedKinds = ['clients', 'contacts', 'deals', 'tasks', 'activities'] as const;

/** Max records of each kind that are read. */
const maxRecords = 5_000;
/** Max tags returned for each kind. */
const maxTags = 100;

/** SQL: tags of a table's newest records, most used first. */
const tagsOf = (table: (typeof taggedKinds)[number]) => `(
  select coalesce(json_agg(u.tag order by u.n desc, u.tag), '[]') from (
    select tag.name as tag, count(*) as n
    from (select t.tags from ${table} t where t.team_id = $team${table === 'tasks' ? ' and t.deleted_at is null' : ''}
        order by t.id desc limit ${maxRecords}) newest
      cross join lateral unnest(newest.tags) tag (name)
    group by 1 order by 2 desc, 1 limit ${maxTags}) u)`;

const inUse = teamStatement(`
  select json_build_object(${taggedKinds.map((each) => `'${each}', ${tagsOf(each)}`).join(', ')})::text as data
  where $team::uuid is not null`);

const tags = required(
  kind(Type.Array(Type.String(), { examples: [['vip', 'recorrente']] }), 'a list of tags', 'json'),
);

export const getTags: Operation = operation({
  name: 'tags.in_use',
  id: 'getTags',
  summary: 'List the tags in use',
  note: `By type of record, most used first: at most ${maxTags} tags of the newest ${maxRecords} records of each type.`,
  returns: 'The tags, by type of record.',
  allow: { key: 'read', user: 'member' },
  v1: { method: 'GET', path: '/tags', status: 200 },
  emits: [],
  input: {},
  output: {
    kind: 'fields',
    name: 'TagsInUse',
    fields: {
      clients: about('Tags of clients, most used first.', tags),
      contacts: about('Tags of contacts, most used first.', tags),
      deals: about('Tags of deals, most used first.', tags),
      tasks: about('Tags of tasks, most used first.', tags),
      activities: about('Tags of activities, most used first.', tags),
    },
  },
  one: 'team',
  run: async ({ db }) => (await db.scan(inUse))[0]?.data as string | undefined,
});

export const operations: readonly Operation[] = [getTags];
