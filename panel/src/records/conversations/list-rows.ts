import type { InfiniteData } from '@tanstack/react-query';
import { conversationRowsViews, conversationStatuses } from '#panel/api/enumerations.ts';
import type { Contact, Conversation, ConversationRows, Message } from '#panel/api/types.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { hasRow } from './thread/message-rows.ts';
import { compareMessages } from './thread/message-window.ts';

/*
 * Cached list of conversations: pages as fetched, patched by the live stream. Membership and order are derived from the rows, so that a
 * patched row moves automatically. Pure.
 */

export const views = conversationRowsViews;
export type View = (typeof views)[number];
export type Status = Conversation['status'];
export const statuses = conversationStatuses;
/** Orders, with the time by which each begins; conversations without it follow, latest message first. */
const timeFields = { waiting: 'waiting_since', due: 'reply_due_at', latest: undefined } as const;
export type Sort = keyof typeof timeFields;
export const sorts = Object.keys(timeFields) as readonly Sort[];

export interface RowFilters {
  readonly view: View;
  readonly status: Status;
  readonly sort: Sort;
  readonly inbox_id?: string | undefined;
  readonly assignee_id?: string | undefined;
  readonly contact_id?: string | undefined;
  readonly squad_id?: string | undefined;
  readonly my_squads?: 'true' | undefined;
  readonly client_id?: string | undefined;
  readonly unread?: 'true' | undefined;
  readonly waits_minutes?: number | undefined;
  readonly due_minutes?: number | undefined;
  /** Ids, separated by commas. */
  readonly label_ids?: string | undefined;
  readonly blocked?: 'true' | undefined;
  readonly search?: string | undefined;
}

export type RowsAnswer = ConversationRows;
export type Row = RowsAnswer['rows'][number];
type LastMessage = NonNullable<Row['last_message']>;
export type Counts = RowsAnswer['counts'];

type Counted = Pick<Conversation, 'status' | 'assignee_id' | 'inbox_id' | 'contact_id'>;

export interface Page extends RowsAnswer {
  /** Last row as fetched; later rows are on pages that are not loaded. */
  readonly end: Row | undefined;
  /** Fields by which each conversation was counted, so that a repeated change counts once. */
  readonly counted: Readonly<Record<string, Counted>>;
  /** Conversations that may now belong to the list but have to be fetched. */
  readonly wanted: readonly string[];
  /** Conversations that were fetched and do not belong to the list until they change. */
  readonly elsewhere: ReadonlySet<string>;
}

export type CachedRows = InfiniteData<Page, unknown>;

const countedOf = ({ status, assignee_id, inbox_id, contact_id }: Counted): Counted => ({
  status,
  assignee_id,
  inbox_id,
  contact_id,
});
const countedIn = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map((row) => [row.id, countedOf(row)]));

/** Converts a fetched page to its cached form. */
export const cachedPage = (answer: RowsAnswer): Page => ({
  ...answer,
  end: answer.rows.at(-1),
  counted: countedIn(answer.rows),
  wanted: [],
  elsewhere: new Set(),
});

const withFirst = (cached: CachedRows, change: (first: Page) => Partial<Page>): CachedRows => {
  const [first, ...others] = cached.pages;
  return first ? { ...cached, pages: [{ ...first, ...change(first) }, ...others] } : cached;
};

/** Ids to fetch, without duplicates. */
export const missingIdsIn = ({ pages }: CachedRows): readonly string[] => pages[0]?.wanted ?? [];

/** Marks a conversation as one to fetch. */
export const withMissing = (cached: CachedRows, id: string): CachedRows =>
  missingIdsIn(cached).includes(id)
    ? cached
    : withFirst(cached, ({ wanted }) => ({ wanted: [...wanted, id] }));

/** Adds the fetched rows that belong to the list, and updates the counts. */
export function withFetched(
  cached: CachedRows,
  ids: readonly string[],
  { rows, counts }: Pick<RowsAnswer, 'rows' | 'counts'>,
): CachedRows {
  const filters = new Set(ids);
  const fetchedIds = new Set(rows.map(({ id }) => id));
  const remaining = cached.pages.map((page) => ({
    ...page,
    rows: page.rows.filter(({ id }) => !filters.has(id)),
  }));
  return withFirst({ ...cached, pages: remaining }, (first) => ({
    counts,
    rows: [...first.rows, ...rows],
    counted: { ...first.counted, ...countedIn(rows) },
    wanted: first.wanted.filter((id) => !filters.has(id)),
    elsewhere: new Set([...first.elsewhere, ...ids.filter((id) => !fetchedIds.has(id))]),
  }));
}

