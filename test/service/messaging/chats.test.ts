import { describe, expect, test } from 'vitest';
import { matchEchoes } from '#server/features/receiving/echoes.ts';
import { applyEdits, applyRevokes } from '#server/features/receiving/edits-and-revokes.ts';
import { learnLids, mergeLid } from '#server/features/receiving/lids.ts';
import { type IncomingMessage, storeIncoming } from '#server/features/receiving/store-incoming.ts';
import type { Edit } from '#server/outbound/messaging/incoming-updates.ts';
import { webId } from '#test/gateways/gateway.ts';
import { type Json, useSharedService } from '#test/support/harness.ts';

/*
 * Chats of the network become conversations that hold every message once, at the network's time, for every author and every order of
 * arrival.
 */

const service = useSharedService();
const suffix = 's.msgapp.net';
let last = 0;
const newPhone = () => `55119700${String(++last).padStart(5, '0')}`;
const newLid = () => `99${String(++last).padStart(13, '0')}`;
const at = Date.parse('2026-11-01T12:00:00Z');

async function newTeam() {
  const team = await service.team();
  const db = service.database.team(team.id);
  const arrive = (arrived: Partial<IncomingMessage> & Pick<IncomingMessage, 'chat'>) =>
    storeIncoming(db, team.inbox, suffix, {
      networkId: webId(),
      origin: 'contact',
      type: 'text',
      text: 'Oi',
      ...arrived,
    });
  const conversations = async () =>
    (await team.get('/msgapp/conversations?limit=100')).body.data as Json[];
  const messagesOf = async (id: unknown, query = 'sort=sent_at') =>
    (await team.get(`/msgapp/conversations/${id}/messages?limit=100&${query}`)).body.data as Json[];
  const messages = async () => {
    const [conversation, ...more] = await conversations();
    expect(more).toEqual([]);
    return messagesOf(conversation?.id);
  };
  return { team, db, arrive, conversations, messages, messagesOf };
}

describe('times', () => {
  test('a conversation is in the network’s order, regardless of the order of arrival', async () => {
    const { arrive, conversations, messages, messagesOf } = await newTeam();
    const chat = { phone: newPhone() };
    for (const second of [3, 4, 1, 2])
      await arrive({ chat, text: String(second), at: at + second * 1_000 });
    expect((await messages()).map(({ content }) => content)).toEqual(['1', '2', '3', '4']);
    const [conversation] = await conversations();
    expect(conversation?.last_message_at).toBe('2026-11-01T12:00:04.000Z');
    expect(conversation?.last_incoming_at).toBe('2026-11-01T12:00:04.000Z');
    // Without a sort the latest come first.
    const listed = await messagesOf(conversation?.id, '');
    expect(listed.map(({ content }) => content)).toEqual(['4', '3', '2', '1']);
    expect(listed[0]).toMatchObject({ sent_at: '2026-11-01T12:00:04.000Z', origin: 'contact' });
  });

  test.each([
    ['none', undefined],
    ['one before the network existed', 0],
    ['one far in the future', Date.now() + 10 * 86_400_000],
    ['one that is not a number', Number.NaN],
  ])('%s: the second of its arrival', async (_, time) => {
    const { arrive, messages } = await newTeam();
    const before = Math.floor((Date.now() - 1) / 1_000) * 1_000;
    await arrive({ chat: { phone: newPhone() }, at: time });
    const [message] = await messages();
    expect(Date.parse(String(message?.sent_at))).toBeGreaterThanOrEqual(before);
    expect(Date.parse(String(message?.sent_at))).toBeLessThanOrEqual(Date.now() + 1);
  });
});

