import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/db/database.ts';
import { configPlace } from '../../server/messaging/inboxes.ts';
import { secretsWith } from '../../server/secrets.ts';
import { createKey, createTeam } from '../../server/teams.ts';
import { startEvolution } from '../gateways/evolution.ts';
import type { Json } from '../harness.ts';
import {
  cleanUp,
  connectTo,
  freePort,
  newDatabase,
  onDatabase,
  type Reply,
  request,
  type Service,
  serve,
} from '../processes.ts';

/*
 * Sends with an Idempotency-Key, fifty at once for each, while the service is killed at random moments: never two sends for
 * one key, counted by the gateway, and never a lost answer. `SENDS_KEYS=1000` runs it in full.
 */
afterAll(cleanUp);

const keys = Number(process.env.SENDS_KEYS ?? 24);
const duplicates = 50;
/** Until then more keys are asked for. */
const leastKills = 4;
const isFull = keys >= 1_000;
const keysAtOnce = isFull ? 16 : 6;

test(`${keys} keys, ${duplicates} duplicates each, the process killed: one send at most, one answer each`, {
  timeout: isFull ? 1_800_000 : 110_000,
}, async () => {
  const gateway = await startEvolution();
  // Long enough for a kill to come in between.
  gateway.onSend = () => sleep(Math.random() * 60);
  const connection = await newDatabase('migrated');
  const secret = randomBytes(32);
  const { key, inbox } = await stage(connection, secret, gateway);
  const env = {
    ...onDatabase(connection, secret),
    PORT: String(await freePort()),
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  };

  const agent = new Agent({ keepAlive: true, maxSockets: keysAtOnce * duplicates });
  let service: Service = await serve({ ...env, LOG_LEVEL: 'info' });
  const { address } = service;
  let isOver = false;
  let kills = 0;
  const killer = (async () => {
    while (!isOver) {
      await sleep(200 + Math.random() * 1_300);
      if (isOver) return;
      service.child.kill('SIGKILL');
      await service.ended;
      kills += 1;
      service = await serve({ ...env, LOG_LEVEL: 'info' });
    }
  })();

  let lost = 0;
  let requests = 0;
  /** Asks until there is an answer that stays, as a caller does who does not know what became of the request. */
  async function insist(i: number): Promise<Reply> {
    for (;;) {
      requests += 1;
      const reply = await request(`${address}/v1/msgapp/messages`, {
        method: 'POST',
        key,
        agent,
        headers: { 'idempotency-key': `key-${i}` },
        body: { inbox_id: inbox, phone: `55119${String(10_000_000 + i)}`, content: `text ${i}` },
      }).catch(() => undefined);
      if (!reply) lost += 1;
      else if (reply.status !== 409 && reply.status !== 503) return reply;
      await sleep(reply ? 150 : 60);
    }
  }

  const answers: Reply[][] = [];
  let next = 0;
  const caller = async () => {
    for (let i = next++; i < keys || kills < leastKills; i = next++)
      answers[i] = await Promise.all(Array.from({ length: duplicates }, () => insist(i)));
  };
  await Promise.all(Array.from({ length: keysAtOnce }, caller));
  isOver = true;
  await killer;

  const sends = Map.groupBy(gateway.sends, ({ text }) => text);
  const client = await connectTo(connection);
  const { rows } = await client.query<Json>('select content, status from messages');
  const stored = Map.groupBy(rows, ({ content }) => content);
  const tally: Record<string, number> = {};
  for (const [i, all] of answers.entries()) {
    const [first] = all;
    expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size, `key-${i}`).toBe(1);
    const sent = sends.get(`text ${i}`)?.length ?? 0;
    const messages = stored.get(`text ${i}`) ?? [];
    expect(messages).toHaveLength(1);
    const label = `${first?.status}, ${sent} sent, ${messages[0]?.status}`;
    tally[label] = (tally[label] ?? 0) + 1;
    // What is answered as sent was sent, once; what is not known was sent once at most.
    if (first?.status === 201) expect([sent, messages[0]?.status], label).toEqual([1, 'sent']);
    else {
      expect([first?.status, messages[0]?.status], first?.text).toEqual([502, 'pending']);
      expect(sent).toBeLessThanOrEqual(1);
      expect(first?.error.message).toContain('not known');
    }
  }
  expect(answers.length).toBeGreaterThanOrEqual(keys);
  expect(lost).toBeGreaterThan(0);
  console.info(
    `${answers.length} keys × ${duplicates}: ${requests} requests, ${kills} kills, ${lost} broken connections, ${gateway.sends.length} sends`,
    tally,
  );
  agent.destroy();
  await gateway.close();
  await service.stop();
});

/** A team with a key and an inbox on the gateway. */
async function stage(
  connection: Parameters<typeof openDatabase>[0],
  secret: Buffer,
  gateway: Awaited<ReturnType<typeof startEvolution>>,
): Promise<{ key: string; inbox: string }> {
  const database = openDatabase(connection, 'test', 1, () => {});
  const { platform } = database;
  const team = await createTeam(platform, 'Agência');
  const made = await createKey(platform, team.id, {
    name: 'Test',
    scope: 'full',
    userId: null,
    expiresAt: null,
  });
  await database.close();
  const inbox = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';
  const config = {
    url: gateway.url,
    instance: gateway.instance,
    api_key: gateway.apiKey,
    webhook_secret: gateway.webhookSecret,
  };
  const client = await connectTo(connection);
  await client.query(
    `insert into inboxes (team_id, id, name, type, gateway, config) values ($1, $2, 'Caixa', 'session', 'evolution', $3)`,
    [team.id, inbox, secretsWith(secret).seal(JSON.stringify(config), configPlace(team.id, inbox))],
  );
  return { key: made.api_key, inbox };
}