/** Viewer and query of a list. */
export interface RowsViewer {
  readonly filters: RowFilters;
  readonly me: string | undefined;
}

const isViewed = (view: View, { assignee_id }: Counted, me: string | undefined) =>
  view === 'all' || (view === 'mine' ? assignee_id === me : assignee_id === null);

/** True if a conversation matches the filters, as far as its own fields show. */
const matches = (conversation: Counted, filters: RowFilters) =>
  conversation.status === filters.status &&
  (['inbox_id', 'assignee_id', 'contact_id'] as const).every(
    (name) => filters[name] === undefined || conversation[name] === filters[name],
  );

const isIn = (conversation: Counted, { filters, me }: RowsViewer) =>
  isViewed(filters.view, conversation, me) && matches(conversation, filters);

/** True if the server decides which conversations match: a change of one may add it, remove it, and change the counts. */
const isDecidedByServer = (filters: RowFilters) =>
  (
    [
      'squad_id',
      'my_squads',
      'client_id',
      'unread',
      'waits_minutes',
      'due_minutes',
      'label_ids',
      'blocked',
    ] as const
  ).some((name) => filters[name] !== undefined);

type SortFields = Pick<Conversation, 'id' | 'waiting_since' | 'reply_due_at' | 'last_message_at'>;
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * By `waiting`: longest wait first, then those that are not waiting; by `due`: first due first, then those without a due time. These, and all
 * by `latest`, are ordered by last message, newest first.
 */
const compare = (sort: Sort) => (a: SortFields, b: SortFields) => {
  const field = timeFields[sort];
  const timeOf = (fields: SortFields) => (field === undefined ? null : fields[field]);
  const [first, second] = [timeOf(a), timeOf(b)];
  if (first !== null && second !== null) return byText(first, second) || byText(a.id, b.id);
  if (first !== null || second !== null) return first !== null ? -1 : 1;
  return byText(b.last_message_at, a.last_message_at) || byText(b.id, a.id);
};

const lastPage = ({ pages }: CachedRows) => pages.at(-1);

/** True if a conversation's place is on the loaded pages. */
function isWithin(cached: CachedRows, place: SortFields, sort: Sort): boolean {
  const last = lastPage(cached);
  if (!last) return false;
  return last.next === null || !last.end || compare(sort)(place, last.end) <= 0;
}

/** All cached rows, without duplicates. */
export const rowsOf = ({ pages }: CachedRows): readonly Row[] => [
  ...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values(),
];

/**
 * Rows to render, in order.
 * @param rows cached rows with pending changes applied
 */
export const orderedRows = (cached: CachedRows, rows: readonly Row[], viewer: RowsViewer) =>
  rows
    .filter((row) => isIn(row, viewer) && isWithin(cached, row, viewer.filters.sort))
    .toSorted(compare(viewer.filters.sort));

/** Contribution of a conversation to the counts. */
const countsOf = (conversation: Counted, { filters, me }: RowsViewer): Counts => {
  const isCounted = matches(conversation, filters);
  const one = (view: View) => (isCounted && isViewed(view, conversation, me) ? 1 : 0);
  return { mine: one('mine'), unassigned: one('unassigned'), all: one('all') };
};

/** Updates the counts after a change of a conversation. */
function withUpdatedCounts(
  cached: CachedRows,
  change: RecordChange,
  viewer: RowsViewer,
): CachedRows {
  const now = countedOf(change.record as unknown as Conversation);
  const pageCounts = cached.pages.find(({ counted }) => change.id in counted)?.counted[change.id];
  const before =
    pageCounts ?? countedOf({ ...change.record, ...change.previous } as unknown as Counted);
  const [was, is] = [countsOf(before, viewer), countsOf(now, viewer)];
  const pages = cached.pages.map((page) =>
    change.id in page.counted ? { ...page, counted: { ...page.counted, [change.id]: now } } : page,
  );
  return withFirst({ ...cached, pages }, ({ counts, counted }) => ({
    counts: {
      mine: counts.mine + is.mine - was.mine,
      unassigned: counts.unassigned + is.unassigned - was.unassigned,
      all: counts.all + is.all - was.all,
    },
    counted: { ...counted, [change.id]: now },
  }));
}

