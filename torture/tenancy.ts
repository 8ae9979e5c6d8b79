import { createHmac, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase } from '#server/db/database.ts';
import { createKey } from '#server/features/accounts/teams.ts';
import { configSealContext } from '#server/features/inboxes/connection.ts';
import { resources } from '#server/features/registry.ts';
import { newSecret } from '#server/features/webhooks/signature.ts';
import { newKey } from '#server/platform/api-key.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { freePort, request } from '#test/support/http.ts';
import {
  connectTo,
  type Ended,
  hasEnded,
  newDirectory,
  pauta,
  start,
} from '#test/support/processes.ts';
import { fullBody } from '#test/support/samples.ts';
import { type Call, type Json, minimal, resourceNamed, type TestTeam } from '#test/support/team.ts';
import { eventually, until } from '#test/support/wait.ts';
import { compare } from './compare-timing.ts';
import { callerOf, newTeams, newTestDatabase, sendFile, type TestDatabase } from './fixture.ts';
import { PipelinedConnection, requestText, type WireResponse } from './pipelined-http.ts';
import { addCommentAndApproval, addReadables } from './readables.ts';
import { type Kind, kindsOf, type Prober, type Source } from './tenancy-probes.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/** Sizes. */
const sizes = {
  short: { probes: 10_000, records: 6, keyed: 40, pairs: 24, timingMs: 6_000 },
  full: {
    probes: 1_000_000,
    twinEach: 9,
    records: 60,
    keyed: 1_000,
    pairs: 1_500,
    timingMs: 240_000,
  },
};

/** About every ninth probe is followed by one with data that does not exist. */
const twinEach = 9;

const session = 'torture';

const never = (what: string): never => {
  throw new Error(`there is no ${what}`);
};

// The stage --------------------------------------------------------------------------------------------------------

/** A word that occurs in every text of one team and nowhere else. */
const newWord = () => `zq${randomBytes(6).toString('hex')}`;

let made = 0;

/** The body with the word in every text and list that allows it. */
function marked(resource: string, body: Json, word: string): Json {
  const { fields, links } = resourceNamed(resource);
  const marked = Object.entries(body).map(([name, value]) => {
    const field = fields[name];
    // A column is named by its slug.
    if (!field || links.has(name) || name === 'column') return [name, value];
    const candidates =
      typeof value === 'string'
        ? [`${value} ${word}`, `https://${word}.example.com/`, `${word}-${++made}`]
        : [[word], { city: word, title: word }, { city: word }];
    const fits = candidates.find((each) => field.check(field.clean?.(each) ?? each));
    return [name, Array.isArray(value) === Array.isArray(fits) ? (fits ?? value) : value];
  });
  return Object.fromEntries(marked);
}

/** Calls that put the word into everything they create. */
const marking =
  (call: Call, word: string): Call =>
  (key, method, path, body, headers) => {
    const resource = method === 'POST' && resources.find((each) => each.table.path === path);
    return resource
      ? call(key, method, path, marked(resource.table.name, body as Json, word), headers)
      : call(key, method, path, body, headers);
  };

/** Values that no other record of any team has. */
const unique: Readonly<Record<string, () => string>> = {
  cpf: () => String(31_000_000_000 + ++made),
  cnpj: () => `ZQ${String(++made).padStart(10, '0')}77`,
  phone: () => `5521${String(600_000_000 + ++made)}`,
};

/** The fields of a resource that are unique within a team. */
const uniqueFields = ({ name, constraints, fields }: (typeof resources)[number]['table']) =>
  Object.keys(constraints ?? {})
    .filter((each) => each.startsWith(`${name}_`) && each.endsWith('_key'))
    .map((each) => each.slice(name.length + 1, -'_key'.length))
    .filter((each) => each in fields);

/** A team with records of every kind, and a word in all their texts. */
interface Furnished {
  readonly team: TestTeam;
  readonly word: string;
  /** The slug of an endpoint that receives. */
  readonly hook: string;
  /** An inbox with a real gateway, and its signing secret. */
  readonly gateway: Prober['gateway'];
  /** IDs by table, of everything that has one. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** Every POST with an Idempotency-Key, and its response. */
  readonly keyed: readonly {
    readonly path: string;
    readonly body: Json;
    readonly key: string;
    readonly answer: string;
  }[];
}

