import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Request } from 'autocannon';
import pg from 'pg';
import { clientConfig, openDatabase } from '#server/db/database.ts';
import { keysIn } from '#server/features/accounts/key-lookup.ts';
import { newKey } from '#server/platform/api-key.ts';
import { existingPhone, fillByApi } from './fill-by-api.ts';
import {
  ask,
  embeddedDatabase,
  givenDatabase,
  startBare,
  startService,
  type Undo,
} from './fixture.ts';
import { type MeasuredServer, measureInTurn, type Shares } from './load-shares.ts';
import { quantile } from './report.ts';
import { operations } from './requests.ts';
import { numberParser, runBenchmark } from './run-benchmark.ts';

const help = `Compares this checkout with others, which need their node_modules: each serves its own database of one server, and 32 connections
send requests to each in turn. A checkout from before the audit log is 875f15c9. Linux only.

  npm run bench:versions -- --before DIRECTORY[,DIRECTORY] [--only deal,refuse] [--rounds 3] [--seconds 1] [--plain] [--waits]

--plain  also measures plain (bench/plain.ts), which writes to the database of this checkout
--waits  also prints what the database's processes wait for`;

/** Requests that the service refuses: by the input, by the database, and by a missing record. */
function refusals(phone: string): Record<string, Request[]> {
  const post = (path: string, body: object): Request[] => [
    { method: 'POST', path: `/api/v1${path}`, body: JSON.stringify(body) },
  ];
  return {
    'refuse a create: invalid': post('/deals', { value: 'much' }),
    'refuse a create: conflict': post('/msgapp/contacts', { phone }),
    'refuse a create: no link': post('/tasks', { title: 'T', project_id: crypto.randomUUID() }),
    'refuse a get': [{ path: `/api/v1/projects/${crypto.randomUUID()}` }],
  };
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    options: {
      before: { type: 'string' },
      only: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      plain: { type: 'boolean' },
      waits: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(help);
  const number = numberParser(help);
  const rounds = number(values.rounds, 3);
  const seconds = number(values.seconds, 1);
  const { connection } = await embeddedDatabase(undo);
  const { host = '', port = 5432, user = '', password } = connection;
  const url = new URL('postgres://localhost/postgres');
  url.username = user;
  if (typeof password === 'string') url.password = password;
  url.searchParams.set('host', host);
  url.searchParams.set('port', String(port));

  const versions: MeasuredServer[] = [];
  const directories = values.before?.split(',') ?? [];
  for (const [name, directory] of [
    ['now', undefined] as const,
    ...directories.map((each) => [each, resolve(each)] as const),
  ]) {
    const benchDatabase = await givenDatabase(url.href, undo);
    const key = newKey();
    const program = directory && join(directory, 'bin/pauta.js');
    const env = { ...benchDatabase.env, BOOTSTRAP_API_KEY: key, DATABASE_POOL: '10' };
    const target = await startService(env, undo, signal, program);
    const ids = await fillByApi(target.address, key);
    await ask(benchDatabase.connection, 'vacuum analyze');
    const requests = operations({ ids });
    versions.push({ name, target, key, requests: { ...requests, ...refusals(existingPhone) } });
    if (directory === undefined && values.plain) {
      const database = openDatabase(benchDatabase.connection, 'bench', 2, () => {});
      const caller = await keysIn(database.platform).find(`Bearer ${key}`, '127.0.0.1');
      await database.close();
      if (!caller) throw new Error('the service did not use BOOTSTRAP_API_KEY');
      const plain = await startBare(
        'plain',
        { connection: benchDatabase.connection, pool: 10, caller },
        undo,
      );
      versions.push({ name: 'plain', target: plain, key, requests });
    }
  }
  const client = new pg.Client(clientConfig(connection, 'bench'));
  await client.connect();
  undo.push(() => client.end());

  const [first] = versions;
  for (const operation of Object.keys(first?.requests ?? {})) {
    if (values.only && !values.only.split(',').some((part) => operation.includes(part))) continue;
    const options = { seconds, isRefused: operation.startsWith('refuse') };
    const uses = await measureInTurn(client, versions, operation, rounds, options, signal);
    const ours = uses.get('now') ?? [];
    for (const [name, all] of uses) {
      const median = (of: (use: Shares) => number) => quantile(all.map(of), 0.5);
      const ratio = quantile(
        all.map((use, i) => (ours[i]?.rate ?? Number.NaN) / use.rate),
        0.5,
      );
      const waits = [...(all.at(-1)?.waits ?? [])].sort(([, a], [, b]) => b - a).slice(0, 5);
      console.log(
        `${operation.padEnd(26)} ${name.padEnd(18)} ${median((use) => use.rate)
          .toFixed(0)
          .padStart(6)}/s  now/this ${ratio.toFixed(2)}  ` +
          `${median((use) => use.server).toFixed(0)} µs server, ${median((use) => use.database).toFixed(0)} µs database, ` +
          `${median((use) => use.walBytes).toFixed(0)} bytes of log, ${median((use) => use.commits).toFixed(2)} commits` +
          (values.waits
            ? `; ${waits.map(([event, share]) => `${event} ${(share * 100).toFixed(0)} %`).join(', ')}`
            : ''),
      );
    }
  }
}

await runBenchmark(main);
