import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { auditEntries } from '#server/features/audit/table.ts';
import { comments } from '#server/features/comments/table.ts';
import { messages } from '#server/features/conversations/messages-table.ts';
import { deals } from '#server/features/crm/deals/table.ts';
import { readables, resources } from '#server/features/registry.ts';
import { deliveries } from '#server/features/webhooks/deliveries.ts';
import { receptions } from '#server/features/webhooks/receptions.ts';
import { isScannedFor } from '#server/records/input.ts';
import {
  getStatement,
  listStatement,
  type Order,
  orderBy,
  type PageStart,
} from '#server/records/statements.ts';
import type { Table } from '#server/records/table.ts';
import { isCounted } from '#server/records/totals.ts';
import { minimal, type TestTeam, useService } from '#test/support/harness.ts';

/*
 * Lists stay fast as a team grows only if an index serves them. With sequential scans made expensive, a plan shows whether an index exists,
 * whatever the size of the tables here.
 */
const service = useService({ foreignRows: true });
let team: TestTeam;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  /** Number of executions, if the plan was executed. */
  'Actual Loops'?: number;
  Plans?: Plan[];
}

/** The record to which the rows of dependent lists belong. */
const owner = uuidv7();
/** Values of the plain rows that are not defaults. */
const plain = new Set(['delivered', 'rejected', 'deal.updated']);

/** Enough rows for the planner to care, all of them plain: the values queried below are rare. */
beforeAll(async () => {
  team = await service.team();
  const project = await team.create('projects');
  const [column] = await service.sql('select pipeline_id from columns where team_id = $1 limit 1', [
    team.id,
  ]);
  const rowValues: Record<string, [string, string]> = {
    contacts: ['phone, jid', `'55119' || 10000000 + i, 'x'`],
    clients: ['type, name', `'PJ', 'Cliente ' || i`],
    projects: ['name, slug', `'Projeto ' || i, 'p-' || i`],
    tasks: [
      'title, project_id, pipeline_id, "column", position',
      `'T ' || i, '${project.id}', '${column?.pipeline_id}', 'todo', i`,
    ],
    deals: ['title', `'D ' || i`],
    campaigns: ['name, project_id', `'C ' || i, '${project.id}'`],
    activities: ['title', `'A ' || i`],
    time_entries: [
      'started_at, minutes, origin, is_billable',
      `now() - i * interval '1 hour', i, 'typed', false`,
    ],
    webhooks: ['name, slug, secret_token', `'W ' || i, 'w-' || i, ''`],
    inboxes: ['name, type, gateway', `'I ' || i, 'cloud', 'sandbox'`],
    squads: ['name', `'S ' || i`],
    users: ['name, email', `'U ' || i, i || '@example.com'`],
    pipelines: ['name', `'P ' || i`],
    billing_lines: [
      'contract_id, title, starts_on, ends_on, status',
      `'${team.contract}', 'C', '2000-01-01'::date + i, '2000-01-01'::date + i, (enum_range(null::billing_status))[1 + i % 3]`,
    ],
    project_templates: ['name', `'T ' || i`],
    conversations: [
      'inbox_id, contact_id',
      `'${team.inbox}', (select id from contacts where phone = ('55119' || 10000000 + i))`,
    ],
    messages: [
      'conversation_id, inbox_id, remote_jid, direction, content, status',
      `(select id from conversations limit 1), '${team.inbox}', 'x', 'outgoing', 'x', 'read'`,
    ],
    audit_entries: ['actor, operation, digest', `'key', 'deals.update', ''`],
    events: ['type, record_id, payload', `'deal.updated', uuid7(), '{}'`],
    deliveries: [
      'webhook_id, event, record_id, status, created_at, completed_at',
      `'${owner}', 'deal.updated', uuid7(), 'delivered', now(), now()`,
    ],
    receptions: ['webhook_id, status, reason', `'${owner}', 'rejected', 'x'`],
  };
  // All other resources: required fields only, with distinct texts.
  for (const { table } of resources.filter(({ table: { name } }) => !(name in rowValues))) {
    const least = Object.entries(await minimal(team, table.name));
    const values = least.map(([name, value]) =>
      table.links.has(name) ? `'${value}'` : `'${value} ' || i`,
    );
    rowValues[table.name] = [least.map(([name]) => name).join(', '), values.join(', ')];
  }
  await service.sql(
    `update columns set slug = 'todo' where pipeline_id = $1 and position = 0 and slug <> 'todo'
    and not exists (select from columns where pipeline_id = $1 and slug = 'todo')`,
    [column?.pipeline_id],
  );
  for (const [table, [columns, values]] of Object.entries(rowValues)) {
    await service.sql(`insert into ${table} (team_id, id, ${columns})
      select '${team.id}', uuid7(), ${values} from generate_series(1, 3000) i`);
    // Pending entries make a GIN index expensive.
    await service.sql(`vacuum analyze ${table}`);
  }
  await service.sql('set enable_seqscan = off');
});

