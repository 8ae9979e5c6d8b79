import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useService } from '../harness.ts';

const service = useService();
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});

const path = '/msgapp/messages';
let phones = 0;
/** A number that nobody has yet. @param ending what the sandbox is to do with it */
const phone = (ending = '9999') => `55119${String(1_0000 + phones++).slice(-4)}${ending}`;

const messagesOf = async (conversation: unknown) =>
  (await team.get(`/msgapp/conversations/${conversation}/messages`)).body.data as Json[];

/** The message as it is read. */
async function read(message: Json): Promise<Json> {
  const found = (await messagesOf(message.conversation_id)).find(({ id }) => id === message.id);
  if (!found) throw new Error(`message ${message.id} is not in its conversation`);
  return found;
}

const eventsOf = async (message: unknown) =>
  (
    await service.sql('select payload from events where record_id = $1 order by created_at, id', [
      message,
    ])
  ).map(({ payload }) => JSON.parse(payload as string) as Json);

describe('sending', () => {
  test('to a phone makes contact and conversation and answers the message, sent', async () => {
    const to = phone();
    const answer = await team.post(path, {
      inbox_id: team.inbox,
      phone: to,
      content: 'Olá, João!',
    });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      conversation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      inbox_id: team.inbox,
      remote_jid: `${to}@s.msgapp.net`,
      msgapp_message_id: expect.stringMatching(/.+/),
      direction: 'outgoing',
      message_type: 'text',
      content: 'Olá, João!',
      status: 'sent',
      status_reason: null,
      created_at: expect.stringMatching(/Z$/),
    });
    await expect.poll(async () => (await read(answer.data)).status).toBe('read');
    const events = await eventsOf(answer.data.id);
    expect(
      events.map(({ type, previous, data }) => [type, previous, (data as Json).status]),
    ).toEqual([
      ['msgapp.message.status', { status: 'sent' }, 'delivered'],
      ['msgapp.message.status', { status: 'delivered' }, 'read'],
    ]);
    const again = await team.post(path, {
      conversation_id: answer.data.conversation_id,
      content: 'Tudo bem?',
    });
    expect(again.status, again.text).toBe(201);
    expect(again.data.conversation_id).toBe(answer.data.conversation_id);
    void uuidv7;
  });
});
