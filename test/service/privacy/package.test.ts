import { expect, test } from 'vitest';
import { storeFile } from '#server/features/files/store.ts';
import { sweepFiles } from '#server/features/files/sweeps.ts';
import { receiveInSandbox } from '#server/features/receiving/sandbox-operations.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { perform } from '#server/operations/operation.ts';
import { entriesOf } from '#test/support/exports/zip-entries.ts';
import { pieces } from '#test/support/files/fixture.ts';
import { type Json, useService } from '#test/support/harness.ts';
import { operatorOf } from '#test/support/operator.ts';
import { makePerson, ownPage, type TestPerson } from '#test/support/people.ts';
import {
  decideAll,
  type PrivacyStage,
  privacyStage,
  workOnRequests,
} from '#test/support/privacy.ts';

/*
 * Packages of persons' data (docs/adr/0206-packages-of-persons.md): everything of the person, nothing that identifies anyone else, for a day, and
 * only for admins who may export.
 */

const service = useService();

/** Starts a package. */
async function start({ owner }: PrivacyStage, id: string): Promise<void> {
  const answer = await owner.post(`/privacy-requests/${id}/package`, {});
  expect(answer.status, answer.text).toBe(200);
}

const pack = async (at: PrivacyStage, id: string) => {
  await start(at, id);
  await workOnRequests(service, at.team, at);
  expect(await at.get(id)).toMatchObject({ state: 'searched', reason: null });
};

async function download(
  at: PrivacyStage,
  person: TestPerson,
  id: string,
  headers: Record<string, string> = {},
) {
  const answer = await service.app.inject({
    url: `/api/panel/teams/${at.team.slug}/privacy-requests/${id}/package.zip`,
    headers: { ...ownPage, cookie: `pauta_session=${person.token}`, ...headers },
  });
  const { statusCode: status, rawPayload: bytes, payload: text } = answer;
  return { status, headers: answer.headers, bytes, text };
}

const jsonIn = (entries: ReadonlyMap<string, Buffer>, name: string) =>
  JSON.parse(String(entries.get(`json/${name}.json`))) as Json[];

/** Others, who must not be recognizable. */
const others = {
  name: 'Carlos Eduardo Menezes',
  spoken: 'carlos menezes',
  phone: '(21) 99876-1234',
  email: 'carlos.menezes@rival.com.br',
  cpf: '111.444.777-35',
  cnpj: '11.222.333/0001-81',
};

/** A person with something of others in every text. */
async function peopledStage() {
  const at = await privacyStage(service);
  const { team } = at;
  await team.create('clients', {
    ...{ type: 'PF', name: others.name, email: others.email, phone: others.phone },
  });
  const about = `Indicada por ${others.spoken}, ${others.phone}, ${others.email}, CPF ${others.cpf}, CNPJ ${others.cnpj}`;
  await team.create('deals', { title: 'Site', description: about, client_id: at.client.id });
  await team.create('activities', {
    ...{ title: 'Ligar', type: 'call', description: about, client_id: at.client.id },
  });
  await team.put(`/msgapp/contacts/${at.contact.id}`, { notes: about });
  await perform(receiveInSandbox, operatorOf(service, team), {
    path: { id: team.inbox },
    body: { from: at.phone, text: `Meu sócio: ${others.name} ${others.phone}` },
  });
  // A text of someone else's record, and one of a stranger's.
  await team.create('deals', {
    title: 'Feira',
    description: `Convidar ${at.email} e ${others.email}`,
  });
  await team.create('deals', { title: 'Só dele', description: `Fale com ${others.email}` });
  const { database, storage } = service;
  const db = database.team(team.id);
  const file = await storeFile({ db, storage }, pieces(Buffer.from('contrato da Joana')), {
    ...{ name: `joana e ${others.name}.txt`, purpose: 'upload' },
    record: { type: 'contacts', id: String(at.contact.id) },
  });
  const id = await at.create({ kind: 'access' });
  return { ...at, id, file };
}

