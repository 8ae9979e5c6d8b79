import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect } from 'vitest';
import { teamStatement } from '#server/db/statement.ts';
import { sessionsIn } from '#server/features/accounts/sessions.ts';
import { teamsBySlug } from '#server/features/accounts/team-lookup.ts';
import { conversations } from '#server/features/conversations/table.ts';
import { spellings } from '#server/features/gateways/phones.ts';
import { configSealContext } from '#server/features/inboxes/connection.ts';
import { makeApp } from '#server/http/app.ts';
import { rateLimit } from '#server/http/rate-limit.ts';
import { makeLog } from '#server/platform/log.ts';
import { countsRows } from '#server/records/totals.ts';
import { type Cloud, type CloudOptions, startCloud } from '#test/gateways/cloud.ts';
import { type Evolution, type EvolutionOptions, startEvolution } from '#test/gateways/evolution.ts';
import { type Delivered, type Gateway, webId } from '#test/gateways/gateway.ts';
import { startWaha, type Waha, type WahaOptions } from '#test/gateways/waha.ts';
import {
  type Answer,
  call,
  type Json,
  type Service,
  type TestTeam,
  useService,
} from '#test/support/harness.ts';

/* Inboxes whose gateways are fakes: separate HTTP servers, which call back over HTTP to a listening service. */

const addConversation = teamStatement(`
  with begun as (
    insert into conversations (team_id, id, inbox_id, contact_id) values ($team, $id, $inbox, $contact)
    on conflict on constraint conversations_inbox_contact_key do nothing returning *)${countsRows([
      { resource: conversations, from: 'begun' },
    ])}
  select from begun`);

export const remotes = ['evolution', 'waha', 'cloud'] as const;
export type Remote = (typeof remotes)[number];
export const sessions = ['evolution', 'waha'] as const;

type Status = 'sent' | 'delivered' | 'read' | 'failed';

/** An incoming message to the inbox. */
interface Note {
  readonly from: string;
  readonly name?: string;
  readonly text?: string;
  readonly id?: string;
}

/** A stored message. */
interface Stored {
  readonly id: string;
  readonly conversation_id: string;
  readonly remote_jid: string;
  readonly msgapp_message_id: string | null;
  readonly direction: string;
  readonly message_type: string;
  readonly content: string;
  readonly status: string;
  readonly status_reason: string | null;
  readonly origin: string | null;
}

/** Operations that the tests use in the same way for every gateway, in addition to its fake. */
interface Words {
  /** Secrets for authentication on either side; none of them may appear anywhere. */
  readonly secrets: readonly string[];
  readonly config: Json;
  /** A confirmation in this gateway's format. */
  confirm(to: string, id: string, status: Status): Promise<Delivered>;
  note(to: string, note: Required<Note>): Promise<Delivered>;
}

/** An inbox with its gateway. */
export interface Fixture<G = Gateway<string>> {
  readonly remote: Remote;
  readonly fake: G;
  readonly team: TestTeam;
  readonly inbox: string;
  /** Callback address of the gateway. */
  readonly address: string;
  readonly secrets: readonly string[];
  /** Number of requests that its gateway may have received. */
  asked: number;
  /** POST /v1/msgapp/messages to an unused number, or to a given one. */
  send(content?: string, phone?: string, headers?: Record<string, string>): Promise<Answer>;
  /** A send that must succeed. @returns the message of the answer, its network id */
  sent(content?: string, phone?: string): Promise<Json & { id: string; network: string }>;
  /** @param to another address than the inbox's own */
  confirm(id: string, status: Status, to?: string): Promise<Delivered>;
  note(note: Note, to?: string): Promise<Delivered>;
  /** All messages of the inbox, the oldest first. */
  messages(): Promise<Stored[]>;
  /** The only message of the inbox. */
  message(): Promise<Stored>;
  /**
   * All events about messages of the inbox except `message.created`, in the order of their ids: kind, the message's status, the previous
   * values.
   */
  events(): Promise<[kind: string, status: unknown, previous: unknown][]>;
}

