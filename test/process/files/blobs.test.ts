import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDirectory } from '#server/features/files/directory-storage.ts';
import { openBucket } from '#server/features/files/s3-storage.ts';
import { BlobMissing, type BlobStore } from '#server/outbound/storage.ts';
import { type FilesUrl, readConfig, readFilesUrl } from '#server/platform/config.ts';
import { contentOf, scratch } from '#test/support/files/fixture.ts';
import {
  type Bucket,
  hasObjectGateway,
  startObjectGateway,
} from '#test/support/files/object-gateway.ts';
import { freePort } from '#test/support/http.ts';
import { cleanUp } from '#test/support/processes.ts';

/* Rules for every storage of bytes. */

afterAll(cleanUp);

const place = () => `team/ab/${randomBytes(8).toString('hex')}`;
const environment = readConfig({});

/** A local file before it is stored. */
function fileOf(directory: string, content: Buffer) {
  const path = join(directory, randomBytes(8).toString('hex'));
  writeFileSync(path, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, bytes: content.length, sha256 };
}

interface Kind {
  readonly name: string;
  readonly isHere: boolean;
  open(directory: string): Promise<BlobStore>;
}

const kinds: readonly Kind[] = [
  { name: 'a directory', isHere: true, open: async (path) => openDirectory(join(path, 'files')) },
  {
    name: "a bucket of Ceph's Object Gateway",
    isHere: hasObjectGateway,
    async open() {
      bucket = await startObjectGateway();
      return openBucket(urlOf(bucket.url), environment);
    },
  },
];
let bucket: Bucket | undefined;

function urlOf(text: string): FilesUrl {
  const url = readFilesUrl(text);
  if (!url) throw new Error('not a FILES_URL');
  return url;
}

describe.each(kinds)('$name', ({ isHere, open }) => {
  describe.skipIf(!isHere && !process.env.CI)('', () => {
    const directory = scratch();
    let blobs: BlobStore;
    beforeAll(async () => {
      blobs = await open(directory.path);
    });
    afterAll(async () => {
      await blobs.close();
      directory.remove();
    });
    const put = async (at: string, content: Buffer) =>
      blobs.put(at, fileOf(directory.path, content));
    const get = async (at: string, range?: { first: number; last: number }) =>
      contentOf(await blobs.read(at, range));

    test('returns stored content, whole and in parts', async () => {
      const [at, content] = [place(), randomBytes(3_000_000)];
      await put(at, content);
      expect((await get(at)).equals(content)).toBe(true);
      expect(await blobs.size(at)).toBe(3_000_000);
      expect(await get(at, { first: 0, last: 0 })).toEqual(content.subarray(0, 1));
      expect(await get(at, { first: 2_999_990, last: 2_999_999 })).toEqual(content.subarray(-10));
    });

    test('reports missing content, and removes it again silently', async () => {
      const at = place();
      await expect(blobs.read(at)).rejects.toBeInstanceOf(BlobMissing);
      expect(await blobs.size(at)).toBeUndefined();
      await blobs.remove(at);
      await put(at, Buffer.from('here'));
      await blobs.remove(at);
      await blobs.remove(at);
      expect(await blobs.size(at)).toBeUndefined();
    });

    test('accepts the same content at the same place concurrently', async () => {
      const [at, content] = [place(), randomBytes(100_000)];
      await put(at, content);
      // A concurrent reader reads all of it.
      const putting = Array.from({ length: 20 }, () => put(at, content));
      const reading = Array.from({ length: 20 }, async () => (await get(at)).equals(content));
      expect(await Promise.all(reading)).toEqual(Array(20).fill(true));
      await Promise.all(putting);
      expect((await get(at)).equals(content)).toBe(true);
    });

    test('describes itself without a secret', () => {
      expect(blobs.where).toMatch(/^the (directory|bucket) /);
      if (bucket) expect(blobs.where).not.toContain(bucket.secretAccessKey);
    });
  });
});

describe.skipIf(!hasObjectGateway && !process.env.CI)('a bucket', () => {
  const directory = scratch();
  afterAll(() => directory.remove());
  const there = () => {
    if (!bucket) throw new Error('the gateway has not been started');
    return bucket;
  };

  test('stores everything below its prefix', async () => {
    const blobs = openBucket(urlOf(there().url), environment);
    const at = place();
    await blobs.put(at, fileOf(directory.path, Buffer.from('content')));
    expect(await there().objects()).toContain(`some/prefix/${at}`);
    await blobs.close();
  });

  test('uses the keys of AWS_… if FILES_URL has none', async () => {
    const { bucket: name, endpoint, accessKeyId, secretAccessKey } = there();
    const config = readConfig({
      FILES_URL: `s3://${name}?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    });
    if (!config.FILES_URL) throw new Error('no FILES_URL');
    const blobs = openBucket(config.FILES_URL, config);
    expect(await blobs.size('nothing')).toBeUndefined();
    await blobs.close();
  });

  test.each([
    ['a wrong key', (url: string) => url.replace(/:[^:@]+@/, ':wrong@'), /answers 403/],
    [
      'a missing bucket',
      (url: string) => url.replace('@agency-files', '@no-files'),
      /answers 404 NoSuchBucket/,
    ],
  ])('%s is an error of the storage, and not a missing file', async (_, change, says) => {
    const blobs = openBucket(urlOf(change(there().url)), environment);
    const refused = await blobs.read(place()).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'UNAVAILABLE',
      cause: { message: expect.stringMatching(says) },
    });
    const file = fileOf(directory.path, Buffer.from('content'));
    await expect(blobs.put(place(), file)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await blobs.close();
  });

  test('refuses content that does not match its hash', async () => {
    const blobs = openBucket(urlOf(there().url), environment);
    const at = place();
    const file = { ...fileOf(directory.path, Buffer.from('content')), sha256: 'a'.repeat(64) };
    await expect(blobs.put(at, file)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await blobs.size(at)).toBeUndefined();
    await blobs.close();
  });
});

describe('an unreachable bucket', () => {
  test('is retried, then reported as a temporary error', async () => {
    const url = urlOf(`s3://a:b@bucket?endpoint=http://127.0.0.1:${await freePort()}`);
    const blobs = openBucket(url, environment);
    await expect(blobs.size('a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await blobs.close();
  });

  test('is retried after a temporary error, with the whole content', async () => {
    const directory = scratch();
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => {
        body += String(piece);
      });
      request.on('end', () => {
        bodies.push(body);
        response.writeHead(bodies.length < 3 ? 503 : 200).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const blobs = openBucket(
      urlOf(`s3://a:b@bucket?endpoint=http://127.0.0.1:${port}`),
      environment,
    );
    await blobs.put('a', fileOf(directory.path, Buffer.from('content')));
    expect(bodies).toEqual(['content', 'content', 'content']);
    await blobs.close();
    server.close();
    directory.remove();
  });
});

test('a directory is created when it is needed, for its owner only', async () => {
  const directory = scratch();
  const blobs = openDirectory(join(directory.path, 'files'));
  expect(await blobs.size('a/b')).toBeUndefined();
  expect(readdirSync(directory.path)).toEqual([]);
  await expect(blobs.read('../../etc/passwd')).rejects.toThrow('leads out of the directory');
  directory.remove();
});
