import { plural } from '../plural.ts';
import type { ListWords } from './pt-BR.ts';

const forms = plural('en');
const number = new Intl.NumberFormat('en');

export const words: ListWords = {
  table: {
    selectAll: 'Select all that is loaded',
    select: (p) => `Select ${p.name}`,
    edit: (p) => `${p.title} of ${p.name}`,
    loadingMore: 'Loading more…',
    actions: 'Actions',
  },
  search: 'Search this list',
  count: (p) => forms(p.count, { one: '1 record', other: `${number.format(p.count)} records` }),
  filter: 'Filter',
  filters: 'Filters',
  removeFilter: (p) => `Remove the filter ${p.name}`,
  clearFilters: 'Clear',
  operator: 'Condition',
  value: 'Value',
  is: 'is',
  has: 'has',
  from: 'from',
  until: 'until',
  apply: 'Apply',
  display: 'Display',
  columns: 'Columns',
  layout: 'Layout',
  sortBy: 'Sort by',
  direction: 'Direction',
  ascending: 'Ascending',
  descending: 'Descending',
  resetColumns: 'Back to the standard columns',
  moveColumn: {
    handle: (p) => `Move the column ${p.name}`,
    actions: (p) => `Actions of the column ${p.name}`,
    toStart: 'Move to the start',
    up: 'Move up',
    down: 'Move down',
    toEnd: 'Move to the end',
    moved: (p) => `${p.name}: place ${p.place} of ${p.of}`,
  },
  nothingMatches: 'Nothing matches the filters.',
  loadFailed: 'The rest of the list could not be loaded.',
};
