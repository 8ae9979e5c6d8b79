import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { contacts } from '#server/features/crm/contacts/table.ts';
import { recount } from '#server/records/totals.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { readLockWaits } from '#test/support/wait.ts';

/*
 * The six rules of sending, and the special numbers of the sandbox. The sandbox confirms after 50 ms and 100 ms here, and calls to gateways
 * time out after 400 ms.
 */
const service = useService();
let team: TestTeam;
let otherTeam: TestTeam;
beforeAll(async () => {
  team = await service.team('Nossa');
  otherTeam = await service.team('Deles');
});

const path = '/msgapp/messages';
let phones = 0;
/** An unused number. @param ending selects the behaviour of the sandbox */
const phone = (ending = '9999') => `55119${String(10_000 + phones++).slice(-4)}${ending}`;
const to = (ending?: string) => ({
  inbox_id: team.inbox,
  phone: phone(ending),
  content: 'Olá, João!',
});

const messagesOf = async (conversation: unknown) =>
  (await team.get(`/msgapp/conversations/${conversation}/messages`)).body.data as Json[];

/** The message as GET returns it. */
async function read(message: Json): Promise<Json> {
  const stored = (await messagesOf(message.conversation_id)).find(({ id }) => id === message.id);
  if (!stored) throw new Error(`message ${message.id} is not in its conversation`);
  return stored;
}

/** Events of a message: previous and new status. */
async function steps(message: unknown): Promise<[unknown, unknown][]> {
  const rows = await service.sql(
    `select payload from events where record_id = $1 and type = 'msgapp.message.status' order by created_at, id`,
    [message],
  );
  return rows.map(({ payload }) => {
    const { previous, data } = JSON.parse(payload as string) as { previous: Json; data: Json };
    return [previous.status, data.status];
  });
}

const counts = async () =>
  (
    await service.sql(
      `select (select count(*)::int from messages where team_id = any($1)) as messages,
        (select count(*)::int from conversations where team_id = any($1)) as conversations,
        (select count(*)::int from contacts where team_id = any($1)) as contacts`,
      [[team.id, otherTeam.id]],
    )
  )[0];

/** Expects that the work stores nothing. */
async function leavesNothing(work: () => Promise<unknown>): Promise<void> {
  const before = await counts();
  await work();
  expect(await counts()).toEqual(before);
}

