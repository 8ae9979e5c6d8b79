import { expect, onTestFinished, test } from 'vitest';
import { fileKind, readTable } from '#server/features/imports/reading/file-kind.ts';
import { guessMapping } from '#server/features/imports/reading/guess-mapping.ts';
import { type Mapping, mappedFields } from '#server/features/imports/reading/mapping.ts';
import { presetNames, recognizePreset } from '#server/features/imports/reading/presets.ts';
import { trelloColumns } from '#server/features/imports/reading/trello.ts';
import { vcardColumns } from '#server/features/imports/reading/vcard.ts';
import { misleading, type Spreadsheet, spreadsheets } from '../../fixtures/spreadsheets.ts';
import { collect, type TestCell, writeTemporary, xlsxOf } from './reading-files.ts';

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** A cell of a workbook: dates are serial numbers in it. */
const cellOf = (text: string): TestCell =>
  isoDay.test(text)
    ? { xml: `<c s="1"><v>${Date.parse(text) / 86_400_000 + 25_569}</v></c>` }
    : /^\d{10,15}$/.test(text)
      ? Number(text)
      : text;

async function write({ file, sheets }: Spreadsheet): Promise<string> {
  if (sheets[''] !== undefined) return writeTemporary('file', sheets['']);
  const rows = Object.entries(sheets).map(([name, text]) => [
    name,
    text.split('\n').map((line) => line.split(';').map(cellOf)),
  ]);
  return writeTemporary(file, await xlsxOf(Object.fromEntries(rows)));
}

async function guess(spreadsheet: Spreadsheet): Promise<{ mapping: Mapping; width: number }> {
  const path = await write(spreadsheet);
  const table = await readTable(path, await fileKind(path));
  onTestFinished(table.close);
  const rows = (await collect(table.rows())).map(({ cells }) => cells);
  const mapping = guessMapping({
    names: table.header?.names ?? null,
    rows,
    fileName: spreadsheet.file,
    sheet: table.sheet,
  });
  return { mapping, width: table.width };
}

const written = ({ columns }: Mapping, width: number) =>
  Array.from({ length: width }, (_, i) => {
    const target = columns.find(({ column }) => column === i);
    return target ? `${target.record}.${target.field}` : '-';
  }).join(' ');

test('maps at least 38 of 40 spreadsheets right without a question, and none wrong', async () => {
  expect(spreadsheets).toHaveLength(40);
  const wrong: object[] = [];
  const withQuestions: object[] = [];
  for (const spreadsheet of spreadsheets) {
    const { mapping, width } = await guess(spreadsheet);
    const actual = written(mapping, width);
    if (mapping.questions.length > 0)
      withQuestions.push({ file: spreadsheet.file, questions: mapping.questions, actual });
    else if (actual !== spreadsheet.expected)
      wrong.push({ file: spreadsheet.file, actual, expected: spreadsheet.expected });
  }
  expect(wrong).toEqual([]);
  expect(withQuestions.length, JSON.stringify(withQuestions, null, 1)).toBeLessThanOrEqual(2);
});

test('asks about spreadsheets that are about something else', () => {
  for (const [fileName, header, row] of misleading) {
    const names = header.split(';');
    const { questions } = guessMapping({ names, rows: [row.split(';'), row.split(';')], fileName });
    expect(questions, fileName).not.toEqual([]);
  }
});

test('maps nothing wrong without a question if the letters of any name are swapped', async () => {
  const wrong: object[] = [];
  for (const spreadsheet of spreadsheets) {
    const path = await write(spreadsheet);
    const table = await readTable(path, await fileKind(path));
    onTestFinished(table.close);
    const rows = (await collect(table.rows())).map(({ cells }) => cells);
    const names = table.header?.names ?? [];
    const expected = spreadsheet.expected.split(' ');
    for (const [index, name] of names.entries())
      for (let at = 1; at < name.length - 1; at += 2) {
        const swapped = `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`;
        const mapping = guessMapping({
          names: names.with(index, swapped),
          rows,
          fileName: spreadsheet.file,
          sheet: table.sheet,
        });
        if (mapping.questions.length > 0) continue;
        for (const { column, record, field } of mapping.columns)
          if (expected[column] !== `${record}.${field}`)
            wrong.push({ file: spreadsheet.file, swapped, column: names[column], record, field });
      }
  }
  expect(wrong).toEqual([]);
});

