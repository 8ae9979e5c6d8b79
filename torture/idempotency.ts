import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { configSealContext } from '#server/features/inboxes/connection.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { type Evolution, startEvolution } from '#test/gateways/evolution.ts';
import { type Reply, request } from '#test/support/http.ts';
import { connectTo, type Service, serve } from '#test/support/processes.ts';
import { type Json, resourceNamed, type TestTeam } from '#test/support/team.ts';
import { callerOf, newTeams, newTestDatabase } from './fixture.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

const sizes = {
  short: { keys: 24, keysAtOnce: 6, leastKills: 4, turns: 3, isHurried: true },
  full: {
    keys: 1_000,
    keysAtOnce: 16,
    leastKills: 60,
    turns: Number.MAX_SAFE_INTEGER,
    isHurried: false,
  },
};
const duplicates = 50;
/** Statuses to retry: another duplicate is running, the team or the service is busy. They are never stored. */
const passing = new Set([409, 429, 503]);
/** Period in which a duplicate retries for a final answer: several times the lifetime of a dead send. */
const patienceMs = 120_000;

/** Records that are created in addition to sends, and the field that identifies the key. */
const creates = [
  ['contacts', 'custom_name'],
  ['projects', 'name'],
  ['clients', 'name'],
  ['tasks', 'title'],
  ['deals', 'title'],
  ['campaigns', 'name'],
  ['activities', 'title'],
  ['webhooks', 'name'],
] as const;

/** A request that is made fifty times under one key. */
interface Task {
  /** The key, also the name of the record or message. */
  readonly name: string;
  /** Kind of the created record; undefined for a send. */
  readonly kind: string | undefined;
  readonly path: string;
  readonly body: Json;
}

interface Answered {
  readonly task: Task;
  readonly replies: readonly (Reply | undefined)[];
}

/** Every other task is a send; the others create each kind of record in turn. */
function taskOf(i: number, team: TestTeam, inbox: string, project: unknown): Task {
  const name = `chave-${i}`;
  const phone = `55119${10_000_000 + i}`;
  const [kind, field] = creates[((i - 1) / 2) % creates.length] ?? [];
  if (kind === undefined || field === undefined) {
    const body = { inbox_id: inbox, phone, content: name };
    return { name, kind: undefined, path: '/msgapp/messages', body };
  }
  const more: Record<string, Json> = {
    contacts: { phone: `55219${10_000_000 + i}`, tags: ['a', 'b'] },
    clients: { type: 'PF' },
    tasks: { project_id: project, assignee_ids: team.users },
    campaigns: { project_id: project, goals: { '1': 1, a: 0 } },
  };
  return { name, kind, path: resourceNamed(kind).path, body: { [field]: name, ...more[kind] } };
}

/** Two services on one database, one of them with several processes, killed at random moments and restarted. */
export class Victims {
  kills = 0;
  readonly #envs: readonly Record<string, string>[];
  readonly #services: Service[] = [];
  readonly #after: () => Promise<unknown>;
  #isOver = false;

  /** @param after runs while all are dead */
  constructor(env: Record<string, string>, after: () => Promise<unknown>) {
    this.#envs = [env, { ...env, WORKERS: '2' }];
    this.#after = after;
  }

