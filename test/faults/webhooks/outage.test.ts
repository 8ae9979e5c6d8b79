import { randomBytes } from 'node:crypto';
import { Agent, createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { createKey, createTeam } from '#server/features/accounts/teams.ts';
import type { Json } from '#test/support/harness.ts';
import { freePort, request } from '#test/support/http.ts';
import { switchOffIntelligence } from '#test/support/intelligence/settings.ts';
import {
  cleanUp,
  connectTo,
  newDatabase,
  onDatabase,
  type Service,
  serve,
} from '#test/support/processes.ts';

/*
 * A receiver that is down while deals are created and their phases changed, with workers killed at random moments throughout; then it comes
 * up. Each event is received, counted by its id, and the effects of each workflow exist once. `OUTAGE_DEALS=2000` runs it in full.
 */
afterAll(cleanUp);

const deals = Number(process.env.OUTAGE_DEALS ?? 40);
const isFull = deals >= 1_000;
const workers = 2;
const leastKills = 5;

const steps = (inbox: string, webhook: string) => [
  { type: 'create_activity', with: { title: 'Ligar: {{deal.title}}', deal_id: '{{deal.id}}' } },
  { type: 'wait', with: { for: '1s' } },
  {
    type: 'send_message',
    with: { inbox_id: inbox, phone: '5511999998888', content: '{{deal.id}}' },
  },
  { type: 'update_deal', with: { priority: 'alta' } },
  { type: 'call_webhook', with: { webhook_id: webhook, data: { deal: '{{deal.id}}' } } },
];

/** A receiver that can be up or down: while it is down, its port is closed. */
function receiver(port: number) {
  const received = new Map<string, number>();
  let server: Server | undefined;
  return {
    received,
    async up() {
      server = createServer((incoming, response) => {
        incoming.resume().once('end', () => {
          const id = String(incoming.headers['webhook-id']);
          received.set(id, (received.get(id) ?? 0) + 1);
          response.end();
        });
      });
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    },
    async down() {
      server?.closeAllConnections();
      await new Promise((resolve) => server?.close(resolve));
    },
  };
}

/** A team with a key, an inbox, an endpoint for every event, and a workflow for won deals. */
async function fixture(connection: pg.ClientConfig, client: pg.Client) {
  const database = openDatabase(connection, 'fixture', 1, () => {});
  const team = await createTeam(database.platform, 'Queda');
  const { api_key: key } = await createKey(database.platform, team.id, {
    name: 'Test',
    scope: 'full',
    userId: null,
    expiresAt: null,
  });
  await database.close();
  await client.query(switchOffIntelligence);
  const inbox = uuidv7();
  await client.query(
    `insert into inboxes (team_id, id, name, type, gateway) values ($1, $2, 'I', 'session', 'sandbox')`,
    [team.id, inbox],
  );
  return { team: team.id, key, inbox };
}

test(`${deals} deals, the receiver down, workers killed: every event arrives, every effect exists once`, {
  timeout: isFull ? 900_000 : 240_000,
}, async () => {
  const connection = await newDatabase('migrated');
  const client = await connectTo(connection);
  const { team, key, inbox } = await fixture(connection, client);
  const count = async (sql: string) => (await client.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
  const env = {
    ...onDatabase(connection, randomBytes(32)),
    RATE_LIMIT_PER_MINUTE: '0',
    SANDBOX_DELAY_MS: '20',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_RETRY_SCHEDULE: `${Array(200).fill('1s').join()}`,
  };
  const web = await serve({ ...env, ROLE: 'web' });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const api = async (method: string, path: string, body: Json) => {
    const reply = await request(`${web.address}/v1${path}`, { method, key, agent, body });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
    return reply.data;
  };
  const port = await freePort();
  const out = receiver(port);
  const url = `http://127.0.0.1:${port}/`;
  const { id: webhook } = await api('POST', '/webhooks', { name: 'Tudo', url });
  await client.query(
    `insert into workflows (team_id, id, name, event, to_phase, conditions, steps)
    values ($1, $2, 'Ganho', 'deal.stage_changed', 'ganho', '[]', $3)`,
    [team, uuidv7(), JSON.stringify(steps(inbox, webhook as string))],
  );

  // Workers come and go. A killed worker's claims expire after 45 s, and a message with an unknown outcome is checked again after a minute;
  // both are shortened here, so that more workers die.
  const hurry = () =>
    client.query(
      `with
      d as (
        select webhook_id, id from deliveries where team_id = $1 and claimed_until > now() for update skip locked),
      r as (
        select id from workflow_runs where team_id = $1 and status = 'pending'
          and (claimed_until > now() or next_step_at > now() + interval '5 seconds') for update skip locked),
      freed as (
        update deliveries set claimed_until = now() from d
        where deliveries.team_id = $1 and deliveries.webhook_id = d.webhook_id and deliveries.id = d.id)
      update workflow_runs set claimed_until = null, next_step_at = least(next_step_at, now()) from r
      where workflow_runs.team_id = $1 and workflow_runs.id = r.id`,
      [team],
    );
  const running: Service[] = await Promise.all(
    Array.from({ length: workers }, () => serve({ ...env, ROLE: 'worker' })),
  );
  let kills = 0;
  let isOver = false;
  const killing = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      await sleep(200 + Math.random() * 800);
      const victim = running[turn % workers];
      if (!victim || isOver) continue;
      victim.child.kill('SIGKILL');
      await victim.ended;
      kills += 1;
      running[turn % workers] = await serve({ ...env, ROLE: 'worker' });
      await hurry();
    }
  })();

  const ids: string[] = [];
  const work = Array.from({ length: deals }, (_, i) => i);
  const one = async () => {
    for (let i = work.shift(); i !== undefined; i = work.shift()) {
      const { id } = await api('POST', '/deals', { title: `Negócio ${i}`, value: i });
      ids.push(id as string);
      await api('PUT', `/deals/${id}`, { phase: 'proposta' });
      await api('PUT', `/deals/${id}`, { phase: 'ganho' });
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
  // Down for a while longer than creating the deals took, and until workers have died.
  await sleep(2_000);
  await expect.poll(() => kills, { timeout: 90_000 }).toBeGreaterThanOrEqual(leastKills);
  expect(out.received.size).toBe(0);
  await out.up();
  await expect
    .poll(() => count(`select count(*)::int as n from workflow_runs where status = 'pending'`), {
      timeout: isFull ? 600_000 : 60_000,
      interval: 200,
    })
    .toBe(0);
  isOver = true;
  await killing;
  await hurry();
  await expect
    .poll(() => count(`select count(*)::int as n from deliveries where status <> 'delivered'`), {
      timeout: isFull ? 200_000 : 40_000,
      interval: 200,
    })
    .toBe(0);
  // The last confirmations of messages emit events too.
  await sleep(500);
  await expect
    .poll(() => count(`select count(*)::int as n from deliveries where status <> 'delivered'`), {
      timeout: 20_000,
    })
    .toBe(0);

  const events = (
    await client.query<{ id: string; type: string }>(
      `select id, type from events where type <> 'message.created'`,
    )
  ).rows;
  expect(events.filter(({ id }) => !out.received.has(id))).toEqual([]);
  const of = (type: string) => events.filter((event) => event.type === type).length;
  expect(of('deal.created')).toBe(deals);
  expect(of('deal.stage_changed')).toBe(2 * deals);
  // Twice by people, once by the workflow.
  expect(of('deal.updated')).toBe(3 * deals);
  expect(of('activity.created')).toBe(deals);
  expect(of('workflow.call')).toBe(deals);
  expect(await count(`select count(*)::int as n from workflow_runs where status = 'done'`)).toBe(
    deals,
  );
  for (const [table, deal] of [
    ['activities', 'deal_id'],
    ['messages', 'content'],
  ]) {
    const rows = await client.query<{ deal: string; n: number }>(
      `select ${deal}::text as deal, count(*)::int as n from ${table} group by 1`,
    );
    expect(rows.rows.length).toBe(deals);
    expect(rows.rows.filter(({ n }) => n !== 1)).toEqual([]);
    expect(new Set(rows.rows.map((row) => row.deal))).toEqual(new Set(ids));
  }
  const again = [...out.received.values()].filter((n) => n > 1).length;
  const attempts = await count('select count(*)::int as n from delivery_attempts');
  console.log(
    `${events.length} events, ${out.received.size} received, ${again} of them more than once; ${attempts} attempts, ${kills} kills`,
  );
  await out.down();
});
