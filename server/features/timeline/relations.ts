import type { TeamStatement } from '#server/db/statement.ts';
import { operation } from '#server/operations/operation.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { about, date, kind, required } from '#server/records/fields.ts';
import { statuses } from '../conversations/table.ts';
import { clients } from '../crm/clients/table.ts';
import { contacts } from '../crm/contacts/table.ts';
import { step } from '../crm/deals/board-table.ts';
import { nestedColor } from '../work/projects/table.ts';
import { maxEach, overviewOfClient, overviewOfContact } from './relations-statement.ts';

const uuid = Type.String({ format: 'uuid' });
const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const day = orNull(Type.String({ format: 'date' }));

const counts = Type.Object({
  contacts: about('The number of contacts.', count),
  conversations: about('The number of conversations.', count),
  deals: about('The number of deals.', count),
  projects: about('The number of projects.', count),
  campaigns: about('The number of campaigns.', count),
  steps: about('The number of open activities, except notes.', count),
});
const contact = Type.Object({ id: uuid, name: text, phone: about('The phone number.', text) });
const conversation = Type.Object({
  id: uuid,
  contact_id: about('The contact; null for a group.', orNull(uuid)),
  name: about('The name of the contact or the group; empty if it is unknown.', text),
  inbox: about('The name of the inbox.', text),
  status: Type.Enum([...statuses]),
  is_waiting: about('True if the contact waits for an answer.', Type.Boolean()),
  last_message_at: about('The time of the last message.', Type.String({ format: 'date-time' })),
  last_text: about('The first 140 characters of the last message.', orNull(text)),
});
const deal = Type.Object({
  id: uuid,
  title: text,
  phase: about('The phase of the deal.', text),
  is_open: about('True unless it is won, lost or archived.', Type.Boolean()),
  expected_close_date: about('The expected closing date.', day),
});
const project = Type.Object({
  id: uuid,
  name: text,
  color: nestedColor,
  status: about('The status of the project.', text),
  due_date: day,
});
const campaign = Type.Object({
  id: uuid,
  name: text,
  status: about('The status of the campaign.', text),
  approval_status: about('The client’s approval.', text),
  start_date: day,
  end_date: about('The end date.', day),
  project_id: uuid,
  color: about('The colour of its project.', nestedColor),
});

const listOf = (item: Parameters<typeof Type.Array>[0], says: string) =>
  required(kind(Type.Array(item), says, 'json'));

const overview = (
  of: { readonly name: string; readonly one: string; readonly path: string },
  id: string,
  note: string,
  statement: TeamStatement,
) =>
  operation({
    name: `${of.name}.overview`,
    id,
    summary: `Get a ${of.one}’s overview`,
    note: `${note} At most ${maxEach} of each kind: open ones first, then the latest; steps by day. Deal values are not included.`,
    allow: { key: 'read', user: 'member' },
    panel: { method: 'GET', path: `${of.path}/:id/overview`, status: 200 },
    emits: [],
    input: { path: ['id'] },
    output: {
      kind: 'fields',
      name: 'RelationOverview',
      fields: {
        today: required(date),
        counts: about('The number of all records.', required(kind(counts, 'counts', 'json'))),
        contacts: listOf(contact, 'the contacts'),
        conversations: listOf(conversation, 'the conversations, latest message first'),
        deals: listOf(deal, 'the deals'),
        projects: listOf(project, 'the projects'),
        campaigns: listOf(campaign, 'the campaigns of its projects'),
        steps: listOf(step, 'the open activities, except notes'),
      },
    },
    one: of.one,
    run: async ({ db }, { id }) => (await db.read(statement, { id }))[0],
  });

export const getClientOverview = overview(
  clients,
  'getClientOverview',
  'Contacts, conversations and groups, deals, projects, campaigns and next steps of a client.',
  overviewOfClient,
);
export const getContactOverview = overview(
  contacts,
  'getContactOverview',
  'The conversations of a contact, and the deals, projects, campaigns and next steps of its client; the only one of contacts is itself.',
  overviewOfContact,
);
