import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { Failure, newKey, request, requestPagePath, requestPath, segment } from '../api/call.ts';
import { recordKinds } from '../api/record-kinds.ts';
import type { Operations } from '../api/schema.ts';
import type { Action } from '../commands/action.ts';
import { type Command, defineCommand } from '../commands/command.ts';
import type { Fields } from '../commands/diff.ts';
import { editConflicts } from '../commands/edit-conflict.ts';
import { type PositionPlan, planPosition, positionBetween } from '../commands/positions.ts';
import type { Kind, WorkKind } from '../route/record-paths.ts';
import { applyRecordChanges, isOutdated, type RecordChange, withPatches } from './live-patches.ts';
import { queryClient } from './query-client.ts';

/*
 * Records of every kind: reading, changing, creating, removing and moving them. Changes are shown in the next frame, reverted with a reason
 * if refused, and can be undone.
 *
 * A screen that shows records:
 * 1. has a query under `['team', slug, KIND, name, { …filters, sort }]`, with `meta.applyChange` (live-patches.ts) to patch live changes
 * instead of refetching;
 * 2. renders its records with pending changes: `useListWithPending(KIND, list)` (commands/pending-changes.ts);
 * 3. changes them with `useCommand(changeRecord('deals'))`, or `runWithToast(…)` to show a failure as a toast.
 */

type Item<K extends WorkKind> = (typeof recordKinds)[K]['path'];
type At<K extends WorkKind> = `/teams/{team_slug}/${Item<K>}`;
export type RecordOf<K extends WorkKind> = Operations[`GET ${At<K>}/{id}`]['answer'];
export type ChangeOf<K extends WorkKind> = Operations[`PUT ${At<K>}/{id}`]['body'];
export type NewOf<K extends WorkKind> = Operations[`POST ${At<K>}`]['body'];
type RowOf<K extends WorkKind> = Operations[`GET ${At<K>}`]['answer'][number];
export type FiltersOf<K extends WorkKind> = NonNullable<Operations[`GET ${At<K>}`]['query']>;

const listAt = (slug: string, kind: WorkKind) =>
  `/teams/${segment(slug)}/${recordKinds[kind].path}`;
const recordAt = (slug: string, kind: WorkKind, id: string) =>
  `${listAt(slug, kind)}/${segment(id)}`;

const load = <K extends WorkKind>(slug: string, kind: K, id: string, signal?: AbortSignal) =>
  requestPath<RecordOf<K>>('GET', recordAt(slug, kind, id), { signal });

/** Requests a page of the records of a kind. */
export const loadPage = <K extends WorkKind>(
  slug: string,
  kind: K,
  query: FiltersOf<K>,
  signal: AbortSignal,
) => requestPagePath<RowOf<K>>(listAt(slug, kind), query, signal);

export const recordQuery = <K extends WorkKind>(slug: string, kind: K, id: string) =>
  queryOptions({
    queryKey: ['team', slug, kind, 'record', id],
    queryFn: ({ signal }) => load(slug, kind, id, signal),
  });

/** Collects the copies of a record in a value. A plain loop, because it walks the whole cache of a kind. */
function findCopies(value: unknown, id: string, copies: object[]): void {
  if (typeof value !== 'object' || value === null) return;
  if ('id' in value && value.id === id) copies.push(value);
  for (const name of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[name];
    if (typeof inner === 'object' && inner !== null) findCopies(inner, id, copies);
  }
}

/** Cached fields of a record, merged from all its copies; undefined if there is none. */
export function readFields(slug: string, kind: Kind, id: string): Fields | undefined {
  const cached = queryClient.getQueriesData({ queryKey: ['team', slug, kind] });
  const copies: object[] = [];
  for (const [, data] of cached) findCopies(data, id, copies);
  return copies.length === 0 ? undefined : (Object.assign({}, ...copies) as Fields);
}

/** `readFields` for kinds that people edit. */
const readRecord = <K extends WorkKind>(slug: string, kind: K, id: string) =>
  readFields(slug, kind, id) as Partial<RecordOf<K>> | undefined;

const refetch = (keys: readonly QueryKey[]) => {
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
};

/** Patches every copy of a record. */
export function writeRecord(
  slug: string,
  id: string,
  change: <T extends object>(copy: T) => T,
): void {
  queryClient.setQueriesData<unknown>({ queryKey: ['team', slug] }, (data: unknown) =>
    withPatches(data, (each, copy) => (each === id ? change(copy) : copy)),
  );
}