describe('messages written elsewhere', () => {
  test('a message typed on the phone is in the conversation, once', async () => {
    const { arrive, conversations, messages } = await newTeam();
    const chat = { phone: newPhone() };
    const typed = { chat, origin: 'phone', networkId: webId(), text: 'Já vou!', at } as const;
    await Promise.all(Array.from({ length: 10 }, () => arrive(typed)));
    expect(await messages()).toMatchObject([
      { direction: 'outgoing', status: 'sent', origin: 'phone', content: 'Já vou!' },
    ]);
    expect((await conversations())[0]?.last_incoming_at).toBeNull();
  });

  test('the name on our own messages is not stored as the contact’s', async () => {
    const { team, arrive } = await newTeam();
    const chat = { phone: newPhone() };
    await arrive({ chat, name: 'Maria' });
    await arrive({ chat, origin: 'phone', name: 'Agência' });
    const { body } = await team.get(`/msgapp/contacts?search=${chat.phone}`);
    expect(body.data).toMatchObject([{ push_name: 'Maria' }]);
  });

  test('another program’s message is stored as a separate message, and its id is never given to ours', async () => {
    const { team, db, messages } = await newTeam();
    const phone = newPhone();
    const sent = await team.post('/msgapp/messages', {
      inbox_id: team.inbox,
      phone,
      content: 'Bom dia',
    });
    const echo = {
      networkId: webId(),
      chat: { phone },
      type: 'text',
      text: 'Bom dia',
      at,
    } as const;
    await matchEchoes(db, team.inbox, suffix, [echo, echo]);
    await matchEchoes(db, team.inbox, suffix, [echo]);
    expect(
      (await messages()).toSorted((a, b) => String(a.origin).localeCompare(String(b.origin))),
    ).toMatchObject([
      { origin: 'other', msgapp_message_id: echo.networkId, status: 'sent' },
      { origin: 'pauta', id: sent.data.id, msgapp_message_id: sent.data.msgapp_message_id },
    ]);
  });
});

