import { choice, listFrom, longText, record, since, text } from '../fields';

export const description = longText('description', 'Any text');
export const tags = listFrom(
  'tags',
  'getTags',
  { displayName: 'Tag Names or IDs' },
  'Tags in use; new ones by an expression, separated by commas or as an array. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
);
export const search = (fields: string) =>
  text('search', `Any part of ${fields}, ignoring case and accents`);
export const updatedSince = since(
  'updated_since',
  'Only what was changed at this time or later: what a workflow on a schedule has not seen yet',
);

export const client = record('client_id', 'searchClients', 'The client that it belongs to');
export const project = record('project_id', 'searchProjects', 'The project that it belongs to');
export const squad = record('squad_id', 'searchSquads', 'The squad that does the work');
export const deal = record('deal_id', 'searchDeals', 'The deal that it belongs to');
export const contact = record('contact_id', 'searchContacts', 'The contact that it is with');
export const inbox = record('inbox_id', 'searchInboxes', 'The inbox that it goes through');
export const pipeline = record('pipeline_id', 'searchPipelines', 'The board');
export const conversation = record(
  'conversation_id',
  'searchConversations',
  'The conversation that it is in',
);
export const user = (name: string, what: string) => record(name, 'searchUsers', what);

export const clientType = choice(
  'type',
  [
    ['PJ', 'Company (PJ)'],
    ['PF', 'Person (PF)'],
  ],
  'PJ',
  'Whether it is a person or a company',
);
