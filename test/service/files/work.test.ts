import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { teamStatement } from '#server/db/statement.ts';
import { deleteFile } from '#server/features/files/operations.ts';
import { type AboutFile, openFile, openPreview, storeFile } from '#server/features/files/store.ts';
import { sweepFiles } from '#server/features/files/sweeps.ts';
import { startFiles } from '#server/jobs/worker.ts';
import { perform } from '#server/operations/operation.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { makeLog } from '#server/platform/log.ts';
import { hasClamd, malware, startClamd } from '#test/support/files/clamd.ts';
import { contentOf, pieces, somePdf } from '#test/support/files/fixture.ts';
import { bomb, imageOf } from '#test/support/files/images.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';
import { cleanUp } from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';

/* The worker's tasks for files: previews, scanning, and removing unreferenced content. */

const service = useService();
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});
afterAll(cleanUp);

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
});
const work = (storage: Storage) =>
  running.push(startFiles(service.database, storage, makeLog('silent')));

const store = (content: Buffer, about: Partial<AboutFile> = {}, storage = service.storage) =>
  storeFile({ db: service.database.team(team.id), storage }, pieces(content), {
    name: 'imagem',
    purpose: 'upload',
    ...about,
  });
const files = (storage = service.storage) => ({ db: service.database.team(team.id), storage });
const blob = async (sha256: string) => {
  const [row] = await service.sql(
    `select * from blobs where team_id = $1 and sha256 = decode($2, 'hex')`,
    [team.id, sha256],
  );
  return row ?? {};
};
const settled = (sha256: string) =>
  until(async () => (await blob(sha256)).work_at === null, 60_000);

describe('previews', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('of %s', async (format) => {
    const { id, sha256, mediaType } = await store(await imageOf(format));
    expect(mediaType).toBe(`image/${format}`);
    expect(await openPreview(files(), id)).toBeUndefined();
    work(service.storage);
    await settled(sha256);
    const preview = await openPreview(files(), id);
    const { format: made, width, height } = await sharp(preview?.image).metadata();
    expect({ made, width, height }).toEqual({ made: 'webp', width: 480, height: 320 });
    expect(preview?.mediaType).toBe('image/webp');
  });

  test('are rotated according to the camera, and contain no other metadata', async () => {
    const turned = await sharp(await imageOf('jpeg', 900, 300))
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { id, sha256 } = await store(turned);
    work(service.storage);
    await settled(sha256);
    const preview = await openPreview(files(), id);
    const { width, height, exif } = await sharp(preview?.image).metadata();
    expect({ width, height, exif }).toEqual({ width: 160, height: 480, exif: undefined });
  });

  test('an image that unpacks over the limit is refused at once', async () => {
    await expect(store(bomb(50_000, 50_000, 1))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('50000 x 50000 pixels'),
    });
  });

  test('images that break their decoder get no preview, and the worker continues', async () => {
    const good = await imageOf('png', 301, 201);
    const hostile = [
      // Announces a huge size, is truncated, is empty.
      bomb(9_999, 9_999, 3),
      (await imageOf('jpeg', 2_001, 2_001)).subarray(0, 3_000),
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(500)]),
      // A TIFF without an end, a size for which none of our parsers read it.
      Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), Buffer.alloc(300, 0xff)]),
    ];
    const stored = [];
    for (const content of hostile) stored.push(await store(content));
    const last = await store(good);
    work(service.storage);
    const held = await store(bomb(100, 100, 10_000));
    for (const { sha256 } of [...stored, held, last]) await settled(sha256);
    // Bytes after the last row are not read.
    expect((await blob(held.sha256)).preview).toBe('ready');
    const previews = await Promise.all(stored.map(({ sha256 }) => blob(sha256)));
    expect(previews.map(({ preview }) => preview)).toEqual(Array(4).fill('failed'));
    expect(await openPreview(files(), last.id)).toBeDefined();
    // The file itself is unchanged.
    const [first] = stored;
    const { stream } = await openFile(files(), first?.id ?? '');
    expect((await contentOf(stream)).equals(hostile[0] ?? Buffer.alloc(0))).toBe(true);
  });

  test('an image whose decoder takes too much memory gets no preview', async () => {
    const all = sharp({
      create: {
        width: 9_999,
        height: 9_999,
        channels: 4,
        background: { r: 1, g: 2, b: 3, alpha: 0.5 },
      },
    });
    // Progressive: its rows come in seven passes, so all of it must be unpacked before the first row is complete.
    const { sha256 } = await store(await all.png({ progressive: true }).toBuffer());
    work(service.storage);
    await settled(sha256);
    expect((await blob(sha256)).preview).toBe('failed');
  });

  test('an SVG gets no preview', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const { sha256 } = await store(svg, { name: 'logo.svg' });
    expect(await blob(sha256)).toMatchObject({ preview: 'none', work_at: null });
  });
});

