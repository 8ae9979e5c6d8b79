import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '../db/database.ts';
import {
  genericPlanParameters,
  type Lock,
  type TeamStatement,
  teamStatement,
  unprepared,
} from '../db/statement.ts';
import { namesAnybody } from '../events/notifications.ts';
import { hasQueued } from '../events/outbox.ts';
import { type Lease, oneOfFew, roomToAnswer } from '../platform/byte-budget.ts';
import { ApiError, conflict, invalid } from '../platform/errors.ts';
import { lruCache } from '../platform/lru-cache.ts';
import type { Secrets } from '../platform/secrets.ts';
import { constraintOf } from '../platform/violated-constraint.ts';
import { cursorOf, positionOf } from './cursor.ts';
import { targets } from './fields.ts';
import { bareTerm, type Input, isScannedFor, type ListQuery, stored } from './input.ts';
import { freeNumber, maxSlugNumber, numberedSlug, slugOf } from './slugs.ts';
import {
  type ChangeEvent,
  createStatement,
  type Derived,
  emitsRecord,
  getStatement,
  insertInto,
  type Listing,
  listStatement,
  maxPageBytes,
  missingLinksStatement,
  type PageStart,
  type Position,
  type ReadMode,
  totalStatement,
  updateStatement,
} from './statements.ts';
import type { Table } from './table.ts';
import { isCounted } from './totals.ts';

export type Values = Record<string, unknown>;

/** Context of verbs: a team's data, and the key for cursors. */
interface RecordContext {
  readonly db: TeamDb;
  readonly settings: { readonly secrets: Secrets };
}

/** One page: the records as JSON texts separated by commas, the total of matches, and the cursor after a full page. */
export interface Page {
  /** Empty if `large` is set. */
  readonly data: string;
  /** Records of a heavy page, one by one, and their memory reservation until they are sent. */
  readonly large?: { readonly records: readonly Buffer[]; readonly lease: Lease };
  readonly total: number;
  readonly next: string | undefined;
  /** Requested values. */
  readonly page: number;
  readonly limit: number;
}

/** True if the output of an operation is a page. */
export const isPage = (output: object): output is Page => 'data' in output && 'total' in output;

/** The five operations. Records are JSON texts; undefined if the team has no such record. */
export interface Verbs<C extends RecordContext = RecordContext> {
  /** @param within values for the names in the declaration's `visible` */
  list(context: C, query: ListQuery, within?: Values): Promise<Page>;
  create(context: C, values: Values): Promise<string>;
  get(context: C, id: string): Promise<string | undefined>;
  update(context: C, id: string, values: Values): Promise<string | undefined>;
  delete(context: C, id: string): Promise<string | undefined>;
}

/** Maximum statements of variable shape (filters in use, fields given) cached per verb. */
export const maxShapes = 100;

/** Caches statements by shape, creating them on demand and evicting the least recently used. */
export function shapes<Args extends unknown[]>(
  make: (...args: Args) => TeamStatement,
): (shape: string, ...args: Args) => TeamStatement {
  const made = new LRUCache<string, TeamStatement>({ max: maxShapes });
  return (shape, ...args) => {
    let statement = made.get(shape);
    if (!statement) {
      statement = make(...args);
      made.set(shape, statement);
    }
    return statement;
  };
}

/** JSON text in a row's `data`; undefined if the row or the record does not exist. */
export const textOf = (row: Row | undefined) =>
  (row?.data as string | null | undefined) ?? undefined;

/** JSON text of a statement that always returns a record. */
export function mustText(row: Row | undefined): string {
  const text = textOf(row);
  if (text === undefined) throw new Error('a statement that must answer a record answered none');
  return text;
}

/** Offset from which pages are read from the nearer end. */
const farBehind = 1_000;

/** @throws ApiError VALIDATION_ERROR if the records of a page are too large together */
function refuseExcess(row: Row | undefined, limit: number): void {
  const fits = (row?.fits ?? null) as number | null;
  if (fits === null) return;
  throw invalid(
    `limit: the ${limit} records of this page exceed ${maxPageBytes / 1_048_576} MiB in total; a limit of ${Math.max(fits, 1)} fits.`,
    'limit',
    'too_large',
    { limit: Math.max(fits, 1) },
  );
}

/**
 * Maximum list size for searches with a generic plan: with ordinary records, they take at most 50 ms whichever index the plan
 * reads.
 */
