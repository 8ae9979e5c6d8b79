import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { changeKind } from '#server/events/catalogue.ts';
import { readJson } from '#server/platform/limited-json.ts';
import type { Table } from '#server/records/table.ts';
import { switchOffIntelligence } from '#test/support/intelligence/settings.ts';
import { serve } from '#test/support/processes.ts';
import {
  type Answer,
  inputsOf,
  type Json,
  minimal,
  resourceNamed,
  type TestTeam,
} from '#test/support/team.ts';
import { free, hostileFields } from '#test/support/values.ts';
import { type Signed, verifies, verifiesStandard } from '#test/support/webhooks/signatures.ts';
import { callerOf, newTeams, newTestDatabase } from './fixture.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

const sizes = {
  short: { events: 1_000, teams: 2, rotations: 3 },
  full: { events: 100_000, teams: 4, rotations: 60 },
};

/** Number of clients that make changes at the same time. */
const clients = 12;
/** Maximum events in flight: the receiver is not under test. */
const maxAway = 3_000;
/** If nothing arrives for this long, missing events are lost. */
const patienceMs = 30_000;
/** Now and then something rare: a rejected body, a long text, a large object. */
const rare = { refused: 40, long: 150, huge: 600 };

/** One in this many requests is also tampered with, and verified with other secrets. */
const forgeryEvery = 10;

/** Keys that JSON.parse of Node.js confuses: nodejs/node#63785. */
const mistakable = ['\\', '"', '\n', '\\u00', 'área'];

/** Values that JSON text can express and no stored text may contain. */
const unstorable = [
  '\\u0000',
  '\\ud800',
  '\\udc00',
  'a\\ud83d',
  '\\ude00\\ud83d',
  '😀\\uD800\\u0041',
];

/** An endpoint subscribed to one kind of record. */
interface Endpoint {
  readonly team: TestTeam;
  readonly id: string;
  /** All its secrets, newest last. */
  readonly secrets: string[];
  /** The current or last rotation. */
  rotation: Promise<unknown>;
}

/** An event that an acknowledged change must emit. */
interface Expected {
  readonly endpoint: Endpoint;
  /** The API's response, as JSON text. */
  readonly data: string;
  /** The same before the change; undefined for a new record. */
  readonly before: string | undefined;
  /** Index of the endpoint's newest secret at the time of the request. */
  readonly secret: number;
}

/** An event, parsed from its body. */
interface Told {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Json;
  readonly previous: Json | null;
}

/** A request of the service to the receiver. */
interface Received extends Signed {
  readonly path: string;
}