describe('a message', () => {
  test('to a phone creates contact and conversation, and is answered as sent', async () => {
    const body = to();
    const answer = await team.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    expect(Object.keys(answer.data)).toEqual([
      'id',
      'conversation_id',
      'inbox_id',
      'remote_jid',
      'msgapp_message_id',
      'direction',
      'message_type',
      'content',
      'status',
      'status_reason',
      ...[
        'origin',
        'author',
        'participant',
        'mentions',
        'step_due_at',
        'superseded_by',
        'details',
        'referral',
        'reply_to',
        'reactions',
        'edited_at',
        'revoked_at',
        'versions',
        'last_change',
        'sent_at',
        'media',
      ],
      'created_at',
    ]);
    expect(answer.data).toMatchObject({
      inbox_id: team.inbox,
      remote_jid: `${body.phone}@s.msgapp.net`,
      direction: 'outgoing',
      message_type: 'text',
      content: 'Olá, João!',
      status: 'sent',
    });
    expect(answer.data.msgapp_message_id).toEqual(expect.any(String));
    const conversation = await team.get(`/msgapp/conversations/${answer.data.conversation_id}`);
    expect(conversation.data).toMatchObject({
      inbox: { id: team.inbox, name: 'Caixa' },
      contact: { name: body.phone },
      remote_jid: `${body.phone}@s.msgapp.net`,
    });
    const contact = await team.get(`/msgapp/contacts/${conversation.data.contact_id}`);
    expect(contact.data.phone).toBe(body.phone);
  });

  test('to the same phone again, or to the conversation, goes to the same conversation', async () => {
    const body = to();
    const [first, second] = [await team.post(path, body), await team.post(path, body)];
    const { conversation_id } = first.data;
    const third = await team.post(path, { conversation_id, content: 'E mais uma' });
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
    expect([second, third].map(({ data }) => data.conversation_id)).toEqual([
      conversation_id,
      conversation_id,
    ]);
    expect((await messagesOf(conversation_id)).map(({ id }) => id)).toEqual(
      [third, second, first].map(({ data }) => data.id),
    );
    const { data } = await team.get(`/msgapp/conversations/${conversation_id}`);
    expect(data.last_message_at).toBe(third.data.created_at);
  });

  test('to an existing contact uses it, in either spelling of a Brazilian number', async () => {
    const digits = phone().slice(-8).replace(/^./, '9');
    const contact = await team.create('contacts', { phone: `55319${digits}`, custom_name: 'Zé' });
    const answer = await team.post(path, { ...to(), phone: `5531${digits}` });
    expect(answer.data.remote_jid).toBe(`55319${digits}@s.msgapp.net`);
    const { data } = await team.get(`/msgapp/conversations/${answer.data.conversation_id}`);
    expect(data.contact).toEqual({ id: contact.id, name: 'Zé' });
  });

  test('to the exact spelling of a contact goes to that one if both spellings are contacts', async () => {
    const digits = phone().slice(-8).replace(/^./, '7');
    for (const each of [`5531${digits}`, `55319${digits}`])
      await team.create('contacts', { phone: each });
    for (const each of [`5531${digits}`, `55319${digits}`]) {
      const answer = await team.post(path, { ...to(), phone: each });
      expect(answer.data.remote_jid).toBe(`${each}@s.msgapp.net`);
    }
  });

  test('many at once to one new phone share one contact and one conversation', async () => {
    const body = to();
    const answers = await Promise.all(Array.from({ length: 20 }, () => team.post(path, body)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ data }) => data.conversation_id)).size).toBe(1);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(20);
    const { body: list } = await team.get(`/msgapp/contacts?search=${body.phone}`);
    expect((list.pagination as Json).total).toBe(1);
  });

  test('concurrently to both spellings of a new number create one contact', async () => {
    for (let i = 0; i < 5; i += 1) {
      const digits = phone().slice(-8).replace(/^./, '8');
      const answers = await Promise.all(
        [`55319${digits}`, `5531${digits}`, `55319${digits}`, `5531${digits}`].map((each) =>
          team.post(path, { ...to(), phone: each }),
        ),
      );
      expect(new Set(answers.map(({ data }) => data.conversation_id)).size).toBe(1);
      expect(new Set(answers.map(({ data }) => data.remote_jid)).size).toBe(1);
    }
  });

  test('to a contact that is removed at the same moment creates it again, with a key and without', async () => {
    for (const headers of [{}, { 'idempotency-key': 'removido' }]) {
      const body = to();
      const contact = await team.create('contacts', { phone: body.phone });
      const remover = new pg.Client(service.connection);
      await remover.connect();
      await remover.query('begin');
      await remover.query('delete from contacts where id = $1', [contact.id]);
      await remover.query(recount(contacts));
      const sending = team.post(path, body, headers as Record<string, string>);
      await expect.poll(() => readLockWaits(service.sql)).toHaveLength(1);
      await remover.query('commit');
      await remover.end();
      const answer = await sending;
      expect(answer.status, answer.text).toBe(201);
      const { data } = await team.get(`/msgapp/conversations/${answer.data.conversation_id}`);
      expect(data.contact_id).not.toBe(contact.id);
    }
  });

  test('keeps its spaces and lines, up to 4,096 characters', async () => {
    for (const content of ['  a\n b ', 'é'.repeat(4_096), '👍'.repeat(4_096)]) {
      const answer = await team.post(path, { ...to(), content });
      expect(answer.status).toBe(201);
      expect(answer.data.content).toBe(content);
    }
  });
});

