import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readXlsx } from '#server/features/imports/reading/xlsx.ts';
import { exportedColumns, exportedResources } from '#server/records/exported-columns.ts';
import { awkward, createEveryField, formula } from '#test/support/exports/every-field.ts';
import { downloadExport, exportedFile, workOnExports } from '#test/support/exports/work.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/*
 * Exports of lists (docs/adr/0207-exports.md): the file contains the records of the list at one moment, in its order, and only the member who made it
 * downloads it, as long as they may export.
 */

const service = useSharedService();

const work = (team: TestTeam, stopped?: AbortSignal) => workOnExports(service, team, stopped);

async function stage() {
  const team = await service.team();
  const ana = await makePerson(service, team, 'owner', { name: 'Ana' });
  const rui = await makePerson(service, team, 'member', { name: 'Rui', mayExport: true });
  return { team, ana, rui };
}

const start = async (person: TestPerson, body: Json): Promise<string> => {
  const made = await person.post('/exports', body);
  expect(made.status, made.text).toBe(201);
  return String(made.data.id);
};

const download = (
  team: TestTeam,
  person: TestPerson,
  id: string,
  headers?: Record<string, string>,
) => downloadExport(service, team, person, id, headers);

const exported = async (team: TestTeam, person: TestPerson, body: Json) =>
  (await exportedFile(service, team, person, body)).toString();

const linesOf = (text: string) => text.split('\r\n').slice(0, -1);
const objectsOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Json);

