import type { Message, Note } from '#panel/api/types.ts';
import { dayIn } from '#panel/data/time-zone-days.ts';
import type { OutgoingMessage } from '../outgoing/outgoing-message.ts';
import { hasRow } from './message-rows.ts';
import type { Activity, MessageWindow } from './message-window.ts';

/* Rows of a thread: days, grouped messages, notes, activities, and unsent messages of this browser. */

export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'unread'; readonly key: string }
  | { readonly kind: 'note'; readonly key: string; readonly note: Note }
  | { readonly kind: 'activity'; readonly key: string; readonly activity: Activity }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: Message;
      /** True if the previous row has another author or is much older. */
      readonly begins: boolean;
    }
  | {
      readonly kind: 'outgoing';
      readonly key: string;
      readonly outgoing: OutgoingMessage;
      readonly begins: boolean;
    };

/** Gap after which a new group begins. */
const pauseMs = 5 * 60_000;

/** Time of a row: its day in a time zone, and a number. */
interface RowTime {
  readonly day: string;
  readonly time: number;
}

/**
 * Places moments in a time zone. Results are cached, and `Intl` is called once per quarter of an hour, within which the day cannot change:
 * every new message places all of them again.
 */
export function placesIn(timeZone: string): (moment: string) => RowTime {
  const quarterMs = 15 * 60_000;
  const days = new Map<number, string>();
  const cached = new Map<string, RowTime>();
  return (moment) => {
    const before = cached.get(moment);
    if (before) return before;
    const time = Date.parse(moment);
    const quarter = Math.floor(time / quarterMs);
    const day = days.get(quarter) ?? dayIn(timeZone, moment);
    days.set(quarter, day);
    const placed = { day, time };
    cached.set(moment, placed);
    return placed;
  };
}

/** True if a message has a row; also a reaction with an unknown outcome. */
const isInThread = (message: Message) =>
  hasRow(message) || (message.status === 'pending' && message.status_reason !== null);

type Entry =
  | { readonly at: string; readonly message: Message }
  | { readonly at: string; readonly note: Note }
  | { readonly at: string; readonly activity: Activity };

const secondOf = (moment: string) => moment.slice(0, 'YYYY-MM-DDTHH:mm:ss'.length);

/** True if a note or an activity is older than a message; within the same second, if it was stored before. */
function isBefore({ at }: Entry, message: Message): boolean {
  const [ofEntry, ofMessage] = [secondOf(at), secondOf(message.sent_at)];
  return ofEntry === ofMessage ? at < message.created_at : ofEntry < ofMessage;
}

/** Notes and activities, by time. */
const between = ({ notes, activities }: RowSource): readonly Entry[] =>
  [
    ...notes.map((note) => ({ at: note.created_at, note })),
    ...activities.map((activity) => ({ at: activity.created_at, activity })),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));

type RowSource = Pick<MessageWindow, 'messages' | 'notes' | 'activities'>;

/** Merges messages with the notes and activities between them. */
function* entriesOf(source: RowSource): Generator<Entry> {
  const rest = between(source);
  let next = 0;
  for (const message of source.messages) {
    for (let entry = rest[next]; entry && isBefore(entry, message); entry = rest[next]) {
      next += 1;
      yield entry;
    }
    yield { at: message.sent_at, message };
  }
  yield* rest.slice(next);
}

const messageRows = new WeakMap<Message, Row & { readonly kind: 'message' }>();

/** Row of a message; the same object while it is unchanged. */
function rowOf(message: Message, begins: boolean): Row {
  const before = messageRows.get(message);
  if (before?.begins === begins) return before;
  const row = { kind: 'message', key: message.id, message, begins } as const;
  messageRows.set(message, row);
  return row;
}

/** Author key by which messages are grouped: the contact, one member of a group, or one author on our side. */
const sideOf = ({
  direction,
  author,
  participant,
}: Pick<Message, 'direction' | 'author' | 'participant'>) =>
  direction === 'incoming'
    ? `incoming ${participant?.id ?? participant?.name}`
    : `outgoing ${author?.type} ${author?.id} ${author?.run_id}`;

const sentBy = (me: string | undefined) =>
  sideOf({
    direction: 'outgoing',
    author: { type: 'user', id: me ?? null, name: null, run_id: null },
    participant: null,
  });

/**
 * @param outgoing unsent messages of this browser; those already in the thread are left out
 * @param me current user, the author of outgoing messages
 * @param unread first message that was unread when the thread was opened; undefined for none
 * @param placeOf result of `placesIn`
 */
