import { describe, expect, test } from 'vitest';
import { spellings } from '#server/features/gateways/phones.ts';
import type { EvolutionMode } from '#test/gateways/evolution.ts';
import { createJid } from '#test/gateways/evolution-messages.ts';
import { type Delivered, secondsNow, webId } from '#test/gateways/gateway.ts';
import { type Fixture, newPhone, useMessaging } from '#test/support/messaging/fixture.ts';

/* Evolution inboxes end to end: its callbacks, in whatever order, result in each message once, in its own conversation, at its own time. */

const messaging = useMessaging();
type Evolution = Fixture<Awaited<ReturnType<typeof messaging.evolution>>['fake']>;

/** A stored message: the other person, its author, id, text and time. */
interface Kept {
  readonly chat: string;
  readonly origin: string;
  readonly id: string | null;
  readonly text: string;
  readonly at: number;
}

const storedMessages = async ({ inbox }: Evolution): Promise<Kept[]> => {
  const rows = await messaging.service.sql(
    `select coalesce(k.phone, c.lid) as chat, m.msgapp_message_id as id, m.content as text,
       coalesce(m.origin::text, case when m.direction = 'incoming' then 'contact' else 'pauta' end) as origin,
       extract(epoch from coalesce(m.sent_at, m.created_at))::int as at
     from messages m join conversations c on c.team_id = m.team_id and c.id = m.conversation_id
       left join contacts k on k.team_id = c.team_id and k.id = c.contact_id
     where m.inbox_id = $1 order by coalesce(m.sent_at, m.created_at), m.id`,
    [inbox],
  );
  return rows as unknown as Kept[];
};

describe('the callback address', () => {
  test('may end with the name of the event', async () => {
    const fixture = await messaging.evolution({ instance: 'loja da Ana' });
    const message = { from: newPhone(), name: 'Ana', text: 'Oi' };
    const { status } = await fixture.fake.receive(`${fixture.address}/messages-upsert`, message);
    expect(status).toBe(200);
    expect(await fixture.message()).toMatchObject({ content: 'Oi' });
    const deeper = await fixture.fake.receive(`${fixture.address}/messages-upsert/x`, message);
    expect(deeper.status).toBe(404);
  });

  test('verifies with the name of the event at its end, too', async () => {
    const fixture = await messaging.evolution();
    fixture.fake.webhookSecret = 'another secret';
    const message = { from: newPhone(), name: 'Ana', text: 'Oi' };
    const { status } = await fixture.fake.receive(`${fixture.address}/messages-upsert`, message);
    expect(status).toBe(401);
    expect(await fixture.messages()).toEqual([]);
  });
});

test('the same text sent to one person and typed on the phone to another stays apart', async () => {
  const fixture = await messaging.evolution();
  const { fake, address } = fixture;
  const to = newPhone();
  // The phone is faster than the gateway.
  fake.onSend = () =>
    fake.receive(address, {
      from: newPhone(),
      name: 'Eu',
      text: 'Bom dia',
      id: 'TYPED',
      fromMe: true,
      lid: '333@lid',
      hidden: true,
    });
  const { network } = await fixture.sent('Bom dia', to);
  expect(network).toBe(fake.sends[0]?.id);
  expect(await storedMessages(fixture)).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ chat: to, origin: 'pauta', id: network }),
      expect.objectContaining({ chat: '333', origin: 'phone', id: 'TYPED' }),
    ]),
  );
  expect(await storedMessages(fixture)).toHaveLength(2);
});

test('late callbacks are placed by their time', async () => {
  const fixture = await messaging.evolution();
  const { fake, address } = fixture;
  const from = newPhone();
  const start = secondsNow() - 3_600;
  // After an outage the later ones come first.
  for (const minute of [3, 4, 1, 2])
    await fake.receive(address, {
      from,
      name: 'Ana',
      text: String(minute),
      at: String(start + 60 * minute),
      fromMe: minute === 2,
    });
  await fake.receive(address, { from, name: 'Ana', text: '0', at: start - 2 * 86_400 });
  expect((await storedMessages(fixture)).map(({ text }) => text)).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
  ]);
});