describe('the file of a list', () => {
  test('contains every field of every kind of record', async () => {
    const { team, ana, rui } = await stage();
    const squad = (await ana.post('/squads', { name: 'Criação' })).data;
    const contract = (await ana.post('/contracts', { title: 'Anual' })).data;
    const made = await createEveryField(team, [ana, rui], String(squad.id), String(contract.id));
    const first: Readonly<Record<string, unknown>> = {
      clients: made.person?.id,
      contacts: made.contact?.id,
      projects: made.project?.id,
      tasks: made.task?.id,
      deals: made.deal?.id,
      campaigns: made.campaign?.id,
      activities: made.activity?.id,
    };
    for (const resource of exportedResources) {
      const [record] = objectsOf(
        await exported(team, ana, { resource, format: 'jsonl', query: 'sort=created_at' }),
      );
      const columns = exportedColumns[resource].map(({ name }) => name);
      expect(Object.keys(record ?? {})).toEqual(columns);
      expect(record?.id).toBe(first[resource]);
    }
    const [task] = objectsOf(await exported(team, ana, { resource: 'tasks', format: 'jsonl' }));
    expect(task).toMatchObject({
      project: 'Site novo',
      project_id: made.project?.id,
      assignees: ['Ana', 'Rui'],
      assignees_email: [ana.email, rui.email],
      reporter: 'Rui',
      reporter_email: rui.email,
      estimated_hours: 1234.5,
      tags: ['vip', 'a, b', 'c\\d', '=x'],
      number: expect.stringMatching(/^[A-Z]+-1$/),
    });
    const [activity] = objectsOf(
      await exported(team, ana, { resource: 'activities', format: 'jsonl' }),
    );
    expect(activity).toMatchObject({
      client: 'Padaria Aurora Ltda.',
      deal: 'Proposta',
      contract: 'Anual',
      assigned_to: 'Rui',
      occurred_at: '2026-11-20T12:34:56.789Z',
      duration_minutes: 0.25,
    });
  });

  test('is CSV that Excel opens, without formulas', async () => {
    const { team, ana } = await stage();
    const tags = ['a, b', 'c'];
    await team.create('deals', { title: '=1+1', value: 1234.5, description: awkward, tags });
    await team.create('deals', { title: "'@x", value: null });
    const pt = await exported(team, ana, { resource: 'deals', format: 'csv' });
    expect(pt.startsWith('\ufeffID;Título;Descrição;Valor;')).toBe(true);
    expect(pt).toContain(`;'=1+1;"'=1+1;""a"", 'b'\r\n@c\t| ç ã 🥖";"1234,5";BRL;`);
    expect(pt).toContain(";''@x;;;BRL;");
    expect(pt).toContain(';"a\\, b, c";false;');
    const en = await exported(team, ana, { resource: 'deals', format: 'csv', language: 'en' });
    expect(en.startsWith('\ufeffID;Title;Description;Value;')).toBe(true);
    expect(en).toContain(';1234.5;BRL;');
  });

  test('has the chosen columns, and the filters, the search and the order of the list', async () => {
    const { team, ana } = await stage();
    for (const [name, phone] of [
      ['Bia', '5511999990001'],
      ['Caio', '5511999990002'],
      ['Ana Bia', '5511999990003'],
      ['Zé', '5521999990004'],
    ])
      await team.create('contacts', { custom_name: name, phone, tags: name === 'Zé' ? [] : ['x'] });
    const text = await exported(team, ana, {
      resource: 'contacts',
      format: 'csv',
      columns: ['phone', 'custom_name'],
      query: 'tag=x&search=bia&sort=-custom_name&page=2&limit=1',
    });
    expect(linesOf(text)).toEqual([
      '\ufeffTelefone;Nome',
      '5511999990001;Bia',
      '5511999990003;Ana Bia',
    ]);
  });

  test('names records by the ids that they had in the Pauta which they came from', async () => {
    const { team, ana } = await stage();
    const client = await team.create('clients', { type: 'PJ', name: 'Aurora' });
    await team.create('contacts', { phone: '5511999990001', client_id: client.id });
    const there = '01900000-0000-7000-8000-000000000001';
    await service.sql(
      `insert into external_ids (team_id, resource, source, external_id, record_id)
      values ($1, 'clients', 'pauta', $2, $3), ($1, 'clients', 'trello', 'x', $3)`,
      [team.id, there, client.id],
    );
    const [contact] = objectsOf(
      await exported(team, ana, { resource: 'contacts', format: 'jsonl' }),
    );
    expect(contact).toMatchObject({ client: 'Aurora', client_id: there });
    const [exportedClient] = objectsOf(
      await exported(team, ana, { resource: 'clients', format: 'jsonl' }),
    );
    expect(exportedClient?.id).toBe(there);
  });

  test('is a workbook with numbers, dates and texts', async () => {
    const { team, ana } = await stage();
    await team.create('deals', {
      title: '=1+1',
      description: 'a & b <c> _x0041_ \u0001\r\nç 🥖',
      value: 1234.5,
      expected_close_date: '2026-12-20',
      is_starred: true,
      tags: ['a, b'],
    });
    const columns = ['title', 'description', 'value', 'expected_close_date', 'is_starred', 'tags'];
    const bytes = await exportedFile(service, team, ana, {
      ...{ resource: 'deals', format: 'xlsx', columns },
    });
    const directory = await mkdtemp(join(tmpdir(), 'export-'));
    const path = join(directory, 'a.xlsx');
    await writeFile(path, bytes);
    const table = await readXlsx(path);
    expect(JSON.stringify(table.header)).toContain('"Título","Descrição","Valor"');
    const rows: unknown[] = [];
    for await (const row of table.rows()) rows.push(row);
    const text = JSON.stringify(rows);
    expect(rows).toHaveLength(1);
    for (const cell of ['=1+1', '1234,5', '2026-12-20', 'a\\\\, b'])
      expect(text).toContain(`"${cell}"`);
    expect(text).toContain('ç 🥖');
    await table.close();
    await rm(directory, { recursive: true });
  });

  test('may be empty', async () => {
    const { team, ana } = await stage();
    expect(await exported(team, ana, { resource: 'deals', format: 'jsonl' })).toBe('');
  });

  test('has no values of deals for members who do not see them', async () => {
    const { team } = await stage();
    await team.create('deals', { title: 'Site', value: 4321 });
    const blind = await makePerson(service, team, 'member', { seesValues: false, mayExport: true });
    const text = await exported(team, blind, { resource: 'deals', format: 'csv' });
    expect(text).toContain(';Site;');
    expect(text).not.toContain('4321');
    const sorted = await blind.post('/exports', {
      resource: 'deals',
      format: 'csv',
      query: 'sort=value',
    });
    expect(sorted.status).toBe(403);
  });
});

