import { describe, expect, test } from 'vitest';
import type { Message } from '#panel/api/types.ts';
import { newestIn, unseenAnswers } from '#panel/records/conversations/composer/unseen-answers.ts';

/* Answers of colleagues that the user has not seen. */

const at = (second: number) => `2026-11-28T12:00:${String(second).padStart(2, '0')}.000Z`;

const message = (id: string, second: number, fields: Partial<Message> = {}) =>
  ({
    id,
    direction: 'outgoing',
    message_type: 'text',
    status: 'sent',
    author: { type: 'user', id: 'bia', name: 'Bia', run_id: null },
    sent_at: at(second),
    created_at: at(second),
    ...fields,
  }) as Message;

const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);
const by = (type: 'user' | 'key' | 'workflow' | 'operator' | 'phone' | 'other', id = 'x') => ({
  author: { type, id, name: null, run_id: null },
});

describe('unseen answers', () => {
  test('are those of colleagues, the phone and programs, after the oldest seen message', () => {
    const messages = [
      message('old', 0),
      message('seen', 1),
      message('user', 2),
      message('own', 3, by('user', 'ana')),
      message('key', 4, by('key')),
      message('phone', 5, by('phone')),
      message('program', 6, by('other')),
      message('workflow', 7, by('workflow')),
      message('operator', 8, by('operator')),
      message('failed', 9, { status: 'failed' }),
      message('reaction', 10, { message_type: 'reaction' }),
      message('question', 11, { direction: 'incoming', status: 'received', author: null }),
    ];
    expect(idsOf(unseenAnswers(messages, ['seen'], 'ana'))).toEqual([
      'user',
      'key',
      'phone',
      'program',
    ]);
  });

  test('include one that arrived late, between seen messages', () => {
    const messages = [message('a', 1), message('late', 2), message('b', 3)];
    expect(idsOf(unseenAnswers(messages, ['a', 'b'], 'ana'))).toEqual(['late']);
  });

  test('are all answers if nothing was seen, and none if everything was', () => {
    const messages = Array.from({ length: 30 }, (_, each) => message(String(each), each));
    expect(unseenAnswers(messages, [], 'ana')).toHaveLength(30);
    expect(newestIn(messages)).toEqual(idsOf(messages.slice(-20)));
    expect(unseenAnswers(messages, newestIn(messages), 'ana')).toEqual([]);
  });
});
