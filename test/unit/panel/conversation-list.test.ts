import { describe, expect, test } from 'vitest';
import type { Conversation, Message } from '#panel/api/types.ts';
import { withFields } from '#panel/commands/diff.ts';
import { type RecordChange, withPatches } from '#panel/data/live-patches.ts';
import { internationalDigits } from '#panel/parts/brazilian-formats.ts';
import {
  futureMoment,
  scheduleOptionsAt,
} from '#panel/records/conversations/composer/scheduled/schedule.ts';
import {
  applyToRows,
  type CachedRows,
  cachedPage,
  missingIdsIn,
  orderedRows,
  type Row,
  type RowsViewer,
  rowsOf,
  withFetched,
  withUserFields,
} from '#panel/records/conversations/list-rows.ts';
import { descriptionOf, titleOf } from '#panel/records/conversations/message-as-record.ts';
import {
  newConversationErrors,
  noRecipient,
} from '#panel/records/conversations/new-conversation-errors.ts';
import { dueAt } from '#panel/records/conversations/reply-due.ts';
import { snoozeOptionsAt } from '#panel/records/conversations/snooze-options.ts';
import { words } from '#panel/words/conversations/pt-BR.ts';

/*
 * The panel's list of conversations: live events move rows as the service would, also if they are late, repeated or about unknown
 * conversations.
 */

const at = (minute: number) => `2026-11-23T12:${String(minute).padStart(2, '0')}:00.000Z`;
const conversation = (id: string, more: Partial<Conversation> = {}) =>
  ({
    id,
    inbox_id: 'sales',
    contact_id: `of ${id}`,
    contact: { id: `of ${id}`, name: id },
    status: 'open',
    snoozed_until: null,
    assignee_id: null,
    assignee: null,
    waiting_since: null,
    reply_due_at: null,
    last_incoming_at: null,
    last_message_at: at(0),
    ...more,
  }) as Conversation;
const row = (id: string, waiting: number | null, more: Partial<Row> = {}): Row => ({
  ...conversation(id),
  waiting_since: waiting === null ? null : at(waiting),
  last_message_at: at(waiting ?? 0),
  name: id,
  last_message: null,
  unread: 0,
  client: null,
  draft: false,
  has_reply_times: false,
  ...more,
});
const message = (
  id: string,
  of: string,
  minute: number,
  more: Partial<Message> = {},
): RecordChange => ({
  kind: 'messages',
  verb: 'created',
  id,
  previous: {},
  record: {
    id,
    conversation_id: of,
    direction: 'incoming',
    message_type: 'text',
    content: id,
    status: 'received',
    origin: 'contact',
    author: null,
    superseded_by: null,
    reply_to: null,
    revoked_at: null,
    sent_at: at(minute),
    created_at: at(minute),
    ...more,
  },
});
const ours = { direction: 'outgoing', origin: 'pauta', status: 'sent' } as const;
const updated = (
  id: string,
  more: Partial<Conversation>,
  previous: RecordChange['previous'],
): RecordChange => ({
  kind: 'conversations',
  verb: 'updated',
  id,
  record: { ...conversation(id, more) },
  previous,
});

const all: RowsViewer = { filters: { view: 'all', status: 'open', sort: 'waiting' }, me: 'ana' };
const counts = { mine: 0, unassigned: 3, all: 3 };
const list = (next: string | null, ...rows: readonly Row[]): CachedRows => ({
  pages: [cachedPage({ rows, next, counts })],
  pageParams: [undefined],
});
const visible = (rows: CachedRows, looking = all) =>
  orderedRows(rows, rowsOf(rows), looking).map(({ id }) => id);
/** Applies changes as the panel does: cached copies of the record have the new fields by then. */
const take = (rows: CachedRows, looking: RowsViewer, ...changes: readonly RecordChange[]) =>
  changes.reduce(
    (rows, change) =>
      applyToRows(
        withPatches(rows, (id, copy) =>
          id === change.id ? withFields(copy, change.record) : copy,
        ),
        change,
        looking,
      ),
    rows,
  );