/** Applies a response as if it were an event of the live stream. */
const applyAnswer = (
  slug: string,
  kind: WorkKind,
  verb: RecordChange['verb'],
  id: string,
  record: Fields,
) => refetch(applyRecordChanges(queryClient, slug, [{ kind, verb, id, record, previous: {} }]));

async function changedBy(slug: string, kind: WorkKind, id: string): Promise<string | undefined> {
  const [last] = await request('GET /teams/{team_slug}/history', {
    at: { team_slug: slug },
    query: { record_type: kind, record_id: id, sort: '-created_at', limit: 1 },
  });
  return last?.user_name ?? undefined;
}

interface RecordId {
  readonly slug: string;
  readonly id: string;
}

const base = <K extends WorkKind>(kind: K) => ({
  record: ({ id }: RecordId) => `${kind}/${id}`,
  read: ({ slug, id }: RecordId) => readRecord(slug, kind, id),
  load: ({ slug, id }: RecordId) => load(slug, kind, id),
  write(
    { slug, id }: RecordId,
    change: <T extends object>(copy: T) => T,
    answer: RecordOf<K>,
  ): void {
    if (!isOutdated(queryClient, id, answer as Fields)) writeRecord(slug, id, change);
  },
  changedBy: ({ slug, id }: RecordId) => changedBy(slug, kind, id),
});

// Fields -----------------------------------------------------------------------------------------