describe.skipIf(!hasClamd && !process.env.CI)('with clamd', () => {
  let scanning: Storage;
  beforeAll(async () => {
    const { scanner } = await startClamd();
    scanning = { ...service.storage, scanner };
  });
  const wait = {
    code: 'CONFLICT',
    message: 'This file has not been scanned yet; try again later.',
  };

  test('a file and its preview are served once the file has been scanned', async () => {
    const { id, sha256 } = await store(await imageOf('png', 77, 55), {}, scanning);
    await expect(openFile(files(scanning), id)).rejects.toMatchObject(wait);
    await expect(openPreview(files(scanning), id)).rejects.toMatchObject(wait);
    work(scanning);
    await settled(sha256);
    expect(await blob(sha256)).toMatchObject({ scan: 'clean', preview: 'ready' });
    (await openFile(files(scanning), id)).stream.destroy();
    expect(await openPreview(files(scanning), id)).toBeDefined();
  });

  test('an infected file is never served, and is not stored again', async () => {
    const content = Buffer.concat([somePdf(10_000), malware, somePdf(10_000)]);
    const { id, sha256 } = await store(content, { name: 'fatura.pdf' }, scanning);
    work(scanning);
    await settled(sha256);
    expect(await blob(sha256)).toMatchObject({
      scan: 'infected',
      scan_found: 'Pauta-Test.UNOFFICIAL',
    });
    const never = { code: 'FORBIDDEN', message: expect.stringContaining('malware') };
    // Also if the scanner was removed since.
    for (const storage of [scanning, service.storage]) {
      await expect(openFile(files(storage), id)).rejects.toMatchObject(never);
      await expect(store(content, { name: 'outra.pdf' }, storage)).rejects.toMatchObject(never);
    }
  });

  test('a file that clamd does not accept is not served, and the reason is stored', async () => {
    const { id, sha256 } = await store(somePdf(1_500_000), { name: 'big.pdf' }, scanning);
    work(scanning);
    await until(async () => (await blob(sha256)).scan_found !== null);
    expect(await blob(sha256)).toMatchObject({
      scan: 'pending',
      // The reason may be lost with the connection that clamd cuts.
      scan_found: expect.stringMatching(/INSTREAM size limit exceeded|StreamMaxLength/),
    });
    await expect(openFile(files(scanning), id)).rejects.toMatchObject(wait);
  });

  test('files stored before a scanner was configured are scanned too', async () => {
    const { id, sha256 } = await store(somePdf());
    await expect(openFile(files(scanning), id)).rejects.toMatchObject(wait);
    await sweepFiles(service.database, scanning, round);
    work(scanning);
    await settled(sha256);
    (await openFile(files(scanning), id)).stream.destroy();
  });
});

const round = { isStopping: () => false, isSteady: async () => true };
const sweep = () => sweepFiles(service.database, service.storage, round);
/** Backdates a team's blobs and files. */
const pass = async (interval: string) => {
  await service.sql(`update blobs set check_at = check_at - $2::interval where team_id = $1`, [
    team.id,
    interval,
  ]);
  await service.sql(`update files set deleted_at = deleted_at - $2::interval where team_id = $1`, [
    team.id,
    interval,
  ]);
};
const used = async () =>
  (await service.sql('select bytes::int from file_usage where team_id = $1', [team.id]))[0]
    ?.bytes as number;
