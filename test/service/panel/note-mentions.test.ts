import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Mentions of colleagues in notes of a conversation, with their notifications. */

const service = useSharedService();
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let caio: TestPerson;
let conversation: string;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
  caio = await makePerson(service, team, 'admin', { name: 'Caio' });
  const message = await team.post('/msgapp/messages', {
    inbox_id: team.inbox,
    phone: '5511987650321',
    content: 'Bom dia',
  });
  conversation = String(message.data.conversation_id);
});

const notes = () => `/msgapp/conversations/${conversation}/notes`;
const notificationsOf = async (person: TestPerson) =>
  (await person.get('/notifications')).body.data as unknown as Json[];

describe('a note', () => {
  test('notifies the mentioned colleagues once, with its beginning', async () => {
    const made = await ana.post(notes(), {
      content: '@Bia @Ana veja isto',
      mentions: [bia.userId, ana.userId],
    });
    expect(made.status, made.text).toBe(201);
    expect(made.data.mentions).toEqual([bia.userId, ana.userId]);
    expect(await notificationsOf(bia)).toMatchObject([
      {
        kind: 'mentioned',
        record_type: 'conversations',
        record_id: conversation,
        actor_name: 'Ana',
        excerpt: '@Bia @Ana veja isto',
      },
    ]);
    // A mention of the author does not notify.
    expect(await notificationsOf(ana)).toEqual([]);
    const path = `${notes()}/${made.data.id}`;
    // Mentions stay if they are omitted, and only new ones notify.
    expect((await ana.put(path, { content: 'Veja isto' })).data.mentions).toEqual([
      bia.userId,
      ana.userId,
    ]);
    const changed = await ana.put(path, {
      content: '@Bia @Caio',
      mentions: [bia.userId, caio.userId],
    });
    expect(changed.data.mentions).toEqual([bia.userId, caio.userId]);
    expect(await notificationsOf(bia)).toHaveLength(1);
    expect(await notificationsOf(caio)).toMatchObject([{ excerpt: '@Bia @Caio' }]);
    const thread = await bia.get(`/msgapp/conversations/${conversation}/thread`);
    expect(thread.data.notes).toMatchObject([{ mentions: [bia.userId, caio.userId] }]);
    // A deleted note keeps its notification, without its text.
    await ana.delete(path);
    expect(await notificationsOf(caio)).toMatchObject([{ excerpt: null }]);
  });

  test('cannot mention a user of another team, and is not stored then', async () => {
    const stranger = await makePerson(service, await service.team(), 'owner');
    for (const id of [stranger.userId, uuidv7()]) {
      const refused = await ana.post(notes(), { content: 'Oi', mentions: [id] });
      expect([refused.status, refused.error.message]).toEqual([
        404,
        'mentions: no user has this id.',
      ]);
    }
    expect((await ana.get(notes())).body.data).toEqual([]);
    const made = await ana.post(notes(), { content: 'Oi' });
    const path = `${notes()}/${made.data.id}`;
    expect((await ana.put(path, { content: 'X', mentions: [stranger.userId] })).status).toBe(404);
    expect((await ana.get(notes())).body.data).toMatchObject([{ content: 'Oi', mentions: [] }]);
    expect((await stranger.post(notes(), { content: 'Oi' })).status).toBe(404);
    expect(await notificationsOf(stranger)).toEqual([]);
  });

  test('does not notify a colleague who has turned mentions off', async () => {
    const dora = await makePerson(service, team, 'member', { name: 'Dora' });
    await dora.put('/notifications/choices', { mentioned: false });
    await ana.post(notes(), { content: '@Dora', mentions: [dora.userId] });
    expect(await notificationsOf(dora)).toEqual([]);
  });
});
