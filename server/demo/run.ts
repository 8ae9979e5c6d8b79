import type { TeamDb } from '../db/database.ts';
import {
  backdate as backdateRecords,
  type DatedTable,
  datedTables,
} from '../features/transfer/operations.ts';
import type { Context, Settings, TeamFacts } from '../operations/context.ts';
import { type Crud, reads } from '../operations/crud.ts';
import { type Operation, perform, type Takes } from '../operations/operation.ts';
import type { Table } from '../records/table.ts';
import type { Values } from '../records/verbs.ts';
import type { Numbers } from './numbers.ts';
import type { Random } from './random.ts';

/** How many records of each kind a run makes. */
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

/** What the steps of one run share. */
export interface DemoRun {
  readonly db: TeamDb;
  readonly team: TeamFacts;
  readonly settings: Settings;
  readonly counts: Counts;
  readonly random: Random;
  readonly numbers: Numbers;
  readonly calendar: Calendar;
  /** A number that differs from run to run: where lists that are walked in order begin. */
  readonly offset: number;
  /** Ids of the users of this run; they are who does everything else. */
  readonly users: string[];
  /** What this run made, by table. */
  readonly made: Map<DatedTable, Made[]>;
}

/** One record of this run, and when it shall have been made and changed. */
export interface Made {
  readonly id: string;
  /** Days since it was made; at least 1. */
  readonly age: number;
  readonly created: string;
  readonly updated: string;
}

// Time -------------------------------------------------------------------------------------------

const dayMs = 86_400_000;

/** Days counted from the day of the run; the days before it are negative. */
export interface Calendar {
  /** `YYYY-MM-DD` */
  day(offset: number): string;
  /** A moment in the office hours of that day. */
  moment(offset: number): string;
  /** Moments in the office hours of that day, minutes apart, in order; at most 6. */
  talk(offset: number, count: number): string[];
}

export function calendarOf(now: Date, random: Random): Calendar {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs;
  const at = (offset: number, ms: number) => new Date(midnight + offset * dayMs + ms).toISOString();
  return {
    day: (offset) => at(offset, 0).slice(0, 10),
    // From 9 to 18 h in Brasília, which is 3 h behind UTC.
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
 * Notes a record and when it shall have been made.
 * @param age in days; at least 1
 * @param changed the moment of its last change; about any since then when absent
 */
export function note(
  demo: DemoRun,
  table: DatedTable,
  id: string,
  age: number,
  changed?: string,
): Made {
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

/** Moves what this run made to the moments that were noted; the operations only know the present. */
export async function backdate(demo: DemoRun): Promise<void> {
  for (const [table, made] of demo.made) {
    const records = made.map(({ id, created, updated }) => ({ id, created, updated }));
    await act(demo, backdateRecords, { table, records });
  }
}

// Operations ---------------------------------------------------------------------

/** In the name of one of the users. */
function contextOf({ db, random, settings, team, users }: DemoRun): Context {
  const userId = users.length > 0 ? random.pick(users) : null;
  return { actor: { kind: 'demo', userId }, team, db, settings };
}

/** Runs an operation with these values. @param id of the record that it is about */
export const act = <T extends Takes, O>(
  demo: DemoRun,
  operation: Operation<T, O>,
  body: Values,
  id?: string,
): Promise<O> =>
  perform(operation, contextOf(demo), { body, ...(id === undefined ? {} : { path: { id } }) });

/**
 * Creates a record as POST does.
 * @param age how many days ago it shall have been
 * @param changed the moment of its last change, where it matters
 */
export async function post(
  demo: DemoRun,
  { table, create }: Crud,
  age: number,
  body: Values,
  changed?: string,
): Promise<Made> {
  const text = await perform(create, contextOf(demo), { body });
  const { id } = JSON.parse(text) as { id: string };
  const dated = datedTables.find((known) => known === table.name);
  if (!dated) throw new Error(`no moments are declared for ${table.name}`);
  return note(demo, dated, id, age, changed);
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

/** Retires a record as DELETE does. */
export async function retire(demo: DemoRun, crud: Crud, id: string): Promise<void> {
  await perform(crud.delete, contextOf(demo), { path: { id } });
}

/** All records that a list finds. */
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

/** Runs a step once for each place from 0 on, one after the other: they share a connection. */
export async function times<T>(count: number, step: (i: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < count; i++) results.push(await step(i));
  return results;
}
