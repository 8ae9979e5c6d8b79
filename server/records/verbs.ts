import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '../db/database.ts';
import { plannedAnew, steep, type TeamStatement, teamStatement } from '../db/statement.ts';
import { namesAnybody } from '../events/notifications.ts';
import { type Lease, oneOfFew, roomToAnswer } from '../platform/byte-budget.ts';
import { constraintOf } from '../platform/constraint.ts';
import { ApiError, conflict, invalid } from '../platform/errors.ts';
import { remembering } from '../platform/remembering.ts';
import type { Secrets } from '../platform/secrets.ts';
import { cursorOf, positionOf } from './cursor.ts';
import { targets } from './fields.ts';
import { bareTerm, type Input, isScannedFor, type ListQuery, stored } from './input.ts';
import { freeNumber, mostFollowed, numberedSlug, slugOf } from './slugs.ts';
import {
  type Begin,
  type ChangeEvent,
  createStatement,
  type Derived,
  emitsRecord,
  getStatement,
  insertInto,
  type Listing,
  listStatement,
  type Manner,
  missingLinksStatement,
  mostPageBytes,
  type Position,
  totalStatement,
  updateStatement,
} from './statements.ts';
import type { Table } from './table.ts';
import { isCounted } from './totals.ts';

export type Values = Record<string, unknown>;

/** What verbs work with: a team's data, and the key that cursors are made with. */
export interface RecordContext {
  readonly db: TeamDb;
  readonly settings: { readonly secrets: Secrets };
}

/** One page: the records as JSON texts separated by commas, how many match in all, and what goes on behind a full page. */
export interface Page {
  /** Empty where they are `large`. */
  readonly data: string;
  /** Records that are much together, one by one, and the room that they have until they are sent. */
  readonly large?: { readonly records: readonly Buffer[]; readonly lease: Lease };
  readonly total: number;
  readonly next: string | undefined;
  /** As they were asked for. */
  readonly page: number;
  readonly limit: number;
}

/** Whether what an operation answers is a page. */
export const isPage = (output: object): output is Page => 'data' in output && 'total' in output;

/** The five operations. Records are JSON texts; undefined where the team has no such record. */
export interface Verbs<C extends RecordContext = RecordContext> {
  /** @param within values for the names in the declaration's `visible` */
  list(context: C, query: ListQuery, within?: Values): Promise<Page>;
  create(context: C, values: Values): Promise<string>;
  get(context: C, id: string): Promise<string | undefined>;
  update(context: C, id: string, values: Values): Promise<string | undefined>;
  delete(context: C, id: string): Promise<string | undefined>;
}

/** How many statements of changing shape (filters in use, fields given) each verb keeps. */
export const mostShapes = 100;

/** Statements by their shape, made when first needed; those that were used last are kept. */
export function shapes<Args extends unknown[]>(
  make: (...args: Args) => TeamStatement,
): (shape: string, ...args: Args) => TeamStatement {
  const made = new LRUCache<string, TeamStatement>({ max: mostShapes });
  return (shape, ...args) => {
    let statement = made.get(shape);
    if (!statement) {
      statement = make(...args);
      made.set(shape, statement);
    }
    return statement;
  };
}

/** The JSON text in a row's `data`; undefined when there is no row or no record. */
export const textOf = (row: Row | undefined) =>
  (row?.data as string | null | undefined) ?? undefined;

/** The same for a statement that always answers a record. */
export function mustText(row: Row | undefined): string {
  const text = textOf(row);
  if (text === undefined) throw new Error('a statement that must answer a record answered none');
  return text;
}

/** Pages that begin so far behind are read from the end that is nearer. */
const farBehind = 1_000;

/** @throws ApiError VALIDATION_ERROR where the records of a page are too much together */
function refuseExcess(row: Row | undefined, limit: number): void {
  const fits = (row?.fits ?? null) as number | null;
  if (fits === null) return;
  throw invalid(
    `limit: the ${limit} records of this page exceed ${mostPageBytes / 1_048_576} MiB in total; a limit of ${Math.max(fits, 1)} fits.`,
  );
}

/** In a list of so many usual records a search takes 50 ms at most, whichever index its plan for any team reads. */
const mostAtOnce = 50_000;
/** The same where what it finds is sorted by text, which is folded for that. */
const mostTextsAtOnce = 10_000;
/** Of how many teams the size of a list is remembered. */
const mostSizes = 10_000;