/** The test's fixture. */
interface Stage {
  readonly testDatabase: TestDatabase;
  readonly call: Call;
  readonly client: pg.Client;
  readonly port: number;
}

async function inParallel(count: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

/** Creates a team and fills it. @param records the minimum number for each resource */
async function furnish(stage: Stage, records: number, keyed: number): Promise<Furnished> {
  const { testDatabase, client, call, port } = stage;
  const word = newWord();
  const [team] = await newTeams(testDatabase.connection, marking(call, word), 1);
  if (!team) throw new Error('no team was created');
  const gateway = await newGateway(stage, team);
  await client.query(
    `insert into workflows (team_id, id, name, event, conditions, steps) values ($1, $2, $3, 'deal.created', '[]', '[]')`,
    [team.id, uuidv7(), word],
  );
  await addReadables(client, team);
  const hook = await team.create('webhooks', { target_pipeline_id: team.pipeline.id });
  // The word instead of a path would map nothing.
  await team.put(`/webhooks/${hook.id}`, {
    field_mapping: { title: 'title', project_id: 'project' },
  });
  await inParallel(records * resources.length, async (i) => {
    const { table: resource } = resources[i % resources.length] ?? {};
    if (!resource) return;
    const isCompany = resource.name === 'clients' && i % 16 > 8;
    const body = isCompany
      ? { type: 'PJ', name: 'Empresa', cnpj: '', legal_name: 'Empresa Ltda.' }
      : await fullBody(team, resource);
    for (const field of uniqueFields(resource))
      if (field in body && unique[field]) body[field] = unique[field]();
    const answer = await team.post(resource.path, body);
    if (answer.status !== 201) throw new Error(`${resource.path} answered ${answer.text}`);
  });
  const project = await team.create('projects');
  for (const [status, body] of [
    [202, { title: word, project: project.id }],
    [400, { title: word, project: word }],
  ] as const) {
    const url = `http://127.0.0.1:${port}/api/hooks/${team.slug}/${hook.slug}`;
    const called = await request(url, { method: 'POST', key: String(hook.secret_token), body });
    if (called.status !== status) throw new Error(`a hook answered ${called.text}`);
  }
  for (let i = 0; i < 3; i += 1) {
    const phone = unique.phone?.();
    const sent = await team.post('/msgapp/messages', {
      inbox_id: team.inbox,
      phone,
      content: word,
    });
    if (sent.status !== 201) throw new Error(`a message was not sent: ${sent.text}`);
  }
  await sendFile(`http://127.0.0.1:${port}`, team, unique.phone?.() as string);
  await addCommentAndApproval(team, word);
  const keyedCreates: Furnished['keyed'][number][] = [];
  await inParallel(keyed, async (i) => {
    const { table: resource } = resources[i % resources.length] ?? {};
    if (!resource) return;
    const isSecret = i % 16 === 7;
    const path = isSecret ? `/webhooks/${hook.id}/test` : resource.path;
    const body = isSecret ? {} : marked(resource.name, await minimal(team, resource.name), word);
    const key = `${word} ${i}`;
    const { text } = await call(team.key, 'POST', path, body, { 'idempotency-key': key });
    keyedCreates.push({ path, body, key, answer: text });
  });
  await settle(stage, team, word);
  return {
    team,
    word,
    hook: String(hook.slug),
    gateway,
    ids: await idsOf(client, team),
    keyed: keyedCreates,
  };
}

/** An inbox of a gateway with a known secret. */
async function newGateway(
  { testDatabase, client }: Stage,
  team: TestTeam,
): Promise<Prober['gateway']> {
  const inbox = uuidv7();
  const secret = randomBytes(16).toString('hex');
  const config = { url: 'http://127.0.0.1:9', session, api_key: 'torture', webhook_secret: secret };
  const sealed = secretsWith(Buffer.from(String(testDatabase.env.SECRET_KEY), 'base64')).seal(
    JSON.stringify(config),
    configSealContext(team.id, inbox),
  );
  await client.query(
    `insert into inboxes (team_id, id, name, type, gateway, config) values ($1, $2, 'WAHA', 'session', 'waha', $3)`,
    [team.id, inbox, sealed],
  );
  return { inbox, secret, session };
}

/** Tables whose rows belong to a team, with their columns. */
async function tablesOf(client: pg.Client): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select table_name as "table", array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = 'public' group by table_name`);
  const tables = rows.map(({ table, columns }) => [table, new Set(columns)] as const);
  return new Map(tables.filter(([, columns]) => columns.has('team_id')));
}

async function idsOf(client: pg.Client, team: TestTeam): Promise<Map<string, string[]>> {
  const ids = new Map<string, string[]>();
  for (const [table, columns] of await tablesOf(client)) {
    if (!columns.has('id')) continue;
    const visible = table === 'tasks' ? 'deleted_at is null' : 'true';
    const { rows } = await client.query<{ id: string }>(
      `select id::text as id from ${table} where team_id = $1 and ${visible}`,
      [team.id],
    );
    ids.set(
      table,
      rows.map(({ id }) => id),
    );
  }
  return ids;
}

/** Adds the word to records that only operators create, and some finished deliveries; ends all work in progress. */
async function settle({ client }: Stage, team: TestTeam, word: string): Promise<void> {
  for (const [table, columns] of await tablesOf(client))
    for (const name of ['name', 'title'].filter((each) => columns.has(each)))
      await client.query(
        `update ${table} set ${name} = ${name} || ' ' || $2::text where team_id = $1 and position($2 in ${name}) = 0`,
        [team.id, word],
      );
  await client.query(
    `update deliveries set status = (case when id::text ~ '[0-7]$' then 'failed' else 'delivered' end)::delivery_status,
      attempts = 1, next_attempt_at = null, completed_at = now() where team_id = $1 and id::text ~ '[02468ace]$'`,
    [team.id],
  );
  await until(async () => {
    const { rowCount } = await client.query(
      `select from messages where team_id = $1 and status <> 'read'`,
      [team.id],
    );
    return rowCount === 0;
  });
}

/** The prober: a complete team, with keys of each kind. */
async function newProber(stage: Stage): Promise<Prober> {
  const { team, gateway, ids } = await furnish(stage, 3, 0);
  const database = openDatabase(stage.testDatabase.connection, 'torture', 1, () => {});
  const key = (scope: 'full' | 'read') =>
    createKey(database.platform, team.id, { name: scope, scope, userId: null, expiresAt: null });
  const [read, revoked] = await Promise.all([key('read'), key('full')]).finally(() =>
    database.close(),
  );
  await stage.client.query('update api_keys set revoked_at = now() where id = $1', [revoked.id]);
  const least = new Map<string, Json>();
  for (const { table: resource } of resources)
    least.set(resource.name, await minimal(team, resource.name));
  return {
    team,
    readKey: read.api_key,
    revokedKey: revoked.api_key,
    ids: new Map([...ids, ['inboxes', [team.inbox]]]),
    gateway,
    least,
  };
}

// Data for probes ----------------------------------------------------------------------------------------------------

const digit = () => Math.floor(Math.random() * 10);

/** Data that does not exist. */
const nobodys: Source = {
  id: () => uuidv7(),
  text: newWord,
  digits: () => Array.from({ length: 11 }, digit).join(''),
  team: newWord,
  hook: newWord,
  key: newKey,
  networkId: () => `sandbox.${uuidv7()}`,
};

/** Data of a team. */
async function thingsOf({ client }: Stage, { team, word, hook, ids }: Furnished): Promise<Source> {
  const { rows } = await client.query<{ digits: string }>(
    `select phone as digits from contacts where team_id = $1
    union all select cpf from clients where team_id = $1 and cpf is not null
    union all select cnpj from clients where team_id = $1 and cnpj is not null`,
    [team.id],
  );
  let next = 0;
  const turn = <T>(all: readonly T[], what: string): T => {
    const one = all[next++ % all.length];
    if (one === undefined) throw new Error(`the other team has no ${what}`);
    return one;
  };
  return {
    id: (table) => turn(ids.get(table) ?? [], table),
    text: () => word,
    digits: () => turn(rows, 'digits').digits,
    team: () => team.slug,
    hook: () => hook,
    key() {
      const place = 6 + Math.floor(Math.random() * (team.key.length - 6));
      const digit = team.key[place] === 'a' ? 'b' : 'a';
      return team.key.slice(0, place) + digit + team.key.slice(place + 1);
    },
    networkId: () => `sandbox.${turn(ids.get('messages') ?? [], 'message')}`,
  };
}

/** A digest of a team's rows for each table. */
async function digestOf(client: pg.Client, team: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  // The last use of a key is recorded a few seconds later.
  const digest = (from: string) => `
    select count(*) || ' rows, ' || coalesce(md5(string_agg(r.t, '' order by r.t)), '') as digest
    from (select md5((to_jsonb(t) - 'last_used_at')::text) as t from ${from}) r`;
  for (const table of (await tablesOf(client)).keys()) {
    const { rows } = await client.query<{ digest: string }>(
      digest(`${table} t where t.team_id = $1`),
      [team],
    );
    digests.set(table, rows[0]?.digest ?? '');
  }
  const { rows } = await client.query<{ digest: string }>(digest('teams t where t.id = $1'), [
    team,
  ]);
  digests.set('teams', rows[0]?.digest ?? '');
  return digests;
}

// The probes -------------------------------------------------------------------------------------------------------

/** Shows the position at which a response differs from the expected one. */
function difference(expected: string, { text }: WireResponse): string {
  let at = 0;
  while (at < text.length && text[at] === expected[at]) at += 1;
  const from = Math.max(0, at - 20);
  return `…${JSON.stringify(text.slice(from, at + 80))} instead of …${JSON.stringify(expected.slice(from, at + 80))}`;
}

/** Judges responses to probes by the answer to each kind before the other team existed. */
class Judge {
  readonly #tally: Tally;
  readonly #expected = new Map<Kind, string>();
  #word = '';

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  expect(kind: Kind, { text }: WireResponse): void {
    this.#expected.set(kind, text);
  }

  /** @param word from now on in the other team's texts */
  watch(word: string): void {
    this.#word = word;
  }

  judge(kind: Kind, heard: WireResponse): void {
    const expected = this.#expected.get(kind);
    if (heard.text === expected) return;
    const what = `${kind.name}: ${difference(expected ?? '', heard)}`;
    if (heard.status >= 500) this.#tally.addWrong(what);
    else
      this.#tally.addLeaked(
        `${heard.text.includes(this.#word) ? 'texts of the other team in ' : ''}${what}`,
      );
  }
}

