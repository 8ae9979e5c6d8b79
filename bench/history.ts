import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { clientConfig } from '#server/db/database.ts';
import { assign, reopen, resolve } from '#server/features/conversations/state-operations.ts';
import { takeSnapshot } from '#server/features/crm/deals/snapshots.ts';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { intendAndTake, intendInConversation } from '#server/features/sending/intent-statements.ts';
import projects from '#server/features/work/projects/operations.ts';
import tasks from '#server/features/work/tasks/operations.ts';
import type { Context } from '#server/operations/context.ts';
import { perform } from '#server/operations/operation.ts';
import { type CapturedStatement, captureStatements, newCaller } from './capture-statements.ts';
import type { Undo } from './fixture.ts';
import { quantile } from './report.ts';
import { numberParser, runBenchmark } from './run-benchmark.ts';
import { without } from './statement-text.ts';

const help = `Shows the cost of the history for reports (docs/adr/0201): processor time of the database for each change, with its history and without, in
turn, on one connection; and that of a monthly snapshot. Linux only.

  npm run bench:history -- [--rounds 300] [--deals 10000]`;

/** A kind of change: its statement, and what is different in each execution. */
interface Case {
  readonly name: string;
  readonly use: CapturedStatement;
  readonly values: (round: number) => Readonly<Record<string, unknown>>;
  /** SQL that prepares each execution. */
  readonly before?: string;
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string' }, deals: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(help);
  const number = numberParser(help);
  const rounds = number(values.rounds, 300);
  const deals = number(values.deals, 10_000);
  const { connection, database, caller } = await newCaller(undo);
  const { team } = caller;
  const client = new pg.Client(clientConfig(connection, 'bench'));
  await client.connect();
  undo.push(() => client.end());
  const [inbox, ana, bia] = [uuidv7(), uuidv7(), uuidv7()];
  await client.query(
    `insert into inboxes (team_id, id, name, type, gateway, assigns_on_answer) values ('${team.id}', '${inbox}', 'Bench', 'session', 'sandbox', true)`,
  );
  await client.query(
    `insert into users (team_id, id, name, email) values ('${team.id}', '${ana}', 'Ana', 'a@example.com'), ('${team.id}', '${bia}', 'Bia', 'b@example.com')`,
  );

  /** The only captured statement whose text contains these words. */
  const captured = async (word: string, verb: (context: Context) => Promise<unknown>) => {
    const uses = await captureStatements(database, caller, verb);
    const use = uses.findLast(({ statement }) => statement.text.includes(word));
    if (!use) throw new Error(`no statement contains ${word}`);
    return use;
  };
  const records = 'insert into moves';
  const byOperator = (context: Context): Context => ({ ...context, actor: { kind: 'operator' } });
  const receive = ({ db }: Context) =>
    storeIncoming(db, inbox, 's.msgapp.net', {
      networkId: uuidv7(),
      chat: { phone: '5511999998888' },
      origin: 'contact',
      type: 'text',
      text: 'Bom dia, tudo bem? Queria um orçamento.',
    });
  await captureStatements(database, caller, receive);
  const first = await client.query<{ id: string }>('select id from conversations');
  const id = first.rows[0]?.id ?? '';
  const path = { id };

  let task = '';
  await captureStatements(database, caller, async (context) => {
    const project = await perform(projects.create, context, { body: { name: 'Site' } });
    const { id: project_id } = JSON.parse(project) as { id: string };
    const body = { title: 'Rever o texto', project_id };
    task = (JSON.parse(await perform(tasks.create, context, { body })) as { id: string }).id;
  });
  const changing = (body: Record<string, unknown>) =>
    captured(records, (context) => perform(tasks.update, context, { path: { id: task }, body }));

