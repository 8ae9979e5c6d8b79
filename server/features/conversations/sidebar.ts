import { teamStatement } from '#server/db/statement.ts';
import { clients } from '#server/features/crm/clients/table.ts';
import { contacts } from '#server/features/crm/contacts/table.ts';
import { isStep, step, stepDay } from '#server/features/crm/deals/board-table.ts';
import { deals } from '#server/features/crm/deals/table.ts';
import { tasks } from '#server/features/work/tasks/table.ts';
import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { idAfterMerges } from '#server/operations/id-after-merges.ts';
import { maskedFor } from '#server/operations/masking.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { about, kind, propertiesOf, required } from '#server/records/fields.ts';
import { document } from '#server/records/statements.ts';
import { memberNumber } from './group-mentions.ts';
import { inThreadOrder, listOf, recordRef, ref } from './screen-sql.ts';
import { conversations } from './table.ts';

/* Sidebar of a conversation: its contact, and the contact's client, open deals, open tasks and other conversations. */

/** Max length of each list. */
const maxKeysWhenRenaming = 10;

const listed = (table: string) =>
  `(select coalesce(json_agg(f.data::json order by f.n), '[]') from ${table} f)`;

const selectSidebar = teamStatement(
  `with c as materialized (
    select t.id, t.contact_id, t.inbox_id, t.client_id, t.project_id from conversations t where t.team_id = $team and t.id = ${idAfterMerges('$id::uuid')}),
  x as materialized (select won_phases || lost_phases as closed, time_zone as zone from teams where id = $team),
  k as materialized (select k.* from c join contacts k on k.team_id = $team and k.id = c.contact_id),
  j as materialized (select j.id, j.name, j.client_id from c join projects j on j.team_id = $team and j.id = c.project_id),
  l as materialized (select coalesce((select k.client_id from k), c.client_id, (select j.client_id from j)) as client_id from c),
  open_deals as (
    select ${document(deals, '(select d.*)')} as data, row_number() over (order by d.created_at desc, d.id) as n, (
        select row_to_json(o) from (
          select a.id, a.title, a.type, ${stepDay('x.zone')} as date from activities a where ${isStep} and a.deal_id = d.id
          order by ${stepDay('x.zone')}, a.created_at, a.id limit 1) o) as next_step
    from (
      select d.* from deals d cross join x
      where d.team_id = $team and d.client_id = (select l.client_id from l) and d.status = 'ativo' and d.phase <> all (x.closed)
      order by d.created_at desc, d.id limit ${maxKeysWhenRenaming}) d cross join x),
  open_tasks as (
    select ${document(tasks, '(select d.*)')} as data, row_number() over (order by d.due_date nulls last, d.created_at, d.id) as n from (
      select d.* from tasks d
      where d.team_id = $team and d.deleted_at is null and d.completed_at is null
        and d.project_id in (
          select p.id from projects p where p.team_id = $team and p.client_id = (select l.client_id from l) union all select j.id from j)
      order by d.due_date nulls last, d.created_at, d.id limit ${maxKeysWhenRenaming}) d),
  others as (
    select ${document(conversations, '(select d.*)')} as data, row_number() over (order by d.last_message_at desc, d.id) as n from (
      select d.* from conversations d, c
      where d.team_id = $team and d.contact_id = c.contact_id and d.id <> c.id and ${isVisibleInbox('d.inbox_id')}
      order by d.last_message_at desc, d.id limit ${maxKeysWhenRenaming}) d)
  select (select ${document(contacts, '(select k.*)')}::json from k) as contact,
    (select ${document(clients, '(select p.*)')}::json from clients p where p.team_id = $team and p.id = (select l.client_id from l)) as client,
    (select row_to_json(o) from (select j.id, j.name from j) o) as project,
    (select coalesce(json_agg(json_build_object('deal', f.data::json, 'next_step', f.next_step) order by f.n), '[]') from open_deals f) as deals,
    ${listed('open_tasks')} as tasks, ${listed('others')} as conversations,
    (select coalesce(json_agg(row_to_json(v) order by v.is_admin desc, v.name is null, fold(v.name), v.id), '[]') from (
      select g.member as id, g.phone, coalesce(k.custom_name, g.name, k.push_name, g.phone) as name, g.is_admin, k.id as contact_id,
        coalesce(${memberNumber}, g.lid, split_part(g.member, '@', 1)) as mention,
        coalesce(${memberNumber} = (select i.phone from inboxes i where i.team_id = $team and i.id = c.inbox_id), false) as is_account
      from group_members g left join contacts k on k.team_id = $team and k.phone = g.phone
        left join known_lids l on l.team_id = $team and l.lid = g.lid
      where g.team_id = $team and g.conversation_id = c.id) v) as members,
    (select m.referral from messages m where m.team_id = $team and m.conversation_id = c.id and m.referral is not null
      order by ${inThreadOrder('m', 'desc')} limit 1) as referral
  from c`,
  { prepared: false },
);

