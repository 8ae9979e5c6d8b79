import type { TeamDb } from '../db/database.ts';
import {
  backdate as backdateRecords,
  type DatedTable,
  datedTables,
} from '../features/transfer/operations.ts';
import type { Context, Settings, TeamFacts } from '../operations/context.ts';
import { type Crud, reads } from '../operations/crud.ts';
import { type CallInput, type Operation, perform } from '../operations/operation.ts';
import type { Values } from '../records/crud-queries.ts';
import type { Table } from '../records/table.ts';
import type { Numbers } from './numbers.ts';
import type { Random } from './random.ts';

/** Number of records of each kind that a run creates. */
export interface Counts {
  users: number;
  squads: number;
  inboxes: number;
  clients: number;
  contacts: number;
  conversations: number;
  messages: number;
  contracts: number;
  projects: number;
  tasks: number;
  campaigns: number;
  deals: number;
  activities: number;
  webhooks: number;
}

/** State shared by the steps of one run. */
export interface DemoRun {
  readonly db: TeamDb;
  readonly team: TeamFacts;
  readonly settings: Settings;
  readonly counts: Counts;
  readonly random: Random;
  readonly numbers: Numbers;
  readonly calendar: Calendar;
  /** Differs between runs: the index at which cycled lists start. */
  readonly offset: number;
  /** Ids of this run's users, who perform all other steps. */
  readonly users: string[];
  /** Records created by this run, by table. */
  readonly made: Map<DatedTable, CreatedRecord[]>;
}

/** A record of this run, with its intended times of creation and last change. */
interface CreatedRecord {
  readonly id: string;
  /** Age in days; at least 1. */
  readonly age: number;
  readonly created: string;
  readonly updated: string;
}

// Time -------------------------------------------------------------------------------------------

const dayMs = 86_400_000;

/** Days relative to the day of the run; earlier days are negative. */
interface Calendar {
  /** `YYYY-MM-DD` */
  day(offset: number): string;
  /** A time during that day's office hours. */
  moment(offset: number): string;
  /** Times during that day's office hours, minutes apart, in order; at most 6. */
  talk(offset: number, count: number): string[];
}

export function calendarOf(now: Date, random: Random): Calendar {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs;
  const at = (offset: number, ms: number) => new Date(midnight + offset * dayMs + ms).toISOString();
  return {
    day: (offset) => at(offset, 0).slice(0, 10),
    // 9:00 to 18:00 in Brasília, which is 3 h behind UTC.
    moment: (offset) => at(offset, random.int(12 * 3_600_000, 21 * 3_600_000)),
    talk(offset, count) {
      let ms = random.int(12 * 3_600_000, 17 * 3_600_000);
      return Array.from({ length: count }, () => {
        ms += random.int(20_000, 40 * 60_000);
        return at(offset, ms);
      });
    },
  };
}

/**
 * Registers a record and its intended time of creation.
 * @param age in days; at least 1
 * @param changed time of its last change; by default any time since its creation
 */
export function registerRecord(
  demo: DemoRun,
  table: DatedTable,
  id: string,
  age: number,
  changed?: string,
): CreatedRecord {
  const { calendar, made, random } = demo;
  const created = calendar.moment(-age);
  const isTouched = age > 1 && random.chance(0.7);
  const last = changed ?? (isTouched ? calendar.moment(-random.int(1, age - 1)) : created);
  const isLater = last > created;
  const record = { id, age, created, updated: isLater ? last : created };
  const records = made.get(table);
  if (records) records.push(record);
  else made.set(table, [record]);
  return record;
}

/** Backdates this run's records to their registered times, because operations always use the current time. */
export async function backdate(demo: DemoRun): Promise<void> {
  for (const [table, made] of demo.made) {
    const records = made.map(({ id, created, updated }) => ({ id, created, updated }));
    await act(demo, backdateRecords, { table, records });
  }
}

// Operations ---------------------------------------------------------------------

/** Acts as a random user of the run. */
function contextOf({ db, random, settings, team, users }: DemoRun): Context {
  const userId = users.length > 0 ? random.pick(users) : null;
  return { actor: { kind: 'demo', userId }, team, db, settings };
}

/** Runs an operation with these values. @param id of the affected record */
export const act = <T extends CallInput, O>(
  demo: DemoRun,
  operation: Operation<T, O>,
  body: Values,
  id?: string,
): Promise<O> =>
  perform(operation, contextOf(demo), { body, ...(id === undefined ? {} : { path: { id } }) });

/**
 * Creates a record as POST does.
 * @param age intended age in days
 * @param changed time of its last change, if it matters
 */
export async function post(
  demo: DemoRun,
  { table, create }: Crud,
  age: number,
  body: Values,
  changed?: string,
): Promise<CreatedRecord> {
  const text = await perform(create, contextOf(demo), { body });
  const { id } = JSON.parse(text) as { id: string };
  const dated = datedTables.find((each) => each === table.name);
  if (!dated) throw new Error(`no moments are declared for ${table.name}`);
  return registerRecord(demo, dated, id, age, changed);
}

/** Changes a record as PUT does. */
export async function put(
  demo: DemoRun,
  { update }: Crud,
  id: string,
  body: Values,
): Promise<void> {
  await perform(update, contextOf(demo), { path: { id }, body });
}

/** Deletes or archives a record as DELETE does. */
export async function retire(demo: DemoRun, crud: Crud, id: string): Promise<void> {
  await perform(crud.delete, contextOf(demo), { path: { id } });
}

/** All records of a list, across its pages. */
export async function list(
  demo: DemoRun,
  table: Table,
  query: Readonly<Record<string, string>> = {},
): Promise<Values[]> {
  const records: Values[] = [];
  let after: string | undefined;
  do {
    const page = await perform(reads(table).list, contextOf(demo), {
      query: { limit: '100', ...query, ...(after === undefined ? {} : { after }) },
    });
    records.push(...(JSON.parse(`[${page.data}]`) as Values[]));
    after = page.next;
  } while (after !== undefined);
  return records;
}

/** Runs a step for each index from 0, sequentially, because the steps share a connection. */
export async function times<T>(count: number, step: (i: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < count; i++) results.push(await step(i));
  return results;
}
