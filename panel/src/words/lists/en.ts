import { plural } from '../plural.ts';
import type { ListWords } from './pt-BR.ts';

const forms = plural('en');
const number = new Intl.NumberFormat('en');

/** Kinds of records: one and several. */
const counted: Readonly<Record<string, readonly [one: string, other: string]>> = {
  tasks: ['task', 'tasks'],
  projects: ['project', 'projects'],
  campaigns: ['campaign', 'campaigns'],
  deals: ['deal', 'deals'],
  contracts: ['contract', 'contracts'],
  clients: ['client', 'clients'],
  contacts: ['contact', 'contacts'],
  activities: ['activity', 'activities'],
};

export const words: ListWords = {
  table: {
    selectAll: 'Select all loaded rows',
    select: (p) => `Select ${p.name}`,
    edit: (p) => `${p.title} of ${p.name}`,
    loadingMore: 'Loading more…',
    actions: 'Actions',
    choices: { find: 'Search…', nothing: 'Nothing found.' },
  },
  views: {
    title: 'Saved views',
    all: 'All',
    save: 'Save view…',
    saveTitle: 'Save view',
    name: 'Name',
    ofTeam: 'Share with the whole team',
    submit: 'Save',
    saved: 'View saved.',
    actions: (p) => `Actions of the view ${p.name}`,
    keep: 'Save the changes to this view',
    rename: 'Rename…',
    share: 'Share with the team',
    makePrivate: 'Make private',
    pin: 'Pin to the menu',
    unpin: 'Unpin from the menu',
    toLeft: 'Move to the left',
    toRight: 'Move to the right',
    remove: 'Delete the view',
    removed: 'View deleted.',
    team: 'of the team',
  },
  search: 'Search this list',
  count: (p) => {
    const [one, many] = counted[p.of] ?? ['record', 'records'];
    return p.count === 0
      ? `No ${many}`
      : `${number.format(p.count)} ${forms(p.count, { one, other: many })}`;
  },
  filter: 'Filter',
  filters: 'Filters',
  removeFilter: (p) => `Remove the filter ${p.name}`,
  me: 'Me',
  clearFilters: 'Clear',
  operator: 'Condition',
  value: 'Value',
  tag: 'Tag',
  is: 'is',
  isNot: 'is not',
  has: 'has',
  from: 'from',
  until: 'until',
  apply: 'Apply',
  add: 'Add',
  display: 'Display',
  columns: 'Columns',
  layout: 'Layout',
  groupBy: 'Group by',
  sortBy: 'Sort by',
  direction: 'Direction',
  ascending: 'Ascending',
  descending: 'Descending',
  onCards: 'On cards',
  resetColumns: 'Reset columns',
  moveColumn: {
    handle: (p) => `Move the column ${p.name}`,
    actions: (p) => `Actions of the column ${p.name}`,
    toStart: 'Move to the start',
    up: 'Move up',
    down: 'Move down',
    toEnd: 'Move to the end',
    moved: (p) => `${p.name}: place ${p.place} of ${p.of}`,
  },
  nothingMatches: (p) => {
    const [, many] = counted[p.of] ?? ['record', 'records'];
    return `No ${many} match the search or the filters.`;
  },
  elsewhere: 'Is it in another product or a spreadsheet?',
  import: 'Import',
  clearAll: 'Clear search and filters',
  loadFailed: 'The rest of the list could not be loaded.',
};
