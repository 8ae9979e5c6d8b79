import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import { openNotifyChannel } from '#server/db/notify-channel.ts';
import { findAccess } from '#server/features/accounts/access.ts';
import { keysIn } from '#server/features/accounts/key-lookup.ts';
import { sessionsIn } from '#server/features/accounts/sessions.ts';
import { teamsBySlug } from '#server/features/accounts/team-lookup.ts';
import { type Live, type LiveBounds, openLive } from '#server/features/live/live.ts';
import { SendBudget } from '#server/features/live/send-budget.ts';
import { makeApp } from '#server/http/app.ts';
import { rateLimit } from '#server/http/rate-limit.ts';
import { makeLog } from '#server/platform/log.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { call, copyDatabase, messagingOn } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { type Json, makeTeam, type TestTeam } from '#test/support/team.ts';
import { follow, type Listener, type Listening, listen } from './listener.ts';

/* Nodes on one database, each listening on a separate port, with live streams. */

interface Node {
  readonly app: FastifyInstance;
  readonly live: Live;
  /** Such as http://127.0.0.1:3000/api. */
  readonly address: string;
}

interface LiveService {
  readonly nodes: readonly Node[];
  readonly database: Database;
  readonly connection: pg.ClientConfig;
  sql(text: string, values?: unknown[]): Promise<Json[]>;
  /** A separate connection, which ends with the file. */
  connect(): Promise<pg.Client>;
  team(name?: string): Promise<TestTeam>;
  person(team: TestTeam, role?: 'member' | 'admin' | 'owner', more?: object): Promise<TestPerson>;
  /** Opens a stream; it ends with the test. @param node its number */
  listen(
    team: TestTeam,
    person: TestPerson,
    options?: Listening & { node?: number },
  ): Promise<Listener>;
  /** Opens the stream of a key's events; it ends with the test. @param node its number */
  follow(key: string, options?: Listening & { node?: number }): Promise<Listener>;
  /** Starts another node. @param budget bytes that its clients may leave unread */
  start(bounds?: Partial<LiveBounds>, budget?: number): Promise<Node>;
}

const unbounded: LiveBounds = { LIVE_STREAMS: 0, TEAM_LIVE_STREAMS: 0 };

export function useLive({ nodes: count = 2 }: { nodes?: number } = {}): LiveService {
  let made: LiveService | undefined;
  const closers: (() => Promise<unknown>)[] = [];
  const listeners: Listener[] = [];
  const log = makeLog('silent');

  beforeAll(async () => {
    const { connection, drop } = await copyDatabase();
    const secret = randomBytes(32);
    const nodes: Node[] = [];
    async function start(bounds: Partial<LiveBounds> = {}, budget?: number): Promise<Node> {
      const database = openDatabase(connection, 'test', 5, () => {});
      const secrets = secretsWith(secret);
      const messaging = messagingOn(database, secrets);
      const live = openLive({
        database,
        notifyChannel: (onCall) => openNotifyChannel(connection, 'live', 'pauta_live', onCall),
        findAccess: (watchers) => findAccess(database.platform, watchers),
        bounds: { ...unbounded, ...bounds },
        log,
        budget: new SendBudget(budget),
      });
      const app = await makeApp({
        config: { TRUST_PROXY: [], RATE_LIMIT_PER_MINUTE: 0, SECURITY_CONTACT: [] },
        database,
        keys: keysIn(database.platform),
        sessions: sessionsIn(database.platform),
        limit: rateLimit(0, undefined, log),
        log,
        live,
        settings: {
          secrets,
          jidSuffix: 's.msgapp.net',
          services: { messaging: messaging.service, log, showPresence: live.present },
        },
        teams: teamsBySlug(database),
        unready: () => undefined,
      });
      await app.listen({ host: '127.0.0.1', port: 0 });
      closers.push(async () => {
        await app.close();
        await live.close();
        messaging.stop();
        await database.close();
      });
      const { port } = app.server.address() as AddressInfo;
      const node = { app, live, address: `http://127.0.0.1:${port}/api` };
      nodes.push(node);
      return node;
    }
    for (let i = 0; i < count; i += 1) await start();
    const database = openDatabase(connection, 'test', 3, () => {});
    const connect = async () => {
      const client = new pg.Client(connection);
      client.on('error', () => {});
      await client.connect();
      closers.push(() => client.end());
      return client;
    };
    const client = await connect();
    const first = nodes[0] as Node;
    made = {
      nodes,
      database,
      connection,
      connect,
      sql: async (text, values) => (await client.query<Json>(text, values)).rows,
      team: (name) =>
        makeTeam(
          database,
          (key, method, path, body, headers) => call(first.app, key, method, path, body, headers),
          name,
        ),
      person: (team, role = 'member', more = {}) =>
        makePerson({ app: first.app, database }, team, role, more),
      async listen(team, person, { node = 0, ...options } = {}) {
        const at = nodes[node]?.address ?? '';
        const listener = await listen(at, team.slug, person.token, options);
        listeners.push(listener);
        return listener;
      },
      async follow(key, { node = 0, ...options } = {}) {
        const listener = await follow(nodes[node]?.address ?? '', key, options);
        listeners.push(listener);
        return listener;
      },
      start,
    };
    closers.unshift(async () => {
      await database.close();
    });
    closers.unshift(drop);
  });
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.close();
  });
  afterAll(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  return new Proxy({} as LiveService, {
    get: (_, name: keyof LiveService) => {
      if (!made) throw new Error('the service is there from beforeAll on');
      return made[name];
    },
  });
}
