import { expect, test } from 'vitest';
import { type Json, useSharedService } from '#test/support/harness.ts';
import { importStage, sumOf } from '#test/support/imports.ts';

/* Exports as other products write them, imported without a change of the mapping. Names, numbers and companies are invented. */

const service = useSharedService();

/** A CSV file with quoted cells and commas. */
const csvOf = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');

const day = (text: string) => String(Date.parse(text));

interface Product {
  readonly preset: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly table: string;
  readonly expected: readonly Json[];
}

const clickup = {
  'Task ID': '86a1b2c3d',
  'Task Name': 'Gravar o vídeo',
  'Task Content': 'Roteiro aprovado.\n\nLevar microfone.',
  Status: 'em produção',
  'Date Created': day('2026-09-01T12:00:00Z'),
  'Date Created Text': '9/1/2026, 9:00:00 AM GMT-3',
  'Due Date': day('2026-10-05T07:00:00Z'),
  'Due Date Text': '10/5/2026, 4:00:00 AM GMT-3',
  'Start Date': '',
  'Start Date Text': '',
  'Parent ID': 'null',
  Attachments: '[{"title":"roteiro.pdf","url":"https://t1.p.clickup-attachments.com/roteiro.pdf"}]',
  Assignees: '[Ana Admin,Fora da Equipe]',
  Tags: '[vídeo,urgente]',
  Priority: '1',
  'List Name': 'Padaria Aurora',
  'Folder Name': 'Clientes',
  'Space Name': 'Agência',
  'Time Estimated': '5400000',
  'Time Estimated Text': '1 h 30 m',
  Checklists: '{"Checklist":["Câmera","Luz"]}',
  Comments: `[{"text":"Pode ser às 14h?","by":"cliente@aurora.com.br","date":"9/2/2026, 10:00:00 AM GMT-3"}]`,
  'Assigned Comments': '[]',
  'Time Spent': '1800000',
  'Time Spent Text': '30 m',
};

