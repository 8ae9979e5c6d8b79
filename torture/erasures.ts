import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { type PanelClient, panelClient, persist } from '#test/support/panel/client.ts';
import {
  connectTo,
  newDatabase,
  newDirectory,
  onDatabase,
  pauta,
} from '#test/support/processes.ts';
import type { TestTeam } from '#test/support/team.ts';
import { callerOf, newTeamWithOwner, newTestDatabase } from './fixture.ts';
import { newSmallDisk, type SmallDisk, withoutDisk } from './full-disk.ts';
import { Victims } from './idempotency.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/* People are erased while the processes that do so are killed; then a backup made before is restored. */

const sizes = {
  short: { people: 12, turns: 6, isHurried: true },
  full: { people: 120, turns: 40, isHurried: false },
};
/** Several times the lifetime of a claim whose process has died; the short form ends claims. */
const patienceMs = { short: 300_000, full: 1_200_000 };

/** Time in which erasures begin while the ledger's disk is full. */
const fullDiskMs = 5_000;

const hurry = `update privacy_requests set claimed_until = now() where claimed_until > now()`;

interface Person {
  readonly n: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Spelled as users do. */
  readonly spoken: string;
  readonly isErased: boolean;
}

/** Every second person is erased. Each name is one that no other person has. */
function personOf(n: number): Person {
  const last = String(1_000 + n);
  return {
    n,
    name: `Pessoa${last} Sobrenome${last}`,
    email: `pessoa.${last}@exemplo.com.br`,
    phone: `551198765${last}`,
    spoken: `(11) 98765-${last}`,
    isErased: n % 2 === 0,
  };
}

const words = ({ name, email, spoken }: Person) => `Falar com ${name}: ${email} ou ${spoken}`;

type Call = ReturnType<typeof callerOf>;

/** Stores a person as a client with a contact, messages, and mentions in texts. */
async function store(call: Call, team: TestTeam, person: Person) {
  const { name, email, phone } = person;
  const post = async (path: string, body: Record<string, unknown>) => {
    const answer = await call(team.key, 'POST', path, body);
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
    return String(answer.data.id);
  };
  const client = await post('/clients', { type: 'PF', name, email, phone });
  await post('/msgapp/contacts', { phone, custom_name: name, client_id: client });
  await post('/deals', {
    title: `Site ${person.n}`,
    client_id: client,
    description: words(person),
  });
  await post('/activities', {
    title: `Ligar ${person.n}`,
    type: 'call',
    description: words(person),
  });
  await post('/msgapp/messages', {
    ...{ inbox_id: team.inbox, phone, message_type: 'text', content: words(person) },
  });
}

const stateOf = (panel: PanelClient, id: string) =>
  persist(() => panel.call('GET', `/privacy-requests/${id}`));

async function waitFor(panel: PanelClient, id: string, state: string, milliseconds: number) {
  const deadline = performance.now() + milliseconds;
  let last = await stateOf(panel, id);
  while (last.state !== state && last.state !== 'failed' && performance.now() < deadline) {
    await sleep(150);
    last = await stateOf(panel, id);
  }
  if (last.state !== state)
    throw new Error(`a request is ${String(last.state)}: ${String(last.reason)}`);
  return last;
}

/** Records the request of a person, and decides on every mention. @returns its id and code */
async function request(panel: PanelClient, { phone, email }: Person, milliseconds: number) {
  const made = await panel.call('POST', '/privacy-requests', {
    ...{ kind: 'erasure', phones: [phone], emails: [email] },
  });
  const id = String(made.id);
  await waitFor(panel, id, 'searched', milliseconds);
  for (;;) {
    const hits = (await panel.call('GET', `/privacy-requests/${id}/hits?is_open=true`)) as unknown;
    const hit_ids = (hits as { id: string }[]).map((hit) => hit.id);
    if (hit_ids.length === 0) break;
    await panel.call('PUT', `/privacy-requests/${id}/hits`, { hit_ids, decision: 'replace' });
  }
  return { id, code: String(made.code) };
}

