import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReplySettings, replyTo } from '#server/features/receiving/automatic-replies.ts';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { startReplies } from '#server/jobs/worker.ts';
import { makeLog } from '#server/platform/log.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { eventually } from '#test/support/wait.ts';

/* Greeting and away message of an inbox. */
const service = useService();
let team: TestTeam;
let admin: TestPerson;
let number = 5511987650000;
let queues: readonly ReturnType<typeof startReplies>[];
beforeAll(async () => {
  team = await service.team('Aurora');
  admin = await makePerson(service, team, 'admin');
  // Two processes, which claim from the same rows.
  queues = [1, 2].map(() =>
    startReplies(service.database, { ...service.messaging, log: makeLog('silent') }),
  );
});
afterAll(async () => {
  await Promise.all(queues.map((queue) => queue.stop()));
});

const never = { weekly: [], national_holidays: false, holidays: [] };
const greeting = 'Olá! Já respondemos.';
const away = 'Estamos fechados. Respondemos amanhã.';
const phone = () => String(++number);

async function makeInbox(settings: Json): Promise<string> {
  const made = await admin.post('/inboxes', {
    name: 'Atendimento',
    type: 'session',
    gateway: 'sandbox',
  });
  const inbox = made.data.id as string;
  const set = await admin.put(`/inboxes/${inbox}/settings`, settings);
  expect(set.status, set.text).toBe(200);
  return inbox;
}

const writes = async (inbox: string, from: string, text = 'Oi', further: Json = {}) => {
  const answer = await admin.post(`/inboxes/${inbox}/sandbox-messages`, { from, text, ...further });
  expect(answer.status, answer.text).toBe(201);
  return answer.data.conversation_id as string;
};

const repliesIn = (conversation: string) =>
  service.sql(
    'select id, kind, next_attempt_at from automatic_replies where conversation_id = $1',
    [conversation],
  );

/** Our messages of a conversation, once all of its replies are sent. */
const sentIn = (conversation: string) =>
  eventually(async () => {
    const rows = await repliesIn(conversation);
    expect(rows.filter(({ next_attempt_at }) => next_attempt_at !== null)).toEqual([]);
    const page = await admin.get(
      `/msgapp/conversations/${conversation}/messages?limit=100&sort=created_at`,
    );
    return (page.data as unknown as Json[]).filter(({ direction }) => direction === 'outgoing');
  });

const texts = (messages: readonly Json[]) => messages.map(({ content }) => content);

describe('the away message', () => {
  test('is sent once per contact and closed time, is no answer, and names the inbox', async () => {
    const inbox = await makeInbox({ business_hours: never, away_message: away, greeting });
    const from = phone();
    const conversation = await writes(inbox, from);
    const [message] = await sentIn(conversation);
    expect(message).toMatchObject({
      content: away,
      author: { type: 'inbox', id: inbox, name: 'Atendimento', run_id: null },
    });
    for (let i = 0; i < 3; i += 1) await writes(inbox, from, `Oi ${i}`);
    expect(texts(await sentIn(conversation))).toEqual([away]);
    const { data } = await admin.get(`/msgapp/conversations/${conversation}`);
    expect(data).toMatchObject({ status: 'open', first_answered_at: null });
    expect(data.waiting_since).not.toBeNull();
    const second = await writes(inbox, phone());
    expect(texts(await sentIn(second))).toEqual([away]);
  });

  test('is sent once to a contact whose number becomes known between two messages', async () => {
    const inbox = await makeInbox({ business_hours: never, away_message: away });
    const from = phone();
    const lid = `${from}99`;
    const store = (id: string, chat: object) =>
      storeIncoming(
        service.database.team(team.id),
        inbox,
        's.msgapp.net',
        { networkId: id, chat, origin: 'contact', type: 'text', text: 'Oi' } as never,
        {
          replies: {
            awayMessage: away,
            greeting: null,
            hours: never,
            zone: 'UTC',
            now: Date.now(),
          },
        },
      );
    await store(`${from}-1`, { lid });
    await store(`${from}-2`, { phone: from, lid });
    await store(`${from}-3`, { phone: from });
    const rows = await service.sql(
      'select conversation_id from automatic_replies where team_id = $1 and inbox_id = $2',
      [team.id, inbox],
    );
    expect(rows).toHaveLength(1);
    expect(texts(await sentIn(rows[0]?.conversation_id as string))).toEqual([away]);
  });
});