/** Indexes in the plans that the tests of this file have examined. */
const readIndexes = new Set<string>();

const allNodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(allNodesOf)];
/** Indexes by which the plans of a test find the tasks that block one. */
const blockerReads = new Set<string>();
const isBlocker = ({ Alias }: Plan) => Alias === 'blocker';
/** All nodes except look-ups of the tasks that block one, which are in the output. */
const nodesOf = (plan: Plan): Plan[] => allNodesOf(plan).filter((node) => !isBlocker(node));

async function explain(sql: string, options = ''): Promise<Plan[]> {
  const [row] = await service.sql(`explain (${options}format json) ${sql}`);
  const [explained] = (row?.['QUERY PLAN'] ?? []) as { Plan: Plan }[];
  if (!explained) throw new Error('explain answered nothing');
  const plan = nodesOf(explained.Plan);
  for (const node of allNodesOf(explained.Plan).filter(isBlocker))
    blockerReads.add(node['Index Name'] ?? node['Node Type']);
  for (const { 'Index Name': name } of plan) if (name) readIndexes.add(name);
  return plan;
}

/** The plan of one page of a list. */
async function planOf(
  resource: Table,
  order: Order,
  begin: PageStart,
  after: Readonly<Record<string, string | null>> = {},
): Promise<Plan[]> {
  const listing = { order, filters: [], search: false };
  const { text, parameters } = listStatement(resource, listing, begin, false);
  const values: Readonly<Record<string, string | null>> = {
    ...{ team: team.id, limit: '20', most: '20', offset: '40' },
    ...after,
  };
  const literals = parameters.map((name) => (values[name] == null ? 'null' : `'${values[name]}'`));
  await service.sql(`prepare page as ${text}`);
  const plan = await explain(`execute page(${literals.join(', ')})`);
  await service.sql('deallocate page');
  return plan;
}

/** Makes sorting expensive until the end of a test: the planner may sort rare values, and the plan shows whether it can do without. */
async function avoidSorting(): Promise<void> {
  await service.sql('set enable_sort = off; set enable_incremental_sort = off');
  onTestFinished(async () => {
    await service.sql('reset enable_sort; reset enable_incremental_sort');
  });
}

const rows = (resource: Table, condition = 'true') =>
  `select t.id from ${resource.name} t where t.team_id = '${team.id}' and ${resource.visible ?? 'true'} and ${condition}`;

const all: readonly Table[] = [
  ...resources.map(({ table: resource }) => resource),
  ...readables.map(({ table: resource }) => resource),
  auditEntries,
  ...[messages, deliveries, receptions].map((resource) => ({
    ...resource,
    visible: (resource.visible ?? '').replace('$owner', `'${owner}'`),
  })),
];

