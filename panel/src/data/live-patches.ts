import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { type Fields, withFields } from '../commands/diff.ts';
import type { Kind } from '../route/record-paths.ts';

/*
 * Live patches: applies record changes to every cached copy. A copy is any object with the record's `id` in the data of a team's queries; a
 * change updates the fields that the copy has.
 */

/** Kinds that change: records with a page, and messages. */
export type PatchedKind = Kind | 'messages';

/** Change of a record, from the live stream or from a response to this browser. */
export interface RecordChange {
  readonly kind: PatchedKind;
  /** `created` also applies to records restored from the trash. */
  readonly verb: 'created' | 'updated' | 'deleted';
  readonly id: string;
  /** Complete record. */
  readonly record: Fields;
  /** Changed fields → previous values. */
  readonly previous: Fields;
}

interface PatchHandlers {
  /**
   * Applies a change to a query's data. Returns the new data, the same object if nothing changes, or `'stale'` to refetch. The copies
   * already have their new fields; this decides membership and order. Must be pure and idempotent. Without it, a list is refetched when
   * records are created or deleted, or when fields in its key change (`{ assignee_id }`, `{ sort: '-due_date' }`).
   */
  applyChange?(data: unknown, change: RecordChange): unknown;
  /** Further kinds whose changes it handles, in addition to the one in its key. */
  readonly alsoKinds?: readonly PatchedKind[];
  /** False skips the search for copies: `applyChange` handles every change itself. For very large data. */
  readonly isWalked?: false;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: PatchHandlers & Record<string, unknown>;
  }
}

/** `['team', slug, 'tasks', 'record', id]` is a single record; any other key of the kind is a list. */
const isOne = ([, , , of]: QueryKey) => of === 'record';

/** Fields that a list depends on, from the filters and sort in its key; undefined if it may depend on any. */
function dependsOn(key: QueryKey): ReadonlySet<string> | undefined {
  const parameters = key.slice(3).filter((part) => typeof part === 'object' && part !== null);
  const pairs = parameters
    .flatMap((part) => Object.entries(part))
    .filter(([, value]) => value != null);
  if (parameters.length === 0 || pairs.some(([name]) => name === 'search')) return undefined;
  return new Set(
    pairs.flatMap(([name, value]) =>
      name === 'sort' ? String(value).replaceAll('-', '').split(',') : [name],
    ),
  );
}

/** True if a change may affect the membership or order of a list. */
function isOther(key: QueryKey, { verb, record, previous }: RecordChange): boolean {
  if (verb !== 'updated') return true;
  const names = dependsOn(key);
  // A name that is not a field of the record is derived from some of its fields.
  return !names || [...names].some((name) => name in previous || !(name in record));
}

/** Changes a copy of the record; returns other objects unchanged. */
type Change = <T extends object>(id: unknown, copy: T) => T;

/*
 * These walk a team's whole cache on every change, including boards of 1,000 cards: plain loops that visit only objects and allocate only
 * when something changes.
 */

type Inner = Record<string, unknown>;

/** Maps the objects in a value; returns the same value if none changed. */
function mapObjects<T extends object>(value: T, mapInner: <U extends object>(inner: U) => U): T {
  let next: Inner | undefined;
  const innerValue = value as Inner;
  for (const name of Object.keys(value)) {
    const was = innerValue[name];
    if (typeof was !== 'object' || was === null) continue;
    const is = mapInner(was);
    if (is === was) continue;
    next ??= (Array.isArray(value) ? [...value] : { ...value }) as Inner;
    next[name] = is;
  }
  return (next as T | undefined) ?? value;
}

/** Patches every copy in a value; returns the same value if none changed. */
export function withPatches<T>(value: T, change: Change): T {
  if (typeof value !== 'object' || value === null) return value;
  const patched = 'id' in value && !Array.isArray(value) ? change(value.id, value) : value;
  return mapObjects(patched, (inner) => withPatches(inner, change));
}

