import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type PanelClient, panelClient, persist } from '#test/support/panel/client.ts';
import { connectTo, newDirectory } from '#test/support/processes.ts';
import { callerOf, newTeamWithOwner, newTestDatabase } from './fixture.ts';
import { newSmallDisk, type SmallDisk, withoutDisk } from './full-disk.ts';
import { Victims } from './idempotency.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/* A table is imported, imported again, and undone, while the processes that do so are killed. */

const sizes = {
  // Every third turn kills all processes, and ends their claims.
  short: { rows: 800, turns: 3, isHurried: true },
  full: { rows: 40_000, turns: 14, isHurried: false },
};
/** Several times the lifetime of a claim whose process has died; the short form ends claims. */
const patienceMs = { short: 300_000, full: 1_200_000 };
/** Rows with a number that is none. */
const brokenEvery = 10;
/** Rows with the number of the row before them. */
const repeatedEvery = 25;
/** Time in which a check finds a full disk. */
const fullDiskMs = 4_000;
/** Size of the disk of DATA_DIR: several times the panel and the file. */
const smallDiskMb = 96;
/** Contacts that are edited after the import. */
const edited = 7;

const hurry = `update imports set claimed_until = now() where claimed_until > now()`;

const phoneOf = (n: number) => `55119${String(10_000_000 + n)}`;
const isBroken = (n: number) => n % brokenEvery === 0;
const isRepeated = (n: number) => n % repeatedEvery === 1 && n > 1 && !isBroken(n - 1);

/** The file, and the numbers that it has once. */
function fileOf(rows: number) {
  const phones = new Set<string>();
  const lines = ['Nome;Telefone'];
  for (let n = 1; n <= rows; n += 1) {
    const phone = isBroken(n) ? '5,51E+12' : phoneOf(isRepeated(n) ? n - 1 : n);
    if (!isBroken(n)) phones.add(phone);
    lines.push(`Contato ${n};${phone}`);
  }
  return { content: `${lines.join('\r\n')}\r\n`, phones };
}

type Counts = Readonly<Record<string, number>>;
const outcomes = ['created', 'updated', 'unchanged', 'refused', 'in_trash'] as const;

/** One import at processes that die. */
class Run {
  readonly id: string;
  readonly #client: PanelClient;
  readonly #victims: Victims;
  readonly #turns: number;
  readonly #patience: number;

  constructor(id: string, client: PanelClient, victims: Victims, turns: number, patience: number) {
    this.id = id;
    this.#client = client;
    this.#victims = victims;
    this.#turns = turns;
    this.#patience = patience;
  }

  /** Starts a step, and kills its processes until it ends. @returns the counts */
  async step(state: string, method: string, path: string): Promise<Counts> {
    // An answer that a kill took away may have started the step.
    await persist(async () => {
      const { state: now } = await this.#look();
      if (now === state || String(now).endsWith('ing')) return;
      await this.#client.call(method, `/imports/${this.id}${path}`, {});
    });
    return this.wait(state);
  }

  async wait(state: string, turns = this.#turns): Promise<Counts> {
    const killing = this.#victims.killOn(turns);
    const deadline = performance.now() + this.#patience;
    let last: Record<string, unknown> = {};
    let isKilling = true;
    void killing.then(() => {
      isKilling = false;
    });
    while ((last.state !== state || isKilling) && performance.now() < deadline) {
      if (last.state === 'failed') break;
      last = await persist(() => this.#look());
      await sleep(100);
    }
    await killing;
    if (last.state !== state)
      throw new Error(`the import is ${String(last.state)}: ${String(last.reason)}`);
    return (last.row_counts ?? {}) as Counts;
  }

  #look() {
    return this.#client.call('GET', `/imports/${this.id}`);
  }
}

async function judgeOutcomes(
  tally: Tally,
  client: pg.Client,
  id: string,
  counts: Counts,
  rows: number,
) {
  const sum = outcomes.reduce((all, outcome) => all + (counts[outcome] ?? 0), 0);
  if (sum !== rows) tally.addWrong(`${sum} outcomes of ${rows} rows: ${JSON.stringify(counts)}`);
  const { rows: stored } = await client.query<{ outcome: string; n: number; lines: number }>(
    `select outcome, count(*)::int as n, count(distinct line)::int as lines from import_rows where import_id = $1 group by outcome`,
    [id],
  );
  for (const outcome of outcomes) {
    const row = stored.find((each) => each.outcome === outcome);
    if ((row?.n ?? 0) !== (counts[outcome] ?? 0))
      tally.addWrong(`${row?.n ?? 0} rows are ${outcome}, ${counts[outcome]} were counted`);
    if (row && row.lines !== row.n) tally.addWrong(`lines with two outcomes: ${outcome}`);
  }
}

async function judgeContacts(tally: Tally, client: pg.Client, expected: ReadonlySet<string>) {
  const { rows } = await client.query<{ phone: string; n: number }>(
    'select phone, count(*)::int as n from contacts group by phone',
  );
  const stored = new Map(rows.map(({ phone, n }) => [phone, n]));
  for (const phone of expected) {
    const n = stored.get(phone) ?? 0;
    if (n === 0) tally.addLost(`the contact ${phone}`);
    else if (n > 1) tally.addWrong(`${phone} exists ${n} times`);
  }
  for (const phone of stored.keys())
    if (!expected.has(phone)) tally.addWrong(`the contact ${phone} should not exist`);
}