describe('edits and revocations', () => {
  const theirs = { from: 'contact' } as const;

  const versionsOf = async (team: string) =>
    (
      await service.sql('select content from message_versions where team_id = $1 order by at, id', [
        team,
      ])
    ).map(({ content }) => content);

  const edited = async (order: readonly ('message' | 'edit' | 'revoke')[]) => {
    const fixture = await newTeam();
    const { team, db, arrive, messages } = fixture;
    const networkId = webId();
    const steps = {
      message: () => arrive({ chat: { phone: newPhone() }, networkId, text: 'antes', at }),
      edit: () =>
        applyEdits(db, team.inbox, [{ ...theirs, networkId, text: 'depois', at: at + 1_000 }]),
      revoke: () => applyRevokes(db, team.inbox, [{ ...theirs, networkId, at: at + 2_000 }]),
    };
    for (const step of order) await steps[step]();
    const [message, ...more] = await messages();
    expect(more).toEqual([]);
    return { message, versions: await versionsOf(team.id) };
  };

  test.each([[['message', 'edit', 'edit']], [['edit', 'message']]] as const)(
    '%j shows the new text and keeps the old one',
    async (order) => {
      expect(await edited(order)).toMatchObject({
        message: { content: 'depois', edited_at: '2026-11-01T12:00:01.000Z', revoked_at: null },
        versions: ['antes'],
      });
    },
  );

  test.each([[['message', 'revoke', 'revoke']], [['revoke', 'message']]] as const)(
    '%j hides the text and keeps it',
    async (order) => {
      expect(await edited(order)).toMatchObject({
        message: { content: '', revoked_at: '2026-11-01T12:00:02.000Z' },
        versions: ['antes'],
      });
    },
  );

  test('an older edit that arrives late changes nothing', async () => {
    const { team, db, arrive, messages } = await newTeam();
    const networkId = webId();
    await arrive({ chat: { phone: newPhone() }, networkId, text: 'um', at });
    await applyEdits(db, team.inbox, [
      { ...theirs, networkId, text: 'três', at: at + 3_000 },
      { ...theirs, networkId, text: 'dois', at: at + 2_000 },
    ]);
    expect(await messages()).toMatchObject([{ content: 'três' }]);
  });

  test('two edits within one second are both kept, and a repeat changes nothing', async () => {
    const { team, db, arrive, messages } = await newTeam();
    const networkId = webId();
    await arrive({ chat: { phone: newPhone() }, networkId, text: 'um', at });
    const edits = ['dois', 'três'].map((text) => ({
      ...theirs,
      networkId,
      text,
      at: at + 1_000,
    }));
    await applyEdits(db, team.inbox, edits);
    await applyEdits(db, team.inbox, edits);
    expect(await messages()).toMatchObject([{ content: 'três' }]);
    expect(await versionsOf(team.id)).toEqual(['um', 'dois']);
  });

  test('an edit that arrives after a revocation is kept, and not shown', async () => {
    const { team, db, arrive, messages } = await newTeam();
    const networkId = webId();
    await arrive({ chat: { phone: newPhone() }, networkId, text: 'um', at });
    await applyRevokes(db, team.inbox, [{ ...theirs, networkId, at: at + 2_000 }]);
    const edit = { ...theirs, networkId, text: 'dois', at: at + 1_000 };
    await applyEdits(db, team.inbox, [edit, edit]);
    expect(await messages()).toMatchObject([{ content: '' }]);
    expect(await versionsOf(team.id)).toEqual(['dois', 'um']);
  });

  test('message.updated contains each edit with the text before it, and all earlier texts', async () => {
    const { team, db, arrive, messages } = await newTeam();
    const networkId = webId();
    const um = { content: 'um', replaced_at: '2026-11-01T12:00:01.000Z' };
    const dois = { content: 'dois', replaced_at: '2026-11-01T12:00:02.000Z' };
    await arrive({ chat: { phone: newPhone() }, networkId, text: 'um', at });
    await applyEdits(db, team.inbox, [{ ...theirs, networkId, text: 'dois', at: at + 1_000 }]);
    await applyRevokes(db, team.inbox, [{ ...theirs, networkId, at: at + 2_000 }]);
    const rows = await service.sql(
      `select payload from events where team_id = $1 and type = 'message.updated' order by id`,
      [team.id],
    );
    expect(rows.map(({ payload }) => JSON.stringify(JSON.parse(String(payload))))).toEqual(
      rows.map(({ payload }) => payload),
    );
    expect(rows.map(({ payload }) => JSON.parse(String(payload)))).toMatchObject([
      {
        data: { content: 'dois', versions: [um] },
        previous: { content: 'um', edited_at: null, versions: [] },
      },
      {
        data: { content: '', versions: [um, dois] },
        previous: { content: 'dois', revoked_at: null, versions: [um] },
      },
    ]);
    // The list matches the event.
    expect(await messages()).toMatchObject([{ versions: [um, dois] }]);
  });

  test.each([
    ['by number', { phone: '5511970011001' }, { phone: '5511970011002' }],
    ['by LID', { lid: '990000000011001' }, { lid: '990000000011002' }],
  ])('affect only their author’s own message, in that chat, %s', async (_, chat, elsewhere) => {
    const { team, db, arrive, messages } = await newTeam();
    const [question, answered] = [webId(), webId()];
    await arrive({ chat, networkId: question, text: 'Quanto?', at });
    await arrive({ chat, networkId: answered, origin: 'phone', text: '100', at: at + 1_000 });
    const change = async (networkId: string, author: Pick<Edit, 'from' | 'chat'>) => {
      const one = { networkId, at: at + 2_000, ...author };
      await applyEdits(db, team.inbox, [{ ...one, text: 'falso' }]);
      await applyRevokes(db, team.inbox, [one]);
    };
    await change(answered, { from: 'contact', chat });
    await change(answered, { from: 'contact' });
    await change(answered, { from: 'contact', chat: elsewhere });
    await change(answered, { from: 'phone', chat: elsewhere });
    await change(question, { from: 'contact', chat: elsewhere });
    await change(question, { from: 'phone', chat });
    expect(await messages()).toMatchObject([
      { content: 'Quanto?', edited_at: null, revoked_at: null, versions: [] },
      { content: '100', edited_at: null, revoked_at: null, versions: [] },
    ]);
    await change(answered, { from: 'phone', chat });
    await change(question, { from: 'contact', chat });
    expect(await messages()).toMatchObject([
      { content: '', versions: [{ content: 'Quanto?' }, { content: 'falso' }] },
      { content: '', versions: [{ content: '100' }, { content: 'falso' }] },
    ]);
  });

  test('that wait for their message affect it only in their own chat', async () => {
    const { team, db, arrive, messages } = await newTeam();
    const [chat, elsewhere] = [{ phone: newPhone() }, { phone: newPhone() }];
    const [mine, foreignId] = [webId(), webId()];
    const edit = { text: 'depois', at: at + 1_000, from: 'contact' } as const;
    await applyEdits(db, team.inbox, [
      { ...edit, networkId: mine, chat },
      { ...edit, networkId: foreignId, chat: elsewhere },
    ]);
    await arrive({ chat, networkId: mine, text: 'um', at });
    await arrive({ chat, networkId: foreignId, text: 'dois', at: at + 500 });
    expect((await messages()).map(({ content }) => content)).toEqual(['depois', 'dois']);
  });
});

