import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { keysIn } from '#server/features/accounts/key-lookup.ts';
import { createKey, createTeam } from '#server/features/accounts/teams.ts';
import { resumeSandbox } from '#server/features/receiving/sweeps.ts';
import { rateLimit } from '#server/http/rate-limit.ts';
import { makeLog } from '#server/platform/log.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { call, type Json, messagingOn, startApp } from '#test/support/harness.ts';
import { switchOffIntelligence } from '#test/support/intelligence/settings.ts';
import {
  cleanUp,
  connectTo,
  newDatabase,
  onDatabase,
  type Service,
  serve,
} from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';
import { define } from '#test/support/workflows/fixture.ts';

/*
 * Workflows in two processes that are killed at random moments: every step of every run has its effect exactly once. `WORKFLOW_DEALS=2000`
 * runs it for longer.
 */
afterAll(cleanUp);

const deals = Number(process.env.WORKFLOW_DEALS ?? 60);
/** Duration for which deals are created; the workers are killed throughout. */
const seconds = Math.max(9, deals / 10);
const workers = 2;
/** Until then more deals are created. */
const leastKills = 4;
/** Claims last at most this long here, instead of 45 s; some expire at once, while their holder is still working. */
const claimMs = 1_500;
const lossShare = 0.2;
/** Tasks of the template from which projects are created. */
const templateTasks = ['Briefing', 'Layout', 'Textos'];
const plainTask = {
  ...{ description: null, checklist_markdown: null, priority: 'medium', estimated_hours: null },
  ...{ tags: [], column: null, due_after_days: null, role: null },
};

/*
 * Each step takes a while: between its effect and the record of it, and between a message and its outcome. So a kill happens in between,
 * and so does a takeover by another process after a claim expired.
 */
const slowly = `
  create function slowly() returns trigger language plpgsql as $$
  begin perform pg_sleep(random() * 0.15); return new; end $$;
  create trigger slowly before insert on events for each row
    when (new.type in ('task.created', 'activity.created', 'deal.updated', 'workflow.call', 'project.created')) execute function slowly();
  create trigger slowly before insert or update on workflow_steps for each row
    when (new.type = 'send_message') execute function slowly();
  create trigger slowly before update on messages for each row when (old.status = 'pending') execute function slowly();`;

