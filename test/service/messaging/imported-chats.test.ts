import { describe, expect, test } from 'vitest';
import { storeFile } from '#server/features/files/store.ts';
import { sweepFiles } from '#server/features/files/sweeps.ts';
import { importQueue } from '#server/features/imports/imports-queue.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { makeLog } from '#server/platform/log.ts';
import { pieces } from '#test/support/files/fixture.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { until } from '#test/support/wait.ts';

/*
 * Chats exported from WhatsApp (docs/adr/0204-imports.md): each message of the file has exactly one outcome, nothing is stored twice, nothing
 * follows from it, and it can be undone.
 */

const service = useSharedService();
const neverStops = new AbortController().signal;

/** Works on the imports of a team until nothing is due. @param stopped aborted to hand the rest over */
async function work(team: TestTeam, stopped = neverStops): Promise<void> {
  const { database, storage, secrets } = service;
  const parts = { storage, secrets, jidSuffix: 's.msgapp.net', log: makeLog('silent') };
  const queue = importQueue(database.team(team.id), parts, stopped);
  for (;;) {
    const { jobs } = await queue.claimJobs(1);
    for (const job of jobs) await queue.work(job);
    if (jobs.length === 0 || stopped.aborted) return;
  }
}

let numbers = 0;
function newPhone(): string {
  numbers += 1;
  return `55119876${60_000 + numbers}`;
}

async function upload(team: TestTeam, content: string | Buffer, name = 'Conversa.txt') {
  const file = await storeFile(
    { db: service.database.team(team.id), storage: service.storage },
    pieces(Buffer.from(content)),
    { name, purpose: 'import' },
  );
  return file.id;
}

async function stage() {
  const team = await service.team();
  const admin = await makePerson(service, team, 'admin', { name: 'Ana' });
  const phone = newPhone();
  const create = async (content: string | Buffer, name?: string) => {
    const made = await admin.post('/imports', { file_id: await upload(team, content, name) });
    expect(made.status, made.text).toBe(201);
    await work(team);
    return String(made.data.id);
  };
  const get = async (id: string) => (await admin.get(`/imports/${id}`)).data;
  const choose = async (id: string, choices: Json = {}) => {
    const body = { inbox_id: team.inbox, phone, ours: ['Agência'], ...choices };
    const checked = await admin.put(`/imports/${id}/choices`, body);
    expect(checked.status, checked.text).toBe(200);
    await work(team);
    return get(id);
  };
  const step = async (id: string, name: 'apply' | 'undo' | 'stop') => {
    const started = await admin.post(`/imports/${id}/${name}`, {});
    expect(started.status, started.text).toBe(200);
    await work(team);
    return get(id);
  };
  const run = async (content: string | Buffer, choices: Json = {}) => {
    const id = await create(content);
    await choose(id, choices);
    return { id, ...(await step(id, 'apply')) } as Json;
  };
  const messages = (number = phone) =>
    service.sql(
      `select m.direction, m.origin, m.content as text, m.status, m.message_type as type, m.msgapp_message_id as network_id,
         to_char(m.sent_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI:SS') as at, m.media ->> 'status' as media, c.status as conversation
       from messages m join conversations c on c.team_id = m.team_id and c.id = m.conversation_id
         join contacts k on k.team_id = c.team_id and k.id = c.contact_id
       where m.team_id = $1 and k.phone = $2 order by coalesce(m.sent_at, m.created_at), m.created_at, m.id`,
      [team.id, number],
    );
  return { team, admin, phone, create, get, choose, step, run, messages };
}

const chat = `05/10/2026 14:30 - As mensagens e ligações são protegidas com a criptografia de ponta a ponta.
05/10/2026 14:33 - Maria Souza: Bom dia!
Tudo bem?
05/10/2026 14:33 - Agência: Bom dia, Maria
05/10/2026 14:34 - Maria Souza: ok
05/10/2026 14:34 - Maria Souza: ok
05/10/2026 14:35 - Agência: Mensagem apagada
05/10/2026 14:36 - Maria Souza: <Mídia oculta>
25/10/2026 09:00 - Agência: Segue a proposta
`;