describe('reactions and replies', () => {
  test('a reply points to its message, in either order of arrival', async () => {
    const { arrive, messages } = await newTeam();
    const chat = { phone: newPhone() };
    const [one, two] = [webId(), webId()];
    await arrive({ chat, networkId: one, text: 'um', at });
    await arrive({ chat, text: 'sobre um', quoted: one, at: at + 1_000 });
    await arrive({ chat, text: 'sobre dois', quoted: two, at: at + 3_000 });
    await arrive({ chat, networkId: two, origin: 'phone', text: 'dois', at: at + 2_000 });
    await arrive({ chat, text: 'sobre nada', quoted: webId(), at: at + 4_000 });
    const [first, aboutFirst, second, aboutSecond, aboutNothing] = await messages();
    expect(aboutFirst?.reply_to).toBe(first?.id);
    expect(second?.content).toBe('dois');
    expect(aboutSecond?.reply_to).toBe(second?.id);
    expect(aboutNothing?.reply_to).toBeNull();
  });

  test('the last reaction of each side appears at its message', async () => {
    const { arrive, messages } = await newTeam();
    const chat = { phone: newPhone() };
    const networkId = webId();
    const react = (text: string, second: number, origin: IncomingMessage['origin'] = 'contact') =>
      arrive({
        chat,
        origin,
        type: 'reaction',
        text,
        details: { message: networkId },
        at: at + second * 1_000,
      });
    await react('👍', 1);
    await arrive({ chat, networkId, text: 'Pronto', at });
    await react('❤️', 3);
    await react('😮', 2);
    await react('🎉', 4, 'phone');
    const [message, ...reactions] = await messages();
    expect(message?.reactions).toEqual([
      { direction: 'incoming', emoji: '❤️' },
      { direction: 'outgoing', emoji: '🎉' },
    ]);
    expect(reactions).toHaveLength(4);
    expect(new Set(reactions.map(({ reply_to }) => reply_to))).toEqual(new Set([message?.id]));
    await react('', 9);
    expect((await messages())[0]?.reactions).toEqual([{ direction: 'outgoing', emoji: '🎉' }]);
  });
});