/** Pseudorandom numbers, reproducible by seed (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below) | 0;
  };
}

const texts = ['Oi', 'Bom dia', 'Tudo certo?'];
const lossless: EvolutionMode[] = ['ok', 'ok', 'reset', 'ambiguous'];

describe('a random history', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    '(seed %i) ends with every message in its own place, once',
    async (seed) => {
      const random = numbersFrom(seed);
      const one = <T>(values: readonly [T, ...T[]] | readonly T[]): T =>
        values[random(values.length)] as T;
      const fixture = await messaging.evolution({ team: await messaging.service.team() });
      const { fake, address } = fixture;
      const area = 31 + seed;
      // Two whose ninth digit Evolution strips, two plain ones, and one with an unknown number.
      const people = [
        ...[1, 2].map((n) => `55${area}9${String(80_000_000 + seed * 10 + n)}`),
        newPhone(),
        newPhone(),
      ];
      const hidden = String(900_000 + seed);
      const expected: Kept[] = [];
      const callbacks: (() => Promise<Delivered>)[] = [];
      const start = secondsNow() - 86_400;
      for (let step = 0; step < 40; step += 1) {
        const person = one(people);
        const text = one(texts);
        const at = start + step * 60;
        const id = webId();
        const displayedNumber = createJid(person).split('@')[0] ?? '';
        const add = (chat: string, origin: string, time = at) =>
          expected.push({ chat, origin, id, text, at: time });
        switch (random(6)) {
          case 0: {
            fake.mode = one(lossless);
            await fixture.send(text, person);
            fake.mode = 'ok';
            const sent = fake.sends.at(-1);
            if (!sent) throw new Error('nothing was sent');
            expected.push({ chat: person, origin: 'pauta', id: sent.id, text, at: 0 });
            callbacks.push(() => fake.sent(address, { to: displayedNumber, text, id: sent.id }));
            break;
          }
          case 1:
            add(person, 'phone');
            callbacks.push(() =>
              fake.receive(address, {
                from: displayedNumber,
                name: 'Eu',
                text,
                id,
                at,
                fromMe: true,
              }),
            );
            break;
          case 2:
            add(person, 'contact');
            callbacks.push(() =>
              fake.receive(address, { from: displayedNumber, name: 'Ana', text, id, at }),
            );
            break;
          case 3:
            // Another program on the same session, to a person without such a text from us.
            expected.push({
              chat: `5521${id.charCodeAt(5)}${900_000 + step}`,
              origin: 'other',
              id,
              text,
              at: 0,
            });
            callbacks.push(() =>
              fake.sent(address, { to: `5521${id.charCodeAt(5)}${900_000 + step}`, text, id }),
            );
            break;
          case 4:
            callbacks.push(() =>
              fake.receive(address, {
                from: person,
                name: 'Ana',
                text,
                id,
                at,
                group: true,
                fromMe: random(2) === 0,
              }),
            );
            break;
          default: {
            const fromMe = random(2) === 0;
            add(hidden, fromMe ? 'phone' : 'contact');
            callbacks.push(() =>
              fake.receive(address, {
                from: person,
                name: 'Bia',
                text,
                id,
                at,
                lid: hidden,
                hidden: true,
                fromMe,
              }),
            );
          }
        }
      }
      // Each at least once, in any order, some at the same time.
      const all = [...callbacks, ...callbacks.filter(() => random(3) === 0)]
        .map((post) => ({ post, rank: random(1_000_000) }))
        .sort((a, b) => a.rank - b.rank);
      for (let next = 0; next < all.length; next += 3) {
        const answers = await Promise.all(
          all.slice(next, next + 3).map(({ post }) => fake.insist(post)),
        );
        expect(answers.every((tries) => tries < 10)).toBe(true);
      }
      const comparable = (await storedMessages(fixture)).map((message) => ({
        ...message,
        // Our messages and those of another program carry the time of the fake.
        at: ['pauta', 'other'].includes(message.origin) ? 0 : message.at,
      }));
      const inOrder = (messages: Kept[]) =>
        messages
          .map((message) => ({ ...message, chat: spellings(message.chat).toSorted()[0] }))
          .toSorted((a, b) => String(a.id).localeCompare(String(b.id)));
      expect(inOrder(comparable)).toEqual(inOrder(expected));
    },
  );
});

test('an echo that arrives many times at once belongs to our message with the lost answer, and to no other', async () => {
  const fixture = await messaging.evolution();
  for (let round = 0; round < 5; round += 1) {
    fixture.fake.mode = 'reset';
    await fixture.send('Bom dia', newPhone());
    const sent = fixture.fake.sends.at(-1);
    if (!sent) throw new Error('nothing was sent');
    await Promise.all(
      Array.from({ length: 8 }, () => fixture.fake.sent(fixture.address, { ...sent })),
    );
  }
  expect((await storedMessages(fixture)).map(({ origin }) => origin)).toEqual(
    Array(5).fill('pauta'),
  );
});