const remove = (id: string) =>
  perform(
    deleteFile,
    {
      actor: { kind: 'operator' },
      team: { slug: team.slug, strictTaxIds: false },
      db: service.database.team(team.id),
      settings: { secrets: service.secrets, jidSuffix: '' },
    },
    { path: { id } },
  );
const bytesOf = async (place: unknown) => service.storage.blobs.size(String(place));

const dayIsOver = teamStatement(`
  update files set deleted_at = now() - interval '2 days' where team_id = $team and deleted_at is not null`);
const toBeChecked = teamStatement(`
  update blobs set check_at = now() - interval '1 second' where team_id = $team and check_at > now() + interval '2 hours'`);

describe('removing', () => {
  test('the bytes of a deleted file are removed a day later if no other file holds them', async () => {
    const content = somePdf(5_000);
    const [one, two] = [
      await store(content, { name: 'a.pdf' }),
      await store(content, { name: 'b.pdf' }),
    ];
    const { place } = await blob(one.sha256);
    const before = await used();
    const deleted = await remove(one.id);
    expect(await remove(one.id)).toEqual(deleted);
    await expect(openFile(files(), one.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await pass('25 hours');
    await sweep();
    expect(await bytesOf(place)).toBe(5_000);
    await remove(two.id);
    await pass('23 hours');
    await sweep();
    expect(await bytesOf(place)).toBe(5_000);
    await pass('2 hours');
    expect(await sweep()).toMatchObject({ blobs: 1 });
    expect(await bytesOf(place)).toBeUndefined();
    expect(await used()).toBe(before - 5_000);
    expect(await blob(one.sha256)).toEqual({});
    expect(await service.sql('select place from blob_removals')).toEqual([]);
  });

  test('content that is stored again in between is kept', async () => {
    const content = somePdf(5_000);
    const one = await store(content, { name: 'a.pdf' });
    await remove(one.id);
    await pass('25 hours');
    const again = await store(content, { name: 'again.pdf' });
    await sweep();
    const { stream } = await openFile(files(), again.id);
    expect(await contentOf(stream)).toEqual(content);
  });

  test('under concurrent stores and removals every existing file keeps its bytes', async () => {
    const content = somePdf(20_000);
    const expectedIds = new Set<string>();
    let last = Promise.resolve();
    const inTurn = (run: () => Promise<void>) => {
      last = last.then(run);
      return last;
    };
    const storing = async (times: number) => {
      for (let i = 0; i < times; i++) {
        const { id } = await store(content, { name: `${i}.pdf` });
        if (i % 5 === 0) expectedIds.add(id);
        else {
          await remove(id);
          // Backdates the waiting day, but not the hour that protects running stores. One after the other: each changes every row.
          await inTurn(async () => {
            await files().db.run(dayIsOver);
            await files().db.run(toBeChecked);
          });
        }
      }
    };
    let isOver = false;
    const sweeping = (async () => {
      while (!isOver) await sweep();
    })();
    await Promise.all(Array.from({ length: 6 }, () => storing(25)));
    isOver = true;
    await sweeping;
    expect(expectedIds.size).toBe(30);
    for (const id of expectedIds) {
      const { stream } = await openFile(files(), id);
      expect((await contentOf(stream)).equals(content)).toBe(true);
    }
  });

  test('a store that was killed between its steps leaves nothing', async () => {
    const content = somePdf(7_000);
    const before = await used();
    // The row and the bytes exist; the file does not.
    const { put } = service.storage.blobs;
    const killed: Storage = {
      ...service.storage,
      blobs: {
        ...service.storage.blobs,
        async put(place, file) {
          await put(place, file);
          throw new Error('killed');
        },
      },
    };
    await expect(store(content, { name: 'a.pdf' }, killed)).rejects.toThrow('killed');
    await sweep();
    expect(await used()).toBe(before + 7_000);
    await pass('2 hours');
    await sweep();
    expect(await used()).toBe(before);
    const root = join(await service.storage.incoming(), '../blobs');
    const there = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const [blobCount] = await service.sql('select count(*)::int as n from blobs');
    expect(there.length).toBe(blobCount?.n);
  });
});