describe.each(all.map((resource) => ({ name: resource.name, resource })))(
  '$name',
  ({ resource }) => {
    const isOwned = resource.visible?.includes(owner) === true;

    test('every sort, in both directions and from either end, is read from an index without sorting', async () => {
      await avoidSorting();
      for (const field of Object.keys(resource.sorts)) {
        for (const descending of [false, true]) {
          const order = { field, descending };
          // The id breaks ties, in the direction of the sort, so pages never overlap.
          expect(orderBy(resource, order)).toMatch(
            descending ? /(, |^order by )t\.id desc$/ : /(, |^order by )t\.id asc$/,
          );
          for (const begin of ['first', 'offset', 'end'] as const) {
            const plan = await planOf(resource, order, begin);
            const sorts = plan.filter(({ 'Node Type': type }) => type.endsWith('Sort'));
            const reads = sorts.flatMap(nodesOf).map((node) => node['Relation Name']);
            expect(reads, `${orderBy(resource, order)} ${begin}`).not.toContain(resource.name);
          }
        }
      }
    });

    test('the results of each filter are read in the order of created_at without sorting, unless declared otherwise', async () => {
      await avoidSorting();
      for (const [name, { sql, field, isUnordered }] of Object.entries(resource.filters)) {
        const [each] = (field.schema as { enum?: string[] }).enum ?? [];
        const value = { uuid: owner, boolean: 'true' }[field.sql] ?? each ?? '2026-01-01';
        const condition = sql.replaceAll(`$${name}`, `'${value}'`);
        if (isUnordered || !resource.sorts.created_at) continue;
        const by = orderBy(resource, { field: 'created_at', descending: true });
        const plan = await explain(`${rows(resource, condition)} ${by} limit 20`);
        const nodes = plan.map((node) => node['Node Type']);
        expect(nodes, name).not.toContain('Sort');
        expect(nodes, name).not.toContain('Incremental Sort');
        const conditions = plan.map((node) => (node['Index Cond'] ?? '').split(' AND ').length);
        expect(Math.max(...conditions), name).toBeGreaterThanOrEqual(2);
      }
    });

    test('a page after a cursor is read from the index, starting at the cursor', async () => {
      for (const [field, { by }] of Object.entries(resource.sorts)) {
        for (const descending of [false, true]) {
          const order = { field, descending };
          const keys = [...by, 't.id'];
          const position = keys.map((key) => `(${key})::text`).join(', ');
          const [middle] = await service.sql(
            `select array[${position}] as keys from ${resource.name} t where t.team_id = $1
            ${orderBy(resource, order)} limit 1 offset 1500`,
            [team.id],
          );
          const values = middle?.keys as (string | null)[];
          const begin = values[0] === null ? 'unset' : 'set';
          const after = Object.fromEntries(values.map((value, i) => [`after_${i}`, value]));
          const plan = await planOf(resource, order, begin, after);
          const sorts = plan.filter(({ 'Node Type': type }) => type.endsWith('Sort'));
          const reads = sorts.flatMap(nodesOf).map((node) => node['Relation Name']);
          expect(reads, field).not.toContain(resource.name);
          const conditions = plan.map((node) => node['Index Cond'] ?? '');
          expect(conditions.join(), field).toMatch(descending ? / < / : / > /);
        }
      }
    });

    test('every filter and the search narrow the index scan itself', async () => {
      // The condition of a bitmap scan shows what the index itself narrows.
      await service.sql('set enable_indexscan = off; set enable_indexonlyscan = off');
      onTestFinished(async () => {
        await service.sql('reset enable_indexscan; reset enable_indexonlyscan');
      });
      const conditions = Object.entries(resource.filters).flatMap(([name, { sql, field }]) => {
        const moment = ['from', 'updated_since'].includes(name) ? '2099-01-01' : '2001-01-01';
        const value =
          field.sql === 'uuid'
            ? uuidv7()
            : {
                boolean: 'true',
                date: moment,
                'timestamptz(3)': moment,
                numeric: '5',
                integer: '5',
              }[field.sql];
        // Values that the plain rows do not have.
        const fallback = resource.fields[name]?.fallback;
        const enumeration = (field.schema as { enum?: string[] }).enum?.filter(
          (each) => each !== fallback && !plain.has(each),
        );
        const rare = isOwned
          ? (enumeration ?? [value])
          : [name === 'active' ? 'false' : (value ?? enumeration?.[0] ?? 'x')];
        return rare.map(
          (each) =>
            [
              name,
              sql.replaceAll(`$${name}`, `'${each}'`).replaceAll('$team', `'${team.id}'`),
            ] as const,
        );
      });
      const indexes = await service.sql(
        'select indexname, indexdef from pg_indexes where tablename = $1',
        [resource.name],
      );
      // The predicate of a partial index narrows too.
      const partial = indexes
        .filter(({ indexdef }) => String(indexdef).includes(' WHERE '))
        .map(({ indexname }) => indexname);
      for (const [name, condition] of conditions) {
        const plan = await explain(rows(resource, condition));
        const scans = plan.filter((node) => node['Index Cond']);
        const terms = Math.max(
          0,
          ...scans.map(
            (node) =>
              (node['Index Cond'] ?? '').split(' AND ').length +
              (partial.includes(node['Index Name']) ? 1 : 0),
          ),
        );
        expect(terms, `${name}: ${condition}`).toBeGreaterThanOrEqual(isOwned ? 3 : 2);
      }
      const definitions = indexes.map((index) => index.indexdef as string).join('\n');
      if (resource.search) expect(definitions).toContain('gin (team_id, search gin_trgm_ops)');
      if (resource.search?.ids)
        expect(definitions).toContain('gin (team_id, search_ids gin_trgm_ops)');
    });
  },
);

