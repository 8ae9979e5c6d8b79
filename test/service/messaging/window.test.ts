import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { call, type Json } from '#test/support/harness.ts';
import { newPhone, useMessaging } from '#test/support/messaging/fixture.ts';

/* The 24-hour window of official numbers. */

const messaging = useMessaging();
const hour = 3_600_000;
const post = (path: string, body: object) =>
  call(messaging.app, messaging.team.key, 'POST', path, body);

/** A sandbox inbox of the given type. */
async function sandboxInbox(type: 'cloud' | 'session'): Promise<string> {
  const id = uuidv7();
  await messaging.service.sql(
    `insert into inboxes (team_id, id, name, type, gateway) values ($1, $2, 'Teste', $3, 'sandbox')`,
    [messaging.team.id, id, type],
  );
  return id;
}

const sendTo = (inbox: string, phone: string) =>
  post('/msgapp/messages', { inbox_id: inbox, phone, content: 'Olá' });

/** Backdates the last message of every conversation of an inbox. */
async function age(inbox: string, ms: number): Promise<void> {
  const at = new Date(Date.now() - ms).toISOString();
  await messaging.service.sql(
    `update messages set sent_at = $2, created_at = $2 where inbox_id = $1 and direction = 'incoming'`,
    [inbox, at],
  );
  await messaging.service.sql(
    'update conversations set last_incoming_at = $2 where inbox_id = $1',
    [inbox, at],
  );
}

async function conversationOf(inbox: string): Promise<Json | undefined> {
  const path = `/msgapp/conversations?inbox_id=${inbox}`;
  const { data } = await call(messaging.app, messaging.team.key, 'GET', path);
  return (data as unknown as Json[])[0];
}

const closed = (when: RegExp) => ({
  status: 400,
  error: { code: 'VALIDATION_ERROR', message: expect.stringMatching(when) },
});

describe('an official number', () => {
  test('cannot write to a contact who has not written, and leaves no trace of the attempt', async () => {
    const { inbox, fake } = await messaging.cloud();
    const phone = newPhone();
    expect(await sendTo(inbox, phone)).toMatchObject(
      closed(/24-hour window is closed \(the recipient has not written yet\).*template/),
    );
    expect(fake.requests).toBe(0);
    const rows = await messaging.service.sql('select 1 from contacts where phone = $1', [phone]);
    expect(rows).toEqual([]);
    expect(await conversationOf(inbox)).toBeUndefined();
  });

  test('writes within 24 hours of the network’s time', async () => {
    const { inbox, fake, address } = await messaging.cloud();
    const from = newPhone();
    const at = Math.floor((Date.now() - 23 * hour) / 1_000) * 1_000;
    await fake.receive(address, { from, name: 'Ana', text: 'Oi', at });
    expect(await sendTo(inbox, from)).toMatchObject({ status: 201 });
    const { id, window_closes_at } = (await conversationOf(inbox)) ?? {};
    expect(window_closes_at).toBe(new Date(at + 24 * hour).toISOString());

    // A late message opens no window that is already over.
    await age(inbox, 24 * hour + 60_000);
    const late = Math.floor((Date.now() - 25 * hour) / 1_000) * 1_000;
    await fake.receive(address, { from, name: 'Ana', text: 'atrasada', at: late });
    for (const to of [{ inbox_id: inbox, phone: from }, { conversation_id: id }]) {
      const refused = await post('/msgapp/messages', { ...to, content: 'Olá' });
      expect(refused).toMatchObject(closed(/since \d{4}-\d\d-\d\dT.*Z\).*messages\/template/));
    }
    expect(fake.sends).toHaveLength(1);
    await fake.receive(address, { from, name: 'Ana', text: 'voltei' });
    expect(await sendTo(inbox, from)).toMatchObject({ status: 201 });
  });

  test('sends templates at any time', async () => {
    const { inbox, fake } = await messaging.cloud({
      config: { business_account_id: '102290129340398' },
    });
    const template = { template: 'retomar', language: 'pt_BR', variables: ['Ana', '1'] };
    const phone = newPhone();
    const sent = await post('/msgapp/messages/template', { inbox_id: inbox, phone, ...template });
    expect(sent).toMatchObject({ status: 201 });
    // A template is no answer of the contact.
    expect(await sendTo(inbox, phone)).toMatchObject(closed(/has not written yet/));
    expect(fake.sends).toHaveLength(1);
  });

  test('counts messages that the previous version stored', async () => {
    const { inbox, fake, address } = await messaging.cloud();
    const from = newPhone();
    await fake.receive(address, { from, name: 'Ana', text: 'Oi' });
    await messaging.service.sql(
      'update conversations set last_incoming_at = null where inbox_id = $1',
      [inbox],
    );
    await messaging.service.sql('update messages set sent_at = null where inbox_id = $1', [inbox]);
    expect(await sendTo(inbox, from)).toMatchObject({ status: 201 });
  });
});

describe('the sandbox', () => {
  const from = '5511955551234';
  const receive = (inbox: string) =>
    messaging.service.sql(
      `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, message_type, content, status)
       select team_id, $2, id, inbox_id, 'x', 'incoming', 'text', 'Oi', 'received' from conversations where inbox_id = $1`,
      [inbox, uuidv7()],
    );

  test('can be tried out at once, and enforces the window once a contact has written', async () => {
    const inbox = await sandboxInbox('cloud');
    expect(await sendTo(inbox, from)).toMatchObject({ status: 201 });
    expect((await conversationOf(inbox))?.window_closes_at).toBeNull();
    await receive(inbox);
    expect(await sendTo(inbox, from)).toMatchObject({ status: 201 });
    await age(inbox, 25 * hour);
    expect(await sendTo(inbox, from)).toMatchObject(closed(/window is closed \(since/));
  });

  test('has no window as a session', async () => {
    const inbox = await sandboxInbox('session');
    await sendTo(inbox, from);
    await receive(inbox);
    await age(inbox, 25 * hour);
    expect(await sendTo(inbox, from)).toMatchObject({ status: 201 });
    expect((await conversationOf(inbox))?.window_closes_at).toBeNull();
  });
});
