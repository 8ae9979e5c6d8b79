import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { panelClient } from '#test/support/panel/client.ts';
import { memoryMb } from '#test/support/processes.ts';
import {
  ask,
  type BenchDatabase,
  newDatabase,
  startForOwner,
  temporary,
  type Undo,
} from './fixture.ts';
import { numberParser, printFigures, runBenchmark } from './run-benchmark.ts';

const help = `Exports contacts in each format, from the request until the file can be downloaded; beside it, a COPY of the same table to a CSV file.

  npm run bench:exports -- [--rows 1000000] [--team] [--json]

With --team it exports the whole team as ZIP instead.

Runs on the embedded database, which it stops at the end.`;

const formats = ['csv', 'jsonl', 'xlsx'] as const;

/** Waits for an export. @returns its size */
async function readyExport(
  client: ReturnType<typeof panelClient>,
  id: string,
  signal: AbortSignal,
): Promise<number> {
  for (;;) {
    signal.throwIfAborted();
    const { state, bytes, reason } = await client.call('GET', `/exports/${id}`);
    if (state === 'failed') throw new Error(String(reason));
    if (state === 'ready') return Number(bytes);
    await sleep(100);
  }
}

async function measure(
  benchDatabase: BenchDatabase,
  rows: number,
  isTeam: boolean,
  signal: AbortSignal,
  undo: Undo,
) {
  const { service, team, client } = await startForOwner(benchDatabase, 'Exportadora', undo, signal);
  const { connection } = benchDatabase;
  await ask(
    connection,
    `insert into clients (team_id, id, type, name) select '${team.id}', uuid7(), 'PJ', 'Cliente ' || n from generate_series(1, 1000) n`,
  );
  await ask(
    connection,
    `insert into contacts (team_id, id, phone, jid, custom_name, notes, tags, client_id, created_at, updated_at)
    select '${team.id}', uuid7(), (5511900000000 + n)::text, (5511900000000 + n)::text || '@s.msgapp.net', 'Contato ' || n || ' da Silva',
      'Veio da planilha, linha ' || n, array['cliente', 'lote ' || n % 50], c.ids[1 + n % 1000], now() - n * interval '1 second', now()
    from generate_series(1, ${rows}) n, (select array_agg(id) as ids from clients where team_id = '${team.id}') c`,
  );
  await ask(connection, 'vacuum analyze contacts');
  await ask(connection, 'analyze clients');

  // Idle after the service has served something.
  await client.call('GET', '/exports');
  await sleep(2_000);
  const idle = memoryMb(service.pid, 'VmRSS');
  let most = idle;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, memoryMb(service.pid, 'VmRSS'));
      await sleep(50);
    }
  })();
  const figures: Record<string, number> = {};
  const exported = isTeam ? (['zip'] as const) : formats;
  for (const format of exported) {
    const began = performance.now();
    const { id } = await client.call('POST', '/exports', {
      ...{ resource: isTeam ? 'team' : 'contacts', format },
    });
    const bytes = await readyExport(client, String(id), signal);
    figures[`${format}_seconds`] = Number(((performance.now() - began) / 1_000).toFixed(1));
    figures[`${format}_mb`] = Math.round(bytes / 1_000_000);
    figures[`${format}_memory_above_idle_mb`] = Math.round(most - idle);
  }
  isOver = true;
  await watching;
  if (isTeam) return figures;

  const directory = temporary(undo);
  chmodSync(directory, 0o777);
  const began = performance.now();
  await ask(
    connection,
    `copy (select id, phone, custom_name, push_name, notes, tags, client_id, created_at, updated_at from contacts
      where team_id = '${team.id}' order by created_at desc, id desc) to '${join(directory, 'copied.csv')}' with (format csv, delimiter ';', header true)`,
  );
  const copied = (performance.now() - began) / 1_000;
  return {
    ...figures,
    copy_seconds: Number(copied.toFixed(1)),
    csv_relative_to_copy: Number(((figures.csv_seconds ?? 0) / copied).toFixed(1)),
  };
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string' },
      team: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(help);
  const rows = numberParser(help)(values.rows, 1_000_000);
  printFigures(
    await measure(await newDatabase(undo), rows, values.team === true, signal, undo),
    { rows },
    values.json,
  );
}

await runBenchmark(main);