  const message = () => ({ id: uuidv7(), network_id: uuidv7() });
  const reset = `update conversations set status = 'resolved', waiting_since = null, assignee_id = null where id = '${id}'`;
  const assigning = await captured(records, (context) =>
    perform(assign, byOperator(context), { path, body: { assignee_id: ana } }),
  );
  const resolving = await captured(records, (context) =>
    perform(resolve, byOperator(context), { path }),
  );
  const reopened = await captured(records, async (context) => {
    await client.query(reset);
    await receive(context);
  });
  await captured(records, (context) => perform(resolve, byOperator(context), { path }));
  const reopening = await captured(records, (context) =>
    perform(reopen, byOperator(context), { path }),
  );
  const sending = {
    conversation_id: id,
    type: 'text',
    text: 'Bom dia! Já envio.',
    details: null,
    acting_kind: 'user',
    acting_id: ana,
    team: team.id,
  };
  const cases: readonly Case[] = [
    {
      name: 'task: due date',
      use: await changing({ due_date: '2026-12-01' }),
      values: (round) => ({ due_date: `2026-12-${10 + (round % 2)}` }),
    },
    {
      name: 'task: assignees',
      use: await changing({ assignee_ids: [ana] }),
      values: (round) => ({ assignee_ids: [round % 2 ? ana : bia] }),
    },
    {
      name: 'conversation: assign',
      use: assigning,
      values: (round) => ({ assignee_id: round % 2 ? ana : bia }),
    },
    {
      name: 'conversation: resolve',
      use: resolving,
      values: () => ({}),
      before: `update conversations set status = 'open' where id = '${id}'`,
    },
    { name: 'conversation: reopen', use: reopening, values: () => ({}), before: reset },
    { name: 'message that reopens', use: reopened, values: message, before: reset },
    {
      name: 'answer that assigns',
      use: { statement: intendAndTake.text, parameters: sending },
      values: message,
      before: reset,
    },
    {
      name: 'any other message sent',
      use: { statement: intendInConversation.text, parameters: sending },
      values: message,
      before: `update conversations set assignee_id = '${ana}' where id = '${id}'`,
    },
  ];

  const [backend] = (await client.query<{ id: number }>('select pg_backend_pid() as id')).rows;
  /** CPU time of the connection's process so far, in microseconds. */
  const used = () =>
    Number(readFileSync(`/proc/${backend?.id}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
  const moves = async () =>
    Number((await client.query<{ n: string }>('select count(*) as n from moves')).rows[0]?.n);
  console.log('median µs of processor time         with  without    more');
  for (const [n, { name, use, values: valuesOf, before }] of cases.entries()) {
    const { text, parameters } = use.statement;
    const texts = [text, without(text, 'history')];
    const samples: number[][] = [[], []];
    const movesBefore = await moves();
    // Each executes both directions of a change, so that both have the same effects.
    for (let round = -40; round < rounds * 2; round += 1) {
      signal.throwIfAborted();
      const which = round % 4 < 2 ? 0 : 1;
      if (before !== undefined) await client.query(before);
      const all: Readonly<Record<string, unknown>> = { ...use.parameters, ...valuesOf(round + 40) };
      const list = parameters.map((each) => all[each] ?? null);
      await sleep(1);
      const start = used();
      await client.query({ name: `${n} ${which}`, text: texts[which] ?? '', values: list });
      // Work of the process after its answer is counted too.
      await sleep(1);
      if (round >= 0) samples[which]?.push(used() - start);
    }
    const [withHistory = 0, bare = 0] = samples.map((all) => quantile(all, 0.5));
    const written = (await moves()) - movesBefore;
    console.log(
      `${name.padEnd(32)} ${withHistory.toFixed(0).padStart(7)} ${bare.toFixed(0).padStart(8)} ${(((withHistory - bare) / bare) * 100).toFixed(1).padStart(6)} %   ${written} moves`,
    );
  }

  await client.query(
    `insert into deals (team_id, id, title, value, probability, expected_close_date)
      select '${team.id}', uuid7(), 'Site ' || i, i, i % 100, current_date + i % 90 from generate_series(1, ${deals}) i`,
  );
  await client.query('vacuum analyze deals');
  const started = performance.now();
  await takeSnapshot(database.team(team.id));
  const took = performance.now() - started;
  const { rows: sizes } = await client.query<{ bytes: string; each: string }>(
    `select pg_total_relation_size('deal_snapshot_entries') as bytes,
      (select pg_total_relation_size('moves') / greatest(count(*), 1) from moves) as each`,
  );
  console.log(
    `snapshot of ${deals} deals: ${took.toFixed(0)} ms, ${(Number(sizes[0]?.bytes) / deals).toFixed(0)} bytes for each; a move takes ${sizes[0]?.each} bytes with its indexes`,
  );
}

await runBenchmark(main);
