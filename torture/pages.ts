import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { approvals } from '#server/features/approvals/table.ts';
import { comments } from '#server/features/comments/table.ts';
import { messages } from '#server/features/conversations/messages-table.ts';
import { readables, resources } from '#server/features/registry.ts';
import { deliveries } from '#server/features/webhooks/deliveries.ts';
import { receptions } from '#server/features/webhooks/receptions.ts';
import { type Field, isAlways } from '#server/records/fields.ts';
import type { Table } from '#server/records/table.ts';
import { isCounted, recount } from '#server/records/totals.ts';
import { connectTo, serve } from '#test/support/processes.ts';
import type { Answer, Json, TestTeam } from '#test/support/team.ts';
import { callerOf, newTeams, newTestDatabase } from './fixture.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/*
 * Walks through every list from end to end: by page number while nothing changes, and by links while others write.
 */

const sizes = {
  full: { rows: 10_000, page: 100, pauseMs: 10 },
  short: { rows: 300, page: 50, pauseMs: 10 },
} as const;
/** Number of records that others insert and then delete at a time. */
const atOnce = 5;
/** Concurrent walks. */
const walkers = 4;

// Content of lists ------------------------------------------------------------------------------------------------

/** Parent records of a team's rows. */
interface Owner {
  readonly team: TestTeam;
  readonly project: string;
  readonly conversation: string;
  readonly webhook: string;
}

/** Required columns: column → SQL over the row's number `i`. */
function needed(name: string, { team, project, conversation, webhook }: Owner): Json {
  const pipeline = `(select id from pipelines where project_id = '${project}' and is_default)`;
  const columns: Record<string, Json> = {
    contacts: { phone: `'55' || lpad(i::text, 11, '0')`, jid: `'x'` },
    clients: {
      type: `'PJ'`,
      deactivated_at: `case when ${chosen('clients', 'status')} = 'inactive' then now() end`,
    },
    projects: { slug: `'p-' || i` },
    tasks: { project_id: `'${project}'::uuid`, pipeline_id: pipeline, column: `'backlog'` },
    deals: {
      phase_rank: `coalesce(array_position(array['proposta', 'lead', 'ganho'], ${chosen('deals', 'phase')}), 2147483647)`,
    },
    campaigns: { project_id: `'${project}'::uuid` },
    approval_requests: { stage: `'internal'` },
    comments: {
      project_id: `'${project}'::uuid`,
      author_id: `'${team.users[0]}'::uuid`,
      content: `'x'`,
    },
    project_templates: { name: `'Modelo ' || lpad(i::text, 9, '0')` },
    billing_lines: {
      contract_id: `'${team.contract}'::uuid`,
      title: `'x'`,
      starts_on: `date '1900-01-01' + i`,
    },
    time_entries: { minutes: '30', origin: `'api'` },
    webhooks: { slug: `'w-' || i`, secret_token: `''` },
    inboxes: { type: `'cloud'`, gateway: `'sandbox'` },
    users: { email: `'u' || lpad(i::text, 9, '0') || '@example.com'` },
    conversations: { inbox_id: `'${team.inbox}'::uuid`, contact_id: 's.contact_id' },
    messages: {
      conversation_id: `'${conversation}'::uuid`,
      inbox_id: `'${team.inbox}'::uuid`,
      remote_jid: `'x'`,
      direction: `'outgoing'`,
      content: `'x'`,
      status: `'read'`,
    },
    events: {
      type: `'deal.updated'`,
      record_id: 'gen_random_uuid()',
      payload: `'{"data":{},"previous":null}'`,
    },
    deliveries: {
      webhook_id: `'${webhook}'::uuid`,
      event: `'deal.updated'`,
      record_id: 'gen_random_uuid()',
      status: `'delivered'`,
      completed_at: 'now()',
    },
    receptions: { webhook_id: `'${webhook}'::uuid`, status: `'rejected'`, reason: `'x'` },
  };
  return columns[name] ?? {};
}

/** The order of enumerations, ascending, and the team's list of phases. */
const ascending: Record<string, readonly string[]> = {
  'projects.status': ['backlog', 'active', 'paused', 'completed'],
  'projects.priority': ['low', 'medium', 'high', 'urgent'],
  'tasks.priority': ['none', 'low', 'medium', 'high', 'urgent'],
  'campaigns.status': ['draft', 'scheduled', 'active', 'paused', 'completed'],
  'clients.status': ['inactive', 'active'],
  'activities.priority': ['low', 'medium', 'high'],
  'activities.type': ['call', 'email', 'meeting', 'note'],
  // Later than any start.
  'contracts.ends_on': ['2026-12-01', '2026-12-31'],
  'deals.phase': ['proposta', 'lead', 'ganho', 'outra'],
};

