import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import type { Evolution } from '#test/gateways/evolution.ts';
import type { Change } from '#test/gateways/gateway.ts';
import type { Waha } from '#test/gateways/waha.ts';
import type { Answer, Json, TestTeam } from '#test/support/harness.ts';
import { newPhone, useMessaging } from '#test/support/messaging/fixture.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { eventually } from '#test/support/wait.ts';

/* Edits of sent messages, and messages taken back. */

const messaging = useMessaging();
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  const { service } = messaging;
  team = messaging.team;
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
  admin = await makePerson(service, team, 'admin', { name: 'Caio' });
});

/** Reason of a refusal, which only the panel receives. */
const reasonOf = ({ error }: { readonly error: object }) => (error as Json).reason;

async function written(inbox = team.inbox, phone = newPhone(), text = 'Custa 100'): Promise<Json> {
  const answer = await ana.post('/msgapp/messages/write', { inbox_id: inbox, phone, text });
  expect(answer.status, answer.text).toBe(201);
  return answer.data;
}

const edits = (message: Json, text: string, by = ana, id = uuidv7()): Promise<Answer> =>
  by.post(`/msgapp/messages/${message.id}/edit`, { change_id: id, text });
const revokes = (message: Json, by = ana, id = uuidv7()): Promise<Answer> =>
  by.post(`/msgapp/messages/${message.id}/revoke`, { change_id: id });

const current = async ({ id, conversation_id }: Json): Promise<Json> => {
  const { data } = await ana.get(`/msgapp/conversations/${conversation_id}/messages`);
  const message = (data as unknown as Json[]).find((each) => each.id === id);
  if (!message) throw new Error('the message is gone');
  return message;
};

const eventsOf = async ({ id }: Json) =>
  (
    await messaging.service.sql(
      `select payload from events where record_id = $1 and type = 'message.updated' order by id`,
      [id],
    )
  ).map(({ payload }) => {
    const { data, previous } = JSON.parse(String(payload)) as { data: Json; previous: Json };
    const status = (data.last_change as Json | null)?.status;
    return [data.content, status, Object.keys(previous)];
  });

const isoTime = expect.stringMatching(/^\d{4}-.*Z$/);

