import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AboutFile, openFile, storeFile } from '#server/features/files/store.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { contentOf, pieces, scratch, somePdf, storageIn } from '#test/support/files/fixture.ts';
import { type TestTeam, useSharedService } from '#test/support/harness.ts';

const service = useSharedService();
const directory = scratch();
afterAll(() => directory.remove());

let team: TestTeam;
let storage: Storage;
beforeAll(async () => {
  team = await service.team();
  storage = service.storage;
});

const db = (of = team) => service.database.team(of.id);
const store = (content: Buffer, about: Partial<AboutFile> = {}, at = storage, of = team) =>
  storeFile({ db: db(of), storage: at }, pieces(content), {
    name: 'proposta.pdf',
    purpose: 'upload',
    ...about,
  });
const blobsOf = async (of: TestTeam) =>
  (await service.sql('select count(*)::int as n from blobs where team_id = $1', [of.id]))[0]?.n;

test('a file is read back unchanged', async () => {
  const content = somePdf(300_000);
  const file = await store(content);
  expect(file).toEqual({
    id: file.id,
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: 300_000,
    mediaType: 'application/pdf',
    name: 'proposta.pdf',
  });
  const { stream, ...opened } = await openFile({ db: db(), storage }, file.id);
  expect(opened).toEqual({ ...file, range: { first: 0, last: 299_999 } });
  expect((await contentOf(stream)).equals(content)).toBe(true);
  const part = await openFile({ db: db(), storage }, file.id, () => ({ first: 10, last: 19 }));
  expect(await contentOf(part.stream)).toEqual(content.subarray(10, 20));
  expect(readdirSync(await storage.incoming())).toEqual([]);
});

test("another team's file looks like one that does not exist", async () => {
  const theirs = await service.team();
  const { id } = await store(somePdf(), {}, storage, theirs);
  const refusal = (which: string) => openFile({ db: db(), storage }, which).catch(String);
  expect(await refusal(id)).toBe(await refusal(randomUUID()));
  expect(await refusal(id)).toBe('ApiError: No file has this id.');
});

test('the same content is stored once per team under concurrency, and separately in each team', async () => {
  const [ours, theirs] = [await service.team(), await service.team()];
  const content = somePdf(100_000);
  const files = await Promise.all(
    Array.from({ length: 50 }, (_, i) => store(content, { name: `copy ${i}.pdf` }, storage, ours)),
  );
  expect(new Set(files.map(({ id }) => id)).size).toBe(50);
  await store(content, {}, storage, theirs);
  expect([await blobsOf(ours), await blobsOf(theirs)]).toEqual([1, 1]);
  const rows = await service.sql(
    'select u.bytes::int, b.place from file_usage u join blobs b using (team_id) where team_id = any ($1)',
    [[ours.id, theirs.id]],
  );
  expect(rows.map(({ bytes }) => bytes)).toEqual([100_000, 100_000]);
  expect(new Set(rows.map(({ place }) => place)).size).toBe(2);
  for (const { id } of files.slice(0, 3)) {
    const { stream } = await openFile({ db: db(ours), storage }, id);
    expect((await contentOf(stream)).equals(content)).toBe(true);
  }
});

test('storing again under the same id returns the existing file', async () => {
  const id = randomUUID();
  const content = somePdf();
  const first = await store(content, { id });
  expect(await store(content, { id, name: 'other.pdf' })).toEqual(first);
});

describe('refuses', () => {
  const refusal = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => ({ code: 'none' }),
      (refused: { code: string; message: string }) => refused,
    );
    expect(readdirSync(await storage.incoming())).toEqual([]);
    return error;
  };

  test('a file over the size limit, before the rest is read', async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 65_536;
        yield Buffer.alloc(65_536, 'a');
      }
    }
    const work = storeFile({ db: db(), storage }, endless(), { name: 'a.txt', purpose: 'upload' });
    expect(await refusal(work)).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'A file can have at most 10000000 bytes (FILE_MAX_BYTES).',
    });
    expect(read).toBeLessThan(10_000_000 + 2 * 65_536);
  });

  test('an empty file', async () => {
    expect(await refusal(store(Buffer.alloc(0)))).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('an upload that breaks off', async () => {
    async function* broken() {
      yield somePdf();
      throw new Error('the connection was lost');
    }
    const work = storeFile({ db: db(), storage }, broken(), { name: 'a.pdf', purpose: 'upload' });
    expect(String(await refusal(work))).toBe('Error: the connection was lost');
  });

  test('content over the team’s quota; content that the team already has takes no space', async () => {
    const ours = await service.team();
    const small = storageIn(directory.path, { mostTeamBytes: 2_500 });
    const content = somePdf(1_000);
    await store(content, {}, small, ours);
    const many = await Promise.allSettled(
      Array.from({ length: 8 }, () => store(somePdf(1_000), {}, small, ours)),
    );
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(many.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        code: 'CONFLICT',
        message: expect.stringMatching(/at most 2500 bytes together.*TEAM_FILE_BYTES/),
      },
    });
    await store(content, { name: 'again.pdf' }, small, ours);
    expect(await blobsOf(ours)).toBe(2);
  });
});
