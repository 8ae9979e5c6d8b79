import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AboutFile, storeFile } from '#server/features/files/store.ts';
import { sweepFiles } from '#server/features/files/sweeps.ts';
import { maxOpenUploads } from '#server/features/files/uploads.ts';
import { uploadBody } from '#server/http/upload-body.ts';
import type { Disk, Storage } from '#server/outbound/storage.ts';
import { scratch, somePdf, storageIn } from '#test/support/files/fixture.ts';
import { startApp, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, ownPage } from '#test/support/people.ts';

/* Unfinished uploads: their limits, and how they end. */

const service = useService();
const directory = scratch();
afterAll(() => directory.remove());

let team: TestTeam;
beforeEach(async () => {
  team = await service.team();
});

/** An upload whose first bytes have arrived. */
function open(storage: Storage, about: Partial<AboutFile> = {}, first = 1_000, of = team) {
  const body = new PassThrough();
  body.write(somePdf(first));
  const stored = storeFile({ db: service.database.team(of.id), storage }, body, {
    name: 'proposta.pdf',
    purpose: 'upload',
    ...about,
  });
  const outcome = stored.then(
    () => 'stored',
    (error: { code?: string }) => error.code,
  );
  return { body, outcome };
}
const openIn = async (of = team) =>
  (await service.sql('select count(*)::int as n from uploads where team_id = $1', [of.id]))[0]?.n;

describe('unfinished uploads', () => {
  test('count against the team’s quota by their announced length', async () => {
    const storage = storageIn(directory.path, { mostTeamBytes: 5_000 });
    const first = open(storage, { bytes: 3_000 });
    await expect.poll(() => openIn()).toBe(1);
    expect(await open(storage, { bytes: 3_000 }).outcome).toBe('CONFLICT');
    const fits = open(storage, { bytes: 1_000 });
    fits.body.end();
    expect(await fits.outcome).toBe('stored');
    first.body.destroy();
    expect(await first.outcome).not.toBe('stored');
    const next = open(storage, { bytes: 3_000 }, 3_000);
    next.body.end();
    expect(await next.outcome).toBe('stored');
    expect(await openIn()).toBe(0);
  });

  test('count by their received bytes if they announce no length', async () => {
    const storage = storageIn(directory.path, { mostTeamBytes: 1_000_000 });
    const first = open(storage, {}, 600_000);
    const written = async () =>
      (
        await service.sql('select bytes::int from uploads where team_id = $1 and bytes >= 600000', [
          team.id,
        ])
      ).length;
    await expect.poll(written).toBe(1);
    expect(await open(storage, {}, 600_000).outcome).toBe('CONFLICT');
    first.body.end();
    expect(await first.outcome).toBe('stored');
  });

  test('are limited per member and per team, without affecting other teams', async () => {
    const storage = storageIn(directory.path);
    const openMany = async (n: number, createdBy: string) => {
      const before = Number(await openIn());
      const all = Array.from({ length: n }, () => open(storage, { createdBy }));
      await expect.poll(() => openIn()).toBe(before + n);
      return all;
    };
    const members: string[] = [];
    for (let i = 0; i <= maxOpenUploads.team / maxOpenUploads.member; i += 1)
      members.push((await makePerson(service, team, 'member')).userId);
    const [ana = '', ...others] = members;
    const all = await openMany(maxOpenUploads.member, ana);
    expect(await open(storage, { createdBy: ana }).outcome).toBe('TEAM_BUSY');
    for (const each of others.slice(1)) all.push(...(await openMany(maxOpenUploads.member, each)));
    expect(await open(storage, { createdBy: others[0] }).outcome).toBe('TEAM_BUSY');
    const otherTeam = await service.team();
    const theirs = open(storage, {}, 1_000, otherTeam);
    theirs.body.end();
    expect(await theirs.outcome).toBe('stored');
    for (const { body } of all) body.end();
    expect(new Set(await Promise.all(all.map(({ outcome }) => outcome)))).toEqual(
      new Set(['stored']),
    );
  });

  test('of a killed process count for two minutes and are then removed', async () => {
    const storage = storageIn(directory.path, { mostTeamBytes: 5_000 });
    const leave = (expires: string) =>
      service.sql(
        `insert into uploads (team_id, id, bytes, expires_at) values ($1, $2, 4500, now() + $3::interval)`,
        [team.id, uuidv7(), expires],
      );
    await leave('1 minute');
    expect(await open(storage, { bytes: 1_000 }).outcome).toBe('CONFLICT');
    await service.sql(
      `update uploads set expires_at = now() - interval '1 second' where team_id = $1`,
      [team.id],
    );
    const next = open(storage, { bytes: 1_000 });
    next.body.end();
    expect(await next.outcome).toBe('stored');
    await leave('-2 minutes');
    const round = { isStopping: () => false, isSteady: async () => true };
    expect(await sweepFiles(service.database, service.storage, round)).toMatchObject({
      expired_uploads: 1,
    });
  });
});