describe.each([
  ['evolution', () => messaging.evolution()],
  ['waha (NOWEB)', () => messaging.waha({ engine: 'NOWEB' })],
  ['waha (GOWS)', () => messaging.waha({ engine: 'GOWS' })],
] as const)('through %s', (name, open) => {
  const isEvolution = name === 'evolution';
  const callback = (fake: object, address: string, change: Change) =>
    isEvolution
      ? (fake as Evolution).changed(address, change)
      : (fake as Waha).changed(address, change);

  test('a text is edited once; the callback that reports it changes nothing more', async () => {
    const { fake, inbox, address } = await open();
    const to = newPhone();
    const message = await written(inbox, to);
    const id = uuidv7();
    const answer = await edits(message, ' Custa 90 ', ana, id);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({
      content: 'Custa 90',
      edited_at: isoTime,
      versions: [{ content: 'Custa 100' }],
      last_change: {
        id,
        kind: 'edit',
        status: 'done',
        reason: null,
        text: null,
        user_id: ana.userId,
      },
    });
    const chat = isEvolution ? `${to}@s.whatsapp.net` : `${to}@c.us`;
    const networkId = message.msgapp_message_id;
    expect(fake.changes).toEqual([
      {
        to: chat,
        id: networkId,
        kind: 'edit',
        text: 'Custa 90',
        at: expect.any(Number),
        isSeen: true,
      },
    ]);
    const [made] = fake.changes;
    if (!made) throw new Error('nothing was changed');
    const before = await current(message);
    expect(await callback(fake, address, made)).toMatchObject({ status: 200 });
    expect(await edits(message, 'Custa 90', ana, id)).toMatchObject({ status: 200, data: before });
    expect(await current(message)).toEqual(before);
    expect(fake.changes).toHaveLength(1);
    expect(await eventsOf(message)).toEqual([
      ['Custa 100', 'pending', ['last_change']],
      ['Custa 90', 'done', ['content', 'edited_at', 'versions', 'last_change']],
    ]);
    // A second edit, after which the callback of the first arrives again.
    await edits(message, 'Custa 80');
    await callback(fake, address, made);
    expect(await current(message)).toMatchObject({
      content: 'Custa 80',
      versions: [{ content: 'Custa 100' }, { content: 'Custa 90' }],
    });
  });

  test('a message is taken back once, also if the callback overtakes the answer', async () => {
    const { fake, inbox, address } = await open();
    const message = await written(inbox);
    fake.onChange = (change) => callback(fake, address, change);
    const id = uuidv7();
    const answers = await Promise.all([revokes(message, ana, id), revokes(message, ana, id)]);
    for (const answer of answers) expect(answer.status, answer.text).toBe(200);
    expect(fake.changes).toMatchObject([{ kind: 'revoke', isSeen: true }]);
    expect(await current(message)).toMatchObject({
      content: '',
      revoked_at: isoTime,
      versions: [{ content: 'Custa 100' }],
      last_change: { id, kind: 'revoke', status: 'done', reason: null },
    });
    expect(reasonOf(await edits(message, 'Custa 90'))).toBe('already_done');
    expect((await eventsOf(message)).map(([content]) => content)).toEqual(['Custa 100', '']);
  });

  test.each([
    ['unauthorized', 'refused', 'credentials', 0],
    ['disconnected', 'refused', 'disconnected', 0],
    ['throttled', 'refused', 'throttled', 0],
    ['reset', 'unknown', 'network', 1],
    ['hang', 'unknown', 'timeout', 1],
    ['empty', 'unknown', 'gateway', 1],
    ['proxy', 'unknown', 'gateway', 1],
  ] as const)('after %s, a change is %s', async (mode, status, cause, made) => {
    const { fake, inbox, address } = await open();
    const to = newPhone();
    const message = await written(inbox, to);
    fake.behave(to, mode);
    for (const [change, kind] of [
      [() => edits(message, 'Custa 90'), 'edit'],
      [() => revokes(message), 'revoke'],
    ] as const) {
      const answer = await change();
      expect(answer.status, answer.text).toBe(200);
      expect(answer.data).toMatchObject({
        content: 'Custa 100',
        revoked_at: null,
        versions: [],
        last_change: {
          kind,
          status,
          reason: expect.stringMatching(new RegExp(`^${cause}: `)),
          text: kind === 'edit' ? 'Custa 90' : null,
        },
      });
    }
    expect(fake.changes).toHaveLength(2 * made);
    // If the network made it, a callback reports it, and then it is done.
    const revoked = fake.changes.at(-1);
    if (!revoked) return;
    await callback(fake, address, revoked);
    expect(await current(message)).toMatchObject({
      content: '',
      last_change: { kind: 'revoke', status: 'done', reason: null },
    });
  });
});

test('Evolution takes a message back in the chat’s own spelling of the number', async () => {
  const { fake, inbox } = await messaging.evolution();
  const [to, account] = ['5531987654321', '553187654321'];
  fake.accounts.set(to, account);
  const message = await written(inbox, to);
  expect((await revokes(message)).data.last_change).toMatchObject({ status: 'done' });
  expect(fake.changes).toMatchObject([{ to: `${account}@s.whatsapp.net`, isSeen: true }]);
  const next = await written(inbox, to);
  fake.accounts.set(to, false);
  fake.accounts.set(account, false);
  expect((await revokes(next)).data.last_change).toMatchObject({
    status: 'refused',
    reason: expect.stringMatching(/^number: /),
  });
});

test('Evolution refuses to edit a message that it no longer has', async () => {
  const { fake, inbox } = await messaging.evolution();
  const message = await written(inbox);
  fake.sends.length = 0;
  const { data } = await edits(message, 'Custa 90');
  expect(data.last_change).toMatchObject({
    status: 'refused',
    reason: 'rejected: the gateway does not have the message, or cannot change it',
  });
});

test('WEBJS says nothing about a revoke: unknown, until its callback', async () => {
  const { fake, inbox, address } = await messaging.waha({ engine: 'WEBJS' });
  const message = await written(inbox);
  expect((await revokes(message)).data.last_change).toMatchObject({ status: 'unknown' });
  const [made] = fake.changes;
  if (!made) throw new Error('nothing was changed');
  await fake.changed(address, made);
  expect(await current(message)).toMatchObject({ content: '', last_change: { status: 'done' } });
});

test('messages of the official API are not changed', async () => {
  const fixture = await messaging.cloud();
  const { id } = await fixture.sent();
  for (const answer of [await edits({ id }, 'x', admin), await revokes({ id }, admin)]) {
    expect(answer.status).toBe(409);
    expect(reasonOf(answer)).toBe('unchangeable');
  }
  expect(fixture.fake.changes).toEqual([]);
});