describe('a hidden number', () => {
  test('has a separate conversation until it is known', async () => {
    const { db, arrive, conversations, messagesOf } = await newTeam();
    const [lid, phone] = [newLid(), newPhone()];
    await arrive({ chat: { lid }, name: 'Bia', text: 'um', at });
    const [hidden] = await conversations();
    expect(hidden).toMatchObject({ contact_id: null, contact: null, remote_jid: `${lid}@lid` });
    await learnLids(db, suffix, [{ lid, phone }]);
    const [conversation, ...more] = await conversations();
    expect(more).toEqual([]);
    expect(conversation).toMatchObject({
      id: hidden?.id,
      contact: { name: 'Bia' },
      remote_jid: `${phone}@${suffix}`,
    });
    // From now on either address leads to it.
    await arrive({ chat: { lid }, text: 'dois', at: at + 1_000 });
    await arrive({ chat: { phone }, text: 'três', at: at + 2_000 });
    const texts = (await messagesOf(hidden?.id)).map(({ content }) => content);
    expect(texts).toEqual(['um', 'dois', 'três']);
  });

  test('is merged into the existing conversation, and its id still leads there', async () => {
    const { team, arrive, conversations, messagesOf } = await newTeam();
    const [lid, phone] = [newLid(), newPhone()];
    await arrive({ chat: { lid }, text: 'um', at });
    const [hidden] = await conversations();
    await arrive({ chat: { phone }, text: 'dois', at: at + 1_000 });
    await arrive({ chat: { phone, lid }, text: 'três', at: at + 2_000 });
    const [whole, ...more] = await conversations();
    expect(more).toEqual([]);
    expect(whole?.id).not.toBe(hidden?.id);
    expect((await messagesOf(whole?.id)).map(({ content }) => content)).toEqual([
      'um',
      'dois',
      'três',
    ]);
    const sent = await team.post('/msgapp/messages', {
      conversation_id: hidden?.id,
      content: 'Oi',
    });
    expect(sent.status, sent.text).toBe(201);
    expect(sent.data.conversation_id).toBe(whole?.id);
  });

  test('is left to the request that creates it, if it appears while two others merge', async () => {
    const { team, db, arrive, conversations, messagesOf } = await newTeam();
    const [lid, phone] = [newLid(), newPhone()];
    await arrive({ chat: { phone }, text: 'primeira', at });
    const release = Promise.withResolvers<void>();
    /** Merges, and waits after its first statement until released. */
    const startMerge = () => {
      const waiting = Promise.withResolvers<void>();
      const merged = mergeLid(
        {
          ...db,
          transaction: (work) =>
            db.transaction((tx) => {
              let statements = 0;
              return work({
                ...tx,
                async run(statement, parameters) {
                  statements += 1;
                  if (statements === 2) {
                    waiting.resolve();
                    await release.promise;
                  }
                  return tx.run(statement, parameters);
                },
              });
            }),
        },
        team.inbox,
        suffix,
        { lid, phone },
      );
      return { merged, waits: Promise.race([waiting.promise, merged]) };
    };
    const merges = [startMerge(), startMerge()];
    for (const { waits } of merges) await waits;
    await arrive({ chat: { lid }, text: 'segunda', at: at + 1_000 });
    release.resolve();
    for (const { merged } of merges) await merged;
    await learnLids(db, suffix, [{ lid, phone }]);
    const [whole, ...more] = await conversations();
    expect(more).toEqual([]);
    expect(await messagesOf(whole?.id)).toHaveLength(2);
  });

  test('fifty messages while it becomes known are each stored once', async () => {
    const { db, arrive, conversations, messagesOf } = await newTeam();
    const [lid, phone] = [newLid(), newPhone()];
    await arrive({ chat: { phone }, text: 'primeira', at });
    await Promise.all([
      ...Array.from({ length: 50 }, (_, i) =>
        arrive({ chat: { lid }, text: `n${i}`, at: at + i * 1_000 }),
      ),
      learnLids(db, suffix, [{ lid, phone }]),
      ...Array.from({ length: 10 }, () => learnLids(db, suffix, [{ lid, phone }])),
    ]);
    const [whole, ...more] = await conversations();
    expect(more).toEqual([]);
    expect(await messagesOf(whole?.id)).toHaveLength(51);
  });
});
