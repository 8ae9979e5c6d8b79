import { describe, expect, test } from 'vitest';
import {
  addressFiltersIn,
  choicesOf,
  filtersOf,
  searchOf,
} from '#panel/screens/settings/audit/model.ts';
import { operations } from '#panel/screens/settings/audit/operations.ts';
import {
  actionName,
  changesOf,
  formatValue,
  operationText,
} from '#panel/words/audit/describe-change.ts';
import { words as en } from '#panel/words/audit/en.ts';
import { words as pt } from '#panel/words/audit/pt-BR.ts';
import { words as fieldsEn } from '#panel/words/fields/en.ts';
import { words as fieldsPt } from '#panel/words/fields/pt-BR.ts';
import { valuesOf } from '#panel/words/fields/words.ts';
import { phaseName } from '#panel/words/phases.ts';
import { registry, resources } from '#server/features/registry.ts';

/* Wording of the audit log. */

const names = new Map([['0193b1f0-0000-7000-8000-000000000001', 'Ana']]);
const context = {
  words: pt,
  fields: fieldsPt,
  kind: 'tasks',
  locale: 'pt-BR',
  timeZone: 'America/Sao_Paulo',
  names,
};

test('every field of a change has a label in both languages', () => {
  const changes = resources.flatMap(({ table }) =>
    Object.entries(table.fields).flatMap(([name, { nested }]) => (nested ? [] : [name])),
  );
  const silent = ['id', 'created_at', 'updated_at', 'deleted_at'];
  const shownIn = [...new Set(changes)].filter((name) => !silent.includes(name));
  for (const { labels } of [fieldsPt, fieldsEn])
    expect(shownIn.filter((name) => !Object.hasOwn(labels, name))).toEqual([]);
});

test('phases are shown with a capital and their accents, regardless of the case and separators in storage', () => {
  for (const [stored, name] of [
    ['negociacao', 'Negociação'],
    ['Negociacao', 'Negociação'],
    ['NEGOCIACAO', 'NEGOCIAÇÃO'],
    ['negociação', 'Negociação'],
    ['em_negociacao', 'Em_negociação'],
    ['Reuniao de apresentacao', 'Reunião de apresentação'],
    ['pre-venda', 'Pré-venda'],
    ['orcamento2', 'Orcamento2'],
    ['préanalise', 'Préanalise'],
    ['lead', 'Lead'],
    ['Negotiation', 'Negotiation'],
    ['', ''],
  ] as const)
    expect(phaseName(stored)).toBe(name);
  expect(formatValue('negociacao', context, 'phase')).toBe('Negociação');
  expect(formatValue(['lead', 'negociacao'], context, 'deal_phases')).toBe('Lead, Negociação');
  expect(formatValue([{ phase: 'negociacao', limit_days: 7 }], context, 'phase_rules')).toContain(
    'Fase: Negociação',
  );
  // A title that looks like a phase stays unchanged.
  expect(formatValue('negociacao', context, 'title')).toBe('negociacao');
});

test('every operation in the filter exists, and has a label in both languages', () => {
  const names = [...registry.operations, ...registry.account, ...registry.installation].map(
    ({ name }) => name,
  );
  for (const operation of operations) expect(names).toContain(operation);
  for (const words of [pt, en])
    for (const { value, label } of choicesOf(words, operations)) expect(label).not.toBe(value);
  const [first] = choicesOf(pt, ['tasks.create']);
  expect([first?.label, operationText(pt, 'tasks.create', 'tasks')]).toEqual([
    'Criar tarefa',
    'criou a tarefa',
  ]);
  expect(operationText(en, 'workflows.enable', 'workflows')).toBe('switched on the workflow');
  expect(operationText(pt, 'tasks.move', 'tasks')).toBe('moveu a tarefa');
  expect(operationText(en, 'unheard.of', null)).toBe('unheard.of');
});

test('every changing operation has a label in both languages', () => {
  const writing = [...registry.operations, ...registry.account, ...registry.installation].filter(
    (operation) => {
      const { panel, v1 } = operation as { panel?: { method: string }; v1?: { method: string } };
      return (panel ?? v1)?.method !== 'GET';
    },
  );
  expect(writing.map(({ name }) => name)).toContain('users.link');
  const reads =
    /\.(get|list|page|overview|teams|runs|look|see|read|find|preview|list_\w+|get_\w+)$/;
  for (const words of [pt, en])
    expect(
      writing
        .map(({ name }) => name)
        .filter((name) => {
          const [subject = '', verb = ''] = name.split('.');
          return (
            !reads.test(name) &&
            !words.deeds[name] &&
            !(words.verbs[verb] && words.records[subject])
          );
        }),
    ).toEqual([]);
});

