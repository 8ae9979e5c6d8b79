import type { Static } from 'typebox';
import { teamStatement } from '../../db/statement.ts';
import { emits } from '../../events/outbox.ts';
import { operation } from '../../operations/operation.ts';
import { Type } from '../../platform/schema.ts';
import { kind, required } from '../../records/fields.ts';
import { document } from '../../records/statements.ts';
import { contacts } from '../crm/contacts/table.ts';
import { recountActivity } from './conversations/activity.ts';

const begin = teamStatement(`
  insert into conversations (team_id, id, inbox_id, contact_id, created_at, last_message_at)
  select $team, c.id, c.inbox, c.contact, c.first, c.last
  from unnest($ids::uuid[], $inboxes::uuid[], $contacts::uuid[], $first::timestamptz[], $last::timestamptz[])
    c (id, inbox, contact, first, last)`);

const say = teamStatement(`
  insert into messages
    (team_id, id, conversation_id, inbox_id, remote_jid, msgapp_message_id, direction, content, status, status_reason, created_at)
  select $team, m.id, v.id, v.inbox_id, k.jid, m.network_id, m.direction, m.content, m.status, m.reason, m.created
  from unnest($ids::uuid[], $conversations::uuid[], $network_ids::text[], $directions::message_direction[],
      $contents::text[], $statuses::message_status[], $reasons::text[], $created::timestamptz[])
    m (id, conversation, network_id, direction, content, status, reason, created)
  join conversations v on v.team_id = $team and v.id = m.conversation
  join contacts k on k.team_id = $team and k.id = v.contact_id`);

/** What contacts call themselves comes with their messages only. */
const announce = teamStatement(`
  with old as materialized (
    select k.*, said.name from contacts k join unnest($ids::uuid[], $names::text[]) said (id, name) on said.id = k.id
    where k.team_id = $team),
  t as (
    update contacts t set push_name = old.name from old where t.team_id = $team and t.id = old.id returning t.*),
  ${emits([
    {
      kind: 'contact.updated',
      from: `(select t.id, ${document(contacts, '(select t.*)')} as data, ${document(contacts, '(select old.*)')} as was
        from t join old on old.id = t.id) c`,
      record: 'c.id',
      data: 'c.data',
      previous: 'changed_values(c.was, c.data)',
    },
  ])}
  select count(*) from t`);

const id = Type.String({ format: 'uuid' });

const message = Type.Object({
  id,
  /** As the network knows it; null where it does not. */
  network_id: Type.Union([Type.String({ maxLength: 255 }), Type.Null()]),
  direction: Type.Enum(['incoming', 'outgoing']),
  content: Type.String({ maxLength: 65_536 }),
  status: Type.Enum(['received', 'sent', 'delivered', 'read', 'failed']),
  status_reason: Type.Union([Type.String({ maxLength: 255 }), Type.Null()]),
  created_at: Type.String({ format: 'date-time' }),
});

const conversation = Type.Object({
  id,
  inbox_id: id,
  contact_id: id,
  /** What the contact calls itself. */
  contact_name: Type.String({ minLength: 1, maxLength: 255 }),
  /** In order of time. */
  messages: Type.Array(message, { minItems: 1 }),
});

export type PastConversation = Static<typeof conversation>;

const past = kind(
  Type.Array(conversation),
  'a list of conversations, each with its messages in order of time',
  'json',
);

export const importConversations = operation({
  name: 'conversations.import',
  id: 'importConversations',
  summary: 'Store conversations of the past: nothing is sent',
  allow: { demo: true },
  emits: ['contact.updated'],
  takes: { fields: { conversations: required(past) } },
  answers: { kind: 'object', keys: [] },
  one: 'conversation',
  async run({ db }, { values: { conversations } }) {
    await db.run(begin, {
      ids: conversations.map(({ id }) => id),
      inboxes: conversations.map(({ inbox_id }) => inbox_id),
      contacts: conversations.map(({ contact_id }) => contact_id),
      first: conversations.map(({ messages }) => messages[0]?.created_at),
      last: conversations.map(({ messages }) => messages.at(-1)?.created_at),
    });
    const said = conversations.flatMap(({ id: conversation, messages }) =>
      messages.map((each) => ({ ...each, conversation })),
    );
    await db.run(say, {
      ids: said.map(({ id }) => id),
      conversations: said.map(({ conversation }) => conversation),
      network_ids: said.map(({ network_id }) => network_id),
      directions: said.map(({ direction }) => direction),
      contents: said.map(({ content }) => content),
      statuses: said.map(({ status }) => status),
      reasons: said.map(({ status_reason }) => status_reason),
      created: said.map(({ created_at }) => created_at),
    });
    await recountActivity(
      db,
      conversations.map(({ id }) => id),
    );
    await db.run(announce, {
      ids: conversations.map(({ contact_id }) => contact_id),
      names: conversations.map(({ contact_name }) => contact_name),
    });
    return {};
  },
});