const openDeal = Type.Object({
  ...propertiesOf(deals.fields),
  next_step: about('The next step of the deal.', orNull(step)),
});

const member = Type.Object({
  id: about('The address of the member on the messaging network.', Type.String()),
  phone: about('The number, if known.', orNull(Type.String())),
  name: about(
    'The team’s name of the contact, otherwise the announced name, otherwise the number; null if unknown.',
    orNull(Type.String()),
  ),
  is_admin: about('True if the member is an admin of the group.', Type.Boolean()),
  contact_id: about(
    'The team’s contact with this number, if there is one.',
    orNull(Type.String({ format: 'uuid' })),
  ),
  mention: about('The digits that mention the member in a text, after @.', Type.String()),
  is_account: about('True for the number of the inbox.', Type.Boolean()),
});

const linkedProject = kind(
  Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }),
  'an object with id and name',
  'json',
);

/** Deal as the statement returns it. */
interface DealRow {
  readonly deal: object;
  readonly next_step: object | null;
}

export const getSidebar: Operation = operation({
  name: 'conversations.sidebar',
  id: 'getConversationSidebar',
  summary: 'Get the context of a conversation: contact, client, open deals and tasks',
  note: `contact is null if the network hides the number; client is null if the contact has none; that of a group is the client to which it is linked, or that of its project. At most ${maxKeysWhenRenaming} deals of the client in an open phase with the status ativo, latest first, each with its next step as on the board; ${maxKeysWhenRenaming} incomplete tasks of its projects, by due_date; ${maxKeysWhenRenaming} other conversations with the contact. members are those of a group, admins first; empty for other conversations. referral is the latest advertisement or post through which the contact wrote in this conversation, or null. The id of a conversation that was merged into another one returns the latter.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/msgapp/conversations/:id/sidebar', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'ConversationSidebar',
    fields: {
      contact: about('The contact’s ID and name.', recordRef('Contact', 'the contact')),
      client: recordRef('Client', 'the client of the contact or the group'),
      project: about('The project of the group.', linkedProject),
      deals: required(listOf(openDeal, 'open deals of the client')),
      tasks: required(listOf(ref('Task'), 'open tasks of the client’s projects')),
      conversations: required(listOf(ref('Conversation'), 'the contact’s other conversations')),
      members: required(listOf(member, 'the members of the group')),
      referral: recordRef('Referral', 'the latest advertisement or post of the conversation'),
    },
  },
  one: 'conversation',
  async run({ db, actor }, { id }) {
    const [row] = await db.run(selectSidebar, { id });
    if (!row) return undefined;
    const masked = maskedFor(actor, deals);
    const dealViews = (row.deals as DealRow[]).map(({ deal, next_step }) => ({
      ...masked(deal),
      next_step,
    }));
    return { ...row, deals: dealViews };
  },
});
