import { describe, expect, test } from 'vitest';
import { storeFile } from '#server/features/files/store.ts';
import { pieces } from '#test/support/files/fixture.ts';
import { type Json, useSharedService } from '#test/support/harness.ts';
import { importStage, sumOf, workOnImports } from '#test/support/imports.ts';
import { xlsxOf } from '../../unit/imports/reading-files.ts';

/*
 * Imports of hostile and damaged files, and many requests at once: a clear reason, or refused rows with their lines, and nothing half stored.
 */

const service = useSharedService();
const stage = () => importStage(service);
type Stage = Awaited<ReturnType<typeof stage>>;

const names = async ({ team }: Stage, table: string, name: string) =>
  (
    await service.sql(`select ${name} as name from ${table} where team_id = $1 order by name`, [
      team.id,
    ])
  ).map((row) => row.name);

const refusedFile = ({ team, admin }: Stage, id: string) =>
  service.app.inject({
    ...{ method: 'GET', url: `/api/panel/teams/${team.slug}/imports/${id}/refused.csv` },
    headers: { cookie: `pauta_session=${admin.token}`, 'sec-fetch-site': 'same-origin' },
  });

describe('rows with NUL characters', () => {
  const nul = '<c t="inlineStr"><is><t>Ma_x0000_ria</t></is></c>';
  const half = '<c t="inlineStr"><is><t>Ana _xD83D_</t></is></c>';
  const board = JSON.stringify({
    ...{ id: 'b', name: 'Quadro', lists: [{ id: 'l', name: 'A fazer' }] },
    cards: [
      { id: 'a', idList: 'l', name: 'Boa' },
      { id: 'b', idList: 'l', name: 'M\u00e1\0' },
      { id: 'c', idList: 'l', name: 'Emoji \ud83d' },
    ],
  });
  const card = (name: string, phone: string) =>
    `BEGIN:VCARD\r\nVERSION:2.1\r\nFN;ENCODING=QUOTED-PRINTABLE:${name}\r\nTEL:${phone}\r\nEND:VCARD\r\n`;

  test.each([
    [
      ...(['a workbook', 'contatos.xlsx', 'contacts', 'custom_name'] as const),
      () =>
        xlsxOf({
          Plan: [
            ['Nome', 'Celular'],
            [{ xml: nul }, '11999990001'],
            ['João', '11999990002'],
            [{ xml: half }, '11999990003'],
          ],
        }),
      ['Ana \ufffd', 'João'],
      2,
    ],
    [
      ...(['a board of Trello', 'quadro.json', 'tasks', 'title'] as const),
      () => board,
      ['Boa', 'Emoji \ufffd'],
      2,
    ],
    [
      ...(['a vCard', 'contatos.vcf', 'contacts', 'custom_name'] as const),
      () => card('Ma=00ria', '11999990001') + card('Jo=C3=A3o', '11999990002'),
      ['João'],
      1,
    ],
  ])('of %s are refused with their line, and the others stored', async (...each) => {
    const [, name, table, column, content, stored, line] = each;
    const at = await stage();
    const imported = await at.run(await content(), {}, name);
    expect(imported).toMatchObject({ state: 'applied' });
    expect(imported.row_counts).toMatchObject({ refused: 1, created: stored.length });
    expect(sumOf(imported.row_counts as Json)).toBe(stored.length + 1);
    const problems = await at.problems(String(imported.id));
    expect(problems).toMatchObject([{ line, problem: { code: 'nul_character' } }]);
    expect(await names(at, table, column)).toEqual(stored);
    const file = await refusedFile(at, String(imported.id));
    expect(file.statusCode).toBe(200);
    expect(file.body).toContain('NUL');
    expect(file.body).not.toContain('\0');
  });
});

