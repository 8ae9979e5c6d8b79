import { describe, expect, test } from 'vitest';
import { type Json, useSharedService } from '#test/support/harness.ts';
import { importStage, sumOf } from '#test/support/imports.ts';

/*
 * Imports of tables (docs/adr/0205-imports-of-tables.md): each row of the file has exactly one outcome, and the same file again changes nothing.
 */

const service = useSharedService();
const stage = () => importStage(service);

const records = (team: { readonly id: string }, table: string) =>
  service.sql(`select * from ${table} where team_id = $1 order by created_at, id`, [team.id]);

describe('a file of contacts', () => {
  const file = [
    'Nome;Telefone;E-mail;Empresa;Etiquetas;Cor',
    'Maria Souza;(11) 99876-5432;maria@aurora.com.br;Padaria Aurora;vip, padaria;azul',
    'João Lima;11 3333-4444;;Padaria Aurora;;',
    'Pedro;5,51E+12;;;;',
    'Maria de novo;+55 11 9876-5432;;;;',
    'Sem telefone;;;;;',
  ].join('\n');

  test('is read, shown as it would be stored, checked and applied', async () => {
    const { team, read, get, check, apply, problems } = await stage();
    const id = await read(file);
    const contents = (await get(id)).table as Json;
    expect(contents).toMatchObject({
      ...{ format: 'csv', encoding: 'utf-8', separator: ';', header_line: 1, rows: 5 },
      guess: { preset: null, source: 'file', primary: 'contact', questions: [] },
    });
    expect((contents.samples as Json[])[0]).toMatchObject({
      line: 2,
      records: {
        contact: { phone: '5511998765432', custom_name: 'Maria Souza', tags: ['vip', 'padaria'] },
        client: { name: 'Padaria Aurora', email: 'maria@aurora.com.br' },
      },
    });
    const checked = await check(id);
    const counts = { total: 5, done: 5, created: 2, updated: 0, unchanged: 0, refused: 3 };
    expect(checked).toMatchObject({ state: 'checked', row_counts: counts });
    expect(await records(team, 'contacts')).toEqual([]);
    const codes = (await problems(id)).map(({ line, problem }) => [line, (problem as Json).code]);
    expect(codes).toEqual([
      [4, 'exponent'],
      [5, 'repeated'],
      [6, 'missing'],
    ]);
    const applied = await apply(id);
    expect(applied).toMatchObject({
      state: 'applied',
      row_counts: {
        ...counts,
        records: { contacts: { created: 2 }, clients: { created: 1, unchanged: 1 } },
      },
    });
    expect(await records(team, 'contacts')).toMatchObject([
      { phone: '5511998765432', custom_name: 'Maria Souza', notes: 'Cor: azul' },
      { phone: '551133334444', custom_name: 'João Lima' },
    ]);
    const [client] = await records(team, 'clients');
    expect(client).toMatchObject({ name: 'Padaria Aurora', type: 'PJ' });
    expect((await records(team, 'contacts')).map(({ client_id }) => client_id)).toEqual([
      client?.id,
      client?.id,
    ]);
  });

  test('changes nothing the second time', async () => {
    const { run, team } = await stage();
    await run(file);
    const before = [await records(team, 'contacts'), await records(team, 'clients')];
    const again = await run(file);
    expect(again.row_counts).toMatchObject({ created: 0, updated: 0, unchanged: 2, refused: 3 });
    expect([await records(team, 'contacts'), await records(team, 'clients')]).toEqual(before);
  });
});

interface Example {
  readonly name: string;
  readonly content: string;
  /** Rows that are created and refused. */
  readonly counts: readonly [created: number, refused: number];
  readonly records: readonly Json[];
}

