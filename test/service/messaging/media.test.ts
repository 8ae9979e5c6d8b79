import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Queues } from '#server/db/job-queue.ts';
import { openFile } from '#server/features/files/store.ts';
import { fetchAgain } from '#server/features/receiving/media-queue.ts';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { startMedia } from '#server/jobs/worker.ts';
import type { GatewayResult, Json, MessageType } from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type { FetchedMedia, MessagingService } from '#server/outbound/messaging/gateway.ts';
import type { IncomingMedia } from '#server/outbound/messaging/incoming-updates.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { makeLog } from '#server/platform/log.ts';
import { contentOf } from '#test/support/files/fixture.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';

/*
 * Fetching media of incoming messages. The gateway is a function that answers for a source; the requests of each adapter to its gateway are
 * tested in the adapters' tests.
 */

const service = useService();
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});

type Fetch = MessagingService['fetchMedia'];

const running: Queues[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((queues) => queues.stop()));
});

/** A worker with this gateway. */
function worker(fetchMedia: Fetch, storage: Storage = service.storage): Queues {
  const { messaging, database } = service;
  const queues = startMedia(database, {
    ...messaging,
    service: { ...messaging.service, fetchMedia },
    storage,
    log: makeLog('silent'),
  });
  running.push(queues);
  return queues;
}

const done = (
  content: Buffer,
  more: Partial<Omit<FetchedMedia, 'stream'>> = {},
): GatewayResult<FetchedMedia> => ({
  kind: 'done',
  value: { stream: Readable.from([content], { objectMode: false }), ...more },
});

/** A unique PNG of one pixel, as far as its first bytes are concerned. */
const somePng = (bytes = 2_000) =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0', 'latin1'),
    randomBytes(bytes - 29),
  ]);

let numbers = 0;
const phone = () => `55119${String(60_000_000 + numbers++)}`;

/** Receives a message in the team's inbox. @returns its id */
async function arrives(
  media: Partial<IncomingMedia> = {},
  to: TestTeam = team,
  type: MessageType = 'image',
): Promise<string> {
  const networkId = `net.${uuidv7()}`;
  await storeIncoming(service.database.team(to.id), to.inbox, 's.msgapp.net', {
    networkId,
    chat: { phone: phone() },
    origin: 'contact',
    type,
    text: '',
    media: { mediaType: 'image/png', source: { of: networkId }, ...media },
  });
  const [row] = await service.sql('select id from messages where msgapp_message_id = $1', [
    networkId,
  ]);
  return row?.id as string;
}

/** Network id of the message, by which the media is fetched. */
const networkIdOf = async (id: string) =>
  (await service.sql('select msgapp_message_id from messages where id = $1', [id]))[0]
    ?.msgapp_message_id as string;

const rowOf = async (id: string) =>
  (await service.sql('select * from message_media where message_id = $1', [id]))[0];

/** The message's media in the list of a conversation. */
async function mediaOf(id: string, of: TestTeam = team): Promise<Json> {
  const [row] = await service.sql('select conversation_id from messages where id = $1', [id]);
  const { body } = await of.get(`/msgapp/conversations/${row?.conversation_id}/messages`);
  const match = (body.data as Json[]).find((message) => message.id === id);
  return match?.media as Json;
}

const until = (id: string, status: string, of = team) =>
  vi.waitFor(async () => expect(await mediaOf(id, of)).toMatchObject({ status }), {
    timeout: 10_000,
    interval: 50,
  });

const updates = (id: string) =>
  service.sql(
    `select payload::json -> 'data' -> 'media' as media, payload::json -> 'previous' -> 'media' as was
    from events where record_id = $1 and type = 'message.updated' order by id`,
    [id],
  );

