import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { type Json, useSharedService } from '#test/support/harness.ts';
import { importStage, workOnImports } from '#test/support/imports.ts';

/*
 * Undoing imports of tables (docs/adr/0213-undoing-imports.md): what the import created is removed, what it changed gets its values back, and
 * nothing that people have changed or used since is touched.
 */

const service = useSharedService();
const stage = () => importStage(service);
type Stage = Awaited<ReturnType<typeof stage>>;

const tables = [
  ...['contacts', 'clients', 'projects', 'tasks', 'deals', 'campaigns', 'activities'],
  ...['pipelines', 'columns', 'task_assignees', 'comments', 'external_ids', 'project_numbers'],
] as const;

/** The number of rows of each table, and the totals of the lists. */
async function counted({ team, admin }: Stage) {
  const rows: Record<string, unknown> = {};
  for (const name of tables) {
    const [row] = await service.sql(`select count(*)::int as n from ${name} where team_id = $1`, [
      team.id,
    ]);
    rows[name] = row?.n;
  }
  for (const name of ['clients', 'projects', 'deals']) {
    const { body } = await admin.get(`/${name}?limit=1`);
    rows[`${name} in the list`] = (body.meta as Json | undefined)?.total ?? body.meta;
  }
  return rows;
}

const left = async ({ admin }: Stage, id: string) =>
  (await admin.get(`/imports/${id}/left`)).data as unknown as Json[];

/** Data of the events about the ends of imports. */
const finished = async ({ team }: Stage) =>
  (
    await service.sql(
      `select payload from events where team_id = $1 and type = 'import.finished' order by id`,
      [team.id],
    )
  ).map(({ payload }) => (JSON.parse(String(payload)) as Json).data);

const files = {
  contacts: `Nome;Telefone;E-mail;Empresa
Maria;(11) 99876-5432;maria@aurora.com.br;Padaria Aurora
João;11 3333-4444;;Padaria Aurora`,
  tasks: `Tarefa;Projeto;Coluna;Responsável;Etiquetas
Desenhar;Site;Fazendo;Ana Admin;design
Publicar;Site;Pronto;;`,
  deals: `Negócio - ID;Negócio - Título;Negócio - Etapa;Negócio - Status;Negócio - Organização;Pessoa - Nome;Pessoa - Telefone
10;Site;Proposta;Ganho;Padaria Aurora;Maria;(11) 98888-7777
11;Campanha;Contato;Aberto;Outra;João;`,
  campaigns: `Campanha;Projeto;Plataformas
Inverno;Site;instagram`,
  activities: `Atividade;Tipo;Data;Cliente
Ligar;ligação;05/10/2026;Padaria Aurora`,
};

test.each(Object.entries(files))(
  '%s that nobody has touched are gone, with all that came with them',
  async (name, content) => {
    const at = await stage();
    const before = await counted(at);
    const imported = await at.run(content, {}, `${name}.csv`);
    expect(imported.row_counts).toMatchObject({ refused: 0 });
    expect(await counted(at)).not.toEqual(before);
    const undone = await at.undo(String(imported.id));
    expect(undone).toMatchObject({ state: 'undone', undo_until: null });
    expect(await left(at, String(imported.id))).toEqual([]);
    expect(undone.row_counts).toMatchObject({ kept: 0, failed: 0 });
    expect(await counted(at)).toEqual(before);
    // The file can be imported again.
    const again = await at.run(content, {}, `${name}.csv`);
    expect(again.row_counts).toMatchObject({ created: (imported.row_counts as Json).created });
  },
);

