import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { openStorage } from '#server/features/files/storage.ts';
import { openFile } from '#server/features/files/store.ts';
import { sweepFiles } from '#server/features/files/sweeps.ts';
import { readConfig } from '#server/platform/config.ts';
import { contentOf } from '#test/support/files/fixture.ts';
import {
  type Bucket,
  hasObjectGateway,
  startObjectGateway,
} from '#test/support/files/object-gateway.ts';
import { useService } from '#test/support/harness.ts';
import { cleanUp, helping, newDirectory } from '#test/support/processes.ts';

/* Processes that store files, killed at any moment, with their memory measured. */

const service = useService();
afterAll(cleanUp);
const program = fileURLToPath(new URL('../../support/files/storing-program.ts', import.meta.url));
const round = { isStopping: () => false, isSteady: async () => true };

interface Done {
  readonly id: string;
  readonly sha256: string;
}

/** Same flags as in `npm start`. */
const flags = ['--max-semi-space-size=4', '--heap-growing-percent=80'];

/** A process of the program. */
function start(team: string, env: Record<string, string>, work: string) {
  const child = spawn(process.execPath, [...flags, program], {
    env: { ...env, CONNECTION: JSON.stringify(service.connection), TEAM: team, WORK: work },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  helping(child);
  let output = '';
  child.stdout.on('data', (piece) => {
    output += String(piece);
  });
  const closed = once(child, 'close');
  return {
    child,
    closed,
    /** Its output in complete lines. */
    lines: <T>() =>
      output
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as T),
  };
}

/** All files below a directory. */
const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

let bucket: Bucket | undefined;
const drivers = [
  { name: 'a directory', isHere: true, env: async () => ({ FILES_URL: '' }) },
  {
    name: "a bucket of Ceph's Object Gateway",
    isHere: hasObjectGateway,
    async env() {
      bucket ??= await startObjectGateway();
      return { FILES_URL: bucket.url };
    },
  },
];

describe.each(drivers)('in $name', ({ isHere, env: envOf }) => {
  describe.skipIf(!isHere && !process.env.CI)('', () => {
    test('files stored by killed processes are complete, and the rest is removed', async () => {
      const team = await service.team();
      const DATA_DIR = newDirectory();
      const env = { DATA_DIR, TMPDIR: newDirectory(), ...(await envOf()) };
      const done: Done[] = [];
      for (let kill = 0; kill < 8; kill++) {
        const { child, closed, lines } = start(team.id, env, 'endless');
        while (lines().length === 0) await sleep(5);
        await sleep(20 + 37 * kill);
        child.kill('SIGKILL');
        await closed;
        done.push(...lines<Done>());
      }
      expect(done.length).toBeGreaterThan(8);
      const storage = openStorage(readConfig(env));
      const context = { db: service.database.team(team.id), storage };
      const inTable = await service.sql(
        `select id, encode(sha256, 'hex') as sha256 from files where team_id = $1`,
        [team.id],
      );
      // Acknowledged files exist; existing files are complete.
      const storedIds = new Set(inTable.map(({ id }) => id));
      expect(done.filter(({ id }) => !storedIds.has(id))).toEqual([]);
      for (const { id, sha256 } of inTable) {
        const { stream } = await openFile(context, String(id));
        const content = await contentOf(stream);
        expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      }

      // An hour later nothing is left of the others.
      await service.sql(
        `update blobs set check_at = check_at - interval '2 hours' where team_id = $1`,
        [team.id],
      );
      const incoming =
        bucket && env.FILES_URL
          ? join(env.TMPDIR, `pauta-incoming-${process.getuid?.()}`)
          : join(DATA_DIR, 'files/incoming');
      const hourAgo = Date.now() / 1_000 - 7_200;
      for (const { name } of filesBelow(incoming))
        utimesSync(join(incoming, name), hourAgo, hourAgo);
      const sweeping = { ...storage, incoming: async () => incoming };
      await sweepFiles(service.database, sweeping, round);
      expect(filesBelow(incoming)).toEqual([]);
      const [blobs] = await service.sql(
        `select count(*)::int as n, count(*) filter (where stored_at is null)::int as unfinished, sum(bytes)::int as bytes
         from blobs where team_id = $1`,
        [team.id],
      );
      const there = env.FILES_URL
        ? (await bucket?.objects())?.length
        : filesBelow(join(DATA_DIR, 'files/blobs')).length;
      expect({ there, unfinished: blobs?.unfinished }).toEqual({ there: blobs?.n, unfinished: 0 });
      const [usage] = await service.sql('select bytes::int from file_usage where team_id = $1', [
        team.id,
      ]);
      expect(usage?.bytes).toBe(blobs?.bytes);
      await storage.blobs.close();
    });

    test('100 MiB are stored and read with little memory', async () => {
      const team = await service.team();
      const env = { DATA_DIR: newDirectory(), TMPDIR: newDirectory(), ...(await envOf()) };
      const { closed, lines } = start(team.id, env, 'memory');
      await closed;
      const [measured] = lines<Record<'idle' | 'storing' | 'reading', number>>();
      expect(measured).toMatchObject({ isSame: true });
      // Garbage of the pieces is collected at some 40 MB: of the 100, far less is held at any time.
      expect(measured?.storing).toBeLessThan(64);
      expect(measured?.reading).toBeLessThan(64);
    });
  });
});
