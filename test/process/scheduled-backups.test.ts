import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { BackupSource } from '#server/features/installation/backups/make-backup.ts';
import { verifyBackupFile } from '#server/features/installation/backups/make-backup.ts';
import { backUpIfDue } from '#server/features/installation/backups/scheduled-backup.ts';
import { checkBackups } from '#server/features/installation/checks/backups.ts';
import { readConfig } from '#server/platform/config.ts';
import { json } from '#test/support/commands.ts';
import { useService } from '#test/support/harness.ts';
import { freePort, request } from '#test/support/http.ts';
import {
  cleanUp,
  connectTo,
  newDatabase,
  newDirectory,
  onDatabase,
  pauta,
  serve,
} from '#test/support/processes.ts';
import { eventually, until } from '#test/support/wait.ts';

/* Backups by BACKUP_SCHEDULE: made by one node, restored, kept and deleted, and reported when they fail. */

const service = useService({ workers: 0 });
afterAll(cleanUp);

const modeOf = (path: string) => fs.statSync(path).mode & 0o777;
const backupsIn = (directory: string) =>
  fs.readdirSync(directory).filter((name) => name.endsWith('.backup'));

const source = (): BackupSource => ({
  connection: service.connection,
  platform: service.database.platform,
  secrets: service.secrets,
});
const configOf = (env: Record<string, string>) => {
  const config = readConfig({ DISK_RESERVE_BYTES: '0', ...env });
  return { ...config, BACKUP_DIR: config.BACKUP_DIR ?? '' };
};

/** Runs the schedule once, at a time. */
const at = (time: string, env: Record<string, string>, signal = new AbortController().signal) =>
  backUpIfDue(source(), service.storage, configOf(env), () => new Date(time), signal);

test('one of two nodes makes the backup; it is restored with its files, and doctor, health and metrics know it', async () => {
  const team = await service.team();
  await team.create('clients', { type: 'PJ', name: 'Padaria Guardada' });
  const directory = join(newDirectory(), 'backups');
  const DATA_DIR = newDirectory();
  const metrics = await freePort();
  const env = {
    ...onDatabase(service.connection, service.secret),
    ...{ DATA_DIR, BACKUP_DIR: directory, BACKUP_FILES: 'on', RATE_LIMIT_PER_MINUTE: '0' },
  };
  const nodes = await Promise.all([serve({ ...env, METRICS_PORT: String(metrics) }), serve(env)]);
  await until(() => fs.existsSync(directory) && backupsIn(directory).length > 0);
  await until(() => nodes.some((node) => node.log().some(({ msg }) => msg === 'made a backup')));
  const [name = '', ...others] = backupsIn(directory);
  expect(others).toEqual([]);
  expect([modeOf(directory), modeOf(join(directory, name))]).toEqual([0o700, 0o600]);
  const { text } = await request(`http://127.0.0.1:${metrics}/metrics`);
  const sampleOf = (metric: string) => Number(new RegExp(`^${metric} (.+)$`, 'm').exec(text)?.[1]);
  expect(sampleOf('pauta_backup_bytes')).toBe(fs.statSync(join(directory, name)).size);
  expect(new Date(sampleOf('pauta_backup_time_seconds') * 1_000).toISOString().slice(0, 10)).toBe(
    name.slice(6, 16),
  );
  const ready = await request(`${nodes[0]?.origin}/health/ready`);
  expect(JSON.parse(ready.text)).toEqual({ status: 'ready' });
  const examined = await pauta(['doctor', '--json'], env);
  expect((JSON.parse(examined.stdout) as { checks: unknown[] }).checks).toContainEqual({
    name: 'backups',
    ok: true,
    found: expect.stringMatching(/^1 in .*with contents of files$/),
  });
  await Promise.all(nodes.map((node) => node.stop()));

  const target = await newDatabase('empty');
  const there = { ...onDatabase(target, service.secret), DATA_DIR: newDirectory() };
  json(await pauta(['restore', join(directory, name), '--json'], there));
  const client = await connectTo(target);
  const { rows } = await client.query('select name from clients where team_id = $1', [team.id]);
  expect(rows).toEqual([{ name: 'Padaria Guardada' }]);
});

