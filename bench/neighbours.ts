import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '#server/db/database.ts';
import { createFirstKey, createTeam } from '#server/features/accounts/teams.ts';
import { newKey } from '#server/platform/api-key.ts';
import { embeddedDatabase, givenDatabase, startService, type Undo } from './fixture.ts';
import { load, type Target } from './load.ts';
import { quantile } from './report.ts';
import { numberParser, runBenchmark } from './run-benchmark.ts';

const help = `What a team that returns after a pause waits for while another team sends as many creates as it can: the first requests, one after the
other, after the loud team was alone. Alternates with other checkouts, which need their node_modules.

  npm run bench:neighbours -- [--before DIRECTORY[,DIRECTORY]] [--rounds 5] [--connections 64]`;

/** Seconds of load before the second team's requests: the loud team counts as alone after 10 s (ADR 162). */
const aloneSeconds = 12;
/** Requests of the second team in a round. */
const requestsEach = 20;

interface Version {
  readonly name: string;
  readonly target: Target;
  readonly loudKey: string;
  readonly quietKey: string;
}

/** Milliseconds of each request of the second team, and the rate of the loud one. */
interface Figures {
  readonly firstMs: number[];
  readonly furtherMs: number[];
  readonly loudRates: number[];
}

/** Creates a second team. Resolves with its key. */
function newTeamKey(database: Database): Promise<string> {
  return database.platform.transaction(async (tx, teamIn) => {
    const team = await createTeam(tx, 'Vizinha');
    const { api_key } = await createFirstKey(teamIn(team.id), team);
    return api_key;
  });
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { before: text, rounds: text, connections: text, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(help);
  const number = numberParser(help);
  const rounds = number(values.rounds, 5);
  const connections = number(values.connections, 64);
  const { connection } = await embeddedDatabase(undo);
  const { host = '', port = 5432, user = '', password } = connection;
  const url = new URL('postgres://localhost/postgres');
  url.username = user;
  if (typeof password === 'string') url.password = password;
  url.searchParams.set('host', host);
  url.searchParams.set('port', String(port));

  const versions: Version[] = [];
  const directories = values.before?.split(',') ?? [];
  for (const directory of [undefined, ...directories]) {
    const benchDatabase = await givenDatabase(url.href, undo);
    const loudKey = newKey();
    const program = directory === undefined ? undefined : join(resolve(directory), 'bin/pauta.js');
    const env = { ...benchDatabase.env, BOOTSTRAP_API_KEY: loudKey, DATABASE_POOL: '10' };
    const target = await startService(env, undo, signal, program);
    const database = openDatabase(benchDatabase.connection, 'bench', 1, () => {});
    const quietKey = await newTeamKey(database).finally(() => database.close());
    versions.push({ name: directory ?? 'now', target, loudKey, quietKey });
  }

  const figures = new Map<string, Figures>();
  for (let round = 0; round < rounds; round += 1)
    for (const version of versions) {
      const { firstMs, furtherMs, loudRates } = figures.get(version.name) ?? {
        firstMs: [],
        furtherMs: [],
        loudRates: [],
      };
      const { target, loudKey, quietKey } = version;
      const create = {
        method: 'POST',
        path: '/api/v1/deals',
        body: '{"title":"Barulho"}',
      } as const;
      const headers = { authorization: `Bearer ${loudKey}`, 'content-type': 'application/json' };
      const options = { connections, seconds: aloneSeconds + 3, headers, signal };
      const loud = load(target, [create], options);
      await sleep(aloneSeconds * 1_000, undefined, { signal });
      for (let i = 0; i < requestsEach; i += 1) {
        const began = performance.now();
        const answer = await fetch(`${target.address}/v1/deals?limit=1`, {
          headers: { authorization: `Bearer ${quietKey}` },
        });
        if (!answer.ok) throw new Error(`the second team was answered ${answer.status}`);
        await answer.arrayBuffer();
        (i === 0 ? firstMs : furtherMs).push(performance.now() - began);
      }
      loudRates.push((await loud).rate);
      figures.set(version.name, { firstMs, furtherMs, loudRates });
    }
  for (const [name, { firstMs, furtherMs, loudRates }] of figures) {
    const ms = (of: readonly number[], part: number) => quantile(of, part).toFixed(1);
    console.log(
      `${name}: first request p50 ${ms(firstMs, 0.5)} ms, maximum ${Math.max(...firstMs).toFixed(1)} ms; further ones p50 ${ms(furtherMs, 0.5)} ms, ` +
        `p99 ${ms(furtherMs, 0.99)} ms; loud team ${quantile(loudRates, 0.5).toFixed(0)}/s`,
    );
  }
}

await runBenchmark(main);
