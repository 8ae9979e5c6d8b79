import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cloud } from '#test/gateways/cloud.ts';
import type { Evolution } from '#test/gateways/evolution.ts';
import { type Delivered, webId } from '#test/gateways/gateway.ts';
import type { Engine, Waha } from '#test/gateways/waha.ts';
import { type Fixture, newPhone, useMessaging } from '#test/support/messaging/fixture.ts';

/*
 * Random histories of an inbox, as its gateway reports them: our messages, with lost answers; messages of contacts; messages typed on the
 * phone; messages of another program; groups with the same texts. The callbacks arrive late, twice and in any order. In the end every
 * message is in the conversation of its person, once, with its id, at its time.
 */

const messaging = useMessaging();

const people = 3;
/** Few texts, so that several people get the same one. */
const texts = ['Bom dia', 'Oi'];

type Kind = 'ours' | 'lost' | 'theirs' | 'typed' | 'program' | 'group' | 'typed in the group';

interface Step {
  readonly kind: Kind;
  readonly person: number;
  readonly text: string;
  /** The address of the person that the network shows: the number, the LID, or both. */
  readonly shows: 'number' | 'both' | 'lid';
  /** True if its callback arrives before the answer, if it has one. */
  readonly isEarly: boolean;
}

/** A person of one history. */
interface Person {
  readonly phone: string;
  readonly lid: string;
}

/** Reports an event in a gateway's format. Absent: it cannot happen there. */
interface Teller {
  theirs(person: Person, step: Step, id: string, at: number): Promise<Delivered>;
  typed?(person: Person, step: Step, id: string, at: number): Promise<Delivered>;
  sent?(person: Person, text: string, id: string): Promise<Delivered>;
  group(person: Person, text: string, id: string, isTyped: boolean): Promise<Delivered>;
  readonly hidesNumbers: boolean;
}

const name = 'Ana';

function evolutionTeller({ fake, address }: Fixture<Evolution>): Teller {
  const receive: NonNullable<Teller['typed']> = ({ phone, lid }, { text, shows }, id, at) =>
    fake.receive(address, {
      from: phone,
      name,
      text,
      id,
      at: at / 1_000,
      ...(shows === 'number' ? {} : { lid, hidden: shows === 'lid' }),
    });
  return {
    theirs: receive,
    typed: ({ phone }, { text }, id, at) =>
      fake.receive(address, { from: phone, name, text, id, at: at / 1_000, fromMe: true }),
    sent: ({ phone }, text, id) => fake.sent(address, { to: phone, text, id }),
    group: ({ phone }, text, id, fromMe) =>
      fake.receive(address, { from: phone, name, text, id, fromMe, group: true }),
    hidesNumbers: true,
  };
}

function wahaTeller({ fake, address }: Fixture<Waha>, engine: Engine): Teller {
  return {
    theirs: ({ phone, lid }, { text, shows }, id, at) =>
      fake.receive(address, {
        from: phone,
        name,
        text,
        id,
        timestamp: at / 1_000,
        ...(shows === 'number' ? {} : { lid, known: shows === 'both' }),
      }),
    typed: ({ phone }, { text }, id, at) =>
      fake.receive(address, { from: phone, name, text, id, timestamp: at / 1_000, fromMe: true }),
    sent: ({ phone }, text, id) => fake.sent(address, { to: phone, text, id }),
    group: ({ phone }, text, id, fromMe) =>
      fake.receive(address, { from: phone, name, text, id, fromMe, group: true }),
    hidesNumbers: engine !== 'WEBJS',
  };
}

function cloudTeller({ fake, address }: Fixture<Cloud>): Teller {
  return {
    theirs: ({ phone }, { text }, id, at) =>
      fake.receive(address, { from: phone, name, text, id, at }),
    group: ({ phone }, text, id) =>
      fake.receive(address, {
        from: phone,
        name,
        text,
        id,
        more: { type: 'text', text: { body: text }, group_id: 'Y2FwaV9ncm91cDox' },
      }),
    hidesNumbers: false,
  };
}

const histories = (kinds: readonly Kind[], hidesNumbers: boolean) =>
  fc.record({
    steps: fc.array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        person: fc.nat(people - 1),
        text: fc.constantFrom(...texts),
        shows: fc.constantFrom<Step['shows']>(
          ...(hidesNumbers ? (['number', 'both', 'lid'] as const) : (['number'] as const)),
        ),
        isEarly: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    /** Order of the callbacks, and the repeated ones. */
    order: fc.array(fc.nat(1_000), { minLength: 24, maxLength: 24 }),
    again: fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
  });

let last = 0;
const start = Date.parse('2026-10-01T09:00:00Z');

/** A message expected in the end. */
interface Expected {
  readonly person: string;
  readonly id: string;
  readonly text: string;
  readonly direction: string;
  readonly at: string | null;
}

