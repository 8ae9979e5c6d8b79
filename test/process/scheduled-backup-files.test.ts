import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { openBucket } from '#server/features/files/s3-storage.ts';
import { backUpIfDue } from '#server/features/installation/backups/scheduled-backup.ts';
import { checkBackups } from '#server/features/installation/checks/backups.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { readConfig } from '#server/platform/config.ts';
import { json } from '#test/support/commands.ts';
import { contentOf } from '#test/support/files/fixture.ts';
import { hasObjectGateway, startObjectGateway } from '#test/support/files/object-gateway.ts';
import { useService } from '#test/support/harness.ts';
import { cleanUp, newDatabase, newDirectory, onDatabase, pauta } from '#test/support/processes.ts';

/* Contents of files in scheduled backups (BACKUP_FILES=on), when copying them fails or is interrupted, and their restore. */

const service = useService({ workers: 0 });
afterAll(cleanUp);

const configOf = (env: Record<string, string>) => {
  const config = readConfig({ DISK_RESERVE_BYTES: '0', BACKUP_FILES: 'on', ...env });
  return { ...config, BACKUP_DIR: config.BACKUP_DIR ?? '' };
};
const at = (
  time: string,
  env: Record<string, string>,
  storage: Storage = service.storage,
  signal = new AbortController().signal,
) => {
  const { connection, database, secrets } = service;
  const source = { connection, platform: database.platform, secrets };
  return backUpIfDue(source, storage, configOf(env), () => new Date(time), signal);
};
const check = (time: string, env: Record<string, string>) =>
  checkBackups(configOf(env), new Date(time));

/** Stores files of a team, of different sizes. @returns their contents by place */
async function storeFiles(count: number, bytes = 2_000): Promise<ReadonlyMap<string, Buffer>> {
  const { id } = await service.team();
  const directory = newDirectory();
  const stored = new Map<string, Buffer>();
  for (let index = 1; index <= count; index += 1) {
    const content = randomBytes(bytes + index);
    const hash = createHash('sha256').update(content).digest();
    const sha256 = hash.toString('hex');
    const [path, place] = [join(directory, sha256), `${id}/${sha256.slice(0, 2)}/${sha256}`];
    fs.writeFileSync(path, content);
    await service.storage.blobs.put(place, { path, bytes: content.length, sha256 });
    await service.sql(
      'insert into blobs (team_id, sha256, bytes, place, stored_at) values ($1, $2, $3, $4, now())',
      [id, hash, content.length, place],
    );
    stored.set(place, content);
  }
  return stored;
}

/** The storage of the service, with something done before each read. */
const reading = (before: (count: number) => void): Storage => {
  let count = 0;
  const { blobs } = service.storage;
  const read: typeof blobs.read = async (place, range) => {
    count += 1;
    before(count);
    return blobs.read(place, range);
  };
  return { ...service.storage, blobs: { ...blobs, read } };
};
const partsIn = (directory: string) =>
  fs.readdirSync(directory, { recursive: true }).filter((name) => String(name).endsWith('.part'));