test('records that people have changed or used since stay, and are listed with the reason', async () => {
  const at = await stage();
  const { admin, team } = at;
  const imported = await at.run(
    `Nome;Telefone
Editada;(11) 99876-0001
Usada;(11) 99876-0002
Comentada;(11) 99876-0003
Livre;(11) 99876-0004`,
  );
  const contacts = new Map(
    (await service.sql('select id, custom_name from contacts where team_id = $1', [team.id])).map(
      (row) => [row.custom_name, String(row.id)],
    ),
  );
  const edited = await admin.put(`/msgapp/contacts/${contacts.get('Editada')}`, { notes: 'ligou' });
  expect(edited.status, edited.text).toBe(200);
  const message = await admin.post(`/inboxes/${team.inbox}/sandbox-messages`, {
    ...{ from: '5511998760002', text: 'Oi' },
  });
  expect(message.status, message.text).toBe(201);
  const comment = await admin.post('/comments', {
    ...{ record_type: 'contacts', record_id: contacts.get('Comentada'), content: 'Falar amanhã' },
  });
  expect(comment.status, comment.text).toBe(201);
  const undone = await at.undo(String(imported.id));
  expect(undone.row_counts).toMatchObject({ reverted: 1, kept: 3, failed: 0 });
  expect(await left(at, String(imported.id))).toMatchObject([
    { line: 2, name: 'Editada', outcome: 'kept', reason: 'edited' },
    { line: 3, name: 'Usada', outcome: 'kept', reason: 'in_use' },
    { line: 4, name: 'Comentada', outcome: 'kept', reason: 'in_use' },
  ]);
  const names = await service.sql(
    'select custom_name from contacts where team_id = $1 order by phone',
    [team.id],
  );
  expect(names.map((row) => row.custom_name)).toEqual(['Editada', 'Usada', 'Comentada']);
});

test('a task with a subtask that people created stays, and its subtask stays one', async () => {
  const at = await stage();
  const { admin, team } = at;
  const imported = await at.run(
    'Tarefa;Projeto\nDesenhar;Site\nPublicar;Site\nDivulgar;Site',
    {},
    'tarefas.csv',
  );
  const rows = (await team.get('/tasks?sort=created_at')).body.data as Json[];
  const [parent, subtask] = ['Desenhar', 'Publicar'].map((title) =>
    rows.find((task) => task.title === title),
  );
  const made = await admin.post('/tasks', {
    ...{ title: 'Fotos', project_id: parent?.project_id, parent_id: parent?.id },
  });
  expect(made.status, made.text).toBe(201);
  const undone = await at.undo(String(imported.id));
  expect(undone.row_counts).toMatchObject({ failed: 0 });
  expect((await team.get(`/tasks/${parent?.id}`)).status).toBe(200);
  expect((await team.get(`/tasks/${subtask?.id}`)).status).toBe(404);
  expect((await team.get(`/tasks/${made.data.id}`)).data.parent_id).toBe(parent?.id);
  expect(await left(at, String(imported.id))).toContainEqual(
    expect.objectContaining({ line: 2, name: 'Desenhar', outcome: 'kept', reason: 'in_use' }),
  );
});

test('changed fields get their values back, except those that people have changed since', async () => {
  const at = await stage();
  const { admin, team } = at;
  const made = await admin.post('/clients', {
    ...{ type: 'PJ', name: 'Aurora', cnpj: '11222333000181', email: 'velho@aurora.com.br' },
    ...{ phone: '1133334444', tags: ['antigo'] },
  });
  expect(made.status, made.text).toBe(201);
  const { id: client } = made.data;
  const imported = await at.run(
    `Razão social;CNPJ;E-mail;Telefone;Etiquetas
Padaria Aurora Ltda;11.222.333/0001-81;novo@aurora.com.br;(11) 95555-6666;novo`,
    { on_match: 'overwrite' },
    'clientes.csv',
  );
  expect(imported.row_counts).toMatchObject({ updated: 1, created: 0 });
  await admin.put(`/clients/${client}`, { email: 'certo@aurora.com.br' });
  const undone = await at.undo(String(imported.id));
  expect(undone.row_counts).toMatchObject({ reverted: 0, kept: 1 });
  expect(await left(at, String(imported.id))).toMatchObject([
    { record_id: client, outcome: 'kept', reason: 'edited', fields: ['email'] },
  ]);
  expect((await admin.get(`/clients/${client}`)).data).toMatchObject({
    ...{ name: 'Aurora', email: 'certo@aurora.com.br', phone: '1133334444', tags: ['antigo'] },
  });
  expect(
    await service.sql(
      `select count(*)::int as n from audit_entries where team_id = $1 and operation = 'imports.undo' and record_id = $2`,
      [team.id, client],
    ),
  ).toEqual([{ n: 1 }]);
});

