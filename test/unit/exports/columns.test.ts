import { describe, expect, it } from 'vitest';
import { words as en } from '#panel/words/fields/en.ts';
import { words as pt } from '#panel/words/fields/pt-BR.ts';
import { activities } from '#server/features/crm/activities/table.ts';
import { clients } from '#server/features/crm/clients/table.ts';
import { contacts } from '#server/features/crm/contacts/table.ts';
import { deals } from '#server/features/crm/deals/table.ts';
import { campaigns } from '#server/features/work/campaigns/table.ts';
import { projects } from '#server/features/work/projects/table.ts';
import { tasks } from '#server/features/work/tasks/table.ts';
import { csvLine, guardFormula, unguardFormula } from '#server/platform/csv.ts';
import {
  exportedColumns,
  exportedResources,
  joinList,
  splitList,
  unexportedFields,
} from '#server/records/exported-columns.ts';
import type { Table } from '#server/records/table.ts';

const tables = { clients, contacts, projects, tasks, deals, campaigns, activities };

describe.each(exportedResources)('columns of exported %s', (resource) => {
  const columns = exportedColumns[resource];
  const { fields }: Table = tables[resource];

  it('contain every field that is not derived from another one', () => {
    const derived = Object.keys(fields).filter((name) => fields[name]?.nested !== undefined);
    const exported = new Set([
      ...columns.map(({ field }) => field),
      ...derived,
      ...(unexportedFields[resource] ?? []),
    ]);
    expect([...exported].sort()).toEqual(Object.keys(fields).sort());
  });

  it('have unique names and headers, and begin with the id', () => {
    expect(columns[0]).toMatchObject({ name: 'id', pt: 'ID', en: 'ID' });
    for (const key of ['name', 'pt', 'en'] as const)
      expect(new Set(columns.map((each) => each[key])).size).toBe(columns.length);
  });

  it('tell the language of a file with decimals by its headers', () => {
    for (const { kind, pt, en } of columns)
      if (kind === 'number' || kind === 'money') expect(pt).not.toBe(en);
  });

  it('are named as in the panel', () => {
    for (const { field, part, pt: header, en: english } of columns) {
      if (part !== undefined || field === 'id') continue;
      expect(header).toBe(pt.labels[field as keyof typeof pt.labels]);
      // A file has no place that says that "Created" is a time.
      expect(english.replace(/ at$/, '')).toBe(en.labels[field as keyof typeof en.labels]);
    }
  });
});

describe('a list in a cell', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b c'], 'a, b c'],
    [['a, b', 'c\\', '\\,'], 'a\\, b, c\\\\, \\\\\\,'],
    [[',', ' '], '\\,,  '],
  ])('keeps %j', (values, cell) => {
    expect(joinList(values)).toBe(cell);
    expect(splitList(cell)).toEqual(values);
  });
});

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+55', "'+55"],
    ['-', "'-"],
    ['@a', "'@a"],
    ['\ta', "'\ta"],
    ['\0', "'\0"],
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
    ["'a", "'a"],
    ['a=1', 'a=1'],
  ])('is no formula, and is read back: %j', (text, cell) => {
    expect(guardFormula(text)).toBe(cell);
    expect(unguardFormula(cell)).toBe(text);
  });

  it('with a number is written as it is', () => {
    expect(csvLine([-1, '-1'])).toBe("-1;'-1\r\n");
  });
});