test('a package has everything of the person, and masks others', async () => {
  const at = await peopledStage();
  const { id } = at;
  await pack(at, id);
  const got = await at.get(id);
  expect(got.package_until).toBeTypeOf('string');
  const answer = await download(at, at.owner, id);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers['content-disposition']).toContain(`titular-${got.code}.zip`);
  const entries = await entriesOf(answer.bytes);

  expect(jsonIn(entries, 'clients')).toMatchObject([{ name: 'Joana Prado', email: at.email }]);
  expect(jsonIn(entries, 'contacts')).toMatchObject([{ custom_name: 'Joana' }]);
  expect(jsonIn(entries, 'deals').map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Site', `Site de ${at.email}`]),
  );
  expect(jsonIn(entries, 'activities')).toHaveLength(1);
  expect(jsonIn(entries, 'conversations')).toHaveLength(1);
  const messages = jsonIn(entries, 'messages');
  expect(messages).toContainEqual(
    expect.objectContaining({ sender: 'person', content: 'Bom dia, é a Joana' }),
  );
  expect(messages).toContainEqual(expect.objectContaining({ sender: 'team', content: 'Olá!' }));
  expect(messages).toContainEqual(
    expect.objectContaining({ content: 'Meu sócio: C*** E*** M*** (**) *****-****' }),
  );
  const texts = jsonIn(entries, 'texts').map(({ text }) => text);
  expect(texts).toContain(`Convidar ${at.email} e ***@***`);
  expect(
    entries.get(`files/${at.file.id} joana e C*** E*** M***.txt`.replaceAll('*', '_')),
  ).toEqual(Buffer.from('contrato da Joana'));
  const manifest = JSON.parse(String(entries.get('manifest.json'))) as Json;
  expect(manifest).toMatchObject({ request: got.code, missing_files: [] });
  for (const [name, count] of Object.entries(manifest.records as Record<string, number>)) {
    if (count > 0) expect(jsonIn(entries, name), name).toHaveLength(count);
    expect(entries.has(`csv/${name}.csv`), name).toBe(count > 0);
  }

  const everything = [...entries].map(([name, content]) => `${name}\n${content}`).join('\n');
  expect(everything).toContain('Indicada por c*** m***, (**) *****-****, ***@***, CPF ');
  for (const text of [
    ...[others.name, others.spoken, 'Menezes', others.phone, '99876', others.email, 'rival.com'],
    ...['444.777', '222.333', 'Só dele', at.owner.email, String(at.namesake.id)],
  ])
    expect(everything).not.toContain(text);
  const page = String(entries.get('index.html'));
  expect(page).toContain('<html lang="pt-BR">');
  for (const text of ['Joana Prado', 'Bom dia, é a Joana', at.email, 'Mensagens', 'Você'])
    expect(page).toContain(text);
  expect(page).not.toMatch(/<script|src=|https?:/);
  expect(String(entries.get('csv/clients.csv'))).toMatch(/^\ufeffID;Tipo;Nome;/);
});

test('texts about someone else are left out, and so are names without a decision', async () => {
  const at = await peopledStage();
  const { team } = at;
  await team.create('deals', { title: 'Homônima', description: 'Joana Prado de outra cidade' });
  await team.create('deals', { title: 'Mesma', description: 'Joana Prado pediu desconto' });
  const { id } = at;
  await at.owner.post(`/privacy-requests/${id}/search`, {});
  await workOnRequests(service, team, at);
  const textsOf = async () => {
    await pack(at, id);
    const { bytes } = await download(at, at.owner, id);
    return jsonIn(await entriesOf(bytes), 'texts').map(({ text }) => text);
  };
  expect((await textsOf()).join()).not.toContain('Joana Prado');
  await at.decide(id, 'replace', ({ excerpt }) => String(excerpt).includes('desconto'));
  const about = (await at.hits(id)).find(({ excerpt }) => String(excerpt).includes('Convidar'));
  const answer = await at.owner.put(`/privacy-requests/${id}/hits`, {
    ...{ hit_ids: [about?.id], decision: 'keep', basis: 'O trecho é sobre outra pessoa' },
  });
  expect(answer.status, answer.text).toBe(200);
  const texts = await textsOf();
  expect(texts).toContain('Joana Prado pediu desconto');
  expect(texts.join()).not.toMatch(/outra cidade|Convidar/);
});