describe('the list of conversations', () => {
  test('a person narrows rows and counts; what the server decides is read again, whether it comes or goes', () => {
    const assigned = (id: string, assignee_id: string | null) =>
      updated(id, { assignee_id, waiting_since: at(1) }, { assignee_id: null });
    const anas = { ...all, filters: { ...all.filters, assignee_id: 'ana' } };
    const rows = list(null, row('a', 1), row('b', 2));
    expect(visible(take(rows, anas, assigned('a', 'ana')), anas)).toEqual(['a']);
    const counted = take(rows, anas, assigned('a', 'ana')).pages[0]?.counts;
    expect(counted).toEqual({ mine: 1, unassigned: 3, all: 4 });
    for (const filter of [{ squad_id: 's' }, { my_squads: 'true' }] as const) {
      const bySquad = { ...all, filters: { ...all.filters, ...filter } };
      for (const id of ['a', 'z'])
        expect(missingIdsIn(take(rows, bySquad, assigned(id, 'ana')))).toEqual([id]);
    }
  });

  test('a contact who writes waits, an answer ends the wait; a repeated event counts once', () => {
    const rows = list(null, row('a', 1), row('b', 2), row('c', null));
    expect(visible(rows)).toEqual(['a', 'b', 'c']);
    const written = take(rows, all, message('1', 'c', 9), message('2', 'a', 10));
    expect(visible(written)).toEqual(['a', 'b', 'c']);
    expect(rowsOf(written).map(({ unread }) => unread)).toEqual([1, 0, 1]);
    const again = take(written, all, message('2', 'a', 10));
    expect(rowsOf(again)).toEqual(rowsOf(written));
    const answered = take(again, all, message('3', 'a', 12, ours));
    expect(visible(answered)).toEqual(['b', 'c', 'a']);
    // An unsent message is no answer, nor is one of another program on the session.
    const pending = { ...ours, status: 'pending' } as const;
    const neither = take(
      again,
      all,
      message('3', 'a', 12, pending),
      message('4', 'a', 13, { ...ours, origin: 'other' }),
    );
    expect(visible(neither)).toEqual(['a', 'b', 'c']);
    // A contact who wrote after it has waited since a message that only the service knows.
    const late = take(again, all, message('5', 'a', 5, ours));
    expect(missingIdsIn(late)).toEqual(['a']);
  });

  test('the answer that is due first is first; when a wait begins, the service is asked, and an answer ends it', () => {
    const due = (id: string, minute: number) =>
      row(id, 1, { reply_due_at: at(minute), has_reply_times: true });
    const byDue = { ...all, filters: { ...all.filters, sort: 'due' as const } };
    const rows = list(null, due('a', 40), due('b', 30), row('c', 2), row('d', 3));
    expect(visible(rows, byDue)).toEqual(['b', 'a', 'd', 'c']);
    const answered = take(rows, byDue, message('1', 'b', 12, ours));
    expect(visible(answered, byDue)).toEqual(['a', 'b', 'd', 'c']);
    expect(missingIdsIn(answered)).toEqual([]);
    expect(missingIdsIn(take(answered, byDue, message('2', 'b', 13)))).toEqual(['b']);
    // A conversation that is not loaded may be due before all others.
    const partial = list('next', due('a', 40));
    expect(missingIdsIn(take(partial, byDue, message('3', 'z', 50)))).toEqual(['z']);
    const overdue = { ...all, filters: { ...all.filters, due_minutes: 0 } };
    expect(missingIdsIn(take(rows, overdue, message('4', 'b', 14, ours)))).toEqual(['b']);
  });

  test('an answer is due soon in the last half hour, and late from its moment', () => {
    const left = (ms: number) => dueAt(at(30), Date.parse(at(30)) - ms);
    expect(left(31 * 60_000)).toEqual({ state: 'later', ms: 31 * 60_000 });
    expect(left(29.5 * 60_000)).toEqual({ state: 'soon', ms: 30 * 60_000 });
    expect(left(1)).toEqual({ state: 'soon', ms: 60_000 });
    expect(left(0)).toEqual({ state: 'late', ms: 60_000 });
    expect(left(-150_000)).toEqual({ state: 'late', ms: 120_000 });
  });

  test('a reaction moves its conversation, and is the last message only if its target is unknown, or it failed', () => {
    const last = message('1', 'a', 9).record as unknown as NonNullable<Row['last_message']>;
    const rows = list(null, row('a', 9, { unread: 1, last_message: last }));
    const reaction = { message_type: 'reaction', reply_to: '1' } as const;
    const of = (rows: CachedRows) => {
      const [row] = rowsOf(rows);
      const { unread, waiting_since, last_message_at, last_message } = row as Row;
      return [unread, waiting_since, last_message_at, last_message?.id];
    };
    const reacted = take(rows, all, message('2', 'a', 10, reaction));
    expect(of(reacted)).toEqual([1, at(9), at(10), '1']);
    const sign = { ...ours, ...reaction } as const;
    const sent = take(reacted, all, message('3', 'a', 11, { ...sign, status: 'pending' }));
    expect(of(sent)).toEqual([1, at(9), at(11), '1']);
    const failed = message('3', 'a', 11, { ...sign, status: 'failed' });
    expect(of(take(sent, all, { ...failed, verb: 'updated' }))).toEqual([1, at(9), at(11), '3']);
    // To an unknown message; once that is known, only the service knows the message before it.
    const loose = message('4', 'a', 12, { ...reaction, reply_to: null });
    const visible = take(rows, all, loose);
    expect(of(visible)).toEqual([2, at(9), at(12), '4']);
    const change = message('4', 'a', 12, reaction);
    expect(missingIdsIn(take(visible, all, { ...change, verb: 'updated' }))).toEqual(['a']);
    // A late message is unread, and may be the start of the wait.
    expect(missingIdsIn(take(rows, all, message('5', 'a', 3)))).toEqual(['a']);
  });

  test('assigning moves nothing, and is counted once; for rows that are not loaded, by the previous value', () => {
    const rows = list('more', row('a', 1), row('b', 2));
    const mine = updated('a', { assignee_id: 'ana', waiting_since: at(1) }, { assignee_id: null });
    const resolved = updated('z', { status: 'resolved' }, { status: 'open' });
    const now = take(rows, all, mine, mine, resolved);
    expect(visible(now)).toEqual(['a', 'b']);
    expect(now.pages[0]?.counts).toEqual({ mine: 1, unassigned: 1, all: 2 });
    const nobodys = { ...all, filters: { ...all.filters, view: 'unassigned' } } as const;
    expect(visible(take(rows, nobodys, mine), nobodys)).toEqual(['b']);
  });

  test('an incoming row is fetched once, and if it does not belong here not again until it changes', () => {
    const nobodys = { ...all, filters: { ...all.filters, view: 'unassigned' } } as const;
    const rows = list(null, row('a', 1));
    const came = take(
      rows,
      nobodys,
      message('1', 'x', 3),
      message('2', 'x', 4),
      message('3', 'y', 5),
    );
    expect(missingIdsIn(came)).toEqual(['x', 'y']);
    const read = withFetched(came, ['x', 'y'], { rows: [row('x', 3)], counts });
    expect(visible(read, nobodys)).toEqual(['a', 'x']);
    expect(missingIdsIn(take(read, nobodys, message('4', 'y', 6)))).toEqual([]);
    const freed = updated('y', { waiting_since: at(5) }, { assignee_id: 'bia' });
    expect(missingIdsIn(take(read, nobodys, freed))).toEqual(['y']);
  });

  test('rows after the loaded pages arrive with their page', () => {
    const rows = list('more', row('a', 1), row('b', 2));
    expect(missingIdsIn(take(rows, all, message('1', 'x', 30)))).toEqual([]);
    const first = updated('x', { waiting_since: at(0) }, { status: 'resolved' });
    expect(missingIdsIn(take(rows, all, first))).toEqual(['x']);
    expect(visible(take(rows, all, message('2', 'a', 20, ours)))).toEqual(['b']);
  });
});