describe('media that arrives', () => {
  test('is shown as not fetched yet, then fetched, stored under the sender’s name, and reported', async () => {
    const content = somePng();
    const id = await arrives({ name: 'fotos/Logo novo.png', bytes: 2_000 });
    const pending = {
      status: 'pending',
      reason: null,
      name: 'fotos/Logo novo.png',
      media_type: 'image/png',
      bytes: 2_000,
      file_id: null,
    };
    expect(await mediaOf(id)).toEqual(pending);
    const requests: unknown[] = [];
    worker(async (connection, message) => {
      requests.push([connection.inbox, message]);
      return done(content);
    });
    await until(id, 'stored');
    const stored = {
      status: 'stored',
      reason: null,
      name: 'Logo novo.png',
      media_type: 'image/png',
      bytes: 2_000,
      file_id: id,
    };
    expect(await mediaOf(id)).toEqual(stored);
    const networkId = await networkIdOf(id);
    expect(requests).toEqual([[team.inbox, { networkId, source: { of: networkId } }]]);
    expect(await updates(id)).toEqual([{ media: stored, was: pending }]);
    const { stream, ...file } = await openFile(
      { db: service.database.team(team.id), storage: service.storage },
      id,
    );
    expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    expect((await contentOf(stream)).equals(content)).toBe(true);
    expect(
      await service.sql('select record_type, record_id, purpose from files where id = $1', [id]),
    ).toEqual([{ record_type: 'messages', record_id: id, purpose: 'message' }]);
  });

  test('without a name is named after its type', async () => {
    const voice = Buffer.concat([Buffer.from('OggS'), randomBytes(500)]);
    const [named, unnamed] = [
      await arrives({ name: '..' }),
      await arrives({ mediaType: 'audio/ogg; codecs=opus' }, team, 'voice'),
    ];
    const documentId = await arrives({ mediaType: undefined }, team, 'document');
    const [ofVoice, ofTold] = [await networkIdOf(unnamed), await networkIdOf(documentId)];
    worker(async (_connection, { networkId }) =>
      networkId === ofVoice
        ? done(voice)
        : done(
            somePng(),
            networkId === ofTold ? { name: 'Contrato.png', mediaType: 'image/png' } : {},
          ),
    );
    for (const id of [named, unnamed, documentId]) await until(id, 'stored');
    expect(await mediaOf(named)).toMatchObject({ name: 'image.png' });
    expect(await mediaOf(unnamed)).toMatchObject({ name: 'voice.ogg', media_type: 'audio/ogg' });
    expect(await mediaOf(documentId)).toMatchObject({
      name: 'Contrato.png',
      media_type: 'image/png',
    });
  });

  test('of another type than declared is stored as its real type', async () => {
    const id = await arrives({ name: 'foto.jpg', mediaType: 'image/jpeg' });
    worker(async () => done(somePng()));
    await until(id, 'stored');
    expect(await mediaOf(id)).toMatchObject({ name: 'foto.jpg.png', media_type: 'image/png' });
  });

  test('is stored once if it arrives twice', async () => {
    const content = somePng();
    const ids = await Promise.all(Array.from({ length: 5 }, () => arrives()));
    worker(async () => done(content));
    for (const id of ids) await until(id, 'stored');
    const blobs = await service.sql(
      'select distinct encode(sha256, $2) as hash from files where id = any($1)',
      [ids, 'hex'],
    );
    expect(blobs).toEqual([{ hash: createHash('sha256').update(content).digest('hex') }]);
  });

  test('is not accessible to another team', async () => {
    const theirs = await service.team();
    const content = somePng();
    const [ours, others] = [await arrives({}, team), await arrives({}, theirs)];
    worker(async () => done(content));
    await until(ours, 'stored');
    await until(others, 'stored', theirs);
    const blobs = await service.sql('select team_id from blobs where sha256 = $1', [
      createHash('sha256').update(content).digest(),
    ]);
    expect(blobs.map(({ team_id }) => team_id).toSorted()).toEqual([team.id, theirs.id].toSorted());
    const { status } = await service.database
      .team(theirs.id)
      .run(fetchAgain, { id: ours })
      .then((rows) => ({ status: rows.length }));
    expect(status).toBe(0);
  });
});

describe('media that cannot be fetched', () => {
  test('is tried again, and shows the reason', async () => {
    const content = somePng();
    const id = await arrives();
    let attempts = 0;
    const queues = worker(async () => {
      attempts += 1;
      return attempts === 1
        ? {
            kind: 'failed',
            cause: 'disconnected',
            reason: finding('session_down', 'the session is not connected'),
          }
        : done(content);
    });
    await vi.waitFor(
      async () =>
        expect(await mediaOf(id)).toMatchObject({
          status: 'pending',
          reason: 'disconnected: the session is not connected',
        }),
      { timeout: 60_000 },
    );
    const row = await rowOf(id);
    const wait = Number(new Date(row?.next_attempt_at as string)) - Date.now();
    expect(wait).toBeGreaterThan(2_000);
    expect(wait).toBeLessThan(6_500);
    expect(row).toMatchObject({ attempts: 1, claim: null });
    await service.sql(
      `update message_media set next_attempt_at = now() - interval '1 second' where message_id = $1`,
      [id],
    );
    await until(id, 'stored');
    expect(attempts).toBe(2);
    await queues.stop();
    expect((await updates(id)).map(({ media }) => (media as Json).status)).toEqual([
      'pending',
      'stored',
    ]);
  });

  test('is given up after the last try, and fetched on request', async () => {
    const id = await arrives();
    const content = somePng();
    await service.sql('update message_media set attempts = 6 where message_id = $1', [id]);
    let isThere = false;
    worker(async () =>
      isThere
        ? done(content)
        : { kind: 'failed', cause: 'timeout', reason: finding('unreached', 'no answer') },
    );
    await until(id, 'failed');
    expect(await mediaOf(id)).toMatchObject({ reason: 'timeout: no answer', file_id: null });
    isThere = true;
    await service.database.team(team.id).run(fetchAgain, { id });
    await until(id, 'stored');
    // Fetched media stays.
    expect(await service.database.team(team.id).run(fetchAgain, { id })).toEqual([]);
  });

  test.each<
    [
      what: string,
      answer: () => GatewayResult<FetchedMedia>,
      reason: RegExp,
      options?: Partial<Storage>,
    ]
  >([
    [
      'no longer exists at the gateway',
      () => ({ kind: 'impossible', reason: finding('media_gone', 'the gateway no longer has it') }),
      /^the gateway no longer has it$/,
    ],
    ['is of another type', () => done(Buffer.from('<script>')), /not those of a PNG image/],
    ['is empty', () => done(Buffer.alloc(0)), /must not be empty/],
    [
      'is too large',
      () => done(somePng(3_000)),
      /at most 2500 bytes \(FILE_MAX_BYTES\)/,
      { mostBytes: 2_500 },
    ],
    [
      'does not fit',
      () => done(somePng(3_000)),
      /at most 2500 bytes together.*TEAM_FILE_BYTES/,
      { mostTeamBytes: 2_500 },
    ],
  ])('because it %s is given up at once', async (_, answer, reason, options = {}) => {
    const id = await arrives();
    let attempts = 0;
    worker(
      async () => {
        attempts += 1;
        return answer();
      },
      { ...service.storage, ...options },
    );
    await until(id, 'failed');
    expect((await mediaOf(id)).reason).toMatch(reason);
    expect(attempts).toBe(1);
    expect(await service.sql('select id from files where id = $1', [id])).toEqual([]);
  });

  test('because it breaks off is fetched again, and no part of it stays', async () => {
    const id = await arrives();
    worker(async () => {
      const stream = new PassThrough();
      stream.write(somePng());
      setTimeout(() => {
        // The error of a broken socket.
        stream.destroy(Object.assign(new Error('read ECONNRESET'), { syscall: 'read' }));
      }, 50);
      return { kind: 'done', value: { stream } };
    });
    await vi.waitFor(
      async () => expect((await mediaOf(id)).reason).toMatch(/^network: .*broke off/),
      {
        timeout: 60_000,
      },
    );
    expect(await mediaOf(id)).toMatchObject({ status: 'pending' });
    expect(await service.sql('select id from files where id = $1', [id])).toEqual([]);
  });

  test('with a reason that is too long is shown with a shortened one', async () => {
    const id = await arrives({ source: { key: 'x'.repeat(17_000) } });
    expect(await mediaOf(id)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/too long/),
    });
  });
});