const products: Readonly<Record<string, readonly string[]>> = {
  trello: trelloColumns,
  vcard: vcardColumns,
  asana:
    'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task,Priority'.split(
      ',',
    ),
  clickup:
    'Task ID,Task Name,Task Content,Status,Date Created,Date Created Text,Due Date,Due Date Text,Start Date,Start Date Text,Parent ID,Attachments,Assignees,Tags,Priority,List Name,Folder Name,Space Name,Time Estimated,Time Estimated Text,Checklists,Comments,Assigned Comments,Time Spent,Time Spent Text'.split(
      ',',
    ),
  teamwork:
    'Task ID,Task list,Milestone,Task name,Task description,Due Date,Status,Assigned to,Board column,Tags'.split(
      ',',
    ),
  pipedrive:
    'Negócio - ID,Negócio - Título,Negócio - Valor,Negócio - Etapa,Negócio - Funil,Negócio - Status,Negócio - Proprietário,Negócio - Negócio criado em,Negócio - Motivo da perda,Pessoa - Nome,Pessoa - Telefone - Celular,Pessoa - E-mail - Trabalho,Organização - Nome'.split(
      ',',
    ),
  pipedrive_people: 'Pessoa - Nome,Pessoa - Telefone,Pessoa - E-mail,Pessoa - Organização'.split(
    ',',
  ),
  pipedrive_organizations: 'Organização - ID,Organização - Nome,Organização - Endereço'.split(','),
  rd_station:
    'Email,Nome,Telefone,Celular,Empresa,Cargo,Estágio no funil,Origem da primeira conversão'.split(
      ',',
    ),
  kommo:
    'ID,Nome,Empresa do contato,Telefone comercial,Telefone celular,Email comercial,Email pessoal,Etapa,Usuário responsável,Tags,Criado em'.split(
      ',',
    ),
  hubspot:
    'First Name,Last Name,Email,Phone Number,Mobile Phone Number,Company Name,Lifecycle Stage,Contact owner'.split(
      ',',
    ),
  google_contacts:
    'First Name,Middle Name,Last Name,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value'.split(
      ',',
    ),
  google_contacts_before_2024:
    'Name,Given Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value'.split(
      ',',
    ),
};

test('recognizes the export of each product, without a question', () => {
  expect(Object.keys(products).toSorted()).toEqual([...presetNames].toSorted());
  for (const [product, names] of Object.entries(products)) {
    const mapping = guessMapping({ names, rows: [] });
    expect(mapping).toMatchObject({ preset: product, questions: [] });
    for (const { key, links } of mapping.records)
      for (const link of [key, ...Object.values(links)])
        expect(mapping.columns.map(({ record }) => record)).toContain(link);
    expectFields(mapping);
  }
  expect(recognizePreset(['Nome', 'Email'])).toBeUndefined();
});

/** Expects that every column has a field of its record's resource. */
function expectFields(mapping: Mapping) {
  for (const { record, field } of mapping.columns) {
    const resource = mapping.records.find(({ key }) => key === record)?.resource;
    expect(resource && (mappedFields[resource] as readonly string[])).toContain(field);
  }
}

test('a row of Pipedrive makes a deal, a contact and a client', () => {
  const mapping = guessMapping({ names: products.pipedrive ?? [], rows: [] });
  expect(mapping.records).toEqual([
    { key: 'client', resource: 'clients', links: {} },
    { key: 'contact', resource: 'contacts', links: { client_id: 'client' } },
    { key: 'deal', resource: 'deals', links: { client_id: 'client' } },
  ]);
  expect(mapping.columns).toContainEqual({ column: 10, record: 'contact', field: 'phone' });
});

test('every guess names fields of its records', async () => {
  for (const spreadsheet of spreadsheets) expectFields((await guess(spreadsheet)).mapping);
});

test('asks if the values contradict the name of a column', () => {
  const names = ['Nome', 'Telefone', 'Observações'];
  const rows = [
    ['Maria', 'maria@a.com', ''],
    ['João', 'joao@b.com', ''],
  ];
  expect(guessMapping({ names, rows, resource: 'contacts' }).questions).toContainEqual(
    expect.objectContaining({ code: 'column', column: 1 }),
  );
});

test('asks if days and months contradict each other', () => {
  const rows = [
    ['Post', 'Ana', '25/10/2026'],
    ['Vídeo', 'Bia', '10/25/2026'],
  ];
  expect(guessMapping({ names: ['Tarefa', 'Responsável', 'Prazo'], rows }).questions).toEqual([
    { code: 'date_order', column: 2, choices: ['dmy', 'mdy'] },
  ]);
});

test('asks for the resource if several are likely, and accepts the choice of the user', () => {
  const rows = [['Maria', '(11) 99999-8888', 'a@a.com']];
  const names = ['Nome', 'Telefone', 'E-mail'];
  expect(guessMapping({ names, rows }).questions).toMatchObject([{ code: 'resource' }]);
  expect(guessMapping({ names, rows, resource: 'clients' })).toMatchObject({
    questions: [],
    records: [{ resource: 'clients' }],
  });
});