/** A list with every declared filter, search and sort. */
export function lists(resource: Table): Verbs['list'] {
  const statement = shapes((listing: Listing, begin: Begin, manner: Manner, prepared: boolean) =>
    listStatement(resource, listing, begin, prepared, manner),
  );
  /** How many records teams had in this list when they were told last. */
  const sizes = remembering<number>(mostSizes);
  const sizeFor = (team: string) => sizes.get(team) ?? Number.POSITIVE_INFINITY;
  /**
   * Whether a plan for any values is as good as one for these. A filter's value or a deep page may want one of its own: a team's share of
   * a table tells little about the rows. So may a search in a large team, which is dear enough for the planning not to matter.
   */
  const isPlannedOnce = (
    team: string,
    { order, filters, search, isScanned }: Listing,
    begin: Begin,
  ) =>
    search
      ? !isScanned &&
        sizeFor(team) <= (resource.sorts[order.field]?.isText ? mostTextsAtOnce : mostAtOnce)
      : filters.length === 0 && begin !== 'offset' && begin !== 'end';
  return async ({ db, settings: { secrets } }, query, within) => {
    const { order, filters, limit } = query;
    const search = query.search !== undefined;
    const isScanned = search && isScannedFor(resource, query.search);
    const listing = { order, filters: Object.keys(filters), search, isScanned };
    const isPlain = !search && listing.filters.length === 0;
    const after =
      query.after === undefined
        ? undefined
        : positionOf(secrets, resource, order, db.id, query.after);
    const shape = `${order.descending ? '-' : ''}${order.field}?${listing.filters}&${search}&${isScanned}`;
    const values = {
      ...filters,
      ...within,
      ...Object.fromEntries(after?.map((key, i) => [`after_${i}`, key]) ?? []),
      search: query.search,
      search_ids: query.search === undefined ? undefined : bareTerm(query.search),
      limit,
      ...steep,
    };
    /** What was read last, to be read again. */
    let reading = { begin: 'first' as Begin, offset: 0, most: limit };
    const readIn = async (manner: Manner) => {
      const { begin, offset, most } = reading;
      const prepared = manner === 'usual' && isPlannedOnce(db.id, listing, begin);
      const made = statement(
        `${shape}&${begin}&${manner}&${prepared}`,
        listing,
        begin,
        manner,
        prepared,
      );
      // Nothing to be counted or passed over: one page of an index, as quick as a look-up. A search is not: of few records with long texts
      // it may take as long as of many.
      const isQuick = prepared && isPlain && begin === 'first' && isCounted(resource);
      // What a page weighs, and its large records, cost what is bounded.
      const how = isQuick ? db.lookUp : manner === 'usual' ? db.scan : db.read;
      const rows = await how(made, { ...values, most, offset });
      const size = isPlain ? rows[0]?.total : rows[0]?.size;
      if (typeof size === 'number') sizes.set(db.id, size);
      return rows;
    };
    const read = async (begin: Begin, offset: number, most = limit) => {
      reading = { begin, offset, most };
      return (await readIn('usual'))[0];
    };
    const found = async (): Promise<Row | undefined> => {
      if (after) return read(after[0] === null ? 'unset' : 'set', 0);
      const offset = (query.page - 1) * limit;
      if (offset === 0) return read('first', 0);
      if (offset >= farBehind) {
        const [row] = await db.scan(totalStatement(resource, listing), values);
        const total = row?.total as number;
        const behind = Math.max(total - offset - limit, 0);
        if (behind < offset) {
          const page = await read('end', behind, Math.min(limit, Math.max(total - offset, 0)));
          // Else records came or went in between: then it is another page.
          if (page?.total === total) return page;
        }
      }
      return read('offset', offset);
    };
    const pageOf = (row: Row | undefined, rest: Pick<Page, 'data' | 'large'>): Page => {
      const last = row?.last as Position | null;
      return {
        ...rest,
        page: query.page,
        limit,
        total: row?.total as number,
        next: last ? cursorOf(secrets, resource, order, db.id, last) : undefined,
      };
    };
    const row = await found();
    const text = textOf(row);
    if (text !== undefined || row?.total === 0) return pageOf(row, { data: text ?? '' });
    return oneOfFew(db.id, async () => {
      const [weight] = await readIn('weighed');
      refuseExcess(weight, limit);
      const bytes = (weight?.bytes ?? 0) as number;
      // Behind the last record there is nothing.
      if (bytes === 0) return pageOf(row, { data: '' });
      const lease = await roomToAnswer(db.id, bytes);
      try {
        const rows = await readIn('large');
        refuseExcess(rows[0], limit);
        const texts = rows.map(textOf).filter((text) => text !== undefined);
        const records = texts.map((text) => Buffer.from(text));
        return pageOf(rows[0], { data: '', large: { records, lease } });
      } catch (error) {
        lease();
        throw error;
      }
    });
  };
}