describe('an exported chat', () => {
  test('is read, checked without storing anything, and stored at its times', async () => {
    const { create, get, choose, step, messages, team } = await stage();
    const id = await create(chat);
    expect(await get(id)).toMatchObject({
      state: 'read',
      contents: {
        authors: [
          { name: 'Maria Souza', messages: 4 },
          { name: 'Agência', messages: 3 },
        ],
        ...{ messages: 7, system_messages: 1, files: 0, files_omitted: 1, date_order: 'dmy' },
        ...{ first_at: '2026-10-05T14:30', last_at: '2026-10-25T09:00', other_order: null },
      },
    });
    const counts = { done: 7, total: 7, created: 6, present: 0, deleted: 1, future: 0 };
    expect(await choose(id)).toMatchObject({ state: 'checked', counts, applied_at: null });
    expect(await messages()).toEqual([]);
    expect(await step(id, 'apply')).toMatchObject({ state: 'applied', counts, reason: null });
    const incoming = { direction: 'incoming', origin: 'contact', status: 'received' };
    const outgoing = { direction: 'outgoing', origin: 'phone', status: 'sent' };
    expect(await messages()).toMatchObject([
      { ...incoming, text: 'Bom dia!\nTudo bem?', at: '2026-10-05 14:33:00', network_id: null },
      { ...outgoing, text: 'Bom dia, Maria', conversation: 'resolved' },
      { ...incoming, text: 'ok' },
      { ...incoming, text: 'ok' },
      { ...incoming, text: '', media: 'failed' },
      { ...outgoing, text: 'Segue a proposta', at: '2026-10-25 09:00:00' },
    ]);
    const events = await service.sql('select type from events where team_id = $1', [team.id]);
    expect(events).toEqual([{ type: 'import.finished' }]);
  });

  test('is stored once, also from a longer export, by another phone, and beside messages that came live', async () => {
    const { create, choose, step, run, messages, team, phone } = await stage();
    const first = await run(chat);
    expect(first).toMatchObject({ counts: { created: 6, is_begun: true } });
    // The same file again, and the chat as an iPhone exports it, with seconds and one more message.
    const again = `[05/10/2026, 14:33:10] Maria Souza: Bom dia!
Tudo bem?
[05/10/2026, 14:33:41] Agência: Bom dia, Maria
[05/10/2026, 14:34:02] Maria Souza: ok
[05/10/2026, 14:34:03] Maria Souza: ok
[05/10/2026, 14:34:09] Maria Souza: ok
`;
    for (const [content, created] of [
      [chat, 0],
      [again, 1],
      [again, 0],
    ] as const) {
      const id = await create(content);
      const { counts } = await choose(id);
      expect(counts).toMatchObject({ created, is_begun: false });
      expect((await step(id, 'apply')).counts).toMatchObject({ created, is_begun: false });
    }
    expect(await messages()).toHaveLength(7);
    // A message that the team has already is not stored again, but the second of two equal ones is.
    const furtherPhone = newPhone();
    const sent = await team.post('/msgapp/messages', {
      ...{ inbox_id: team.inbox, phone: furtherPhone, content: 'Segue a proposta' },
    });
    await service.sql(
      `update messages set sent_at = '2026-10-25 12:00:20Z', created_at = '2026-10-25 12:00:20Z' where id = $1`,
      [sent.data.id],
    );
    const twice = `${chat}25/10/2026 09:00 - Agência: Segue a proposta\n`;
    expect(await run(twice, { phone: furtherPhone })).toMatchObject({
      counts: { created: 6, present: 1, is_begun: false, contact: null },
    });
    expect(await messages(furtherPhone)).toHaveLength(7);
    expect(await messages(phone)).toHaveLength(7);
  });

  test('has each message once after it was interrupted, and with exact counts', async () => {
    const { team, create, choose, get, admin, messages } = await stage();
    const line = (i: number) =>
      `0${1 + (i % 9)}/09/2026 10:${String(Math.floor(i / 9) % 60).padStart(2, '0')} - ${i % 3 ? 'Maria' : 'Agência'}: Mensagem ${i}`;
    const many = Array.from({ length: 500 }, (_, i) => line(i)).join('\n');
    const id = await create(many);
    await choose(id);
    await admin.post(`/imports/${id}/apply`, {});
    // The process stops after each batch; another one takes over.
    for (let stops = 0; stops < 20; stops += 1) {
      const stopped = new AbortController();
      const before = (await messages()).length;
      const watching = setInterval(() => {
        messages().then(
          (rows) => rows.length > before && stopped.abort(),
          () => {},
        );
      }, 5);
      await work(team, stopped.signal);
      clearInterval(watching);
      if ((await get(id)).state === 'applied') break;
    }
    expect(await get(id)).toMatchObject({
      state: 'applied',
      counts: { done: 500, total: 500, created: 500, present: 0, is_begun: true },
    });
    const texts = (await messages()).map(({ text }) => text);
    expect(new Set(texts).size).toBe(500);
    expect(texts).toHaveLength(500);
  });

  test('can be stopped, continued, and undone for 24 hours, but not what was answered since', async () => {
    const { admin, run, get, step, messages, phone, team } = await stage();
    const { id } = await run(chat);
    const undone = await step(String(id), 'undo');
    expect(undone).toMatchObject({ state: 'undone', counts: { removed: 6, kept: 0 } });
    expect(await messages()).toEqual([]);
    const left = (table: string) =>
      service.sql(`select id from ${table} where team_id = $1`, [team.id]);
    expect([await left('contacts'), await left('conversations')]).toEqual([[], []]);
    const totals = await service.sql(
      `select resource, sum(n)::int as n from totals where team_id = $1 and resource in ('contacts', 'conversations') group by 1 having sum(n) <> 0`,
      [team.id],
    );
    expect(totals).toEqual([]);
    expect((await admin.post(`/imports/${id}/undo`, {})).error.code).toBe('CONFLICT');
    // A contact with a custom name, and a conversation with a later message, stay.
    const further = await run(chat);
    await service.sql(`update contacts set custom_name = 'Maria' where phone = $1`, [phone]);
    await team.post('/msgapp/messages', { inbox_id: team.inbox, phone, content: 'Nova' });
    expect(await step(String(further.id), 'undo')).toMatchObject({ counts: { removed: 6 } });
    expect((await messages()).map(({ text }) => text)).toEqual(['Nova']);
    const [conversation] = await service.sql(
      `select last_message_at > now() - interval '1 hour' as is_recent, last_incoming_at from conversations where team_id = $1`,
      [team.id],
    );
    expect(conversation).toEqual({ is_recent: true, last_incoming_at: null });
    const late = await run(chat);
    await service.sql(`update imports set applied_at = now() - interval '25 hours' where id = $1`, [
      late.id,
    ]);
    expect((await admin.post(`/imports/${late.id}/undo`, {})).error.code).toBe('CONFLICT');
    expect((await get(String(late.id))).state).toBe('applied');
  });

  test('runs alone in its team: fifty starts of the same files at once', async () => {
    const { team, admin, create, choose, messages } = await stage();
    const ids = await Promise.all([create(chat), create(chat), create(chat)]);
    for (const id of ids) await choose(id);
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => admin.post(`/imports/${ids[i % 3]}/apply`, {})),
    );
    await Promise.all([work(team), work(team), work(team), work(team)]);
    await work(team);
    const outcomes = await Promise.all(
      ids.map(async (id) => (await admin.get(`/imports/${id}`)).data),
    );
    expect(outcomes.map(({ state }) => state)).toEqual(['applied', 'applied', 'applied']);
    const created = outcomes.map(({ counts }) => (counts as Json).created);
    expect(created.sort()).toEqual([0, 0, 6]);
    expect(await messages()).toHaveLength(6);
  });

  test('of a group belongs to its conversation, each message to its author', async () => {
    const { team, create, choose, step, admin } = await stage();
    await service.sql(`update inboxes set groups = 'show' where id = $1`, [team.inbox]);
    const sent = await admin.post(`/inboxes/${team.inbox}/sandbox-messages`, {
      ...{ from: newPhone(), group_name: 'Obra', text: 'Oi' },
    });
    expect(sent.status, sent.text).toBe(201);
    const [group] = await service.sql('select id from conversations where team_id = $1', [team.id]);
    const id = await create(
      `${chat}25/10/2026 09:00 - João: Bom dia\n25/10/2026 09:00 - Rita: Bom dia\n`,
    );
    const refused = await admin.put(`/imports/${id}/choices`, {
      ...{ inbox_id: team.inbox, phone: newPhone(), ours: ['Agência'] },
    });
    expect([refused.status, refused.error.message]).toEqual([
      400,
      'ours must leave one author, the contact; choose the conversation of the group for a group.',
    ]);
    const chosen = { phone: null, conversation_id: group?.id };
    expect((await choose(id, chosen)).counts).toMatchObject({ created: 8 });
    await step(id, 'apply');
    const rows = await service.sql(
      `select content as text, participant ->> 'name' as name from messages where conversation_id = $1
       and sent_at between '2026-10-25 12:00Z' and '2026-10-25 12:01Z' order by sent_at`,
      [group?.id],
    );
    expect(rows).toEqual([
      { text: 'Segue a proposta', name: null },
      { text: 'Bom dia', name: 'João' },
      { text: 'Bom dia', name: 'Rita' },
    ]);
    // A member without an address cannot be mentioned.
    expect(
      await service.sql('select member from group_members where conversation_id = $1', [group?.id]),
    ).toHaveLength(1);
    // A conversation that was there before stays.
    expect(await step(id, 'undo')).toMatchObject({ counts: { removed: 8 } });
    expect(
      await service.sql('select id from conversations where id = $1', [group?.id]),
    ).toHaveLength(1);
  });
});