  async start(): Promise<void> {
    const services = await Promise.all(this.#envs.map((env) => serve(env)));
    for (const [i, service] of services.entries()) {
      this.#services[i] = service;
      // The same port from now on.
      Object.assign(this.#envs[i] ?? {}, { PORT: new URL(service.address).port });
    }
  }

  /** The services' addresses, alternating. */
  address(turn: number): string {
    return this.#services[turn % this.#services.length]?.address ?? '';
  }

  /** Kills one, the other, both, and so on until told to stop. @param turns the maximum number of kills */
  async killOn(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) {
      await sleep(200 + Math.random() * 1_300);
      if (this.#isOver) return;
      const places = turn % 3 === 2 ? [0, 1] : [turn % 3];
      await Promise.all(places.map((place) => this.#kill(place)));
      if (places.length > 1) await this.#after();
      await Promise.all(places.map((place) => this.#revive(place)));
    }
  }

  end(): void {
    this.#isOver = true;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#services.map((service) => service.stop()));
  }

  async #kill(place: number): Promise<void> {
    const service = this.#services[place];
    if (!service) return;
    // The process group: all of the service's processes.
    process.kill(-service.pid, 'SIGKILL');
    await service.ended;
    this.kills += 1;
  }

  async #revive(place: number): Promise<void> {
    this.#services[place] = await serve(this.#envs[place] ?? {});
  }
}

/** The team's inbox on the gateway. */
export async function newInbox(
  client: pg.Client,
  team: TestTeam,
  gateway: Evolution,
  secretKey: string,
) {
  const inbox = uuidv7();
  const config = {
    url: gateway.url,
    instance: gateway.instance,
    api_key: gateway.apiKey,
    webhook_secret: gateway.webhookSecret,
  };
  const secrets = secretsWith(Buffer.from(secretKey, 'base64'));
  await client.query(
    `insert into inboxes (team_id, id, name, type, gateway, config) values ($1, $2, 'Caixa', 'session', 'evolution', $3)`,
    [team.id, inbox, secrets.seal(JSON.stringify(config), configSealContext(team.id, inbox))],
  );
  return inbox;
}

/** A dead send holds its key for 20 s. Nothing is alive, so end that now. */
const hurry = `update idempotency_keys set created_at = created_at - interval '20 seconds' where response is null`;

/** Number of existing records, by name, independently of the answers. */
async function countAll(client: pg.Client) {
  const grouped = async (sql: string) => {
    const { rows } = await client.query<{ name: string; id: string; status: string }>(sql);
    return Map.groupBy(rows, ({ name }) => name);
  };
  const tables = creates.map(
    ([kind, field]) => `select ${field} as name, id from ${kind} where ${field} like 'chave-%'`,
  );
  return {
    records: await grouped(tables.join(' union all ')),
    events: await grouped(`
      select coalesce(d ->> 'name', d ->> 'title', d ->> 'custom_name', '') as name, record_id as id
      from events, lateral (select payload::json -> 'data' as d) p where type like '%.created' and type <> 'message.created'`),
    messages: await grouped(`select content as name, id, status::text from messages`),
    contacts: await grouped(`select phone as name, id from contacts`),
    conversations: await grouped(
      `select k.phone as name, c.id from conversations c join contacts k on k.id = c.contact_id`,
    ),
  };
}

type Counts = Awaited<ReturnType<typeof countAll>>;

/** A create has made one record with one event, and it is the one in the answer. */
function judgeCreate(tally: Tally, { name, kind }: Task, reply: Reply, counts: Counts): void {
  if (reply.status !== 201) tally.addWrong(`${name} of ${kind} answered ${reply.text}`);
  const records = counts.records.get(name) ?? [];
  if (!records.some(({ id }) => id === reply.data.id))
    tally.addLost(`${name}: no ${kind} has the answered id ${reply.data.id}`);
  if (records.length > 1) tally.addWrong(`${name} created ${records.length} ${kind}`);
  const events = counts.events.get(name)?.length ?? 0;
  const should = kind === 'webhooks' ? 0 : 1;
  if (events !== should) tally.addWrong(`${name} of ${kind} has ${events} events of its creation`);
}

/** A send answered as sent was sent once; an unknown one, at most once. */
function judgeSend(
  tally: Tally,
  { name, body }: Task,
  reply: Reply,
  sent: number,
  counts: Counts,
): void {
  const messages = counts.messages.get(name) ?? [];
  const phone = String(body.phone);
  const [message] = messages;
  if (messages.length !== 1) tally.addWrong(`${name} stored ${messages.length} messages`);
  if (sent > 1) tally.addWrong(`${name} was sent ${sent} times`);
  for (const kind of ['contacts', 'conversations'] as const) {
    const made = counts[kind].get(phone)?.length ?? 0;
    if (made !== 1) tally.addWrong(`${name} created ${made} ${kind}`);
  }
  const state = `${reply.status}, ${sent} sent, the message is ${message?.status}`;
  if (reply.status === 201) {
    if (sent === 0) tally.addLost(`${name}: ${state}`);
    else if (message?.status !== 'sent' || message.id !== reply.data.id)
      tally.addWrong(`${name}: ${state}`);
  } else if (
    reply.status !== 502 ||
    message?.status !== 'pending' ||
    !reply.error.message.includes('not known')
  )
    tally.addWrong(`${name}: ${state}: ${reply.text.slice(0, 200)}`);
}

async function run(tally: Tally, size: Size): Promise<string> {
  const { keys, keysAtOnce, leastKills, turns, isHurried } = sizes[size];
  const gateway = await startEvolution();
  // Long enough for a kill to happen in between.
  gateway.onSend = () => sleep(Math.random() * 60);
  const { connection, env } = await newTestDatabase();
  const client = await connectTo(connection);
  const victims = new Victims(env, async () => isHurried && (await client.query(hurry)));
  await victims.start();
  const [team] = await newTeams(connection, callerOf(victims.address(0)), 1);
  if (!team) throw new Error('there is no team');
  const inbox = await newInbox(client, team, gateway, String(env.SECRET_KEY));
  const { id: project } = await team.create('projects', { name: 'Onde' });

  const agent = new Agent({ keepAlive: true, maxSockets: keysAtOnce * duplicates });
  let requests = 0;
  let broken = 0;

  /** Retries until there is a final answer, like a client that does not know the outcome of its request. */
  async function insist(task: Task, duplicate: number): Promise<Reply | undefined> {
    const deadline = performance.now() + patienceMs;
    for (let turn = duplicate; performance.now() < deadline; turn += 1) {
      requests += 1;
      const reply = await request(`${victims.address(turn)}/v1${task.path}`, {
        method: 'POST',
        key: team?.key ?? '',
        agent,
        headers: { 'idempotency-key': task.name },
        body: task.body,
      }).catch(() => undefined);
      if (!reply) broken += 1;
      else if (!passing.has(reply.status)) return reply;
      await sleep(150);
    }
    return undefined;
  }

  const answered: Answered[] = [];
  let next = 0;
  const caller = async () => {
    for (let i = next++; i < keys || victims.kills < leastKills; i = next++) {
      const task = taskOf(i, team, inbox, project);
      const all = Array.from({ length: duplicates }, (_, duplicate) => insist(task, duplicate));
      answered.push({ task, replies: await Promise.all(all) });
    }
  };
  const killing = victims.killOn(turns);
  try {
    await Promise.all(Array.from({ length: keysAtOnce }, caller)).finally(() => victims.end());
    await killing;
  } finally {
    agent.destroy();
    await victims.stop();
    await gateway.close();
  }

  const sends = Map.groupBy(gateway.sends, ({ text }) => text);
  const counts = await countAll(client);
  let unknown = 0;
  for (const { task, replies } of answered) {
    const [first] = replies;
    const firsts = replies.filter((reply) => reply && !reply.headers['idempotency-replayed']);
    if (firsts.length > 1) tally.addWrong(`${task.name} was done ${firsts.length} times`);
    for (const reply of replies) {
      if (!reply) tally.addLost(`${task.name}: no final answer within ${patienceMs / 1_000} s`);
      else if (first && (reply.status !== first.status || reply.text !== first.text))
        tally.addWrong(`${task.name} answered ${reply.text.slice(0, 150)} and ${first.text}`);
    }
    if (!first) continue;
    if (task.kind !== undefined) judgeCreate(tally, task, first, counts);
    else judgeSend(tally, task, first, sends.get(task.name)?.length ?? 0, counts);
    if (first.status === 502) unknown += 1;
  }
  const answeredNames = new Set(answered.map(({ task }) => task.name));
  for (const [what, names] of [
    ['sent', sends],
    ['created', counts.records],
  ] as const)
    for (const name of names.keys())
      if (!answeredNames.has(name)) tally.addWrong(`${name} was ${what} without a request`);
  tally.aim(broken > 0, 'no request was in progress when its process was killed');
  tally.remarks.push(
    `${counted(gateway.sends.length)} sends counted by the gateway; ${counted(unknown)} answered as unknown, because their process died`,
  );
  return `${counted(answered.length)} keys × ${duplicates}: ${counted(requests)} requests, ${counted(victims.kills)} kills, ${counted(broken)} broken connections`;
}

export default {
  title: 'Idempotency under kills',
  what: `Fifty simultaneous duplicates of one request with one Idempotency-Key, for many keys in parallel: half of them sends through a gateway, half creates
of eight kinds of records. They alternate between two services on one database, one of them with several processes. Every duplicate retries until it
has a final answer, while one service, the other, or both are killed (SIGKILL) at random moments. Then the gateway's own count, and SQL, show what was
done: each create made one record and one event; each send was sent once, or, if its process died midway, at most once, and reported as unknown. Lost: something
answered as done that is missing, or a duplicate without an answer. Wrong: an extra effect, answers that differ in status or bytes, or a second answer
that claims to be the first. The full form has 1,000 keys; the short form sets the clock of dead sends 20 seconds ahead instead of waiting.`,
  broken: [
    {
      how: 'the response is stored only after the record has committed',
      file: 'server/operations/idempotency.ts',
      find: 'await stored.keep(tx, answer, null);',
      replace: 'setTimeout(() => stored.keep(db, answer, null).catch(() => {}), 5);',
    },
    {
      how: 'a send counts as dead before its gateway has had time to answer',
      file: 'server/operations/idempotency.ts',
      find: 'const runningMs = 20_000;',
      replace: 'const runningMs = 20;',
    },
    {
      how: 'a send is stored under its key only after the gateway has answered',
      file: 'server/operations/idempotency.ts',
      find: 'await stored.keep(tx, undefined, intent.id);',
      replace: 'setTimeout(() => stored.keep(db, undefined, intent.id).catch(() => {}), 50);',
    },
  ],
  run,
} satisfies Torture;
