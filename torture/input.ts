import { strict as assert } from 'node:assert';
import { createHmac, randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import fc from 'fast-check';
import type pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { createKey } from '#server/features/accounts/teams.ts';
import { readables, resources } from '#server/features/registry.ts';
import { deliveries } from '#server/features/webhooks/deliveries.ts';
import { receptions } from '#server/features/webhooks/receptions.ts';
import tasks from '#server/features/work/tasks/operations.ts';
import type { Table } from '#server/records/table.ts';
import { type Contract, contractOf } from '#test/support/contract.ts';
import { request as ask } from '#test/support/http.ts';
import { answersIn } from '#test/support/http-answers.ts';
import { connectTo, type Service, serve } from '#test/support/processes.ts';
import { type Call, inputsOf, type Json, type TestTeam } from '#test/support/team.ts';
import { malformedStreams, unfinishedRequests } from './byte-streams.ts';
import { callerOf, newTeams, newTestDatabase, sendFile, type TestDatabase } from './fixture.ts';
import {
  anything,
  damaged,
  expand,
  type HostileRequest,
  hostileRequest,
} from './hostile-requests.ts';
import { exchangeBytes } from './raw-sockets.ts';
import { addCommentAndApproval, addReadables } from './readables.ts';
import { type Got, type Judge, judgeBy, type Sent } from './response-judge.ts';
import { Leak, runProperty } from './run-property.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';
import { changesOf, recordsOf, type Sample } from './valid-records.ts';

/*
 * Whatever the input, the service answers as promised: never a 5xx, always the envelope, a code that fits the status, as described in the
 * OpenAPI document, and without internals or another team's data. TORTURE_SEED repeats the requests of a run; the seed is printed.
 */

interface Amount {
  /** Requests to two teams, `width` at a time, before two others take over: lists stay short. */
  readonly batch: number;
  readonly batches: number;
  readonly mappings: number;
  /** Per resource. */
  readonly lives: number;
  readonly streams: number;
  /** The minimum of everything together. */
  readonly requests: number;
}
const amounts: Record<Size, Amount> = {
  short: { batch: 2_400, batches: 1, mappings: 64, lives: 4, streams: 400, requests: 2_400 },
  full: {
    batch: 10_000,
    batches: 24,
    mappings: 2_000,
    lives: 100,
    streams: 10_000,
    requests: 250_000,
  },
};

/** Number of requests in flight at a time. */
const width = 8;

/** State shared by the parts of a run. */
interface Run {
  readonly tally: Tally;
  readonly seed: number;
  readonly testDatabase: TestDatabase;
  readonly service: Service;
  readonly sql: pg.Client;
  readonly judge: Judge;
  readonly call: Call;
  /** Number of answers by status; 0 if the service hung up before reading everything. */
  readonly statuses: Map<number, number>;
  /** Sends a request, takes the time and checks the response. @throws Error naming the deviation */
  exchange(sent: Sent, isChunked?: boolean): Promise<Got>;
}

// Requests --------------------------------------------------------------------------------------------------------

const agent = new Agent({ keepAlive: true, maxSockets: 2 * width });

function overHttp(port: number, sent: Sent, isChunked: boolean): Promise<Got> {
  const { method, url, headers, body } = sent;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method,
        path: url,
        headers: { ...headers, ...framing(body, isChunked) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    outgoing.setTimeout(20_000, () => outgoing.destroy(new Error('no answer in 20 s')));
    outgoing.on('error', reject);
    // In two pieces, so that chunks end anywhere.
    if (body && isChunked && body.length > 1) {
      outgoing.write(body.subarray(0, 1));
      outgoing.end(body.subarray(1));
    } else outgoing.end(body);
  });
}

/** Explicitly, because for some methods the client would send a body without announcing it. */
const framing = (body: Buffer | undefined, isChunked: boolean): Record<string, string> =>
  body === undefined
    ? {}
    : isChunked
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(body.length) };

/** True if the service may reject it before reading everything, so that an HTTP client may miss the response. */
const isRefusedEarly = ({ url, headers, body }: Sent) =>
  (body?.length ?? 0) > 1_000_000 || url.length + JSON.stringify(headers).length > 10_000;

