import { choice, listFrom, longText, record, since, text } from '../fields';

export const description = longText('description', 'Any text');
export const tags = listFrom(
  'tags',
  'getTags',
  { displayName: 'Tag Names or IDs' },
  'Tags in use; for new tags, use an expression with an array or a comma-separated list. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
);
export const search = (fields: string) =>
  text('search', `Any part of ${fields}, ignoring case and accents`);
export const updatedSince = since(
  'updated_since',
  'Only records changed at or after this time, such as those since the last scheduled run',
);

export const client = record('client_id', 'searchClients', 'The client of the record');
export const project = record('project_id', 'searchProjects', 'The project of the record');
export const squad = record('squad_id', 'searchSquads', 'The squad that does the work');
export const deal = record('deal_id', 'searchDeals', 'The deal of the activity');
export const contact = record('contact_id', 'searchContacts', 'The contact of the conversation');
export const inbox = record('inbox_id', 'searchInboxes', 'The inbox to use');
export const pipeline = record('pipeline_id', 'searchPipelines', 'The board');
export const conversation = record(
  'conversation_id',
  'searchConversations',
  'The conversation of the message',
);
export const user = (name: string, what: string) => record(name, 'searchUsers', what);

export const clientType = choice(
  'type',
  [
    ['PJ', 'Company (PJ)'],
    ['PF', 'Person (PF)'],
  ],
  'PJ',
  'The type of client',
);