/** Rows of any table that have one of the texts, by table. */
async function rowsWith(client: pg.Client, texts: readonly string[]) {
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const results: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from "${name}" t where t::text like any($1)`,
      [texts.map((text) => `%${text}%`)],
    );
    if (rows[0] && rows[0].n > 0) results.push(`${rows[0].n} rows of ${name}`);
  }
  return results;
}

/** Nothing of the erased people is there, and everything of the rest. */
async function judge(tally: Tally, client: pg.Client, people: readonly Person[], place: string) {
  const erased = people.filter(({ isErased }) => isErased);
  const identifiers = erased.flatMap(({ email, phone, spoken }) => [email, phone, spoken]);
  for (const rows of await rowsWith(client, identifiers))
    tally.addLeaked(`${rows} identify erased people, ${place}`);
  for (const person of people.filter(({ isErased }) => !isErased)) {
    const { rows } = await client.query<Record<string, number>>(
      `select (select count(*)::int from clients where email = $1) as clients,
        (select count(*)::int from contacts where phone = $2) as contacts,
        (select count(*)::int from deals where description = $3) as deals,
        (select count(*)::int from activities where description = $3) as activities,
        (select count(*)::int from messages where content = $3) as messages`,
      [person.email, person.phone, words(person)],
    );
    for (const [table, n] of Object.entries(rows[0] ?? {}))
      if (n !== 1) tally.addLost(`${n} ${table} of ${person.name}, ${place}`);
  }
  const { rows: totals } = await client.query<{ resource: string; total: number; n: number }>(`
    select 'contacts' as resource, (select coalesce(sum(n), 0)::int from totals where resource = 'contacts' and part = '') as total,
      (select count(*)::int from contacts) as n
    union all select 'deals', (select coalesce(sum(n), 0)::int from totals where resource = 'deals' and part = ''),
      (select count(*)::int from deals)`);
  for (const { resource, total, n } of totals)
    if (total !== n) tally.addWrong(`${total} ${resource} are counted, ${n} exist, ${place}`);
}

/** One line of the ledger, one event and one proof for each erasure. */
async function judgeTraces(
  tally: Tally,
  client: pg.Client,
  panel: PanelClient,
  ids: readonly string[],
  ledger: string,
) {
  const lines = readFileSync(join(ledger, 'erasures.jsonl'), 'utf8').trim().split('\n');
  const entries = lines.map((line) => (JSON.parse(line) as { entry: { id: string } }).entry.id);
  if (entries.length !== ids.length || new Set(entries).size !== ids.length)
    tally.addWrong(`the ledger has ${entries.length} lines for ${ids.length} erasures`);
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from events where type = 'privacy.erased'`,
  );
  if (rows[0]?.n !== ids.length) tally.addWrong(`${rows[0]?.n} events for ${ids.length} erasures`);
  for (const id of ids) {
    const proof = await panel.call('GET', `/privacy-requests/${id}/proof`);
    if (proof.is_genuine !== true) tally.addWrong(`the proof of ${id} is not genuine`);
  }
}

/** While the ledger's disk is full, nothing is erased and no erasure is confirmed. */
async function judgeFullDisk(
  tally: Tally,
  client: pg.Client,
  ledger: string,
  people: readonly Person[],
) {
  const { rows } = await client.query<{ closed: number; clients: number; contacts: number }>(
    `select (select count(*)::int from privacy_requests where state = 'closed') as closed,
      (select count(*)::int from clients where email = any($1)) as clients,
      (select count(*)::int from contacts where phone = any($2)) as contacts`,
    [people.map(({ email }) => email), people.map(({ phone }) => phone)],
  );
  const file = join(ledger, 'erasures.jsonl');
  const bytes = existsSync(file) ? readFileSync(file, 'utf8').trim().length : 0;
  const state = `${JSON.stringify(rows[0])}, ${bytes} bytes of the ledger`;
  if (rows[0]?.closed !== 0 || bytes > 0) tally.addWrong(`confirmed on a full disk: ${state}`);
  if (rows[0]?.clients !== people.length || rows[0].contacts !== people.length)
    tally.addWrong(`erased without a line of the ledger: ${state}`);
}