describe('the disk reserve', () => {
  const diskWith = (...free: number[]): Disk => ({
    freeBytes: async () => (free.length > 1 ? free.shift() : free[0]) ?? 0,
    reserveBytes: 8_000_000,
    holdsDatabase: true,
  });

  test('stays free of uploads that announce too much and of those that grow', async () => {
    const announced = storageIn(directory.path, { disk: diskWith(8_500_000) });
    expect(await open(announced, { bytes: 600_000 }).outcome).toBe('UNAVAILABLE');
    const grown = storageIn(directory.path, { disk: diskWith(100_000_000, 7_999_999) });
    expect(await open(grown, {}, 4_500_000).outcome).toBe('UNAVAILABLE');
    const fits = open(announced, { bytes: 1_000 });
    fits.body.end();
    expect(await fits.outcome).toBe('stored');
    expect(readdirSync(await announced.incoming())).toEqual([]);
    expect(await openIn()).toBe(0);
  });

  test.each([
    [8_000_000, 200, { status: 'ready' }],
    [7_999_999, 200, { status: 'ready', warning: 'the disk is nearly full: uploads are refused' }],
    [999_999, 503, { status: 'unavailable', reason: 'the disk is full' }],
  ])('readiness with %i free bytes of 8,000,000: %i', async (free, status, body) => {
    const storage = storageIn(directory.path, { disk: diskWith(free) });
    const { database, keys, secrets, messaging } = service;
    const limit = { perMinute: 0 } as Parameters<typeof startApp>[2];
    const app = await startApp(database, keys, limit, secrets, messaging, undefined, storage);
    const answer = await app.inject('/health/ready');
    expect([answer.statusCode, answer.json()]).toEqual([status, body]);
    await app.close();
  });
});

describe('the body of an upload', () => {
  const pace = { bytes: 100, everyMs: 20 };

  test('must keep a minimum pace; time spent waiting for the service does not count', async () => {
    const dripping = new PassThrough();
    const drip = setInterval(() => dripping.write('x'), 5);
    const read = async () => {
      for await (const _ of uploadBody(dripping, pace));
    };
    await expect(read()).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('too slowly'),
    });
    clearInterval(drip);

    const quick = new PassThrough();
    quick.write('first');
    let pieces = 0;
    for await (const _ of uploadBody(quick, pace)) {
      pieces += 1;
      // The service is slow to read the first piece: several intervals pass.
      if (pieces === 1) await new Promise((resolve) => setTimeout(resolve, 3 * pace.everyMs));
      if (pieces === 1) quick.end('last');
    }
    expect(pieces).toBe(2);
  });

  test('that breaks off leaves nothing and logs no error of the service', async () => {
    const error = vi.spyOn(service.app.log, 'error');
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const person = await makePerson(service, team, 'member');
    const task = await team.create('tasks');
    const { port } = service.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const headers = { ...ownPage, host: 'localhost', cookie: `pauta_session=${person.token}` };
    socket.write(
      `POST /api/panel/teams/${team.slug}/files?name=a.pdf&record_type=tasks&record_id=${task.id} HTTP/1.1\r\n` +
        `content-type: application/pdf\r\ncontent-length: 100000\r\n${Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n%PDF-1.7`,
    );
    await expect.poll(() => openIn()).toBe(1);
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
    await expect.poll(() => openIn()).toBe(0);
    expect(readdirSync(await service.storage.incoming())).toEqual([]);
    expect(error).not.toHaveBeenCalled();
  });
});
