import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase, type TeamDb } from '#server/db/database.ts';
import type { TeamStatement } from '#server/db/statement.ts';
import { listRows } from '#server/features/conversations/conversation-list.ts';
import { unread } from '#server/features/conversations/read-marks.ts';
import { getSidebar } from '#server/features/conversations/sidebar.ts';
import { getThread } from '#server/features/conversations/thread.ts';
import type { Context } from '#server/operations/context.ts';
import { type Operation, perform, type RawInput } from '#server/operations/operation.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { createDatabase, databaseOf, dropDatabase, startServer } from '#test/support/database.ts';

/*
 * Database cost of the conversation screens, in a team with 100,000 conversations, one of which has 10,000 messages: `npm run
 * bench:conversations`. Prints the planning and execution time of each statement, the median of five, in milliseconds.
 */

const fill = `
  with team as (insert into teams (id, slug, name) values (gen_random_uuid(), 'large', 'Large') returning id),
  u as (
    insert into users (team_id, id, name, email, role, created_at)
    select id, gen_random_uuid(), 'U' || n, 'u' || n || '@example.com', 'member', now() - interval '2 years'
    from team, generate_series(1, 8) n returning id),
  i as (
    insert into inboxes (team_id, id, name, type, gateway)
    select id, gen_random_uuid(), 'I' || n, 'session', 'sandbox' from team, generate_series(1, 4) n returning id, name),
  s as (insert into squads (team_id, id, name) select id, gen_random_uuid(), 'S' || n from team, generate_series(1, 3) n returning team_id, id, name),
  ms as (
    -- The third squad has no members.
    insert into squad_members (team_id, squad_id, user_id)
    select s.team_id, s.id, n.id from s join (select id, row_number() over (order by id) n from u) n on n.n between 1 and 3 and s.name = 'S1' or n.n = 4 and s.name = 'S2'),
  p as (insert into clients (team_id, id, name, type) select id, gen_random_uuid(), 'P' || n, 'PJ' from team, generate_series(1, 2000) n returning id, name),
  k as (
    insert into contacts (team_id, id, phone, jid, custom_name, client_id)
    select team.id, uuid7(), (5511900000000 + n)::text, (5511900000000 + n) || '@s.msgapp.net', 'Contato ' || n,
      -- One client has a tenth of the contacts.
      (select p.id from p where p.name = case when n % 10 = 0 then 'P1' else 'P' || (2 + n % 1999) end)
    from team, generate_series(1, 100000) n returning id, phone),
  c as (
    insert into conversations (team_id, id, inbox_id, contact_id, status, snoozed_until, assignee_id, created_at, last_message_at,
      activity_at, last_incoming_at, waiting_since)
    select team.id, uuid7(),
      -- One inbox has few of them, all of them old.
      case when n.n <= 300 then (array(select id from i order by name))[4] else (array(select id from i order by name))[1 + n.n % 3] end,
      k.id, s.status::conversation_status, case when s.status = 'snoozed' then now() + interval '1 day' end,
      case when n.n % 5 < 2 then null else (array(select id from u order by id))[1 + n.n % 8] end,
      now() - interval '400 days', n.at, n.at, n.at, case when s.status = 'open' and n.n % 3 = 0 then n.at end
    from team, k,
      lateral (select k.phone::bigint - 5511900000000 as n, now() - (100000 - (k.phone::bigint - 5511900000000)) * interval '5 minutes' as at) n,
      lateral (select (array['open', 'resolved', 'resolved', 'open', 'resolved', 'open', 'resolved', 'snoozed', 'resolved', 'open'])[1 + n.n % 10] as status) s
    returning team_id, id, inbox_id, last_message_at, contact_id)
  insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status, created_at, sent_at)
  select c.team_id, uuid7(), c.id, c.inbox_id, 'x', d.direction::message_direction, 'Mensagem ' || m, d.status::message_status,
    c.last_message_at - m * interval '1 minute', c.last_message_at - m * interval '1 minute'
  from c, generate_series(0, 2) m, lateral (
    select case when m % 2 = 0 then 'incoming' else 'outgoing' end as direction, case when m % 2 = 0 then 'received' else 'read' end as status) d`;

const long = `
  insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status, created_at, sent_at)
  select c.team_id, uuid7(), c.id, c.inbox_id, 'x', 'incoming', repeat('Mensagem longa ', 5) || m, 'received',
    c.last_message_at - m * interval '10 minutes', c.last_message_at - m * interval '10 minutes'
  from (select * from conversations order by last_message_at desc limit 1) c, generate_series(10, 10000) m`;