const copiesIn = (directory: string) =>
  fs
    .readdirSync(join(directory, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile());
const backupsIn = (directory: string) =>
  fs.readdirSync(directory).filter((name) => name.endsWith('.backup'));

test('copying that fails is reported and continued, one that is interrupted is continued, and damage is reported', async () => {
  const stored = await storeFiles(120);
  const directory = newDirectory();
  const env = { BACKUP_DIR: directory, BACKUP_KEEP: '1d' };
  const broken = reading((count) => {
    if (count > 50) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO', errno: -5 });
  });
  await expect(at('2026-03-01T03:00:00Z', env, broken)).rejects.toThrow('EIO');
  const [first = ''] = backupsIn(directory);
  expect(copiesIn(directory)).toHaveLength(50);
  expect(await check('2026-03-01T03:01:00Z', env)).toMatchObject([
    { ok: false, found: expect.stringMatching(/copying the contents of files.*i\/o error/) },
  ]);
  // Not again at once. Then only files are copied: the backup of the database is complete.
  expect(await at('2026-03-01T03:14:00Z', env)).toBeUndefined();
  expect(await at('2026-03-01T03:15:00Z', env)).toMatchObject({
    ...{ file: join(directory, first), rows: undefined },
    files: { contents: 120, copied: 70, missing: 0 },
  });
  expect(await check('2026-03-01T03:16:00Z', env)).toMatchObject([{ ok: true }]);
  expect(await at('2026-03-01T04:00:00Z', env)).toBeUndefined();

  // Stopped in the middle: old backups stay until the new one has all contents.
  await storeFiles(10);
  const stopping = new AbortController();
  const stopped = reading((count) => {
    if (count === 4) stopping.abort();
  });
  await expect(at('2026-03-02T03:00:00Z', env, stopped, stopping.signal)).rejects.toThrow();
  expect(copiesIn(directory)).toHaveLength(123);
  expect(partsIn(directory)).toEqual([]);
  expect(backupsIn(directory)).toHaveLength(2);
  expect(await check('2026-03-02T03:01:00Z', env)).toMatchObject([{ ok: true }]);
  expect(await check('2026-03-02T09:01:00Z', env)).toMatchObject([
    { ok: false, found: expect.stringContaining('have not been copied since') },
  ]);
  expect(await at('2026-03-02T03:01:00Z', env)).toMatchObject({
    ...{ rows: undefined, deleted: [first] },
    files: { contents: 130, copied: 7, missing: 0 },
  });

  // A content that is damaged in the storage is not copied, and not hidden.
  const [more = ''] = (await storeFiles(1)).keys();
  const { blobs } = service.storage;
  const damaged: Storage = {
    ...service.storage,
    blobs: {
      ...blobs,
      read: async (place) =>
        place === more ? Readable.from([Buffer.from('x')]) : blobs.read(place),
    },
  };
  expect(await at('2026-03-03T03:00:00Z', env, damaged)).toMatchObject({
    files: { contents: 131, copied: 0, missing: 1 },
  });
  expect(await check('2026-03-03T03:01:00Z', env)).toMatchObject([
    { ok: false, found: expect.stringMatching(/^1 contents of files were missing or damaged/) },
  ]);
  for (const [place, content] of stored)
    expect(fs.readFileSync(join(directory, 'files', place)).equals(content)).toBe(true);
});

test('a failure before a clock was corrected delays nothing', async () => {
  const directory = newDirectory();
  const env = { BACKUP_DIR: directory };
  const full = { ...env, DISK_RESERVE_BYTES: '999999999999' };
  await expect(at('2036-03-01T03:00:00Z', full)).rejects.toThrow('is full');
  expect(await at('2026-03-01T03:00:00Z', env)).toMatchObject({ deleted: [] });
});

test('copies leave the reserved space free on a full disk', async (context) => {
  const disk = newDirectory();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=755', 'none', disk]);
  } catch {
    context.skip('nothing can be mounted here');
  }
  try {
    await storeFiles(40, 200_000);
    const env = { BACKUP_DIR: disk, DISK_RESERVE_BYTES: '2000000' };
    await expect(at('2026-03-01T03:00:00Z', env)).rejects.toMatchObject({ code: 'ENOSPC' });
    const { bavail, bsize } = fs.statfsSync(disk);
    expect(bavail * bsize).toBeGreaterThanOrEqual(2_000_000);
    expect(backupsIn(disk)).toHaveLength(1);
    expect(partsIn(disk)).toEqual([]);
    expect(await check('2026-03-01T03:01:00Z', env)).toMatchObject([
      { ok: false, found: expect.stringContaining('the disk is full') },
    ]);
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
});

test.runIf(hasObjectGateway)(
  'all contents are restored on an empty machine, also into a bucket, and copied from there',
  async () => {
    const stored = await storeFiles(25);
    const directory = newDirectory();
    const made = await at('2026-03-01T03:00:00Z', { BACKUP_DIR: directory });
    const files = join(directory, 'files');
    const bucket = await startObjectGateway();
    for (const FILES_URL of [undefined, bucket.url]) {
      const target = await newDatabase('empty');
      const DATA_DIR = newDirectory();
      const there = {
        ...onDatabase(target, service.secret),
        DATA_DIR,
        ...(FILES_URL && { FILES_URL }),
      };
      json(await pauta(['restore', made?.file ?? '', '--files', files, '--json'], there));
      for (const [place, content] of FILES_URL ? [] : stored)
        expect(fs.readFileSync(join(DATA_DIR, 'files', 'blobs', place)).equals(content)).toBe(true);
    }
    const config = readConfig({ FILES_URL: bucket.url });
    if (!config.FILES_URL) throw new Error('no FILES_URL');
    const remote: Storage = { ...service.storage, blobs: openBucket(config.FILES_URL, config) };
    for (const [place, content] of stored)
      expect((await contentOf(await remote.blobs.read(place))).equals(content)).toBe(true);
    const again = newDirectory();
    const fromBucket = await at('2026-03-01T03:00:00Z', { BACKUP_DIR: again }, remote);
    expect(fromBucket?.files).toMatchObject({ copied: made?.files?.contents, missing: 0 });
    for (const [place, content] of stored)
      expect(fs.readFileSync(join(again, 'files', place)).equals(content)).toBe(true);
  },
);
