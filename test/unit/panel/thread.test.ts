import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change, Message, Note } from '#panel/api/types.ts';
import { applyChanges } from '#panel/data/live-changes.ts';
import type { OutgoingMessage } from '#panel/records/conversations/outgoing/outgoing-message.ts';
import {
  contactsIn,
  locationIn,
  mapLink,
  optionsIn,
  orderIn,
} from '#panel/records/conversations/thread/content-details.ts';
import {
  detailOf,
  reasonIn,
  stateOf,
} from '#panel/records/conversations/thread/failure-reasons.ts';
import {
  isEmojiOnly,
  partsOf,
  withoutMarkup,
} from '#panel/records/conversations/thread/message-markup.ts';
import {
  compareMessages,
  type MessageSource,
  type MessageWindow,
  messageWindowOf,
  withMessage,
  withNewer,
  withOlder,
} from '#panel/records/conversations/thread/message-window.ts';
import { threadQuery } from '#panel/records/conversations/thread/queries.ts';
import { placesIn, type Row, rowsOf } from '#panel/records/conversations/thread/rows.ts';

/* The panel's thread of a conversation, whatever the order in which messages arrive. */

const second = (n: number) => new Date(Date.UTC(2026, 10, 23, 12, 0, n)).toISOString();
const message = (n: number, more: Partial<Message> = {}) =>
  ({
    id: `m${String(n).padStart(3, '0')}`,
    conversation_id: 'c',
    direction: 'incoming',
    origin: 'contact',
    author: null,
    step_due_at: null,
    superseded_by: null,
    message_type: 'text',
    content: `message ${n}`,
    status: 'received',
    status_reason: null,
    msgapp_message_id: `n${n}`,
    reply_to: null,
    reactions: [],
    versions: [],
    referral: null,
    media: null,
    sent_at: second(n),
    created_at: second(n),
    ...more,
  }) as Message;
const ours = (n: number, status: Message['status'], more: Partial<Message> = {}) =>
  message(n, { direction: 'outgoing', origin: 'pauta', status, ...more });
const note = (n: number) => ({ id: `note${n}`, content: 'x', created_at: second(n) }) as Note;
const page = (messages: readonly Message[], more: Partial<MessageWindow> = {}) =>
  messageWindowOf({
    conversation: { id: 'c' },
    messages,
    notes: [],
    activities: [],
    before: null,
    after: null,
    ...more,
  } as unknown as MessageWindow);
const ids = ({ messages }: MessageWindow) => messages.map(({ id }) => id);
const numbers = (...all: readonly number[]) => all.map((n) => message(n));