/** The same on a separate connection, which the service may close at any time; undefined if it did so without a response. */
async function overSocket(port: number, sent: Sent): Promise<Got | undefined> {
  const { method, url, headers, body = Buffer.alloc(0) } = sent;
  const lines = Object.entries({ host: 'x', ...headers, ...framing(sent.body, false) });
  const head = `${method} ${url} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}`;
  const { bytes } = await exchangeBytes(port, [Buffer.from(`${head}\r\n\r\n`, 'latin1'), body], {
    answers: 1,
    isHead: method === 'HEAD',
  });
  const [answer, ...others] = answersIn(bytes, method === 'HEAD');
  assert.equal(others.length, 0, 'several answers to one request');
  return answer && { status: answer.status, headers: answer.headers, text: answer.body };
}

// Hostile requests -------------------------------------------------------------------------------------------------

/** The target team, another team, and the records that requests may refer to. */
interface Scene {
  readonly team: TestTeam;
  readonly neighbour: TestTeam;
  /** IDs by kind; those of the other team under `foreign`. */
  readonly ids: Map<string, string[]>;
  /** Replaces a placeholder. */
  readonly mark: (name: string) => string;
  /** An endpoint of the team that receives. */
  readonly hook: Hook;
  /** Acknowledged creates and deletes, by resource. */
  readonly made: Map<string, Set<string>>;
  readonly removed: Set<string>;
}

interface Hook {
  readonly id: string;
  /** After /api/hooks. */
  readonly address: string;
  readonly secret: string;
}

const knownIn = (ids: Map<string, string[]>, name: string) => {
  const kindIds = ids.get(name) ?? [];
  ids.set(name, kindIds);
  return kindIds;
};

async function newScene({ testDatabase, sql, call, service }: Run): Promise<Scene> {
  const [team, neighbour] = (await newTeams(testDatabase.connection, call, 2)) as [
    TestTeam,
    TestTeam,
  ];
  const database = openDatabase(testDatabase.connection, 'torture', 1, () => {});
  const { api_key: readKey } = await createKey(database.platform, team.id, {
    name: 'Read',
    scope: 'read',
    userId: null,
    expiresAt: null,
  }).finally(() => database.close());
  const ids = new Map<string, string[]>();
  await furnish(sql, neighbour, 'foreign ', ids);
  const hook = await furnish(sql, team, '', ids);
  for (const [one, prefix] of [
    [neighbour, 'foreign '],
    [team, ''],
  ] as const) {
    await sendFile(service.origin, one, '5511900000029');
    const { rows } = await sql.query<{ id: string }>('select id from files where team_id = $1', [
      one.id,
    ]);
    knownIn(ids, `${prefix}files`).push(...rows.map(({ id }) => id));
  }
  let turns = 0;
  const mark = (name: string): string => {
    turns += 1;
    if (name === 'key') return team.key;
    if (name === 'read key') return readKey;
    if (name === 'secret') return hook.secret;
    // The sandbox fails numbers ending in 0000 and the like.
    if (name === 'phone') return `5511${String(10_000_000 + turns)}9`;
    const kindIds = knownIn(ids, name);
    return kindIds[turns % kindIds.length] ?? `«${name}»`;
  };
  return { team, neighbour, ids, mark, hook, made: new Map(), removed: new Set() };
}

