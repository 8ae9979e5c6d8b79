import { beforeAll, describe, expect, test } from 'vitest';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { call, type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* The author of each outgoing message, stored with it and returned by every interface. */
const service = useSharedService();
let team: TestTeam;
let ana: TestPerson;
let bruno: TestPerson;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bruno = await makePerson(service, team, 'admin', { name: 'Bruno' });
});

let numbers = 0;
const number = () => `5511${90_000 + numbers++}5555`;

/** A conversation started by a contact. */
async function begin(phone = number()): Promise<{ id: string; phone: string }> {
  await arrives(phone, 'contact', 'Oi');
  const [row] = await service.sql(
    'select c.id from conversations c join contacts k on k.team_id = c.team_id and k.id = c.contact_id where k.team_id = $1 and k.phone = $2',
    [team.id, phone],
  );
  return { id: String(row?.id), phone };
}

const arrives = (phone: string, origin: 'contact' | 'phone' | 'other', text: string) =>
  storeIncoming(service.database.team(team.id), team.inbox, 's.msgapp.net', {
    networkId: `${origin}.${phone}.${text}`,
    chat: { phone },
    origin,
    type: 'text',
    text,
  });

const thread = async (id: string, person = ana) =>
  (await person.get(`/msgapp/conversations/${id}/thread`)).data.messages as Json[];
const lastAuthor = async (id: string) => {
  const { data } = await ana.get(`/msgapp/conversation-rows?ids=${id}&status=any`);
  const [row] = data.rows as { last_message: Json }[];
  return row?.last_message.author;
};
const write = (person: TestPerson, conversation: string, text: string) =>
  person.post('/msgapp/messages/write', { conversation_id: conversation, text });

describe('the author of a message', () => {
  test('is the person who wrote it, for each reader', async () => {
    const { id } = await begin();
    const sent = await write(ana, id, 'Bom dia');
    const author = { type: 'user', id: ana.userId, name: 'Ana', run_id: null };
    expect(sent.data).toMatchObject({ author });
    for (const reader of [ana, bruno])
      expect((await thread(id, reader)).map(({ author }) => author)).toEqual([null, author]);
    expect(await lastAuthor(id)).toEqual(author);
    const { body } = await team.get(`/msgapp/conversations/${id}/messages`);
    expect((body.data as Json[]).map(({ author }) => author)).toContainEqual(author);
    const [event] = await service.sql(
      `select payload::json -> 'data' -> 'author' as author from events
      where team_id = $1 and type = 'message.created' and record_id = $2`,
      [team.id, sent.data.id],
    );
    expect(event?.author).toEqual(author);
  });

  test('is the API key that sent it, not the creator of the key', async () => {
    const { id } = await begin();
    const sent = await team.post('/msgapp/messages', { conversation_id: id, content: 'Pedido' });
    expect(sent.data.author).toMatchObject({ type: 'key', name: 'Test' });
    expect(await lastAuthor(id)).toEqual(sent.data.author);
  });

  test('is the phone for messages typed there, and another program for messages it sent', async () => {
    const { id, phone } = await begin();
    await arrives(phone, 'phone', 'Do celular');
    await arrives(phone, 'other', 'De fora');
    const types = (await thread(id)).map(({ author }) => (author as Json | null)?.type ?? null);
    expect(types).toEqual([null, 'phone', 'other']);
  });

  test('is unknown for messages that the previous version stored', async () => {
    const { id } = await begin();
    const { data } = await write(ana, id, 'Antes');
    await service.sql('update messages set author = null, author_id = null where id = $1', [
      data.id,
    ]);
    expect((await thread(id)).at(-1)).toMatchObject({ origin: 'pauta', author: null });
    expect(await lastAuthor(id)).toBeNull();
  });

  test('keeps the name after the person left and the key was revoked', async () => {
    const { id } = await begin();
    const leaver = await makePerson(service, team, 'member', { name: 'Caio' });
    await write(leaver, id, 'Até logo');
    const removed = await bruno.delete(`/members/${leaver.userId}`);
    expect(removed.status, removed.text).toBe(200);
    const key = await bruno.post('/keys', { name: 'Site', scope: 'full' });
    const { api_key } = key.data as { api_key: string };
    const sent = await call(service.app, api_key, 'POST', '/msgapp/messages', {
      conversation_id: id,
      content: 'Do site',
    });
    expect(sent.status, sent.text).toBe(201);
    await bruno.delete(`/keys/${key.data.id}`);
    const names = (await thread(id)).map(({ author }) => (author as Json | null)?.name);
    expect(names).toEqual([undefined, 'Caio', 'Site']);
  });

  test('from another team is never named', async () => {
    const otherTeam = await service.team();
    const { id } = await begin();
    const { data } = await write(ana, id, 'Segredo');
    // The same id as a user of another team with a different name.
    await service.sql(
      `insert into users (team_id, id, name, email) values ($1, $2, 'Outra', 'outra@example.com')`,
      [otherTeam.id, ana.userId],
    );
    expect(data.author).toMatchObject({ name: 'Ana' });
    expect(JSON.stringify(await thread(id))).not.toContain('Outra');
  });
});
