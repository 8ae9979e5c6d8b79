import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Queues } from '#server/db/job-queue.ts';
import { storeFile } from '#server/features/files/store.ts';
import { sandboxConnection } from '#server/features/inboxes/connection.ts';
import { receiveFrom } from '#server/features/receiving/callbacks.ts';
import { fetchMedia } from '#server/features/receiving/media-operations.ts';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { react, write } from '#server/features/sending/operations.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { startLookups } from '#server/jobs/worker.ts';
import type { Context } from '#server/operations/context.ts';
import { perform } from '#server/operations/operation.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type { MessagingService } from '#server/outbound/messaging/gateway.ts';
import type { Outgoing } from '#server/outbound/messaging/outgoing-message.ts';
import { makeLog } from '#server/platform/log.ts';
import { contentOf, pieces, somePdf } from '#test/support/files/fixture.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';

/*
 * Outgoing content: files, answers, reactions; their recipients; and look-ups of contacts. The gateway is a few functions; the requests of
 * each adapter are tested separately.
 */

const service = useService();
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});

const log = makeLog('silent');
let numbers = 0;
const phone = () => `55119${String(80_000_020 + 100 * numbers++)}`;
const db = (of = team) => service.database.team(of.id);
const rest = 's.msgapp.net';

/** Context of the operator, with this gateway. */
function context(gateway: Partial<MessagingService> = {}, of = team): Context {
  const { secrets, storage, messaging } = service;
  const services = { messaging: { ...messaging.service, ...gateway }, log };
  return {
    actor: { kind: 'operator' },
    team: { slug: of.slug, strictTaxIds: false },
    db: db(of),
    settings: { secrets, jidSuffix: rest, storage, services },
  };
}

/** A gateway that accepts everything and records it. */
function taking() {
  const taken: Outgoing[] = [];
  const send: MessagingService['send'] = async (_connection, message) => {
    taken.push(message);
    return { outcome: 'accepted', networkId: `net.${message.reference}` };
  };
  return { taken, send };
}

const someFile = (name = 'contrato.pdf', content = somePdf(), of = team) =>
  storeFile({ db: db(of), storage: service.storage }, pieces(content), {
    name,
    purpose: 'message',
  });

/** Receives a message to the team. */
async function arrives(from = phone(), text = 'Oi') {
  const networkId = `in.${uuidv7()}`;
  await storeIncoming(db(), team.inbox, rest, {
    networkId,
    chat: { phone: from },
    origin: 'contact',
    type: 'text',
    text,
  });
  const [row] = await service.sql(
    'select id, conversation_id from messages where msgapp_message_id = $1',
    [networkId],
  );
  return { networkId, id: String(row?.id), conversation: String(row?.conversation_id) };
}

const messageOf = (error: unknown) => (error as Error).message;

