import type { Static } from 'typebox';
import { teamStatement } from '#server/db/statement.ts';
import { emits } from '#server/events/outbox.ts';
import { operation } from '#server/operations/operation.ts';
import { Type } from '#server/platform/schema.ts';
import { kind, required } from '#server/records/fields.ts';
import { document } from '#server/records/statements.ts';
import { countsRows } from '#server/records/totals.ts';
import { contacts } from '../crm/contacts/table.ts';
import { recountActivity } from './message-effects.ts';
import { conversations, statuses } from './table.ts';

const insertConversations = teamStatement(`
  with begun as (
    insert into conversations (team_id, id, inbox_id, contact_id, created_at, last_message_at, status, snoozed_until, assignee_id)
    select $team, c.id, c.inbox, c.contact, c.first, c.last, x.status, x.snoozed_until, x.assignee_id
    from unnest($ids::uuid[], $inboxes::uuid[], $contacts::uuid[], $first::timestamptz[], $last::timestamptz[])
        c (id, inbox, contact, first, last)
      join json_to_recordset($states::json) x (id uuid, status conversation_status, snoozed_until timestamptz, assignee_id uuid) on x.id = c.id
    returning *)${countsRows([{ resource: conversations, from: 'begun' }])}
  select from begun`);

const say = teamStatement(`
  insert into messages
    (team_id, id, conversation_id, inbox_id, remote_jid, msgapp_message_id, direction, content, status, status_reason, created_at,
      message_type, reply_to, quoted_id, reactions, media, edited_at)
  select $team, m.id, v.id, v.inbox_id, k.jid, m.network_id, m.direction, m.content, m.status, m.reason, m.created,
    coalesce(x.type, 'text'), x.reply_to, x.quoted_id, x.reactions, x.media, x.edited_at
  from unnest($ids::uuid[], $conversations::uuid[], $network_ids::text[], $directions::message_direction[],
      $contents::text[], $statuses::message_status[], $reasons::text[], $created::timestamptz[])
    m (id, conversation, network_id, direction, content, status, reason, created)
  join conversations v on v.team_id = $team and v.id = m.conversation
  join contacts k on k.team_id = $team and k.id = v.contact_id
  left join json_to_recordset($further::json) x
    (id uuid, type text, reply_to uuid, quoted_id text, reactions json, media json, edited_at timestamptz) on x.id = m.id`);

/** Inserts the records that accompany messages: files, reactions as the network has them, and texts before an edit. */
const accompany = teamStatement(`
  with x as (
    select x.*, m.inbox_id, m.msgapp_message_id from json_to_recordset($further::json) x
        (id uuid, media json, reactions json, edited_at timestamptz, edited_from text)
      join messages m on m.team_id = $team and m.id = x.id),
  held as (
    insert into message_media (team_id, message_id, inbox_id, status, media_type, name, bytes, file_id)
    select $team, x.id, x.inbox_id, 'stored', x.media ->> 'media_type', x.media ->> 'name', (x.media ->> 'bytes')::bigint,
      (x.media ->> 'file_id')::uuid
    from x where x.media is not null),
  reacted as (
    insert into message_reactions (team_id, inbox_id, msgapp_message_id, direction, emoji, at)
    select $team, x.inbox_id, x.msgapp_message_id, r.direction, r.emoji, now()
    from x cross join lateral json_to_recordset(x.reactions) r (direction message_direction, emoji text))
  insert into message_versions (team_id, id, message_id, at, content)
  select $team, gen_random_uuid(), x.id, x.edited_at, x.edited_from from x where x.edited_at is not null`);

const note = teamStatement(`
  insert into conversation_notes (team_id, id, conversation_id, author_id, content, created_at, updated_at)
  select $team, gen_random_uuid(), x.id, n.author_id, n.content, n.created_at, n.created_at
  from json_to_recordset($states::json) x (id uuid, notes json)
    cross join lateral json_to_recordset(x.notes) n (author_id uuid, content text, created_at timestamptz)`);

/** Contacts' own display names come only with their messages. */
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

const moment = Type.String({ format: 'date-time' });

const message = Type.Object({
  id,
  /** Id on the network; null if unknown. */
  network_id: Type.Union([Type.String({ maxLength: 255 }), Type.Null()]),
  direction: Type.Enum(['incoming', 'outgoing']),
  content: Type.String({ maxLength: 65_536 }),
  status: Type.Enum(['received', 'sent', 'delivered', 'read', 'failed']),
  status_reason: Type.Union([Type.String({ maxLength: 255 }), Type.Null()]),
  created_at: moment,
  /** Other fields: `type`, `reply_to` and `quoted_id`, `reactions`, `media`, `edited_at` with `edited_from`. */
  more: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const conversation = Type.Object({
  id,
  inbox_id: id,
  contact_id: id,
  /** Display name that the contact chose. */
  contact_name: Type.String({ minLength: 1, maxLength: 255 }),
  /** In chronological order. */
  messages: Type.Array(message, { minItems: 1 }),
  status: Type.Enum([...statuses]),
  snoozed_until: Type.Union([moment, Type.Null()]),
  assignee_id: Type.Union([id, Type.Null()]),
  /** `author_id`, `content`, `created_at` of each. */
  notes: Type.Array(Type.Record(Type.String(), Type.Unknown())),
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
  summary: 'Import past conversations without sending anything',
  allow: { demo: true },
  emits: ['contact.updated'],
  input: { fields: { conversations: required(past) } },
  output: { kind: 'object', keys: [] },
  one: 'conversation',
  async run({ db }, { values: { conversations } }) {
    const states = JSON.stringify(
      conversations.map(({ id, status, snoozed_until, assignee_id, notes }) => ({
        id,
        status,
        snoozed_until,
        assignee_id,
        notes,
      })),
    );
    await db.run(insertConversations, {
      states,
      ids: conversations.map(({ id }) => id),
      inboxes: conversations.map(({ inbox_id }) => inbox_id),
      contacts: conversations.map(({ contact_id }) => contact_id),
      first: conversations.map(({ messages }) => messages[0]?.created_at),
      last: conversations.map(({ messages }) => messages.at(-1)?.created_at),
    });
    const allMessages = conversations.flatMap(({ id: conversation, messages }) =>
      messages.map((each) => ({ ...each, conversation })),
    );
    const further = JSON.stringify(allMessages.map(({ id, more }) => ({ ...more, id })));
    await db.run(say, {
      further,
      ids: allMessages.map(({ id }) => id),
      conversations: allMessages.map(({ conversation }) => conversation),
      network_ids: allMessages.map(({ network_id }) => network_id),
      directions: allMessages.map(({ direction }) => direction),
      contents: allMessages.map(({ content }) => content),
      statuses: allMessages.map(({ status }) => status),
      reasons: allMessages.map(({ status_reason }) => status_reason),
      created: allMessages.map(({ created_at }) => created_at),
    });
    await db.run(accompany, { further });
    await recountActivity(
      db,
      conversations.map(({ id }) => id),
    );
    await db.run(note, { states });
    await db.run(announce, {
      ids: conversations.map(({ contact_id }) => contact_id),
      names: conversations.map(({ contact_name }) => contact_name),
    });
    return {};
  },
});