test('a user’s own fields are merged into a row, and change nothing else', () => {
  const rows = list(null, row('a', 1, { unread: 2 }), row('b', 2));
  const begun = withUserFields(rows, 'a', { draft: true });
  expect(rowsOf(begun).map(({ draft, unread }) => [draft, unread])).toEqual([
    [true, 2],
    [false, 0],
  ]);
  expect(withUserFields(begun, 'a', { draft: true })).toBe(begun);
  expect(withUserFields(begun, 'x', { unread: 0 })).toBe(begun);
});

test('a new conversation accepts a number in Brazilian spelling, and explains a refusal in words', () => {
  const dials = (...numbers: readonly string[]) => numbers.map(internationalDigits);
  expect(dials('(11) 99999-8888', '11 3333-4444', '+55 11 99999-8888')).toEqual([
    '5511999998888',
    '551133334444',
    '5511999998888',
  ]);
  expect(dials('+1 212 555 1234', '5511999998888', '+11 99999-8888', '')).toEqual([
    '12125551234',
    '5511999998888',
    '11999998888',
    '',
  ]);
  const { begin } = words;
  const says = (failure: Parameters<typeof newConversationErrors>[0]) =>
    newConversationErrors(failure, begin).VALIDATION_ERROR;
  const about = (name: string) => ({
    fields: [{ name, code: 'invalid_format' as const }],
    reason: undefined,
  });
  expect(says(noRecipient())).toBe(begin.whom);
  expect(says(about('phone'))).toBe(begin.wrongPhone);
  expect(says({ fields: undefined, reason: 'inactive_inbox' })).toBe(begin.inactive);
  expect([says(about('text')), newConversationErrors(undefined, begin)]).toEqual([undefined, {}]);
});