/** The field of a sort. */
const fieldOf = (sort: string) => ({ full_name: 'name', is_active: 'status' })[sort] ?? sort;

/** A few values shared by many rows, in SQL. */
function shared(resource: string, name: string, field: Field): string[] {
  const listed = ascending[`${resource}.${name}`];
  const values = listed
    ? listed.map((value) => `'${value}'::${field.sql}`)
    : field.sql === 'date'
      ? [`'2026-11-01'::date`, `'2026-12-01'::date`]
      : field.sql.startsWith('timestamp')
        ? [1, 2].map((hours) => `date_trunc('day', now()) - interval '${hours} hours'`)
        : field.sql === 'text'
          ? [`'Ágora'`, `'agora'`, `'Botica'`, `'Zebra'`]
          : ['1.5', '20', '100'];
  return isAlways(field) ? values : [...values, 'null'];
}

/** SQL that picks one of the values for each row, independently of its number and ID. */
function chosen(name: string, column: string): string {
  const field = all.find(({ resource }) => resource.name === name)?.resource.fields[column];
  if (!field) throw new Error(`${name} has no ${column}`);
  const values = shared(name, column, field);
  const salt = column.length * 1_000_003;
  return `(array[${values.join(', ')}])[1 + abs(hashint4(i + ${salt})::bigint) % ${values.length}]`;
}

/** A list: how its path is built, and if the service itself creates its records. */
interface List {
  readonly resource: Table;
  /** True if the API creates and deletes its records. */
  readonly isWritten: boolean;
}

const all: readonly List[] = [
  ...resources.map(({ table: resource }) => ({ resource, isWritten: true })),
  ...[
    ...readables.map(({ table: resource }) => resource),
    ...[approvals, comments, messages, deliveries, receptions],
  ].map((resource) => ({ resource, isWritten: false })),
];

const ownerOf = (resource: Table, { conversation, webhook }: Owner) =>
  resource === messages ? conversation : webhook;
const pathOf = (resource: Table, owner: Owner) =>
  resource.path.replace(':id', ownerOf(resource, owner));

let numbered = 0;

/** Inserts a team's rows. @returns their IDs */
async function insert(
  sql: pg.Client,
  { name, fields, sorts }: Table,
  owner: Owner,
  count: number,
): Promise<string[]> {
  const columns: Json = needed(name, owner);
  const isTimed = Object.values(sorts).some(({ by }) => by.length === 0);
  for (const sort of [...Object.keys(sorts), 'created_at', 'name', 'title'])
    if (fieldOf(sort) in fields) columns[fieldOf(sort)] ??= chosen(name, fieldOf(sort));
  // IDs must not follow the order, unless they define it: those are derived from the time.
  const id = isTimed ? `uuid7(${columns.created_at})` : 'gen_random_uuid()';
  const numbers = `select i from generate_series(${numbered + 1}, ${numbered + count}) i`;
  numbered += count;
  const source =
    name === 'conversations'
      ? `insert into contacts (team_id, id, phone, jid) select '${owner.team.id}', gen_random_uuid(), '66' || lpad(i::text, 11, '0'), 'x'
          from (${numbers}) n returning id as contact_id, right(phone, 9)::int as i`
      : numbers;
  const { rows } = await sql.query<{ id: string }>(
    `with s as (${source})
    insert into ${name} (team_id, id, ${Object.keys(columns).map((column) => `"${column}"`)})
    select '${owner.team.id}', ${id}, ${Object.values(columns)} from s returning id`,
  );
  return rows.map((row) => row.id);
}

// Walks ------------------------------------------------------------------------------------------------------------