describe('a file', () => {
  test('is sent with its caption, as a reply, and shown with the message', async () => {
    const content = somePdf(200_000);
    const file = await someFile('contrato.pdf', content);
    const question = await arrives();
    const { taken, send } = taking();
    const body = {
      conversation_id: question.conversation,
      file_id: file.id,
      text: 'Segue o contrato.',
      reply_to: question.id,
    };
    const message = JSON.parse(await perform(write, context({ send }), { body })) as Json;
    expect(message).toMatchObject({
      conversation_id: question.conversation,
      message_type: 'document',
      content: 'Segue o contrato.',
      status: 'sent',
      reply_to: question.id,
      media: {
        status: 'stored',
        reason: null,
        name: 'contrato.pdf',
        media_type: 'application/pdf',
        bytes: 200_000,
        file_id: file.id,
      },
    });
    const [sent] = taken;
    expect(sent).toMatchObject({
      quoted: { networkId: question.networkId, fromMe: false, text: 'Oi' },
      content: { kind: 'media', type: 'document', caption: 'Segue o contrato.' },
    });
    if (sent?.content.kind !== 'media') throw new Error('no media was sent');
    // The gateway may read it as often as it likes.
    for (const _ of [1, 2])
      expect((await contentOf(await sent.content.file.open())).equals(content)).toBe(true);
  });

  test('is sent as its own type, or as the requested one', async () => {
    const ogg = Buffer.concat([Buffer.from('OggS'), somePdf()]);
    const file = await someFile('recado.ogg', ogg);
    const { taken, send } = taking();
    const to = { inbox_id: team.inbox, phone: phone(), file_id: file.id };
    await perform(write, context({ send }), { body: to });
    await perform(write, context({ send }), { body: { ...to, type: 'voice' } });
    expect(taken.map(({ content }) => content.kind === 'media' && content.type)).toEqual([
      'audio',
      'voice',
    ]);
  });

  test('of another team looks like a missing one, and leaves no message', async () => {
    const theirs = await service.team();
    const file = await someFile('x.pdf', somePdf(), theirs);
    const { taken, send } = taking();
    const count = async () => (await service.sql('select from messages')).length;
    const before = await count();
    const refusal = async (id: string) =>
      perform(write, context({ send }), {
        body: { inbox_id: team.inbox, phone: phone(), file_id: id },
      }).then(String, messageOf);
    expect(await refusal(file.id)).toBe(await refusal(uuidv7()));
    expect([taken.length, await count()]).toEqual([0, before]);
  });

  test.each<[what: string, body: Json, reason: RegExp]>([
    ['nothing to send', {}, /text or file_id is required/],
    [
      'a type without a file',
      { text: 'x', type: 'image' },
      /type must be given together with file_id/,
    ],
    [
      'a caption that is too long',
      { text: 'x'.repeat(1_025), file_id: uuidv7() },
      /at most 1024 characters with a file/,
    ],
    ['an unknown type', { file_id: uuidv7(), type: 'hologram' }, /type must be one of/],
    [
      'a conversation and a number',
      { text: 'x', conversation_id: uuidv7() },
      /conversation_id must be given alone/,
    ],
  ])('%s is refused', async (_, body, reason) => {
    const call = perform(write, context(), {
      body: { inbox_id: team.inbox, phone: phone(), ...body },
    });
    expect(await call.then(String, messageOf)).toMatch(reason);
  });

  test('sent by us needs no fetching', async () => {
    const file = await someFile();
    const { send } = taking();
    const body = { inbox_id: team.inbox, phone: phone(), file_id: file.id };
    const message = JSON.parse(await perform(write, context({ send }), { body })) as Json;
    const again = (id: string) =>
      perform(fetchMedia, context(), { path: { id } }).then(String, messageOf);
    expect(await again(String(message.id))).toMatch(/no media left to fetch/);
    expect(await again(uuidv7())).toMatch(/No message has this id/);
  });
});

describe('a reaction', () => {
  test('is sent to its message and shown there; an empty one removes it', async () => {
    const target = await arrives();
    const { taken, send } = taking();
    const reactions = async () => {
      const { body } = await team.get(`/msgapp/conversations/${target.conversation}/messages`);
      return (body.data as Json[]).find(({ id }) => id === target.id)?.reactions;
    };
    await perform(react, context({ send }), { path: { id: target.id }, body: { emoji: '❤️' } });
    expect(taken[0]?.content).toEqual({
      kind: 'reaction',
      target: { networkId: target.networkId, fromMe: false, text: 'Oi' },
      emoji: '❤️',
    });
    expect(await reactions()).toEqual([{ direction: 'outgoing', emoji: '❤️' }]);
    await perform(react, context({ send }), { path: { id: target.id }, body: { emoji: '' } });
    expect(await reactions()).toEqual([]);
  });

  test.each(['ab', 'a', '❤️❤️', '👍 '])('%j is not accepted', async (emoji) => {
    const { id } = await arrives();
    const call = perform(react, context(), { path: { id }, body: { emoji } });
    expect(await call.then(String, messageOf)).toMatch(/emoji must be one emoji/);
  });

  test.each(['👍', '👨‍👩‍👧', '🇧🇷', '👍🏽', '1️⃣'])('%s is accepted', async (emoji) => {
    const { id } = await arrives();
    const { send, taken } = taking();
    await perform(react, context({ send }), { path: { id }, body: { emoji } });
    expect(taken).toHaveLength(1);
  });
});