/** A value's JSON text as another program may write it: whitespace, escapes, other number formats, duplicate keys. */
function spelled(value: unknown, random: () => number): string {
  const blank = () => ['', '', '', ' ', '\n\t'][Math.floor(random() * 5)] ?? '';
  if (typeof value === 'string') {
    if (random() < 0.8) return JSON.stringify(value);
    const units = Array.from({ length: value.length }, (_, i) => value.charCodeAt(i));
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
  }
  if (typeof value === 'number') {
    if (Object.is(value, -0)) return '-0.0E+0';
    const forms = [String(value), value.toExponential(), value.toExponential().toUpperCase()];
    if (Number.isInteger(value)) forms.push(`${BigInt(value)}`, `${BigInt(value)}.00`);
    return forms[Math.floor(random() * forms.length)] ?? '';
  }
  if (Array.isArray(value))
    return `[${blank()}${value.map((part) => spelled(part, random)).join(`${blank()},`)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).flatMap(([key, inner]) => {
    const pair = `${spelled(key, random)}${blank()}:${spelled(inner, random)}`;
    // The last one counts.
    return random() < 0.05 ? [`${JSON.stringify(key)}:null`, pair] : [pair];
  });
  return `{${blank()}${pairs.join(`${blank()},${blank()}`)}}`;
}

/** Endless bodies for a resource's update. */
function* bodies(resource: Table, seed: number): Generator<Json, never> {
  // No positions: tasks that get too close are spaced out, which emits events too.
  const { goals, position: _, ...fields } = hostileFields(resource);
  const arbitrary = fc.record(
    { ...fields, ...(goals ? { goals: free } : {}) },
    { requiredKeys: goals ? ['goals'] : [] },
  ) as fc.Arbitrary<Json>;
  for (let batch = 0; ; batch += 1)
    yield* fc.sample(arbitrary, { numRuns: 100, seed: seed + batch });
}

type Read = (text: string) => unknown;

/** A receiver's parser for a body: JSON.parse, unless that of Node.js confuses its keys (https://github.com/nodejs/node/issues/63785). */
function readerOf({ body }: Received): Read {
  const text = body.toString();
  return JSON.stringify(JSON.parse(text)) === JSON.stringify(readJson(text))
    ? JSON.parse
    : readJson;
}

/** Defects of a request's signatures; undefined if all are valid. */
function flawOf(
  received: Received,
  { endpoint, secret: least }: Expected,
  stranger: string,
  read: Read,
  isThorough: boolean,
): string | undefined {
  const { headers, body } = received;
  const { secrets } = endpoint;
  const holds = (secret: string, header?: string) => verifies(received, secret, header, read);
  const place = secrets.findLastIndex((secret) => holds(secret));
  const [current, previous] = [secrets[place], secrets[place - 1]];
  if (current === undefined) {
    const raw = body.toString();
    const again = JSON.stringify(read(raw));
    return again === raw
      ? 'X-Webhook-Signature verifies with no secret of the endpoint'
      : `JSON.stringify(JSON.parse(body)) is a different text: ${difference(again, raw)}`;
  }
  if (place < least) return 'signed by a secret that had been replaced before the change was made';
  if (!verifiesStandard(received, current)) return 'standardwebhooks does not verify it';
  if (previous === undefined) {
    if ('x-webhook-signature-previous' in headers)
      return 'a previous signature although no secret was replaced';
  } else if (!holds(previous, 'x-webhook-signature-previous'))
    return 'X-Webhook-Signature-Previous does not verify with the previous secret';
  else if (!verifiesStandard(received, previous))
    return 'standardwebhooks does not verify it with the previous secret';
  return isThorough ? forgeryOf(received, secrets, place, stranger, read) : undefined;
}

/** Forgeries that are accepted; undefined if there are none. */
function forgeryOf(
  received: Received,
  secrets: readonly string[],
  place: number,
  stranger: string,
  read: Read,
): string | undefined {
  const { headers, body } = received;
  const tampered = { headers, body: Buffer.from(body.toString().replace('"type"', '"Type"')) };
  for (const secret of secrets.slice(Math.max(0, place - 1), place + 1))
    if (verifies(tampered, secret, undefined, read) || verifiesStandard(tampered, secret))
      return 'verifies although the body was tampered with';
  const replaced = secrets[place - 2];
  for (const otherSecret of replaced === undefined ? [stranger] : [stranger, replaced])
    if (verifies(received, otherSecret, undefined, read) || verifiesStandard(received, otherSecret))
      return "verifies with a secret that is not the endpoint's, or no longer is";
  return undefined;
}

/** Position at which two texts differ, for a finding. */
function difference(is: string, should: string): string {
  let at = 0;
  while (at < is.length && is[at] === should[at]) at += 1;
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 30));
  return `${part(is)} instead of ${part(should)}`;
}

/** A receiver that sometimes answers 500 or hangs up, so that deliveries are retried. */
async function startReceiver(take: (received: Received, isTaken: boolean) => void) {
  let n = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      n += 1;
      const status = n % 25 === 0 ? 500 : 200;
      const isTaken = status === 200 && n % 40 !== 0;
      if (isTaken || status === 500) response.writeHead(status).end();
      else response.destroy();
      const { url = '', headers } = request;
      take({ path: url, headers, body: Buffer.concat(chunks) }, isTaken);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Matches deliveries with expected events, in whatever order they arrive. */
class Ledger {
  /** Verified requests, including retries. */
  verified = 0;
  /** Number of events that have arrived. */
  get settled(): number {
    return this.#taken.size;
  }
  lastAt = performance.now();
  /** Bodies that JSON.parse misreads. */
  misread = 0;
  readonly expected = new Map<string, Expected>();
  readonly #received = new Map<string, { received: Received; payload: Told; isTaken: boolean }[]>();
  /** The IDs of events that arrived and were answered with 200. */
  readonly #taken = new Set<string>();
  readonly #tally: Tally;
  readonly #stranger: string;
  readonly #checks = new Set<Promise<void>>();

  constructor(tally: Tally, stranger: string) {
    this.#tally = tally;
    this.#stranger = stranger;
  }

  /** @param key from {@link keyOf} */
  expect(key: string, expected: Expected): void {
    this.expected.set(key, expected);
    for (const { received, payload, isTaken } of this.#received.get(key) ?? [])
      this.#check(key, expected, received, payload, isTaken);
    this.#received.delete(key);
  }

  take(received: Received, isTaken: boolean): void {
    this.lastAt = performance.now();
    let payload: Told;
    try {
      payload = readJson(received.body.toString()) as Told;
    } catch {
      this.#tally.addWrong(`no JSON: ${received.body.toString('latin1').slice(0, 80)}`);
      return;
    }
    const key = keyOf(
      payload.type,
      payload.type === 'webhook.test' ? payload.id : String(payload.data?.id),
    );
    const expected = this.expected.get(key);
    if (expected) this.#check(key, expected, received, payload, isTaken);
    // Accepted deliveries may arrive again.
    else if (!this.#taken.has(payload.id))
      this.#received.set(key, [...(this.#received.get(key) ?? []), { received, payload, isTaken }]);
  }

  #check(
    key: string,
    expected: Expected,
    received: Received,
    payload: Told,
    isTaken: boolean,
  ): void {
    if (isTaken) {
      this.expected.delete(key);
      this.#taken.add(payload.id);
    }
    // A secret being rotated is known once the response has arrived.
    const check = expected.endpoint.rotation.then(() => {
      this.#checks.delete(check);
      const read = readerOf(received);
      if (read !== JSON.parse) this.misread += 1;
      const wrong =
        flawOf(received, expected, this.#stranger, read, this.verified % forgeryEvery === 0) ??
        contentFlaw(received, payload, expected);
      if (wrong === undefined) this.verified += 1;
      else this.#tally.addWrong(`${key}: ${wrong}`);
    });
    this.#checks.add(check);
  }

  /** @throws never; missing and unexpected events are counted */
  async finish(): Promise<void> {
    await Promise.all(this.#checks);
    for (const key of this.expected.keys()) this.#tally.addLost(`${key} was never delivered`);
    for (const key of this.#received.keys())
      this.#tally.addWrong(`${key} was delivered without an acknowledged change`);
  }
}

const keyOf = (type: string, id: string) => `${type} ${id}`;

/** Errors in a request's body. The record is compared as text, without a parser in between. */
function contentFlaw(
  { path, headers, body }: Received,
  { id, type, created_at, data, previous }: Told,
  expected: Expected,
): string | undefined {
  if (path !== `/${expected.endpoint.id}`) return `delivered to another endpoint: ${path}`;
  if (headers['webhook-id'] !== id) return 'webhook-id is not the id of the event';
  const { before } = expected;
  const head = `{"id":"${id}","type":"${type}","created_at":"${created_at}","data":`;
  const tail = `,"previous":${JSON.stringify(previous)}}`;
  const [is, should] = [body.toString(), `${head}${expected.data}${tail}`];
  if (is !== should) return `differs from the API's answer: ${difference(is, should)}`;
  if (before === undefined) return previous === null ? undefined : 'previous is not null';
  const was = JSON.stringify({ ...data, ...previous });
  return was === before
    ? undefined
    : `previous does not match the record before the change: ${difference(was, before)}`;
}