export function gets(resource: Table): Verbs['get'] {
  const statement = getStatement(resource);
  return async ({ db }, id) => textOf((await db.lookUp(statement, { id }))[0]);
}

/**
 * @param input what the values are read by
 * @param derived columns set beside the caller's: column → SQL expression
 * @param parameters values for the names in those expressions
 */
export function creates<C extends RecordContext>(
  resource: Table,
  { accepts }: Input,
  derived: Derived = {},
  parameters: (context: C) => Values = () => ({}),
): Verbs<C>['create'] {
  const statement = createStatement(resource, accepts, derived);
  const untold = resource.tells ? createStatement(resource, accepts, derived, []) : statement;
  return async (context, values) => {
    const all = { ...stored(resource.fields, values), ...parameters(context), id: uuidv7() };
    const create = namesAnybody(resource.tells, { ...all, ...derived }) ? statement : untold;
    return mustText((await context.db.run(create, all))[0]);
  };
}

/**
 * @param input what the values are read by
 * @param derived which columns to set beside the caller's, for the fields that were given; `old` is the record before
 * @param also further kinds of events that a change of these fields may be
 */
export function updates(
  resource: Table,
  { immutable = [] }: Input,
  derived: (given: ReadonlySet<string>) => Derived = () => ({}),
  also: (given: ReadonlySet<string>) => readonly ChangeEvent[] = () => [],
): Verbs['update'] {
  const statement = shapes((names: readonly string[]) => {
    const given = new Set(names);
    return updateStatement(resource, names, immutable, derived(given), also(given));
  });
  return async ({ db }, id, values) => {
    const given = Object.keys(values);
    const [row] = await db.run(statement(given.join(), given), {
      ...stored(resource.fields, values),
      id,
    });
    refuseImmutable(row);
    return textOf(row);
  };
}

/** @throws ApiError VALIDATION_ERROR when the statement refused another value for an immutable field */
export function refuseImmutable(row: Row | undefined): void {
  const refused = (row?.refused as string[] | undefined) ?? [];
  if (refused.length > 0) {
    throw invalid(
      `${refused.map((name) => `${name} cannot be changed; send its current value or omit it`).join('; ')}.`,
    );
  }
}

/** Runs a statement that answers one record by `$id`. */
export function runs(
  statement: TeamStatement,
): (context: RecordContext, id: string) => Promise<string | undefined> {
  return async ({ db }, id) => textOf((await db.run(statement, { id }))[0]);
}

/** A permanent DELETE, answered with `{id, deleted: true}`. */
export function removes(resource: Table): Verbs['delete'] {
  return runs(
    teamStatement(`
      with t as (delete from ${resource.name} t where t.team_id = $team and t.id = $id returning t.*),
      ${emitsRecord(resource, 'deleted')}
      select (select row_to_json(d)::text from (select doc.id, true as deleted) d) as data from doc`),
  );
}

// Slugs ------------------------------------------------------------------------------------------------------------

/** How many numbers are looked at one by one: more than others may be about to take at the same moment. */
const mostLooks = 100;

/** After so many numbers that somebody else took first it is done with. Each time it leaps further than before. */
const mostTries = 12;

/** How many names this process remembers the last number of. */
const mostRemembered = 1_000;

/**
 * Creates a record whose slug is made from its name where the caller gives none: `name`, or where that is taken `name-2`,
 * `name-3`… Who is about to take a slug holds it against others of its kind, who pass on to the next without waiting
 * (docs/adr/0030), so that creates of one name at once get numbers that follow each other.
 * @param input what the values are read by
 * @param rest further parts of the `with`, each beginning with a comma, over the new record `t`
 */