/** A listening service with a recorded log. */
interface MessagingFixture {
  readonly service: Service;
  readonly app: FastifyInstance;
  /** Such as http://127.0.0.1:40123. */
  readonly origin: string;
  readonly team: TestTeam;
  /** The lines of the log. */
  readonly log: readonly string[];
  /** Every fixture created so far. */
  readonly stages: readonly Fixture[];
  /** Bodies of all answers to sends. */
  readonly answers: readonly string[];
  evolution(options?: Setting<EvolutionOptions>): Promise<Fixture<Evolution>>;
  waha(options?: Setting<WahaOptions>): Promise<Fixture<Waha>>;
  cloud(options?: Setting<CloudOptions>): Promise<Fixture<Cloud>>;
  fixture(remote: Remote, options?: Setting<object>): Promise<Fixture>;
  /** A server that gives every request the same answer. */
  answering(answer: { status: number; body: string }): Promise<{ url: string; requests(): number }>;
}

type Setting<O> = O & {
  team?: TestTeam;
  /** Additional keys of the inbox's configuration. */
  config?: Json;
};

let phones = 0;
/** An unused number. */
export const newPhone = () => `55119${String(70_000_000 + phones++)}`;

/** @see MessagingFixture; everything ends with the test file */
export function useMessaging(): MessagingFixture {
  const service = useService();
  const log: string[] = [];
  const answers: string[] = [];
  const stages: Fixture[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const made: { app?: FastifyInstance; team?: TestTeam; origin?: string } = {};

  beforeAll(async () => {
    const { database, keys, secrets, storage, messaging } = service;
    const stream = new Writable({
      write(chunk, _encoding, done) {
        log.push(String(chunk));
        done();
      },
    });
    const sink = pino({ level: 'trace' }, stream);
    const app = await makeApp({
      config: { TRUST_PROXY: [], RATE_LIMIT_PER_MINUTE: 0, SECURITY_CONTACT: [] },
      database,
      keys,
      sessions: sessionsIn(database.platform),
      limit: rateLimit(0, undefined, makeLog('silent')),
      log: sink,
      settings: {
        secrets,
        jidSuffix: 's.msgapp.net',
        storage,
        services: { messaging: messaging.service, log: sink },
      },
      teams: teamsBySlug(database),
      unready: () => undefined,
    });
    made.app = app;
    made.origin = await app.listen({ host: '127.0.0.1', port: 0 });
    made.team = await service.team();
  });
  afterAll(async () => {
    await Promise.all(closing.map((close) => close()));
    await made.app?.close();
  });

  const there = <K extends keyof typeof made>(key: K) => {
    const value = made[key];
    if (value === undefined) throw new Error('the messaging is there from beforeAll on');
    return value as NonNullable<(typeof made)[K]>;
  };

  /** Opens the window as if the contact had just written; otherwise only templates may be sent to the number. */
  async function openWindow({ team, inbox }: Fixture, phone: string): Promise<void> {
    const contacts = await service.sql(
      'select id from contacts where team_id = $1 and phone = any($2)',
      [team.id, spellings(phone)],
    );
    const made =
      contacts[0] ??
      (await call(there('app'), team.key, 'POST', '/msgapp/contacts', { phone })).data;
    if (made?.id === undefined) return;
    const ids = { id: uuidv7(), inbox, contact: made.id };
    await service.database.team(team.id).run(addConversation, ids);
    await service.sql(
      'update conversations set last_incoming_at = now() where inbox_id = $1 and contact_id = $2',
      [inbox, made.id],
    );
  }

  async function stageOf<G extends Gateway<string>>(
    remote: Remote,
    fake: G,
    words: Words,
    { team = there('team'), config = {} }: Setting<object> = {},
  ): Promise<Fixture<G>> {
    closing.push(() => fake.close());
    const inbox = uuidv7();
    const sealed = service.secrets.seal(
      JSON.stringify({ ...words.config, ...config }),
      configSealContext(team.id, inbox),
    );
    await service.sql(
      `insert into inboxes (team_id, id, name, type, gateway, config) values ($1, $2, $3, $4, $5, $6)`,
      [team.id, inbox, remote, remote === 'cloud' ? 'cloud' : 'session', remote, sealed],
    );
    const address = `${there('origin')}/api/gateways/${team.slug}/${inbox}`;
    const fixture: Fixture<G> = {
      remote,
      fake,
      team,
      inbox,
      address,
      secrets: words.secrets,
      asked: 0,
      async send(content = 'Olá!', phone = newPhone(), headers = {}) {
        fixture.asked += 1;
        if (remote === 'cloud') await openWindow(fixture, phone);
        const body = { inbox_id: inbox, phone, content };
        const answer = await call(
          there('app'),
          team.key,
          'POST',
          '/msgapp/messages',
          body,
          headers,
        );
        answers.push(answer.text);
        return answer;
      },
      async sent(content, phone) {
        const answer = await fixture.send(content, phone);
        expect(answer.status, answer.text).toBe(201);
        const { id, msgapp_message_id } = answer.data;
        return { ...answer.data, id: String(id), network: String(msgapp_message_id) };
      },
      confirm: (id, status, to = address) => words.confirm(to, id, status),
      note: ({ from, name = 'Maria', text = 'Oi', id = webId() }, to = address) =>
        words.note(to, { from, name, text, id }),
      messages: async () =>
        (await service.sql(
          `select id, conversation_id, remote_jid, msgapp_message_id, direction::text, message_type, content,
             status::text, status_reason, origin::text
           from messages where inbox_id = $1 order by created_at, id`,
          [inbox],
        )) as unknown as Stored[],
      async message() {
        const [message, ...others] = await fixture.messages();
        expect(others).toEqual([]);
        if (!message) throw new Error('the inbox has no message');
        return message;
      },
      async events() {
        const rows = await service.sql(
          `select e.payload from events e join messages m on m.team_id = e.team_id and m.id = e.record_id where m.inbox_id = $1
             and e.type like 'msgapp.%' order by e.id`,
          [inbox],
        );
        return rows
          .map(({ payload }) => JSON.parse(String(payload)) as Json)
          .filter(({ type }) => type !== 'message.created')
          .map(({ type, data, previous }) => [String(type), (data as Json).status, previous]);
      },
    };
    stages.push(fixture);
    return fixture;
  }

  const messaging: MessagingFixture = {
    service,
    get app() {
      return there('app');
    },
    get origin() {
      return there('origin');
    },
    get team() {
      return there('team');
    },
    log,
    stages,
    answers,
    async evolution(options = {}) {
      // A name that must be escaped in a path.
      const fake = await startEvolution({ instance: 'agência#1', ...options });
      const acks = { sent: 'SERVER_ACK', delivered: 'DELIVERY_ACK', read: 'READ', failed: 'ERROR' };
      const { url, instance, apiKey, webhookSecret } = fake;
      const words: Words = {
        secrets: [apiKey, webhookSecret],
        config: { url, instance, api_key: apiKey, webhook_secret: webhookSecret },
        confirm: (to, id, status) => fake.confirm(to, id, acks[status]),
        note: (to, note) => fake.receive(to, note),
      };
      return stageOf('evolution', fake, words, options);
    },
    async waha(options = {}) {
      const fake = await startWaha({ session: 'agency', ...options });
      const acks = { sent: 1, delivered: 2, read: 3, failed: -1 };
      const { url, session, apiKey, hmacKey } = fake;
      const words: Words = {
        secrets: [apiKey, hmacKey],
        config: { url, session, api_key: apiKey, webhook_secret: hmacKey },
        confirm: (to, id, status) => fake.confirm(to, id, acks[status]),
        note: (to, note) => fake.receive(to, note),
      };
      return stageOf('waha', fake, words, options);
    },
    async cloud(options = {}) {
      const fake = await startCloud(options);
      const { url, phoneNumberId, accessToken, appSecret } = fake;
      const verifyToken = `verify-${webId()}`;
      const words: Words = {
        secrets: [accessToken, appSecret, verifyToken],
        config: {
          url,
          phone_number_id: phoneNumberId,
          access_token: accessToken,
          app_secret: appSecret,
          verify_token: verifyToken,
        },
        confirm: (to, id, status) => fake.confirm(to, id, status),
        note: (to, note) => fake.receive(to, note),
      };
      return stageOf('cloud', fake, words, options);
    },
    fixture: (remote, options) => messaging[remote](options),
    async answering({ status, body }) {
      let requests = 0;
      const server: Server = createServer((request, response) => {
        // Like a gateway that accepts no ids of ours and cannot look up numbers; such requests do not count as sends.
        if (/\/(new-message-id|check-exists\?.*)$/.test(request.url ?? '')) {
          response.writeHead(501).end();
          return;
        }
        requests += 1;
        request.resume().once('end', () => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(body);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closing.push(async () => {
        server.close();
        server.closeAllConnections();
      });
      const { port } = server.address() as AddressInfo;
      return { url: `http://127.0.0.1:${port}`, requests: () => requests };
    },
  };
  return messaging;
}