const products: readonly Product[] = [
  {
    preset: 'clickup',
    table: 'tasks',
    rows: [
      clickup,
      {
        ...clickup,
        ...{ 'Task ID': '86a1b2c3e', 'Task Name': 'Editar', Priority: '4', Status: 'Closed' },
        ...{ Attachments: '[]', Assignees: '[]', Tags: '[]', Checklists: '{}', Comments: '[]' },
        ...{ 'Due Date': 'null', 'Due Date Text': 'null', 'Time Estimated': '', 'Time Spent': '0' },
      },
    ],
    expected: [
      {
        ...{ title: 'Gravar o vídeo', column: 'em-producao', priority: 'urgent' },
        ...{ due_date: new Date('2026-10-05'), estimated_hours: 1.5, actual_hours: 0.5 },
        ...{ tags: ['vídeo', 'urgente'], completed_at: null },
        created_at: new Date('2026-09-01T12:00:00Z'),
        checklist_markdown: '**Checklist**\n- [ ] Câmera\n- [ ] Luz',
        description: expect.stringMatching(
          /^Roteiro aprovado\.\n\nLevar microfone\..*roteiro\.pdf.*Responsável: Fora da Equipe/s,
        ),
      },
      {
        ...{ title: 'Editar', priority: 'low', due_date: null, estimated_hours: null, tags: [] },
        ...{ completed_at: expect.anything(), checklist_markdown: null, assignee_ids: [] },
      },
    ],
  },
  {
    preset: 'asana',
    table: 'tasks',
    rows: [
      {
        ...{
          'Task ID': '1200000000000001',
          'Created At': '2026-09-01',
          'Completed At': '2026-09-10',
        },
        ...{ 'Last Modified': '2026-09-10', Name: 'Logo', 'Section/Column': 'Concluído' },
        ...{
          Assignee: 'Ana Admin',
          'Assignee Email': 'ana@example.com',
          'Start Date': '2026-09-08',
        },
        ...{
          'Due Date': '2026-09-12',
          Tags: 'marca,logo',
          Notes: 'Versão final',
          Projects: 'Aurora',
        },
        ...{ 'Parent task': 'Identidade', Priority: 'High' },
      },
      {
        ...{ 'Task ID': '1200000000000002', 'Created At': '2026-09-02', 'Completed At': '' },
        ...{ 'Last Modified': '', Name: 'Papelaria', 'Section/Column': 'A fazer', Assignee: '' },
        ...{ 'Assignee Email': '', 'Start Date': '', 'Due Date': '', Tags: '', Notes: '' },
        ...{ Projects: 'Aurora', 'Parent task': '', Priority: '' },
      },
    ],
    expected: [
      {
        ...{ title: 'Logo', column: 'concluido', priority: 'high', tags: ['marca', 'logo'] },
        ...{ completed_at: expect.anything(), due_date: new Date('2026-09-12') },
        start_date: new Date('2026-09-08'),
        description: expect.stringContaining('Parent task: Identidade'),
      },
      { title: 'Papelaria', completed_at: null, due_date: null, tags: [] },
    ],
  },
  {
    preset: 'teamwork',
    table: 'tasks',
    rows: [
      {
        ...{
          'Task ID': '31337',
          'Task list': 'Site',
          Milestone: 'Lançamento',
          'Task name': 'Home',
        },
        ...{ 'Task description': 'Com vídeo', 'Due Date': '20/10/2026', Status: 'new' },
        ...{ 'Assigned to': 'Ana Admin', 'Board column': 'Fazendo', Tags: 'web' },
      },
    ],
    expected: [
      {
        ...{ title: 'Home', column: 'fazendo', due_date: new Date('2026-10-20'), tags: ['web'] },
        description: expect.stringContaining('Milestone: Lançamento'),
      },
    ],
  },
  {
    preset: 'kommo',
    table: 'contacts',
    rows: [
      {
        ...{ ID: '9001', Nome: 'Rui Barros', 'Empresa do contato': 'Mercado Sol' },
        ...{ 'Telefone comercial': "'+55 21 3333-4444", 'Telefone celular': '(21) 99876-5432' },
        ...{ 'Email comercial': 'rui@mercadosol.com.br', 'Email pessoal': '', Etapa: 'Proposta' },
        ...{
          'Usuário responsável': 'Ana',
          Tags: 'varejo, vip',
          'Criado em': '05.10.2026 14:33:10',
        },
      },
    ],
    expected: [
      {
        ...{ phone: '552133334444', custom_name: 'Rui Barros', tags: ['varejo', 'vip'] },
        notes: expect.stringContaining('(21) 99876-5432'),
      },
    ],
  },
  {
    preset: 'hubspot',
    table: 'contacts',
    rows: [
      {
        ...{ 'First Name': 'Bia', 'Last Name': 'Moraes', Email: 'bia@moraes.com.br' },
        ...{ 'Phone Number': '', 'Mobile Phone Number': '+55 31 99888-7766' },
        ...{
          'Company Name': 'Moraes Arquitetura',
          'Lifecycle Stage': 'Lead',
          'Contact owner': 'Ana',
        },
      },
    ],
    expected: [{ phone: '5531998887766', custom_name: 'Bia Moraes', tags: ['Lead'] }],
  },
  {
    preset: 'rd_station',
    table: 'contacts',
    rows: [
      {
        ...{
          Email: 'joana@aurora.com.br',
          Nome: 'Joana Prado',
          Telefone: '',
          Celular: '11987654321',
        },
        ...{ Empresa: 'Padaria Aurora', Cargo: 'Sócia', 'Estágio no funil': 'Lead Qualificado' },
        'Origem da primeira conversão': 'Busca Orgânica | Google',
      },
    ],
    expected: [
      {
        ...{ phone: '5511987654321', custom_name: 'Joana Prado', tags: ['Lead Qualificado'] },
        notes: expect.stringContaining('Cargo: Sócia'),
      },
    ],
  },
];

test.each(products)('an export of $preset', async ({ preset, rows, table, expected }) => {
  const { team, run, get } = await importStage(service);
  const columns = Object.keys(rows[0] ?? {});
  const file = csvOf([columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]);
  const imported = await run(file, {}, `${preset}.csv`);
  expect((await get(String(imported.id))).table).toMatchObject({
    guess: { preset, questions: [] },
  });
  expect(imported.row_counts).toMatchObject({ created: rows.length, refused: 0 });
  expect(sumOf(imported.row_counts as Json)).toBe(rows.length);
  const stored = await service.sql(
    `select t.* from ${table} t where team_id = $1 order by created_at, id`,
    [team.id],
  );
  expect(stored).toMatchObject(expected);
  if (preset === 'clickup') {
    const comments = await service.sql(
      'select content, created_at from comments where team_id = $1',
      [team.id],
    );
    expect(comments).toMatchObject([
      {
        content: expect.stringContaining('Pode ser às 14h?'),
        created_at: new Date('2026-09-02T13:00:00Z'),
      },
    ]);
  }
  const again = await run(file, {}, `${preset}.csv`);
  expect(again.row_counts).toMatchObject({ created: 0, updated: 0, unchanged: rows.length });
});