export function createsWithSlug(
  resource: Table,
  { accepts }: Input,
  derived: Derived = {},
  rest = '',
) {
  const insert = (set: Derived, onConflict = '') =>
    teamStatement(
      `with t as (${insertInto(resource, accepts, { ...derived, ...set }, onConflict)}), ${emitsRecord(resource, 'created')}${rest}
      select data, (select slug from t) as slug from doc`,
    );
  // Not `exists`: that may be planned as one reading of all the team's.
  const taken = (slug: string) =>
    `select true from ${resource.name} x where x.team_id = $team and x.slug = ${slug}`;
  const given = insert({});
  const free = teamStatement(freeNumber(taken), plannedAnew);
  const made = insert(
    {
      slug: `coalesce((select s.slug
        from (select 1::bigint as n union all select generate_series($from::bigint, $from::bigint + ${mostLooks})) c,
          lateral (select case when n = 1 then $slug else ${numberedSlug('$slug', 'n')} end as slug) s
        where case when (${taken('s.slug')} limit 1) is null
          then pg_try_advisory_xact_lock(hashtextextended($team::text || '${resource.name}/' || s.slug, 9)) end
        limit 1), $slug)`,
    },
    'on conflict (team_id, slug) do nothing',
  );
  /** The number to go on with, of names that were numbered lately. */
  const next = new LRUCache<string, number>({ max: mostRemembered });
  const remember = (name: string, slug: string) =>
    next.set(name, Number(/\d+$/.exec(slug)?.[0]) + 1);
  return async (db: TeamDb, values: Values): Promise<string> => {
    if (values.slug !== null) return mustText((await db.run(given, values))[0]);
    const slug = slugOf(values.name as string, slugOf(resource.one, 'record'));
    const name = `${db.id} ${slug}`;
    let from = next.get(name) ?? 2;
    for (let tries = 0; tries < mostTries; tries += 1) {
      const [row] = await db.run(made, { ...values, slug, from });
      const text = textOf(row);
      if (text !== undefined) {
        if (row?.slug !== slug) remember(name, row?.slug as string);
        return text;
      }
      // More are taken than were looked at, or somebody took the number at the same moment: then the next look sees it.
      const [found] = await db.run(free, { slug });
      from = ((found?.n as number | undefined) ?? mostFollowed) + leap(tries);
    }
    throw conflict(
      'Too many other requests use the same name right now; try again, or give a slug.',
    );
  };
}

/** How far to leap past those that are free, after so many tries. */
const leap = (tries: number) => (tries < 2 ? 0 : Math.floor(Math.random() * 4 ** tries));

// Refusals ---------------------------------------------------------------------------------------------------------

/** The answer to links that lead nowhere. */
function noSuchLinks(resource: Table, names: readonly string[]): ApiError {
  const said = names.map((name) => {
    const target = resource.links.get(name);
    return `${name}: no ${target && targets[target]} has this id`;
  });
  return new ApiError('NOT_FOUND', `${said.join('; ')}.`);
}

/** Says which of the given links lead nowhere; undefined when all of them hold. */
export function checksLinks(resource: Table) {
  const missing = missingLinksStatement(resource);
  return async (db: TeamDb, values: Values): Promise<ApiError | undefined> => {
    if (!missing) return undefined;
    const given = Object.fromEntries(
      [...resource.links.keys()].map((name) => [name, values[name] ?? null]),
    );
    const names = (await db.run(missing, given)).map((row) => row.field as string);
    return names.length > 0 ? noSuchLinks(resource, names) : undefined;
  };
}

/** Turns what the database refused into the interface's answer; anything else comes back as it is. */
export type Explain = (error: unknown, db: TeamDb, values: Values) => Promise<unknown>;

/**
 * A missing link answers before a conflict, whichever the database met first; so the links are looked up here,
 * after the refusal, where it costs the good requests nothing.
 */
export function explains(resource: Table): Explain {
  const missingLink = checksLinks(resource);
  const references = new Map(
    [...resource.links.keys()].map((name) => [`${resource.name}_${name}_fkey`, name]),
  );
  return async (error, db, values) => {
    const constraint = constraintOf(error);
    if (constraint === undefined) return error;
    const lost = await missingLink(db, values);
    if (lost) return lost;
    // A record that was there again when asked for: it was not when the statement ran.
    const reference = references.get(constraint);
    if (reference !== undefined) return noSuchLinks(resource, [reference]);
    return resource.constraints?.[constraint]?.() ?? error;
  };
}