describe('a worker', () => {
  test('that ends releases its started work', async () => {
    const id = await arrives();
    let isAsked = false;
    const stream = new PassThrough();
    const queues = worker(async () => {
      isAsked = true;
      stream.write(somePng());
      return { kind: 'done', value: { stream } };
    });
    await vi.waitFor(() => expect(isAsked).toBe(true));
    // The stream would never end.
    await queues.stop();
    expect(stream.destroyed).toBe(true);
    expect(await rowOf(id)).toMatchObject({ status: 'pending', attempts: 0, claim: null });
    worker(async () => done(somePng()));
    await until(id, 'stored');
  });

  test('that died after storing is followed by one that does not fetch again', async () => {
    const id = await arrives();
    const of = await networkIdOf(id);
    let attempts = 0;
    const content = somePng();
    const first = worker(async (_connection, { networkId }) => {
      if (networkId === of) attempts += 1;
      return done(content);
    });
    await until(id, 'stored');
    await first.stop();
    // The state after a process that ended before the outcome was stored.
    await service.sql(
      `update message_media set status = 'pending', file_id = null, next_attempt_at = now() - interval '1 second', claim = $2,
        claimed_until = now() + interval '0.3 seconds' where message_id = $1`,
      [id, uuidv7()],
    );
    worker(async (_connection, { networkId }) => {
      if (networkId === of) attempts += 1;
      return done(content);
    });
    await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ status: 'stored' }), {
      timeout: 60_000,
    });
    expect(attempts).toBe(1);
  });

  test('whose inbox hangs fetches for others', async () => {
    const [slow, quick] = [await service.team(), await service.team()];
    await Promise.all(Array.from({ length: 40 }, () => arrives({}, slow)));
    const { promise: hung, resolve: release } = Promise.withResolvers<void>();
    let hanging = 0;
    worker(async ({ team: of }) => {
      if (of === slow.id) {
        hanging += 1;
        await hung;
      }
      return done(somePng());
    });
    await vi.waitFor(() => expect(hanging).toBeGreaterThan(0), { timeout: 60_000 });
    const id = await arrives({}, quick);
    await until(id, 'stored', quick);
    // None of the others has ended yet.
    expect(
      await service.sql(
        `select status, count(*)::int as n from message_media where team_id = $1 group by 1`,
        [slow.id],
      ),
    ).toEqual([{ status: 'pending', n: 40 }]);
    release();
  });

  test('fetches only a few at once per inbox', async () => {
    const busy = await service.team();
    const ids = await Promise.all(Array.from({ length: 30 }, () => arrives({}, busy)));
    let [now, most] = [0, 0];
    worker(async ({ team: of }) => {
      if (of !== busy.id) return done(somePng());
      now += 1;
      most = Math.max(most, now);
      await sleep(20);
      now -= 1;
      return done(somePng());
    });
    for (const id of ids) await until(id, 'stored', busy);
    expect(most).toBeLessThanOrEqual(4);
    expect(most).toBeGreaterThan(1);
  });
});