const maxMatchesAtOnce = 50_000;
/** Lower limit if matches are sorted by text, which must be folded for that. */
const maxTextMatchesAtOnce = 10_000;
/**
 * Maximum list size for filters with a generic plan, which may read the list in an index of another filter: that takes a few
 * milliseconds, about as long as planning for each request.
 */
const maxFilteredAtOnce = 5_000;
/** Maximum list size for filters that count as look-ups: all records are read within a few milliseconds. */
const maxQuickSize = 2_000;
/** Max number of teams whose list size is cached. */
const maxSizes = 10_000;

/** A list with every declared filter, search and sort, without records that the caller may not see. */
export function lists(resource: Table): Verbs['list'] {
  const { mayHide, hasTotal: _, ...table } = resource;
  const list = listsAll(resource);
  if (mayHide === undefined) return list;
  const visible = [table.visible, `not (${mayHide})`].filter((each) => each !== undefined);
  const listVisible = listsAll({ ...table, visible: visible.join(' and ') });
  return (context, ...query) =>
    (context.db.hiddenInboxes.length > 0 ? listVisible : list)(context, ...query);
}

function listsAll(resource: Table): Verbs['list'] {
  const statement = shapes(
    (listing: Listing, begin: PageStart, manner: ReadMode, prepared: boolean) =>
      listStatement(resource, listing, begin, prepared, manner),
  );
  /** Last known size of this list, by team. */
  const sizes = lruCache<number>(maxSizes);
  const sizeFor = (team: string) => sizes.get(team) ?? Number.POSITIVE_INFINITY;
  /**
   * True if a generic plan is as good as one for the given values. In a large team, where planning time is negligible, a filter or a
   * search may need a custom plan: a team's share of a table says little about the rows. So may a deep page.
   */
  const isPlannedOnce = (
    team: string,
    { order, filters, search, isScanned }: Listing,
    begin: PageStart,
  ) =>
    search
      ? !isScanned &&
        sizeFor(team) <=
          (resource.sorts[order.field]?.isText ? maxTextMatchesAtOnce : maxMatchesAtOnce)
      : begin !== 'offset' &&
        begin !== 'end' &&
        (filters.length === 0 || sizeFor(team) <= maxFilteredAtOnce);
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
      ...genericPlanParameters,
    };
    /** Parameters of the last read, for repeating it. */
    let reading = { begin: 'first' as PageStart, offset: 0, most: limit };
    const readIn = async (manner: ReadMode) => {
      const { begin, offset, most } = reading;
      const prepared = manner === 'usual' && isPlannedOnce(db.id, listing, begin);
      const made = statement(
        `${shape}&${begin}&${manner}&${prepared}`,
        listing,
        begin,
        manner,
        prepared,
      );
      // Without skipping, and with little or nothing to count: as fast as a look-up. A search may not be: even few records with long
      // texts may take long.
      const isQuick =
        prepared &&
        begin === 'first' &&
        isCounted(resource) &&
        (isPlain || sizeFor(db.id) <= maxQuickSize);
      const quick = search ? db.scanFew : db.lookUp;
      // Reading a page's size or its large records has a bounded cost.
      const how = isQuick ? quick : manner === 'usual' ? db.scan : db.read;
      const rows = await how(made, { ...values, most, offset });
      const size = isPlain ? rows[0]?.total : rows[0]?.size;
      if (typeof size === 'number') sizes.set(db.id, size);
      return rows;
    };
    const read = async (begin: PageStart, offset: number, most = limit) => {
      reading = { begin, offset, most };
      return (await readIn('usual'))[0];
    };
    const findPage = async (): Promise<Row | undefined> => {
      if (after) return read(after[0] === null ? 'unset' : 'set', 0);
      const offset = (query.page - 1) * limit;
      if (offset === 0) return read('first', 0);
      if (offset >= farBehind) {
        const [row] = await db.scan(totalStatement(resource, listing), values);
        const total = row?.total as number;
        const behind = Math.max(total - offset - limit, 0);
        if (behind < offset) {
          const page = await read('end', behind, Math.min(limit, Math.max(total - offset, 0)));
          // Otherwise records were added or deleted in between, and this is a different page.
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
    const row = await findPage();
    const text = textOf(row);
    if (text !== undefined || row?.total === 0) return pageOf(row, { data: text ?? '' });
    return oneOfFew(db.id, async () => {
      const [weight] = await readIn('weighed');
      refuseExcess(weight, limit);
      const bytes = (weight?.bytes ?? 0) as number;
      // Past the end of the list.
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

/** Lock of a create: it may wait for another create of a record with the same unique values. */
export const lockOf = ({ name }: Table, unique: readonly unknown[] = []): Lock => ({
  name: [name, ...unique].join(),
});

/** Lock of a change of one record. */
export const changeLockOf = ({ name }: Table, id: string): Lock => ({
  name: `${name},${id}`,
  isChange: true,
});

/**
 * @param input used to validate the values
 * @param derived columns set in addition to the caller's: column → SQL expression
 * @param parameters returns values for the names in those expressions
 * @param unique names of the fields whose values are unique
 */
export function creates<C extends RecordContext>(
  resource: Table,
  { accepts }: Input,
  derived: Derived = {},
  parameters: (context: C) => Values = () => ({}),
  unique: readonly string[] = [],
): Verbs<C>['create'] {
  const statement = createStatement(resource, accepts, derived);
  const untold = resource.notifications
    ? createStatement(resource, accepts, derived, [])
    : statement;
  return async (context, values) => {
    const all: Values = {
      ...stored(resource.fields, values),
      ...parameters(context),
      id: uuidv7(),
    };
    const create = namesAnybody(resource.notifications, { ...all, ...derived })
      ? statement
      : untold;
    const uniqueValues = unique.map((name) => all[name]);
    const [row] = await context.db.run(create, all, lockOf(resource, uniqueValues));
    return mustText(row);
  };
}

/**
 * @param input used to validate the values
 * @param derived returns columns to set in addition to the caller's, for the fields that were given; `old` is the record before
 * @param also returns further kinds of events that a change of these fields may emit
 */
export function updates(
  resource: Table,
  { immutable = [] }: Input,
  derived: (inputNames: ReadonlySet<string>) => Derived = () => ({}),
  also: (inputNames: ReadonlySet<string>) => readonly ChangeEvent[] = () => [],
): Verbs['update'] {
  const statement = shapes((names: readonly string[]) => {
    const inputNames = new Set(names);
    return updateStatement(resource, names, immutable, derived(inputNames), also(inputNames));
  });
  return async ({ db }, id, values) => {
    const names = Object.keys(values);
    const [row] = await db.run(
      statement(names.join(), names),
      { ...stored(resource.fields, values), id },
      changeLockOf(resource, id),
    );
    refuseImmutable(row);
    return textOf(row);
  };
}

/** @throws ApiError VALIDATION_ERROR if the statement refused another value for an immutable field */
export function refuseImmutable(row: Row | undefined): void {
  const refused = (row?.refused as string[] | undefined) ?? [];
  if (refused.length > 0) {
    throw invalid(
      `${refused.map((name) => `${name} cannot be changed; send its current value or omit it`).join('; ')}.`,
      refused,
      'immutable',
    );
  }
}

/** Runs a statement that returns one record by `$id`. */
export function runs(
  statement: TeamStatement,
): (context: RecordContext, id: string) => Promise<string | undefined> {
  return async ({ db }, id) => textOf((await db.run(statement, { id }))[0]);
}

/** A permanent DELETE with the result `{id, deleted: true}`. */
export function removes(resource: Table): Verbs['delete'] {
  return runs(
    teamStatement(`
      with t as (delete from ${resource.name} t where t.team_id = $team and t.id = $id returning t.*),
      ${emitsRecord(resource, 'deleted')}
      select (select row_to_json(d)::text from (select doc.id, true as deleted) d) as data from doc`),
  );
}

// Slugs ------------------------------------------------------------------------------------------------------------

/** Numbers tried one by one: more than the concurrent creates of one name. */
const maxProbes = 100;

/** Maximum attempts after losing a number to another create. Each attempt leaps further than the last. */
const maxTries = 12;

/** Maximum names whose last number this process caches. */
const maxRemembered = 1_000;

/**
 * Creates a record whose slug is derived from its name unless the caller gives one: `name`, or if that is taken `name-2`,
 * `name-3`… A create locks its slug against others of its kind, which skip to the next one without waiting (docs/adr/0030), so
 * that concurrent creates of one name get consecutive numbers.
 * @param input used to validate the values
 * @param rest additional CTEs, each with a leading comma, over the new record `t`
 * @param unique another column that `derived` sets to a unique value: a create that loses it to another one is repeated
 */
export function createsWithSlug(
  resource: Table,
  { accepts }: Input,
  derived: Derived = {},
  rest = '',
  unique?: string,
) {
  const parts = emitsRecord(resource, 'created');
  const insert = (set: Derived, onConflict = '') =>
    teamStatement(
      `with t as (${insertInto(resource, accepts, { ...derived, ...set }, onConflict)}), ${parts}${rest}
      select data, (select slug from t) as slug, ${hasQueued(parts)} as has_queued from doc`,
    );
  // Not `exists`: it may be planned as one scan of all of the team's records.
  const taken = (slug: string) =>
    `select true from ${resource.name} x where x.team_id = $team and x.slug = ${slug}`;
  const insertAsIs = insert({}, unique && `on conflict (team_id, ${unique}) do nothing`);
  const free = teamStatement(freeNumber(taken), unprepared);
  const made = insert(
    {
      slug: `coalesce((select s.slug
        from (select 1::bigint as n union all select generate_series($from::bigint, $from::bigint + ${maxProbes})) c,
          lateral (select case when n = 1 then $slug else ${numberedSlug('$slug', 'n')} end as slug) s
        where case when (${taken('s.slug')} limit 1) is null
          then pg_try_advisory_xact_lock(hashtextextended($team::text || '${resource.name}/' || s.slug, 9)) end
        limit 1), $slug)`,
    },
    unique ? 'on conflict do nothing' : 'on conflict (team_id, slug) do nothing',
  );
  /** Next number of recently numbered names. */
  const next = new LRUCache<string, number>({ max: maxRemembered });
  const remember = (name: string, slug: string) =>
    next.set(name, Number(/\d+$/.exec(slug)?.[0]) + 1);
  return async (db: TeamDb, values: Values): Promise<string> => {
    for (let tries = 0; values.slug !== null; tries += 1) {
      const [row] = await db.run(insertAsIs, values, lockOf(resource, [values.slug]));
      const text = textOf(row);
      if (text !== undefined || unique === undefined || tries === maxTries) return mustText(row);
    }
    const slug = slugOf(values.name as string, slugOf(resource.one, 'record'));
    const name = `${db.id} ${slug}`;
    let from = next.get(name) ?? 2;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const [row] = await db.run(made, { ...values, slug, from }, lockOf(resource, [slug]));
      const text = textOf(row);
      if (text !== undefined) {
        if (row?.slug !== slug) remember(name, row?.slug as string);
        return text;
      }
      // All tried numbers are taken, or another create took the number at the same time: the next look-up sees it.
      const [freeRow] = await db.run(free, { slug });
      from = ((freeRow?.n as number | undefined) ?? maxSlugNumber) + leap(tries);
    }
    throw conflict(
      'Too many other requests use the same name right now; try again, or give a slug.',
      'busy',
      'slug',
    );
  };
}

/** Distance to leap past free numbers after a number of attempts. */
const leap = (tries: number) => (tries < 2 ? 0 : Math.floor(Math.random() * 4 ** tries));

// Refusals ---------------------------------------------------------------------------------------------------------

/** Error for links to records that do not exist. */
function noSuchLinks(resource: Table, names: readonly string[]): ApiError {
  const sentences = names.map((name) => {
    const target = resource.links.get(name);
    return `${name}: no ${target && targets[target]} has this id`;
  });
  return new ApiError('NOT_FOUND', `${sentences.join('; ')}.`, {
    fields: names.map((name) => ({ name, code: 'not_found' })),
  });
}

/** Finds given links to records that do not exist; undefined if all are valid. */
export function checksLinks(resource: Table) {
  const missing = missingLinksStatement(resource);
  return async (db: TeamDb, values: Values): Promise<ApiError | undefined> => {
    if (!missing) return undefined;
    const linkIds = Object.fromEntries(
      [...resource.links.keys()].map((name) => [name, values[name] ?? null]),
    );
    const names = (await db.run(missing, linkIds)).map((row) => row.field as string);
    return names.length > 0 ? noSuchLinks(resource, names) : undefined;
  };
}

/** Turns a database refusal into the API's error; returns any other error unchanged. */
type Explain = (error: unknown, db: TeamDb, values: Values) => Promise<unknown>;

/**
 * A missing link takes precedence over a conflict, whichever the database detected first. Links are therefore looked up here,
 * after the refusal, at no cost for successful requests.
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
    // The record exists again now, but did not when the statement ran.
    const reference = references.get(constraint);
    if (reference !== undefined) return noSuchLinks(resource, [reference]);
    return resource.constraints?.[constraint]?.() ?? error;
  };
}