describe('refused messages leave nothing behind', () => {
  test.each<[string, Json, string]>([
    ['no content', { content: undefined }, 'content'],
    ['null content', { content: null }, 'content'],
    ['empty content', { content: '' }, 'content'],
    ['blank content', { content: ' \n ' }, 'content'],
    ['content of 4,097 characters', { content: 'x'.repeat(4_097) }, 'content'],
    ['content that is no text', { content: 7 }, 'content'],
    ['content with a NUL', { content: 'a\0b' }, 'content'],
    ['neither address', { inbox_id: undefined, phone: undefined }, 'inbox_id'],
    ['inbox_id alone', { phone: undefined }, 'phone'],
    ['phone alone', { inbox_id: undefined }, 'inbox_id'],
    ['conversation_id with the others', { conversation_id: uuidv7() }, 'conversation_id'],
    ['conversation_id with phone', { inbox_id: null, conversation_id: uuidv7() }, 'alone'],
    ['a short phone', { phone: '551199999' }, 'phone'],
    ['a long phone', { phone: '5'.repeat(16) }, 'phone'],
    ['a phone with punctuation', { phone: '+55 11 98888-7777' }, 'phone'],
    ['an inbox_id that is no UUID', { inbox_id: 'caixa' }, 'inbox_id'],
    ['another message_type', { message_type: 'image' }, 'message_type'],
    ['an unknown field', { media: 'x' }, 'media'],
  ])('%s: 400', async (_, change, named) => {
    await leavesNothing(async () => {
      const answer = await team.post(path, { ...to(), ...change });
      expect([answer.status, answer.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(answer.error.message).toContain(named);
    });
  });

  test('all errors are named at once', async () => {
    const { error } = await team.post(path, { phone: '1', content: '', media: 'x' });
    for (const name of ['phone', 'content', 'media', 'inbox_id'])
      expect(error.message).toContain(name);
  });

  test('a query: 400', async () => {
    await leavesNothing(async () => {
      expect((await team.post(`${path}?x=1`, to())).status).toBe(400);
    });
  });

  test('fields of a message that the service sets are ignored', async () => {
    const answer = await team.post(path, {
      ...to(),
      id: uuidv7(),
      status: 'read',
      direction: 'incoming',
      message_type: 'text',
    });
    expect(answer.data).toMatchObject({ status: 'sent', direction: 'outgoing' });
  });

  test('an inactive inbox: 400', async () => {
    const target = to();
    const { data } = await team.post(path, target);
    const conversation = () => team.get(`/msgapp/conversations/${data.conversation_id}`);
    const before = (await conversation()).text;
    await service.sql('update inboxes set is_active = false where id = $1', [team.inbox]);
    await leavesNothing(async () => {
      for (const body of [to(), target, { conversation_id: data.conversation_id, content: 'x' }]) {
        const answer = await team.post(path, body);
        expect([answer.status, answer.error.code]).toEqual([400, 'VALIDATION_ERROR']);
        expect(answer.error.message).toContain('not active');
      }
    });
    expect((await conversation()).text).toBe(before);
    await service.sql('update inboxes set is_active = true where id = $1', [team.inbox]);
  });

  test('a missing or foreign inbox or conversation: 404, the same for both, and the other team is unchanged', async () => {
    const theirs = await otherTeam.post(path, {
      inbox_id: otherTeam.inbox,
      phone: phone(),
      content: 'x',
    });
    const theirList = async () => (await otherTeam.get('/msgapp/conversations')).text;
    const before = await theirList();
    await leavesNothing(async () => {
      for (const [field, foreign, rest] of [
        ['inbox_id', otherTeam.inbox, { phone: phone() }],
        ['conversation_id', theirs.data.conversation_id, {}],
      ] as const) {
        const ask = (id: unknown) => team.post(path, { content: 'x', ...rest, [field]: id });
        const [refused, missing] = [await ask(foreign), await ask(uuidv7())];
        expect([refused.status, refused.error.code]).toEqual([404, 'NOT_FOUND']);
        expect(refused.text).toBe(missing.text);
        expect(refused.error.message).toContain(field);
      }
    });
    expect(await theirList()).toBe(before);
  });

  test('methods that messages do not have: 405', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await team.call(method, path);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
    }
  });
});