test.each([
  ['tasks', 'title'],
  ['contacts', 'push_name'],
  ['contacts', 'custom_name'],
])('the records before a page of %s sorted by %s are skipped in the index', async (name, field) => {
  const resource = all.find((each) => each.name === name) as Table;
  await service.sql('set enable_indexscan = off; set enable_seqscan = off; set enable_sort = off');
  onTestFinished(async () => {
    await service.sql('reset enable_indexscan; reset enable_seqscan; reset enable_sort');
  });
  for (const descending of [false, true]) {
    const plan = await planOf(resource, { field, descending }, 'offset');
    const scans = plan.map((node) => [node['Node Type'], node['Index Name']]);
    expect(scans).toContainEqual(['Index Only Scan', `${name}_${field}_wide`]);
  }
});

test.each([
  ['tasks_project_covering', `t.project_id = '${uuidv7()}'`],
  ['tasks_pipeline_wide', `t.pipeline_id = '${uuidv7()}'`],
  ['tasks_priority_wide', `t.priority = 'urgent'`],
  ['tasks_due_date_wide', `t.due_date <= '2026-11-27'`],
])('open tasks are counted in the index %s', async (index, condition) => {
  const scans = await scansInIndexes(
    `select count(*) from tasks t where t.team_id = '${team.id}' and t.deleted_at is null
      and ${condition} and (t.completed_at is not null) = false`,
  );
  expect(scans).toContainEqual(['Index Only Scan', index]);
});

test.each([
  'count(*), sum(t.estimated_hours), sum(t.actual_hours)',
  'count(t.assignee_ids[1]), count(t.due_date), max(t.updated_at)',
  't.id, t.pipeline_id, t."column", t.position, t.completed_at',
])('the index of a project contains %s, which its board and overview read', async (columns) => {
  const scans = await scansInIndexes(
    `select ${columns} from tasks t where t.team_id = '${team.id}' and t.project_id = '${uuidv7()}' and t.deleted_at is null`,
  );
  expect(scans).toContainEqual(['Index Only Scan', 'tasks_project_covering']);
});

