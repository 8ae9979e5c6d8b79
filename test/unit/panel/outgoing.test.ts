import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '#panel/api/call.ts';
import type { Message, ReadyAnswer } from '#panel/api/types.ts';
import {
  fitOf,
  matchingResponses,
  slashQueryAt,
  windowEndOf,
} from '#panel/records/conversations/composer/model.ts';
import {
  componentsOf,
  filledUrl,
  previewOf,
  shapeOf,
} from '#panel/records/conversations/composer/templates.ts';
import { samplesIn, webmToOgg } from '#panel/records/conversations/composer/webm-to-ogg.ts';
import {
  type Outcome,
  type Ports,
  sendAll,
} from '#panel/records/conversations/outgoing/send-queue.ts';
import type { UnsentMessage } from '#panel/records/conversations/outgoing/unsent-messages.ts';

/* The browser's send queue: messages are sent once, in order, and removed only when the service has reported their outcome. */

const item = (id: string, conversationId: string, order: number): UnsentMessage => ({
  id,
  person: 'p',
  slug: 's',
  conversationId,
  way: 'write',
  body: { id, text: id },
  type: 'text',
  content: id,
  at: '2026-11-23T12:00:00Z',
  order,
  wantedAt: 0,
});

const messageOf = (id: string, status: Message['status'], reason: string | null = null) =>
  ({ id, status, status_reason: reason }) as Message;
const offline = () => new Failure('OFFLINE', 'the connection broke');

/** A browser's storage and the tabs that send from it. `answer` is the service. */
function makeBrowser(answer: (item: UnsentMessage) => Promise<Message | undefined>, isSame = true) {
  const messages = new Map<string, UnsentMessage>();
  const outcomes: [id: string, outcome: Outcome][] = [];
  let now = 0;
  const ports: Ports = {
    all: () => [...messages.values()].sort((a, b) => a.order - b.order),
    change(one, to) {
      const is = messages.get(one.id);
      if (!is) return undefined;
      const next = { ...is, ...to };
      messages.set(one.id, next);
      return next;
    },
    drop: ({ id }) => void messages.delete(id),
    request: answer,
    isOnline: () => true,
    now: () => now,
    async pause(ms) {
      now += ms;
    },
    async ended({ id }, outcome) {
      outcomes.push([id, outcome]);
    },
    isSamePerson: async () => isSame,
    woken: () => new Promise(() => {}),
  };
  return {
    messages,
    outcomes,
    ports,
    write: (one: UnsentMessage) => messages.set(one.id, one),
  };
}