describe('the special numbers of the sandbox', () => {
  /** Waits until the message has a status, and a moment longer for anything that must not arrive. */
  const becomes = async (message: Json, status: string) => {
    await expect.poll(async () => (await read(message)).status).toBe(status);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const after = await read(message);
    expect(after.status).toBe(status);
    return after;
  };

  test('any: delivered, then read; one event each', async () => {
    const { data } = await team.post(path, to());
    await becomes(data, 'read');
    expect(await steps(data.id)).toEqual([
      ['sent', 'delivered'],
      ['delivered', 'read'],
    ]);
  });

  test('an event contains the message as it is read, in compact JSON that survives parsing', async () => {
    const { data } = await team.post(path, { ...to(), content: 'aspas " e \\ e \u001f\n' });
    const after = await becomes(data, 'read');
    const rows = await service.sql(
      'select * from events where record_id = $1 order by created_at, id',
      [data.id],
    );
    for (const { id, type, created_at, payload } of rows) {
      const event = JSON.parse(payload as string) as Json;
      expect(Object.keys(event)).toEqual(['id', 'type', 'created_at', 'data', 'previous']);
      expect(event).toMatchObject({ id, type, created_at: (created_at as Date).toISOString() });
      expect(JSON.stringify(event)).toBe(payload);
    }
    expect((JSON.parse(rows.at(-1)?.payload as string) as Json).data).toEqual(after);
  });

  test('0000: refused, 502; stored as failed with its reason', async () => {
    const body = to('0000');
    const answer = await team.post(path, body);
    expect([answer.status, answer.error.code]).toEqual([502, 'BAD_GATEWAY']);
    expect(answer.error.message).toMatch(/^rejected: /);
    const [conversation] = (await team.get('/msgapp/conversations?limit=1')).body.data as Json[];
    const [message] = await messagesOf(conversation?.id);
    expect(message).toMatchObject({ status: 'failed', msgapp_message_id: null });
    expect(message?.status_reason).toMatch(/^rejected: .*0000/);
    expect(answer.error.message).toContain(message?.id as string);
    expect(answer.error.gateway).toMatchObject({
      cause: 'rejected',
      outcome: 'not_sent',
      message_id: message?.id,
      conversation_id: conversation?.id,
    });
    expect(await steps(message?.id)).toEqual([]);
  });

  test('0001: never confirmed', async () => {
    const { data } = await team.post(path, to('0001'));
    await becomes(data, 'sent');
    expect(await steps(data.id)).toEqual([]);
  });

  test('0002: accepted, later failed with its reason', async () => {
    const { data, status } = await team.post(path, to('0002'));
    expect([status, data.status]).toEqual([201, 'sent']);
    expect((await becomes(data, 'failed')).status_reason).toMatch(/^undelivered: .*0002/);
    expect(await steps(data.id)).toEqual([['sent', 'failed']]);
  });

  test('0003: confirmed twice and out of order: read once', async () => {
    const { data } = await team.post(path, to('0003'));
    await becomes(data, 'read');
    expect(await steps(data.id)).toEqual([['sent', 'read']]);
  });

  test('0004: is confirmed only after its 502 is stored, however slow the database', async () => {
    // Far longer than the sandbox takes to confirm.
    await service.sql(`create function be_slow() returns trigger language plpgsql as
      'begin if current_query() like ''%as is_unseen%'' then perform pg_sleep(0.5); end if; return null; end'`);
    await service.sql(
      'create trigger slow before update on messages for each statement execute function be_slow()',
    );
    onTestFinished(async () => {
      await service.sql('drop function be_slow cascade');
    });
    const body = to('0004');
    const answer = await team.post(path, body);
    expect([answer.status, answer.error.code]).toEqual([502, 'BAD_GATEWAY']);
    const statuses = () =>
      service.sql('select status from messages where remote_jid like $1', [`${body.phone}@%`]);
    await expect.poll(statuses).toEqual([{ status: 'read' }]);
  });

  test('0004: answers after the timeout: 502, pending, then settled by the confirmations', async () => {
    // Confirmations follow soon, so the message's earlier states are recorded here.
    await service.sql('create table stages (id uuid, status text, status_reason text)');
    await service.sql(`create function keep_stage() returns trigger language plpgsql as
      'begin insert into stages values (new.id, new.status, new.status_reason); return null; end'`);
    await service.sql(
      'create trigger stages after update on messages for each row execute function keep_stage()',
    );
    onTestFinished(async () => {
      await service.sql('drop function keep_stage cascade');
      await service.sql('drop table stages');
    });
    const answer = await team.post(path, to('0004'));
    expect([answer.status, answer.error.code]).toEqual([502, 'BAD_GATEWAY']);
    expect(answer.error.message).toMatch(/^timeout: .*not known/);
    const [conversation] = (await team.get('/msgapp/conversations?limit=1')).body.data as Json[];
    const [message = {}] = await messagesOf(conversation?.id);
    expect(answer.error.gateway).toMatchObject({
      cause: 'timeout',
      outcome: 'unknown',
      message_id: message.id,
    });
    const [stage] = await service.sql('select status, status_reason from stages where id = $1', [
      message.id,
    ]);
    expect(stage).toEqual({
      status: 'pending',
      status_reason: expect.stringMatching(/^timeout: /),
    });
    const after = await becomes(message, 'read');
    expect(after.status_reason).toBeNull();
    expect(after.msgapp_message_id).toEqual(expect.any(String));
    expect(await steps(message.id)).toEqual([
      ['pending', 'delivered'],
      ['delivered', 'read'],
    ]);
  });

  test('a disconnected inbox: 502; stored as failed', async () => {
    await service.sql('update inboxes set is_connected = false where id = $1', [team.inbox]);
    const answer = await team.post(path, to());
    await service.sql('update inboxes set is_connected = true where id = $1', [team.inbox]);
    expect([answer.status, answer.error.code]).toEqual([502, 'BAD_GATEWAY']);
    expect(answer.error.message).toMatch(/^disconnected: /);
    const [conversation] = (await team.get('/msgapp/conversations?limit=1')).body.data as Json[];
    expect((await messagesOf(conversation?.id))[0]).toMatchObject({ status: 'failed' });
  });
});

