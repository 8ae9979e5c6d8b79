import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type StoredFile, storeFile } from '#server/features/files/store.ts';
import { pieces, somePdf } from '#test/support/files/fixture.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Files of notes: uploaded for the conversation, seen by the team, never by the contact. */

const service = useSharedService();
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let conversation: string;
let further: string;

async function beginConversation(on: TestTeam, phone: string): Promise<string> {
  const body = { inbox_id: on.inbox, phone, content: 'Bom dia' };
  const message = await on.post('/msgapp/messages', body);
  return String(message.data.conversation_id);
}

beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
  conversation = await beginConversation(team, '5511987650331');
  further = await beginConversation(team, '5511987650332');
});

const upload = (name: string, of: string, on = team): Promise<StoredFile> =>
  storeFile({ db: service.database.team(on.id), storage: service.storage }, pieces(somePdf()), {
    name,
    purpose: 'message',
    record: { type: 'conversations', id: of },
  });
const notes = (of = conversation) => `/msgapp/conversations/${of}/notes`;
/** Names of the files uploaded for a conversation that were not removed. */
async function namesOf(of: string): Promise<string[]> {
  const answer = await bia.get(`/files?record_type=conversations&record_id=${of}`);
  return (answer.body.data as unknown as Json[]).map(({ name }) => String(name)).sort();
}

describe('a note', () => {
  test('has the files that were uploaded for its conversation, in their order', async () => {
    const [one, two] = [
      await upload('um.pdf', conversation),
      await upload('dois.pdf', conversation),
    ];
    const made = await ana.post(notes(), {
      content: 'Veja os dois',
      file_ids: [two.id, one.id, two.id],
    });
    expect(made.status, made.text).toBe(201);
    const files = [
      { id: two.id, name: 'dois.pdf', media_type: 'application/pdf', bytes: two.bytes },
      { id: one.id, name: 'um.pdf', media_type: 'application/pdf', bytes: one.bytes },
    ];
    expect(made.data.files).toEqual(files);
    const thread = await bia.get(`/msgapp/conversations/${conversation}/thread`);
    expect((thread.data.notes as Json[]).at(-1)).toMatchObject({ content: 'Veja os dois', files });
    expect((await bia.get(notes())).body.data).toMatchObject([{ files }]);
    // A change of the text keeps them; a removed one disappears.
    const path = `${notes()}/${made.data.id}`;
    expect((await ana.put(path, { content: 'Veja' })).data.files).toEqual(files);
    expect((await ana.delete(`/files/${two.id}`)).status).toBe(200);
    expect((await bia.get(notes())).body.data).toMatchObject([{ files: files.slice(1) }]);
  });

  test('may consist of files alone, but not of nothing', async () => {
    const file = await upload('tres.pdf', conversation);
    const made = await ana.post(notes(), { file_ids: [file.id], content: '  ' });
    expect([made.status, made.data.content], made.text).toEqual([201, '']);
    const path = `${notes()}/${made.data.id}`;
    expect((await ana.put(path, { content: 'Texto' })).data.content).toBe('Texto');
    expect((await ana.put(path, { content: '' })).data.content).toBe('');
    const plain = await ana.post(notes(), { content: 'Sem arquivo' });
    for (const refused of [
      await ana.post(notes(), { content: '' }),
      await ana.post(notes(), { content: ' \n', file_ids: [] }),
      await ana.put(`${notes()}/${plain.data.id}`, { content: ' ' }),
    ]) {
      expect([refused.status, refused.error.code, refused.error.message]).toEqual([
        400,
        'VALIDATION_ERROR',
        'content is required for a note without files.',
      ]);
    }
  });

  test('is refused with a file of another conversation, another team, a removed or an unknown one', async () => {
    const foreign = await service.team();
    const theirs = await upload(
      'deles.pdf',
      await beginConversation(foreign, '5511987650333'),
      foreign,
    );
    const elsewhere = await upload('outra.pdf', further);
    const removed = await upload('removido.pdf', conversation);
    await ana.delete(`/files/${removed.id}`);
    const before = (await ana.get(notes())).body.data as unknown as Json[];
    for (const id of [theirs.id, elsewhere.id, removed.id, uuidv7()]) {
      const refused = await ana.post(notes(), { content: 'Oi', file_ids: [id] });
      expect([refused.status, refused.error.message]).toEqual([
        404,
        'file_ids: no file uploaded for this conversation has this id.',
      ]);
    }
    const many = Array.from({ length: 11 }, () => uuidv7());
    expect((await ana.post(notes(), { content: 'Oi', file_ids: many })).status).toBe(400);
    expect((await ana.get(notes())).body.data).toEqual(before);
    const absent = await ana.post(notes(uuidv7()), { content: 'Oi', file_ids: [elsewhere.id] });
    expect([absent.status, absent.error.message]).toEqual([404, 'No conversation has this id.']);
  });

  test('takes its files with it when it is deleted, but not those sent or in another note', async () => {
    const [lone, sent, shared] = [
      await upload('so.pdf', further),
      await upload('enviado.pdf', further),
      await upload('dois.pdf', further),
    ];
    const message = await ana.post('/msgapp/messages/write', {
      conversation_id: further,
      file_id: sent.id,
    });
    expect(message.status, message.text).toBe(201);
    const made = await ana.post(notes(further), {
      content: '',
      file_ids: [lone.id, sent.id, shared.id],
    });
    const second = await ana.post(notes(further), { content: '', file_ids: [shared.id] });
    await ana.delete(`${notes(further)}/${made.data.id}`);
    expect(await namesOf(further)).toEqual(['dois.pdf', 'enviado.pdf', 'outra.pdf']);
    await ana.delete(`${notes(further)}/${second.data.id}`);
    expect(await namesOf(further)).toEqual(['enviado.pdf', 'outra.pdf']);
  });

  test('keeps the files of a conversation that was merged into another one', async () => {
    const from = await beginConversation(team, '5511987650334');
    const file = await upload('antes.pdf', from);
    const contactOf = async (id: string) =>
      String((await ana.get(`/msgapp/conversations/${id}`)).data.contact_id);
    const admin = await makePerson(service, team, 'admin');
    const merged = await admin.post(`/msgapp/contacts/${await contactOf(further)}/merge`, {
      from: await contactOf(from),
    });
    expect(merged.status, merged.text).toBe(200);
    const made = await ana.post(notes(further), { content: '', file_ids: [file.id] });
    expect(made.status, made.text).toBe(201);
    expect(made.data.files).toMatchObject([{ id: file.id }]);
  });
});