const examples: Readonly<Record<string, Example>> = {
  clients: {
    name: 'clientes.csv',
    content: `Razão social;CNPJ;CPF;E-mail;Cidade;Status
Padaria Aurora Ltda;11.222.333/0001-81;;contato@aurora.com.br;São Paulo;ativo
Ana Lima;;529.982.247-25;ana@example.com;Recife;inativo
Loja Errada;11.222.333/0001-82;;;;`,
    counts: [2, 1],
    records: [
      {
        ...{ type: 'PJ', name: 'Padaria Aurora Ltda', cnpj: '11222333000181', status: 'active' },
        ...{ email: 'contato@aurora.com.br', address: { city: 'São Paulo' } },
      },
      { type: 'PF', name: 'Ana Lima', cpf: '52998224725', status: 'inactive' },
    ],
  },
  projects: {
    name: 'projetos.csv',
    content: `Projeto;Cliente;Status;Início;Prazo;Prioridade
Site novo;Padaria Aurora;em andamento;05/10/2026;30/11/2026;alta
Site novo;Outra;concluído;01/02/2026;;
Mal;X;voando;;;`,
    counts: [2, 1],
    records: [
      { name: 'Site novo', slug: 'site-novo', status: 'active', priority: 'high' },
      { name: 'Site novo', slug: 'site-novo-2', status: 'completed', priority: 'medium' },
    ],
  },
  tasks: {
    name: 'tarefas.csv',
    content: `Tarefa;Projeto;Coluna;Responsável;Início;Prazo;Prioridade;Horas estimadas;Etiquetas
Desenhar home;Site;Fazendo;Ana Admin;20/10/2026;25/10/2026;alta;2h30;design
Publicar;Site;Feito;Alguém de fora;;;;;
Sem data;Site;Fazendo;;;99/99/2026;;;
Ao contrário;Site;Fazendo;;26/10/2026;25/10/2026;;;`,
    counts: [2, 2],
    records: [
      {
        ...{ title: 'Desenhar home', column: 'fazendo', number: 1, position: 1, priority: 'high' },
        ...{ estimated_hours: 2.5, tags: ['design'], completed_at: null, description: null },
        start_date: new Date('2026-10-20'),
      },
      {
        ...{ title: 'Publicar', column: 'feito', number: 2, position: 1, assignee_ids: [] },
        ...{ completed_at: expect.anything(), description: 'Responsável: Alguém de fora' },
      },
    ],
  },
  deals: {
    name: 'negocios.csv',
    content: `Negócio - ID;Negócio - Título;Negócio - Valor;Negócio - Etapa;Negócio - Status;Negócio - Ganho em;Negócio - Negócio criado em;Negócio - Organização;Pessoa - Nome;Pessoa - Telefone
10;Site;R$ 1.234,56;Proposta;Ganho;2026-03-05 10:00:00;2026-01-05 09:00:00;Padaria Aurora;Maria;(11) 98888-7777
11;Campanha;2000;Contato;Aberto;;2026-02-05 09:00:00;Padaria Aurora;João;
12;;5;Contato;Aberto;;;;;`,
    counts: [2, 1],
    records: [
      {
        ...{ title: 'Site', value: '1234.56', phase: 'ganho', description: null },
        created_at: new Date('2026-01-05T12:00:00.000Z'),
      },
      { title: 'Campanha', value: '2000.00', phase: 'Contato', description: 'Contato: João' },
    ],
  },
  campaigns: {
    name: 'campanhas.csv',
    content: `Campanha;Projeto;Plataformas;Início;Fim;Status
Inverno;Site;instagram, facebook;01/06/2026;30/06/2026;no ar
Verão;;instagram;;;`,
    counts: [1, 1],
    records: [{ name: 'Inverno', status: 'active', target_platforms: ['instagram', 'facebook'] }],
  },
  activities: {
    name: 'atividades.csv',
    content: `Atividade;Tipo;Data;Hora;Duração;Cliente;Responsável
Ligar para Maria;ligação;05/10/2026;14:30;30;Padaria Aurora;Ana Admin
Reunião;reunião;31/02/2026;;;;`,
    counts: [1, 1],
    records: [
      {
        ...{ title: 'Ligar para Maria', type: 'call', duration_minutes: 30 },
        occurred_at: new Date('2026-10-05T17:30:00.000Z'),
      },
    ],
  },
};

describe('each of the resources', () => {
  test.each(Object.entries(examples))(
    '%s are created with the values and links of their rows, once',
    async (resource, { name, content, counts: [created, refused], records: expected }) => {
      const { run, team } = await stage();
      const imported = await run(content, {}, name);
      const counts = imported.row_counts as Json;
      expect(counts).toMatchObject({ created, refused });
      expect(sumOf(counts)).toBe(counts.total);
      expect(imported.checked).toMatchObject({ created, refused, unchanged: counts.unchanged });
      expect(await records(team, resource)).toMatchObject(expected);
      const again = await run(content, {}, name);
      expect(again.row_counts).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: created,
        refused,
      });
      expect(await records(team, resource)).toHaveLength(created);
    },
  );
});
