import type { InfiniteData } from '@tanstack/react-query';
import type { Conversation, Message } from '../api/types.ts';
import type { RecordChange } from './taking.ts';

/*
 * The list of conversations as it is kept: pages as they were read, with what the stream told since. Which rows there are, and in which
 * order, is reckoned from the rows themselves, so that whatever changes a row moves it. Pure.
 */

export const views = ['mine', 'unassigned', 'all'] as const;
export type View = (typeof views)[number];
export type Status = Conversation['status'];
export const statuses = ['open', 'snoozed', 'resolved'] as const satisfies readonly Status[];
export const sorts = ['waiting', 'latest'] as const;
export type Sort = (typeof sorts)[number];

export interface RowsAsked {
  readonly view: View;
  readonly status: Status;
  readonly sort: Sort;
  readonly inbox_id?: string | undefined;
  readonly contact_id?: string | undefined;
  readonly client_id?: string | undefined;
  readonly search?: string | undefined;
}

export type LastMessage = Pick<
  Message,
  'id' | 'direction' | 'message_type' | 'content' | 'status' | 'origin' | 'sent_at'
>;

export interface Row extends Conversation {
  readonly last_message: LastMessage | null;
  /** At most 100, which stands for as many or more. */
  readonly unread: number;
  readonly client: { readonly id: string; readonly name: string } | null;
  /** Whether one has begun an answer. */
  readonly draft: boolean;
}

export type Counts = Readonly<Record<View, number>>;
export interface RowsAnswer {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly counts: Counts;
}

type Counted = Pick<Conversation, 'status' | 'assignee_id' | 'inbox_id'>;

export interface Page extends RowsAnswer {
  /** The last row as it was read: what stands behind it is on pages that are not here. */
  readonly end: Row | undefined;
  /** What the counts are of, as far as that is known: a change that is told twice counts once. */
  readonly counted: Readonly<Record<string, Counted>>;
}

export type KnownRows = InfiniteData<Page, unknown>;

const countedOf = ({ status, assignee_id, inbox_id }: Counted): Counted => ({
  status,
  assignee_id,
  inbox_id,
});

/** What the service answered, as it is kept. */
export const knownPage = (answer: RowsAnswer): Page => ({
  ...answer,
  end: answer.rows.at(-1),
  counted: Object.fromEntries(answer.rows.map((row) => [row.id, countedOf(row)])),
});

/** Who looks, and for what. */
export interface Looking {
  readonly asked: RowsAsked;
  readonly me: string | undefined;
}

const isViewed = (view: View, { assignee_id }: Counted, me: string | undefined) =>
  view === 'all' || (view === 'mine' ? assignee_id === me : assignee_id === null);

/** Whether a conversation is one of those asked for, as far as its own fields tell. */
const isIn = (conversation: Conversation, { asked, me }: Looking) =>
  isViewed(asked.view, conversation, me) &&
  conversation.status === asked.status &&
  (asked.inbox_id === undefined || conversation.inbox_id === asked.inbox_id) &&
  (asked.contact_id === undefined || conversation.contact_id === asked.contact_id);

type Placed = Pick<Conversation, 'id' | 'waiting_since' | 'last_message_at'>;
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Who waits longest comes first; then those whom nobody waits for, and by `latest` all, the last one first. */
const compare = (sort: Sort) => (a: Placed, b: Placed) => {
  const [waits, others] = sort === 'waiting' ? [a.waiting_since, b.waiting_since] : [null, null];
  if (waits !== null && others !== null) return byText(waits, others) || byText(a.id, b.id);
  if (waits !== null || others !== null) return waits !== null ? -1 : 1;
  return byText(b.last_message_at, a.last_message_at) || byText(b.id, a.id);
};

const lastPage = ({ pages }: KnownRows) => pages.at(-1);

/** Whether a conversation stands among what was read; what stands behind comes with its page. */
function isWithin(known: KnownRows, place: Placed, sort: Sort): boolean {
  const last = lastPage(known);
  if (!last) return false;
  return last.next === null || !last.end || compare(sort)(place, last.end) <= 0;
}

/** All rows that are known, each once. */
export const rowsOf = ({ pages }: KnownRows): readonly Row[] => [
  ...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values(),
];

/**
 * The rows that are shown, in their order.
 * @param rows as they are shown: those that are known, with what is under way
 */
export const arranged = (known: KnownRows, rows: readonly Row[], looking: Looking) =>
  rows
    .filter((row) => isIn(row, looking) && isWithin(known, row, looking.asked.sort))
    .toSorted(compare(looking.asked.sort));

const views3 = (conversation: Counted | undefined, { asked, me }: Looking): Counts => {
  const isCounted =
    conversation?.status === 'open' &&
    (asked.inbox_id === undefined || conversation.inbox_id === asked.inbox_id);
  const one = (view: View) => (isCounted && isViewed(view, conversation, me) ? 1 : 0);
  return { mine: one('mine'), unassigned: one('unassigned'), all: one('all') };
};