/** A value as it sorts; null if unset. */
function rankOf(resource: string, field: string, value: unknown): number | string | null {
  if (typeof value !== 'string') return value as number | null;
  const order = ascending[`${resource}.${field}`];
  if (order) return order.includes(value) ? order.indexOf(value) : order.length;
  return value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** True if a record may follow another: by value, unset ones last, then by ID, all in one direction. */
function follows(resource: string, sort: string, before: Json, after: Json): boolean {
  const down = sort.startsWith('-');
  const field = fieldOf(down ? sort.slice(1) : sort);
  // Networks report whole seconds; within one, messages are in the order in which they were stored (ADR 100).
  const fields = resource === 'messages' && field === 'sent_at' ? [field, 'created_at'] : [field];
  for (const each of fields) {
    const [a, b] = [before, after].map((row) => rankOf(resource, each, row[each]));
    if (a === b) continue;
    if (a === null || a === undefined) return false;
    if (b === null || b === undefined) return true;
    return down ? a > b : a < b;
  }
  const [x, y] = [String(before.id), String(after.id)];
  return down ? x > y : x < y;
}

interface Walk {
  readonly sort: string;
  readonly rows: Json[];
  readonly pages: readonly Answer[];
}

/** Data of a list for walks, and the place for their findings. */
interface Scene {
  readonly tally: Tally;
  readonly resource: Table;
  readonly owner: Owner;
  readonly path: string;
}

async function page(scene: Scene, query: string): Promise<Answer> {
  const began = performance.now();
  const answer = await scene.owner.team.get(scene.path + query);
  scene.tally.took(performance.now() - began);
  if (answer.status !== 200)
    throw new Error(`${scene.path}${query} answered ${answer.status} ${answer.text}`);
  return answer;
}

const rowsOf = (answer: Answer) => answer.body.data as Json[];
const linkOf = ({ headers }: Answer) =>
  /^<[^?]*(\?.*)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];

/** More pages than any walk can have, so that an endless one is a finding, not a hang. */
const maxPages = 2_000;

/** All pages by number, including the empty one after the last; or by links. */
async function walk(
  scene: Scene,
  sort: string,
  limit: number,
  by: 'number' | 'link',
): Promise<Walk> {
  const pages: Answer[] = [];
  let query: string | undefined = `?sort=${sort}&limit=${limit}`;
  while (query !== undefined && pages.length < maxPages) {
    const answer = await page(scene, query);
    pages.push(answer);
    const isLast = rowsOf(answer).length === 0;
    query =
      by === 'link'
        ? linkOf(answer)
        : isLast
          ? undefined
          : `?sort=${sort}&limit=${limit}&page=${pages.length + 1}`;
  }
  return { sort, rows: pages.flatMap(rowsOf), pages };
}

/** Errors in the order of a walk, and repeated IDs. */
function checkOrder({ tally, resource, path }: Scene, { sort, rows }: Walk): void {
  const wrong = rows.findIndex((row, i) => {
    const before = rows[i - 1];
    return before !== undefined && !follows(resource.name, sort, before, row);
  });
  if (wrong >= 0)
    tally.addWrong(`${path}?sort=${sort}: ${rows[wrong]?.id} is out of order or repeated`);
}

/** Number of occurrences of each ID. */
function met(ids: ReadonlySet<string>, rows: readonly Json[]) {
  const times = new Map([...ids].map((id) => [id, 0]));
  for (const { id } of rows) {
    const so = times.get(String(id));
    if (so !== undefined) times.set(String(id), so + 1);
  }
  const counts = [...times.values()];
  return {
    missed: counts.filter((n) => n === 0).length,
    again: counts.filter((n) => n > 1).length,
  };
}

/** A walk that must find each of some records once. */
function checkMet(
  scene: Scene,
  walked: Walk,
  ids: ReadonlySet<string>,
  theirs: ReadonlySet<string>,
  manner: string,
): void {
  const { tally, path } = scene;
  const { missed, again } = met(ids, walked.rows);
  const at = `${path}?sort=${walked.sort} ${manner}`;
  if (missed > 0) tally.addLost(`${at}: ${missed} of ${ids.size} records are on no page`);
  if (again > 0) tally.addWrong(`${at}: ${again} records are on two pages`);
  if (walked.rows.some(({ id }) => theirs.has(String(id))))
    tally.addLeaked(`${at}: a record of another team`);
  if (walked.pages.length >= maxPages) tally.addWrong(`${at}: does not end`);
  checkOrder(scene, walked);
}