test('a worker that stops in the middle loses nothing and undoes nothing twice', async () => {
  const at = await stage();
  const { admin, team } = at;
  const rows = 1_700;
  const lines = Array.from(
    { length: rows },
    (_, n) => `Contato ${n};(11) 9${String(80_000_000 + n)}`,
  );
  const imported = await at.run(['Nome;Telefone', ...lines].join('\n'));
  const id = String(imported.id);
  await admin.post(`/imports/${id}/undo`, {});
  for (let turn = 0; turn < 20; turn += 1) {
    const stopped = new AbortController();
    const watch = setInterval(() => stopped.abort(), 5);
    await workOnImports(service, team, stopped.signal);
    clearInterval(watch);
    if ((await at.get(id)).state === 'undone') break;
  }
  await workOnImports(service, team);
  expect(await at.get(id)).toMatchObject({
    state: 'undone',
    row_counts: { reverted: rows, kept: 0, failed: 0 },
  });
  expect(
    await service.sql('select count(*)::int as n from contacts where team_id = $1', [team.id]),
  ).toEqual([{ n: 0 }]);
  expect(await finished(at)).toMatchObject([{ state: 'applied' }, { state: 'undone' }]);
});

test('an import emits one event when it was applied, and one when it was undone', async () => {
  const at = await stage();
  const { admin } = at;
  const hook = await admin.post('/webhooks', {
    ...{ name: 'Sincronização', url: 'https://example.com/hook', events: ['import.finished'] },
  });
  expect(hook.status, hook.text).toBe(201);
  const imported = await at.run('Nome;Telefone\nMaria;(11) 99876-5432\nSem telefone;x');
  const id = String(imported.id);
  const applied = { id, kind: 'rows', state: 'applied', created: 1, updated: 0, refused: 1 };
  expect(await finished(at)).toEqual([applied]);
  await at.undo(id);
  expect(await finished(at)).toEqual([applied, { ...applied, state: 'undone' }]);
  const sent = await service.sql(
    'select event, record_id from deliveries where team_id = $1 order by id',
    [at.team.id],
  );
  expect(sent).toEqual([
    { event: 'import.finished', record_id: id },
    { event: 'import.finished', record_id: id },
  ]);
});

test('each change is read a few times, also if the statistics do not cover the import', async () => {
  const analysed = await stage();
  await analysed.run(files.contacts);
  // From here on the planner expects a single row for any import but that one.
  await service.sql('analyze import_changes, import_rows, external_ids, contacts');
  const at = await stage();
  const rows = 2_000;
  const lines = Array.from(
    { length: rows },
    (_, n) => `${n};Contato ${n};(11) 9${String(80_000_000 + n)}`,
  );
  const imported = await at.run(['ID;Nome;Telefone', ...lines].join('\n'));
  const id = String(imported.id);
  const entriesRead = async () => {
    const [row] = await service.sql(
      `select sum(idx_tup_read)::int as n from pg_stat_user_indexes
        where relname in ('import_changes', 'import_rows', 'external_ids', 'contacts')`,
    );
    return Number(row?.n);
  };
  const before = await entriesRead();
  await at.admin.post(`/imports/${id}/undo`, {});
  const database = openDatabase(service.connection, 'test', 2, () => {});
  await workOnImports({ ...service, database }, at.team);
  expect(await at.get(id)).toMatchObject({ row_counts: { reverted: rows, kept: 0 } });
  // Connections report their counts when they close.
  await database.close();
  await expect.poll(entriesRead, { timeout: 20_000 }).toBeGreaterThan(before + rows);
  expect((await entriesRead()) - before).toBeLessThan(20 * rows);
});

test('another team does not see what was left, and its import cannot be undone', async () => {
  const [ours, theirs] = [await stage(), await stage()];
  const imported = await ours.run(files.contacts);
  const id = String(imported.id);
  expect((await theirs.admin.get(`/imports/${id}/left`)).status).toBe(404);
  expect((await theirs.admin.post(`/imports/${id}/undo`, {})).status).toBe(404);
});