const labels = `
  with l as (
    insert into labels (team_id, id, name, color)
    select t.id, gen_random_uuid(), 'L' || n, 'blue' from teams t, generate_series(1, 3) n returning id, name)
  update conversations c set label_ids = array(select l.id from l where
    -- The first label is on a tenth of the conversations, the second on few, the third on none.
    l.name = 'L1' and hashtext(c.id::text) % 10 = 0 or l.name = 'L2' and hashtext(c.id::text) % 500 = 7)`;

/** One squad has a tenth of the conversations, one few, one none. */
const ofSquads = `
  update conversations c set squad_id = s.id from squads s
  where s.team_id = c.team_id and s.name = case when hashtext(c.id::text || 's') % 10 = 0 then 'S1' when hashtext(c.id::text || 's') % 500 = 7 then 'S2' end`;

const reads = `
  insert into conversation_reads (team_id, conversation_id, user_id, read_up_to)
  select c.team_id, c.id, u.id, c.last_message_at from conversations c, (select id from users order by id limit 1) u
  where hashtext(c.id::text) % 3 <> 0`;

/** Half of the answers are overdue; one inbox has no reply times. */
const dueTimes = `
  update conversations c set reply_due_for = c.waiting_since, reply_due_at = now() + hashtext(c.id::text) % 5000 * interval '1 minute'
  where c.waiting_since is not null and c.inbox_id <> (select id from inboxes order by name limit 1)`;