async function run(tally: Tally, size: Size): Promise<string> {
  const { events, teams: teamCount, rotations } = sizes[size];
  const seed = Math.floor(Math.random() * 0x7fffffff);
  const { connection, env } = await newTestDatabase();
  const service = await serve({
    ...env,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_RETRY_SCHEDULE: Array(30).fill('1s').join(),
  });
  const teams = await newTeams(connection, callerOf(service.address, clients + 1), teamCount);
  const direct = new pg.Client(connection);
  await direct.connect();
  await direct.query(switchOffIntelligence);
  await direct.end();
  const made = async (answer: Promise<Answer>) => {
    const { status, data, text } = await answer;
    if (status > 201) throw new Error(`answered ${status} ${text.slice(0, 300)}`);
    return data;
  };
  const stranger = String(
    (await made(teamOf(teams, 0).post('/webhooks', { name: 'X' }))).secret_token,
  );
  const ledger = new Ledger(tally, stranger);
  const receiver = await startReceiver((received, isTaken) => ledger.take(received, isTaken));

  async function endpoint(
    team: TestTeam,
    name: string,
    kinds: readonly string[],
  ): Promise<Endpoint> {
    const { id, secret_token } = await made(
      team.post('/webhooks', { name, events: kinds, url: receiver.url }),
    );
    // The path of its requests identifies the endpoint.
    await made(team.put(`/webhooks/${id}`, { url: `${receiver.url}${id}` }));
    return { team, id: String(id), secrets: [String(secret_token)], rotation: Promise.resolve() };
  }

  const kinds = ['contacts', 'clients', 'tasks', 'deals', 'campaigns', 'activities', 'projects'];
  const listening = new Map<string, Endpoint>();
  const projects = new Map<string, unknown>();
  for (const team of teams) {
    projects.set(team.id, (await team.create('projects')).id);
    for (const kind of kinds) {
      const table = resourceNamed(kind);
      const eventKinds = (['created', 'updated'] as const).map((change) =>
        String(changeKind(table, change)),
      );
      listening.set(keyOf(kind, team.id), await endpoint(team, kind, eventKinds));
    }
  }

  const sources = new Map(
    [...kinds, 'webhooks'].map((kind, i) => [kind, bodies(resourceNamed(kind), seed + 1e6 * i)]),
  );
  const next = (kind: string) => sources.get(kind)?.next().value ?? {};

  let count = 0;
  let refused = 0;
  let rotated = 0;

  /** One client: creates records and changes them, one after the other. */
  async function client(number: number): Promise<void> {
    const team = teamOf(teams, number);
    let state = seed + number;
    /** The same numbers for the same seed, from 0 to below 1. */
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const tester = await endpoint(team, 'Teste', ['webhook.disabled']);

    /** Sends a body in some spelling. @returns the record's ID and the response; undefined if it was rejected */
    async function change(
      method: string,
      path: string,
      body: Json,
    ): Promise<{ id: string; text: string } | undefined> {
      const plain = JSON.stringify(body);
      const sent = plain.length > 20_000 ? plain : spelled(body, random);
      const answer = await team.call(method, path, sent);
      if (answer.status > 201) {
        tally.addWrong(`seed ${seed}: ${method} ${path} answered ${answer.text.slice(0, 200)}`);
        return undefined;
      }
      const text = answer.text.slice('{"success":true,"data":'.length, -1);
      const [sentFields, storedFields] = [readJson(sent) as Json, readJson(text) as Json];
      for (const name of ['goals', 'field_mapping'].filter((field) => field in body)) {
        const [is, should] = [JSON.stringify(storedFields[name]), JSON.stringify(sentFields[name])];
        if (is !== should) tally.addWrong(`${path}: ${name} is ${difference(is, should)}`);
      }
      return { id: String(storedFields.id), text };
    }

    async function record(kind: string): Promise<void> {
      const resource = resourceNamed(kind);
      const of = listening.get(keyOf(kind, team.id));
      if (!of) throw new Error(`no endpoint subscribes to ${kind}`);
      const fields = Object.entries(next(kind)).filter(([name]) =>
        inputsOf(resource).create.accepts.includes(name),
      );
      const body = { ...(await least(kind)), ...Object.fromEntries(fields), ...special(resource) };
      if (count % rare.refused === 0) await refuse(resource, body);
      let secret = of.secrets.length - 1;
      const before = await change('POST', resource.path, body);
      count += 1;
      if (!before) return;
      const expected = { endpoint: of, data: before.text, before: undefined, secret };
      ledger.expect(keyOf(`${resource.one}.created`, before.id), expected);
      if (random() < 0.5) return;
      secret = of.secrets.length - 1;
      const after = await change('PUT', `${resource.path}/${before.id}`, next(kind));
      // A change without effect emits nothing.
      if (!after || after.text === before.text) return;
      count += 1;
      ledger.expect(keyOf(`${resource.one}.updated`, after.id), {
        endpoint: of,
        data: after.text,
        before: before.text,
        secret,
      });
    }

    /** Required fields of a create, without a project for each. */
    async function least(kind: string): Promise<Json> {
      const project = { project_id: projects.get(team.id) };
      if (kind === 'tasks') return { title: 'Peça', ...project };
      if (kind === 'campaigns') return { name: 'Campanha', ...project };
      return minimal(team, kind);
    }

    /** Long texts, objects of maximum size, and keys that parsers confuse. */
    function special({ fields }: Table): Json {
      if (count % rare.huge === 1 && 'goals' in fields)
        return { goals: { '': 'ç'.repeat(32_700), '1': ['\u2028'] } };
      if (random() < 0.2 && 'goals' in fields) {
        const key = mistakable[Math.floor(random() * mistakable.length)] ?? '';
        return { goals: { a: 1, [key]: 2 } };
      }
      const name = ['description', 'notes'].find((field) => field in fields);
      if (count % rare.long > 5 || name === undefined) return {};
      return { [name]: '😀"\\ \u2028é'.repeat(7_000).slice(0, 48_999) };
    }

    /** Text that cannot be stored is rejected, without an event. */
    async function refuse({ path, fields }: Table, body: Json): Promise<void> {
      const bad = unstorable[Math.floor(random() * unstorable.length)] ?? '';
      const value =
        'goals' in fields && random() < 0.5 ? `"goals":{"a":[{"${bad}":1}]}` : `"tags":["${bad}"]`;
      const text = `${JSON.stringify({ ...body, tags: undefined, goals: undefined }).slice(0, -1)},${value}}`;
      const { status } = await team.post(path, text);
      if (status === 400) refused += 1;
      else tally.addWrong(`${path} with ${value} answered ${status}`);
    }

    /** A webhook.test contains the endpoint itself, with any field_mapping. */
    async function test(): Promise<void> {
      const path = `/webhooks/${tester.id}`;
      const { field_mapping = {} } = next('webhooks');
      const after = await change('PUT', path, { field_mapping });
      if (!after) return;
      const { id } = await made(team.post(`${path}/test`));
      count += 1;
      ledger.expect(keyOf('webhook.test', String(id)), {
        endpoint: tester,
        data: after.text,
        before: undefined,
        secret: 0,
      });
    }

    while (count < events) {
      if (random() < 0.1) await test();
      else await record(kinds[Math.floor(random() * kinds.length)] ?? '');
      while (ledger.expected.size > maxAway && waits()) await sleep(10);
    }
  }

  const waits = () => performance.now() - ledger.lastAt < patienceMs;

  /** Rotates secrets one after the other, during all other work. */
  async function rotate(): Promise<void> {
    const all = [...listening.values()];
    for (let i = 1; i <= rotations; i += 1) {
      while (count < (events * i) / (rotations + 1)) {
        if (!waits()) return;
        await sleep(5);
      }
      const of = all[Math.floor(i / 2) % all.length];
      if (!of) return;
      of.rotation = made(of.team.post(`/webhooks/${of.id}/rotate-secret`)).then(
        ({ secret_token }) => {
          of.secrets.push(String(secret_token));
          rotated += 1;
        },
      );
      await of.rotation;
    }
  }

  try {
    await Promise.all([rotate(), ...Array.from({ length: clients }, (_, i) => client(i))]);
    ledger.lastAt = performance.now();
    while (ledger.expected.size > 0 && waits()) await sleep(20);
    await ledger.finish();
  } finally {
    await receiver.close();
    await service.stop();
  }
  tally.aim(
    ledger.settled >= events,
    `${counted(events)} events, ${counted(ledger.settled)} arrived`,
  );
  tally.aim(rotated === rotations, `${rotations} rotations of a secret, ${rotated} done`);
  tally.remarks.push(
    `${counted(ledger.verified)} requests verified in three ways, ${counted(rotated)} secrets rotated meanwhile`,
  );
  if (ledger.misread > 0)
    tally.remarks.push(
      `${counted(ledger.misread)} bodies that JSON.parse misreads (nodejs/node#63785), parsed by another parser`,
    );
  return `${counted(count)} events of arbitrary JSON, ${counted(refused)} refused bodies`;
}

