import { chmodSync, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createFirstKey, createTeam } from '#server/features/accounts/teams.ts';
import { request } from '#test/support/http.ts';
import { importIn } from '#test/support/panel/client.ts';
import { memoryMb } from '#test/support/processes.ts';
import {
  ask,
  type BenchDatabase,
  newDatabase,
  startForOwner,
  temporary,
  type Undo,
} from './fixture.ts';
import { quantile } from './report.ts';
import { numberParser, printFigures, runBenchmark } from './run-benchmark.ts';

const help = `Imports contacts from a CSV file: reading, checking, applying and undoing them, while another team lists and creates; before it and at
the end, a COPY of as many rows into a table with the same columns and indexes. On a busy machine, only the relative figures mean something.

  npm run bench:imports -- [--rows 100000] [--json]

Runs on the embedded database, which it stops at the end.`;

/** Requests of the other team before the import, and as many after it. */
const quietRequests = 200;

/** Writes the file. The server's user can read it, too. */
async function writeRows(path: string, rows: number): Promise<void> {
  async function* lines() {
    yield 'ID;Nome;Telefone;Observações;Etiquetas\r\n';
    for (let n = 0; n < rows; n += 1) {
      const phone = `(11) 9${String(10_000_000 + n).replace(/(\d{4})$/, '-$1')}`;
      yield `${n};Contato ${n} da Silva;${phone};Veio da planilha, linha ${n};cliente,lote ${n % 50}\r\n`;
    }
  }
  await pipeline(lines, createWriteStream(path));
  chmodSync(path, 0o644);
}

/** Times the COPY of the file's columns into a copy of the table. */
async function copySeconds({ connection }: BenchDatabase, path: string): Promise<number> {
  await ask(
    connection,
    'create unlogged table bench_raw (id text, name text, phone text, notes text, tags text)',
  );
  await ask(connection, 'create table bench_contacts (like contacts including all)');
  await ask(
    connection,
    `copy bench_raw from '${path}' with (format csv, delimiter ';', header true)`,
  );
  const file = join(path, '..', 'copied.csv');
  await ask(
    connection,
    `copy (select '00000000-0000-7000-8000-000000000000'::uuid, uuid7(), name, '55' || regexp_replace(phone, '\\D', '', 'g'), '55' || regexp_replace(phone, '\\D', '', 'g') || '@s', notes,
      string_to_array(tags, ',') from bench_raw) to '${file}'`,
  );
  const began = performance.now();
  await ask(
    connection,
    `copy bench_contacts (team_id, id, custom_name, phone, jid, notes, tags) from '${file}'`,
  );
  const seconds = (performance.now() - began) / 1_000;
  await ask(connection, 'drop table bench_raw, bench_contacts');
  return seconds;
}

async function measure(
  benchDatabase: BenchDatabase,
  rows: number,
  signal: AbortSignal,
  undo: Undo,
) {
  const path = join(temporary(undo), 'contatos.csv');
  chmodSync(join(path, '..'), 0o777);
  await writeRows(path, rows);
  const { service, platform, client } = await startForOwner(
    benchDatabase,
    'Importadora',
    undo,
    signal,
  );
  const key = await platform.transaction(async (tx, teamIn) => {
    const neighbour = await createTeam(tx, 'Vizinha');
    return (await createFirstKey(teamIn(neighbour.id), neighbour)).api_key;
  });

  let place = 0;
  /** A request of the other team. @returns milliseconds */
  const askAsOther = async () => {
    place += 1;
    const began = performance.now();
    const method = place % 2 === 0 ? 'GET' : 'POST';
    const query = method === 'GET' ? '?limit=20' : '';
    const answer = await request(`${service.address}/v1/msgapp/contacts${query}`, {
      method,
      key,
      ...(method === 'POST' && {
        body: { phone: `5521${String(900_000_000 + place)}`, custom_name: 'Vizinho' },
      }),
    });
    if (answer.status >= 300) throw new Error(`another team got ${answer.text}`);
    return performance.now() - began;
  };
  const quiet: number[] = [];
  for (let n = 0; n < quietRequests; n += 1) quiet.push(await askAsOther());

  const copiedBefore = await copySeconds(benchDatabase, path);

  const idle = memoryMb(service.pid, 'VmRSS');
  let most = idle;
  let isOver = false;
  const meanwhile: number[] = [];
  const watching = (async () => {
    while (!isOver && !signal.aborted) {
      most = Math.max(most, memoryMb(service.pid, 'VmRSS'));
      meanwhile.push(await askAsOther());
      await sleep(20);
    }
  })();

  const stepMs = 3_600_000;
  const seconds: Record<string, number> = {};
  const step = async (name: string, state: string, begin: () => Promise<unknown>) => {
    const began = performance.now();
    await begin();
    const data = await importIn(client, id, state, stepMs);
    seconds[name] = Number(((performance.now() - began) / 1_000).toFixed(1));
    console.error(`${name}: ${seconds[name]} s`);
    return data.row_counts as Record<string, number>;
  };
  const file = await client.upload('contatos.csv', new Uint8Array(await readFile(path)));
  const id = String((await client.call('POST', '/imports', { file_id: file })).id);
  const steps = async () => {
    await step('read', 'read', async () => {});
    await step('check', 'checked', () => client.call('PUT', `/imports/${id}/mapping`, {}));
    const applied = await step('apply', 'applied', () =>
      client.call('POST', `/imports/${id}/apply`, {}),
    );
    // A person who applied many rows has to confirm the password before undoing them.
    await ask(benchDatabase.connection, 'update sessions set authenticated_at = now()');
    const undone = await step('undo', 'undone', () =>
      client.call('POST', `/imports/${id}/undo`, {}),
    );
    return { applied, undone };
  };
  const { applied, undone } = await steps().finally(() => {
    isOver = true;
    return watching;
  });
  for (let n = 0; n < quietRequests; n += 1) quiet.push(await askAsOther());
  const copied = (copiedBefore + (await copySeconds(benchDatabase, path))) / 2;
  return {
    created: applied.created,
    reverted: undone.reverted ?? undone.removed,
    read_seconds: seconds.read,
    check_seconds: seconds.check,
    apply_seconds: seconds.apply,
    undo_seconds: seconds.undo,
    apply_rows_per_second: Math.round(rows / (seconds.apply ?? 1)),
    undo_rows_per_second: Math.round(rows / (seconds.undo ?? 1)),
    copy_seconds: Number(copied.toFixed(1)),
    apply_relative_to_copy: Number((copied / (seconds.apply ?? 1)).toFixed(2)),
    memory_above_idle_mb: Math.round(most - idle),
    other_team_quiet_p99_ms: quantile(quiet, 0.99),
    other_team_meanwhile_p99_ms: quantile(meanwhile, 0.99),
    other_team_relative_to_quiet: Number(
      (quantile(meanwhile, 0.99) / quantile(quiet, 0.99)).toFixed(1),
    ),
  };
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    options: { rows: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(help);
  const rows = numberParser(help)(values.rows, 100_000);
  const figures = await measure(await newDatabase(undo), rows, signal, undo);
  printFigures(figures, { rows }, values.json);
  if (figures.created !== rows) {
    console.error('Some rows were not created: these figures are meaningless.');
    process.exitCode = 1;
  }
}

await runBenchmark(main);