interface Plan {
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

/** The database, recording the costs of its statements. */
function costing(db: TeamDb, client: pg.Client, costs: Plan[]): TeamDb {
  const explain = async (statement: TeamStatement, overrides: Record<string, unknown> = {}) => {
    const values = statement.parameters.map((name) => (name === 'team' ? db.id : overrides[name]));
    const { rows } = await client.query<{ 'QUERY PLAN': [Plan] }>(
      `explain (analyze, timing off, format json) ${statement.text}`,
      values,
    );
    if (rows[0]) costs.push(rows[0]['QUERY PLAN'][0]);
    if (process.env.PLANS) {
      const { rows: lines } = await client.query(
        `explain (analyze, buffers, costs off) ${statement.text}`,
        values,
      );
      for (const line of lines) console.log(Object.values(line as object)[0]);
    }
    return db.run(statement, overrides);
  };
  return { ...db, run: explain, read: explain, lookUp: explain, scan: explain, scanFew: explain };
}

const { server, stop } = await startServer();
const name = 'pauta_bench_conversations';
const connection = databaseOf(server, name);
try {
  await createDatabase(server, name, 'migrated');
  const client = new pg.Client(connection);
  await client.connect();
  for (const sql of [fill, long, labels, ofSquads, reads, dueTimes, 'vacuum analyze'])
    await client.query(sql);
  const one = async (sql: string) =>
    Object.values((await client.query(sql)).rows[0] as object)[0] as string;
  const all = async (sql: string) =>
    (await client.query(sql)).rows.map((row) => String(Object.values(row as object)[0]));
  const team = await one('select id from teams limit 1');
  const me = await one('select id from users order by id limit 1');
  const longest = await one('select id from conversations order by last_message_at desc limit 1');
  const middle = await one(
    `select id from messages where conversation_id = '${longest}' order by sent_at offset 5000 limit 1`,
  );
  const small = await one(`select id from inboxes order by name desc limit 1`);
  const large = await one(`select id from inboxes order by name limit 1`);
  const database = openDatabase(connection, 'bench', 2, () => {});
  const costs: Plan[] = [];
  const member = { role: 'member', seesValues: true, mayExport: false } as const;
  const ctx: Context = {
    actor: { kind: 'user', userId: me, personId: me, sessionId: me, authenticatedAt: 0, ...member },
    team: { slug: 'large', strictTaxIds: false },
    db: costing(database.team(team), client, costs),
    settings: { secrets: secretsWith(randomBytes(32)), jidSuffix: 's.msgapp.net' },
  };
  const median = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  async function measure(what: string, operation: Operation, raw: RawInput) {
    const runs: { plan: number; run: number }[] = [];
    let output: string | object = {};
    for (let i = 0; i < 5; i += 1) {
      costs.length = 0;
      output = await perform(operation, ctx, raw);
      runs.push({
        plan: costs.reduce((sum, each) => sum + each['Planning Time'], 0),
        run: costs.reduce((sum, each) => sum + each['Execution Time'], 0),
      });
    }
    const [plan, run] = [
      median(runs.map((each) => each.plan)),
      median(runs.map((each) => each.run)),
    ];
    console.log(
      `${what.padEnd(48)} plan ${plan.toFixed(1).padStart(5)}  run ${run.toFixed(1).padStart(6)}`,
    );
    return output as Record<string, never>;
  }
  const rows = (query: Record<string, string>) =>
    measure(`rows ${new URLSearchParams(query)}`.slice(0, 46), listRows, { query });
  for (const query of [
    {},
    { sort: 'latest' },
    { sort: 'due' },
    { view: 'mine' },
    { view: 'mine', sort: 'latest' },
    { view: 'unassigned' },
    { view: 'unassigned', sort: 'latest' },
    { status: 'resolved', sort: 'latest' },
    { status: 'snoozed' },
    { status: 'any', sort: 'latest' },
    { inbox_id: large },
    { inbox_id: small },
    { inbox_id: small, sort: 'latest' },
    { inbox_id: small, view: 'unassigned' },
    { view: 'mine', inbox_id: small, sort: 'latest' },
    { search: 'contato 77' },
    { search: '900099' },
  ])
    await rows(query);
  // Every filter with every other one, in every view, order and status; the slowest combinations are printed.
  const values: Readonly<Record<string, readonly string[]>> = {
    inbox_id: [large, small],
    client_id: await all(`select id from clients where name in ('P1', 'P2') order by name`),
    assignee_id: [me],
    squad_id: await all('select id from squads order by name'),
    my_squads: ['true'],
    unread: ['true'],
    waits_minutes: ['60', '525600'],
    due_minutes: ['0', '60'],
    label_ids: [
      ...(await all('select id from labels order by name')),
      (await all('select id from labels')).join(),
    ],
  };
  const single = Object.entries(values).flatMap(([name, each]) =>
    each.map((value) => ({ [name]: value })),
  );
  const pairs = single.flatMap((one, i) =>
    single
      .slice(i + 1)
      .filter((two) => Object.keys(one)[0] !== Object.keys(two)[0])
      .map((two) => ({ ...one, ...two })),
  );
  const scopes = ['mine', 'unassigned', 'all'].flatMap((view) =>
    ['waiting', 'due', 'latest'].flatMap((sort) =>
      ['open', 'resolved', 'any'].map((status) => ({ view, sort, status })),
    ),
  );
  const combinations = [...single, ...pairs].flatMap((filters) =>
    scopes.map((scope) => ({ ...scope, ...filters })),
  );
  const named = new Map(
    Object.entries(values).flatMap(([name, each]) =>
      each.map((value, i) => [value, `${name.replace(/_ids?$/, '')}${i + 1}`]),
    ),
  );
  const times: { what: string; ms: number }[] = [];
  for (const query of combinations) {
    costs.length = 0;
    await perform(listRows, ctx, { query });
    times.push({
      what: Object.entries(query)
        .map(([name, value]) => named.get(value) ?? `${name}=${value}`)
        .join(' '),
      ms: costs.reduce((sum, each) => sum + each['Planning Time'] + each['Execution Time'], 0),
    });
  }
  const sorted = times.toSorted((a, b) => b.ms - a.ms);
  const share = (part: number) => sorted[Math.floor(sorted.length * (1 - part))]?.ms.toFixed(1);
  console.log(
    `${sorted.length} combinations of filters: median ${share(0.5)}, p95 ${share(0.95)}, p99 ${share(0.99)} ms, planning included; the slowest:`,
  );
  for (const { what, ms } of sorted.slice(0, Number(process.env.SLOWEST ?? 10)))
    console.log(`${what.padEnd(72)} ${ms.toFixed(1).padStart(6)}`);
  let page: { next?: string } = await rows({ sort: 'latest', limit: '100' });
  for (let i = 0; i < 3; i += 1)
    page = await rows({ sort: 'latest', limit: '100', after: page.next ?? '' });
  const ids = (page as unknown as { rows: { id: string }[] }).rows.map(({ id }) => id);
  await rows({ ids: ids.slice(0, 1).join(), status: 'any' });
  await rows({ ids: ids.join(), status: 'any' });
  const thread = (what: string, query: Record<string, string>) =>
    measure(`thread of 10,000 ${what}`, getThread, { path: { id: longest }, query });
  const last = await thread('at its end', { limit: '100' });
  await thread('before', { limit: '100', before: String((last as { before?: string }).before) });
  const middlePage = await thread('around its middle', { limit: '100', around: middle });
  await thread('after its middle', {
    limit: '100',
    after: String((middlePage as { after?: string }).after),
  });
  await measure('beside', getSidebar, { path: { id: longest } });
  await measure('unread of all that are open', unread, {});
  await database.close();
  await client.end();
} finally {
  await dropDatabase(server, name);
  await stop();
}
