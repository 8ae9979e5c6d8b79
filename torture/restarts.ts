import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { newKey } from '#server/platform/api-key.ts';
import { hasEnded, onDatabase, type Service, serve } from '#test/support/processes.ts';
import type { Answer, TestTeam } from '#test/support/team.ts';
import { until } from '#test/support/wait.ts';
import { callerOf, newTeams } from './fixture.ts';
import { ask, type DedicatedPostgres, end, type Shutdown, startPostgres } from './postgres.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/* PostgreSQL is restarted repeatedly while deals are created and won, with workflows and deliveries. */

const forms = {
  short: { deals: 80, seconds: 5, processes: 1, everyMs: [1_500, 2_500], leastRestarts: 2 },
  full: { deals: 2_000, seconds: 120, processes: 2, everyMs: [5_000, 10_000], leastRestarts: 12 },
} as const satisfies Record<Size, unknown>;

const teams = 2;
const clients = 8;
/** Pause of a client before it retries. */
const pauseMs = 100;
/** Maximum duration of a change, with all its attempts. */
const patienceMs = 30_000;
/** Maximum duration of the remaining work once PostgreSQL stays up. */
const drainMs = 90_000;
/** A claim older than this belongs to a broken connection, instead of 45 s. */
const claimMs = 4_000;

const endings: readonly Shutdown[] = ['SIGINT', 'SIGQUIT'];

/** The steps of the workflow that a won deal triggers. */
const steps = (project: string, inbox: string, webhook: string) => [
  { type: 'create_task', with: { title: '{{deal.id}}', project_id: project } },
  { type: 'create_activity', with: { title: 'Ligar: {{deal.title}}', deal_id: '{{deal.id}}' } },
  {
    type: 'send_message',
    with: { inbox_id: inbox, phone: '{{deal.source}}', content: '{{deal.id}}' },
  },
  { type: 'update_deal', with: { priority: 'alta' } },
  { type: 'call_webhook', with: { webhook_id: webhook, data: { deal: '{{deal.id}}' } } },
];

/** Changes and steps take a while, so that restarts happen in between. */
const slowly = `
  create function slowly() returns trigger language plpgsql as $$
  begin perform pg_sleep(random() * tg_argv[0]::float8); return new; end $$;
  create trigger slowly before insert on events for each row
    when (new.type in ('deal.created', 'deal.stage_changed', 'activity.created', 'workflow.call')) execute function slowly(0.1);
  create trigger slowly before insert on workflow_steps for each row execute function slowly(0.3);`;

/** Rows that must exist for each deal, once. Each row contains the deal. */
const effects: Readonly<Record<string, string>> = {
  'event deal.created': `select record_id::text as deal from events where type = 'deal.created'`,
  'change of phase to proposta': moved('proposta'),
  'change of phase to ganho': moved('ganho'),
  'run of the workflow': `select payload::json -> 'data' ->> 'id' as deal from workflow_runs where status = 'done'`,
  task: `select title as deal from tasks`,
  'event task.created': `select payload::json -> 'data' ->> 'title' as deal from events where type = 'task.created'`,
  activity: `select deal_id::text as deal from activities`,
  'event activity.created': `select payload::json -> 'data' ->> 'deal_id' as deal from events where type = 'activity.created'`,
  'message that was read': `select content as deal from messages where status = 'read'`,
  'event of a delivered message': confirmed('delivered'),
  'event of a read message': confirmed('read'),
  'change of priority': `
    select record_id::text as deal from events
    where type = 'deal.updated' and payload::json -> 'previous' ->> 'priority' = 'media'`,
  'call of the endpoint': `select payload::json -> 'data' ->> 'deal' as deal from events where type = 'workflow.call'`,
};

function moved(phase: string): string {
  return `select record_id::text as deal from events
    where type = 'deal.stage_changed' and payload::json -> 'data' ->> 'phase' = '${phase}'`;
}

function confirmed(status: string): string {
  return `select m.content as deal from events e join messages m on m.team_id = e.team_id and m.id = e.record_id
    where e.type = 'msgapp.message.status' and e.payload::json -> 'data' ->> 'status' = '${status}'`;
}

