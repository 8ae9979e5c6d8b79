import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { applied, type Fields } from '../commands/diff.ts';
import type { Kind } from '../route/records.ts';

/*
 * Changes of records, put into every copy of them that is known. A copy is an object with the record's `id`, wherever it stands in what a
 * query of the team holds; a change reaches the fields that the copy has.
 */

/** What changes: records that have a page, and what is in conversations. */
export type Changing = Kind | 'messages';

/** What happened to a record: by the live stream, or by an answer to this browser. */
export interface RecordChange {
  readonly kind: Changing;
  /** `created` also of what comes back from the trash. */
  readonly verb: 'created' | 'updated' | 'deleted';
  readonly id: string;
  /** The whole record. */
  readonly record: Fields;
  /** Fields that are others now → what they were. */
  readonly previous: Fields;
}

export interface Takes {
  /**
   * How a query of records takes a change: what it holds afterwards, the very same where nothing came of it, or `'stale'`: it has to be
   * read anew. Copies have their new fields by then: it says which records there are, in which order. A pure function, which may be told the
   * same twice. Without one: a list is read anew for what is created and deleted, and for changes of fields that its key names
   * (`{ assignee_id }`, `{ sort: '-due_date' }`).
   */
  take?(data: unknown, change: RecordChange): unknown;
  /** Other kinds whose changes it takes, beside the one that its key begins with. */
  readonly takes?: readonly Changing[];
  /** False: copies of records are not looked for in it, `take` says of each change what it does. For what is very large. */
  readonly isWalked?: false;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Takes & Record<string, unknown>;
  }
}

/** `['team', slug, 'tasks', 'record', id]` is one record, any other key of the kind a list. */
const isOne = ([, , , of]: QueryKey) => of === 'record';

/** What a list depends on, as its key says: fields by which it is filtered and sorted; undefined: on any. */
function dependsOn(key: QueryKey): ReadonlySet<string> | undefined {
  const asked = key.slice(3).filter((part) => typeof part === 'object' && part !== null);
  const pairs = asked.flatMap((part) => Object.entries(part)).filter(([, value]) => value != null);
  if (asked.length === 0 || pairs.some(([name]) => name === 'search')) return undefined;
  return new Set(
    pairs.flatMap(([name, value]) =>
      name === 'sort' ? String(value).replaceAll('-', '').split(',') : [name],
    ),
  );
}

/** Whether a list holds other records than before, or in another order. */
function isOther(key: QueryKey, { verb, record, previous }: RecordChange): boolean {
  if (verb !== 'updated') return true;
  const names = dependsOn(key);
  // Whatever is none of the record's fields is reckoned from some.
  return !names || [...names].some((name) => name in previous || !(name in record));
}

/** Changes a copy of a record; gives others back as they are. */
type Change = <T extends object>(id: unknown, copy: T) => T;

/*
 * These walk all that is known of a team on every change, boards of 1,000 cards among it: plain loops that look into objects only, and make
 * nothing where nothing is another.
 */

type Inner = Record<string, unknown>;

/** A value with each object in it made another; the very same where none is. */
function within<T extends object>(value: T, other: <U extends object>(inner: U) => U): T {
  let next: Inner | undefined;
  const own = value as Inner;
  for (const name of Object.keys(value)) {
    const was = own[name];
    if (typeof was !== 'object' || was === null) continue;
    const is = other(was);
    if (is === was) continue;
    next ??= (Array.isArray(value) ? [...value] : { ...value }) as Inner;
    next[name] = is;
  }
  return (next as T | undefined) ?? value;
}

/** A value with every copy in it changed; the very same where none is another. */
export function patched<T>(value: T, change: Change): T {
  if (typeof value !== 'object' || value === null) return value;
  const own = 'id' in value && !Array.isArray(value) ? change(value.id, value) : value;
  return within(own, (inner) => patched(inner, change));
}

