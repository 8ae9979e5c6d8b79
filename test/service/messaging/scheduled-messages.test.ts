import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeFile } from '#server/features/files/store.ts';
import { startScheduled } from '#server/jobs/worker.ts';
import { makeLog } from '#server/platform/log.ts';
import { pieces, somePdf } from '#test/support/files/fixture.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { eventually } from '#test/support/wait.ts';

/* Messages that are sent later. */
const service = useService({ workers: 0 });
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let admin: TestPerson;
let number = 5511987641100;
let queues: readonly ReturnType<typeof startScheduled>[] = [];

const start = () => {
  // Two processes, which claim from the same rows.
  queues = [1, 2].map(() =>
    startScheduled(service.database, {
      ...service.messaging,
      storage: service.storage,
      log: makeLog('silent'),
    }),
  );
};
const stop = () => Promise.all(queues.map((queue) => queue.stop()));

beforeAll(async () => {
  team = await service.team('Aurora');
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
  admin = await makePerson(service, team, 'admin', { name: 'Caio' });
  start();
});
afterAll(stop);

const path = '/msgapp/scheduled-messages';
/** Reason of a refusal, which only the panel receives. */
const reasonOf = ({ error }: { readonly error: object }) => (error as Json).reason;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

async function converse(person = ana, inbox = team.inbox): Promise<string> {
  number += 1;
  const answer = await person.post('/msgapp/messages/write', {
    inbox_id: inbox,
    phone: String(number),
    text: 'Bom dia',
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.data.conversation_id as string;
}

async function plan(conversation: string, further: Json = {}, person = ana): Promise<string> {
  const answer = await person.post(path, {
    conversation_id: conversation,
    scheduled_at: inAnHour(),
    text: 'A arte ficou pronta',
    ...further,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.data.id as string;
}

/** Moves the time of a message into the past: its time has come. */
const comes = (id: string) =>
  service.sql(`update scheduled_messages set due_at = now() - interval '1 second' where id = $1`, [
    id,
  ]);

const rowOf = async (id: string) =>
  (await service.sql('select * from scheduled_messages where id = $1', [id]))[0] as Json;

const settled = (id: string) =>
  eventually(async () => {
    const row = await rowOf(id);
    expect(row.settled_at).not.toBeNull();
    return row;
  });

const listed = async (conversation: string, person = ana) =>
  (await person.get(`/msgapp/conversations/${conversation}/thread`)).data
    .scheduled as unknown as Json[];

const sentIn = async (conversation: string) =>
  (
    (await ana.get(`/msgapp/conversations/${conversation}/messages?limit=100&sort=created_at`))
      .data as unknown as Json[]
  ).slice(1);

const writes = (inbox: string) =>
  admin.post(`/inboxes/${inbox}/sandbox-messages`, { from: String(number), text: 'Oi' });

const notificationsOf = async (person: TestPerson) =>
  (await person.get('/notifications')).body.data as unknown as Json[];

describe('a scheduled message', () => {
  test('waits in the conversation, and is sent once in the name of its author', async () => {
    const conversation = await converse();
    const id = await plan(conversation);
    expect(await listed(conversation, bia)).toMatchObject([
      {
        id,
        text: 'A arte ficou pronta',
        status: 'scheduled',
        reason: null,
        author: { type: 'user', id: ana.userId, name: 'Ana' },
        contact_wrote: false,
        colleague_answered: false,
      },
    ]);
    expect(await sentIn(conversation)).toEqual([]);
    await comes(id);
    expect(await settled(id)).toMatchObject({ status: 'sent', reason: null });
    expect(await sentIn(conversation)).toMatchObject([
      { id, content: 'A arte ficou pronta', author: { type: 'user', id: ana.userId } },
    ]);
    expect(await listed(conversation)).toEqual([]);
    const entries = await service.sql(
      'select operation, actor, record_type from audit_entries where record_id = $1 order by created_at, id',
      [id],
    );
    expect(entries.map(({ operation, record_type }) => [operation, record_type])).toEqual([
      ['scheduled_messages.create', 'scheduled_messages'],
      ['scheduled_messages.send', 'messages'],
      ['scheduled_messages.send', 'scheduled_messages'],
      ['scheduled_messages.send', 'scheduled_messages'],
    ]);
  });

  test('quotes a message and carries a file', async () => {
    const conversation = await converse();
    const [first] = (
      await ana.get(`/msgapp/conversations/${conversation}/messages?sort=created_at`)
    ).data as unknown as Json[];
    const quoting = await plan(conversation, { reply_to: first?.id });
    await comes(quoting);
    await settled(quoting);
    expect((await sentIn(conversation))[0]).toMatchObject({ id: quoting, reply_to: first?.id });
    const unknown = await ana.post(path, {
      conversation_id: conversation,
      scheduled_at: inAnHour(),
      text: 'Oi',
      file_id: uuidv7(),
    });
    expect(unknown.status).toBe(404);
  });

  test('may be changed, sent now and canceled, by its author and admins', async () => {
    const conversation = await converse();
    const id = await plan(conversation);
    const later = new Date(Date.now() + 7_200_000).toISOString();
    for (const [method, at, body] of [
      ['PUT', '', { text: 'Outra' }],
      ['POST', '/send', {}],
    ] as const) {
      const refused = await bia.call(method, `${path}/${id}${at}`, body);
      expect([refused.status, reasonOf(refused)]).toEqual([403, 'author_only']);
    }
    const changed = await ana.put(`${path}/${id}`, { text: 'Nova', scheduled_at: later });
    expect(changed.data).toMatchObject({ text: 'Nova', scheduled_at: later });
    const byAdmin = await admin.put(`${path}/${id}`, { text: 'Do Caio' });
    expect(byAdmin.data).toMatchObject({ author: { name: 'Caio' }, scheduled_at: later });
    expect((await admin.post(`${path}/${id}/send`, {})).status).toBe(200);
    await settled(id);
    expect(await sentIn(conversation)).toMatchObject([
      { content: 'Do Caio', author: { name: 'Caio' } },
    ]);
    for (const [method, at] of [
      ['PUT', ''],
      ['POST', '/send'],
      ['POST', '/cancel'],
    ] as const) {
      const refused = await admin.call(method, `${path}/${id}${at}`, {});
      expect([refused.status, reasonOf(refused)]).toEqual([409, 'already_done']);
    }
    const canceled = await plan(conversation);
    expect((await bia.post(`${path}/${canceled}/cancel`, {})).data.status).toBe('canceled');
    expect((await bia.post(`${path}/${canceled}/cancel`, {})).status).toBe(200);
    expect(await listed(conversation)).toEqual([]);
    expect(reasonOf(await ana.put(`${path}/${canceled}`, { text: 'X' }))).toBe('already_done');
  });

  test('is canceled if the contact writes before, if its author wants that', async () => {
    const conversation = await converse();
    const id = await plan(conversation, { cancel_if_answered: true });
    const stays = await plan(conversation);
    expect((await writes(team.inbox)).status).toBe(201);
    expect(await listed(conversation)).toMatchObject([
      { contact_wrote: true },
      { contact_wrote: true },
    ]);
    await comes(id);
    await comes(stays);
    expect(await settled(id)).toMatchObject({ status: 'canceled', reason: 'contact_answered' });
    expect(await settled(stays)).toMatchObject({ status: 'sent' });
    expect(await listed(conversation)).toMatchObject([{ id, reason: 'contact_answered' }]);
    await ana.post(`${path}/${id}/cancel`, {});
    expect(await listed(conversation)).toEqual([]);
  });

  test('shows that a colleague has answered since', async () => {
    const conversation = await converse();
    await plan(conversation);
    await ana.post('/msgapp/messages/write', { conversation_id: conversation, text: 'Eu mesma' });
    expect(await listed(conversation)).toMatchObject([{ colleague_answered: false }]);
    await bia.post('/msgapp/messages/write', { conversation_id: conversation, text: 'Respondi' });
    expect(await listed(conversation)).toMatchObject([{ colleague_answered: true }]);
  });
});

describe('a scheduled message is not sent', () => {
  test('in the name of a user who has left: the admins learn it', async () => {
    const dora = await makePerson(service, team, 'member', { name: 'Dora' });
    const conversation = await converse(dora);
    const id = await plan(conversation, {}, dora);
    await service.sql('update users set suspended_at = now() where id = $1', [dora.userId]);
    await comes(id);
    expect(await settled(id)).toMatchObject({ status: 'failed', reason: 'author_left' });
    expect(await sentIn(conversation)).toEqual([]);
    expect(await listed(conversation)).toMatchObject([{ id, reason: 'author_left' }]);
    expect(await notificationsOf(admin)).toMatchObject([
      { kind: 'unsent', record_type: 'conversations', record_id: conversation },
    ]);
    expect(await notificationsOf(bia)).toEqual([]);
  });

  test('through an inbox that is off: its author learns it, or the assignee', async () => {
    const made = await admin.post('/inboxes', {
      name: 'Fechada',
      type: 'session',
      gateway: 'sandbox',
    });
    const inbox = made.data.id as string;
    const conversation = await converse(ana, inbox);
    const id = await plan(conversation);
    await admin.put(`/inboxes/${inbox}`, { active: false });
    const refused = await ana.post(path, {
      conversation_id: conversation,
      scheduled_at: inAnHour(),
      text: 'Oi',
    });
    expect(reasonOf(refused)).toBe('inactive_inbox');
    await comes(id);
    expect(await settled(id)).toMatchObject({ status: 'failed', reason: 'inactive_inbox' });
    expect(await notificationsOf(ana)).toMatchObject([{ kind: 'unsent', record_id: conversation }]);
  });

  test('by a member to whom its inbox was closed, who cannot see it either', async () => {
    const made = await admin.post('/inboxes', {
      name: 'Diretoria',
      type: 'session',
      gateway: 'sandbox',
    });
    const inbox = made.data.id as string;
    const conversation = await converse(ana, inbox);
    const id = await plan(conversation);
    const closed = await admin.put(`/inboxes/${inbox}/access`, {
      access: 'chosen',
      user_ids: [bia.userId],
      squad_ids: [],
    });
    expect(closed.status, closed.text).toBe(200);
    await eventually(async () =>
      expect((await ana.get(`/msgapp/conversations/${conversation}`)).status).toBe(404),
    );
    expect((await ana.put(`${path}/${id}`, { text: 'X' })).status).toBe(404);
    expect((await ana.post(`${path}/${id}/cancel`, {})).status).toBe(404);
    await comes(id);
    expect(await settled(id)).toMatchObject({ status: 'failed', reason: 'author_left' });
    expect(await notificationsOf(admin)).toMatchObject([
      { kind: 'unsent', record_id: conversation },
      { kind: 'unsent' },
    ]);
  });

  test('to a number that the network refuses, which its message shows', async () => {
    const refusing = `${String(number).slice(0, 9)}0000`;
    const begun = await ana.post('/msgapp/messages/write', {
      inbox_id: team.inbox,
      phone: refusing,
      text: 'Bom dia',
    });
    const conversation = (begun.error as unknown as Json).gateway as Json;
    const id = await plan(String(conversation.conversation_id));
    await comes(id);
    expect(await settled(id)).toMatchObject({ status: 'failed', reason: 'not_sent' });
    expect(await listed(String(conversation.conversation_id))).toEqual([]);
  });
});

describe('a scheduled message whose process ended', () => {
  async function interrupted(prepare: (id: string, conversation: string) => Promise<unknown>) {
    await stop();
    const conversation = await converse();
    const id = await plan(conversation);
    await comes(id);
    await prepare(id, conversation);
    start();
    return { row: await settled(id), messages: await sentIn(conversation) };
  }

  test('before it was claimed, or after, is sent once', async () => {
    const fresh = await interrupted(async () => {});
    // The network may have confirmed the message since.
    const sent = { status: expect.stringMatching(/^(sent|delivered|read)$/) };
    expect(fresh).toMatchObject({ row: { status: 'sent' }, messages: [sent] });
    const claimed = await interrupted((id) =>
      service.sql(
        `update scheduled_messages set claim = uuid7(now()), claimed_until = now() - interval '1 second' where id = $1`,
        [id],
      ),
    );
    expect(claimed).toMatchObject({ row: { status: 'sent' }, messages: [sent] });
  });

  test('after its message was stored is not sent again', async () => {
    const { row, messages } = await interrupted(async (id, conversation) => {
      await service.sql(
        `update scheduled_messages set status = 'sending', is_listed = false, claim = uuid7(now()), claimed_until = now() - interval '1 second'
          where id = $1`,
        [id],
      );
      await service.sql(
        `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, message_type, content, status, sent_at, author, author_id)
          select c.team_id, $1, c.id, c.inbox_id, 'x', 'outgoing', 'text', 'A arte ficou pronta', 'pending', now(), 'user', $3
          from conversations c where c.id = $2`,
        [id, conversation, ana.userId],
      );
    });
    expect(row).toMatchObject({ status: 'failed', reason: 'outcome_unknown' });
    expect(messages).toMatchObject([{ status: 'pending' }]);
    expect(messages[0]?.status_reason).toMatch(/^stopped/);
  });

  test('is sent as it was changed, or not at all if it was canceled, while a process was about to send it', async () => {
    const { messages } = await interrupted(async (id) => {
      await service.sql(
        `update scheduled_messages set claim = uuid7(now()), claimed_until = now() + interval '1 hour' where id = $1`,
        [id],
      );
      await ana.put(`${path}/${id}`, { text: 'Mudei' });
    });
    expect(messages).toMatchObject([{ content: 'Mudei' }]);
    const canceled = await interrupted(async (id) => {
      await ana.post(`${path}/${id}/cancel`, {});
    });
    expect(canceled).toMatchObject({ row: { status: 'canceled' }, messages: [] });
  });
});

describe('a template with a file in its header', () => {
  const parameters = [{ type: 'text', text: 'Ana' }];
  const filled = {
    template: 'orcamento',
    language: 'pt_BR',
    components: [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'url', index: '0', parameters },
    ],
    text: 'Oi, Ana! Segue o orçamento.',
  };
  const store = () =>
    storeFile({ db: service.database.team(team.id), storage: service.storage }, pieces(somePdf()), {
      name: 'orcamento.pdf',
      purpose: 'message',
    });

  test('is sent later, with its file', async () => {
    const conversation = await converse();
    const { id: file } = await store();
    const id = await plan(conversation, { ...filled, file_id: file });
    expect(await listed(conversation)).toMatchObject([
      { id, template: 'orcamento', file: { id: file, name: 'orcamento.pdf' } },
    ]);
    await ana.put(`${path}/${id}`, { scheduled_at: inAnHour() });
    await comes(id);
    expect(await settled(id)).toMatchObject({ status: 'sent' });
    expect(await sentIn(conversation)).toMatchObject([
      { id, message_type: 'template', content: filled.text, media: { file_id: file } },
    ]);
  });

  test('is not sent without it', async () => {
    const conversation = await converse();
    const { id: file } = await store();
    const id = await plan(conversation, { ...filled, file_id: file });
    expect((await admin.delete(`/files/${file}`)).status).toBe(200);
    await comes(id);
    expect(await settled(id)).toMatchObject({ status: 'failed', reason: 'file_missing' });
  });
});

describe('planning', () => {
  test.each([
    ['in the past', { scheduled_at: '2020-01-01T00:00:00Z' }, 'scheduled_at', 'too_small'],
    ['in two years', { scheduled_at: '2999-01-01T00:00:00Z' }, 'scheduled_at', 'too_large'],
    ['nothing', { text: null }, 'text', 'required'],
    ['a type without a file', { type: 'document' }, 'type', 'conflicting'],
    [
      'a template with a type',
      { template: 'lembrete', language: 'pt_BR', type: 'document' },
      'type',
      'conflicting',
    ],
    ['a template without its language', { template: 'lembrete' }, 'language', 'required'],
    ['a language without a template', { language: 'pt_BR' }, 'template', 'conflicting'],
  ])('refuses %s', async (_, further, field, code) => {
    const answer = await ana.post(path, {
      conversation_id: await converse(),
      scheduled_at: inAnHour(),
      text: 'Oi',
      ...further,
    });
    expect(answer.error).toMatchObject({
      fields: expect.arrayContaining([expect.objectContaining({ name: field, code })]),
    });
  });

  test('is limited per conversation', async () => {
    const conversation = await converse();
    for (let i = 0; i < 50; i += 1) await plan(conversation);
    const refused = await ana.post(path, {
      conversation_id: conversation,
      scheduled_at: inAnHour(),
      text: 'Mais uma',
    });
    expect([refused.status, reasonOf(refused)]).toEqual([409, 'limit']);
  });

  test('belongs to its team', async () => {
    const stranger = await makePerson(service, await service.team('Boreal'), 'owner');
    const conversation = await converse();
    const id = await plan(conversation);
    const body = { conversation_id: conversation, scheduled_at: inAnHour(), text: 'Oi' };
    expect((await stranger.post(path, body)).status).toBe(404);
    expect((await stranger.put(`${path}/${id}`, { text: 'X' })).status).toBe(404);
    expect((await stranger.post(`${path}/${id}/send`, {})).status).toBe(404);
    expect((await stranger.post(`${path}/${id}/cancel`, {})).status).toBe(404);
    expect(await listed(conversation)).toMatchObject([{ id, text: 'A arte ficou pronta' }]);
  });

  test('moves with its conversation, and a merge is no answer', async () => {
    const conversation = await converse();
    const id = await plan(conversation, { cancel_if_answered: true });
    const [from] = await service.sql('select contact_id from conversations where id = $1', [
      conversation,
    ]);
    const target = await converse();
    await writes(team.inbox);
    const [to] = await service.sql('select contact_id from conversations where id = $1', [target]);
    const merged = await admin.post(`/msgapp/contacts/${to?.contact_id}/merge`, {
      from: from?.contact_id,
    });
    expect(merged.status, merged.text).toBeLessThan(300);
    expect(await listed(target)).toMatchObject([{ id, contact_wrote: false }]);
    await comes(id);
    expect(await settled(id)).toMatchObject({ status: 'sent' });
  });
});