describe('a queued message', () => {
  /** Fate of a request: it arrives or not, its answer arrives or not, the tab is closed while it is in flight. */
  const fate = fc.constantFrom('answered', 'lost', 'unanswered', 'closed', 'busy', 'running');

  test('is sent once and in order, despite lost requests, lost answers and closed tabs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 }),
        fc.array(fate, { maxLength: 40 }),
        async (conversations, fates) => {
          const accepted = new Map<string, string>();
          const bodies = new Map<string, string>();
          const left = [...fates];
          const written = conversations.map((conversation, at) => item(`m${at}`, conversation, at));
          const browser = makeBrowser(async (one) => {
            const body = JSON.stringify(one.body);
            expect(bodies.get(one.id) ?? body).toBe(body);
            bodies.set(one.id, body);
            // Storage marks the message as tried before the request.
            expect(browser.messages.get(one.id)?.triedAt).toBeDefined();
            const is = left.shift() ?? 'answered';
            if (is === 'lost') throw offline();
            if (is === 'busy') throw new Failure('UNAVAILABLE', 'busy', 503);
            accepted.set(one.id, one.conversationId);
            if (is === 'unanswered') throw offline();
            if (is === 'closed') return new Promise(() => {});
            return messageOf(one.id, is === 'running' ? 'pending' : 'sent');
          });
          for (const one of written) browser.write(one);
          // Each tab ends after a while, closed or not; another one continues from the storage.
          for (let tab = 0; tab < 60 && browser.messages.size > 0; tab += 1) {
            await Promise.race([
              sendAll(browser.ports),
              new Promise((resolve) => setTimeout(resolve, 1)),
            ]);
            const isKnown = ({ id }: UnsentMessage) => browser.messages.has(id) || accepted.has(id);
            expect(written.every(isKnown)).toBe(true);
          }
          expect(browser.messages.size).toBe(0);
          // A message that is still being sent has no outcome.
          expect(browser.outcomes.every(([, { kind }]) => kind === 'done')).toBe(true);
          for (const conversation of new Set(conversations)) {
            const sent = [...accepted].filter(([, of]) => of === conversation).map(([id]) => id);
            const wanted = written.filter((one) => one.conversationId === conversation);
            expect(sent).toEqual(wanted.map(({ id }) => id));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('waits offline, untouched; one that may have been sent is looked up even then', async () => {
    const ids: string[] = [];
    const browser = makeBrowser(async ({ id }) => {
      ids.push(id);
      throw offline();
    });
    const ports = { ...browser.ports, isOnline: () => false };
    browser.write(item('new', 'a', 1));
    browser.write({ ...item('tried', 'b', 2), triedAt: 1 });
    expect(await sendAll(ports)).toBe('away');
    expect(ids).toEqual(['tried']);
    expect(browser.messages.get('new')?.triedAt).toBeUndefined();
    expect(browser.messages.get('tried')?.isUnknown).toBe(true);
  });

  test('gets its outcome, and is never sent as another', async () => {
    const gateway = (reason: string) =>
      new Failure(
        'BAD_GATEWAY',
        `${reason} message 01a20913-7da8-7158-8dfe-a04a9aa7a888 of conversation x is kept`,
        502,
        undefined,
        {
          gateway: {
            code: 'no_account',
            cause: 'number',
            outcome: 'not_sent',
            message_id: '01a20913-7da8-7158-8dfe-a04a9aa7a888',
          },
        },
      );
    const answers: Record<string, () => Promise<Message>> = {
      closed: async () => Promise.reject(new Failure('VALIDATION_ERROR', 'closed', 400)),
      refused: async () => Promise.reject(gateway('number: no account. It was not sent:')),
      templates: async () =>
        Promise.reject(new Failure('BAD_GATEWAY', 'timeout: nothing was sent.', 502)),
      killed: async () => messageOf('killed', 'pending', 'stopped: the service stopped'),
      after: async () => messageOf('after', 'sent'),
    };
    const browser = makeBrowser(async ({ id }) => answers[id]?.());
    Object.keys(answers).forEach((id, at) => {
      browser.write(item(id, 'a', at));
    });
    expect(await sendAll(browser.ports)).toBe('done');
    expect(browser.outcomes.map(([id, { kind }]) => `${id} ${kind}`)).toEqual([
      'closed refused',
      'refused gateway',
      'templates refused',
      'killed gateway',
      'after done',
    ]);
    // A message that was certainly not sent stays for its author.
    expect([...browser.messages.keys()]).toEqual(['closed', 'templates']);
  });

  test('stays for its author if another user has signed in since', async () => {
    const refused = new Failure('FORBIDDEN', 'X-Person is not the person who is signed in', 403);
    const browser = makeBrowser(async () => Promise.reject(refused), false);
    browser.write(item('mine', 'a', 1));
    expect(await sendAll(browser.ports)).toBe('stopped');
    const { problem, triedAt } = browser.messages.get('mine') ?? { problem: 'gone' };
    expect([problem, triedAt]).toEqual([undefined, undefined]);
  });

  test('is not retried once its key may have expired', async () => {
    let requests = 0;
    const browser = makeBrowser(async () => {
      requests += 1;
      return undefined;
    });
    browser.write({ ...item('old', 'a', 1), way: 'template', triedAt: -24 * 60 * 60_000 });
    await sendAll(browser.ports);
    expect(requests).toBe(0);
    expect(browser.messages.get('old')?.problem?.code).toBe('EXPIRED');
  });
});

describe('the composer knows', () => {
  test('until when messages can be sent', () => {
    const at = '2026-11-23T12:00:00.000Z';
    const day = Date.parse(at) + 24 * 60 * 60_000;
    const cloud = { gateway: 'cloud', type: 'cloud' } as const;
    const sandbox = { gateway: 'sandbox', type: 'cloud' } as const;
    const session = { gateway: 'sandbox', type: 'session' } as const;
    const none = { window_closes_at: null };
    expect(windowEndOf(none, session, at)).toBeUndefined();
    expect(windowEndOf(none, cloud, undefined)).toBe('never');
    expect(windowEndOf(none, sandbox, undefined)).toBeUndefined();
    expect(windowEndOf(none, sandbox, at)).toBe(day);
    // The thread may have a later message than the conversation.
    expect(windowEndOf({ window_closes_at: at }, cloud, at)).toBe(day);
  });

  test('which files each gateway accepts, and as what', () => {
    const file = (type: string, size = 1_000) => ({ type, size });
    expect(fitOf('cloud', file('image/png'))).toEqual({ as: undefined, sort: 'image' });
    expect(fitOf('cloud', file('image/webp'))).toEqual({ as: 'document', sort: 'document' });
    expect(fitOf('cloud', file('image/jpeg', 6_000_000))).toMatchObject({ as: 'document' });
    expect(fitOf('waha', file('video/mp4', 40_000_000))).toEqual({ most: 39_000_000 });
    expect(fitOf('cloud', file('audio/ogg'), true)).toMatchObject({ as: 'voice' });
    expect(fitOf('cloud', file('audio/mp4'), true)).toEqual({ as: undefined, sort: 'audio' });
    expect(fitOf('evolution', file('audio/mp4'), true)).toMatchObject({ as: 'voice' });
  });

  test('which canned response is meant', () => {
    const answer = (shortcut: string, title: string, content = '') =>
      ({ id: shortcut, shortcut, title, content }) as ReadyAnswer;
    const all = [
      answer('preco', 'Tabela de preços'),
      answer('oi', 'Saudação'),
      answer('prazo', 'Prazos', 'Em até dois dias'),
    ];
    const ids = (typed: string) => matchingResponses(all, typed).map(({ id }) => id);
    expect(slashQueryAt('Olá /pra', 8)).toEqual({ from: 4, typed: 'pra' });
    for (const none of ['1/2', 'http://x', 'a/b ', ''])
      expect(slashQueryAt(none, none.length)).toBeUndefined();
    expect(ids('pr')).toEqual(['preco', 'prazo']);
    expect(ids('SAUD')).toEqual(['oi']);
    expect(ids('dois dias')).toEqual(['prazo']);
    expect(ids('xyz')).toEqual([]);
  });

  test('which values a template needs, and its final text', () => {
    const template = {
      name: 'lembrete',
      language: 'pt_BR',
      status: 'APPROVED',
      category: null,
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Oi, {{nome}}' },
        { type: 'BODY', text: 'Dia {{2}}, às {{1}}.' },
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Ver', url: 'https://x/{{1}}' }] },
      ],
    };
    const shape = shapeOf(template);
    const values = { 'header nome': 'Ana', 'body 1': '10h', 'body 2': '5', 'button 0': 'abc' };
    expect(shape.slots.map(({ key }) => key)).toEqual(Object.keys(values));
    expect(previewOf(shape, values)).toBe('Oi, Ana\nDia 5, às 10h.');
    expect(componentsOf(shape, values)).toEqual([
      { type: 'header', parameters: [{ type: 'text', text: 'Ana', parameter_name: 'nome' }] },
      { type: 'body', parameters: ['10h', '5'].map((text) => ({ type: 'text', text })) },
      { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'abc' }] },
    ]);
    const pictured = { ...template, components: [{ type: 'HEADER', format: 'IMAGE' }] };
    expect(shapeOf(pictured)).toMatchObject({ media: 'image', isBeyond: false });
    const placed = { ...template, components: [{ type: 'HEADER', format: 'LOCATION' }] };
    expect(shapeOf(placed)).toMatchObject({ media: undefined, isBeyond: true });
    expect(shape.buttons.map(({ url }) => filledUrl(url, 'abc'))).toEqual(['https://x/abc']);
  });
});