/** Sends over several connections, many at once on each. @param work called with numbers from 0 on */
async function atOnce(
  port: number,
  count: number,
  work: (wire: PipelinedConnection, i: number) => Promise<void>,
): Promise<void> {
  const wires = await Promise.all(Array.from({ length: 4 }, () => PipelinedConnection.open(port)));
  let next = 0;
  const lane = async (wire: PipelinedConnection) => {
    while (next < count) await work(wire, next++);
  };
  try {
    await Promise.all(wires.flatMap((wire) => Array.from({ length: 8 }, () => lane(wire))));
  } finally {
    for (const wire of wires) wire.close();
  }
}

/** Sends every kind once, while the other team does not exist. */
const learn = (port: number, kinds: readonly Kind[], judge: Judge): Promise<void> =>
  atOnce(port, kinds.length, async (wire, i) => {
    const kind = kinds[i] ?? never('kind');
    judge.expect(kind, await wire.ask(kind.ask(nobodys)));
  });

/** Sends probes of all kinds in turn, sometimes with a twin. @returns the number of twins */
async function probe(
  port: number,
  kinds: readonly Kind[],
  theirs: Source,
  judge: Judge,
  probes: number,
): Promise<number> {
  let twins = 0;
  await atOnce(port, probes, async (wire, i) => {
    const kind = kinds[i % kinds.length] ?? never('kind');
    judge.judge(kind, await wire.ask(kind.ask(theirs)));
    const round = Math.floor(i / kinds.length);
    if ((i + round) % twinEach > 0) return;
    twins += 1;
    judge.judge(kind, await wire.ask(kind.ask(nobodys)));
  });
  return twins;
}

