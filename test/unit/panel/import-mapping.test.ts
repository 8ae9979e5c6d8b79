import { expect, test } from 'vitest';
import {
  answer,
  checkInput,
  type Draft,
  firstDraft,
  matchKeysOf,
  openQuestions,
  previewInput,
  targetOf,
  withoutRecord,
  withRecord,
  withTarget,
} from '#panel/screens/settings/imports/rows/mapping.ts';
import { cellOf, columnsOf, isRefused } from '#panel/screens/settings/imports/rows/samples.ts';
import type { Question, SampleRow, Table } from '#panel/screens/settings/imports/rows/types.ts';

const column = (column: number, name: string) => ({
  ...{ column, name, samples: [], filled: 2 },
  ...{ decimal_mark: 'comma', date_order: 'dmy', is_noted: true },
});

const table = (questions: readonly Question[] = []): Table =>
  ({
    ...{ format: 'csv', encoding: 'utf-8', mixed_line: null, separator: ';', sheets: [] },
    ...{ sheet: null, header_line: 1, rows: 2, rows_above: 0, skipped: [], skipped_rows: 0 },
    ...{ comments_missing: 0, first_rows: [], samples: [] },
    columns: [column(0, 'Nome'), column(1, 'Celular'), column(2, 'Empresa')],
    guess: {
      ...{ preset: null, source: 'file', primary: 'contact', unmapped: [2], questions },
      records: [{ key: 'contact', resource: 'contacts', links: {} }],
      columns: [
        { column: 0, record: 'contact', field: 'custom_name' },
        { column: 1, record: 'contact', field: 'phone' },
      ],
      date_order: 'dmy',
    },
  }) as Table;

const draft = (): Draft => firstDraft(table(), null);

test('a column goes to another field, and back to none', () => {
  const changed = withTarget(draft(), 2, 'contact.client_name');
  expect(targetOf(changed, 2)).toBe('contact.client_name');
  expect(previewInput(changed).columns).toEqual([
    { column: 0, record: 'contact', field: 'custom_name' },
    { column: 1, record: 'contact', field: 'phone' },
    { column: 2, record: 'contact', field: 'client_name' },
  ]);
  expect(targetOf(withTarget(changed, 2, ''), 2)).toBe('');
});

test('a field of an address keeps its dots', () => {
  const changed = withTarget(withRecord(draft(), 'clients'), 2, 'client.address.city');
  expect(changed.columns.at(-1)).toEqual({ column: 2, record: 'client', field: 'address.city' });
});

test('a further record is linked to those of its row, and is sent once a column fills it', () => {
  const more = withRecord(draft(), 'clients');
  expect(more.records).toEqual([
    { key: 'contact', resource: 'contacts', links: { client_id: 'client' } },
    { key: 'client', resource: 'clients', links: {} },
  ]);
  expect(previewInput(more).records).toEqual([{ key: 'contact', resource: 'contacts', links: {} }]);
  expect(previewInput(withTarget(more, 2, 'client.name')).records).toEqual(more.records);
  expect(withRecord(more, 'contacts').records.at(-1)).toEqual({
    ...{ key: 'contact2', resource: 'contacts' },
    links: { client_id: 'client' },
  });
});

test('a removed record takes its columns, its links and its match with it', () => {
  const more = withTarget(withRecord(draft(), 'clients'), 2, 'client.name');
  const less = withoutRecord({ ...more, match_by: { client: 'email' } }, 'client');
  expect(less).toEqual({ ...draft(), answered: ['column 2'] });
});

test('records are recognized by what their columns hold', () => {
  const changed = withTarget(draft(), 2, 'contact.external_id');
  const [contact] = changed.records;
  expect(contact && matchKeysOf(changed, contact)).toEqual(['external_id', 'phone']);
});

test('questions stay open until they are answered, in the question or in the columns', () => {
  const questions: Question[] = [
    { code: 'resource', column: null, choices: ['contacts'] },
    { code: 'column', column: 2, choices: ['notes', 'client_name'] },
    { code: 'date_order', column: 0, choices: ['dmy', 'mdy'] },
    { code: 'date_order', column: 1, choices: ['dmy', 'mdy'] },
  ];
  const doubtful = table(questions);
  let current = firstDraft(doubtful, null);
  const codes = () => openQuestions(doubtful, current).map(({ code }) => code);
  expect(codes()).toEqual(['resource', 'column', 'date_order']);
  current = withTarget(current, 2, 'contact.client_name');
  expect(codes()).toEqual(['resource', 'date_order']);
  for (const question of questions) current = answer(current, question);
  expect(codes()).toEqual([]);
});

test('choices that were checked are edited again, without their questions', () => {
  const doubtful = table([{ code: 'resource', column: null, choices: ['contacts'] }]);
  const sent = checkInput({ ...draft(), match_by: { contact: null }, emits: true });
  const choices = {
    ...{ primary: 'contact', source: 'file' },
    ...sent,
  } as Parameters<typeof firstDraft>[1];
  const again = firstDraft(doubtful, choices);
  expect(openQuestions(doubtful, again)).toEqual([]);
  expect(checkInput(again)).toEqual(sent);
});

test('samples have a column for each field with a value or a problem, in the order of the records', () => {
  const problem = {
    ...{ code: 'not_a_phone', is_refusal: true, column: 1, record: 'contact', field: 'phone' },
    ...{ value: 'x', values: {} },
  };
  const samples = [
    { line: 2, records: { client: { email: 'a@b.co', name: 'A' } }, problems: [] },
    { line: 3, records: { contact: { custom_name: 'B', tags: [] } }, problems: [problem] },
  ] as unknown as readonly SampleRow[];
  const records = withRecord(draft(), 'clients').records;
  const columns = columnsOf(samples, records);
  expect(columns.map(({ record, field }) => `${record.key}.${field}`)).toEqual([
    'contact.custom_name',
    'contact.tags',
    'contact.phone',
    'client.name',
    'client.email',
  ]);
  const [, second] = samples;
  const cells = second ? columns.map((each) => cellOf(second, each)) : [];
  expect(cells.map(({ value }) => value)).toEqual(['B', ...Array(4).fill(undefined)]);
  expect(cells[2]?.problems).toEqual([problem]);
  expect(samples.map(isRefused)).toEqual([false, true]);
});