describe('a running import', () => {
  test('ends when the admin who started it is demoted; another admin continues it', async () => {
    const { team, admin, create, choose, messages } = await stage();
    const id = await create(chat);
    await choose(id);
    await admin.post(`/imports/${id}/apply`, {});
    const owner = await makePerson(service, team, 'owner', { name: 'Caio' });
    const demoted = await owner.put(`/members/${admin.userId}`, { role: 'member' });
    expect(demoted.status, demoted.text).toBe(200);
    await work(team);
    expect((await owner.get(`/imports/${id}`)).data).toMatchObject({
      state: 'failed',
      reason_details: { code: 'rights_lost' },
    });
    expect(await messages()).toEqual([]);
    await until(async () => (await admin.get(`/imports/${id}`)).status === 403);
    expect((await owner.post(`/imports/${id}/apply`, {})).status).toBe(200);
    await work(team);
    expect((await owner.get(`/imports/${id}`)).data).toMatchObject({
      state: 'applied',
      user_name: 'Caio',
    });
    expect(await messages()).toHaveLength(6);
  });

  test('stores nothing in an inbox that was deleted meanwhile', async () => {
    const { team, create, choose, step, messages } = await stage();
    const id = await create(chat);
    await choose(id);
    await service.sql('update inboxes set is_deleted = true where id = $1', [team.inbox]);
    expect(await step(id, 'apply')).toMatchObject({
      state: 'failed',
      reason_details: { code: 'inbox_deleted' },
    });
    expect(await messages()).toEqual([]);
  });
});

