import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { searchMessages } from '#server/features/conversations/message-search.ts';
import type { Context } from '#server/operations/context.ts';
import { perform } from '#server/operations/operation.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { createDatabase, databaseOf, dropDatabase, startServer } from '#test/support/database.ts';
import { quantile } from './report.ts';
import { numberParser, runBenchmark } from './run-benchmark.ts';

const help = `Search in the messages of a team: milliseconds of a search, with all messages of three years, in 20,000 conversations, and the
cost of the index for a message that is stored.

  npm run bench:message-search -- [--messages 10000000] [--rounds 5]`;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { messages: text, rounds: text, help: { type: 'boolean' } },
});

const seed = `
  with team as (insert into teams (id, slug, name) values (gen_random_uuid(), 'large', 'Large') returning id),
  u as (
    insert into users (team_id, id, name, email, role) select id, gen_random_uuid(), 'U', 'u@example.com', 'member' from team),
  i as (
    insert into inboxes (team_id, id, name, type, gateway)
    select id, gen_random_uuid(), 'I', 'session', 'sandbox' from team returning id),
  k as (
    insert into contacts (team_id, id, phone, jid, custom_name)
    select id, uuid7(), (5511900000000 + n)::text, (5511900000000 + n) || '@s.msgapp.net', 'Contato ' || n
    from team, generate_series(1, 20000) n returning id)
  insert into conversations (team_id, id, inbox_id, contact_id, created_at, last_message_at)
  select team.id, uuid7(), i.id, k.id, now() - interval '3 years', now() from team, i, k`;

/** Each message has nine of 39 common words and three of 50,000 rare ones. The word "antigo" is only in messages of the first year. */
const fill = `
  with c as materialized (select array_agg(id) as ids, min(team_id::text)::uuid as team_id, min(inbox_id::text)::uuid as inbox_id from conversations),
  w as materialized (select string_to_array('bom dia não você é que de a o para com uma arte orçamento obrigado ok sim logo cliente projeto prazo amanhã hoje pode enviar segue anexo aprovado reunião valor boleto post feed story campanha vídeo texto foto revisão', ' ') as words)
  insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status, created_at)
  select c.team_id, uuid7(), c.ids[1 + (g * 7919::bigint) % 20000], c.inbox_id, 'x', 'incoming', t.content, 'received',
    now() - ($1::bigint - g) * (interval '3 years' / $1)
  from generate_series($2::bigint, $3::bigint) g, c, w, lateral (
    select string_agg(w.words[1 + floor(39 * random() ^ 2 + 0 * g)::int]
      || case when j % 3 = 0 then ' p' || substr(md5((floor(50000 * random() ^ 3))::text), 1, 5) else '' end, ' ')
      || case when g < $1 / 3 and g % 1000 = 0 then ' antigo' else '' end as content
    from generate_series(1, 9) j) t`;

const terms = [
  'bom',
  'bom dia',
  'orçamento',
  'revisão campanha',
  'aprov',
  'boleto valor reunião',
  'antigo',
  'antigo campanha',
  'inexistente',
  'p46',
  'bom p46',
  'de a o',
];

await runBenchmark(async (undo) => {
  if (values.help) return console.log(help);
  const parse = numberParser(help);
  const count = parse(values.messages, 10_000_000);
  const rounds = parse(values.rounds, 5);
  const { server, stop } = await startServer();
  undo.push(stop);
  const name = 'pauta_bench_message_search';
  const connection = databaseOf(server, name);
  await createDatabase(server, name, 'migrated');
  undo.push(() => dropDatabase(server, name));
  const client = new pg.Client(connection);
  await client.connect();
  undo.push(() => client.end());
  const one = async (sql: string) =>
    String(Object.values((await client.query(sql)).rows[0] as object)[0]);
  await client.query(seed);

  const batch = 1_000;
  let stored = 0;
  const store = async (to: number) => {
    const from = process.hrtime.bigint();
    await client.query(fill, [count, stored + 1, to]);
    stored = to;
    return Number(process.hrtime.bigint() - from) / 1e6;
  };
  const index = await one(`select indexdef from pg_indexes where indexname = 'messages_words'`);
  const times = { with: [] as number[], without: [] as number[] };
  for (let round = 0; round < 20; round += 1) {
    times.with.push(await store(stored + batch));
    await client.query('drop index messages_words');
    times.without.push(await store(stored + batch));
    await client.query(index);
  }
  const median = (all: readonly number[]) => quantile(all, 0.5);
  console.log(
    `storing a message with the index: × ${(median(times.with) / median(times.without)).toFixed(3)} (INSERT of ${batch} at once)`,
  );

  await client.query('drop index messages_words');
  while (stored < count) await store(Math.min(count, stored + 200_000));
  await client.query(index);
  await client.query('vacuum analyze');
  console.log(
    `${count} messages: ${await one(`select pg_size_pretty(pg_table_size('messages'))`)}, index ${await one(`select pg_size_pretty(pg_relation_size('messages_words'))`)}`,
  );

  const [team, me] = [
    await one('select id from teams limit 1'),
    await one('select id from users limit 1'),
  ];
  const database = openDatabase(connection, 'bench', 2, () => {});
  undo.push(() => database.close());
  const member = { role: 'member', seesValues: true, mayExport: false } as const;
  const ctx: Context = {
    actor: { kind: 'user', userId: me, personId: me, sessionId: me, authenticatedAt: 0, ...member },
    team: { slug: 'large', strictTaxIds: false },
    db: database.team(team),
    settings: { secrets: secretsWith(randomBytes(32)), jidSuffix: 's.msgapp.net' },
  };
  const all: number[] = [];
  const conversation = await one('select id from conversations order by id limit 1');
  for (const [what, query] of [
    ...terms.map((q) => [`“${q}”`, { q }] as const),
    ['“bom” in one conversation', { q: 'bom', conversation_id: conversation }] as const,
    [
      '“inexistente” in one conversation',
      { q: 'inexistente', conversation_id: conversation },
    ] as const,
  ]) {
    const taken: number[] = [];
    let hits = 0;
    for (let round = 0; round < rounds; round += 1) {
      const from = process.hrtime.bigint();
      const output = (await perform(searchMessages, ctx, { query })) as unknown as {
        readonly hits: readonly unknown[];
      };
      taken.push(Number(process.hrtime.bigint() - from) / 1e6);
      hits = output.hits.length;
    }
    all.push(...taken);
    console.log(
      `${what.padEnd(40)} ${String(hits).padStart(3)} hits  ${median(taken).toFixed(1).padStart(7)} ms, worst ${Math.max(...taken).toFixed(1)}`,
    );
  }
  console.log(`p95 of all: ${quantile(all, 0.95).toFixed(1)} ms (bar: 300)`);
});