test('the page and the headers are in the language of the member who makes the package', async () => {
  const at = await peopledStage();
  await service.sql(
    `update people set locale = 'en' where id = (select person_id from users where id = $1)`,
    [at.owner.userId],
  );
  await pack(at, at.id);
  const entries = await entriesOf((await download(at, at.owner, at.id)).bytes);
  expect(String(entries.get('index.html'))).toContain('<h1>Your data</h1>');
  expect(String(entries.get('csv/clients.csv'))).toMatch(/^\ufeffID;Type;Name;/);
});

test('only admins of the team who may export and prove their identity get a package', async () => {
  const at = await peopledStage();
  const { team, id, owner } = at;
  const path = `/privacy-requests/${id}/package`;
  const admin = await makePerson(service, team, 'admin', { mayExport: true });
  const barred = await makePerson(service, team, 'admin', { mayExport: false });
  const member = await makePerson(service, team, 'member', { mayExport: true });
  const stranger = await makePerson(service, await service.team(), 'owner');
  expect((await member.post(path, {})).status).toBe(403);
  expect((await barred.post(path, {})).status).toBe(403);
  expect((await stranger.post(path, {})).status).toBe(404);
  await service.sql(`update sessions set authenticated_at = now() - interval '11 minutes'`);
  const stale = await admin.post(path, {});
  expect([stale.status, stale.text]).toEqual([403, expect.stringContaining('REAUTH_REQUIRED')]);
  await service.sql('update sessions set authenticated_at = now()');
  await pack(at, id);
  expect((await download(at, owner, id)).status).toBe(200);
  expect((await download(at, admin, id)).status).toBe(200);
  expect((await download(at, barred, id)).status).toBe(403);
  expect((await download(at, member, id)).status).toBe(403);
  expect((await download(at, stranger, id)).status).toBe(404);
  const audit = await service.sql(
    `select actor_id from audit_entries where team_id = $1 and operation = 'privacy_requests.download' order by id`,
    [team.id],
  );
  expect(audit.map(({ actor_id }) => actor_id)).toEqual([owner.userId, admin.userId]);
});

test('a part of a package is downloaded, and a new package is not continued', async () => {
  const at = await peopledStage();
  const { id, owner } = at;
  await pack(at, id);
  const whole = await download(at, owner, id);
  const tag = String(whole.headers.etag);
  const rest = { range: 'bytes=100-', 'if-range': tag };
  const part = await download(at, owner, id, rest);
  expect(part.status).toBe(206);
  expect(part.bytes).toEqual(whole.bytes.subarray(100));
  await pack(at, id);
  expect((await download(at, owner, id, rest)).status).toBe(200);
});

const sweep = async () => {
  const { database, storage } = service;
  await sweepOnce(database);
  await sweepFiles(database, storage, { isStopping: () => false, isSteady: async () => true });
};

test('a package is removed after a day, and when a new one is made', async () => {
  const at = await peopledStage();
  const { id, owner } = at;
  await pack(at, id);
  await pack(at, id);
  await sweep();
  const [first, ...none] = await service.sql(
    'select package_place from privacy_requests where id = $1',
    [id],
  );
  expect(none).toEqual([]);
  const place = String(first?.package_place);
  expect(await service.storage.blobs.size(place)).toBeGreaterThan(0);
  await service.sql(
    `update privacy_requests set packaged_at = now() - interval '25 hours' where id = $1`,
    [id],
  );
  expect((await download(at, owner, id)).status).toBe(404);
  await sweep();
  expect(await service.storage.blobs.size(place)).toBeUndefined();
  expect(await at.get(id)).toMatchObject({ package_until: null, state: 'searched' });
});

test('a package that is interrupted at any point begins again, and leaves no bytes behind', async () => {
  const at = await peopledStage();
  const { id, owner, team } = at;
  await start(at, id);
  const places: string[] = [];
  for (const point of ['packed', 'placed', 'stored']) {
    await workOnRequests(service, team, {
      ...at,
      fault(reached) {
        // As if the process had ended there: nothing ends the work, or releases the claim.
        if (reached === point) throw Object.assign(new Error('stopped'), { code: 'ECONNRESET' });
      },
    }).catch(() => {});
    const [row] = await service.sql(
      'select state, package_place from privacy_requests where id = $1',
      [id],
    );
    if (row?.package_place) places.push(String(row.package_place));
    await service.sql(
      `update privacy_requests set state = 'packing', claim = null, claimed_until = null where id = $1`,
      [id],
    );
    expect((await download(at, owner, id)).status, point).toBe(404);
  }
  await workOnRequests(service, team, at);
  expect((await download(at, owner, id)).status).toBe(200);
  await sweep();
  expect(places).toHaveLength(2);
  for (const place of places) expect(await service.storage.blobs.size(place)).toBeUndefined();
});