const maxPreviewLength = 140;
const maxUnread = 100;

const later = (a: string | null, b: string) => (a === null || a < b ? b : a);
const earlier = (a: string | null, b: string) => (a === null || b < a ? b : a);

const lastOf = (message: Message): LastMessage => {
  const {
    id,
    direction,
    message_type,
    content,
    status,
    origin,
    author,
    participant,
    mentions,
    revoked_at,
    sent_at,
    created_at,
  } = message;
  return {
    id,
    direction,
    message_type,
    content: content.slice(0, maxPreviewLength),
    status,
    origin,
    author,
    participant,
    mentions,
    revoked_at,
    sent_at,
    created_at,
  };
};

/** True if a message is later than another, in thread order. */
const isBehind = (message: Message, last: LastMessage | null) =>
  last === null || compareMessages(message, last) > 0;

/** True if the message is an outgoing one that was sent and ends the contact's wait. */
export const isAnswer = ({ direction, status, origin, message_type }: Message) =>
  direction === 'outgoing' &&
  ['sent', 'delivered', 'read'].includes(status) &&
  origin !== 'other' &&
  message_type !== 'reaction';

/** Row after a new message; undefined if it has to be fetched. */
function withNew(row: Row, message: Message): Row | undefined {
  const { sent_at } = message;
  const isIncoming = message.direction === 'incoming';
  const moved = {
    ...row,
    last_message_at: later(row.last_message_at, sent_at),
    ...(isIncoming && { last_incoming_at: later(row.last_incoming_at, sent_at) }),
  };
  if (!hasRow(message)) return moved;
  // A late incoming message is unread, and may start the wait unless it was answered.
  if (!isBehind(message, row.last_message)) return isIncoming ? undefined : moved;
  const asks = isIncoming && message.message_type !== 'reaction';
  // Only the server knows the hours in which the answer is due.
  if (asks && row.has_reply_times && row.waiting_since === null) return undefined;
  // Only the server knows whether the groups of the inbox are muted.
  if (isIncoming && row.type === 'group' && row.waiting_since === null) return undefined;
  return {
    ...moved,
    last_message: lastOf(message),
    ...(isIncoming && { unread: Math.min(maxUnread, row.unread + 1) }),
    ...(asks && { waiting_since: earlier(row.waiting_since, sent_at) }),
  };
}

/** Row after a change of a message other than its last; a failed reaction becomes its last message. */
const withChanged = (row: Row, message: Message): Row =>
  message.message_type === 'reaction' && hasRow(message) && isBehind(message, row.last_message)
    ? { ...row, last_message: lastOf(message) }
    : row;

/** Row after a message, with the same rules as the server's statements; undefined if it has to be fetched. */
function withMessage(row: Row, message: Message, verb: RecordChange['verb']): Row | undefined {
  const isLast = row.last_message?.id === message.id;
  // A reaction stops being the last message once its target is known.
  if (isLast && !hasRow(message)) return undefined;
  const next = isLast
    ? { ...row, last_message: lastOf(message) }
    : (verb === 'created' ? withNew : withChanged)(row, message);
  if (!next || !isAnswer(message) || next.waiting_since === null) return next;
  const at = later(message.sent_at, message.created_at);
  if (next.waiting_since > at) return next;
  // A later incoming message still waits; only the server knows since when.
  return (next.last_incoming_at ?? '') > at
    ? undefined
    : { ...next, waiting_since: null, reply_due_at: null };
}

const isHere = ({ pages }: CachedRows, id: string) =>
  pages.some(({ rows }) => rows.some((row) => row.id === id));