test('snoozing ends at a time of the team’s clock; on a Sunday, tomorrow is the next week', () => {
  const on = (moment: string) =>
    snoozeOptionsAt('America/Sao_Paulo', Date.parse(moment)).map(({ kind, at }) => `${kind} ${at}`);
  expect(on('2026-11-25T14:02:00Z')).toEqual([
    'later 2026-11-25T17:15:00.000Z',
    'tomorrow 2026-11-26T12:00:00.000Z',
    'nextWeek 2026-11-30T12:00:00.000Z',
  ]);
  expect(on('2026-11-30T01:00:00Z')).toEqual(['tomorrow 2026-11-30T12:00:00.000Z']);
});

test('a message becomes a task: its first line, all of it as a quote, and its source', () => {
  const origin = 'https://pauta.example';
  expect(titleOf({ content: '  Banner   novo\ne dois posts' })).toBe('Banner novo');
  expect(titleOf({ content: 'a'.repeat(300) })).toHaveLength(255);
  expect(
    descriptionOf(
      origin,
      'ipe',
      { id: '1' },
      { id: '2', content: 'Banner\n\n# novo' },
      'Com [Ana]',
    ),
  ).toBe(
    '> Banner\n>\n> # novo\n\n[Com \\[Ana\\]](https://pauta.example/t/ipe/conversations/1?message=2)',
  );
});

describe('times of scheduled messages', () => {
  const zone = 'America/Sao_Paulo';

  test('are in the team’s time zone, and name Monday unless it is tomorrow', () => {
    // 28 November, 23:30 in the zone: already Sunday in UTC.
    expect(scheduleOptionsAt(zone, Date.parse('2026-11-29T02:30:00Z'))).toEqual([
      { kind: 'hour', clock: '2026-11-29T00:30' },
      { kind: 'tomorrow', clock: '2026-11-29T09:00' },
      { kind: 'monday', clock: '2026-11-30T09:00' },
    ]);
    expect(
      scheduleOptionsAt(zone, Date.parse('2026-11-29T12:00:00Z')).map(({ kind }) => kind),
    ).toEqual(['hour', 'tomorrow']);
  });

  test('must be chosen and in the future', () => {
    const now = Date.parse('2026-11-28T12:00:00Z');
    expect(futureMoment(zone, '', now)).toBeUndefined();
    expect(futureMoment(zone, '2026-11-28T09:00', now)).toBeUndefined();
    expect(futureMoment(zone, '2026-11-28T09:01', now)).toBe('2026-11-28T12:01:00.000Z');
  });
});