describe('a reply whose process ended', () => {
  /** Stops the queues, runs `prepare` on a stored reply, and starts them again. */
  async function interrupted(prepare: (id: string, conversation: string) => Promise<unknown>) {
    await Promise.all(queues.map((queue) => queue.stop()));
    const inbox = await makeInbox({ business_hours: never, away_message: away });
    const conversation = await writes(inbox, phone());
    const [row] = await repliesIn(conversation);
    await prepare(row?.id as string, conversation);
    queues = [1, 2].map(() =>
      startReplies(service.database, { ...service.messaging, log: makeLog('silent') }),
    );
    return sentIn(conversation);
  }

  test('before it was claimed, or after, is sent once', async () => {
    expect(texts(await interrupted(async () => {}))).toEqual([away]);
    const claimed = await interrupted((id) =>
      service.sql(
        `update automatic_replies set claim = uuid7(now()), claimed_until = now() - interval '1 second' where id = $1`,
        [id],
      ),
    );
    expect(texts(claimed)).toEqual([away]);
  });

  test('after its message was stored is not sent again', async () => {
    const messages = await interrupted((id, conversation) =>
      service.sql(
        `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, message_type, content, status, sent_at, author, created_at)
          select c.team_id, $1, c.id, c.inbox_id, 'x', 'outgoing', 'text', $3, 'pending', now(), 'system', now() - interval '1 minute'
          from conversations c where c.id = $2`,
        [id, conversation, away],
      ),
    );
    expect(messages).toMatchObject([{ content: away, status: 'pending' }]);
    expect(messages[0]?.status_reason).toMatch(/^stopped/);
  });

  test('before a colleague answered, or before the inbox had none any more, is not sent', async () => {
    const answered = await interrupted(async (_, conversation) => {
      const sent = await admin.post('/msgapp/messages/write', {
        conversation_id: conversation,
        text: 'Bom dia! Já vejo.',
      });
      expect(sent.status, sent.text).toBe(201);
    });
    expect(texts(answered)).toEqual(['Bom dia! Já vejo.']);
    const removed = await interrupted((id) =>
      service.sql(
        `update inboxes set away_message = null where id = (select inbox_id from automatic_replies where id = $1)`,
        [id],
      ),
    );
    expect(removed).toEqual([]);
  });

  test('half an hour ago is not sent at all', async () => {
    const messages = await interrupted((id) =>
      service.sql(
        `update automatic_replies set created_at = now() - interval '31 minutes' where id = $1`,
        [id],
      ),
    );
    expect(messages).toEqual([]);
  });
});

describe('the greeting', () => {
  test('is sent when a conversation begins, and after it was resolved at most once a day', async () => {
    const inbox = await makeInbox({ greeting });
    const from = phone();
    const conversation = await writes(inbox, from);
    await writes(inbox, from, 'Alguém aí?');
    expect(texts(await sentIn(conversation))).toEqual([greeting]);
    await admin.post(`/msgapp/conversations/${conversation}/resolve`, {});
    await writes(inbox, from, 'Mais uma coisa');
    expect(texts(await sentIn(conversation))).toEqual([greeting]);
    // The next day.
    await service.sql(
      `update automatic_replies set period = period - interval '1 day' where conversation_id = $1`,
      [conversation],
    );
    await writes(inbox, from, 'Ainda aberta');
    expect(texts(await sentIn(conversation))).toEqual([greeting]);
    await admin.post(`/msgapp/conversations/${conversation}/resolve`, {});
    await writes(inbox, from, 'Bom dia');
    expect(texts(await sentIn(conversation))).toEqual([greeting, greeting]);
  });
});

