/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/**
 * Kind of record → its name in event types, and its path in the API. archivedBy: the field by which deletion archives a record; null if
 * deletion moves it to the trash; absent if deletion is permanent.
 */
export const recordKinds = {
  contacts: { one: 'contact', path: 'msgapp/contacts' },
  projects: { one: 'project', path: 'projects', archivedBy: 'status' },
  clients: { one: 'client', path: 'clients', archivedBy: 'status' },
  tasks: { one: 'task', path: 'tasks', archivedBy: null },
  deals: { one: 'deal', path: 'deals', archivedBy: 'status' },
  campaigns: { one: 'campaign', path: 'campaigns', archivedBy: 'status' },
  activities: { one: 'activity', path: 'activities', archivedBy: 'is_completed' },
  contracts: { one: 'contract', path: 'contracts' },
} as const;