async function runOn(disk: SmallDisk | undefined, tally: Tally, size: Size): Promise<string> {
  const { people: amount, turns, isHurried } = sizes[size];
  const patience = patienceMs[size];
  const { connection, env } = await newTestDatabase();
  const client = await connectTo(connection);
  const ledger = disk?.path ?? newDirectory();
  const LEDGER_URL = pathToFileURL(ledger).href;
  const victims = new Victims({ ...env, DATA_DIR: newDirectory(), LEDGER_URL }, async () =>
    isHurried ? client.query(hurry) : undefined,
  );
  await victims.start();
  const call = callerOf(() => victims.address(0));
  const { team, token } = await newTeamWithOwner(connection, call);
  let turn = 0;
  const originOf = () => {
    turn += 1;
    return new URL(victims.address(turn)).origin;
  };
  const panel = panelClient(originOf, team.slug, token);
  const people = Array.from({ length: amount }, (_, i) => personOf(i + 1));
  for (const person of people) await store(call, team, person);
  const requests: { id: string; code: string }[] = [];
  for (const person of people.filter(({ isErased }) => isErased))
    requests.push(await request(panel, person, patience));
  const file = join(newDirectory(), 'before.backup');
  const backup = await pauta(['backup', file, '--json'], env);
  if (backup.status !== 0) throw new Error(`the backup failed: ${backup.stderr}`);
  try {
    disk?.fill();
    const killing = victims.killOn(turns);
    // An answer that a kill took away may have started the erasure.
    for (const { id, code } of requests)
      await persist(async () => {
        const { state } = await panel.call('GET', `/privacy-requests/${id}`);
        if (state === 'searched')
          await panel.call('POST', `/privacy-requests/${id}/erase`, { code });
      });
    if (disk) {
      await sleep(fullDiskMs);
      await judgeFullDisk(tally, client, ledger, people);
      disk.empty();
    }
    for (const { id } of requests) await waitFor(panel, id, 'closed', patience);
    await killing;
    await judge(tally, client, people, 'after the erasures');
    await judgeTraces(
      tally,
      client,
      panel,
      requests.map(({ id }) => id),
      ledger,
    );
  } finally {
    victims.end();
    await victims.stop();
  }
  const copy = await newDatabase('empty');
  const secret = Buffer.from(String(env.SECRET_KEY), 'base64');
  const restored = await pauta(['restore', file, '--json'], {
    ...{ ...onDatabase(copy, secret), LEDGER_URL },
  });
  if (restored.status !== 0) throw new Error(`the restore failed: ${restored.stderr}`);
  const there = await connectTo(copy);
  await judge(tally, there, people, 'after a restore');
  tally.aim(victims.kills >= turns, `${victims.kills} kills`);
  return `${counted(requests.length)} of ${counted(amount)} people erased, ${counted(victims.kills)} kills, a backup made before restored`;
}

async function run(tally: Tally, size: Size): Promise<string> {
  const disk = newSmallDisk(2);
  if (!disk) tally.remarks.push(withoutDisk);
  return runOn(disk, tally, size).finally(() => disk?.remove());
}

export default {
  title: 'Erasures under kills',
  what: `People are erased by two services on one database, one of them with several processes, which are killed (SIGKILL) one after the other and both at once. Each
person is a client with a contact, a conversation, and mentions in texts; every second one stays. Then a backup made before is restored. Lost: a record of a person who
stays. Leaked: a row of any table that has a phone number or an e-mail address of an erased person, after the erasures and after the restore. Wrong: not one line of the ledger, one event
and one genuine proof for each erasure; something erased or confirmed while the disk of the ledger was full, as it is at first; totals that do not fit. The full form has 120 people; the short form ends the claims of dead processes instead of waiting two minutes.`,
  broken: [
    {
      how: 'an erasure that continues leaves out the step that was interrupted',
      file: 'server/features/privacy/erasure.ts',
      find: 'if (i < Number(row.step)) continue;',
      replace: 'if (i <= Number(row.step)) continue;',
    },
    {
      how: 'a restore repeats no erasures',
      file: 'server/cli/restore.ts',
      find: 'if (await eraseAgain(team(entry.team), secrets, entry)) repeated += 1;',
      replace: 'repeated += 0;',
    },
  ],
  run,
} satisfies Torture;