/** Three records of each kind, endpoints with deliveries, some of them failed, and one that receives. */
async function furnish(
  sql: pg.Client,
  one: TestTeam,
  prefix: string,
  ids: Map<string, string[]>,
): Promise<Hook> {
  const idsOf = (mark: string) => knownIn(ids, `${prefix}${mark}`);
  idsOf('users').push(...one.users);
  idsOf('squads').push(one.squad);
  idsOf('contracts').push(one.contract);
  idsOf('pipelines').push(one.pipeline.id);
  idsOf('columns').push(...one.pipeline.columns.map(({ id }) => id));
  for (const { table: resource } of resources)
    for (let i = 0; i < 3; i += 1)
      idsOf(resource.name).push((await one.create(resource.name)).id as string);
  for (let i = 0; i < 2; i += 1)
    idsOf('listeners').push(
      (await one.create('webhooks', { url: 'https://example.com/pauta' })).id as string,
    );
  const hook = await newHook(one);
  idsOf('hooks').push(hook.address);
  for (let i = 0; i < 5; i += 1) await one.create('deals');
  const message = { inbox_id: one.inbox, phone: '5511900000019', content: 'Olá' };
  assert.equal((await one.post('/msgapp/messages', message)).status, 201);
  await sql.query(
    `update deliveries set status = 'failed', next_attempt_at = null, completed_at = now(), reason = 'x'
    where team_id = $1 and event = 'deal.created' and webhook_id = $2`,
    [one.id, idsOf('listeners')[0]],
  );
  await addReadables(sql, one);
  idsOf('approvals').push(await addCommentAndApproval(one, 'Pronto'));
  for (const { table: resource } of readables) {
    const recordIds = idsOf(resource.name);
    const { rows } = await sql.query<{ id: string }>(
      `select id from ${resource.name} where team_id = $1 order by id limit 40`,
      [one.id],
    );
    recordIds.push(...rows.map(({ id }) => id).filter((id) => !recordIds.includes(id)));
  }
  const sent = await sql.query<{ webhook_id: string; id: string }>(
    'select webhook_id, id from deliveries where team_id = $1',
    [one.id],
  );
  idsOf('delivery paths').push(
    ...sent.rows.map(({ webhook_id, id }) => `${webhook_id}/deliveries/${id}`),
  );
  return hook;
}

/** An endpoint that maps every field of a task. */
async function newHook(one: TestTeam): Promise<Hook> {
  const project = await one.create('projects');
  const boards = await one.get(`/pipelines?project_id=${project.id}`);
  const [board] = boards.body.data as Json[];
  const mapped = inputsOf(tasks.table).create.accepts.filter(
    (field) => !['project_id', 'pipeline_id', 'column'].includes(field),
  );
  const made = await one.create('webhooks', {
    target_pipeline_id: board?.id,
    field_mapping: {
      ...Object.fromEntries(mapped.map((field) => [field, field])),
      description: '{{description}} {{title}}',
    },
  });
  return {
    id: made.id as string,
    address: `${one.slug}/${made.slug}`,
    secret: made.secret_token as string,
  };
}

/** Escapes a text for a URL, except what is already escaped. */
const escapedUrl = (text: string) =>
  text.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()));

function prepare({ method, path, query, headers, body }: HostileRequest, scene: Scene): Sent {
  const { mark, hook } = scene;
  const written = query.map(({ name, value, raw }) => {
    const encode = raw ? escapedUrl : (text: string) => encodeURIComponent(text.toWellFormed());
    return `${encode(expand(name, mark))}=${encode(expand(value, mark))}`;
  });
  const bytes = body === undefined ? undefined : damaged(expand(body.text, mark), body.damage);
  const signature = createHmac('sha256', hook.secret)
    .update(bytes ?? '')
    .digest('hex');
  // Node.js sends and receives header bytes as latin1.
  const sendable = Object.entries(headers).map(
    ([name, value]) =>
      [
        name,
        expand(value, (reference) => (reference === 'signature' ? signature : mark(reference))),
      ] as const,
  );
  return {
    method,
    url: escapedUrl(expand(path, mark)) + (written.length > 0 ? `?${written.join('&')}` : ''),
    headers: Object.fromEntries(sendable),
    body: bytes,
  };
}