/** When nothing changes, the walk is the list: nothing else, and every count is right. */
function checkWhole(
  { tally, path }: Scene,
  { sort, rows, pages }: Walk,
  total: number,
  limit: number,
) {
  if (rows.length !== total) tally.addWrong(`${path}?sort=${sort}: ${rows.length} of ${total}`);
  for (const [i, { body }] of pages.entries()) {
    const pagination = JSON.stringify(body.pagination);
    const expected = { page: i + 1, limit, total, pages: Math.ceil(total / limit) };
    if (pagination !== JSON.stringify(expected))
      tally.addWrong(`${path}?sort=${sort}&page=${i + 1} says ${pagination}`);
  }
}

/** Processes all items, several at a time. */
async function each<T>(things: readonly T[], work: (thing: T) => Promise<unknown>): Promise<void> {
  const left = [...things];
  await Promise.all(
    Array.from({ length: walkers }, async () => {
      for (let thing = left.shift(); thing !== undefined; thing = left.shift()) await work(thing);
    }),
  );
}

// Others -----------------------------------------------------------------------------------------------------------

/** Inserts and deletes until stopped, all over the list. @param doomed IDs that may be deleted */
function others(
  sql: pg.Client,
  { resource, owner, path }: Scene,
  isWritten: boolean,
  doomed: string[],
  pauseMs: number,
) {
  const began = performance.now();
  let writes = 0;
  let isOver = false;
  const inSql = async () => {
    while (!isOver) {
      doomed.push(...(await insert(sql, resource, owner, atOnce)));
      const gone = Array.from({ length: atOnce }, () =>
        doomed.splice(Math.floor(Math.random() * doomed.length), 1),
      ).flat();
      await sql.query(`delete from ${resource.name} where team_id = $1 and id = any($2)`, [
        owner.team.id,
        gone,
      ]);
      writes += 2 * atOnce;
      await sleep(pauseMs);
    }
  };
  const overHttp = async () => {
    while (!isOver && isWritten) {
      const { id } = await owner.team.create(resource.name, {
        ...(resource.fields.project_id ? { project_id: owner.project } : {}),
      });
      const { status } = await owner.team.delete(`${path}/${id}`);
      if (status !== 200) throw new Error(`DELETE ${path}/${id} answered ${status}`);
      writes += 2;
      await sleep(pauseMs);
    }
  };
  const running = Promise.all([inSql(), overHttp()]);
  // Set by stop(), later.
  running.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await running;
      return { writes, seconds: (performance.now() - began) / 1_000 };
    },
  };
}

// The test ---------------------------------------------------------------------------------------------------------

async function ownerFor(sql: pg.Client, team: TestTeam): Promise<Owner> {
  const { id: project } = await team.create('projects');
  const { id: webhook } = await team.create('webhooks');
  const { rows } = await sql.query<{ id: string }>(
    `with c as (insert into contacts (team_id, id, phone, jid) values ($1, gen_random_uuid(), '5511999998888', 'x') returning id)
    insert into conversations (team_id, id, inbox_id, contact_id) select $1, gen_random_uuid(), $2, id from c returning id`,
    [team.id, team.inbox],
  );
  await sql.query(`update teams set deal_phases = '{proposta,lead,ganho}' where id = $1`, [
    team.id,
  ]);
  return {
    team,
    project: String(project),
    webhook: String(webhook),
    conversation: rows[0]?.id ?? '',
  };
}

async function idsOf(sql: pg.Client, resource: Table, owner: Owner): Promise<string[]> {
  const visible = (resource.visible ?? 'true').replace('$owner', `'${ownerOf(resource, owner)}'`);
  const { rows } = await sql.query<{ id: string }>(
    `select t.id from ${resource.name} t where t.team_id = $1 and ${visible}`,
    [owner.team.id],
  );
  return rows.map(({ id }) => id);
}