describe('the number of a first message', () => {
  const text = (to: string) => ({ body: { inbox_id: team.inbox, phone: to, text: 'Bom dia!' } });

  test('is looked up once, and spelled as the network spells it', async () => {
    const to = phone();
    const { taken, send } = taking();
    const account = vi.fn<MessagingService['account']>(async () => ({
      kind: 'done',
      value: { exists: true, phone: `${to.slice(0, 4)}${to.slice(5)}` },
    }));
    const ctx = context({ send, account });
    await perform(write, ctx, text(to));
    await perform(write, ctx, text(to));
    expect(account.mock.calls.map(([, number]) => number)).toEqual([to]);
    expect(taken.map((message) => message.to)).toEqual(
      Array.from({ length: 2 }, () => ({ phone: `${to.slice(0, 4)}${to.slice(5)}` })),
    );
  });

  test('without an account gets nothing, for a day', async () => {
    const to = phone();
    const { taken, send } = taking();
    const account = vi.fn<MessagingService['account']>(async () => ({
      kind: 'done',
      value: { exists: false },
    }));
    const refusal = () =>
      perform(write, context({ send, account }), text(to)).then(String, messageOf);
    expect(await refusal()).toMatch(/^number: the network has no account with this number/);
    expect(await refusal()).toMatch(/^number: /);
    expect([taken.length, account.mock.calls.length]).toEqual([0, 1]);
    await service.sql(
      `update number_checks set checked_at = now() - interval '25 hours' where phone = $1`,
      [to],
    );
    await refusal();
    expect(account).toHaveBeenCalledTimes(2);
    // A contact who writes to us has an account.
    await arrives(to);
    await perform(write, context({ send, account }), text(to));
    expect(taken).toHaveLength(1);
  });

  test('keeps its check while it has a conversation', async () => {
    const { send } = taking();
    const respelled: MessagingService['account'] = async () => ({
      kind: 'done',
      value: { exists: true, phone: phone() },
    });
    const [used, merged, recent] = [phone(), phone(), phone()];
    await perform(write, context({ send, account: respelled }), text(used));
    // Numbers of contacts that were merged into others have no conversation.
    await service.sql(
      `insert into number_checks (team_id, inbox_id, phone, is_there, checked_at)
      select $1, $2, p, true, now() - n * interval '20 days' from unnest($3::text[]) with ordinality r (p, n)`,
      [team.id, team.inbox, [recent, merged]],
    );
    await service.sql(
      `update number_checks set checked_at = now() - interval '40 days' where phone = $1`,
      [used],
    );
    expect((await sweepOnce(service.database)).number_checks).toBe(1);
    const left = await service.sql('select phone from number_checks where phone = any ($1)', [
      [used, merged, recent],
    ]);
    expect(left.map((row) => row.phone).toSorted()).toEqual([used, recent].toSorted());
  });

  test.each<[string, MessagingService['account']]>([
    [
      'fails',
      async () => ({ kind: 'failed', cause: 'timeout', reason: finding('unreached', 'x') }),
    ],
    ['is unavailable', async () => ({ kind: 'impossible', reason: finding('unsupported', 'x') })],
  ])('gets its message if the answer %s', async (_, account) => {
    const { taken, send } = taking();
    await perform(write, context({ send, account }), text(phone()));
    expect(taken).toHaveLength(1);
  });

  test('is not looked up if it has a conversation', async () => {
    const { conversation } = await arrives();
    const { taken, send } = taking();
    const account = vi.fn<MessagingService['account']>();
    await perform(write, context({ send, account }), {
      body: { conversation_id: conversation, text: 'Oi' },
    });
    expect([taken.length, account.mock.calls.length]).toEqual([1, 0]);
  });
});

