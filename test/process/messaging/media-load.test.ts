import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { createTeam } from '#server/features/accounts/teams.ts';
import { configSealContext } from '#server/features/inboxes/connection.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { startWaha } from '#test/gateways/waha.ts';
import {
  cleanUp,
  connectTo,
  helping,
  memoryMb,
  newDatabase,
  newDirectory,
  onDatabase,
  serve,
} from '#test/support/processes.ts';
import type { Json } from '#test/support/team.ts';
import { until } from '#test/support/wait.ts';

/*
 * Media in separate processes: the memory that many files at once need, and processes killed meanwhile. The gateway uses WAHA's protocol;
 * it generates its files while they are read, and discards what it is sent.
 */
afterAll(cleanUp);

const many = Number(process.env.MEDIA_MESSAGES ?? 200);
const bytes = Number(process.env.MEDIA_BYTES ?? 2_000_000);
/** Maximum above the idle process (issue 14). */
const mostMb = 200;
const flags = ['--max-semi-space-size=4', '--heap-growing-percent=80'];

const head = Buffer.from(
  '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0',
  'latin1',
);

/** A gateway that serves files under any name, slowly, and accepts uploads. */
async function startGateway(pauseMs = 0) {
  const requests = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://gateway').pathname;
    const [, name] = /^\/api\/files\/[^/]+\/(.+)$/.exec(path) ?? [];
    request.resume().once('end', () => {
      if (name !== undefined) {
        requests.set(name, (requests.get(name) ?? 0) + 1);
        response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes });
        response.write(head);
        // Each file has different content.
        const piece = Buffer.alloc(65_536, name);
        let left = bytes - head.length;
        const more = () => {
          while (left > 0) {
            const part = piece.subarray(0, Math.min(left, piece.length));
            left -= part.length;
            if (!response.write(part)) return response.once('drain', more);
          }
          return setTimeout(() => response.end(), pauseMs);
        };
        more();
        return;
      }
      const answer: Json = path.endsWith('/check-exists')
        ? { numberExists: true }
        : path.endsWith('/version')
          ? { version: '2026.5.1', engine: 'NOWEB', tier: 'PLUS' }
          : path.includes('/api/send')
            ? { id: `true_5511980000020@c.us_${randomBytes(8).toString('hex')}` }
            : { id: randomBytes(10).toString('hex').toUpperCase() };
      response
        .writeHead(path.includes('/api/send') ? 201 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A team with an inbox at the gateway, in a separate database. */
async function prepareLoad(url: string) {
  const fake = await startWaha({ session: 'agency' });
  const connection: pg.ClientConfig = await newDatabase('migrated');
  const secret = randomBytes(32);
  const client = await connectTo(connection);
  const sql = async (query: string, values?: unknown[]) =>
    (await client.query<Json>(query, values)).rows;
  const database = openDatabase(connection, 'test', 2, () => {});
  const team = await createTeam(database.platform, 'Agência');
  await database.close();
  const inbox = uuidv7();
  const { session, apiKey: api_key, hmacKey: webhook_secret } = fake;
  const config = { url, session, api_key, webhook_secret };
  await sql(
    `insert into inboxes (team_id, id, name, type, gateway, config) values ($1, $2, 'WAHA', 'session', 'waha', $3)`,
    [
      team.id,
      inbox,
      secretsWith(secret).seal(JSON.stringify(config), configSealContext(team.id, inbox)),
    ],
  );
  const directory = newDirectory();
  return {
    fake,
    sql,
    team,
    inbox,
    secret,
    connection,
    directory,
    env: { ...onDatabase(connection, secret), DATA_DIR: directory },
    /** An incoming picture. */
    receive: async (origin: string, i: number) => {
      const tell = () =>
        fake.receive(`${origin}/api/gateways/${team.slug}/${inbox}`, {
          from: `55119${70_000_020 + 100 * (i % 20)}`,
          name: 'Maria',
          text: '',
          id: `3EB0${String(i).padStart(16, '0')}`,
          message: { imageMessage: { mimetype: 'image/png' } },
          media: {
            url: `http://localhost:3000/api/files/agency/${i}.png`,
            mimetype: 'image/png',
            filename: null,
          },
        });
      // A busy service gets the callback again, as from a real gateway.
      for (;;) {
        const { status } = await tell();
        if (status !== 503 && status !== 429) return expect(status).toBe(200);
        await sleep(200);
      }
    },
    counts: async () =>
      Object.fromEntries(
        (await sql('select status, count(*)::int as n from message_media group by 1')).map(
          ({ status, n }) => [status, n],
        ),
      ),
  };
}

test(`${many} files that arrive at once take less than ${mostMb} MB`, {
  timeout: 240_000,
}, async () => {
  const gateway = await startGateway();
  const { env, receive, counts, fake, sql } = await prepareLoad(gateway.url);
  const service = await serve(env);
  await receive(service.origin, 0);
  await until(async () => (await counts()).stored === 1, 60_000);
  const pid = service.child.pid ?? 0;
  const idle = memoryMb(pid, 'VmRSS');
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await Promise.all(Array.from({ length: many }, (_, i) => receive(service.origin, i + 1)));
  await until(async () => (await counts()).stored === many + 1, 180_000);
  const above = memoryMb(pid, 'VmHWM') - idle;
  console.log(
    `arriving: ${many} of ${bytes} bytes, ${Math.round(above)} MB above ${Math.round(idle)} MB`,
  );
  expect(above).toBeLessThan(mostMb);
  expect(await sql('select count(*)::int as n from blobs')).toEqual([{ n: many + 1 }]);
  await service.stop();
  await fake.close();
  gateway.close();
});

test(`${many} files that are sent at once take less than ${mostMb} MB`, {
  timeout: 240_000,
}, async () => {
  const gateway = await startGateway();
  const { env, fake, team, inbox, secret, connection } = await prepareLoad(gateway.url);
  const program = fileURLToPath(
    new URL('../../support/messaging/sending-program.ts', import.meta.url),
  );
  const child = spawn(process.execPath, [...flags, program], {
    env: {
      ...env,
      CONNECTION: JSON.stringify(connection),
      TEAM: team.id,
      INBOX: inbox,
      SECRET: secret.toString('hex'),
      MANY: String(many),
      BYTES: String(bytes),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  helping(child);
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const { idle, peak, sent, failures } = JSON.parse(output) as Record<
    'idle' | 'peak' | 'sent',
    number
  > & {
    failures: string[];
  };
  console.log(
    `sent: ${sent} of ${bytes} bytes, ${Math.round(peak - idle)} MB above ${Math.round(idle)} MB`,
  );
  expect(failures).toEqual([]);
  expect(sent).toBe(many);
  expect(peak - idle).toBeLessThan(mostMb);
  await fake.close();
  gateway.close();
});

test('a process killed while it fetches loses nothing, and stores nothing twice', {
  timeout: 240_000,
}, async () => {
  const gateway = await startGateway(300);
  const { env, receive, counts, fake, sql } = await prepareLoad(gateway.url);
  const all = 24;
  const killed = await serve(env);
  await Promise.all(Array.from({ length: all }, (_, i) => receive(killed.origin, i)));
  await until(async () => ((await counts()).stored ?? 0) >= 4, 60_000);
  await killed.stop('SIGKILL');
  const done = (await counts()).stored ?? 0;
  expect(done).toBeLessThan(all);
  // Its claims are valid for 45 seconds.
  await sql('update message_media set claimed_until = now() where claimed_until is not null');
  const next = await serve(env);
  await until(async () => (await counts()).stored === all, 60_000);
  const stored = await sql(`
    select count(*)::int as files, count(distinct sha256)::int as blobs, count(distinct record_id)::int as messages from files`);
  expect(stored).toEqual([{ files: all, blobs: all, messages: all }]);
  expect(
    await sql(`select count(*)::int as n from messages where media ->> 'status' = 'stored'`),
  ).toEqual([{ n: all }]);
  // At most the fetches in flight were repeated.
  const again = [...gateway.requests.values()].filter((times) => times > 1);
  expect(again.length).toBeLessThanOrEqual(4);
  await next.stop();
  await fake.close();
  gateway.close();
});
