import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type PanelClient, panelClient } from '#test/support/panel/client.ts';
import { connectTo } from '#test/support/processes.ts';
import type { Answer, Call, Json, TestTeam } from '#test/support/team.ts';
import { callerOf, newTeamWithOwner, newTestDatabase } from './fixture.ts';
import { Victims } from './idempotency.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/* Time entries that many clients edit at once, while processes are killed; then every sum against a plain select. */

const sizes = {
  short: { edits: 1_200, leastKills: 6 },
  full: { edits: 10_000, leastKills: 40 },
};
const writers = 8;
const projects = 3;
const tasksOfProject = 3;
/** Entries that all writers edit. */
const sharedEntries = 6;
/** Months back to which entries and the contract go. */
const months = 4;
/** Statuses without an effect: the database or the team is busy, or the first attempt of a create is still running. */
const passing = new Set([429, 503]);
const isPassing = (status: number, key: string | undefined) =>
  passing.has(status) || (status === 409 && key !== undefined);
/** Maximum duration of an edit with all its attempts. */
const patienceMs = 60_000;

const someOf = <T>(values: readonly T[]): T => {
  const value = values[randomInt(values.length)];
  if (value === undefined) throw new Error('there are none');
  return value;
};

/** Minutes as people and programs give them: often the same, whole, with decimals, and corrections. */
const someMinutes = () =>
  someOf([
    30,
    30,
    60,
    randomInt(1, 600),
    randomInt(1, 600),
    randomInt(1, 60_000) / 97,
    -randomInt(1, 60),
  ]);

const someStart = () =>
  new Date(Date.now() - randomInt(months * 30 * 86_400) * 1_000).toISOString();

/** An entry as its writer knows it. */
interface Entry {
  readonly mark: string;
  readonly id: string;
  minutes: number;
  task: string;
}

/** A client that does not know the outcome of a request whose connection breaks, and repeats it. */
class Editor {
  edits = 0;
  broken = 0;
  readonly #team: TestTeam;
  readonly #victims: Victims;
  readonly #tally: Tally;

  constructor(team: TestTeam, victims: Victims, tally: Tally) {
    this.#team = team;
    this.#victims = victims;
    this.#tally = tally;
  }