describe('many requests at once', () => {
  const file = ['Nome;Celular;Empresa']
    .concat(Array.from({ length: 60 }, (_, i) => `P${i};119${90_000_000 + i};Empresa ${i % 7}`))
    .join('\n');

  const uploaded = async ({ team }: Stage, content = file) =>
    storeFile(
      { db: service.database.team(team.id), storage: service.storage },
      pieces(Buffer.from(content)),
      { name: 'contatos.csv', purpose: 'import' },
    );
  const fifty = <T>(call: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 50 }, (_, i) => call(i)));
  const worked = ({ team }: Stage) =>
    Promise.all(Array.from({ length: 4 }, () => workOnImports(service, team)));

  test('make one import of a file, check it and apply it once', async () => {
    const at = await stage();
    const { id: file_id } = await uploaded(at);
    const made = await fifty(() => at.admin.post('/imports', { file_id }));
    const statuses = made.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    const id = String(made.find(({ status }) => status === 201)?.data.id);
    await worked(at);
    const checks = await fifty(() => at.admin.put(`/imports/${id}/mapping`, {}));
    expect(new Set(checks.map(({ status }) => status))).toEqual(new Set([200, 409]));
    await worked(at);
    expect(await at.get(id)).toMatchObject({ state: 'checked', row_counts: { created: 60 } });
    const applied = await fifty(() => at.admin.post(`/imports/${id}/apply`, {}));
    expect(applied.filter(({ status }) => status === 200)).toHaveLength(1);
    await worked(at);
    const counts = { total: 60, done: 60, created: 60, refused: 0 };
    expect(await at.get(id)).toMatchObject({ state: 'applied', row_counts: counts });
    expect(await names(at, 'contacts', 'phone')).toHaveLength(60);
    expect(await names(at, 'clients', 'name')).toHaveLength(7);
  });

  test('import the same file, uploaded ten times, once', async () => {
    const at = await stage();
    const files = await Promise.all(Array.from({ length: 10 }, () => uploaded(at)));
    const made = await Promise.all(
      files.map(({ id: file_id }) => at.admin.post('/imports', { file_id })),
    );
    const ids = made.map(({ data }) => String(data.id));
    await worked(at);
    await Promise.all(ids.map((id) => at.admin.put(`/imports/${id}/mapping`, {})));
    await worked(at);
    for (const id of ids)
      expect(await at.get(id)).toMatchObject({ row_counts: { created: 60, unchanged: 0 } });
    await Promise.all(ids.map((id) => at.admin.post(`/imports/${id}/apply`, {})));
    await worked(at);
    const counts = await Promise.all(ids.map(async (id) => (await at.get(id)).row_counts as Json));
    expect(counts.map(sumOf)).toEqual(ids.map(() => 60));
    expect(counts.map(({ created }) => Number(created)).sort()).toEqual([
      ...Array.from({ length: 9 }, () => 0),
      60,
    ]);
    expect(counts.map(({ refused }) => refused)).toEqual(ids.map(() => 0));
    expect(await names(at, 'contacts', 'phone')).toHaveLength(60);
    expect(await names(at, 'clients', 'name')).toHaveLength(7);
  });
});

describe('ids of another team', () => {
  test('of its files, imports and projects do not exist', async () => {
    const [ours, theirs] = [await stage(), await stage()];
    const db = service.database.team(theirs.team.id);
    const content = pieces(Buffer.from('Nome;Celular\nMaria;11999990001\n'));
    const file = await storeFile({ db, storage: service.storage }, content, {
      ...{ name: 'deles.csv', purpose: 'import' },
    });
    const made = await ours.admin.post('/imports', { file_id: file.id });
    expect([made.status, made.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    const id = await theirs.read('Nome;Celular\nMaria;11999990001\n');
    await theirs.check(id);
    const { admin } = ours;
    const answers = [
      await admin.get(`/imports/${id}`),
      await admin.get(`/imports/${id}/rows`),
      await admin.get(`/imports/${id}/problems`),
      await admin.get(`/imports/${id}/left`),
      await admin.put(`/imports/${id}/reading`, {}),
      await admin.post(`/imports/${id}/preview`, {}),
      await admin.put(`/imports/${id}/mapping`, {}),
      await admin.post(`/imports/${id}/apply`, {}),
      await admin.post(`/imports/${id}/stop`, {}),
      await admin.post(`/imports/${id}/undo`, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await refusedFile(ours, id)).statusCode).toBe(404);
    expect(await theirs.get(id)).toMatchObject({ state: 'checked' });
    const project = await theirs.team.create('projects', { name: 'Deles' });
    const ofOurs = await ours.read('Tarefa;Coluna\nArte;Fazer\n', 'tarefas.csv');
    const refused = await admin.put(`/imports/${ofOurs}/mapping`, { project_id: project.id });
    expect([refused.status, refused.text.includes('project_id')]).toEqual([400, true]);
  });

  test('in the cells of links are kept in the notes, and match nothing', async () => {
    const [ours, theirs] = [await stage(), await stage()];
    const client = await theirs.team.create('clients', { type: 'PJ', name: 'Deles' });
    const project = await theirs.team.create('projects', { name: 'Deles', client_id: client.id });
    const mapping = {
      records: [{ key: 'project', resource: 'projects', links: {} }],
      columns: [
        { column: 0, record: 'project', field: 'id' },
        { column: 1, record: 'project', field: 'name' },
        { column: 2, record: 'project', field: 'client_id' },
      ],
      on_match: 'overwrite',
    };
    const imported = await ours.run(
      `ID;Projeto;Cliente\n${project.id};Nosso;${client.id}\n`,
      mapping,
      'projetos.csv',
    );
    expect(imported.row_counts).toMatchObject({ created: 1, updated: 0 });
    const [row] = await service.sql(
      'select name, client_id, description from projects where team_id = $1',
      [ours.team.id],
    );
    expect(row).toEqual({ name: 'Nosso', client_id: null, description: `Cliente: ${client.id}` });
    expect((await theirs.team.get(`/projects/${project.id}`)).data).toMatchObject({
      name: 'Deles',
    });
  });
});
