import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A push service and its browsers, written from RFC 8030 (requests), RFC 8188 and 8291 (encryption), and RFC 8292 (identification). It accepts only
 * requests that conform to these, and decrypts each message as the browser would.
 */

/** A message as its browser reads it. */
export interface PushedMessage {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly tag: string;
  readonly lang: string;
}

export interface TestBrowser {
  /** As in the browser's PushSubscription. */
  readonly subscription: {
    readonly endpoint: string;
    readonly p256dh: string;
    readonly auth: string;
  };
  readonly messages: PushedMessage[];
}

/** An answer to a request: a status, also with headers, or none. */
type Behaviour =
  | number
  | { readonly status: number; readonly headers: Record<string, string> }
  | 'silence';

export interface TestPushService {
  readonly origin: string;
  /** Answers to further valid requests, in order; then it accepts them. */
  readonly behaviours: Behaviour[];
  /** Called with each valid request before it is answered. */
  onRequest: (() => Promise<unknown>) | undefined;
  /** Number of requests. */
  readonly requests: number;
  /** Reasons for which requests were refused. */
  readonly problems: string[];
  /** Subscribes a new browser. @param key public key of the application server */
  subscribe(key: string): TestBrowser;
  stop(): Promise<void>;
}

interface Subscription {
  readonly browser: TestBrowser;
  readonly ecdh: ECDH;
  readonly auth: Buffer;
  readonly key: string;
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Decrypts a message (RFC 8188 with the keys of RFC 8291). @throws Error if it is not as they require */
function decrypt(body: Buffer, { ecdh, auth }: Subscription): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (keyLength !== 65) throw new Error('the key id is not a public key');
  if (record.length > recordSize) throw new Error('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('the last record has no delimiter');
  return padded.subarray(0, end).toString('utf8');
}

const jsonOf = (part: string) =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;

/** Checks who sends a message (RFC 8292). @throws Error if the push service must refuse it */
function identify(header: string | undefined, origin: string, expected: string): void {
  const parts = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(header ?? '');
  const [, head = '', claims = '', signature = '', k = ''] = parts ?? [];
  if (!parts) throw new Error('no vapid authorization');
  if (k !== expected) throw new Error('another application server');
  if (jsonOf(head).alg !== 'ES256') throw new Error('not ES256');
  const point = Buffer.from(k, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const key = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  });
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isGenuine) throw new Error('a wrong signature');
  const { aud, exp, sub } = jsonOf(claims);
  if (aud !== origin) throw new Error(`the audience ${String(aud)}`);
  const left = Number(exp) - Date.now() / 1_000;
  if (!(left > 0 && left <= 24 * 3_600)) throw new Error(`expires in ${left} seconds`);
  if (!/^(mailto:|https:)/.test(String(sub))) throw new Error(`the subject ${String(sub)}`);
}

export async function startPushService(): Promise<TestPushService> {
  const subscriptions = new Map<string, Subscription>();
  const behaviours: Behaviour[] = [];
  const problems: string[] = [];
  const hooks: Pick<TestPushService, 'onRequest'> = { onRequest: undefined };
  let requests = 0;

  const refuse = (response: ServerResponse, status: number, problem: string) => {
    problems.push(problem);
    response.writeHead(status).end();
  };

  async function receive(request: IncomingMessage, body: Buffer, response: ServerResponse) {
    const { headers, method, url = '' } = request;
    const subscription = subscriptions.get(url);
    if (method !== 'POST' || !subscription) return refuse(response, 404, `${method} ${url}`);
    if (!/^\d+$/.test(headers.ttl?.toString() ?? '')) return refuse(response, 400, 'no TTL');
    if (headers['content-encoding'] !== 'aes128gcm') return refuse(response, 415, 'the encoding');
    if (body.length > 4_096) return refuse(response, 413, 'too long');
    try {
      identify(headers.authorization, service.origin, subscription.key);
    } catch (error) {
      return refuse(response, 403, String(error));
    }
    let text: string;
    try {
      text = decrypt(body, subscription);
    } catch (error) {
      return refuse(response, 400, String(error));
    }
    await hooks.onRequest?.();
    const behaviour = behaviours.shift() ?? 201;
    if (behaviour === 'silence') return;
    const { status, headers: more } =
      typeof behaviour === 'number' ? { status: behaviour, headers: {} } : behaviour;
    if (status === 201) subscription.browser.messages.push(JSON.parse(text) as PushedMessage);
    response.writeHead(status, { location: `${service.origin}/message`, ...more }).end();
  }

  const server = createServer((request, response) => {
    requests += 1;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => void receive(request, Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: TestPushService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviours,
    problems,
    get requests() {
      return requests;
    },
    get onRequest() {
      return hooks.onRequest;
    },
    set onRequest(hook) {
      hooks.onRequest = hook;
    },
    subscribe(key) {
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      const browser: TestBrowser = {
        subscription: {
          endpoint: `${service.origin}${path}`,
          p256dh,
          auth: auth.toString('base64url'),
        },
        messages: [],
      };
      subscriptions.set(path, { browser, ecdh, auth, key });
      return browser;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
  return service;
}
