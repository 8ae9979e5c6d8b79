import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Attacker, head, json, requestsPerMinute, type Sent } from './attacker.ts';

/*
 * Attacks by one team, or a stranger, with few requests and within the limits. Each is prepared once, with the means of any team (or by
 * SQL, for records that take years), and then run from several addresses.
 */

export type RunAttack = (by: Attacker) => Promise<void>;

export interface Attack {
  readonly title: string;
  /** A burst of a team's ordinary work, from many addresses: none of it may fail. */
  readonly isOwnWork?: true;
  /** Prepares it. */
  readonly arm: (by: Attacker) => Promise<RunAttack>;
}

const mebi = 1_048_576;

/** One that needs no preparation. */
const bare = (title: string, go: RunAttack): Attack => ({ title, arm: async () => go });

/** Piled-up accents: 100 kB whose normalisation takes quadratic time. */
const marks = `a${'\u0301\u0323'.repeat(24_990)}`;

/** The same in a query: no URL is longer than 16 kB. */
const searchedMarks = encodeURIComponent(`a${'\u0301\u0323'.repeat(640)}`);

/** The lists that are most expensive for the database. */
const costly = [
  '/deals?search=zz',
  '/deals?search=ca&sort=title',
  '/deals?status=ativo',
  '/deals?status=ativo&phase=lead&source=site',
  '/deals?min_value=1000&sort=title',
  '/events',
  '/events?type=deal.created',
  '/deals?search=campanha&sort=-value',
  '/msgapp/contacts?tag=ninguem',
  '/deals?page=4000',
];

/** Maximum number of open uploads per member. */
const maxOpenUploads = 10;

/** Pages and documents that need no key. */
const documents = ['/api/openapi.json', '/docs/', '/reference/', '/llms.txt'];

const read = (by: Attacker, path: string): Sent => ({
  path: `/api/v1${path}`,
  key: by.camp.readKey,
});
const write = (by: Attacker, path: string, body: unknown, headers = {}): Sent => ({
  path: `/api/v1${path}`,
  key: by.camp.key,
  body: json(body),
  headers,
});

/** An endpoint, or the text of the rejection. */
interface Made {
  readonly status: number;
  readonly id: string;
  readonly path: string;
  readonly secret: string;
}

async function newEndpoint(by: Attacker, fields: Record<string, unknown>): Promise<Made> {
  const slug = `ponto-${randomUUID().slice(0, 13)}`;
  const { status, text, tail } = await by.ask(
    write(by, '/webhooks', { name: 'Ponto', slug, events: [], ...fields }),
  );
  const id = /"id":"([0-9a-f-]+)"/.exec(text)?.[1] ?? '';
  const secret = /"secret_token":"([^"]+)"/.exec(tail)?.[1] ?? '';
  return { status, id, path: `/api/hooks/${by.camp.slug}/${slug}`, secret };
}

/** One without which the attack is meaningless. */
async function endpoint(by: Attacker, fields: Record<string, unknown>): Promise<Made> {
  const made = await newEndpoint(by, fields);
  if (made.status !== 201 || made.secret === '')
    throw new Error(`an endpoint could not be created: ${made.status}`);
  return made;
}

const call = ({ path, secret }: Made, body: Buffer, headers = {}): Sent => ({
  path,
  key: secret,
  body,
  headers,
});