  /**
   * Repeats a request until it has a final answer.
   * @param also statuses that count as done after an attempt with an unknown outcome
   */
  async insist(
    method: string,
    path: string,
    body: Json | undefined,
    { key, also }: { readonly key?: string; readonly also?: number } = {},
  ): Promise<Answer | undefined> {
    const deadline = performance.now() + patienceMs;
    let isUnknown = false;
    for (let turn = randomInt(2); performance.now() < deadline; turn += 1) {
      const call: Call = callerOf(this.#victims.address(turn), 1);
      const headers = key === undefined ? {} : { 'Idempotency-Key': key };
      const answer = await call(this.#team.key, method, path, body, headers).catch(() => undefined);
      if (!answer) {
        this.broken += 1;
        isUnknown = true;
      } else if (!isPassing(answer.status, key)) {
        this.edits += 1;
        if (answer.status >= 300 && !(isUnknown && answer.status === also))
          this.#tally.addWrong(`${method} ${path} answered ${answer.text}`);
        return answer;
      }
      await sleep(100);
    }
    this.#tally.addLost(`${method} ${path}: no answer within ${patienceMs / 1_000} s`);
    return undefined;
  }
}

/** Edits its own entries, those of all writers, hours of tasks, and a timer. */
class Writer {
  /** Entries by mark; undefined when deleted. */
  readonly entries = new Map<string, Entry | undefined>();
  readonly #name: string;
  readonly #editor: Editor;
  readonly #tasks: readonly string[];
  readonly #user: string | undefined;
  #made = 0;

  constructor(name: string, editor: Editor, tasks: readonly string[], user: string | undefined) {
    this.#name = name;
    this.#editor = editor;
    this.#tasks = tasks;
    this.#user = user;
  }

  async edit(shared: readonly string[]): Promise<unknown> {
    const present = [...this.entries.values()].filter((entry) => entry !== undefined);
    const choice = randomInt(10);
    if (choice < 3 || present.length === 0) return this.create();
    if (choice === 3) return this.#remove(someOf(present));
    if (choice === 4) return this.#setHours();
    if (choice === 5) return this.#time();
    if (choice === 6) return this.#change(someOf(shared), this.#someChange());
    const entry = someOf(present);
    const change = this.#someChange();
    await this.#change(entry.id, change);
    if (change.minutes !== undefined) entry.minutes = change.minutes;
    if (change.task_id !== undefined) entry.task = change.task_id;
  }

  /** Creates an entry of this writer. */
  async create(): Promise<void> {
    this.#made += 1;
    const [mark, minutes, task] = [
      `${this.#name}-${this.#made}`,
      someMinutes(),
      someOf(this.#tasks),
    ];
    const body = { note: mark, minutes, task_id: task, started_at: someStart() };
    const answer = await this.#editor.insist('POST', '/time-entries', body, { key: mark });
    if (answer) this.entries.set(mark, { mark, id: String(answer.data.id), minutes, task });
  }

  #someChange(): { minutes?: number; task_id?: string; started_at?: string } {
    return someOf([
      { minutes: someMinutes() },
      { task_id: someOf(this.#tasks) },
      { started_at: someStart() },
      { minutes: someMinutes(), task_id: someOf(this.#tasks) },
    ]);
  }

  #change(id: string, body: Json) {
    return this.#editor.insist('PUT', `/time-entries/${id}`, body);
  }

  async #remove(entry: Entry): Promise<void> {
    await this.#editor.insist('DELETE', `/time-entries/${entry.id}`, undefined, { also: 404 });
    this.entries.set(entry.mark, undefined);
  }

  #setHours() {
    const hours = someOf([null, randomInt(200), randomInt(20_000) / 77]);
    return this.#editor.insist('PUT', `/tasks/${someOf(this.#tasks)}`, { actual_hours: hours });
  }

  /** Starts and stops a timer of the writer's user. */
  async #time(): Promise<unknown> {
    if (this.#user === undefined) return this.create();
    this.#made += 1;
    const [key, task] = [`${this.#name}-${this.#made}-timer`, someOf(this.#tasks)];
    const body = { user_id: this.#user, task_id: task, note: key };
    const timer = await this.#editor.insist('POST', '/time-entries', body, { key });
    return timer && this.#editor.insist('POST', `/time-entries/${timer.data.id}/stop`, undefined);
  }
}

// Judging ----------------------------------------------------------------------------------------------------------

interface Stored {
  readonly note: string;
  readonly minutes: number | null;
  readonly task_id: string | null;
}

/** Each acknowledged entry exists once, with its last acknowledged values. */
async function judgeEntries(tally: Tally, client: pg.Client, all: readonly Writer[]) {
  const { rows } = await client.query<Stored>(
    'select note, minutes::float8 as minutes, task_id from time_entries where note is not null',
  );
  const stored = Map.groupBy(rows, ({ note }) => note);
  for (const [mark, entry] of all.flatMap((writer) => [...writer.entries])) {
    const [row, ...further] = stored.get(mark) ?? [];
    if (further.length > 0) tally.addWrong(`${mark} exists ${further.length + 1} times`);
    if (!entry) {
      if (row) tally.addWrong(`${mark} was deleted and exists`);
    } else if (!row) tally.addLost(`${mark} is missing`);
    else if (Math.abs((row.minutes ?? 0) - entry.minutes) > 1e-6 || row.task_id !== entry.task)
      tally.addLost(`a change of ${mark}: ${JSON.stringify(row)}, not ${JSON.stringify(entry)}`);
  }
  for (const [note, copies] of stored)
    if (copies.length > 1) tally.addWrong(`${note} exists ${copies.length} times`);
}

/** Hours of tasks, in the database and as v1 answers them. */
async function judgeTasks(tally: Tally, client: pg.Client, team: TestTeam, call: Call) {
  const { rows } = await client.query<{
    id: string;
    hours: number;
    entry_minutes: string;
    sum: string;
  }>(`
    select t.id, t.entry_minutes, coalesce(e.sum, 0) as sum, greatest(coalesce(e.sum, 0), 0)::float8 / 60 as hours
    from tasks t left join (select task_id, sum(minutes) as sum from time_entries group by task_id) e on e.task_id = t.id`);
  for (const { id, hours, entry_minutes, sum } of rows) {
    if (Number(entry_minutes) !== Number(sum))
      tally.addWrong(`the entries of task ${id} have ${sum} minutes, it has ${entry_minutes}`);
    const { data } = await call(team.key, 'GET', `/tasks/${id}`);
    if (Math.abs(Number(data.actual_hours ?? 0) - hours) > 1e-6)
      tally.addWrong(`task ${id} shows ${data.actual_hours} hours, its entries have ${hours}`);
    const list = await call(team.key, 'GET', `/time-entries?task_id=${id}&limit=1`);
    const { rows: counts } = await client.query<{ n: number }>(
      'select count(*)::int as n from time_entries where task_id = $1',
      [id],
    );
    const { total } = list.body.pagination as Json;
    if (total !== counts[0]?.n)
      tally.addWrong(`the list of ${id} counts ${total} entries, there are ${counts[0]?.n}`);
  }
}

/** Hours of the periods of the contract, and of the overviews of the projects. */
async function judgeSums(tally: Tally, client: pg.Client, panel: PanelClient, contract: string) {
  const { periods } = (await panel.call('GET', `/contracts/${contract}/hours`)) as {
    periods: readonly { readonly starts_on: string; readonly used_minutes: number }[];
  };
  const { rows } = await client.query<{ month: string; minutes: number }>(
    `select to_char(e.started_at at time zone x.time_zone, 'YYYY-MM-01') as month, sum(e.minutes)::float8 as minutes
    from time_entries e join teams x on x.id = e.team_id
      join contract_projects l on l.project_id = e.project_id and l.contract_id = $1
    group by 1`,
    [contract],
  );
  const used = new Map(rows.map(({ month, minutes }) => [month, minutes]));
  tally.aim(periods.length > months, `${periods.length} periods`);
  for (const { starts_on, used_minutes } of periods)
    if (Math.abs(used_minutes - (used.get(starts_on) ?? 0)) > 1e-5)
      tally.addWrong(`${starts_on} of the contract: ${used_minutes}, not ${used.get(starts_on)}`);
  const { rows: hours } = await client.query<{ id: string; hours: number }>(
    `select project_id as id, sum(greatest(sum, 0))::float8 / 60 as hours from (
      select t.project_id, t.id, (select coalesce(sum(minutes), 0) from time_entries e where e.task_id = t.id) as sum from tasks t) t
    group by 1`,
  );
  for (const { id, hours: sum } of hours) {
    const overview = await panel.call('GET', `/projects/${id}/overview`);
    if (Math.abs(Number(overview.actual_hours) - sum) > 1e-6)
      tally.addWrong(`project ${id} shows ${overview.actual_hours} hours, not ${sum}`);
  }
}

/** Each entry, also a deleted one, was created with one event and one audit entry. */
async function judgeTraces(tally: Tally, client: pg.Client) {
  const { rows } = await client.query<{ id: string; events: number; entries: number }>(`
    select e.id, (select count(*)::int from events v where v.record_id = e.id and v.type = 'time_entry.created') as events,
      (select count(*)::int from audit_entries a where a.record_id = e.id and a.before is null) as entries
    from time_entries e`);
  for (const { id, events, entries } of rows)
    if (events !== 1 || entries !== 1)
      tally.addWrong(
        `entry ${id} has ${events} events and ${entries} audit entries of its creation`,
      );
}

// The test ---------------------------------------------------------------------------------------------------------

/** Projects with tasks, under a contract with hours carried over. */
async function prepare(client: pg.Client, team: TestTeam) {
  const tasks: string[] = [];
  await client.query(
    `update contracts set status = 'active', period = 'monthly', included_hours = 40, carry_over = 2,
      starts_on = date_trunc('month', now() - $2 * interval '1 month')::date where id = $1`,
    [team.contract, months + 1],
  );
  for (let n = 0; n < projects; n += 1) {
    const project = await team.create('projects', { name: `Projeto ${n}` });
    await client.query(
      'insert into contract_projects (team_id, contract_id, project_id) values ($1, $2, $3)',
      [team.id, team.contract, project.id],
    );
    for (let i = 0; i < tasksOfProject; i += 1)
      tasks.push(String((await team.create('tasks', { project_id: project.id })).id));
  }
  return tasks;
}

async function run(tally: Tally, size: Size): Promise<string> {
  const { edits, leastKills } = sizes[size];
  const { connection, env } = await newTestDatabase();
  const client = await connectTo(connection);
  const victims = new Victims(env, async () => {});
  await victims.start();
  const { team, token } = await newTeamWithOwner(connection, callerOf(victims.address(0)));
  const tasks = await prepare(client, team);
  const editor = new Editor(team, victims, tally);
  const all = Array.from(
    { length: writers },
    (_, n) => new Writer(`escritor-${n}`, editor, tasks, team.users[n]),
  );
  const founder = new Writer('todos', editor, tasks, undefined);
  for (let n = 0; n < sharedEntries; n += 1) await founder.create();
  const shared = [...founder.entries.values()].flatMap((entry) => (entry ? [entry.id] : []));
  const write = async (writer: Writer) => {
    while (editor.edits < edits || victims.kills < leastKills) await writer.edit(shared);
  };
  const killing = victims.killOn(Number.MAX_SAFE_INTEGER);
  try {
    await Promise.all(all.map(write)).finally(() => victims.end());
    await killing;
    await judgeEntries(tally, client, all);
    const call = callerOf(victims.address(0));
    await judgeTasks(tally, client, team, call);
    const { origin } = new URL(victims.address(0));
    await judgeSums(
      tally,
      client,
      panelClient(() => origin, team.slug, token),
      team.contract,
    );
    await judgeTraces(tally, client);
  } finally {
    victims.end();
    await victims.stop();
  }
  tally.aim(editor.broken > 0, 'no request was in progress when its process was killed');
  return `${counted(editor.edits)} edits by ${writers} clients, ${counted(victims.kills)} kills, ${counted(editor.broken)} broken connections`;
}

export default {
  title: 'Sums of hours under kills',
  what: `Clients create, change, move and delete time entries, start and stop timers, and set the hours of tasks, all on the same few tasks and some of them on
the same entries, while two services on one database, one of them with several processes, are killed (SIGKILL) one after the other and both at once.
Requests without an answer are repeated, creates under their Idempotency-Key. Then plain SQL sums the entries. Lost: an acknowledged entry or change that
is missing. Wrong: hours of a task, of a project or of a period of a contract, or a count of a list, that is not the sum of the entries; an entry that exists twice, that was
deleted, or that has not exactly one event and audit entry of its creation. The full form has 10,000 edits.`,
  broken: [
    {
      how: 'edits of one entry at the same moment do not wait for one another',
      file: 'server/features/work/time-entries/operations.ts',
      find: 'from time_entries where team_id = $team and id = $id for update`);',
      replace: 'from time_entries where team_id = $team and id = $id`);',
    },
    {
      how: 'a deleted entry remains in the hours of its task',
      file: 'server/features/work/time-entries/operations.ts',
      find: 'await moveMinutes(tx, entry, undefined);',
      replace: '',
    },
    {
      how: 'the hours of a task change only after the entry has committed',
      file: 'server/features/work/time-entries/operations.ts',
      find: 'if (!isTimer) await moveMinutes(tx, undefined, minutesIn(text));',
      replace:
        'if (!isTimer) setTimeout(() => moveMinutes(ctx.db, undefined, minutesIn(text)).catch(() => {}), 200);',
    },
  ],
  run,
} satisfies Torture;
