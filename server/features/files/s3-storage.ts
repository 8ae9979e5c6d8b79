import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Dispatcher } from 'undici';
import { BlobMissing, type BlobStore } from '#server/outbound/storage.ts';
import type { Config, FilesUrl } from '#server/platform/config.ts';
import { ApiError } from '#server/platform/errors.ts';

/*
 * Stores blobs as objects in an S3 bucket: PUT, GET, HEAD and DELETE, signed with AWS Signature Version 4. Uploads are signed with their
 * content hash, so the store refuses incomplete ones.
 */

type Credentials = Pick<
  Config,
  'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN' | 'AWS_REGION'
>;

const defaultRegion = 'us-east-1';
/** Hash of an empty body. */
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const connectMs = 5_000;
const responseTimeoutMs = 30_000;
/** Max time without data while reading a body. */
const standstillMs = 60_000;
const maxConnections = 64;
/** Delays before retries after a transient error. */
const waitsMs = [200, 1_000];
/** Max characters read of an error response. */
const maxWords = 2_048;

const unavailable = (cause: unknown) =>
  new ApiError('UNAVAILABLE', 'The storage of files is out of reach; try again later.', { cause });

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  readonly place: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sha256?: string;
  /** Called for each attempt. */
  readonly body?: () => Readable;
}

type Answer = Dispatcher.ResponseData;

/** Error response in one line: `403 AccessDenied`. */
async function reasonOf({ statusCode, body }: Answer): Promise<{ code: string; text: string }> {
  let words = '';
  for await (const piece of body) {
    if (words.length < maxWords) words += String(piece);
  }
  const code = /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(words)?.[1] ?? '';
  return { code, text: `${statusCode} ${code}`.trim() };
}

/** Base URL of the bucket: virtual-hosted or path style. */
function baseOf({ bucket, prefix, endpoint, isPathStyle }: FilesUrl, region: string): URL {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (isPathStyle) url.pathname = `/${bucket}/${prefix}`;
  else {
    url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = `/${prefix}`;
  }
  return url;
}

export function openBucket(where: FilesUrl, environment: Credentials): BlobStore {
  const region = where.region ?? environment.AWS_REGION ?? defaultRegion;
  const {
    AWS_ACCESS_KEY_ID: id = '',
    AWS_SECRET_ACCESS_KEY: secret = '',
    AWS_SESSION_TOKEN: token,
  } = environment;
  const credentials = where.credentials ?? {
    accessKeyId: id,
    secretAccessKey: secret,
    ...(token === undefined ? {} : { sessionToken: token }),
  };
  const base = baseOf(where, region);
  let opened: Promise<Pick<typeof import('undici'), 'request'> & { agent: Dispatcher }> | undefined;
  // Loads undici on first use: it is slow to load, and most commands do not need it.
  const open = () => {
    opened ??= import('undici').then(({ Agent, request }) => ({
      request,
      agent: new Agent({
        connections: maxConnections,
        connect: { timeout: connectMs },
        headersTimeout: responseTimeoutMs,
        bodyTimeout: standstillMs,
      }),
    }));
    return opened;
  };
  /** Cached signing keys, by day. */
  const cache = new Map<string, ArrayBuffer>();

  async function askOnce({
    method,
    place,
    headers = {},
    sha256 = nothing,
    body,
  }: S3Request): Promise<Answer> {
    const url = new URL(place, base);
    const signer = new AwsV4Signer({
      ...credentials,
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      service: 's3',
      region,
      cache,
    });
    const { headers: signed } = await signer.sign();
    const { request, agent } = await open();
    return request(url, {
      method,
      headers: Object.fromEntries(signed),
      body: body?.() ?? null,
      dispatcher: agent,
    });
  }

  /** @returns a successful response; undefined if the object does not exist @throws ApiError UNAVAILABLE */
  async function ask(request: S3Request): Promise<Answer | undefined> {
    for (let tries = 0; ; tries += 1) {
      const answer = await askOnce(request).catch((error: Error) => error);
      let reason: Error;
      let isPassing = true;
      if (answer instanceof Error) reason = answer;
      else {
        const { statusCode } = answer;
        if (statusCode < 300) return answer;
        const { code, text } = await reasonOf(answer);
        if (statusCode === 404 && (request.method === 'HEAD' || code === 'NoSuchKey'))
          return undefined;
        reason = new Error(`the bucket ${where.bucket} answers ${text}`);
        isPassing = statusCode >= 500 || statusCode === 429 || code === 'RequestTimeout';
      }
      const wait = waitsMs[tries];
      if (!isPassing || wait === undefined) throw unavailable(reason);
      await sleep(wait);
    }
  }

  return {
    where: `the bucket ${where.bucket}${where.prefix && `, below ${where.prefix}`}${where.endpoint ? ` at ${where.endpoint}` : ''}`,
    async put(place, { path, bytes, sha256 }) {
      const answer = await ask({
        method: 'PUT',
        place,
        sha256,
        headers: { 'content-length': String(bytes), 'content-type': 'application/octet-stream' },
        body: () => createReadStream(path),
      });
      if (!answer)
        throw unavailable(new Error(`the bucket ${where.bucket} does not accept objects`));
      await answer.body.dump();
    },
    async read(place, range) {
      const headers = range ? { range: `bytes=${range.first}-${range.last}` } : {};
      const answer = await ask({ method: 'GET', place, headers });
      if (!answer) throw new BlobMissing(place);
      return answer.body;
    },
    async size(place) {
      const answer = await ask({ method: 'HEAD', place });
      if (!answer) return undefined;
      await answer.body.dump();
      return Number(answer.headers['content-length']);
    },
    async remove(place) {
      const answer = await ask({ method: 'DELETE', place });
      await answer?.body.dump();
    },
    close: async () => (await opened)?.agent.destroy(),
  };
}