describe('the history for reports', () => {
  beforeAll(async () => {
    await service.sql(
      `insert into moves (team_id, resource, id, record_id, field, was, became, moved_at)
        select $1, x.resource, uuid7(), uuid7(), x.field, 'a', 'b', now() - make_interval(mins => i)
        from generate_series(1, 3000) i cross join (values
          ('tasks', 'column'), ('tasks', 'due_date'), ('tasks', 'assignee_ids'), ('campaigns', 'approval_status'), ('conversations', 'status'))
          x (resource, field)`,
      [team.id],
    );
    await service.sql('vacuum analyze moves');
  });

  test.each([
    ['tasks', 'column'],
    ['tasks', 'due_date'],
    ['campaigns', 'approval_status'],
  ])('of %s by %s in a period is read in its index only', async (resource, field) => {
    const plan = await explain(
      `select m.record_id, m.moved_at, m.was, m.became from moves m where m.team_id = '${team.id}' and m.resource = '${resource}'
        and m.field = '${field}' and m.moved_at >= now() - interval '1 day' and m.moved_at < now()`,
    );
    expect(plan).toHaveLength(1);
    expect(plan[0]).toMatchObject({
      'Node Type': 'Index Only Scan',
      'Index Name': 'moves_reports',
    });
    for (const column of ['team_id', 'resource', 'field', 'moved_at'])
      expect(plan[0]?.['Index Cond']).toContain(column);
  });

  test('of one record is read in order from its index', async () => {
    const plan = await explain(
      `select * from moves m where m.team_id = '${team.id}' and m.record_id = '${uuidv7()}' and m.field = 'status' order by m.id`,
    );
    expect(plan.map((node) => [node['Node Type'], node['Index Name']])).toEqual([
      ['Index Scan', 'moves_record'],
    ]);
  });

  test('accepts lists of assignees that are too long for an index', async () => {
    const long = `{${Array.from({ length: 1000 }, () => uuidv7()).join()}}`;
    await service.sql(
      `insert into moves (team_id, resource, id, record_id, field, was, became) values ($1, 'tasks', uuid7(), uuid7(), 'assignee_ids', '{}', $2)`,
      [team.id, long],
    );
  });
});

describe('comments', () => {
  const record = uuidv7();
  beforeAll(async () => {
    await service.sql(`insert into clients (team_id, id, type, name) values ($1, $2, 'PJ', 'x')`, [
      team.id,
      record,
    ]);
    await service.sql(
      `insert into comments (team_id, id, client_id, author_id, content, created_at)
        select $1, uuid7(), case when i % 100 = 0 then $2::uuid else c.id end, $3::uuid, 'x', now() - make_interval(mins => i)
        from generate_series(1, 3000) i cross join (select id from clients where team_id = $1 and id <> $2 limit 1) c`,
      [team.id, record, team.users[0]],
    );
    await service.sql('vacuum analyze comments');
  });

  test('of the team, and of a record, are read from an index without sorting', async () => {
    for (const descending of [false, true]) {
      const by = orderBy(comments, { field: 'created_at', descending });
      for (const [condition, index] of [
        ['true', 'comments_created_at'],
        [`t.record_id = '${record}'`, 'comments_record_created_at'],
        [`t.record_id = '${record}' and t.record_type = 'clients'`, 'comments_record_created_at'],
      ] as const) {
        const plan = await explain(`${rows(comments, condition)} ${by} limit 20`);
        const nodes = plan.map((node) => [node['Node Type'].split(' ')[0], node['Index Name']]);
        expect(nodes, condition).toEqual([
          ['Limit', undefined],
          ['Index', index],
        ]);
      }
    }
  });
});

test('the trash of a project is read in order from its index', async () => {
  const plan = await explain(
    `select * from tasks t where t.team_id = '${team.id}' and t.project_id = '${uuidv7()}' and t.deleted_at is not null
      order by t.deleted_at desc, t.id desc limit 20`,
  );
  expect(plan.map((node) => [node['Node Type'], node['Index Name']])).toEqual([
    ['Limit', undefined],
    ['Index Scan', 'tasks_trash_project'],
  ]);
});

/** Scans of a statement if PostgreSQL reads indexes only, where it can. */
async function scansInIndexes(statement: string) {
  await service.sql(
    'set enable_indexscan = off; set enable_seqscan = off; set enable_bitmapscan = off',
  );
  onTestFinished(async () => {
    await service.sql('reset enable_indexscan; reset enable_seqscan; reset enable_bitmapscan');
  });
  return (await explain(statement)).map((node) => [node['Node Type'], node['Index Name']]);
}