describe('what cannot be imported', () => {
  test.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'foto.png', 'picture'],
    [
      'half an archive',
      Buffer.from('504b0304140000000000', 'hex'),
      'Conversa.zip',
      'damaged_archive',
    ],
  ])('%s fails with its reason', async (_, content, name, code) => {
    const { create, get, admin, team, phone } = await stage();
    const id = await create(content, name);
    expect(await get(id)).toMatchObject({
      ...{ state: 'failed', reason_details: { code }, contents: null, counts: null },
      reason: expect.stringMatching(/^[A-Z].*\.$/),
    });
    const choices = { inbox_id: team.inbox, phone, ours: ['Ana'] };
    expect((await admin.put(`/imports/${id}/choices`, choices)).error.code).toBe('CONFLICT');
    expect((await admin.post(`/imports/${id}/apply`, {})).error.code).toBe('CONFLICT');
  });

  test('choices that do not fit are refused with the names of their fields', async () => {
    const { admin, create, team, phone } = await stage();
    const id = await create(chat);
    const fields = async (body: Json) => {
      const { status, body: answer } = await admin.put(`/imports/${id}/choices`, {
        ...{ inbox_id: team.inbox, phone, ours: ['Agência'], ...body },
      });
      expect(status).toBe(400);
      return ((answer.error as Json).details as Json | undefined) ?? answer.error;
    };
    const foreignTeam = await service.team();
    for (const [body, name] of [
      [{ inbox_id: foreignTeam.inbox }, 'inbox_id'],
      [{ phone: null }, 'phone'],
      [{ phone: '12' }, 'phone'],
      [{ ours: [] }, 'ours'],
      [{ ours: ['Pedro'] }, 'ours'],
      [{ conversation_id: foreignTeam.inbox, phone: null }, 'conversation_id'],
      [{ conversation_id: foreignTeam.inbox }, 'phone'],
      [{ date_order: 'ydm' }, 'date_order'],
    ] as const)
      expect(JSON.stringify(await fields(body)), name).toContain(name);
  });

  test('a file that was not uploaded for it, is of another team, or was imported before', async () => {
    const { admin, team, create } = await stage();
    const foreignTeam = await service.team();
    const foreign = await upload(foreignTeam, chat);
    const { id: plain } = await storeFile(
      { db: service.database.team(team.id), storage: service.storage },
      pieces(Buffer.from(chat)),
      { name: 'a.txt', purpose: 'upload' },
    );
    for (const file_id of [foreign, plain]) {
      const refused = await admin.post('/imports', { file_id });
      expect([refused.status, refused.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(refused.error.message).toContain('file_id');
    }
    const file_id = await upload(team, chat);
    expect((await admin.post('/imports', { file_id })).status).toBe(201);
    expect((await admin.post('/imports', { file_id })).error.code).toBe('CONFLICT');
    // Ten can wait.
    const started = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await admin.post('/imports', { file_id: await upload(team, chat) })).status,
      ),
    );
    expect(started.filter((status) => status === 201).length).toBeLessThanOrEqual(10);
    await work(team);
    await create(chat);
  });

  test('members and other teams see no imports', async () => {
    const { team, create, admin } = await stage();
    const id = await create(chat);
    const member = await makePerson(service, team, 'member', { name: 'Bia' });
    const foreignTeam = await service.team();
    const stranger = await makePerson(service, foreignTeam, 'owner', { name: 'Caio' });
    expect((await admin.get('/imports')).body.data).toMatchObject([{ id, user_name: 'Ana' }]);
    const refused = async (person: TestPerson) => [
      (await person.get('/imports')).status,
      (await person.get(`/imports/${id}`)).status,
      (await person.post(`/imports/${id}/apply`, {})).status,
    ];
    expect(await refused(member)).toEqual([403, 403, 403]);
    expect(await refused(stranger)).toEqual([200, 404, 404]);
    expect((await stranger.get('/imports')).body.data).toEqual([]);
  });
});

test('files to import are removed after a week, and reports after ninety days', async () => {
  const { team, create, choose, admin } = await stage();
  const [id, recent] = [await create(chat), await create(chat)];
  const alone = await upload(team, chat);
  const age = (days: number) =>
    service.sql(
      `update files set created_at = now() - $2 * interval '1 day'
       where id = $1 or id in (select file_id from imports where id = $3)`,
      [alone, days, id],
    );
  const left = async () => {
    await sweepFiles(service.database, service.storage, {
      isStopping: () => false,
      isSteady: async () => true,
    });
    const rows = await service.sql(
      `select id from files where team_id = $1 and purpose = 'import' and deleted_at is null`,
      [team.id],
    );
    return rows.length;
  };
  await age(6);
  expect(await left()).toBe(3);
  await age(8);
  expect(await left()).toBe(1);
  expect(await choose(id)).toMatchObject({
    state: 'failed',
    reason_details: { code: 'file_removed' },
  });
  await service.sql(`update imports set created_at = now() - interval '91 days' where id = $1`, [
    id,
  ]);
  await sweepOnce(service.database);
  expect((await admin.get('/imports')).body.data).toMatchObject([{ id: recent }]);
});