describe('the author of an incoming message', () => {
  const running: Queues[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((queues) => queues.stop()));
  });

  function looking(gateway: Partial<MessagingService>) {
    const { messaging, database } = service;
    const queues = startLookups(database, {
      ...messaging,
      service: { ...messaging.service, ...gateway },
      log,
    });
    running.push(queues);
    return queues;
  }

  /** A message as a gateway reports it. */
  async function reportMessage(chat: { phone: string } | { lid: string }) {
    const inbox = uuidv7();
    await service.sql(
      `insert into inboxes (team_id, id, name, type, gateway) values ($1, $2, 'Sandbox', 'session', 'sandbox')`,
      [team.id, inbox],
    );
    const again = async () => {
      const message = {
        networkId: `in.${uuidv7()}`,
        chat,
        from: 'contact',
        type: 'text',
        text: 'Oi',
      } as const;
      const readCallback: MessagingService['readCallback'] = async () => ({
        kind: 'updates',
        messages: [message],
      });
      const messaging = {
        ...service.messaging,
        service: { ...service.messaging.service, readCallback },
      };
      const connection = sandboxConnection(service.secrets, team.id, inbox);
      const callback = { method: 'POST', headers: {}, query: {}, body: Buffer.alloc(0) } as const;
      await receiveFrom(messaging, db(), connection, callback);
      return message.networkId;
    };
    return { inbox, networkId: await again(), again };
  }

  const contact = async (number: string) =>
    (await service.sql('select * from contacts where phone = $1', [number]))[0];
  const updates = async (number: string) =>
    (
      await service.sql(
        `select e.payload::json -> 'previous' as previous from events e join contacts c on c.id = e.record_id
        where c.phone = $1 and e.type = 'contact.updated' order by e.id`,
        [number],
      )
    ).map(({ previous }) => Object.keys(previous as Json));

  test('is looked up once a day, and changes emit an event', async () => {
    const number = phone();
    const { again } = await reportMessage({ phone: number });
    let signature = 1;
    const profile = vi.fn<MessagingService['profile']>(async () => ({
      kind: 'done',
      value: { name: 'Maria', pictureUrl: `https://pps.example.com/1.jpg?sig=${signature}` },
    }));
    looking({ profile });
    await vi.waitFor(
      async () =>
        expect(await contact(number)).toMatchObject({
          push_name: 'Maria',
          profile_picture_url: 'https://pps.example.com/1.jpg?sig=1',
        }),
      { timeout: 60_000 },
    );
    expect(await updates(number)).toEqual([['push_name', 'profile_picture_url', 'updated_at']]);
    // Not before a day has passed.
    await again();
    const due = async () =>
      (
        await service.sql(`select due_at from lookups where subject = $1`, [
          (await contact(number))?.id,
        ])
      )[0]?.due_at;
    expect(await due()).toBeNull();
    // A later look-up finds a new signature: the address is stored, and no event is emitted.
    await service.sql(
      `update lookups set looked_at = now() - interval '25 hours', due_at = now() - interval '1 second'`,
    );
    signature = 2;
    await vi.waitFor(
      async () =>
        expect((await contact(number))?.profile_picture_url).toBe(
          'https://pps.example.com/1.jpg?sig=2',
        ),
      { timeout: 60_000 },
    );
    expect(await updates(number)).toHaveLength(1);
    expect(profile).toHaveBeenCalledTimes(2);
  });

  test('has no invalid picture address', async () => {
    const number = phone();
    await reportMessage({ phone: number });
    looking({
      profile: async () => ({ kind: 'done', value: { pictureUrl: 'javascript:alert(1)' } }),
    });
    await vi.waitFor(
      async () => {
        const id = (await contact(number))?.id;
        const [row] = await service.sql('select looked_at from lookups where subject = $1', [id]);
        expect(row?.looked_at).toBeInstanceOf(Date);
      },
      { timeout: 60_000 },
    );
    expect((await contact(number))?.profile_picture_url).toBeNull();
    expect(await updates(number)).toEqual([]);
  });

  test('with a hidden number becomes a contact once the gateway reports the number', async () => {
    const [number, lid] = [phone(), `7${Date.now()}`];
    const { networkId } = await reportMessage({ lid });
    const phoneOf = vi.fn<MessagingService['phoneOf']>(async () => ({
      kind: 'done',
      value: number,
    }));
    looking({ phoneOf: phoneOf });
    await vi.waitFor(async () => expect(await contact(number)).toBeDefined(), { timeout: 60_000 });
    const [row] = await service.sql(
      `select k.phone from messages m join conversations c on c.id = m.conversation_id join contacts k on k.id = c.contact_id
      where m.msgapp_message_id = $1`,
      [networkId],
    );
    expect(row?.phone).toBe(number);
    expect(phoneOf.mock.calls.map(([, of]) => of)).toEqual([lid]);
  });

  test('is looked up again later after a failure, three times', async () => {
    const number = phone();
    const { inbox } = await reportMessage({ phone: number });
    const profile = vi.fn<MessagingService['profile']>(async () => ({
      kind: 'failed',
      cause: 'network',
      reason: finding('unreached', 'x'),
    }));
    looking({ profile });
    const row = async () =>
      (await service.sql('select * from lookups where inbox_id = $1', [inbox]))[0];
    for (const attempts of [1, 2]) {
      const before = Date.now();
      await vi.waitFor(async () => expect(await row()).toMatchObject({ attempts }), {
        timeout: 60_000,
      });
      expect(Number(new Date((await row())?.due_at as string))).toBeGreaterThan(before + 500_000);
      await service.sql(
        `update lookups set due_at = now() - interval '1 second' where inbox_id = $1`,
        [inbox],
      );
    }
    await vi.waitFor(async () => expect(await row()).toMatchObject({ due_at: null }), {
      timeout: 60_000,
    });
    expect(profile).toHaveBeenCalledTimes(3);
  });
});