test('the fields that a table declares as searched are exactly those in its search columns', async () => {
  const rows = await service.sql(`
    select t.relname as name, g.attname as into, array_agg(f.attname::text order by f.attname) as fields
    from pg_attrdef d
      join pg_class t on t.oid = d.adrelid
      join pg_attribute g on g.attrelid = d.adrelid and g.attnum = d.adnum
      join pg_depend p on p.classid = 'pg_attrdef'::regclass and p.objid = d.oid and p.refobjid = d.adrelid
      join pg_attribute f on f.attrelid = d.adrelid and f.attnum = p.refobjsubid and f.attnum <> g.attnum
    where g.attgenerated = 's' and g.attname in ('search', 'search_ids')
    group by 1, 2`);
  const served = Object.fromEntries(rows.map((row) => [`${row.name}.${row.into}`, row.fields]));
  const tables = [...resources, ...readables].map(({ table }) => table);
  const declared = Object.fromEntries(
    tables.flatMap(({ name, search }) => [
      ...(search ? [[`${name}.search`, [...search.text].sort()]] : []),
      ...(search?.ids ? [[`${name}.search_ids`, [...search.ids].sort()]] : []),
    ]),
  );
  expect(served).toEqual(declared);
});

test('a searched field that was added later has its own trigram index', async () => {
  for (const { table } of [...resources, ...readables])
    for (const field of table.search?.added ?? []) {
      const rows = await service.sql(
        'select 1 from pg_indexes where tablename = $1 and indexdef like $2',
        [table.name, `%gin (team_id, fold(${field}) gin_trgm_ops)%`],
      );
      expect(rows, `${table.name}.${field}`).toHaveLength(1);
    }
});

describe.each(
  resources
    .filter(({ table: resource }) => resource.search)
    .map(({ table: resource }) => ({ resource })),
)('a search in $resource.name', ({ resource }) => {
  const conditionsFor = async (search: string): Promise<string[]> => {
    const order = { field: 'created_at', descending: true };
    const isScanned = isScannedFor(resource, search);
    const listing = { order, filters: [], search: true, isScanned };
    const { text, parameters } = listStatement(resource, listing, 'first', false);
    await service.sql(`prepare searched as ${text}`);
    const values: Record<string, string> = {
      team: team.id,
      search,
      search_ids: search,
      limit: '20',
    };
    const literals = parameters.map((name) => `'${values[name]}'`);
    // Reading records is made expensive, as in a table of a million rows.
    await service.sql('set plan_cache_mode = force_custom_plan; set cpu_tuple_cost = 100');
    const plan = await explain(`execute searched(${literals.join(', ')})`);
    await service.sql('reset plan_cache_mode; reset cpu_tuple_cost; deallocate searched');
    return plan.map((node) => node['Index Cond'] ?? '').filter((each) => each.includes('~~'));
  };

  test('reads the trigram index, except for terms without trigrams, which would read all of it', async () => {
    for (const term of ['xilo', 'zzq']) expect(await conditionsFor(term), term).not.toEqual([]);
    for (const term of ['zz', 'z', '%%%', '--', 'é', 'z.'])
      expect(await conditionsFor(term), term).toEqual([]);
  });

  test('reads only the end of a long number', async () => {
    const conditions = await conditionsFor('5511900000042');
    const ofIds = conditions.filter((condition) => condition.includes('search_ids'));
    expect(ofIds.length > 0).toBe(resource.search?.ids !== undefined);
    for (const condition of ofIds) expect(condition).toContain("'%00000042%'");
  });
});

