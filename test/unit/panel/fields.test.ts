import { describe, expect, test } from 'vitest';
import { dealFilters } from '#panel/api/records/deals.ts';
import type { Declarations } from '#panel/records/shared/fields/declaration.ts';
import { fieldColumns } from '#panel/records/shared/list/field-columns.tsx';
import { filtersInAddress, listParams } from '#panel/records/shared/list/field-filters.ts';

/* Lists that are made from the declarations of fields. */

const texts = {
  money: String,
  day: String,
  labelOf: (field: string) => field.toUpperCase(),
  valueOf: (_: string, value: string) => value,
  choicesOf: () => [],
};

const fields: Declarations = {
  id: { kind: 'id' },
  title: { kind: 'text', isUpdatable: true, isSortable: true },
  description: { kind: 'prose', isUpdatable: true },
  client_id: { kind: 'link', target: 'clients' },
  client: { kind: 'object' },
  lost_to: { kind: 'text', isUpdatable: true, isSortable: true },
  currency: { kind: 'text' },
};

describe('columns', () => {
  const columns = fieldColumns<object>({
    fields,
    texts,
    columns: { client_id: { width: 100 }, title: {} },
    hidden: ['currency'],
  });
  test('are those that the list names, in its order, then every other short field', () => {
    expect(columns.map(({ key }) => key)).toEqual(['client', 'title', 'lost_to']);
  });
  test('have the label and the order of their field, and the name of a linked record', () => {
    const [client, , lostTo] = columns;
    expect(lostTo).toMatchObject({ title: 'LOST_TO', sortKey: 'lost_to', isWide: true });
    expect(client).toMatchObject({ title: 'CLIENT_ID', isWide: false });
    expect(client?.cell({ client_id: '1', client: { id: '1', name: 'Aurora' } })).toBe('Aurora');
    expect(client?.cell({ client_id: null, client: null })).toBeNull();
  });
  test('are edited only where the list saves cells and the API accepts the field', () => {
    const saved: unknown[] = [];
    const save = (_: object, change: unknown) => saved.push(change);
    const [title, , currency] = fieldColumns<object>({
      fields,
      texts,
      columns: { title: {}, client_id: {}, currency: {} },
      hidden: ['lost_to'],
      save,
    });
    title?.edit?.save({}, '');
    expect(saved).toEqual([{ title: null }]);
    expect(currency?.edit).toBeUndefined();
    expect(columns.every(({ edit }) => edit === undefined)).toBe(true);
  });
});

test.each([
  [
    'min_value=1,5&is_starred=false&source=site',
    { min_value: 1.5, is_starred: false, source: 'site' },
  ],
  ['min_value=abc&status=other&phase=', {}],
  ['status=arquivado&search=a&from=2026-01-01', { status: 'arquivado', search: 'a' }],
])('the address ?%s filters by %o', (address, filters) => {
  const params = new URLSearchParams(address);
  const list = { get: (name: string) => params.get(name) ?? undefined };
  expect(filtersInAddress(list, listParams(dealFilters, 'from', 'to'))).toEqual(filters);
});