describe('an export', () => {
  test('is for members who may export, and only its maker sees it', async () => {
    const { team, ana, rui } = await stage();
    const member = await makePerson(service, team, 'member');
    const refused = await member.post('/exports', { resource: 'contacts', format: 'csv' });
    expect(refused.status).toBe(403);
    const id = await start(rui, { resource: 'contacts', format: 'csv' });
    await work(team);
    expect((await download(team, rui, id)).status).toBe(200);
    expect((await download(team, ana, id)).status).toBe(404);
    expect((await ana.get(`/exports/${id}`)).status).toBe(404);
    expect((await ana.get('/exports')).data).toEqual([]);
    expect((await rui.get('/exports')).data).toHaveLength(1);
  });

  test('ends when its maker may no longer export', async () => {
    const { team, rui } = await stage();
    const revoke = (may: boolean) =>
      service.sql('update users set may_export = $3 where team_id = $1 and id = $2', [
        team.id,
        rui.userId,
        may,
      ]);
    const ready = await start(rui, { resource: 'contacts', format: 'csv' });
    await work(team);
    const id = await start(rui, { resource: 'contacts', format: 'csv' });
    await revoke(false);
    await work(team);
    await revoke(true);
    expect((await rui.get(`/exports/${id}`)).data).toMatchObject({
      state: 'failed',
      reason_details: { code: 'rights_lost' },
    });
    expect((await rui.get(`/exports/${ready}`)).data).toMatchObject({ state: 'ready' });
  });

  test('of values is not downloaded by a member who no longer sees them', async () => {
    const { team, ana, rui } = await stage();
    const id = await start(rui, { resource: 'deals', format: 'csv' });
    await work(team);
    expect((await download(team, rui, id)).status).toBe(200);
    const change = { sees_values: false };
    expect((await ana.put(`/members/${rui.userId}`, change)).status).toBe(200);
    // Rights of a session are cached for about a second.
    await expect.poll(async () => (await download(team, rui, id)).status).toBe(403);
  });

  test('of more than a thousand records needs a proof of identity', async () => {
    const { team, ana } = await stage();
    await service.sql(
      `insert into contacts (team_id, id, phone, jid)
      select $1, gen_random_uuid(), (5511900000000 + n)::text, (5511900000000 + n)::text || '@s' from generate_series(1, 1001) n`,
      [team.id],
    );
    await service.sql(
      `update sessions set authenticated_at = now() - interval '11 minutes' where person_id = $1`,
      [ana.personId],
    );
    const body = { resource: 'contacts', format: 'csv' };
    const refused = await ana.post('/exports', body);
    expect([refused.status, refused.error.code]).toEqual([403, 'REAUTH_REQUIRED']);
    const few = await ana.post('/exports', { ...body, query: 'search=5511900000001' });
    expect(few.status).toBe(201);
    await service.sql('delete from contacts where team_id = $1', [team.id]);
  });

  test('continues a download, and each is in the audit log', async () => {
    const { team, ana } = await stage();
    await team.create('contacts', { custom_name: formula, phone: '5511999990001' });
    const id = await start(ana, { resource: 'contacts', format: 'csv' });
    await work(team);
    const whole = await download(team, ana, id);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-type': 'text/csv; charset=utf-8',
      etag: `"${id}"`,
    });
    expect(whole.headers['content-disposition']).toContain('attachment; filename="Contatos ');
    const rest = await download(team, ana, id, { range: 'bytes=10-', 'if-range': `"${id}"` });
    expect(rest.status).toBe(206);
    expect(rest.text).toBe(Buffer.from(whole.text).subarray(10).toString());
    const another = await download(team, ana, id, { range: 'bytes=10-', 'if-range': '"another"' });
    expect(another.status).toBe(200);
    const beyond = await download(team, ana, id, { range: 'bytes=100000-' });
    expect(beyond.status).toBe(416);
    const entries = await service.sql(
      `select after from audit_entries where team_id = $1 and operation = 'exports.download'`,
      [team.id],
    );
    expect(entries).toHaveLength(3);
  });

  test('begins again after an interruption, and has no file before it is complete', async () => {
    const { team, ana } = await stage();
    await team.create('contacts', { phone: '5511999990001' });
    const id = await start(ana, { resource: 'contacts', format: 'xlsx' });
    await work(team, AbortSignal.abort());
    expect((await ana.get(`/exports/${id}`)).data.state).toBe('running');
    expect((await download(team, ana, id)).status).toBe(404);
    await work(team);
    expect((await ana.get(`/exports/${id}`)).data).toMatchObject({ state: 'ready', done: 1 });
  });

  test('is deleted with its bytes, also while it runs, and after a day', async () => {
    const { team, ana } = await stage();
    const id = await start(ana, { resource: 'contacts', format: 'csv' });
    await work(team);
    const [row] = await service.sql('select place from exports where id = $1', [id]);
    expect((await ana.delete(`/exports/${id}`)).status).toBe(200);
    expect((await ana.get(`/exports/${id}`)).status).toBe(404);
    const removals = await service.sql('select place from blob_removals where team_id = $1', [
      team.id,
    ]);
    expect(removals).toEqual([{ place: row?.place }]);
  });

  test('waits behind at most ten others', async () => {
    const { ana } = await stage();
    const body = { resource: 'contacts', format: 'csv' };
    for (let i = 0; i < 11; i += 1) await start(ana, body);
    const refused = await ana.post('/exports', body);
    expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
  });

  test.each([
    [{ resource: 'contacts', format: 'zip' }, 'format'],
    [{ resource: 'contacts', format: 'csv', columns: ['password'] }, 'columns'],
    [{ resource: 'contacts', format: 'csv', query: 'status=x' }, 'status'],
    [{ resource: 'users', format: 'csv' }, 'resource'],
    [{ resource: 'contacts', format: 'pdf' }, 'format'],
  ])('is refused with bad input: %j', async (body, field) => {
    const { ana } = await stage();
    const refused = await ana.post('/exports', body);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(field);
  });
});