test('a plan for teams of any size finds a record by its primary key, and reads a list in its order', async () => {
  // If the average team has few records, other indexes with the id look as good.
  await service.sql(`
    with t as (insert into teams (id, name, slug) select gen_random_uuid(), 'T', 't-' || i from generate_series(1, 1000) i returning id),
      c as (insert into clients (team_id, id, type, name) select id, uuid7(), 'PJ', 'C' from t returning team_id, id),
      d as (insert into deals (team_id, id, title, value, client_id)
        select team_id, gen_random_uuid(), md5(random()::text), random() * 100, id from c, generate_series(1, 8) order by random()),
      o as (insert into contacts (team_id, id, phone, jid, client_id) select team_id, uuid7(), '5511999990000', 'x', id from c)
    insert into projects (team_id, id, name, slug, client_id) select team_id, uuid7(), 'P', 'p', id from c`);
  await service.sql('analyze; set plan_cache_mode = force_generic_plan');
  onTestFinished(async () => {
    await service.sql('reset plan_cache_mode');
  });
  blockerReads.clear();
  for (const { table: resource } of resources) {
    const { text, parameters } = getStatement(resource);
    await service.sql(`prepare found as ${text}`);
    const values = parameters.map(() => `'${team.id}'`);
    const plan = await explain(`execute found(${values.join(', ')})`);
    await service.sql('deallocate found');
    const indexes = plan
      .map((node) => node['Index Name'] ?? '')
      .filter((name) => name.startsWith(`${resource.name}_`));
    expect(indexes, resource.name).toEqual([`${resource.name}_pkey`]);
  }
  expect([...blockerReads]).toEqual(['tasks_pkey']);
  // A first page is read in order instead of sorting all records of the team: for a few records both cost the same.
  for (const { table: resource } of resources.filter((each) => isCounted(each.table))) {
    for (const [field, descending] of Object.keys(resource.sorts).flatMap((each) =>
      [true, false].map((direction) => [each, direction] as const),
    )) {
      const listing = { order: { field, descending }, filters: [], search: false };
      const { text, parameters } = listStatement(resource, listing, 'first', true);
      await service.sql(`prepare listed as ${text}`);
      const texts: Record<string, string> = { team: team.id, limit: '20', steep: '1' };
      const values = parameters.map((name) => `'${texts[name]}'`);
      const plan = await explain(`execute listed(${values.join(', ')})`);
      await service.sql('deallocate listed');
      const nodes = plan.map((node) => node['Node Type']);
      expect(nodes, `${resource.name} by ${field}`).not.toContain('Bitmap Heap Scan');
      const indexes = plan.map((node) => node['Index Name']);
      expect(indexes, `${resource.name} by ${field}`).not.toContain(`${resource.name}_pkey`);
    }
  }
});

test('changed records are sorted if all of them may be at the end of the list, instead of walking it', async () => {
  // The oldest of the 3,000: more than are sorted of another filter's results.
  await service.sql(
    `update deals set updated_at = '2200-01-01' where team_id = $1 and id in (
      select id from deals where team_id = $1 order by created_at, id limit 2500)`,
    [team.id],
  );
  await service.sql('vacuum analyze deals');
  const walked = async (field: string) => {
    const listing = {
      order: { field, descending: true },
      filters: ['updated_since'],
      search: false,
    };
    const { text, parameters } = listStatement(deals, listing, 'first', false);
    await service.sql(`prepare changed as ${text}`);
    const texts: Record<string, string> = {
      team: team.id,
      limit: '20',
      updated_since: '2199-01-01',
    };
    const values = parameters.map((name) => `'${texts[name]}'`);
    const plan = await explain(`execute changed(${values.join(', ')})`, 'analyze, ');
    await service.sql('deallocate changed');
    return plan
      .filter((node) => node['Actual Loops'] !== 0)
      .map((node) => node['Index Name'])
      .filter((name) => name?.startsWith('deals_'));
  };
  expect(await walked('created_at')).not.toContain('deals_created_at');
  expect(await walked('title')).not.toContain('deals_title');
  // In the list's own order no rows are skipped.
  expect(await walked('updated_at')).toContain('deals_updated_at');
});

test('append-only tables are vacuumed early: unvacuumed rows are counted by reading them', async () => {
  const options = await service.sql(
    `select relname, reloptions from pg_class where relname in ('events', 'deliveries') order by 1`,
  );
  for (const { relname, reloptions } of options)
    expect(reloptions, String(relname)).toContain('autovacuum_vacuum_insert_scale_factor=0.02');
  expect(options).toHaveLength(2);
});

/* The index report: each create maintains every index of its table. */