describe('in the sandbox', () => {
  test('a disconnected inbox refuses, an inactive one answers 400', async () => {
    const { inbox } = await messaging.evolution();
    const message = await written(inbox);
    await messaging.service.sql('update inboxes set is_connected = false where id = $1', [inbox]);
    expect((await revokes(message)).data.last_change).toMatchObject({
      status: 'refused',
      reason: expect.stringMatching(/^disconnected: /),
    });
    await messaging.service.sql('update inboxes set is_active = false where id = $1', [inbox]);
    expect(reasonOf(await revokes(message))).toBe('inactive_inbox');
  });

  test('only its author edits a message; admins also take it back', async () => {
    const message = await written();
    expect(await edits(message, 'x', bia)).toMatchObject({ status: 403 });
    expect(await revokes(message, bia)).toMatchObject({ status: 403 });
    expect(await edits(message, 'x', admin)).toMatchObject({ status: 403 });
    expect((await edits(message, 'Custa 90')).data.content).toBe('Custa 90');
    expect((await revokes(message, admin)).data).toMatchObject({
      content: '',
      last_change: { kind: 'revoke', status: 'done', user_id: admin.userId },
    });
    const { data: ofKey } = await team.post('/msgapp/messages', {
      inbox_id: team.inbox,
      phone: newPhone(),
      content: 'Da chave',
    });
    expect(await revokes(ofKey, ana)).toMatchObject({ status: 403 });
    expect((await revokes(ofKey, admin)).data.content).toBe('');
  });

  test('another team, and a member who may not see the inbox, learn nothing', async () => {
    const { service } = messaging;
    const message = await written();
    const elsewhere = await service.team();
    const stranger = await makePerson(service, elsewhere, 'owner');
    const { body: missing } = await edits({ id: uuidv7() }, 'x', stranger);
    for (const answer of [await edits(message, 'x', stranger), await revokes(message, stranger)]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(missing);
    }
    const access = `/inboxes/${team.inbox}/access`;
    const chosen = { access: 'chosen', user_ids: [ana.userId], squad_ids: [] };
    expect(await admin.put(access, chosen)).toMatchObject({ status: 200 });
    await eventually(async () =>
      expect(await revokes(message, bia)).toMatchObject({ status: 404 }),
    );
    expect(await bia.delete(`/msgapp/messages/${message.id}/change`)).toMatchObject({
      status: 404,
    });
    const open = { access: 'team', user_ids: [], squad_ids: [] };
    expect(await admin.put(access, open)).toMatchObject({ status: 200 });
    await eventually(async () =>
      expect(await revokes(message, bia)).toMatchObject({ status: 403 }),
    );
    expect(await current(message)).toMatchObject({ content: 'Custa 100', last_change: null });
  });

  test('after the network’s time, nothing is requested', async () => {
    const message = await written();
    const ago = (interval: string) =>
      messaging.service.sql(`update messages set sent_at = now() - $2::interval where id = $1`, [
        message.id,
        interval,
      ]);
    await ago('16 minutes');
    expect(reasonOf(await edits(message, 'x'))).toBe('too_late');
    await ago('49 hours');
    expect(reasonOf(await revokes(message))).toBe('too_late');
    await ago('47 hours');
    expect((await revokes(message)).data.content).toBe('');
  });

  test('messages of contacts, unsent ones and reactions are not changed', async () => {
    const phone = newPhone();
    const message = await written(team.inbox, phone);
    const { data: received } = await admin.post(`/inboxes/${team.inbox}/sandbox-messages`, {
      from: phone,
      text: 'Oi',
    });
    const theirs = { id: received.message_id };
    const reaction = (
      await ana.post(`/msgapp/messages/${received.message_id}/reaction`, { emoji: '👍' })
    ).data;
    await ana.post('/msgapp/messages/write', {
      inbox_id: team.inbox,
      phone: '5511987650000',
      text: 'Recusada',
    });
    const [unsent] = await messaging.service.sql(
      `select id from messages where team_id = $1 and status = 'failed'`,
      [team.id],
    );
    for (const each of [theirs, reaction, unsent as Json])
      expect(reasonOf(await revokes(each, admin))).toBe('unchangeable');
    expect((await current(message)).last_change).toBeNull();
  });

  test('an id names one change; the current text needs none', async () => {
    const message = await written();
    const id = uuidv7();
    await edits(message, 'Custa 90', ana, id);
    expect(reasonOf(await edits(message, 'Custa 80', ana, id))).toBe('message_exists');
    expect(reasonOf(await revokes(message, ana, id))).toBe('message_exists');
    expect((await edits(message, 'Custa 90')).data.last_change).toMatchObject({ id });
    expect((await current(message)).versions).toHaveLength(1);
  });

  test('a refused change is dismissed, by any member', async () => {
    const message = await written(team.inbox, `${newPhone().slice(0, -4)}0005`);
    expect((await edits(message, 'Custa 90')).data.last_change).toMatchObject({
      status: 'refused',
      text: 'Custa 90',
    });
    const path = `/msgapp/messages/${message.id}/change`;
    expect((await bia.delete(path)).data).toMatchObject({
      content: 'Custa 100',
      last_change: null,
    });
    expect((await bia.delete(path)).status).toBe(200);
    const done = await written();
    await edits(done, 'Custa 90');
    expect((await bia.delete(`/msgapp/messages/${done.id}/change`)).data.last_change).toMatchObject(
      {
        status: 'done',
      },
    );
  });

  test('a lost answer is unknown, and settled by the callback', async () => {
    const message = await written();
    // The sandbox answers these numbers after the timeout.
    await messaging.service.sql(
      `update messages set remote_jid = regexp_replace(remote_jid, '\\d{4}@', '0004@') where id = $1`,
      [message.id],
    );
    expect((await revokes(message)).data.last_change).toMatchObject({
      status: 'unknown',
      reason: expect.stringMatching(/^timeout: /),
    });
    await eventually(async () =>
      expect(await current(message)).toMatchObject({
        content: '',
        last_change: { status: 'done' },
      }),
    );
  });

  test('a change whose process ended is unknown after a minute, and makes room for another', async () => {
    const { sql, database } = messaging.service;
    const dies = async (message: Json, id: string) => {
      await sql(
        `insert into message_changes (team_id, id, message_id, kind, user_id) values ($1, $2, $3, 'revoke', $4)`,
        [team.id, id, message.id, ana.userId],
      );
      await sql(
        `update messages set last_change = json_build_object('id', $2::text, 'kind', 'revoke', 'status', 'pending', 'reason', null,
           'text', null, 'user_id', $3::text, 'requested_at', '2026-11-01T12:00:00.000Z') where id = $1`,
        [message.id, id, ana.userId],
      );
    };
    const ages = () => sql(`update message_changes set created_at = now() - interval '61 seconds'`);
    const lost = { status: 'unknown', reason: expect.stringMatching(/^stopped: /) };

    const first = await written();
    const id = uuidv7();
    await dies(first, id);
    expect(reasonOf(await revokes(first))).toBe('busy');
    expect((await revokes(first, ana, id)).data.last_change).toMatchObject({ status: 'pending' });
    await ages();
    expect((await revokes(first, ana, id)).data.last_change).toMatchObject(lost);
    expect((await revokes(first)).data.content).toBe('');

    const second = await written();
    await dies(second, uuidv7());
    await ages();
    expect((await revokes(second)).data.content).toBe('');

    const third = await written();
    await dies(third, uuidv7());
    await ages();
    expect(await sweepOnce(database)).toMatchObject({ lost_changes: 1 });
    expect((await current(third)).last_change).toMatchObject(lost);
  });

  test('the audit log names who requested it and its outcome, without the text', async () => {
    const message = await written();
    await edits(message, 'Custa segredo');
    await revokes(message, admin);
    const entries = await messaging.service.sql(
      `select operation, actor_id, before, after from audit_entries where record_id = $1 and operation ~ 'edit|revoke' order by created_at, id`,
      [message.id],
    );
    expect(entries.map(({ operation, actor_id: by, after }) => [operation, by, after])).toEqual([
      ['messages.edit', ana.userId, '{"change" : "edit", "change_status" : "pending"}'],
      ['messages.edit', ana.userId, '{"change" : "edit", "change_status" : "done"}'],
      ['messages.revoke', admin.userId, '{"change" : "revoke", "change_status" : "pending"}'],
      ['messages.revoke', admin.userId, '{"change" : "revoke", "change_status" : "done"}'],
    ]);
    expect(JSON.stringify(entries)).not.toContain('segredo');
  });
});