describe('a message window', () => {
  test('has every message once and in order, regardless of the number and order of reports', () => {
    const all = Array.from({ length: 12 }, (_, n) =>
      message(n % 5 === 0 ? n : n - 1, { id: `m${n}` }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.nat(11), { minLength: 12, maxLength: 40 }),
        fc.array(fc.constantFrom<MessageSource>('created', 'changed', 'answered'), {
          minLength: 40,
          maxLength: 40,
        }),
        (numbers, hows) => {
          const heard = numbers.reduce(
            (thread, n, at) => withMessage(thread, all[n] as Message, hows[at] ?? 'created'),
            page([]),
          );
          const wanted = all.filter((_, n) => numbers.includes(n)).sort(compareMessages);
          expect(ids(heard)).toEqual(wanted.map(({ id }) => id));
        },
      ),
    );
  });

  test('accepts no message from outside the loaded range', () => {
    const middle = page(numbers(5, 6, 7), { before: 'b', after: 'a' });
    expect(withMessage(middle, message(2), 'created')).toBe(middle);
    expect(ids(withMessage(middle, message(6, { id: 'm006b' }), 'created'))).toEqual([
      'm005',
      'm006',
      'm006b',
      'm007',
    ]);
    const thread = [9, 9, 10].reduce(
      (messages, n) => withMessage(messages, message(n), 'created'),
      middle,
    );
    expect([ids(thread), thread.arrivals]).toEqual([
      ['m005', 'm006', 'm007'],
      ['m009', 'm010'],
    ]);
    // An event about a distant older message adds no message.
    expect(withMessage(middle, message(9), 'changed')).toBe(middle);
    const further = withNewer(thread, page(numbers(7, 8, 9), { after: 'z' }));
    expect([ids(further), further.after, further.arrivals]).toEqual([
      ['m005', 'm006', 'm007', 'm008', 'm009'],
      'z',
      ['m009', 'm010'],
    ]);
    // The user's own message causes no notification.
    expect(withMessage(page([]), ours(1, 'sent'), 'created').arrivals).toEqual([]);
    expect(ids(withOlder(middle, page(numbers(3, 4, 5))))).toEqual([
      'm003',
      'm004',
      'm005',
      'm006',
      'm007',
    ]);
  });

  test('never reverts a message to an unknown outcome', () => {
    const status = (thread: MessageWindow) => thread.messages[0]?.status;
    const statusAfter = (...steps: readonly (readonly [Message['status'], MessageSource])[]) =>
      status(steps.reduce((thread, [is, how]) => withMessage(thread, ours(1, is), how), page([])));
    // The sender gets the answer before the stream reports that the message exists.
    expect(statusAfter(['sent', 'answered'], ['pending', 'created'])).toBe('sent');
    expect(statusAfter(['delivered', 'changed'], ['sent', 'answered'])).toBe('delivered');
    expect(statusAfter(['pending', 'created'], ['failed', 'answered'])).toBe('failed');
    expect(statusAfter(['sent', 'answered'], ['failed', 'changed'])).toBe('failed');
    // A gateway failed, and the network's status overrides it.
    expect(statusAfter(['failed', 'answered'], ['delivered', 'changed'])).toBe('delivered');
    const edited = withMessage(
      page([ours(1, 'sent')]),
      ours(1, 'pending', { content: 'edited' }),
      'changed',
    );
    expect(edited.messages[0]).toMatchObject({ status: 'sent', content: 'edited' });
  });

  test('orders messages of one second as they were stored, regardless of their ids', () => {
    const stored = (n: number, part: string) =>
      ours(n, 'failed', { sent_at: second(1), created_at: second(1).replace('.000', part) });
    const thread = page([stored(9, '.100'), stored(1, '.900')]);
    const heard = withMessage(thread, stored(5, '.500'), 'created');
    expect(ids(heard)).toEqual(['m009', 'm005', 'm001']);
    expect(ids(withMessage(heard, stored(9, '.100'), 'answered'))).toEqual(ids(heard));
  });

  test('keeps its order if the network gives a message another time', () => {
    const thread = page([ours(1, 'pending'), message(2)]);
    expect(ids(withMessage(thread, ours(1, 'sent', { sent_at: second(3) }), 'answered'))).toEqual([
      'm002',
      'm001',
    ]);
  });
});

test('live events update a conversation, and late ones do not', () => {
  const client = new QueryClient();
  const query = threadQuery('ipe', 'c');
  client.getQueryCache().build(client, client.defaultQueryOptions(query));
  client.setQueryData<MessageWindow>(query.queryKey, page([ours(1, 'sent')]));
  const latest = new Map<string, string>();
  const tell = (id: string, type: string, data: Message) =>
    applyChanges(
      client,
      'ipe',
      [
        {
          id,
          type,
          record_id: data.id,
          created_at: second(0),
          data,
          previous: {},
        } as unknown as Change,
      ],
      latest,
    );
  tell('2', 'message.created', message(2));
  tell('4', 'msgapp.message.status', ours(1, 'read'));
  tell('3', 'msgapp.message.status', ours(1, 'delivered'));
  tell('1', 'message.created', ours(1, 'pending'));
  tell('5', 'message.created', message(3, { conversation_id: 'another' }));
  const thread = client.getQueryData<MessageWindow>(query.queryKey);
  expect(thread?.messages.map(({ id, status }) => [id, status])).toEqual([
    ['m001', 'read'],
    ['m002', 'received'],
  ]);
  client.clear();
});