test('no index is redundant: no other one has the same leading columns, the same rows and all included columns', async () => {
  const rows = await service.sql(`
    select c.relname as name, x.indrelid::regclass::text as of, x.indisunique as is_unique, x.indnkeyatts as keys,
      m.amname || coalesce(pg_get_expr(x.indpred, x.indrelid), '') as kind,
      (select array_agg(pg_get_indexdef(c.oid, k, true) || case when k <= x.indnkeyatts
          then ' ' || x.indoption[k - 1] || ' ' || x.indclass[k - 1] || ' ' || x.indcollation[k - 1] else '' end order by k)
        from generate_series(1, x.indnatts) k) as columns
    from pg_index x join pg_class c on c.oid = x.indexrelid join pg_am m on m.oid = c.relam
    where c.relnamespace = 'public'::regnamespace`);
  const indexes = rows.map(({ name, of, is_unique, keys, kind, columns }) => {
    const all = columns as string[];
    const nameOf = (column: string) => column.replace(/ \d+ \d+ \d+$/, '');
    const key = all.slice(0, Number(keys));
    return {
      name: String(name),
      rows: `${of} ${kind}`,
      isUnique: is_unique === true,
      key,
      names: all.map(nameOf),
    };
  });
  const served = indexes.flatMap((index) =>
    index.isUnique
      ? []
      : indexes
          .filter(
            (by) =>
              by.name !== index.name &&
              by.rows === index.rows &&
              index.key.every((column, i) => by.key[i] === column) &&
              index.names.every((column) => by.names.includes(column)),
          )
          .map((by) => `${index.name}: ${by.name}`),
  );
  expect(served).toEqual([]);
});

/** Indexes that a list need not read, and the screens, sweeps and constraints that do. */
const otherReaders: Readonly<Record<string, string>> = {
  activities_assigned_due: 'a day',
  activities_next_steps: 'board of deals',
  activities_open_assigned: 'a day',
  clients_mobile_phone_key: 'clients with the number of a contact',
  clients_msgapp_key: 'clients with the number of a contact',
  clients_phone_key: 'clients with the number of a contact',
  contracts_billed: 'sweep of billing lines',
  contracts_warned: 'sweep of hours of contracts',
  conversations_activity: 'sweep of waiting times',
  conversations_answers: 'reports of answers',
  conversations_blocked: 'filter of conversations by block',
  conversations_client: 'groups of a client',
  conversations_labelled: 'filter of conversations by labels',
  conversations_project: 'groups of a project',
  conversations_reply_overdue: 'queue of due answers',
  conversations_reply_uncounted: 'queue of due answers',
  conversations_squad_latest: 'filter of conversations by squad',
  conversations_status_due: 'conversations as an inbox',
  conversations_status_latest: 'conversations as an inbox',
  conversations_status_waiting: 'conversations as an inbox',
  conversations_waiting_for: 'a day',
  conversations_without_question: 'sweep of first questions',
  deals_loss_reasons: 'loss reasons',
  deliveries_completed_at: 'sweep of deliveries',
  deliveries_untried: 'queue of deliveries',
  events_created_at: 'sweep of events',
  events_inbox_connections: 'log of an inbox',
  inboxes_reply_times: 'queue of due answers',
  inboxes_active_recent: 'filter of the service, if most inboxes are inactive',
  messages_conversation_sent: 'a conversation',
  messages_outgoing: 'confirmations',
  messages_pending: 'confirmations of pending messages',
  messages_pending_since: 'sweep of pending messages',
  messages_referral: 'sidebar of a conversation',
  messages_words: 'search in messages',
  projects_template: 'deleting a template',
  projects_without_key: 'sweep of missing keys',
  receptions_created_at: 'sweep of receptions',
  tasks_place: 'end of a column',
  tasks_trash: 'trash',
  tasks_trash_project: 'trash of a project',
  tasks_unadjusted: 'sweep of hours without entries',
  tasks_without_number: 'sweep of missing numbers',
  time_entries_hours: 'hours of a contract',
  users_person: 'memberships of a person',
  users_search: 'search of members',
};

test("every index of a list's table is read by one of its lists, or has another reader", async () => {
  const indexes = await service.sql(
    `select c.relname as name from pg_index x join pg_class c on c.oid = x.indexrelid
    where not x.indisunique and x.indrelid::regclass::text = any($1)`,
    [all.map(({ name }) => name)],
  );
  const names = indexes.map(({ name }) => String(name));
  expect(names).toEqual(expect.arrayContaining(Object.keys(otherReaders)));
  expect(names.filter((name) => !readIndexes.has(name) && !(name in otherReaders))).toEqual([]);
});