/** A value without a record in its lists. */
export function without<T>(value: T, id: string): T {
  if (typeof value !== 'object' || value === null) return value;
  const isIt = (each: unknown) =>
    typeof each === 'object' && each !== null && 'id' in each && each.id === id;
  const rest =
    Array.isArray(value) && value.some(isIt) ? value.filter((each) => !isIt(each)) : value;
  return within(rest as T & object, (inner) => without(inner, id));
}

/** Kinds whose deleted records are in no list any more; the others are archived, and stay in what shows them. */
const leaving: ReadonlySet<Changing> = new Set(['tasks', 'contacts']);

interface Taken {
  readonly data: unknown;
  readonly isStale: boolean;
}

function taken(query: Query, data: unknown, change: RecordChange): Taken {
  const { queryKey, meta } = query;
  const next = meta?.take?.(data, change) ?? 'stale';
  if (meta?.take && next !== 'stale') return { data: next, isStale: false };
  const rest =
    change.verb === 'deleted' && leaving.has(change.kind) && !isOne(queryKey)
      ? without(data, change.id)
      : data;
  const isStale =
    meta?.take !== undefined ||
    (isOne(queryKey) ? change.verb === 'deleted' : isOther(queryKey, change));
  return { data: rest, isStale };
}

/** When each record was changed last, as far as is known: an older change that comes later changes nothing. */
const newest = new WeakMap<QueryClient, Map<string, string>>();
/** So many records are remembered. */
const mostNewest = 20_000;

/** Whether something newer is known of a record. Else this is the newest. */
export function isOld(client: QueryClient, id: string, { updated_at: at }: Fields): boolean {
  const known = newest.get(client) ?? new Map<string, string>();
  newest.set(client, known);
  if (typeof at !== 'string') return false;
  if (at < (known.get(id) ?? '')) return true;
  if (known.size > mostNewest) known.clear();
  known.set(id, at);
  return false;
}

/** Whether a query is one that shows records of a kind as such, not only their names. */
const isOf = ({ queryKey, meta }: Query, kind: Changing) =>
  queryKey[2] === kind || meta?.takes?.includes(kind) === true;

/**
 * Puts changes into what is known, in their order.
 * @returns the keys of what has to be read anew
 */
export function takeRecords(
  client: QueryClient,
  slug: string,
  told: readonly RecordChange[],
): readonly QueryKey[] {
  const changes = told.filter(({ id, record }) => !isOld(client, id, record));
  if (changes.length === 0) return [];
  // What is told of a message may be older than the answer to whoever sent it: only what takes messages knows.
  const whole = changes.filter(({ kind }) => kind !== 'messages');
  const records = new Map(whole.map(({ id, record }): [unknown, Fields] => [id, record]));
  const withNew: Change = (id, copy) => {
    const record = records.get(id);
    return record ? applied(copy, record) : copy;
  };
  const stale: QueryKey[] = [];
  for (const query of client.getQueryCache().findAll({ queryKey: ['team', slug] })) {
    const { queryKey, state, meta } = query;
    const own = changes.filter(({ kind }) => isOf(query, kind));
    // An answer that is on its way may be older than the change.
    let isStale = own.length > 0 && state.fetchStatus === 'fetching';
    if (state.data !== undefined) {
      const walked = whole.length > 0 && meta?.isWalked !== false;
      let data: unknown = walked ? patched(state.data, withNew) : state.data;
      for (const change of own) {
        const next = taken(query, data, change);
        data = next.data;
        isStale ||= next.isStale;
      }
      // What came in with one change may have been changed by the next.
      if (own.length > 1 && walked) data = patched(data, withNew);
      if (data !== state.data) {
        // Which makes it fresh; what was to be read anew still is.
        isStale ||= state.isInvalidated;
        client.setQueryData(queryKey, data, { updatedAt: state.dataUpdatedAt });
      }
    }
    if (isStale) stale.push(queryKey);
  }
  return stale;
}