/** A receiver that counts arrivals by event ID. */
async function startReceiver() {
  const received = new Map<string, number>();
  const server = createServer((incoming, response) => {
    incoming.resume().once('end', () => {
      const id = String(incoming.headers['webhook-id']);
      received.set(id, (received.get(id) ?? 0) + 1);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

// Clients ----------------------------------------------------------------------------------------------------------

/** Problems encountered by clients. */
interface Met {
  unavailable: number;
}

/** Retries until it is done. @throws if that takes too long */
async function insist(
  tally: Tally,
  met: Met,
  what: string,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const began = performance.now();
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(pauseMs)) {
    try {
      const answer = await send();
      if (answer.status < 300) {
        tally.took(performance.now() - began);
        return answer;
      }
      if (answer.status === 503 && answer.error.code === 'UNAVAILABLE') met.unavailable += 1;
      else tally.addWrong(`${what} was answered ${answer.status}: ${answer.text}`);
    } catch (error) {
      tally.addWrong(`${what} got no answer: ${error}`);
    }
  }
  throw new Error(`${what} was not done in ${patienceMs} ms`);
}

/** Creates a deal and wins it. @returns its ID */
async function win(tally: Tally, met: Met, { post, put }: TestTeam, place: number) {
  const title = `Negócio ${place}`;
  const body = { title, value: place, source: `55119${10_000_005 + 10 * place}` };
  const headers = { 'Idempotency-Key': `deal-${place}` };
  const { data } = await insist(tally, met, title, () => post('/deals', body, headers));
  for (const phase of ['proposta', 'ganho'])
    await insist(tally, met, `${title}, ${phase}`, () => put(`/deals/${data.id}`, { phase }));
  return String(data.id);
}

// Counting ---------------------------------------------------------------------------------------------------------

/** Each effect exists once for each deal, and each event was received. */
async function count(
  tally: Tally,
  connection: pg.ClientConfig,
  deals: readonly string[],
  received: ReadonlyMap<string, number>,
): Promise<number> {
  const made = await ask<{ id: string }>(connection, 'select id from deals');
  const dealIds = new Set(deals);
  for (const { id } of made)
    if (!dealIds.has(id)) tally.addWrong(`deal ${id} was created without a request`);
  for (const [what, sql] of Object.entries({
    deal: 'select id::text as deal from deals',
    ...effects,
  })) {
    const times = new Map<string, number>();
    for (const { deal } of await ask<{ deal: string }>(connection, sql))
      times.set(deal, (times.get(deal) ?? 0) + 1);
    for (const deal of deals) {
      const n = times.get(deal) ?? 0;
      if (n === 0) tally.addLost(`${what}: none for deal ${deal}`);
      if (n > 1) tally.addWrong(`${what}: ${n} times for deal ${deal}`);
    }
    for (const deal of times.keys())
      if (!dealIds.has(deal)) tally.addWrong(`${what} for ${deal}, which was never requested`);
  }
  const events = await ask<{ id: string; type: string }>(
    connection,
    `select id, type from events where type <> 'message.created'`,
  );
  for (const { id, type } of events)
    if (!received.has(id)) tally.addLost(`event ${type} ${id} was not received`);
  const stored = new Set(events.map(({ id }) => id));
  for (const id of received.keys())
    if (!stored.has(id)) tally.addWrong(`event ${id} was received, but is not stored`);
  return events.length;
}

// The test ---------------------------------------------------------------------------------------------------------

/**
 * Claims of a connection that broke unnoticed expire after 45 s, and a message with unknown outcome is checked again after a minute;
 * here both happen soon.
 */
const hurry = `
  with
  d as (
    select team_id, webhook_id, id from deliveries
    where claimed_until between now() and now() + $1 * interval '1 millisecond' for update skip locked),
  r as (
    select team_id, id from workflow_runs
    where status = 'pending' and (next_step_at > now() + interval '2 seconds'
      or claimed_until between now() and now() + $1 * interval '1 millisecond') for update skip locked),
  freed as (
    update deliveries set claimed_until = now() from d
    where deliveries.team_id = d.team_id and deliveries.webhook_id = d.webhook_id and deliveries.id = d.id)
  update workflow_runs set claimed_until = null, next_step_at = least(next_step_at, now()) from r
  where workflow_runs.team_id = r.team_id and workflow_runs.id = r.id`;

const waiting = `
  select (select count(*) from workflow_runs where status = 'pending')::int as runs,
    (select count(*) from deliveries where status = 'pending')::int as deliveries,
    (select count(*) from messages where status in ('pending', 'sent', 'delivered'))::int as messages`;

/** Waits until all background work is done. */
async function drain(connection: pg.ClientConfig): Promise<void> {
  let left = {};
  const deadline = Date.now() + drainMs;
  for (; Date.now() < deadline; await sleep(250)) {
    await ask(connection, hurry, [45_000 - claimMs]);
    const [row] = await ask<Record<string, number>>(connection, waiting);
    left = row ?? {};
    if (Object.values(left).every((n) => n === 0)) return;
  }
  throw new Error(`${JSON.stringify(left)} are still waiting after ${drainMs} ms`);
}

/** Restarts PostgreSQL now and then, alternating between fast and immediate, until told to stop. */
async function restart(
  { dataDir, connection }: DedicatedPostgres,
  { everyMs: [least, most], leastRestarts }: (typeof forms)[Size],
  isOver: () => boolean,
): Promise<number> {
  for (let restarts = 0; ; restarts += 1) {
    for (const next = Date.now() + randomInt(least, most); Date.now() < next; await sleep(50))
      if (isOver() && restarts >= leastRestarts) return restarts;
    await end(dataDir, endings[restarts % endings.length] ?? 'SIGINT');
    await until(() =>
      ask(connection, 'select 1').then(
        () => true,
        () => false,
      ),
    );
  }
}

async function run(tally: Tally, size: Size): Promise<string> {
  const { deals, seconds, processes } = forms[size];
  const postgres = await startPostgres();
  const receiver = await startReceiver();
  try {
    const { connection } = postgres;
    const env = {
      ...onDatabase(connection),
      RATE_LIMIT_PER_MINUTE: '0',
      BOOTSTRAP_API_KEY: newKey(),
      SANDBOX_DELAY_MS: '50',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_RETRY_SCHEDULE: Array(100).fill('1s').join(),
    };
    const all = await Promise.all(
      Array.from({ length: processes }, () => ['web', 'worker'])
        .flat()
        .map((ROLE) => serve({ ...env, ROLE })),
    );
    const webs = all.filter(({ address }) => address !== '');
    let turn = 0;
    const call = callerOf(() => webs[turn++ % webs.length]?.address ?? '', 2 * clients);
    await ask(connection, slowly);
    const made = await newTeams(connection, call, teams);
    for (const team of made) {
      // First of all: from here on the endpoint receives every event.
      const { id: webhook } = await team.create('webhooks', { url: receiver.url });
      const { id: project } = await team.create('projects');
      await ask(
        connection,
        `insert into workflows (team_id, id, name, event, to_phase, conditions, steps)
        values ($1, $2, 'Ganho', 'deal.stage_changed', 'ganho', '[]', $3)`,
        [team.id, uuidv7(), JSON.stringify(steps(String(project), team.inbox, String(webhook)))],
      );
    }

    let isOver = false;
    const restarting = restart(postgres, forms[size], () => isOver);
    const met = { unavailable: 0 };
    const ids: string[] = [];
    const work = Array.from({ length: deals }, (_, i) => i);
    const one = async () => {
      for (let i = work.shift(); i !== undefined; i = work.shift()) {
        const next = Date.now() + (seconds * 1_000 * clients) / deals;
        const team = made[i % teams];
        if (team) ids.push(await win(tally, met, team, i));
        await sleep(Math.max(0, next - Date.now()));
      }
    };
    const winning = Promise.all(Array.from({ length: clients }, one)).finally(() => {
      isOver = true;
    });
    const [restarts] = await Promise.all([restarting, winning]);
    for (const { child, pid } of all)
      if (hasEnded(child)) tally.addWrong(`process ${pid} of the service ended`);
    await drain(connection);
    const events = await count(tally, connection, ids, receiver.received);
    tally.aim(ids.length === deals, `${ids.length} of ${deals} deals`);
    await Promise.all(all.map((service: Service) => service.stop()));
    const again = [...receiver.received.values()].filter((n) => n > 1).length;
    tally.remarks.push(
      `${counted(met.unavailable)} answers 503, no other error`,
      `${counted(again)} events received more than once`,
    );
    return `${restarts} restarts, ${counted(ids.length)} deals, ${counted(events)} events, ${all.length} processes`;
  } finally {
    receiver.close();
    await postgres.stop();
  }
}

export default {
  title: 'PostgreSQL restarts under load',
  what: `PostgreSQL is restarted every 5 to 10 s, alternating between fast and immediate, while clients create deals with Idempotency-Keys and move
each to two other phases, retrying after 503. The second phase triggers a workflow that creates a task and an activity, sends a message,
updates the deal and calls an endpoint, which also receives every event. Some processes serve, others work. Lost: a deal without one of its
effects (events, run, task, activity, message and both of its confirmations, change, call), or an event that the endpoint did not receive.
Wrong: a duplicate or unexpected effect, a received event that is not stored, an answer that is neither success nor 503 UNAVAILABLE, a broken
connection to the service, a process that exits. Events may be received more than once. The worst latency is the longest time from a client's
first attempt to its success.`,
  broken: [
    {
      how: 'errors of idle connections are not handled',
      file: 'server/db/database.ts',
      find: "pool.on('error', onError);",
      replace: 'void onError;',
    },
    {
      how: 'a database that is still starting counts as an internal error',
      file: 'server/db/errors.ts',
      find: '57P0.',
      replace: '57P01',
    },
    {
      how: "a step's effect commits before the step is recorded as done",
      file: 'server/features/workflows/step-actions.ts',
      find: 'contextOf(causedBy(tx, action.cause), acting, action)',
      replace: 'contextOf(causedBy(db, action.cause), acting, action)',
    },
  ],
  run,
} satisfies Torture;