describe('with an Idempotency-Key', () => {
  let keys = 0;
  const keyed = () => ({ 'idempotency-key': `envio ${keys++}` });
  const stored = async (phone: string) =>
    service.sql(
      'select m.id, m.status from messages m where m.team_id = $1 and m.remote_jid like $2',
      [team.id, `${phone}@%`],
    );

  test('fifty at once send once; each gets the same answer or a 409', async () => {
    const key = keyed();
    const body = to();
    const answers = await Promise.all(Array.from({ length: 50 }, () => team.post(path, body, key)));
    const sent = answers.filter(({ status }) => status === 201);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect([answer.status, answer.error.code]).toEqual([409, 'CONFLICT']);
    const again = await team.post(path, body, key);
    expect([again.status, again.text]).toEqual([201, sent[0]?.text]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await stored(body.phone)).toHaveLength(1);
  });

  test('the 502 of a send is stored, and nothing is sent again', async () => {
    for (const ending of ['0000', '0004']) {
      const key = keyed();
      const body = to(ending);
      const first = await team.post(path, body, key);
      const again = await team.post(path, body, key);
      expect([first.status, again.status, again.text]).toEqual([502, 502, first.text]);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(await stored(body.phone)).toHaveLength(1);
    }
  });

  test('400 and 404 are stored; the same key for another body is 422', async () => {
    for (const [body, status] of [
      [{ ...to(), content: '' }, 400],
      [{ ...to(), inbox_id: otherTeam.inbox }, 404],
    ] as const) {
      const key = keyed();
      const first = await team.post(path, body, key);
      const again = await team.post(path, body, key);
      expect([first.status, again.status, again.text]).toEqual([status, status, first.text]);
      expect(again.headers['idempotency-replayed']).toBe('true');
      const reused = await team.post(path, to(), key);
      expect([reused.status, reused.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    }
  });

  test('while the first request waits for its gateway: 409', async () => {
    const key = keyed();
    const body = to('0004');
    const first = team.post(path, body, key);
    await expect.poll(() => stored(body.phone)).toHaveLength(1);
    const second = await team.post(path, body, key);
    expect([second.status, second.error.code]).toEqual([409, 'CONFLICT']);
    expect((await first).status).toBe(502);
  });

  test('a key whose process ended is answered with the known state of its message, permanently', async () => {
    const left = async (status: string, network: string | null) => {
      const key = keyed();
      const body = to();
      const { data, text } = await team.post(path, body, key);
      // The state after a process that ended while waiting for the gateway.
      await service.sql(
        `update idempotency_keys set status = null, response = null, created_at = now() - interval '30 seconds' where key = $1`,
        [key['idempotency-key']],
      );
      await expect.poll(async () => (await read(data)).status).toBe('read');
      await service.sql(`update messages set status = $2, msgapp_message_id = $3 where id = $1`, [
        data.id,
        status,
        network,
      ]);
      const again = await team.post(path, body, key);
      const later = await team.post(path, body, key);
      expect([later.status, later.text]).toEqual([again.status, again.text]);
      expect(await stored(body.phone)).toHaveLength(1);
      return { again, text, data };
    };
    const pending = await left('pending', null);
    expect([pending.again.status, pending.again.error.code]).toEqual([502, 'BAD_GATEWAY']);
    expect(pending.again.error.message).toMatch(/not known/);
    expect(pending.again.error.message).toContain(pending.data.id as string);
    const delivered = await left('delivered', 'x');
    expect([delivered.again.status, delivered.again.data.status]).toEqual([201, 'sent']);
    const failed = await left('failed', null);
    expect([failed.again.status, failed.again.error.code]).toEqual([502, 'BAD_GATEWAY']);
    const givenUp = await left('failed', 'x');
    expect([givenUp.again.status, givenUp.again.data.status]).toEqual([201, 'sent']);
  });

  test('a key whose process may still run is 409, and another team’s key is independent', async () => {
    const key = keyed();
    const body = to();
    await team.post(path, body, key);
    await service.sql(
      'update idempotency_keys set status = null, response = null, created_at = now() where key = $1',
      [key['idempotency-key']],
    );
    expect((await team.post(path, body, key)).status).toBe(409);
    const theirs = await otherTeam.post(path, { ...body, inbox_id: otherTeam.inbox }, key);
    expect(theirs.status).toBe(201);
  });

  test('the answer that was stored first stays, even if the process was believed to have ended', async () => {
    const key = keyed();
    const body = to('0004');
    const slow = team.post(path, body, key);
    await expect.poll(() => stored(body.phone)).toHaveLength(1);
    await service.sql(
      `update idempotency_keys set created_at = now() - interval '30 seconds' where key = $1`,
      [key['idempotency-key']],
    );
    const taken = await team.post(path, body, key);
    expect(taken.status).toBe(502);
    expect((await slow).text).toBe(taken.text);
    expect((await team.post(path, body, key)).text).toBe(taken.text);
  });

  test('a result that cannot be stored now is answered as unknown, and stored later', async () => {
    const holder = new pg.Client(service.connection);
    await holder.connect();
    onTestFinished(() => holder.end());
    for (const headers of [undefined, keyed()]) {
      const body = to('0004');
      const sending = team.post(path, body, headers);
      await expect.poll(() => stored(body.phone)).toHaveLength(1);
      await holder.query('begin; lock table messages in share mode');
      const answer = await sending;
      expect([answer.status, answer.error.code]).toEqual([502, 'BAD_GATEWAY']);
      expect(answer.error.message).toMatch(/not known/);
      await holder.query('commit');
      await expect.poll(async () => (await stored(body.phone))[0]?.status).toBe('read');
      if (!headers) continue;
      // The stored answer, whichever came first: the outcome or a confirmation.
      const again = await team.post(path, body, headers);
      expect([201, 502]).toContain(again.status);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect((await team.post(path, body, headers)).text).toBe(again.text);
      expect(await stored(body.phone)).toHaveLength(1);
    }
  });
});