async function run(tally: Tally, size: Size): Promise<string> {
  const { rows, page: limit, pauseMs } = sizes[size];
  const testDatabase = await newTestDatabase();
  const service = await serve({ ...testDatabase.env, ROLE: 'web', TEAM_WEBHOOKS: '0' });
  const sql = await connectTo(testDatabase.connection);
  const [team, stranger] = await newTeams(testDatabase.connection, callerOf(service.address), 2);
  if (!team || !stranger) throw new Error('two teams are needed');
  const [owner, otherOwner] = [await ownerFor(sql, team), await ownerFor(sql, stranger)];
  const sums = { walks: 0, sorts: 0, writes: 0, seconds: 0, missed: 0, again: 0 };

  for (const { resource, isWritten } of all) {
    const path = pathOf(resource, owner);
    const scene: Scene = { tally, resource, owner, path };
    const sorts = Object.keys(resource.sorts).flatMap((sort) => [sort, `-${sort}`]);
    const made = await insert(sql, resource, owner, rows);
    const theirs = new Set(await insert(sql, resource, otherOwner, 30));
    if (isCounted(resource)) await sql.query(recount(resource));
    await sql.query(`analyze ${resource.name}`);

    // While nothing changes: every sort by number, and other limits for the default one.
    const whole = new Set(await idsOf(sql, resource, owner));
    const walks = [
      ...sorts.map((sort) => ({ sort, limit: 100, by: 'number' as const })),
      ...[37, 99].map((odd) => ({ sort: '-created_at', limit: odd, by: 'number' as const })),
    ];
    await each(walks, async (plan) => {
      const walked = await walk(scene, plan.sort, plan.limit, plan.by);
      checkMet(scene, walked, whole, theirs, 'at rest');
      checkWhole(scene, walked, whole.size, plan.limit);
    });

    // While others write: every sort by link. Also the page numbers, which guarantee nothing in that case.
    const doomed = made.filter((_, i) => i % 3 === 0);
    const untouched = new Set(made.filter((_, i) => i % 3 !== 0));
    const writing = others(sql, scene, isWritten, doomed, pauseMs);
    await each(sorts, async (sort) => {
      const walked = await walk(scene, sort, limit, 'link');
      checkMet(scene, walked, untouched, theirs, 'while others write');
    });
    const byNumber = met(untouched, (await walk(scene, '-created_at', limit, 'number')).rows);
    const { writes, seconds } = await writing.stop();

    // A cursor of our list is invalid in another team's.
    const link = linkOf(await page(scene, '?limit=2')) ?? '';
    const foreign = await otherOwner.team.get(pathOf(resource, otherOwner) + link);
    if (link === '' || foreign.status !== 400)
      tally.addLeaked(`${path}${link} of another team answered ${foreign.status}`);

    sums.walks += walks.length + sorts.length + 1;
    sums.sorts += sorts.length / 2;
    sums.writes += writes;
    sums.seconds += seconds;
    sums.missed += byNumber.missed;
    sums.again += byNumber.again;
  }

  const perSecond = Math.round(sums.writes / sums.seconds);
  tally.aim(perSecond >= 100, `others wrote ${perSecond} records a second, not 100`);
  tally.remarks.push(
    `${counted(sums.writes)} records inserted and deleted meanwhile, ${perSecond} a second (aim: at least 100)`,
    `page numbers, which guarantee nothing meanwhile, missed ${counted(sums.missed)} and repeated ${counted(sums.again)} of the untouched ones`,
  );
  return `${all.length} lists of ${counted(rows)} rows with equal values, ${sums.sorts} sorts in both directions, ${counted(sums.walks)} walks`;
}

export default {
  title: 'Pages',
  what: `Every list has 10,000 records that share a few values, or none, in everything it can be sorted by, including the times of creation and change. Each is
read by page number while no client writes, in every sort, both ways, and with odd limits; then by its links (\`Link: …; rel="next"\`), in every sort, both
ways, while others insert and delete more than a hundred records a second throughout the list. Lost: a record that existed throughout and is on no page.
Wrong: one that is on two pages or out of order (by value, unset ones last, then by ID in the direction of the sort), and any incorrect total.
Leaked: another team's record, or a cursor that works for it. Page numbers shift while others write; what they miss and repeat is reported, not judged.`,
  broken: [
    {
      how: 'ties are broken by ascending ID, regardless of the direction of the sort',
      file: 'server/records/statements.ts',
      find: '{direction}`].join',
      replace: "{'asc'}`].join",
    },
    {
      how: 'a list continues after a value and forgets records without one',
      file: 'server/records/statements.ts',
      find: 'return nullable ?',
      replace: 'return false ?',
    },
    {
      how: 'a link contains an offset instead of a cursor',
      file: 'server/records/crud-queries.ts',
      find: 'if (after) return read(',
      replace: 'if (after && query.page < 2) return read(',
    },
    {
      how: 'cursors are not bound to the team',
      file: 'server/records/cursor.ts',
      find: 'orderBy(resource, order), team]',
      replace: 'orderBy(resource, order)]',
    },
  ],
  run,
} satisfies Torture;
