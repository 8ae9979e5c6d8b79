import { expect, test } from 'vitest';
import { webId } from '#test/gateways/gateway.ts';
import type { Engine } from '#test/gateways/waha-shapes.ts';
import { newPhone, useMessaging } from '#test/support/messaging/fixture.ts';

/* Complete inboxes on WAHA: how its messages arrive in the service. */

const messaging = useMessaging();
const engines: readonly Engine[] = ['WEBJS', 'NOWEB', 'GOWS'];

test.each(engines)(
  '%s: the same text to four people, and each message has its own id',
  async (engine) => {
    const fixture = await messaging.waha({ engine });
    const { fake, address } = fixture;
    const [to, stranger, typed] = [newPhone(), newPhone(), newPhone()];
    const text = 'Bom dia';
    fake.mode = 'hang';
    await fixture.send(text, to);
    fake.mode = 'ok';
    const [lost] = fake.sends;
    if (!lost) throw new Error('nothing was sent');
    // Typed on the phone to a group and to a person, and sent by another program: none of it is ours.
    await fake.receive(address, { from: stranger, name: 'x', text, group: true, fromMe: true });
    await fake.receive(address, { from: typed, name: 'x', text, fromMe: true, id: 'TYPED' });
    await fake.sent(address, { to: stranger, text, id: 'N8N' });
    expect(await fixture.messages()).toMatchObject([
      { remote_jid: `${to}@s.msgapp.net`, status: 'pending', msgapp_message_id: null },
      { remote_jid: `${typed}@s.msgapp.net`, origin: 'phone', msgapp_message_id: 'TYPED' },
      { remote_jid: `${stranger}@s.msgapp.net`, origin: 'other', msgapp_message_id: 'N8N' },
    ]);
    // Our message is matched by its chat; a confirmation may come first.
    await fake.confirm(address, lost.id, 'READ');
    await fake.sent(address, { to, text, id: lost.id });
    expect((await fixture.messages())[0]).toMatchObject({
      status: 'read',
      msgapp_message_id: lost.id,
    });
  },
);

test('if the gateway accepts our id, a lost answer leaves no unknown outcome', async () => {
  const fixture = await messaging.waha({ version: '2026.7.1' });
  const { fake, address } = fixture;
  fake.mode = 'hang';
  await fixture.send('Bom dia');
  const [send] = fake.sends;
  expect(await fixture.message()).toMatchObject({ msgapp_message_id: send?.id });
  await fake.confirm(address, String(send?.id), 'DEVICE');
  expect(await fixture.message()).toMatchObject({ status: 'delivered' });
});

test('late callbacks do not change the order of a conversation', async () => {
  const fixture = await messaging.waha();
  const { fake, address } = fixture;
  const from = newPhone();
  const texts = ['três', 'um', 'dois'];
  for (const [index, second] of [3, 1, 2].entries())
    await fake.receive(address, {
      from,
      name: 'Ana',
      text: texts[index] ?? '',
      id: webId(),
      timestamp: 1_700_000_000 + second,
    });
  const rows = await messaging.service.sql(
    'select content from messages where inbox_id = $1 order by sent_at',
    [fixture.inbox],
  );
  expect(rows.map(({ content }) => content)).toEqual(['um', 'dois', 'três']);
});