describe('no automatic reply', () => {
  test.each([
    ['to a message typed on the phone', { from_phone: true }, { greeting }],
    ['without settings', {}, {}],
    ['in open hours', {}, { away_message: away }],
  ])('is stored %s', async (_, message, settings) => {
    const inbox = await makeInbox(settings);
    const conversation = await writes(inbox, phone(), 'Oi', message);
    expect(await repliesIn(conversation)).toEqual([]);
    expect((await sentIn(conversation)).every(({ content }) => content === 'Oi')).toBe(true);
  });

  test('is sent by an inbox that is inactive', async () => {
    const inbox = await makeInbox({ business_hours: never, away_message: away });
    const store = (id: string, from: string) =>
      storeIncoming(
        service.database.team(team.id),
        inbox,
        's.msgapp.net',
        {
          networkId: id,
          chat: { phone: from },
          origin: 'contact',
          type: 'text',
          text: 'Oi',
        } as never,
        {
          replies: {
            awayMessage: away,
            greeting: null,
            hours: never,
            zone: 'UTC',
            now: Date.now(),
          },
        },
      );
    await admin.put(`/inboxes/${inbox}`, { active: false });
    const from = phone();
    await store(from, from);
    const [row] = await service.sql(
      'select conversation_id from automatic_replies where inbox_id = $1',
      [inbox],
    );
    expect(await sentIn(row?.conversation_id as string)).toEqual([]);
  });

  test('is due for old messages, and none twice for the same moment', () => {
    const now = Date.parse('2026-11-28T12:00:00Z');
    const settings: ReplySettings = {
      greeting,
      awayMessage: away,
      hours: {
        weekly: [{ weekday: 5, from: '09:00', to: '18:00' }],
        national_holidays: false,
        holidays: [],
      },
      zone: 'America/Sao_Paulo',
      now,
    };
    expect(replyTo(settings, now - 3_600_001)).toBeUndefined();
    expect(replyTo(settings, now - 3_600_000)).toEqual({
      kind: 'away',
      period: '2026-11-27T21:00:00.000Z',
      text: away,
    });
    expect(replyTo({ ...settings, now: Date.parse('2026-12-04T11:59:00Z') }, undefined)).toEqual(
      replyTo(settings, undefined),
    );
    expect(replyTo({ ...settings, now: Date.parse('2026-12-04T12:00:00Z') }, undefined)).toEqual({
      kind: 'greeting',
      period: '2026-12-04T00:00:00.000Z',
      text: greeting,
    });
    expect(replyTo({ ...settings, awayMessage: null }, now)?.kind).toBe('greeting');
    expect(replyTo({ ...settings, greeting: null, hours: null }, now)).toBeUndefined();
    // An inbox that never opens has one closed time.
    expect(replyTo({ ...settings, hours: never }, now)?.period).toBe('1970-01-01T00:00:00.000Z');
  });
});

describe('the settings', () => {
  test.each([['greeting'], ['away_message']])('refuse a blank or long %s', async (name) => {
    const inbox = await makeInbox({});
    for (const text of ['', ' \n', 'x'.repeat(4_097)]) {
      const answer = await admin.put(`/inboxes/${inbox}/settings`, { [name]: text });
      expect(answer.error.code).toBe('VALIDATION_ERROR');
    }
    const set = await admin.put(`/inboxes/${inbox}/settings`, { [name]: ' Olá\n' });
    expect(set.data[name]).toBe(' Olá\n');
    const cleared = await admin.put(`/inboxes/${inbox}/settings`, { [name]: null });
    expect(cleared.data[name]).toBeNull();
  });
});