test('a member who loses the right to export ends the work', async () => {
  const at = await peopledStage();
  const { id, team } = at;
  const admin = await makePerson(service, team, 'admin', { mayExport: true });
  expect((await admin.post(`/privacy-requests/${id}/package`, {})).status).toBe(200);
  await service.sql('update users set may_export = false where id = $1', [admin.userId]);
  await workOnRequests(service, team, at);
  expect(await at.get(id)).toMatchObject({
    ...{ state: 'failed', job: 'package', reason_details: { code: 'rights_lost' } },
  });
});

test('an erasure waits for packages, and removes all of the team', async () => {
  const at = await peopledStage();
  const { team, owner } = at;
  await pack(at, at.id);
  const [{ package_place: place } = {}] = await service.sql(
    'select package_place from privacy_requests where id = $1',
    [at.id],
  );
  const erasure = await at.create();
  await decideAll(at, erasure);
  await start(at, at.id);
  const { code } = await at.get(erasure);
  const early = await owner.post(`/privacy-requests/${erasure}/erase`, { code });
  expect([early.status, early.text]).toEqual([409, expect.stringContaining('data_moving')]);
  await workOnRequests(service, team, at);
  await at.erase(erasure);
  expect((await download(at, owner, at.id)).status).toBe(404);
  await sweep();
  expect(await service.storage.blobs.size(String(place))).toBeUndefined();
  expect(await at.scan()).toEqual({});
});

test('the package of a member has their time and their absences, and no one else’s', async () => {
  const at = await peopledStage();
  const { team, owner } = at;
  const member = await makePerson(service, team, 'member', { name: 'Bruno Alves' });
  const colleague = await makePerson(service, team, 'member', { name: 'Carla Dias' });
  const project = await team.create('projects', { name: `Site de ${others.name}` });
  const task = await team.create('tasks', { title: 'Convites', project_id: project.id });
  const started_at = '2026-03-04T12:00:00.000Z';
  for (const person of [member, colleague])
    await team.create('time_entries', {
      ...{ user_id: person.userId, task_id: task.id, started_at, minutes: 90.5 },
      note: `Com ${others.phone}`,
    });
  await team.put(`/tasks/${task.id}`, { actual_hours: 10 });
  for (const person of [member, colleague])
    await person.post('/absences', {
      ...{ user_id: person.userId, starts_on: '2026-03-09', ends_on: '2026-03-10' },
      ...{ reason: 'sick', note: 'Gripe' },
    });
  const { id } = (await owner.post('/privacy-requests', { kind: 'access', emails: [member.email] }))
    .data;
  await at.work();
  await owner.put(`/privacy-requests/${id}/subjects`, { record_ids: [member.userId] });
  await at.work();
  await decideAll(at, String(id));
  await pack(at, String(id));
  const entries = await entriesOf((await download(at, owner, String(id))).bytes);
  expect(jsonIn(entries, 'members')).toMatchObject([{ name: 'Bruno Alves' }]);
  expect(jsonIn(entries, 'time_entries')).toEqual([
    {
      ...{ id: expect.any(String), started_at, minutes: 90.5, task: 'Convites' },
      ...{ project: 'Site de C*** E*** M***', note: 'Com (**) *****-****' },
      created_at: expect.any(String),
    },
  ]);
  expect(jsonIn(entries, 'absences')).toMatchObject([
    { starts_on: '2026-03-09', ends_on: '2026-03-10', reason: 'sick', note: 'Gripe' },
  ]);
  const page = String(entries.get('index.html'));
  for (const text of ['Horas lançadas', 'Ausências', 'Doença']) expect(page).toContain(text);
});