describe('a recording', () => {
  const text = (characters: string) => [...new TextEncoder().encode(characters)];
  const element = (id: readonly number[], content: readonly number[], isOpen = false) => [
    ...id,
    ...(isOpen
      ? [0x01, ...Array(7).fill(0xff)]
      : [0x40 | (content.length >> 8), content.length & 0xff]),
    ...content,
  ];
  const head = [...text('OpusHead'), 1, 1, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0];
  /** 20 ms each, as browsers record: configuration 3 (SILK, 60 ms) would be another. */
  const packet = (at: number, length: number) => [0x78, ...Array(length - 1).fill(at & 0xff)];
  const webm = (codec: string, packets: readonly (readonly number[])[]) =>
    Uint8Array.from([
      ...element([0x1a, 0x45, 0xdf, 0xa3], [0x42, 0x86, 0x81, 1]),
      ...element(
        [0x18, 0x53, 0x80, 0x67],
        [
          ...element(
            [0x16, 0x54, 0xae, 0x6b],
            element([0xae], [...element([0x86], text(codec)), ...element([0x63, 0xa2], head)]),
          ),
          ...element(
            [0x1f, 0x43, 0xb6, 0x75],
            packets.flatMap((one) => element([0xa3], [0x81, 0, 0, 0x80, ...one])),
            true,
          ),
        ],
        true,
      ),
    ]);

  test('of Opus in WebM has the same packets in Ogg, in pages with valid checksums', () => {
    const packets = Array.from({ length: 120 }, (_, at) => packet(at, at === 7 ? 300 : 60));
    expect(samplesIn(Uint8Array.from(packet(0, 60)))).toBe(960);
    const ogg = webmToOgg(webm('A_OPUS', packets)) ?? new Uint8Array();
    const view = new DataView(ogg.buffer);
    const frames: number[][] = [];
    const positions: bigint[] = [];
    let [at, carried]: [number, number[]] = [0, []];
    while (at < ogg.length) {
      expect(String.fromCharCode(...ogg.subarray(at, at + 4))).toBe('OggS');
      expect(view.getUint32(at + 18, true)).toBe(positions.length);
      positions.push(view.getBigUint64(at + 6, true));
      const laces = ogg.subarray(at + 27, at + 27 + (ogg[at + 26] ?? 0));
      at += 27 + laces.length;
      for (const lace of laces) {
        carried.push(...ogg.subarray(at, at + lace));
        at += lace;
        if (lace === 255) continue;
        frames.push(carried);
        carried = [];
      }
    }
    expect(frames[0]).toEqual(head);
    expect(String.fromCharCode(...(frames[1] ?? []).slice(0, 8))).toBe('OpusTags');
    expect(frames.slice(2)).toEqual(packets);
    expect(positions.at(-1)).toBe(BigInt(0x138 + 120 * 960));
  });

  test('of any other format stays unchanged', () => {
    expect(webmToOgg(webm('A_VORBIS', [packet(1, 60)]))).toBeUndefined();
    expect(webmToOgg(Uint8Array.from([1, 2, 3]))).toBeUndefined();
  });
});