/** Audit entries of contacts, and totals, against the table. */
async function judgeTraces(tally: Tally, client: pg.Client, created: number) {
  const { rows } = await client.query<{
    entries: number;
    events: number;
    total: number;
    n: number;
  }>(`
    select (select count(*)::int from audit_entries where record_type = 'contacts' and before is null) as entries,
      (select count(*)::int from events where type like 'contact.%') as events,
      (select coalesce(sum(n), 0)::int from totals where resource = 'contacts' and part = '') as total,
      (select count(*)::int from contacts) as n`);
  const [row] = rows;
  if (!row) return;
  if (row.entries !== created) tally.addWrong(`${row.entries} audit entries of ${created} creates`);
  if (row.events !== 0) tally.addWrong(`${row.events} events of contacts`);
  if (row.total !== row.n) tally.addWrong(`${row.total} contacts are counted, ${row.n} exist`);
}

/** A full disk refuses a file in words, and stores nothing of it. */
async function judgeFullDisk(tally: Tally, client: pg.Client, upload: () => Promise<unknown>) {
  const answer = await upload().then(
    () => 'stored',
    (error: Error) => error.message,
  );
  if (!answer.includes(': 503 ') || !answer.includes('UNAVAILABLE'))
    tally.addWrong(`an upload to a full disk was answered ${answer}`);
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from files');
  if (rows[0]?.n !== 0) tally.addWrong(`${rows[0]?.n} files were stored on a full disk`);
}

async function runOn(disk: SmallDisk | undefined, tally: Tally, size: Size): Promise<string> {
  const { rows, turns, isHurried } = sizes[size];
  const { connection, env } = await newTestDatabase();
  const client = await connectTo(connection);
  const DATA_DIR = disk?.path ?? newDirectory();
  const victims = new Victims({ ...env, DATA_DIR, DISK_RESERVE_BYTES: '0' }, async () =>
    isHurried ? client.query(hurry) : undefined,
  );
  await victims.start();
  const { team, token } = await newTeamWithOwner(connection, callerOf(victims.address(0)));
  let turn = 0;
  const originOf = () => {
    turn += 1;
    return new URL(victims.address(turn)).origin;
  };
  const panel = panelClient(originOf, team.slug, token);
  const { content, phones } = fileOf(rows);
  const begin = async () => {
    const file = await persist(() => panel.upload('contatos.csv', content));
    const { id } = await panel.call('POST', '/imports', { file_id: file });
    const made = new Run(String(id), panel, victims, turns, patienceMs[size]);
    await made.wait('read', 0);
    disk?.fill();
    const emptying = setTimeout(() => disk?.empty(), fullDiskMs);
    await made.step('checked', 'PUT', '/mapping').finally(() => clearTimeout(emptying));
    disk?.empty();
    const counts = await made.step('applied', 'POST', '/apply');
    await judgeOutcomes(tally, client, made.id, counts, rows);
    return { made, counts };
  };
  let editedPhones = new Set<string>();
  try {
    if (disk) {
      disk.fill();
      await judgeFullDisk(tally, client, () => panel.upload('contatos.csv', content));
      disk.empty();
    }
    const first = await begin();
    await judgeContacts(tally, client, phones);
    await judgeTraces(tally, client, phones.size);
    tally.aim(first.counts.created === phones.size, `${first.counts.created} created`);
    const again = await begin();
    await judgeContacts(tally, client, phones);
    tally.aim(again.counts.created === 0, `${again.counts.created} created by the same file`);
    const { rows: some } = await client.query<{ id: string; phone: string }>(
      'select id, phone from contacts order by id limit $1',
      [edited],
    );
    editedPhones = new Set(some.map(({ phone }) => phone));
    const call = callerOf(() => victims.address(turn));
    for (const { id } of some)
      await persist(async () => {
        const answer = await call(team.key, 'PUT', `/msgapp/contacts/${id}`, {
          custom_name: 'Editado',
        });
        if (answer.status !== 200) throw new Error(`an edit was answered ${answer.status}`);
      });
    const undone = await first.made.step('undone', 'POST', '/undo');
    await judgeContacts(tally, client, editedPhones);
    tally.aim(undone.reverted === phones.size - edited, `${undone.reverted} reverted`);
    if (isHurried) await client.query(hurry);
  } finally {
    victims.end();
    await victims.stop();
  }
  tally.aim(victims.kills >= turns, `${victims.kills} kills`);
  return `${counted(rows)} rows imported twice and undone, ${counted(victims.kills)} kills`;
}

async function run(tally: Tally, size: Size): Promise<string> {
  const disk = newSmallDisk(smallDiskMb);
  if (!disk) tally.remarks.push(withoutDisk);
  return runOn(disk, tally, size).finally(() => disk?.remove());
}

export default {
  title: 'Imports under kills',
  what: `A table of contacts is read, checked, applied, imported a second time and undone by two services on one database, one of them with several processes,
which are killed (SIGKILL) one after the other and both at once during each of these steps but the reading. Some rows are wrong, and some repeat others. Before it is undone, some contacts
are edited. The file is uploaded first while the disk of DATA_DIR is full, and each check begins on a full disk. Lost: a contact of a good row that is missing. Wrong: a contact that exists twice, or that the second import or undoing should not have left or removed; a row without exactly one
outcome; counts that are not those of the tables; a file that a full disk stored, or refused with anything but 503; an event of a contact; audit entries or totals that do not fit. The full form has 40,000 rows; the short form ends the claims of dead processes instead of
waiting two minutes.`,
  broken: [
    {
      how: 'a run that continues begins with the first row again',
      file: 'server/features/imports/rows/run.ts',
      find: 'batch.filter(({ n }) => n <= done)',
      replace: 'batch.filter(({ n }) => n < 0)',
    },
    {
      how: 'records that were edited since are removed, too',
      file: 'server/features/imports/rows/undo-statements.ts',
      find: 'where old.updated_at = old.version and',
      replace: 'where',
    },
  ],
  run,
} satisfies Torture;