/** From now on requests also refer to a new record; acknowledged creates are remembered. */
function remember({ ids, made, removed }: Scene, { method, url }: Sent, got: Got): void {
  const [path = ''] = url.split('?', 1);
  if (method === 'DELETE' && got.status === 200) {
    const { data } = JSON.parse(got.text) as { data: { id: string; deleted?: true } };
    if (data.deleted) removed.add(data.id);
  }
  if (got.status !== 201) return;
  const tested = /^\/api\/v1\/webhooks\/([^/]+)\/test$/.exec(path)?.[1];
  const kind = resources.find(({ table: resource }) => `/api/v1${resource.path}` === path)?.table
    .name;
  const { id } = (JSON.parse(got.text) as { data: { id: string } }).data;
  if (tested !== undefined) knownIn(ids, 'delivery paths').push(`${tested}/deliveries/${id}`);
  if (kind === undefined) return;
  const kindIds = knownIn(ids, kind);
  kindIds.push(id);
  if (kindIds.length > 40) kindIds.shift();
  made.set(kind, (made.get(kind) ?? new Set()).add(id));
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Sends `width` requests at a time to one team, then checks the database and the lists. */
async function batch(run: Run, size: number, seed: number): Promise<void> {
  const scene = await newScene(run);
  const { team, neighbour, ids } = scene;
  const foreign = new Set(
    [...ids].filter(([name]) => name.startsWith('foreign ')).flatMap(([, of]) => of),
  );
  const before = await everythingOf(run.sql, neighbour);
  const property = fc.asyncProperty(hostileRequest, async (hostile) => {
    const sent = prepare(hostile, scene);
    const got = await run.exchange(sent, hostile.isChunked);
    remember(scene, sent, got);
    if (got.status >= 400) return;
    const ofOthers = got.text.match(uuids)?.find((id) => foreign.has(id));
    if (hostile.path.includes('«foreign') || ofOthers !== undefined)
      throw new Leak(`${got.status} ${got.text.slice(0, 300)}`);
  });
  const lanes = Array.from({ length: width }, (_, lane) =>
    runProperty(run.tally, property, size / width, seed + lane),
  );
  await Promise.all(lanes);
  const after = await everythingOf(run.sql, neighbour);
  const changed = [...after].filter(([name, digest]) => digest !== before.get(name));
  for (const [name] of changed)
    run.tally.addLeaked(`another team's rows of ${name} changed (seed ${seed})`);
  await checkKept(run, scene);
  await readAll(run, team, [...knownIn(ids, 'listeners'), scene.hook.id]);
}

/** A digest of every row of a team by table, except when its keys were used, and when the worker checked its inboxes. */
async function everythingOf(sql: pg.Client, { id }: TestTeam): Promise<Map<string, string>> {
  const { rows } = await sql.query<{ name: string }>(
    `select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'team_id' and table_name not in ('api_keys', 'inbox_health')`,
  );
  const digests = rows.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(md5(string_agg(t::text, '' order by t::text)), '') as digest from ${name} t where team_id = $1`,
  );
  const all = await sql.query<{ name: string; digest: string }>(digests.join(' union all '), [id]);
  return new Map(all.rows.map(({ name, digest }) => [name, digest]));
}

/** Acknowledged records exist, and deleted ones do not. */
async function checkKept({ tally, sql }: Run, { team, made, removed }: Scene): Promise<void> {
  for (const [resource, all] of made) {
    const { rows } = await sql.query<{ id: string }>(
      `select id from ${resource} where team_id = $1 and id = any ($2::uuid[])`,
      [team.id, [...all]],
    );
    const there = new Set(rows.map(({ id }) => id));
    for (const id of all) {
      if (!there.has(id) && !removed.has(id)) tally.addLost(`${resource} ${id} was answered 201`);
      if (there.has(id) && removed.has(id)) tally.addWrong(`${resource} ${id} was removed`);
    }
  }
}

/** Everything stored that way can be read, page by page. */
async function readAll(run: Run, team: TestTeam, endpoints: readonly string[]): Promise<void> {
  const paths = [
    ...[...resources, ...readables].map(({ table: resource }) => resource.path),
    ...[deliveries, receptions].flatMap(({ path }) =>
      endpoints.map((id) => path.replace(':id', id)),
    ),
  ];
  for (const path of paths)
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const sent = {
        method: 'GET',
        url: `/api/v1${path}?limit=100&page=${page}`,
        headers: { authorization: `Bearer ${team.key}` },
        body: undefined,
      };
      const { status, text } = await run.exchange(sent);
      // An endpoint may have been deleted.
      if (status === 404 && path.startsWith('/webhooks/')) break;
      if (status !== 200) run.tally.addWrong(`${path}: ${status} ${text.slice(0, 300)}`);
      pages = (JSON.parse(text) as { pagination?: { pages: number } }).pagination?.pages ?? 0;
    }
}

// Field mappings ---------------------------------------------------------------------------------------------------

/** Possible parts of a field_mapping. */
const paths = ['a', 'b', 'c', 'a.b', 'a[0]', '{{a}}', '{{a}} and {{b}}', '{{c.d}}', '{{{a}}}', 'x'];
const source = fc.oneof(
  fc.constantFrom(...paths).map((text) => JSON.stringify(text)),
  anything,
);
const objectOf = (names: readonly string[], value: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names), value), { minLength: 1, maxLength: 4 })
    .map((all) => `{${all.map(([name, part]) => `${JSON.stringify(name)}:${part}`).join(',')}}`);

/** Whatever the field_mapping and the payload, a call becomes a task, or is rejected and logged. */
async function mappings(run: Run, times: number): Promise<void> {
  const paths = new Set<number>();
  const plain = (text: string) => Buffer.from(expand(text, () => ''));
  const lane = async (team: TestTeam, n: number) => {
    const hook = await newHook(team);
    const property = fc.asyncProperty(
      objectOf([...inputsOf(tasks.table).create.accepts, '__proto__', 'id'], source),
      objectOf(['a', 'b', 'c', '__proto__'], anything),
      async (mapping, payload) => {
        const json = { 'content-type': 'application/json' };
        await run.exchange({
          method: 'PUT',
          url: `/api/v1/webhooks/${hook.id}`,
          headers: { authorization: `Bearer ${team.key}`, ...json },
          body: plain(`{"field_mapping":${mapping}}`),
        });
        const got = await run.exchange({
          method: 'POST',
          url: `/api/hooks/${hook.address}`,
          headers: { authorization: `Bearer ${hook.secret}`, ...json },
          body: plain(payload),
        });
        paths.add(got.status);
        const { error, data } = JSON.parse(got.text) as { error?: Json; data?: Json };
        const list = await team.get(`${receptions.path.replace(':id', hook.id)}?limit=1`);
        const [last] = list.body.data as Json[];
        assert.deepEqual(
          got.status === 202 ? [last?.status, last?.task_id] : [last?.status, last?.reason],
          got.status === 202 ? ['accepted', data?.task_id] : ['rejected', error?.message],
        );
      },
    );
    await runProperty(run.tally, property, times / width, run.seed + n);
  };
  const teams = await newTeams(run.testDatabase.connection, run.call, width);
  await Promise.all(teams.map(lane));
  run.tally.aim(
    [...paths].sort().join() === '202,400',
    `receptions answer 202 and 400: ${[...paths].join(', ')}`,
  );
}

// The life of a record ---------------------------------------------------------------------------------------------

const text = (value: unknown) => JSON.stringify(value);

/** Expected content of the response for the sample: the values as sent, except for trimming and the like. */
const holds = (data: Json, sample: Sample) => {
  for (const [field, value] of Object.entries(sample.expected))
    assert.equal(text(data[field]), text(value), field);
};

/** Values come back as sent; records are found, changed and deleted. */
async function lives(run: Run, resource: Table, times: number): Promise<void> {
  const [team] = (await newTeams(run.testDatabase.connection, run.call, 1)) as [TestTeam];
  const property = fc.asyncProperty(
    recordsOf(resource),
    changesOf(resource),
    fc.nat(),
    async (record, change, n) => {
      const sample = await record(team);
      const made = await team.post(resource.path, sample.body);
      assert.equal(made.status, 201, made.text.slice(0, 500));
      holds(made.data, sample);
      const path = `${resource.path}/${made.data.id}`;
      const shownOnce = inputsOf(resource).create.ignored ?? [];
      const visible = Object.fromEntries(
        Object.entries(made.data).filter(([key]) => !shownOnce.includes(key)),
      );
      const first = await team.get(path);
      assert.equal(text(first.data), text(visible));
      await isFound(team, resource, visible, n);

      // Sending back the read record changes nothing.
      const same = await team.put(path, visible);
      assert.equal(same.status, 200, same.text.slice(0, 500));
      assert.equal(text(same.data), text(visible));

      const next = await change(team, visible);
      const changed = await team.put(path, next.body);
      assert.equal(changed.status, 200, changed.text.slice(0, 500));
      holds(changed.data, next);
      for (const field of Object.keys(visible).filter((each) => !next.touched.has(each)))
        assert.equal(text(changed.data[field]), text(visible[field]), field);
      assert.equal((await team.get(path)).text, changed.text);

      const deleted = await team.delete(path);
      assert.equal(deleted.status, 200, deleted.text);
      const gone = await team.get(path);
      const isGone = 'deleted' in deleted.data || 'deleted_at' in deleted.data;
      assert.equal(gone.status, isGone ? 404 : 200);
      if (!isGone) assert.equal((await team.delete(path)).text, deleted.text);
    },
  );
  await runProperty(run.tally, property, times, run.seed);
}

/** The record is in every list it belongs to: by each filter on one of its values, by its name, in any order. */
async function isFound(team: TestTeam, resource: Table, record: Json, n: number): Promise<void> {
  const title = String(record.title ?? record.name ?? record.custom_name ?? '');
  const queries = [
    '',
    ...Object.keys(resource.filters)
      .filter((filter) => filter in record && record[filter] !== null && record[filter] !== '')
      .map((filter) => `&${filter}=${encodeURIComponent(String(record[filter]))}`),
    ...(resource.search && title.trim() !== '' ? [`&search=${encodeURIComponent(title)}`] : []),
  ];
  const sorts = Object.keys(resource.sorts);
  const query = `sort=${n % 2 ? '-' : ''}${sorts[n % sorts.length]}${queries[n % queries.length]}`;
  const records: Json[] = [];
  const limit = n % 3 ? 7 : 100;
  for (let page = 1, total = 1; (page - 1) * limit < total; page += 1) {
    const list = await team.get(`${resource.path}?limit=${limit}&page=${page}&${query}`);
    assert.equal(list.status, 200, list.text.slice(0, 500));
    records.push(...(list.body.data as Json[]));
    total = (list.body.pagination as { total: number }).total;
    assert.equal(records.length, Math.min(page * limit, total), query);
  }
  assert.equal(new Set(records.map(({ id }) => id)).size, records.length, query);
  const matches = records.filter(({ id }) => id === record.id);
  assert.equal(text(matches), text([record]), query);
}

// The test ---------------------------------------------------------------------------------------------------------

/** Ready to send: `exchange` for anything, `call` for requests of a client library. */
async function begin(tally: Tally): Promise<Run> {
  const testDatabase = await newTestDatabase();
  // Nothing is sent to real addresses, and no confirmation changes the team's data.
  const service = await serve({ ...testDatabase.env, ROLE: 'web', SANDBOX_DELAY_MS: '3600000' });
  const port = Number(new URL(service.origin).port);
  const document = (await ask(`${service.address}/openapi.json`)).body;
  const contract: Contract = contractOf(document);
  const judge = judgeBy(contract);
  const statuses = new Map<number, number>();
  const count = (status: number, began: number) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    tally.took(performance.now() - began);
  };
  const caller = callerOf(service.address, 2 * width);
  return {
    tally,
    seed: Number(process.env.TORTURE_SEED ?? randomInt(2 ** 31)),
    testDatabase,
    service,
    sql: await connectTo(testDatabase.connection),
    judge,
    statuses,
    async call(...args) {
      const began = performance.now();
      const answer = await caller(...args);
      count(answer.status, began);
      assert.ok(answer.status < 500, `${args[1]} ${args[2]}: ${answer.text}`);
      return answer;
    },
    async exchange(sent, isChunked = false) {
      const began = performance.now();
      const got = isRefusedEarly(sent)
        ? await overSocket(port, sent)
        : await overHttp(port, sent, isChunked);
      count(got?.status ?? 0, began);
      if (got) judge.check(sent, got);
      return got ?? { status: 400, headers: {}, text: '' };
    },
  };
}

/** The kinds of answers that must occur; a short run has few of the last one. */
const expected = [200, 201, 202, 400, 401, 403, 404, 405, 415, 422, 413];

async function run(tally: Tally, size: Size): Promise<string> {
  const amount = amounts[size];
  const all = await begin(tally);
  const { seed, statuses, judge, sql, testDatabase } = all;
  const { origin } = all.service;
  const [team] = (await newTeams(testDatabase.connection, all.call, 1)) as [TestTeam];
  const streamTarget = { tally, sql, origin, team };
  const silent = unfinishedRequests(streamTarget, size);
  for (let i = 0; i < amount.batches; i += 1) await batch(all, amount.batch, seed + 1_000 * i);
  await mappings(all, amount.mappings);
  await Promise.all(resources.map(({ table: resource }) => lives(all, resource, amount.lives)));
  const streams = (await malformedStreams(streamTarget, amount.streams, seed)) + (await silent);
  const unheard = statuses.get(0) ?? 0;
  const requests = [...statuses.values()].reduce((sum, n) => sum + n, 0) - unheard;
  tally.aim(requests >= amount.requests, `${counted(requests)} requests were answered`);
  tally.aim(streams >= amount.streams, `${counted(streams)} byte streams were sent`);
  // A run with only some kinds of answers proves little.
  const wanted = size === 'full' ? expected : expected.slice(0, -1);
  const missing = wanted.filter((status) => !statuses.has(status));
  tally.aim(missing.length === 0, `an answer of every kind; none was ${missing.join(', ')}`);
  for (const [{ method, path }, { asked: total, done }] of judge.seen)
    tally.aim(
      size === 'full' ? done > 0 : total > 0,
      `${method} ${path} is called, and succeeds in the full form: ${done} of ${total} times`,
    );
  const ready = await ask(`${origin}/health/ready`);
  tally.aim(ready.status === 200, `ready afterwards: ${ready.text}`);
  if (unheard > 0)
    tally.remarks.push(
      `${counted(unheard)} rejected while being sent, their answer lost in transit`,
    );
  tally.remarks.push(`seed ${seed}`);
  return `${counted(requests)} generated requests, ${counted(streams)} malformed byte streams`;
}

export default {
  title: 'Generated and malformed input',
  what: `Requests are generated for every operation of the OpenAPI document, eight at a time for one team: good ones, and ones with a strange value, name,
ID, header, query, encoding or method, over kept-alive connections and chunked. Records are created, found, changed and deleted with generated
values; endpoints map generated payloads. Then raw byte streams: broken request lines and headers, ambiguous body lengths, other protocols,
fragments, alone and after good requests, each with a smuggled request inside; and requests that never end. Wrong: a status of 500 or more, an
answer without the envelope, with a code that does not fit its status, with internals, or undeclared in the document; a value that comes back
different; an extra or misordered answer; a connection kept open after malformed or missing bytes; an acknowledged delete that did not happen.
Lost: an acknowledged record that the database does not have. Leaked: another team's ID in an answer, a change to that team's rows (by digest), or
a smuggled request that was processed. The full form needs at least 250,000 requests, with each operation succeeding at least once, and 10,000
byte streams. \`TORTURE_SEED\` repeats a run's inputs.`,
  broken: [
    {
      how: 'records are read by ID alone, regardless of the team',
      file: 'server/records/statements.ts',
      find: 't.team_id = $team and t.id = $id$',
      replace: '$team::uuid is not null and t.id = $id$',
    },
    {
      how: 'NUL in a text reaches the database',
      file: 'server/records/input.ts',
      find: "text.includes('\\0') || ",
      replace: '',
    },
    {
      how: 'the response to deleting a campaign lacks a field',
      file: 'server/features/work/campaigns/operations.ts',
      find: "{ status: 't.status', cancelled_at: iso('t.cancelled_at') }",
      replace: "{ cancelled_at: iso('t.cancelled_at') }",
    },
    {
      how: 'the HTTP parser is lenient',
      file: 'server/http/server.ts',
      find: 'insecureHTTPParser: false,',
      replace: 'insecureHTTPParser: true,',
    },
    {
      how: 'the framework answers malformed bytes',
      file: 'server/http/server.ts',
      find: '    clientErrorHandler: answerMalformed,\n',
      replace: '',
    },
    {
      how: 'incomplete headers may keep a connection open as long as a body',
      file: 'server/http/server.ts',
      find: 'headersTimeout: arrival.headersMs,',
      replace: 'headersTimeout: arrival.wholeMs,',
    },
  ],
  run,
} satisfies Torture;