function teamOf(teams: readonly TestTeam[], number: number): TestTeam {
  const team = teams[number % teams.length];
  if (!team) throw new Error('there is no team');
  return team;
}

export default {
  title: 'Signatures over arbitrary JSON',
  what: `Changes of seven kinds of records, and tests of endpoints, carry arbitrary values: any JSON in free-form fields, in many spellings, all of Unicode in
every text, every number a field accepts, texts of 50,000 characters, objects of 64 kB. A receiver, which sometimes answers 500 or hangs up so that
deliveries repeat, verifies every request: X-Webhook-Signature over the raw body and over JSON.stringify(JSON.parse(body)), the Standard Webhooks
library, and, since secrets are rotated throughout, the previous secret's signatures. The body must contain the record byte for byte as the API
returned it. Lost: an event of an acknowledged change that does not arrive. Wrong: a request that does not verify, that contains anything else, or (for
one in ten) that still verifies with another endpoint's secret or a changed body. Text that cannot be stored (NUL, half a surrogate pair) must be
rejected without an event. The full form has 100,000 events.`,
  broken: [
    {
      how: 'X-Webhook-Signature uses the decoded secret as its key',
      file: 'server/features/webhooks/signature.ts',
      find: "createHmac('sha256', secret).update(body).digest('hex')",
      replace:
        "createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64')).update(body).digest('hex')",
    },
    {
      how: 'numbers are sent as PostgreSQL writes them',
      file: 'server/records/fields.ts',
      find: '{ fromQuery: readNumber, output: jsonNumber }',
      replace: '{ fromQuery: readNumber }',
    },
    {
      how: 'the previous secret keeps signing after a rotation',
      file: 'server/features/webhooks/delivery-queue.ts',
      find: '([current, previous] as const)',
      replace: '([previous, current] as const)',
    },
    {
      how: 'bodies are parsed by JSON.parse, which misreads keys with escapes',
      file: 'server/records/input.ts',
      find: 'body = readJson(text);',
      replace: 'body = JSON.parse(text);',
    },
    {
      how: 'bodies are sent as Latin-1',
      file: 'server/features/webhooks/delivery-attempt.ts',
      find: 'body: Buffer.from(body),',
      replace: "body: Buffer.from(body, 'latin1'),",
    },
    {
      how: 'half a surrogate pair is replaced instead of rejected',
      file: 'server/records/input.ts',
      find: 'if (suspect.test(text)) refuse',
      replace: "if (text.includes('\\u0000')) refuse",
    },
  ],
  run,
} satisfies Torture;