/** Removes a record from the lists in a value. */
function withoutRecord<T>(value: T, id: string): T {
  if (typeof value !== 'object' || value === null) return value;
  const isIt = (each: unknown) =>
    typeof each === 'object' && each !== null && 'id' in each && each.id === id;
  const rest =
    Array.isArray(value) && value.some(isIt) ? value.filter((each) => !isIt(each)) : value;
  return mapObjects(rest as T & object, (inner) => withoutRecord(inner, id));
}

/** Kinds whose deleted records leave all lists; records of other kinds are archived and stay. */
const kindsRemovedFromLists: ReadonlySet<PatchedKind> = new Set(['tasks', 'contacts']);

interface PatchResult {
  readonly data: unknown;
  readonly isStale: boolean;
}

function patchedBy(query: Query, data: unknown, change: RecordChange): PatchResult {
  const { queryKey, meta } = query;
  const next = meta?.applyChange?.(data, change) ?? 'stale';
  if (meta?.applyChange && next !== 'stale') return { data: next, isStale: false };
  const rest =
    change.verb === 'deleted' && kindsRemovedFromLists.has(change.kind) && !isOne(queryKey)
      ? withoutRecord(data, change.id)
      : data;
  const isStale =
    meta?.applyChange !== undefined ||
    (isOne(queryKey) ? change.verb === 'deleted' : isOther(queryKey, change));
  return { data: rest, isStale };
}

/** Latest known change time of each record, to ignore older changes that arrive later. */
const newest = new WeakMap<QueryClient, Map<string, string>>();
/** Maximum number of remembered change times. */
const maxNewest = 20_000;

/** True if a newer version of a record is known; otherwise remembers this one as the newest. */
export function isOutdated(client: QueryClient, id: string, { updated_at: at }: Fields): boolean {
  const versions = newest.get(client) ?? new Map<string, string>();
  newest.set(client, versions);
  if (typeof at !== 'string') return false;
  if (at < (versions.get(id) ?? '')) return true;
  if (versions.size > maxNewest) versions.clear();
  versions.set(id, at);
  return false;
}

/** True if a query shows records of the kind themselves, not only their names. */
const isOf = ({ queryKey, meta }: Query, kind: PatchedKind) =>
  queryKey[2] === kind || meta?.alsoKinds?.includes(kind) === true;

/**
 * Applies changes to the cache, in order.
 * @returns keys to invalidate
 */
export function applyRecordChanges(
  client: QueryClient,
  slug: string,
  received: readonly RecordChange[],
): readonly QueryKey[] {
  const changes = received.filter(({ id, record }) => !isOutdated(client, id, record));
  if (changes.length === 0) return [];
  // A streamed message may be older than the response to its sender; only `applyChange` of the message queries recognises it.
  const whole = changes.filter(({ kind }) => kind !== 'messages');
  const records = new Map(whole.map(({ id, record }): [unknown, Fields] => [id, record]));
  const withNew: Change = (id, copy) => {
    const record = records.get(id);
    return record ? withFields(copy, record) : copy;
  };
  const stale: QueryKey[] = [];
  for (const query of client.getQueryCache().findAll({ queryKey: ['team', slug] })) {
    const { queryKey, state, meta } = query;
    const changesOfKind = changes.filter(({ kind }) => isOf(query, kind));
    // A response in flight may be older than the change.
    let isStale = changesOfKind.length > 0 && state.fetchStatus === 'fetching';
    if (state.data !== undefined) {
      const walked = whole.length > 0 && meta?.isWalked !== false;
      let data: unknown = walked ? withPatches(state.data, withNew) : state.data;
      for (const change of changesOfKind) {
        const next = patchedBy(query, data, change);
        data = next.data;
        isStale ||= next.isStale;
      }
      // A record added by one change may be updated by the next.
      if (changesOfKind.length > 1 && walked) data = withPatches(data, withNew);
      if (data !== state.data) {
        // Writing data marks the query as fresh, so a pending invalidation must be kept.
        isStale ||= state.isInvalidated;
        client.setQueryData(queryKey, data, { updatedAt: state.dataUpdatedAt });
      }
    }
    if (isStale) stale.push(queryKey);
  }
  return stale;
}