/**
 * Compares the times of probes and their twins, kind by kind in random order, until time is up.
 * @returns the text for the row
 */
async function compareTimes(
  port: number,
  kinds: readonly Kind[],
  theirs: Source,
  tally: Tally,
  { pairs, timingMs }: { pairs: number; timingMs: number },
): Promise<string> {
  const wire = await PipelinedConnection.open(port);
  const deadline = performance.now() + timingMs;
  let done = 0;
  let most = 0;
  try {
    for (const kind of drawn(kinds)) {
      if (performance.now() > deadline) break;
      const comparison = await compare(
        wire,
        () => kind.ask(theirs),
        () => kind.ask(nobodys),
        pairs,
      );
      done += 1;
      const by = Math.round(comparison.by * 1_000);
      if (Math.abs(by) > Math.abs(most)) most = by;
      if (comparison.differs)
        tally.addLeaked(
          `${kind.name} takes ${by} µs ${by > 0 ? 'more' : 'less'} with the other team's data (median of the twins: ${Math.round(comparison.median * 1_000)} µs; ${comparison.pairs} pairs, sign test: ${comparison.sigma.toFixed(1)} standard deviations)`,
        );
    }
  } finally {
    wire.close();
  }
  return `times of ${done} of ${kinds.length} kinds, ${counted(pairs)} pairs each: medians at most ${Math.abs(most)} µs apart`;
}