export function rowsOf(
  messageWindow: RowSource,
  outgoing: readonly OutgoingMessage[],
  unread: string | undefined,
  placeOf: (moment: string) => RowTime,
  me?: string,
): readonly Row[] {
  const rows: Row[] = [];
  let day = '';
  let side = '';
  let last = 0;
  let isUnreadDue = false;
  /** Adds a day row if necessary. @returns true if the entry begins a group */
  const place = (at: string, of: string): boolean => {
    const { day: on, time } = placeOf(at);
    if (on > day) {
      day = on;
      side = '';
      rows.push({ kind: 'day', key: `day ${on}`, day: on });
    }
    if (isUnreadDue) {
      isUnreadDue = false;
      side = '';
      rows.push({ kind: 'unread', key: 'unread' });
    }
    const begins = of !== side || time - last > pauseMs;
    side = of;
    last = time;
    return begins;
  };
  for (const entry of entriesOf(messageWindow)) {
    if ('note' in entry) {
      place(entry.at, 'note');
      rows.push({ kind: 'note', key: entry.note.id, note: entry.note });
      continue;
    }
    if ('activity' in entry) {
      const { activity } = entry;
      place(entry.at, 'activity');
      rows.push({ kind: 'activity', key: `${activity.id} ${activity.kind}`, activity });
      continue;
    }
    const { message } = entry;
    if (message.id === unread) isUnreadDue = true;
    if (!isInThread(message)) continue;
    const begins = place(entry.at, sideOf(message));
    rows.push(rowOf(message, begins));
  }
  const loadedIds = new Set(messageWindow.messages.map(({ id }) => id));
  for (const each of outgoing) {
    if (loadedIds.has(each.id)) continue;
    const begins = place(each.at, each.type === 'note' ? 'note' : sentBy(me));
    rows.push({ kind: 'outgoing', key: each.id, outgoing: each, begins });
  }
  return rows;
}

/** Day of a row, unless a day row is visible there. */
export function dayAbove(rows: readonly Row[], at: number): string | undefined {
  const top = rows[at];
  if (top?.kind === 'day' || top?.kind === 'unread') return undefined;
  for (let above = at; above >= 0; above -= 1) {
    const row = rows[above];
    if (row?.kind === 'day') return row.day;
  }
  return undefined;
}

/** Row that can be focused and acted on. */
type WrittenRow = Extract<Row, { kind: 'message' | 'note' | 'outgoing' }>;

export const isWritten = (row: Row | undefined): row is WrittenRow =>
  row?.kind === 'message' || row?.kind === 'note' || row?.kind === 'outgoing';

const lineLength = 46;
const linesIn = (text: string) =>
  text === ''
    ? 0
    : text
        .split('\n')
        .reduce((lines, line) => lines + Math.ceil((line.length + 1) / lineLength), 0);

/** Reserved height by media type; the same before and after loading. */
const mediaHeights: Readonly<Record<string, number>> = {
  image: 240,
  video: 180,
  sticker: 128,
  audio: 48,
  voice: 48,
  document: 56,
};

/** Length above which a text is shown shortened. */
export const longText = 1_500;

const heights = new WeakMap<Row, number>();

/** Estimated height of a row in px; the closer it is, the less moves when the row is measured. */
export function heightOf(row: Row): number {
  const cached = heights.get(row) ?? estimateHeight(row);
  heights.set(row, cached);
  return cached;
}

function estimateHeight(row: Row): number {
  if (row.kind === 'day' || row.kind === 'unread') return 40;
  if (row.kind === 'activity') return 28;
  if (row.kind === 'note') {
    const { content, files } = row.note;
    const pictures = files.filter((file) => file.media_type.startsWith('image/'));
    return (
      52 + 20 * linesIn(content.slice(0, longText)) + 60 * files.length + 184 * pictures.length
    );
  }
  const of = row.kind === 'message' ? row.message : undefined;
  const text = row.kind === 'message' ? row.message.content : row.outgoing.content;
  const type = row.kind === 'message' ? row.message.message_type : row.outgoing.type;
  const lines = linesIn(text.slice(0, longText));
  const media = of?.media?.status === 'stored' ? (mediaHeights[type] ?? 56) : of?.media ? 56 : 0;
  const more = (of?.reply_to ? 48 : 0) + (of && of.reactions.length > 0 ? 26 : 0);
  const original = of?.revoked_at === null ? of.versions.at(0)?.content : undefined;
  const replaced = original ? 4 + 16 * linesIn(original.slice(0, longText)) : 0;
  const advert = of?.referral
    ? 26 +
      16 * linesIn(of.referral.title ?? '') +
      16 * Math.min(3, linesIn(of.referral.body ?? '')) +
      (of.referral.source_url ? 32 : 0)
    : 0;
  const failed = of?.status === 'failed' ? 68 : 0;
  const change = of?.last_change && of.last_change.status !== 'done' ? 76 : 0;
  const isOurs = of?.direction !== 'incoming';
  const hasAuthor = isOurs || of?.participant !== null;
  const begins = row.begins ? (hasAuthor ? 26 : 10) : 2;
  return 34 + lines * 20 + media + more + advert + replaced + failed + change + begins;
}