test(`${deals} deals, ${workers} workers killed throughout: each step runs once`, {
  timeout: (seconds + 90) * 1_000,
}, async () => {
  const connection = await newDatabase('migrated');
  const secret = randomBytes(32);
  const client = await connectTo(connection);
  const sql = async (text: string, values?: unknown[]) =>
    (await client.query<Json>(text, values)).rows;
  await sql(slowly);
  const database = openDatabase(connection, 'test', 8, () => {});
  const secrets = secretsWith(secret);
  const messaging = messagingOn(database, secrets);
  const limit = rateLimit(0, undefined, makeLog('silent'));
  const app = await startApp(database, keysIn(database.platform), limit, secrets, messaging);

  const heard = new Map<string, number>();
  const receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.once('end', () => {
      setTimeout(() => {
        const { type, data } = JSON.parse(body) as { type: string; data: { deal: string } };
        const key = `${type} ${data.deal}`;
        heard.set(key, (heard.get(key) ?? 0) + 1);
        response.end();
      }, Math.random() * 60);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;

  // A team with everything that the workflow needs.
  const team = await createTeam(database.platform, 'Agência');
  await sql(switchOffIntelligence);
  const { api_key: key } = await createKey(database.platform, team.id, {
    name: 'Test',
    scope: 'full',
    userId: null,
    expiresAt: null,
  });
  const make = async (path: string, body: Json) => {
    const answer = await call(app, key, 'POST', path, body);
    expect(answer.status, answer.text).toBe(201);
    return String(answer.data.id);
  };
  const project = await make('/projects', { name: 'Projeto' });
  const endpoint = await make('/webhooks', {
    name: 'Outro sistema',
    url: `http://127.0.0.1:${port}/`,
    events: [],
  });
  const inbox = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';
  await sql(
    `insert into inboxes (team_id, id, name, type, gateway) values ($1, $2, 'Caixa', 'session', 'sandbox')`,
    [team.id, inbox],
  );
  const template = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a12';
  await sql(
    `insert into project_templates (team_id, id, name, tasks) values ($1, $2, 'Site', $3)`,
    [team.id, template, JSON.stringify(templateTasks.map((title) => ({ ...plainTask, title })))],
  );
  await define(sql, team.id, {
    steps: [
      { type: 'create_task', with: { title: 'Tarefa {{deal.id}}', project_id: project } },
      { type: 'create_activity', with: { title: 'Atividade', deal_id: '{{deal.id}}' } },
      {
        type: 'send_message',
        with: { inbox_id: inbox, phone: '{{deal.source}}', content: 'Negócio {{deal.id}}' },
      },
      { type: 'update_deal', with: { priority: 'alta', phase: 'ganho' } },
      { type: 'call_webhook', with: { webhook_id: endpoint, data: { deal: '{{deal.id}}' } } },
      { type: 'create_project', with: { name: 'Site {{deal.id}}', template_id: template } },
    ],
  });

  const env = {
    ...onDatabase(connection, secret),
    ROLE: 'worker',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_RETRY_SCHEDULE: '1s,1s,1s,1s,1s,1s,1s,1s,1s',
    SANDBOX_DELAY_MS: '50',
  };
  const alive: Service[] = await Promise.all(Array.from({ length: workers }, () => serve(env)));

  // Time passes faster for waiting work: claims expire early, and later retries run now.
  let isOver = false;
  let takenOver = 0;
  const loseDeliveries = () =>
    sql(
      `update deliveries set claimed_until = now(), next_attempt_at = least(next_attempt_at, now())
      where status = 'pending' and claimed_until > now()`,
    );
  const clock = (async () => {
    for (let round = 0; ; round += 1) {
      const lost = await sql(
        `update workflow_runs set claimed_until = now() where status = 'pending'
          and claimed_until > now() and (claimed_until <= now() + $1 * interval '1 millisecond' or random() < $2) returning id`,
        [45_000 - claimMs, lossShare],
      );
      takenOver += lost.length;
      await sql(`update workflow_runs set next_step_at = now() where next_step_at > now()`);
      if (round % 4 === 0) await loseDeliveries();
      if (isOver) return;
      await sleep(250);
    }
  })();
  let kills = 0;
  const killer = async (place: number) => {
    while (!isOver) {
      await sleep(150 + Math.random() * 1_200);
      const worker = alive[place];
      if (isOver || !worker) return;
      worker.child.kill('SIGKILL');
      await worker.ended;
      kills += 1;
      alive[place] = await serve(env);
    }
  };
  const killers = alive.map((_, place) => killer(place));

  const ids: string[] = [];
  for (let i = 0; i < deals || kills < leastKills; i += 1) {
    ids.push(await make('/deals', { title: 'Negócio', source: `55119${10_000_005 + i * 10}` }));
    await sleep((seconds * 1_000) / deals);
  }
  const hasEnded = async () => {
    const open = await sql(`select 1 from workflow_runs where status = 'pending' limit 1`);
    return open.length === 0;
  };
  await sleep(500);
  isOver = true;
  await Promise.all(killers);
  await clock;
  await until(async () => {
    await sql(
      `update workflow_runs set claimed_until = least(claimed_until, now() + interval '3 seconds'), next_step_at = now()
      where status = 'pending' and (next_step_at > now() or claimed_until > now() + interval '3 seconds')`,
    );
    await resumeSandbox(database, messaging, 0);
    await sleep(250);
    return hasEnded();
  });

  // Despite the kills, each run is done, and each effect exists once.
  const runs = await sql(
    `select r.payload::json -> 'data' ->> 'id' as deal, r.status::text, r.reason,
      (select json_agg(json_build_array(s.type, s.status, s.effect_id) order by s.step) from workflow_steps s
        where s.team_id = r.team_id and s.run_id = r.id) as steps
    from workflow_runs r order by r.id`,
  );
  expect(runs.map(({ deal }) => deal).sort()).toEqual([...ids].sort());
  const effects = new Map(
    runs.map(({ deal, status, reason, steps }) => {
      expect([status, reason], String(deal)).toEqual(['done', null]);
      return [deal, steps as [string, string, string][]];
    }),
  );
  const tables = {
    create_task: `select id, substring(title from 8) as deal from tasks where title like 'Tarefa %'`,
    create_activity: `select id, deal_id as deal from activities`,
    send_message: `select id, substring(content from 9) as deal from messages`,
    update_deal: `select record_id as id, record_id as deal from events where type = 'deal.updated'`,
    call_webhook: `select id, payload::json -> 'data' ->> 'deal' as deal from events where type = 'workflow.call'`,
    create_project: `select id, substring(name from 6) as deal from projects where name like 'Site %'`,
  };
  for (const [i, [type, select]] of Object.entries(tables).entries()) {
    const made = await sql(select);
    const expected = ids.map((deal) => {
      const [was, status, effect] = effects.get(deal)?.[i] ?? [];
      expect([was, status]).toEqual([type, 'done']);
      return { id: effect, deal };
    });
    const byDeal = (a: Json, b: Json) => String(a.deal).localeCompare(String(b.deal));
    expect(made.sort(byDeal), type).toEqual(expected.sort(byDeal));
  }
  // Each project has its board and the tasks of the template, once.
  const contents = await sql(
    `select (select count(*)::int from pipelines b where b.team_id = p.team_id and b.project_id = p.id) as boards,
      (select array_agg(t.title order by t.title) from tasks t where t.team_id = p.team_id and t.project_id = p.id) as tasks
    from projects p where p.name like 'Site %'`,
  );
  expect(contents).toEqual(ids.map(() => ({ boards: 1, tasks: templateTasks })));
  const eventCounts = await sql(
    'select type, count(*)::int as n from events group by type order by type',
  );
  expect(eventCounts.filter(({ type }) => type !== 'msgapp.message.status')).toEqual(
    [
      ['activity.created', ids.length],
      ['contact.created', ids.length],
      ['deal.created', ids.length],
      ['deal.stage_changed', ids.length],
      ['deal.updated', ids.length],
      ['message.created', ids.length],
      ['project.created', 1 + ids.length],
      ['task.created', ids.length * (1 + templateTasks.length)],
      ['workflow.call', ids.length],
    ].map(([type, n]) => ({ type, n })),
  );
  expect(await sql(`select 1 from messages where status in ('pending', 'failed')`)).toEqual([]);
  // Each call arrives, possibly twice.
  await until(async () => {
    if (ids.every((deal) => heard.has(`workflow.call ${deal}`))) return true;
    await loseDeliveries();
    await sleep(1_000);
    return false;
  });
  expect(heard.size).toBe(ids.length);
  expect(takenOver).toBeGreaterThan(0);
  const calls = [...heard.values()].reduce((sum, count) => sum + count, 0);
  console.info(
    `${ids.length} runs: ${kills} kills, ${takenOver} claims that ran out, ${calls} calls`,
  );

  await Promise.all(alive.map((worker) => worker.stop()));
  await app.close();
  messaging.stop();
  receiver.close();
  receiver.closeAllConnections();
  await database.close();
});