/** The attackers' own receiver. It lives as long as the thread. */
async function receiver(): Promise<{ url: string; heard: { headers: object; body: Buffer }[] }> {
  const heard: { headers: object; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .once('end', () => {
        if (heard.length < 10) heard.push({ headers: request.headers, body: Buffer.concat(parts) });
        response.end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, heard };
}

const isTen = (by: Attacker) => by.addresses.length > 1;

/** Tasks of the attackers' team, counted in SQL. */
async function tasksOf(by: Attacker): Promise<number> {
  const [row] = await by.sql('select count(*)::int as n from tasks where team_id = $1', [
    by.camp.id,
  ]);
  return Number(row?.n);
}

/** The cookie of an admin of the attackers' team, who is created and signed in by SQL. */
async function signIn(by: Attacker): Promise<string> {
  const [person, secret] = [randomUUID(), randomBytes(32).toString('base64url')];
  const email = `${person}@example.com`;
  await by.sql(`insert into people (id, email, name) values ($1, $2, 'Ana')`, [person, email]);
  await by.sql(
    `insert into users (team_id, id, name, email, role, person_id) values ($1, $2, 'Ana', $3, 'admin', $2)`,
    [by.camp.id, person, email],
  );
  await by.sql(
    `insert into sessions (person_id, id, hash, methods, expires_at) values ($1, $1, sha256($2::bytea), '{pwd}', now() + interval '1 day')`,
    [person, secret],
  );
  return `cookie: pauta_session=${person}.${secret}`;
}

/** Maximum number of tasks that an event may create by looping: hops are limited. */
const maxRounds = 6;

/** Requests that must all succeed: any other answer is wrong. */
async function allAre(by: Attacker, status: number, what: string): Promise<void> {
  for (const [answer, count] of by.answers)
    if (answer !== String(status) && answer !== '429')
      (answer === '503' ? by.refused : by.wrong).push(
        `${what}: ${count} answered ${answer} ${by.said.get(answer) ?? ''}`,
      );
}

export const attacks: readonly Attack[] = [
  // Text ------------------------------------------------------------------------------------------------------------
  bare('1 accents stacked in a description', (by) =>
    by.press(10, (i) => write(by, '/projects', { name: `n${i}`, description: marks })),
  ),
  {
    title: '1 accents stacked in a hook call',
    async arm(by) {
      const hook = await endpoint(by, {
        target_pipeline_id: by.camp.pipeline,
        field_mapping: { title: 't', description: 'd' },
      });
      const body = json({ t: 'x', d: marks });
      return (mine) => mine.press(10, () => call(hook, body));
    },
  },
  bare('1 accents stacked in a search', (by) =>
    by.press(10, () => read(by, `/deals?search=${searchedMarks}`)),
  ),
  // The database ----------------------------------------------------------------------------------------------------
  bare('2 searches of two letters, ten connections of a read key', (by) =>
    by.press(10, () => read(by, '/deals?search=zz')),
  ),
  bare('2 the most expensive lists, ten connections of a read key', (by) =>
    by.press(10, (i) => read(by, costly[i % costly.length] ?? '/deals')),
  ),
  // Memory ----------------------------------------------------------------------------------------------------------
  bare('3 the reference’s program, 80 or 500 connections that do not read', (by) =>
    by.unread(isTen(by) ? 500 : 80, () => [head('/reference/js/scalar.js', undefined, 0, 'GET')]),
  ),
  bare('3 callbacks of 4 MiB without their last byte, 600 connections', (by) => {
    const body = Buffer.alloc(4 * mebi - 1, ' ');
    return by.unfinished(600, () => [
      head(`/api/gateways/x/${randomUUID()}`, undefined, body.length + 1),
      body,
    ]);
  }),
  {
    title: '3 pages of 60 records of 1 MB, 45 connections that do not read',
    async arm(by) {
      await bigCampaigns(by);
      return (mine) => {
        const path = `/api/v1/campaigns?limit=60&status=paused`;
        return mine.unread(45, () => [head(path, mine.camp.readKey, 0, 'GET')]);
      };
    },
  },
  bare('3 bodies of 1 MiB, 200 at once', (by) => {
    const body = json({
      name: 'Grande',
      project_id: by.camp.project,
      goals: { a: 'x'.repeat(mebi - 200) },
    });
    return by.burst(200, () => ({ path: '/api/v1/campaigns', key: by.camp.key, body }));
  }),
  bare('3 bodies of 1 MiB without their last byte, 200 at once', (by) => {
    const body = Buffer.alloc(mebi - 1, ' ');
    return by.unfinished(200, () => [
      head('/api/v1/campaigns', by.camp.key, body.length + 1),
      body,
    ]);
  }),
  bare('3 slow bodies and nested ones together, 500 connections', async (by) => {
    const one = '{"\\n":';
    const depth = Math.floor((mebi - 1) / (one.length + 1));
    const nested = Buffer.from(`${one.repeat(depth)}1${'}'.repeat(depth)}`);
    const rest = Buffer.alloc(mebi - 5_000, ' ');
    await by.unfinished(500, (i) =>
      i % 2 === 0
        ? [head('/api/v1/campaigns', by.camp.key, mebi), rest]
        : [head('/api/v1/projects', by.camp.key, nested.length), nested],
    );
  }),
  {
    title: '3 unfinished uploads of 99 MB, 60 at once',
    async arm(by) {
      const more = [await signIn(by), 'sec-fetch-site: same-origin'];
      const query = `name=a.json&record_type=projects&record_id=${by.camp.project}`;
      const path = `/api/panel/teams/${by.camp.slug}/files?${query}`;
      const part = Buffer.alloc(mebi, ' ');
      return async (mine) => {
        await mine.unfinished(60, () => [head(path, undefined, 99 * mebi, 'POST', more), part]);
        const [open] = await mine.sql(
          'select count(*)::int as n from uploads where team_id = $1 and expires_at > now()',
          [mine.camp.id],
        );
        const count = Number(open?.n);
        if (count === 0 || count > maxOpenUploads)
          mine.wrong.push(`${count} uploads of one member are open at once`);
      };
    },
  },
  {
    title: '3 reconnecting event streams, 100 connections that do not read',
    async arm(by) {
      const rows = await by.sql(
        'select id from events where team_id = $1 order by created_at limit 1',
        [by.camp.id],
      );
      const more = [`last-event-id: ${rows[0]?.id}`];
      return (mine) =>
        mine.unread(100, () => [head('/api/v1/events/stream', mine.camp.readKey, 0, 'GET', more)]);
    },
  },
  // The event loop --------------------------------------------------------------------------------------------------
  bare('4 documents, 200 connections with 40 pipelined requests that do not read', (by) =>
    by.unread(200, () => [
      Buffer.concat(
        Array.from({ length: 40 }, (_, i) =>
          head(documents[i % documents.length] ?? '', undefined, 0, 'GET'),
        ),
      ),
    ]),
  ),
  bare('4 the reference’s program, 30 or 100 a second', (by) =>
    by.press(4, () => ({ path: '/reference/js/scalar.js' }), isTen(by) ? 100 : 30),
  ),
  {
    title: '5 a logged delivery sent to the endpoint’s own hook',
    async arm(by) {
      const { url, heard } = await receiver();
      const hook = await endpoint(by, {
        url,
        events: ['*'],
        target_pipeline_id: by.camp.pipeline,
        field_mapping: { title: 'type' },
      });
      await by.ask(write(by, `/webhooks/${hook.id}/test`, {}));
      for (let i = 0; i < 100 && heard.length === 0; i += 1) await by.wait(50);
      const [delivery] = heard;
      if (!delivery) throw new Error('no delivery arrived');
      const headers = delivery.headers as Record<string, string>;
      const signed = Object.fromEntries(
        Object.entries(headers).filter(([name]) => /signature|timestamp/.test(name)),
      );
      await by.ask({ ...write(by, `/webhooks/${hook.id}`, { url: null }), method: 'PUT' });
      return async (mine) => {
        const before = await tasksOf(mine);
        await mine.press(5, () => ({
          path: hook.path,
          body: delivery.body,
          headers: { ...signed, 'webhook-id': randomUUID() },
        }));
        const made = (await tasksOf(mine)) - before;
        if (made > 0)
          mine.wrong.push(`a delivery was accepted by its own hook: it created ${made} tasks`);
      };
    },
  },
  {
    title: '5 an endpoint whose url is its own hook',
    async arm(by) {
      const slug = `eco-${randomUUID().slice(0, 13)}`;
      const fields = {
        name: 'Eco',
        slug,
        events: ['task.created'],
        target_pipeline_id: by.camp.pipeline,
        field_mapping: { title: 'type' },
      };
      const url = `${by.target.origin}/api/hooks/${by.camp.slug}/${slug}`;
      const made = await by.ask(write(by, '/webhooks', { ...fields, url }));
      const id = /"id":"([0-9a-f-]+)"/.exec(made.text)?.[1] ?? '';
      // Until the attack begins it receives nothing.
      if (made.status === 201)
        await by.ask({ ...write(by, `/webhooks/${id}`, { events: [] }), method: 'PUT' });
      return async (mine) => {
        const before = await tasksOf(mine);
        const events = (kinds: string[]) =>
          mine.ask({ ...write(mine, `/webhooks/${id}`, { events: kinds }), method: 'PUT' });
        if (made.status === 201) await events(['task.created']);
        const count = 10;
        await mine.burst(count, (i) =>
          write(mine, '/tasks', { title: `Eco ${i}`, project_id: mine.camp.project }),
        );
        await mine.wait();
        const tasks = (await tasksOf(mine)) - before;
        if (tasks > count * (1 + maxRounds))
          mine.wrong.push(`an endpoint called itself: ${tasks} tasks created from ${count}`);
        // Deliveries pending at that time have no receiver.
        if (made.status === 201)
          await mine.sql('update webhooks set is_active = false where team_id = $1 and id = $2', [
            mine.camp.id,
            id,
          ]);
      };
    },
  },
  {
    title: '6 a field_mapping of many templates, hook calls of nine bytes',
    async arm(by) {
      // Tries sizes down to the largest accepted one.
      for (const size of [mebi - 400, 60_000, 16_000, 4_000, 1_000]) {
        const hook = await newEndpoint(by, {
          target_pipeline_id: by.camp.pipeline,
          field_mapping: { title: 't', description: '{{zz}}'.repeat(size / 6) },
        });
        const body = Buffer.from('{"a":"b"}');
        if (hook.status === 201) return (mine) => mine.press(10, () => call(hook, body));
      }
      throw new Error('no mapping of templates was accepted');
    },
  },
  bare('6 nested bodies of 1 MiB, 200 at once', (by) => {
    const one = '{"\\n":';
    const depth = Math.floor((mebi - 1) / (one.length + 1));
    const body = Buffer.from(`${one.repeat(depth)}1${'}'.repeat(depth)}`);
    return by.burst(200, () => ({ path: '/api/v1/projects', key: by.camp.key, body }));
  }),
  // Limits of a team ------------------------------------------------------------------------------------------------
  {
    title: '7 replays of 5,000 deliveries per call',
    async arm(by) {
      const { url } = await receiver();
      const hook = await endpoint(by, { url, events: [] });
      await by.sql(
        `with e as (
          insert into events (team_id, id, type, record_id, payload, created_at)
          select $1::uuid, uuid7(at), 'deal.updated', gen_random_uuid(), '{"data":{}}', at
          from (select now() - i * interval '1 second' as at from generate_series(1, 5000) i) z returning id, created_at)
        insert into deliveries (team_id, webhook_id, id, event, record_id, status, attempts, created_at, completed_at)
        select $1, $2::uuid, id, 'deal.updated', gen_random_uuid(), 'failed', 1, created_at, now() from e`,
        [by.camp.id, hook.id],
      );
      return async (mine) => {
        await mine.press(4, () => write(mine, `/webhooks/${hook.id}/replay`, { status: 'failed' }));
        await mine.press(4, () =>
          write(mine, `/webhooks/${hook.id}/replay`, { status: 'delivered' }),
        );
      };
    },
  },
  bare('7 answers of 60 kB kept by Idempotency-Key', (by) => {
    const text = 'x'.repeat(45_000);
    return by.press(5, () =>
      write(
        by,
        '/projects',
        { name: 'Chave', description: text },
        { 'idempotency-key': randomUUID() },
      ),
    );
  }),
  // Names -----------------------------------------------------------------------------------------------------------
  bare('8 equal names, 16 clients', async (by) => {
    await by.press(isTen(by) ? 2 : 16, () => write(by, '/projects', { name: 'Igual' }));
    await allAre(by, 201, 'projects of a taken name');
  }),
  bare('8 equal names, 32 clients with an Idempotency-Key', async (by) => {
    await by.press(isTen(by) ? 4 : 32, () =>
      write(by, '/projects', { name: 'Igual' }, { 'idempotency-key': randomUUID() }),
    );
    await allAre(by, 201, 'projects of a taken name');
  }),
  {
    title: '9 lists of 100 campaigns of 1 MB',
    async arm(by) {
      await bigCampaigns(by);
      return async (mine) => {
        await mine.press(10, () => read(mine, '/campaigns?limit=100&status=paused'));
        for (const [answer, count] of mine.answers)
          if (/^5/.test(answer))
            (answer === '503' ? mine.refused : mine.wrong).push(
              `lists of big records: ${count} answered ${answer}`,
            );
      };
    },
  },
  // Connections -----------------------------------------------------------------------------------------------------
  bare('11 2,500 idle connections', async (by) => {
    await by.unfinished(2_500, () => []);
  }),
  // An ordinary team's own bursts -----------------------------------------------------------------------------------
  {
    title: '14 200 senders in one conversation',
    isOwnWork: true,
    async arm() {
      return async (mine) => {
        let i = 0;
        const sender = async () => {
          for (let n = 0; n < 10 && !mine.isOver; n += 1)
            await mine.ask(
              write(mine, '/msgapp/messages', {
                inbox_id: mine.camp.inbox,
                phone: '5511987654321',
                content: `Olá ${i++}`,
              }),
            );
        };
        await Promise.all(Array.from({ length: 200 / mine.camps }, sender));
        await allAre(mine, 201, 'sends into one conversation');
      };
    },
  },
  {
    title: '14 500 sends into one conversation at once',
    isOwnWork: true,
    async arm() {
      return async (mine) => {
        await mine.burst(500 / mine.camps, (i) =>
          write(mine, '/msgapp/messages', {
            inbox_id: mine.camp.inbox,
            phone: '5511987654321',
            content: `Olá ${i}`,
          }),
        );
        await allAre(mine, 201, 'sends into one conversation');
      };
    },
  },
  {
    title: '14 500 changes of one deal at once',
    isOwnWork: true,
    async arm(by) {
      const made = await by.ask(write(by, '/deals', { title: 'Um' }));
      const path = `/deals/${/"id":"([0-9a-f-]+)"/.exec(made.text)?.[1] ?? ''}`;
      return async (mine) => {
        await mine.burst(500 / mine.camps, (i) => ({
          ...write(mine, path, { title: `Um ${i}` }),
          method: 'PUT',
        }));
        await allAre(mine, 200, 'changes of one deal');
      };
    },
  },
  {
    title: '14 500 hooks at once',
    isOwnWork: true,
    async arm(by) {
      const hook = await endpoint(by, {
        target_pipeline_id: by.camp.pipeline,
        field_mapping: { title: 't' },
      });
      return async (mine) => {
        await mine.burst(500 / mine.camps, (i) => call(hook, json({ t: `Lead ${i}` })));
        await allAre(mine, 202, 'hooks');
      };
    },
  },
  // Strangers -------------------------------------------------------------------------------------------------------
  bare('15 unknown keys, the full rate limit of an address at once', (by) =>
    by.burst(requestsPerMinute * by.addresses.length, () => ({
      path: '/api/v1/deals',
      key: `pauta_${randomUUID().replaceAll('-', '')}abcdef`,
    })),
  ),
  bare('15 callbacks for unknown inboxes, the full rate limit of an address at once', (by) =>
    by.burst(requestsPerMinute * by.addresses.length, () => ({
      path: `/api/gateways/ninguem/${randomUUID()}`,
      body: json({ event: 'x' }),
    })),
  ),
  // Last, because it leaves no room for further endpoints.
  {
    title: '7 the maximum number of endpoints, and their deliveries',
    async arm(by) {
      const { url } = await receiver();
      const ids: string[] = [];
      for (let i = 0; i < 100; i += 1) {
        const made = await newEndpoint(by, { url, events: [] });
        if (made.status !== 201) break;
        ids.push(made.id);
      }
      return async (mine) => {
        const hear = (kinds: string[]) =>
          mine.sql(
            'update webhooks set events = $3 where team_id = $1 and id = any($2) and is_active',
            [mine.camp.id, ids, kinds],
          );
        await hear(['*']);
        await mine.press(5, (i) => write(mine, '/deals', { title: `Eco ${i}` }));
        await mine.wait();
        await hear([]);
      };
    },
  },
];

/** A hundred records of 1 MB, as previous versions accepted them. */
async function bigCampaigns(by: Attacker): Promise<void> {
  await by.sql(
    `insert into campaigns (team_id, id, name, project_id, status, goals)
    select $1, uuid7(), 'Meta ' || i, $2, 'paused', json_build_object('a', repeat('x', 1000000))
    from generate_series(1, 100) i
    where not exists (select from campaigns where team_id = $1 and status = 'paused' and octet_length(goals::text) > 900000)`,
    [by.camp.id, by.camp.project],
  );
}