async function live(
  fixture: Fixture,
  teller: Teller,
  {
    steps,
    order,
    again,
  }: { steps: readonly Step[]; order: readonly number[]; again: readonly boolean[] },
): Promise<{ expected: Expected[]; phones: string[] }> {
  const persons = Array.from({ length: people }, (): Person => {
    last += 1;
    return { phone: newPhone(), lid: `77${String(last).padStart(12, '0')}` };
  });
  const expected: Expected[] = [];
  const callbacks: (() => Promise<Delivered>)[] = [];
  const { fake } = fixture;
  for (const [index, step] of steps.entries()) {
    const person = persons[step.person];
    if (!person) throw new Error('nobody');
    const { phone } = person;
    const id = webId();
    const at = start + index * 60_000;
    const add = (
      direction: string,
      network: string,
      time: string | null = new Date(at).toISOString(),
    ) => expected.push({ person: phone, id: network, text: step.text, direction, at: time });
    if (step.kind === 'ours' || step.kind === 'lost') {
      fake.mode = step.kind === 'lost' ? 'reset' : 'ok';
      const before = fake.sends.length;
      const { sent } = teller;
      fake.onSend = step.isEarly && sent ? (send) => sent(person, step.text, send.id) : undefined;
      await fixture.send(step.text, phone);
      fake.onSend = undefined;
      fake.mode = 'ok';
      const [send] = fake.sends.slice(before);
      if (!send) throw new Error('nothing was sent');
      add('outgoing', send.id, null);
      callbacks.push(
        sent ? () => sent(person, step.text, send.id) : () => fixture.confirm(send.id, 'sent'),
      );
    } else if (step.kind === 'program') {
      add('outgoing', id, null);
      callbacks.push(
        () => teller.sent?.(person, step.text, id) ?? Promise.reject(new Error('none')),
      );
    } else if (step.kind === 'theirs') {
      add('incoming', id);
      callbacks.push(() => teller.theirs(person, step, id, at));
    } else if (step.kind === 'typed') {
      add('outgoing', id);
      callbacks.push(
        () => teller.typed?.(person, step, id, at) ?? Promise.reject(new Error('none')),
      );
    } else {
      const isTyped = step.kind === 'typed in the group';
      callbacks.push(() => teller.group(person, step.text, id, isTyped));
    }
  }
  const rank = (index: number) => order[index % order.length] ?? 0;
  const shuffled = [...callbacks.keys()].toSorted((a, b) => rank(a) - rank(b));
  const twice = shuffled.filter((index) => again[index % again.length]);
  for (const index of [...shuffled, ...twice]) {
    const answer = await callbacks[index]?.();
    expect(answer?.status, answer?.text).toBe(200);
  }
  // In the end the network shows everybody's number.
  for (const [index, person] of persons.entries()) {
    const hid = steps.some(
      (step) => step.person === index && step.kind === 'theirs' && step.shows === 'lid',
    );
    if (!hid) continue;
    const step: Step = {
      kind: 'theirs',
      person: index,
      text: 'Fim',
      shows: 'both',
      isEarly: false,
    };
    const id = webId();
    const at = start + 86_400_000;
    expect((await teller.theirs(person, step, id, at)).status).toBe(200);
    expected.push({
      person: person.phone,
      id,
      text: 'Fim',
      direction: 'incoming',
      at: new Date(at).toISOString(),
    });
  }
  return { expected, phones: persons.map(({ phone }) => phone) };
}

/** Stored messages: one row per message of these people. */
async function messagesOf(fixture: Fixture, phones: readonly string[]): Promise<Expected[]> {
  const rows = await messaging.service.sql(
    `select k.phone as person, m.msgapp_message_id as id, m.content as text, m.direction::text, m.origin::text, m.status::text,
       to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
     from messages m join conversations v on v.id = m.conversation_id left join contacts k on k.id = v.contact_id
     where m.inbox_id = $1 and (k.phone = any($2) or k.phone is null)`,
    [fixture.inbox, phones],
  );
  expect(rows.filter(({ status }) => status === 'pending' || status === 'failed')).toEqual([]);
  return rows.map(({ person, id, text, direction, origin, at }) => ({
    person: String(person),
    id: String(id),
    text: String(text),
    direction: String(direction),
    // A message sent through the gateway's API has the time of the test.
    at: origin === 'contact' || origin === 'phone' ? String(at) : null,
  }));
}

const sorted = (messages: readonly Expected[]) =>
  messages.map((each) => JSON.stringify(each)).toSorted();

async function holds(fixture: Fixture, teller: Teller, kinds: readonly Kind[]): Promise<void> {
  await fc.assert(
    fc.asyncProperty(histories(kinds, teller.hidesNumbers), async (history) => {
      const { expected, phones } = await live(fixture, teller, history);
      expect(sorted(await messagesOf(fixture, phones))).toEqual(sorted(expected));
    }),
    { numRuns: 25 },
  );
}

const ofSessions: readonly Kind[] = [
  'ours',
  'lost',
  'theirs',
  'typed',
  'program',
  'group',
  'typed in the group',
];

describe('every message ends in its own conversation, once, with its own id, at its own time', () => {
  test('Evolution', async () => {
    const fixture = await messaging.evolution();
    await holds(fixture as Fixture, evolutionTeller(fixture), ofSessions);
  });

  test.each(['WEBJS', 'NOWEB', 'GOWS'] as const)('WAHA, %s', async (engine) => {
    const fixture = await messaging.waha({ engine });
    await holds(fixture as Fixture, wahaTeller(fixture, engine), ofSessions);
  });

  test('WAHA that accepts our ids', async () => {
    const fixture = await messaging.waha({ version: '2026.7.1' });
    await holds(fixture as Fixture, wahaTeller(fixture, 'NOWEB'), ofSessions);
  });

  test('the official API', async () => {
    const fixture = await messaging.cloud();
    await holds(fixture as Fixture, cloudTeller(fixture), ['ours', 'lost', 'theirs', 'group']);
  });
});
