import { expect, test } from 'vitest';
import { dealFilters } from '#panel/api/records/deals.ts';
import { filtersInAddress, listParams } from '#panel/records/shared/list/address-filters.ts';

/* Filters in the address of a list, read by their declarations. */

test.each([
  [
    'min_value=1,5&is_starred=false&source=site',
    { min_value: 1.5, is_starred: false, source: 'site' },
  ],
  ['min_value=1234.56', { min_value: 1234.56 }],
  ['min_value=abc&status=other&phase=', {}],
  ['status=arquivado&search=a&from=2026-01-01', { status: 'arquivado', search: 'a' }],
  ['source_in=a,b&tag_not=a%252Cb', { source_in: 'a,b', tag_not: 'a%2Cb' }],
  // Values that the list does not have are left out.
  ['status_in=ativo,other&status_not=other', { status_in: 'ativo' }],
])('the address ?%s filters by %o', (address, filters) => {
  const params = new URLSearchParams(address);
  const list = { get: (name: string) => params.get(name) ?? undefined };
  expect(filtersInAddress(list, listParams(dealFilters, 'from', 'to'))).toEqual(filters);
});