/** The counts after a change of a conversation. */
function recounted(known: KnownRows, change: RecordChange, looking: Looking): KnownRows {
  const now = countedOf(change.record as unknown as Conversation);
  const [first, ...others] = known.pages;
  if (!first) return known;
  const found = known.pages.find(({ counted }) => change.id in counted)?.counted[change.id];
  const before = found ?? countedOf({ ...change.record, ...change.previous } as unknown as Counted);
  const [was, is] = [views3(before, looking), views3(now, looking)];
  const counts = {
    mine: first.counts.mine + is.mine - was.mine,
    unassigned: first.counts.unassigned + is.unassigned - was.unassigned,
    all: first.counts.all + is.all - was.all,
  };
  const pages = [first, ...others].map((page, at) => ({
    ...page,
    counts: at === 0 ? counts : page.counts,
    counted:
      at === 0 || change.id in page.counted ? { ...page.counted, [change.id]: now } : page.counted,
  }));
  return { ...known, pages };
}

const most = 140;
const mostUnread = 100;

const later = (a: string | null, b: string) => (a === null || a < b ? b : a);
const earlier = (a: string | null, b: string) => (a === null || b < a ? b : a);

const lastOf = (message: Message): LastMessage => {
  const { id, direction, message_type, content, status, origin, sent_at } = message;
  return { id, direction, message_type, content: content.slice(0, most), status, origin, sent_at };
};

/** Whether a message of ours is out, and answers whoever waits. */
const isAnswer = ({ direction, status, origin, message_type }: Message) =>
  direction === 'outgoing' &&
  ['sent', 'delivered', 'read'].includes(status) &&
  origin !== 'other' &&
  message_type !== 'reaction';

/** A row after a message of its conversation, as the service's statements have it. */
function withMessage(row: Row, message: Message, verb: RecordChange['verb']): Row | 'stale' {
  const last = row.last_message;
  const isKnown = last?.id === message.id;
  const isLater = !last || message.sent_at >= last.sent_at;
  let next = row;
  if (verb === 'created' && !isKnown && isLater) {
    const isIncoming = message.direction === 'incoming';
    next = {
      ...row,
      last_message: lastOf(message),
      last_message_at: later(row.last_message_at, message.sent_at),
      ...(isIncoming && {
        last_incoming_at: later(row.last_incoming_at, message.sent_at),
        unread: Math.min(mostUnread, row.unread + 1),
        ...(message.message_type !== 'reaction' && {
          waiting_since: earlier(row.waiting_since, message.sent_at),
        }),
      }),
    };
  } else if (isKnown) next = { ...row, last_message: lastOf(message) };
  if (!isAnswer(message) || next.waiting_since === null) return next;
  const at = later(message.sent_at, message.created_at);
  if (next.waiting_since > at) return next;
  // Whoever wrote after it still waits: since which message, only the service knows.
  return (next.last_incoming_at ?? '') > at ? 'stale' : { ...next, waiting_since: null };
}

function takeMessage(known: KnownRows, change: RecordChange): KnownRows | 'stale' | 'unknown' {
  const message = change.record as unknown as Message;
  let outcome: KnownRows | 'stale' | 'unknown' = 'unknown';
  for (const [at, page] of known.pages.entries())
    for (const [place, row] of page.rows.entries()) {
      if (row.id !== message.conversation_id) continue;
      const next = withMessage(row, message, change.verb);
      if (next === 'stale') return 'stale';
      if (next === row) {
        outcome = outcome === 'unknown' ? known : outcome;
        continue;
      }
      const from: KnownRows = typeof outcome === 'string' ? known : outcome;
      const rows = page.rows.with(place, next);
      outcome = { ...from, pages: from.pages.with(at, { ...page, rows }) };
    }
  return outcome;
}

/** A conversation that wrote, as far as a message tells of it: it is open, and waits since then. */
const placeOf = (message: Message): Placed => ({
  id: message.conversation_id,
  waiting_since: message.sent_at,
  last_message_at: message.sent_at,
});

/**
 * The list after a change; `'stale'` where that does not tell what stands there now.
 * @param looked conversations that were looked for, and are not among those asked for, until they change
 */
export function takeRows(
  known: KnownRows,
  change: RecordChange,
  looking: Looking,
  looked: Set<string>,
): KnownRows | 'stale' {
  const { asked } = looking;
  if (change.kind === 'messages') {
    const taken = takeMessage(known, change);
    if (taken !== 'unknown') return taken;
    const message = change.record as unknown as Message;
    const id = message.conversation_id;
    const opens = change.verb === 'created' && message.direction === 'incoming';
    // What comes to be somebody's is told as a change of the conversation.
    if (!opens || asked.status !== 'open' || looked.has(id)) return known;
    if (asked.view === 'mine' && lastPage(known)?.next === null) return known;
    if (!isWithin(known, placeOf(message), asked.sort)) return known;
    looked.add(id);
    return 'stale';
  }
  if (change.kind !== 'conversations') return known;
  looked.delete(change.id);
  const conversation = change.record as unknown as Conversation;
  const isHere = known.pages.some(({ rows }) => rows.some(({ id }) => id === change.id));
  if (!isHere && isIn(conversation, looking) && isWithin(known, conversation, asked.sort))
    return 'stale';
  return recounted(known, change, looking);
}