/** The same in random order. */
const drawn = <T>(all: readonly T[]): T[] =>
  all
    .map((each) => ({ each, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);

// Probes that change the prober ------------------------------------------------------------------------------------

/** Every ID of the other team in a response that was not in the request. */
function leaked(text: string, { word, ids }: Furnished, sent: string): string | undefined {
  if (text.includes(word) && !sent.includes(word)) return 'their texts';
  for (const [table, all] of ids)
    for (const id of all)
      if (text.includes(id) && !sent.includes(id)) return `the id of one of their ${table}`;
  return undefined;
}

/** Values taken there are free here: a new team creates records with every unique value of the other team. */
async function takeTheSame(
  { client }: Stage,
  newcomer: TestTeam,
  theirs: Furnished,
  tally: Tally,
): Promise<number> {
  let tried = 0;
  for (const { table: resource } of resources)
    for (const field of uniqueFields(resource)) {
      const { rows } = await client.query<{ value: string }>(
        `select "${field}" as value from ${resource.name} where team_id = $1 and "${field}" is not null order by id`,
        [theirs.team.id],
      );
      for (const [i, { value }] of rows.entries()) {
        const body = await minimal(newcomer, resource.name);
        if (field === 'cnpj') body.type = 'PJ';
        // Every other slug is generated from a name.
        if (field === 'slug' && i % 2) body.name = value.replaceAll('-', ' ');
        else body[field] = value;
        tried += 1;
        const { status, text, data } = await newcomer.post(resource.path, body);
        const leak = leaked(text, theirs, JSON.stringify(body) + value);
        const what = `POST ${resource.path} with the other team's ${field} ${value}`;
        if (status !== 201) tally.addLeaked(`${what}: ${text}`);
        else if (leak) tally.addLeaked(`${what} revealed ${leak}`);
        else if (data[field] !== value) tally.addLeaked(`${what} stored ${data[field]} instead`);
      }
    }
  return tried;
}

/** Every Idempotency-Key of the other team, used for the same request: nothing is replayed. */
async function repeatTheirs(newcomer: TestTeam, theirs: Furnished, tally: Tally): Promise<number> {
  await inParallel(theirs.keyed.length, async (i) => {
    const { path, body, key, answer } =
      theirs.keyed[i] ?? theirs.keyed[0] ?? never('keyed request');
    const again = await newcomer.call('POST', path, body, { 'idempotency-key': key });
    const sent = JSON.stringify([path, body, key]);
    const isTheirs = [...theirs.ids.values()].flat().some((id) => sent.includes(id));
    const leak = leaked(again.text, theirs, sent);
    const what = `POST ${path} with the other team's Idempotency-Key`;
    if (again.text === answer || again.headers['idempotency-replayed'] !== undefined)
      tally.addLeaked(`${what} replayed ${again.text}`);
    else if (leak) tally.addLeaked(`${what} revealed ${leak}`);
    else if (again.status !== (isTheirs ? 404 : 201))
      tally.addLeaked(`${what} answered ${again.text}`);
  });
  return theirs.keyed.length;
}

/** Calls its own hook with IDs of the other team, and the other team's hook with its own secret. */
async function knock(
  { port }: Stage,
  newcomer: TestTeam,
  theirs: Furnished,
  tally: Tally,
): Promise<number> {
  const links = { project_id: 'projects', assignee_id: 'users', reporter_id: 'users' };
  const { slug, secret_token } = await newcomer.create('webhooks', {
    target_pipeline_id: newcomer.pipeline.id,
    field_mapping: Object.fromEntries(Object.keys(links).map((name) => [name, name])),
  });
  const project = await newcomer.create('projects');
  const wire = await PipelinedConnection.open(port);
  let tried = 0;
  const alike = async (
    what: string,
    ask: (isForeign: boolean) => Parameters<typeof requestText>,
  ) => {
    const [foreign, missing] = [
      await wire.ask(requestText(...ask(true))),
      await wire.ask(requestText(...ask(false))),
    ];
    tried += 1;
    if (foreign.text !== missing.text)
      tally.addLeaked(`${what}: ${difference(missing.text, foreign)}`);
  };
  try {
    for (const [name, table] of Object.entries(links))
      for (const id of (theirs.ids.get(table) ?? []).slice(0, 50))
        await alike(`an own hook called with their ${name}`, (isForeign) => [
          'POST',
          `/api/hooks/${newcomer.slug}/${slug}`,
          {
            key: String(secret_token),
            body: { project_id: project.id, [name]: isForeign ? id : uuidv7() },
          },
        ]);
    const body = JSON.stringify({ title: 'x' });
    const proofs: ((secret: string) => Parameters<typeof requestText>[2])[] = [
      (secret) => ({ key: secret, body }),
      (secret) => ({
        headers: {
          'x-webhook-signature': createHmac('sha256', secret).update(body).digest('hex'),
        },
        body,
      }),
    ];
    for (const proof of proofs)
      await alike('their hook with an own secret', (isOwn) => [
        'POST',
        `/api/hooks/${theirs.team.slug}/${theirs.hook}`,
        proof(isOwn ? String(secret_token) : newSecret()),
      ]);
  } finally {
    wire.close();
  }
  return tried;
}

/** A workflow with an ID of theirs in every field of every step that accepts one, by the command line. */
async function workflowOfTheirs(
  { testDatabase, client }: Stage,
  newcomer: TestTeam,
  theirs: Source,
  tally: Tally,
): Promise<number> {
  const linked = (name: string, from: Source) => {
    const { links, fields } = resourceNamed(name);
    return [...links].map(([field, table]) => {
      const id = from.id(table);
      return [field, fields[field]?.sql === 'uuid[]' ? [id] : id] as const;
    });
  };
  const stepsWith = (from: Source) => {
    const step = (type: string, base: Json, more: Iterable<readonly [string, unknown]>) =>
      [...more].map(([field, value]) => ({ type, with: { ...base, [field]: value } }));
    const project = uuidv7();
    return [
      ...step('create_task', { title: 'x', project_id: project }, linked('tasks', from)),
      ...step('create_activity', { title: 'x' }, linked('activities', from)),
      ...step('update_deal', {}, linked('deals', from)),
      ...step('send_message', { phone: '5511987650000', content: 'x' }, [
        ['inbox_id', from.id('inboxes')],
      ]),
      ...step('send_message', { content: 'x' }, [['conversation_id', from.id('conversations')]]),
      ...step('call_webhook', { data: {} }, [['webhook_id', from.id('webhooks')]]),
    ];
  };
  const directory = newDirectory();
  const create = (name: string, steps: readonly unknown[]): Promise<Ended> => {
    const file = join(directory, `${name}.json`);
    writeFileSync(file, JSON.stringify({ name, trigger: { type: 'deal_created' }, steps }));
    return pauta(['workflow', 'create', '--team', newcomer.slug, '--file', file], testDatabase.env);
  };
  const foreign = stepsWith(theirs);
  const ended = await Promise.all([
    create('Theirs', foreign),
    create('Of nobody', stepsWith(nobodys)),
  ]);
  const [of, missing] = ended.map(({ status, stdout, stderr }) =>
    `${status} ${stdout}${stderr}`.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID'),
  );
  if (of !== missing) tally.addLeaked(`pauta workflow create printed ${of} instead of ${missing}`);
  const { rowCount } = await client.query('select from workflows where team_id = $1', [
    newcomer.id,
  ]);
  if (rowCount) tally.addWrong(`${rowCount} workflows with ids of another team were created`);
  return foreign.length;
}

// The test ---------------------------------------------------------------------------------------------------------

async function run(tally: Tally, size: Size): Promise<string> {
  const { records, keyed, probes, ...timing } = sizes[size];
  const testDatabase = await newTestDatabase();
  const port = await freePort();
  // No background work: every change was made by a probe.
  const env = { PORT: String(port), ROLE: 'web', SANDBOX_DELAY_MS: '0', LOG_LEVEL: 'error' };
  const service = start(['serve'], { ...testDatabase.env, ...env });
  await eventually(
    () => request(`http://127.0.0.1:${port}/health/ready`, { timeout: 5_000 }),
    60_000,
  );
  const client = await connectTo(testDatabase.connection);
  const call = callerOf(`http://127.0.0.1:${port}/api`);
  const stage: Stage = { testDatabase, call, client, port };

  const prober = await newProber(stage);
  const kinds = kindsOf(prober);
  const judge = new Judge(tally);
  await learn(port, kinds, judge);
  const theirs = await furnish(stage, records, keyed);
  const things = await thingsOf(stage, theirs);
  judge.watch(theirs.word);
  // The evidence of an inbox's health is written within ten seconds (`health-evidence.ts`).
  await sleep(11_000);
  const before = await digestOf(client, theirs.team.id);

  const twins = await probe(port, kinds, things, judge, probes);
  const times = await compareTimes(
    port,
    kinds.filter(({ isTimed }) => isTimed),
    things,
    tally,
    timing,
  );
  const [newcomer, established] = await newTeams(testDatabase.connection, call, 2);
  if (!newcomer || !established) throw new Error('no teams were created');
  const others =
    (await takeTheSame(stage, newcomer, theirs, tally)) +
    (await repeatTheirs(established, theirs, tally)) +
    (await knock(stage, newcomer, theirs, tally)) +
    (await workflowOfTheirs(stage, newcomer, things, tally));

  const after = await digestOf(client, theirs.team.id);
  for (const [table, digest] of before)
    if (after.get(table) !== digest)
      tally.addWrong(
        `${table} of the other team changed: ${digest} before, ${after.get(table)} after`,
      );
  if (hasEnded(service.child)) tally.addWrong('the service ended');
  tally.remarks.push(times);
  return `${counted(probes + others)} probes of ${counted(kinds.length)} kinds, ${counted(twins)} twins`;
}

export default {
  title: 'Cross-team probes',
  what: `One team tries to reach another's data in every possible way: every path with an ID, with every method and in every combination with its own
IDs; every list with every sort, page, filter and search; every field that links to a record, on create and update; keys that are revoked,
read-only, or differ from the other team's in one character; hook and gateway addresses with its own secret; the other team's Idempotency-Keys,
unique values, and IDs in a workflow file. The probes are generated from the service's declarations, so new paths, links and filters are covered
automatically. Before the other team exists, every probe is sent once with data that no team has. Later, every answer, to the probe and to a twin
with data that no team has, must be the same byte for byte (except Date). Every text of the other team contains a unique word. Times are compared
too, one request at a time, probe and twin in random order: a kind of probe is distinguishable if the medians differ by at least 50 µs and a tenth,
a sign test over the pairs gives 4.9 standard deviations (chance: once in a million), and a second measurement confirms it; suspicious kinds get up
to a thousand pairs and more. Leaked: every answer that differs, and every kind distinguishable by time. Wrong: every table in which the other
team's rows have changed. The full form makes 1,000,000 probes.`,
  broken: [
    {
      how: 'records are looked up by ID alone',
      file: 'server/records/statements.ts',
      find: '`t.team_id = $team and t.id = $id$',
      replace: '`$team::uuid is not null and t.id = $id$',
    },
    {
      how: 'filtered and searched lists are not restricted to the team',
      file: 'server/records/statements.ts',
      find: "const where = conditions.join(' and ');",
      replace:
        "const where = conditions.join(' and ').replace('t.team_id = $team and', '$team::uuid is not null and');",
    },
    {
      how: 'a CPF is unique across teams',
      file: 'server/db/migrations/0001_service.sql',
      find: 'clients (team_id, bare_id(cpf))',
      replace: 'clients (bare_id(cpf))',
    },
    {
      how: 'existence is checked before the team: only the timing reveals it',
      file: 'server/records/crud-queries.ts',
      find: `const statement = getStatement(resource);
  return async ({ db }, id) => textOf((await db.lookUp(statement, { id }))[0]);`,
      replace: `const statement = getStatement(resource);
  const there = teamStatement(\`select $team::uuid from \${resource.name} where id = $id\`);
  return async ({ db }, id) =>
    (await db.lookUp(there, { id })).length === 0
      ? undefined
      : textOf((await db.lookUp(statement, { id }))[0]);`,
    },
  ],
  run,
} satisfies Torture;