test('every value of an enumeration has a label in both languages', () => {
  const values = resources.flatMap(({ table }) =>
    Object.entries(table.fields).flatMap(([field, { schema }]) => {
      const { enum: all } = schema as { readonly enum?: readonly string[] };
      return all ? [{ kind: table.name, field, all: [...all].sort() }] : [];
    }),
  );
  expect(values.length).toBeGreaterThan(10);
  for (const words of [fieldsPt, fieldsEn])
    expect(
      values.map(({ kind, field }) => ({
        kind,
        field,
        all: Object.keys(valuesOf(words, kind, field) ?? {}).sort(),
      })),
    ).toEqual(values);
});

test('fields that people fill in have labels', () => {
  const written = resources.flatMap(({ table, create, update }) =>
    table.name === 'webhooks' && !update
      ? []
      : [...(create?.input.body?.accepts ?? []), ...(update?.input.body?.accepts ?? [])],
  );
  const missing = [...new Set(written)].filter(
    (name) => !Object.hasOwn(fieldsPt.labels, name) && !pt.fields[name],
  );
  expect(missing).toEqual([]);
  expect(Object.keys(en.fields)).toEqual(Object.keys(pt.fields));
  expect(Object.keys(en.deeds)).toEqual(Object.keys(pt.deeds));
  expect(Object.keys(en.verbs)).toEqual(Object.keys(pt.verbs));
  expect(Object.keys(en.records)).toEqual(Object.keys(pt.records));
});

describe('values are shown in readable form', () => {
  test.each<[value: unknown, text: string, field?: string]>([
    [null, 'vazio'],
    [true, 'sim'],
    [1234.5, '1.234,5'],
    ['2026-11-30', '30/11/2026'],
    ['2026-11-30T02:00:00.000Z', '29/11/2026, 23:00'],
    ['high', 'Alta', 'priority'],
    ['high', 'high', 'title'],
    ['Loja', 'Loja'],
    [['a', 'b'], 'a, b'],
    [[], 'vazio'],
    [{ length: 3000, sha256: 'ab' }, 'texto de 3.000 caracteres'],
    [{ street: 'Rua A', number: null }, 'street: Rua A'],
    [
      [{ title: 'Layout', tags: [], due_after_days: 10, role: 'Design' }, { title: 'Textos' }],
      'Título: Layout, Prazo (dias): 10, Papel: Design; Título: Textos',
      'tasks',
    ],
    ['0193b1f0-0000-7000-8000-000000000001', 'Ana'],
  ])('%j: %s', (value, text, field) => expect(formatValue(value, context, field)).toBe(text));
  test('amounts in reais', () =>
    expect(formatValue(1500, context, 'value').replace(/\s/g, ' ')).toBe('R$ 1.500,00'));
});

test('a changed field has both its values', () => {
  expect(
    changesOf({ before: { title: 'A', updated_at: 'x' }, after: { title: 'B', phase: 'c' } }),
  ).toEqual([
    { field: 'title', was: 'A', became: 'B' },
    { field: 'phase', was: null, became: 'c' },
  ]);
  expect(changesOf({ before: null, after: null })).toEqual([]);
});

describe('the address', () => {
  const none = { who: '', what: '', record: '', from: '', to: '' };
  test('holds the filters', () => {
    expect(addressFiltersIn('')).toEqual(none);
    const filters = { ...none, who: '1', from: '2026-11-23' };
    expect(addressFiltersIn(searchOf(filters))).toEqual(filters);
    expect(searchOf(none)).toBe('');
  });
  test('means days in the person’s time zone', () => {
    const filters = { ...none, from: '2026-11-23', to: '2026-11-23' };
    expect(filtersOf(filters, 'America/Sao_Paulo')).toMatchObject({
      from: '2026-11-23T03:00:00.000Z',
      to: '2026-11-24T02:59:59.999Z',
    });
    // The day on which daylight saving time starts.
    expect(
      filtersOf({ ...none, from: '2026-03-29', to: '2026-03-29' }, 'Europe/Lisbon'),
    ).toMatchObject({
      from: '2026-03-29T00:00:00.000Z',
      to: '2026-03-29T22:59:59.999Z',
    });
    expect(filtersOf({ ...none, from: 'yesterday' }, 'UTC').from).toBeUndefined();
  });
});

test('settings saved unchanged are no changes, and those of the second factor have labels', () => {
  const before = { name: 'Ipê', requires_second_factor: false, second_factor_from: null };
  const after = { ...before, requires_second_factor: true };
  expect(changesOf({ before, after })).toEqual([
    { field: 'requires_second_factor', was: false, became: true },
  ]);
  for (const { fields } of [pt, en])
    for (const field of ['requires_second_factor', 'second_factor_from'])
      expect(fields[field]).toBeDefined();
});

test('every operation of the filter has a name in both languages, of its own', () => {
  for (const words of [pt, en]) {
    const names = operations.map((operation) => actionName(words, operation));
    expect(names.filter((name) => name.includes('.'))).toEqual([]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  }
});