test('one backup is made a day, and expired ones are deleted only after a new one', async () => {
  const directory = newDirectory();
  const env = {
    BACKUP_DIR: directory,
    BACKUP_SCHEDULE: '02:30',
    BACKUP_KEEP: '2d',
    BACKUP_FILES: 'on',
  };
  const foreign = ['notes.txt', 'pauta-2026-01-01.backup', 'pauta-2099-01-01T030000Z.backup'];
  for (const name of foreign) fs.writeFileSync(join(directory, name), 'x');
  // A killed process left this: it is no backup, and goes with the next one.
  const left = 'pauta-2026-03-01T023000Z.backup.0a1b2c3d.part';
  fs.writeFileSync(join(directory, left), 'half');
  const first = await at('2026-03-01T10:00:00Z', env);
  expect(first).toMatchObject({ deleted: [], files: { contents: 0, copied: 0, missing: 0 } });
  expect(fs.existsSync(join(directory, left))).toBe(false);
  expect(await at('2026-03-02T02:29:59Z', env)).toBeUndefined();
  const second = await at('2026-03-02T02:30:00Z', env);
  expect(second?.deleted).toEqual([]);
  const third = await at('2026-03-05T23:00:00Z', env);
  expect(third?.deleted).toEqual(['pauta-2026-03-01T100000Z.backup']);
  expect(backupsIn(directory).sort()).toEqual(
    [
      ...foreign.slice(1),
      'pauta-2026-03-02T023000Z.backup',
      'pauta-2026-03-05T230000Z.backup',
    ].sort(),
  );
  expect(await verifyBackupFile(third?.file ?? '')).toBe(third?.rows);
});

test('a failed backup leaves nothing, keeps the last one, and is reported until the next succeeds', async () => {
  const directory = newDirectory();
  const env = { BACKUP_DIR: directory };
  const check = (now: string, more = {}) =>
    checkBackups(configOf({ ...env, ...more }), new Date(now));
  await at('2026-03-01T03:00:00Z', env);
  const [good = ''] = backupsIn(directory);
  const full = { ...env, DISK_RESERVE_BYTES: '999999999999' };
  expect(await check('2026-03-01T04:00:00Z', full)).toMatchObject([
    { ok: false, found: expect.stringContaining('too few for the next backup') },
  ]);
  await expect(at('2026-03-02T03:00:00Z', full)).rejects.toThrow('is full');
  expect(backupsIn(directory)).toEqual([good]);
  expect(fs.readdirSync(directory).filter((name) => name.includes('.part'))).toEqual([]);
  expect(await check('2026-03-02T03:01:00Z')).toMatchObject([
    {
      ok: false,
      found: expect.stringMatching(/failed: the disk is full; the newest backup.*2026-03-01/),
      advice: expect.stringContaining('BACKUP_KEEP'),
    },
  ]);
  // Not again at once; then it succeeds.
  expect(await at('2026-03-02T03:14:00Z', env)).toBeUndefined();
  expect(await at('2026-03-02T03:15:00Z', env)).toMatchObject({ deleted: [] });
  expect(await check('2026-03-02T03:16:00Z')).toMatchObject([{ ok: true }]);
  // Stopped in the middle: nothing is reported, since the next start makes it.
  const stopping = new AbortController();
  const stopped = at('2026-03-03T03:00:00Z', env, stopping.signal);
  stopping.abort();
  await expect(stopped).rejects.toThrow();
  expect(backupsIn(directory)).toHaveLength(2);
  expect(await check('2026-03-03T03:01:00Z')).toMatchObject([{ ok: true }]);
  expect(await check('2026-03-03T09:01:00Z')).toMatchObject([
    { ok: false, found: expect.stringContaining('was due at 2026-03-03T03:00:00.000Z') },
  ]);
  expect(await checkBackups(readConfig({}))).toEqual([]);
  expect(
    await check('2026-03-03T09:01:00Z', { BACKUP_DIR: join(directory, 'none') }),
  ).toMatchObject([{ ok: false, found: expect.stringContaining('cannot be read') }]);
});

test('a disk that is really full, and a process killed in the middle, leave no file that looks whole', async (context) => {
  const disk = newDirectory();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8k,mode=755', 'none', disk]);
  } catch {
    context.skip('nothing can be mounted here');
  }
  try {
    const env = { BACKUP_DIR: disk };
    await service.team();
    await expect(at('2026-03-01T03:00:00Z', env)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(fs.readdirSync(disk).filter((name) => name.startsWith('pauta-'))).toEqual([]);
    expect(await checkBackups(configOf(env), new Date('2026-03-01T09:30:00Z'))).toMatchObject([
      { ok: false },
    ]);
  } finally {
    execFileSync('umount', ['-l', disk]);
  }

  // Enough rows that the backup takes a moment.
  await service.sql(`create table ballast (team_id uuid not null, id int, text text)`);
  await service.sql(
    `insert into ballast select gen_random_uuid(), i, md5(random()::text) || md5(random()::text) from generate_series(1, 400000) i`,
  );
  const directory = newDirectory();
  const env = { ...onDatabase(service.connection, service.secret), BACKUP_DIR: directory };
  const node = await serve(env);
  await eventually(() => {
    if (!fs.readdirSync(directory).some((name) => name.endsWith('.part')))
      throw new Error('not yet');
    node.child.kill('SIGKILL');
  });
  await node.ended;
  expect(backupsIn(directory)).toEqual([]);
  await service.sql('drop table ballast');
  const again = await serve(env);
  await until(() => backupsIn(directory).length === 1);
  await until(() => again.log().some(({ msg }) => msg === 'made a backup'));
  expect(fs.readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
  await again.stop();
});