describe('rows', () => {
  const zone = placesIn('America/Sao_Paulo');
  const at = (moment: string, n: number, more: Partial<Message> = {}) =>
    message(n, { sent_at: moment, ...more });
  const shape = (rows: readonly Row[]) =>
    rows.map((row) =>
      row.kind === 'day'
        ? row.day
        : row.kind === 'message' || row.kind === 'outgoing'
          ? `${row.key}${row.begins ? '*' : ''}`
          : row.key,
    );
  const outgoing = (id: string, moment: string) =>
    ({
      id,
      conversationId: 'c',
      type: 'text',
      content: 'x',
      at: moment,
      state: 'sending',
    }) as OutgoingMessage;

  test('are days of the team, groups by author, notes and activities between, and messages this browser has yet to send', () => {
    const messages = [
      at('2026-11-23T02:59:00.000Z', 1),
      at('2026-11-23T03:01:00.000Z', 2),
      at('2026-11-23T03:02:00.000Z', 3),
      at('2026-11-23T03:09:00.000Z', 4),
      at('2026-11-23T03:09:00.000Z', 5, {
        direction: 'outgoing',
        origin: 'phone',
        author: { type: 'phone', id: null, name: null, run_id: null },
        status: 'sent',
      }),
      at('2026-11-23T03:09:30.000Z', 6, {
        direction: 'outgoing',
        origin: 'pauta',
        author: { type: 'user', id: 'u1', name: 'Ana', run_id: null },
        status: 'sent',
      }),
    ];
    const notes = [{ ...note(1), created_at: '2026-11-23T03:01:30.000Z' }];
    const activities = [
      { id: 'a1', kind: 'resolved', created_at: '2026-11-23T03:01:40.000Z' },
      { id: 'a2', kind: 'assigned', created_at: '2026-11-23T03:09:50.000Z' },
    ] as MessageWindow['activities'][number][];
    const waiting = [
      outgoing('m006', '2026-11-23T03:09:30.000Z'),
      outgoing('own', '2026-11-23T03:10:00.000Z'),
    ];
    expect(shape(rowsOf({ messages, notes, activities }, waiting, 'm004', zone, 'u1'))).toEqual([
      '2026-11-22',
      'm001*',
      '2026-11-23',
      'm002*',
      'note1',
      'a1 resolved',
      'm003*',
      'unread',
      'm004*',
      'm005*',
      'm006*',
      'a2 assigned',
      'own*',
    ]);
  });

  test('show a reaction at its message, and separately if it was not sent', () => {
    const reaction = (n: number, more: Partial<Message>) =>
      ours(n, 'sent', { message_type: 'reaction', reply_to: 'm001', content: '👍', ...more });
    const messages = [
      message(1),
      reaction(2, {}),
      reaction(3, { status: 'failed', status_reason: 'network: down' }),
      reaction(4, { reply_to: null }),
    ];
    // The first unread message may have no row: the line precedes the next one.
    expect(
      shape(rowsOf({ messages, notes: [], activities: [] }, [], 'm002', zone)).slice(1),
    ).toEqual(['m001*', 'unread', 'm003*', 'm004']);
  });
});