export interface ChangeInput<K extends WorkKind> extends RecordId {
  readonly change: ChangeOf<K>;
  /** Long texts as they were when editing began, to detect concurrent changes. */
  readonly base?: Fields | undefined;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** Saves a long text. If another user changed it since `base`, shows both versions and lets the author choose. */
async function sendText<K extends WorkKind>(
  { slug, id, base = {} }: ChangeInput<K>,
  kind: K,
  wanted: Fields,
): Promise<RecordOf<K>> {
  const at = recordAt(slug, kind, id);
  let body = wanted;
  let read = base;
  for (;;) {
    const is = await load(slug, kind, id);
    const now = is as Fields;
    for (const [name, mine] of Object.entries(body)) {
      const theirs = asText(now[name]);
      if (!(name in read) || theirs === asText(read[name]) || theirs === asText(mine)) continue;
      const text = await editConflicts.ask({ mine: asText(mine), theirs });
      if (text === undefined) return is;
      read = { ...read, [name]: theirs };
      body = { ...body, [name]: text };
    }
    try {
      return await requestPath<RecordOf<K>>('PUT', at, { body, version: String(now.updated_at) });
    } catch (error) {
      // Another user changed this text or another field of the record first.
      if (!(error instanceof Failure) || error.code !== 'CONFLICT') throw error;
    }
  }
}

const isWritten = <K extends WorkKind>({ base = {}, change }: ChangeInput<K>, fields: Fields) =>
  Object.keys(fields).some(
    (name) => name in base && asText((change as Fields)[name]) === asText(fields[name]),
  );

/** Changes fields of a record. */
export const changeRecord = <K extends WorkKind>(kind: K): Command<ChangeInput<K>, RecordOf<K>> =>
  defineCommand<ChangeInput<K>, RecordOf<K>>({
    ...base(kind),
    patch: ({ change }) => change as Fields,
    send: (input, body) =>
      isWritten(input, body)
        ? sendText(input, kind, body)
        : requestPath<RecordOf<K>>('PUT', recordAt(input.slug, kind, input.id), { body }),
  });

// Creating and removing ---------------------------------------------------------------------------

let made = 0;

interface CreateInput<K extends WorkKind> {
  readonly slug: string;
  readonly fields: NewOf<K>;
  /** Path of the request, if it is not that of the list. */
  readonly path?: string;
  /** Idempotency-Key, if the caller stores it. */
  readonly key?: string;
  /** Called with the record once it exists. */
  readonly done?: (record: RecordOf<K>) => void;
  /** Opens the record from the toast. */
  readonly open?: (record: RecordOf<K>) => void;
}

/** Creates a record; undo removes it. Until it exists, `usePendingCreations` returns its fields. */
export const createRecord =
  <K extends WorkKind>(kind: K) =>
  ({
    slug,
    fields,
    path = listAt(slug, kind),
    key = newKey(),
    done,
    open,
  }: CreateInput<K>): Action<RecordOf<K>> => {
    made += 1;
    const record = `${kind}/+${made}`;
    return {
      records: [record],
      meanwhile: [{ record, fields: fields as Fields }],
      async send() {
        const answer = await requestPath<RecordOf<K>>('POST', path, { body: fields, key });
        applyAnswer(slug, kind, 'created', answer.id, answer as Fields);
        done?.(answer);
        return answer;
      },
      says: (answer) => ({
        kind: 'created',
        of: kind,
        ...(open && { open: () => open(answer) }),
      }),
      undo: {
        meanwhile: (answer) => (answer ? [leaves(kind, answer.id)] : []),
        async send({ id }) {
          await remove(slug, kind, id);
          return { kind: 'undone' };
        },
      },
    };
  };

const leaves = (kind: WorkKind, id: string) => ({
  record: `${kind}/${id}`,
  fields: {},
  isGone: true,
});

/** @returns the server's response about the removed record */
async function remove(slug: string, kind: WorkKind, id: string): Promise<Fields> {
  const answer = await requestPath<Fields>('DELETE', recordAt(slug, kind, id));
  applyAnswer(slug, kind, 'deleted', id, { ...readRecord(slug, kind, id), ...answer });
  return answer;
}

/** Undo of a removal, by kind: a change of fields, or null from the trash; undefined if deletion is permanent. */
function archivedBy(kind: WorkKind): string | null | undefined {
  const described = recordKinds[kind];
  return 'archivedBy' in described ? described.archivedBy : undefined;
}

interface Removed {
  readonly before: Fields;
  readonly answer: Fields;
}

/** Restores a removed record, unless it has been restored or changed since. */
async function restoreRecord(
  slug: string,
  kind: WorkKind,
  id: string,
  { before, answer }: Removed,
) {
  const field = archivedBy(kind);
  if (typeof field !== 'string') {
    const record = await requestPath<Fields>('POST', `${recordAt(slug, kind, id)}/restore`);
    applyAnswer(slug, kind, 'created', id, record);
    return { kind: 'undone' } as const;
  }
  const is = (await load(slug, kind, id)) as Fields;
  if (is[field] !== answer[field])
    return { kind: 'changed', by: await changedBy(slug, kind, id).catch(() => undefined) } as const;
  const body = { [field]: before[field] };
  applyAnswer(
    slug,
    kind,
    'updated',
    id,
    await requestPath('PUT', recordAt(slug, kind, id), { body }),
  );
  return { kind: 'undone' } as const;
}

/** Removes a record: moves it to the trash or archives it, depending on its kind. */
export const removeRecord =
  (kind: WorkKind) =>
  ({ slug, id }: RecordId): Action<Removed> => {
    const record = `${kind}/${id}`;
    const field = archivedBy(kind);
    return {
      records: [record],
      meanwhile: [leaves(kind, id)],
      async send() {
        const current: Fields = readRecord(slug, kind, id) ?? {};
        const isKnown = typeof field !== 'string' || field in current;
        const before = isKnown ? current : ((await load(slug, kind, id)) as Fields);
        return { before, answer: await remove(slug, kind, id) };
      },
      says: () => ({ kind: 'removed', of: kind }),
      ...(field !== undefined && {
        undo: { meanwhile: () => [], send: (removed) => restoreRecord(slug, kind, id, removed) },
      }),
    };
  };

// Moving -----------------------------------------------------------------------------------------

/** Position of a record, relative to its neighbours. */
interface ListPosition {
  /** Id of the record after it. */
  readonly before?: string | undefined;
  /** Id of the record before it. */
  readonly after?: string | undefined;
  /** Its column, and a provisional position between the neighbours until the server assigns one. */
  readonly fields: Fields;
  /** Other records that are moved to make room. */
  readonly moved?: PositionPlan['moved'];
}

/**
 * Place among other records.
 * @param column fields common to all of them, `{ column: 'doing' }`
 * @param others sorted by position, without the record itself
 * @param at index at which to insert it
 */
export function listPositionAmong(
  column: Fields,
  others: readonly { readonly id: string; readonly position: number }[],
  at: number,
): ListPosition {
  const [after, before] = [others[at - 1], others[at]];
  const { position, moved } = planPosition(others, at);
  return { before: before?.id, after: after?.id, fields: { ...column, position }, moved };
}

interface MoveInput extends RecordId {
  readonly to: ListPosition;
  /** Previous place; undo moves it back between the same neighbours. */
  readonly from: ListPosition;
  readonly isBack?: boolean;
}

/** Places closest to the original one; its neighbours may have moved since. */
const nearest = ({ before, after, fields }: ListPosition): readonly ListPosition[] => [
  { before, after, fields },
  ...(after === undefined ? [] : [{ after, fields }]),
  ...(before === undefined ? [] : [{ before, fields }]),
  { fields },
];

async function sendBack<T>(
  places: readonly ListPosition[],
  send: (to: ListPosition) => Promise<T>,
): Promise<T> {
  const [first, ...others] = places;
  if (!first) throw new Error('there is no place');
  try {
    return await send(first);
  } catch (error) {
    if (others.length === 0 || !(error instanceof Failure) || error.code !== 'CONFLICT')
      throw error;
    return sendBack(others, send);
  }
}

/** Recomputes the position between the neighbours' current ones, which may have changed to make room. */
function currentPosition(slug: string, kind: WorkKind, place: ListPosition): ListPosition {
  const positionOf = (id: string | undefined) => {
    const position = id === undefined ? undefined : readFields(slug, kind, id)?.position;
    return typeof position === 'number' ? position : undefined;
  };
  const [lower, upper] = [positionOf(place.after), positionOf(place.before)];
  if (lower === undefined && upper === undefined) return place;
  return { ...place, fields: { ...place.fields, position: positionBetween(lower, upper) } };
}

/** True if a record is in the place's column and between its neighbours, at any position. */
async function isAt(
  record: Fields,
  { before, after, fields }: ListPosition,
  read: (id: string) => Promise<Fields>,
): Promise<boolean> {
  const { position: _, ...column } = fields;
  const isInColumn = (one: Fields) =>
    Object.entries(column).every(([field, value]) => one[field] === value);
  const isBefore = (a: Fields, b: Fields) =>
    Number(a.position) < Number(b.position) ||
    (a.position === b.position && String(a.id) < String(b.id));
  // Without neighbours, only the position shows where it was put.
  if (!isInColumn(record) || (after === undefined && before === undefined)) return false;
  const [lower, upper] = await Promise.all(
    [after, before].map((id) => (id === undefined ? undefined : read(id))),
  );
  return (
    (!lower || (isInColumn(lower) && isBefore(lower, record))) &&
    (!upper || (isInColumn(upper) && isBefore(record, upper)))
  );
}

/** Command that moves records of a kind. @param send requests the move */
export const defineMove = <K extends WorkKind>(
  kind: K,
  send: (slug: string, id: string, to: ListPosition) => Promise<RecordOf<K>>,
): Command<MoveInput, RecordOf<K>> =>
  defineCommand<MoveInput, RecordOf<K>>({
    ...base(kind),
    patch: ({ to }) => to.fields,
    // Both places: undo returns to the previous one. Otherwise two moves next to each other could arrive in the wrong order.
    neighbours: ({ to, from }) =>
      [to, from].flatMap(({ before, after }) =>
        [before, after].flatMap((id) => (id === undefined ? [] : [`${kind}/${id}`])),
      ),
    meanwhile: ({ to: { moved = [] } }) =>
      moved.map(({ id, position }) => ({ record: `${kind}/${id}`, fields: { position } })),
    async send({ slug, id, to, isBack }) {
      const places = isBack ? nearest(to) : [to];
      const answer = await sendBack(places, (place) => send(slug, id, place));
      // The response does not contain the new positions of the records that made room.
      if (isBack || (to.moved ?? []).length > 0)
        await queryClient.refetchQueries({ queryKey: ['team', slug, kind], type: 'active' });
      return answer;
    },
    isKept: ({ slug, to }, record) =>
      isAt(record as Fields, to, async (id) => (await load(slug, kind, id)) as Fields).catch(
        (error: unknown) => {
          // A neighbour was deleted, so the place cannot be verified.
          if (error instanceof Failure && error.code === 'NOT_FOUND') return false;
          throw error;
        },
      ),
    back: (input) => ({
      ...input,
      to: currentPosition(input.slug, kind, input.from),
      from: input.to,
      isBack: true,
    }),
    says: { kind: 'moved', of: kind },
  });