/** Replaces a row of the list. */
const withRow = (cached: CachedRows, id: string, change: (row: Row) => Row): CachedRows => ({
  ...cached,
  pages: cached.pages.map((page) =>
    page.rows.some((row) => row.id === id)
      ? { ...page, rows: page.rows.map((row) => (row.id === id ? change(row) : row)) }
      : page,
  ),
});

/** Sets the user's own fields of a row; returns the same object if nothing changes. */
export function withUserFields(
  cached: CachedRows,
  id: string,
  userFields: Partial<Pick<Row, 'unread' | 'draft'>>,
): CachedRows {
  const row = rowsOf(cached).find((each) => each.id === id);
  if (!row) return cached;
  const next = { ...row, ...userFields };
  const isSame = next.unread === row.unread && next.draft === row.draft;
  return isSame ? cached : withRow(cached, id, () => next);
}

/** True if a message may add its conversation to the list: an incoming message reopens it and starts its wait. */
function mayBring(cached: CachedRows, message: Message, { filters }: RowsViewer): boolean {
  const { conversation_id: id, sent_at } = message;
  if (message.direction !== 'incoming' || filters.status !== 'open') return false;
  if (cached.pages[0]?.elsewhere.has(id)) return false;
  // An assignment arrives as a change of the conversation.
  if (filters.view === 'mine' && lastPage(cached)?.next === null) return false;
  // Only the server knows when the answer is due.
  if (filters.sort === 'due') return true;
  const place = { id, waiting_since: sent_at, reply_due_at: null, last_message_at: sent_at };
  return isWithin(cached, place, filters.sort);
}

function applyMessage(cached: CachedRows, change: RecordChange, viewer: RowsViewer): CachedRows {
  const message = change.record as unknown as Message;
  const id = message.conversation_id;
  if (!isHere(cached, id))
    return change.verb === 'created' && mayBring(cached, message, viewer)
      ? withMissing(cached, id)
      : cached;
  const row = rowsOf(cached).find((each) => each.id === id);
  const next = row && withMessage(row, message, change.verb);
  if (!row || next === row) return cached;
  // A row of a filter by waits or due times may have to leave the list.
  if (isDecidedByServer(viewer.filters) && next?.waiting_since !== row.waiting_since)
    return withMissing(cached, id);
  return next ? withRow(cached, id, () => next) : withMissing(cached, id);
}

function applyConversation(
  cached: CachedRows,
  change: RecordChange,
  viewer: RowsViewer,
): CachedRows {
  const conversation = change.record as unknown as Conversation;
  const updated = withFirst(cached, ({ elsewhere }) => ({
    elsewhere: new Set([...elsewhere].filter((id) => id !== change.id)),
  }));
  const isCached = isHere(cached, change.id);
  const isNew =
    !isCached && isIn(conversation, viewer) && isWithin(cached, conversation, viewer.filters.sort);
  // Rows have the name of the client, which changes of links lack.
  const isLinked = isCached && ('client_id' in change.previous || 'project_id' in change.previous);
  const isDecided = isDecidedByServer(viewer.filters) && (isCached || isIn(conversation, viewer));
  if (isLinked || isDecided) return withMissing(updated, change.id);
  return isNew ? withMissing(updated, change.id) : withUpdatedCounts(updated, change, viewer);
}

/** Updates the name and the client of a contact. */
function applyContact(cached: CachedRows, { id, record }: RecordChange): CachedRows {
  const { custom_name, push_name, phone, client_id } = record as unknown as Contact;
  const name = custom_name ?? push_name ?? phone;
  return rowsOf(cached)
    .filter((row) => row.contact_id === id)
    .reduce((cached, row) => {
      const named = withRow(cached, row.id, (row) => ({ ...row, name, contact: { id, name } }));
      return (row.client?.id ?? null) === client_id ? named : withMissing(named, row.id);
    }, cached);
}

/** Applies a change to the list; marks conversations that the change does not fully describe as wanted. */
export function applyToRows(
  cached: CachedRows,
  change: RecordChange,
  viewer: RowsViewer,
): CachedRows {
  if (change.verb === 'deleted') return cached;
  switch (change.kind) {
    case 'messages':
      return applyMessage(cached, change, viewer);
    case 'conversations':
      return applyConversation(cached, change, viewer);
    case 'contacts':
      return applyContact(cached, change);
    default:
      return cached;
  }
}