describe('the text of a message', () => {
  test('is formatted as the network formats it, and no further', () => {
    expect(
      partsOf('*Oi* _tu_ ~não~ 2*3*4 snake_case_x `a*b*` https://a.example/x_y_z. www.b.example'),
    ).toEqual([
      { is: 'bold', inside: [{ is: 'text', text: 'Oi' }] },
      { is: 'text', text: ' ' },
      { is: 'italic', inside: [{ is: 'text', text: 'tu' }] },
      { is: 'text', text: ' ' },
      { is: 'struck', inside: [{ is: 'text', text: 'não' }] },
      { is: 'text', text: ' 2*3*4 snake_case_x ' },
      { is: 'code', text: 'a*b*' },
      { is: 'text', text: ' ' },
      {
        is: 'link',
        href: 'https://a.example/x_y_z',
        inside: [{ is: 'text', text: 'https://a.example/x_y_z' }],
      },
      { is: 'text', text: '. ' },
      {
        is: 'link',
        href: 'https://www.b.example/',
        inside: [{ is: 'text', text: 'www.b.example' }],
      },
    ]);
    expect(partsOf('```a\n*b*``` ana@ipe.example javascript:alert(1) <b>x</b>')).toEqual([
      { is: 'code', text: 'a\n*b*' },
      { is: 'text', text: ' ' },
      {
        is: 'link',
        href: 'mailto:ana@ipe.example',
        inside: [{ is: 'text', text: 'ana@ipe.example' }],
      },
      { is: 'text', text: ' javascript:alert(1) <b>x</b>' },
    ]);
    expect(withoutMarkup('*Oi*,\n_tudo_ ```bem```?')).toBe('Oi, tudo bem?');
    expect(['🎉🎉', '👍🏽', '👨‍👩‍👧', 'oi 🎉', '🎉🎉🎉🎉', '12'].map(isEmojiOnly)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('is parsed to its end, whatever the input', () => {
    for (const sign of ['*', '_', '~', '`', '```', 'a@', 'https://', '*a ', '_ *'])
      expect(partsOf(sign.repeat(20_000)).length).toBeGreaterThan(0);
  });

  test('is read from any gateway’s format', () => {
    expect(locationIn({ latitude: '-23.5', longitude: -46.6, name: 7 })).toEqual({
      name: '',
      address: '',
      isLive: false,
      at: [-23.5, -46.6],
    });
    expect(locationIn({ latitude: 999, longitude: 1 }).at).toBeUndefined();
    expect(mapLink([-23.5, -46.6])).toContain('query=-23.5,-46.6');
    expect(contactsIn({ contacts: [{ name: 'Ana', phones: ['+55', 7] }, null, {}] })).toEqual([
      { name: 'Ana', phones: ['+55'] },
      { name: '?', phones: [] },
    ]);
    expect(optionsIn({ options: ['A', { name: 'B' }, 3] }).options).toEqual(['A', 'B']);
    expect(orderIn({ items: 3, total: 9.5, currency: 'brl' })).toMatchObject({
      count: 3,
      total: 9.5,
      currency: undefined,
    });
  });

  test('the reason why one was not sent is a cause, plus the gateway’s words if they add something', () => {
    const reasonOf = (text: string | null) => [reasonIn(text).cause, detailOf(reasonIn(text))];
    expect(reasonOf('network: the gateway is unreachable')).toEqual(['network', '']);
    expect(reasonOf('rejected: too long')).toEqual(['rejected', 'too long']);
    expect(reasonOf('unconfirmed')).toEqual(['unconfirmed', '']);
    expect(reasonOf('gone at the gateway')).toEqual([undefined, 'gone at the gateway']);
    expect(reasonOf(null)).toEqual([undefined, '']);
    const over = { step_due_at: null };
    expect(stateOf({ status: 'pending', status_reason: null, ...over })).toBe('pending');
    const lost = { status: 'pending', status_reason: 'timeout: no answer' } as const;
    expect(stateOf({ ...lost, ...over })).toBe('unknown');
    const failed = { status: 'failed', status_reason: 'network: down' } as const;
    expect(stateOf({ ...failed, ...over })).toBe('failed');
    expect(stateOf({ ...failed, step_due_at: '2026-11-30T12:00:05.000Z' })).toBe('retrying');
  });
});
