import { teamStatement } from '#server/db/statement.ts';
import { type AuditedChange, audits } from '#server/events/audit.ts';
import { emits } from '#server/events/outbox.ts';
import { idAfterMerges } from '#server/operations/id-after-merges.ts';
import { recordsMoves } from '#server/records/statements.ts';
import { countsRows } from '#server/records/totals.ts';
import { emitsContactCreated } from '../conversations/contact-by-number.ts';
import { mayEndWait, moveTimes } from '../conversations/message-effects.ts';
import { storeMediaCte } from '../conversations/message-media.ts';
import {
  authorColumns,
  authorValues,
  emitsMessageCreated,
} from '../conversations/messages-table.ts';
import { hasWindow, windowClosed } from '../conversations/messaging-window.ts';
import { emissionOf } from '../conversations/state-operations.ts';
import { conversations, lidSuffix } from '../conversations/table.ts';
import { contacts } from '../crm/contacts/table.ts';
import { checkColumns, joinCheck } from './number-checks.ts';

/* Statements that store a message before the gateway receives it, with its conversation, its contact and its event (send-message.ts). */

/** Time when the window that the message needs closed; null if it may be sent. */
const closedAt = (inbox: string, conversation: string) =>
  `case when $type <> 'template' then ${windowClosed(inbox, conversation)} end as closed_at`;

/** Content of a message in addition to its text: usually none, and the statement then omits those parts. */
type ContentParts = 'text' | 'whole';

const answered = `quoted as (
    select q.id, q.msgapp_message_id as network_id, q.direction, q.content, q.participant, q.conversation_id from messages q
    where q.team_id = $team and q.id = $reply_to::uuid and q.msgapp_message_id is not null and q.is_reserved is not true),
  `;

/**
 * SQL: inserts the message `t` and its media into `conversation`, an id; inserts nothing if the inbox is inactive, the window is closed, or
 * the message replied to is not in the conversation.
 * @param where further SQL condition
 */
const newMessage = (
  extent: ContentParts,
  conversation: string,
  from: string,
  where = 'true',
) => `${extent === 'whole' ? answered : ''}t as (
    insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, message_type, content, status, sent_at, details,
      ${authorColumns}${extent === 'whole' ? ', quoted_id, reply_to, media, mentions' : ''})
    select $team, $id, ${conversation}, inbox, jid, 'outgoing', $type, $text, 'pending', date_trunc('second', now()), $details::json,
      ${authorValues}${
        extent === 'whole'
          ? ', (select network_id from quoted), (select id from quoted), $media::json, $mentions::json'
          : ''
      }
    from ${from} where is_active and closed_at is null and ${where}${
      extent === 'whole'
        ? ` and ($reply_to::uuid is null or exists (select from quoted where quoted.conversation_id = ${conversation}))`
        : ''
    }
    returning *)${extent === 'whole' ? `, ${storeMediaCte}` : ''}`;

/** Audits the sender, recipient and kind of a message; only the conversation holds the content. */
const sending: AuditedChange = {
  type: 'messages',
  from: 't',
  record: 't.id',
  after: `json_build_object('conversation_id', t.conversation_id, 'inbox_id', t.inbox_id, 'message_type', t.message_type,
      'length', char_length(t.content))::text`,
};
const auditsSending = audits([sending]);

/** Columns of the quoted message that the gateway receives. */
const quotedColumns = (extent: ContentParts) =>
  extent === 'whole'
    ? `(select network_id from quoted) as quoted_network_id, (select direction = 'outgoing' from quoted) as quoted_from_me,
  (select content from quoted) as quoted_text, (select participant ->> 'id' from quoted) as quoted_participant, `
    : '';

const both = <T>(make: (extent: ContentParts) => T) => ({
  text: make('text'),
  whole: make('whole'),
});

/**
 * SQL over a conversation and its inbox: true if a message assigns the conversation to its author, as the answer of a user to an unassigned
 * conversation does in an inbox with this setting (ADR 178).
 */
const isTaken = (conversation: string, inbox: string) =>
  `(${inbox}.assigns_on_answer and ${conversation}.assignee_id is null and $type <> 'reaction'
    and $acting_kind::actor_kind is not distinct from 'user')`;

/** Assignment of the conversation by its first answer. */
const taking = {
  old: `old as materialized (
    select * from conversations c where c.team_id = $team and c.id = (select conversation from place) for no key update),
  `,
  set: `, assignee_id = coalesce(old.assignee_id, $acting_id::uuid)`,
  emission: emissionOf('touched', 'old', 'old.assignee_id is null'),
  audited: {
    type: 'conversations',
    from: 'touched join old on old.id = touched.id where old.assignee_id is null',
    record: 'touched.id',
    before: `'{"assignee_id":null}'`,
    after: `json_build_object('assignee_id', touched.assignee_id)::text`,
  },
  history: recordsMoves(conversations, ['assignee_id'], { now: 'touched' }),
} as const;

/**
 * Stores a message to a conversation. As the assignment slows the statement down, it is a separate one.
 * @param takes true for the statement that also assigns the conversation; the usual one stores nothing if that is due
 */
const intend = (extent: ContentParts, takes: boolean) =>
  teamStatement(`
  with place as (
    select c.id as conversation, c.inbox_id as inbox, k.phone, c.lid, c.group_id,
      coalesce(k.jid, c.lid || '${lidSuffix}', c.group_id) as jid, c.last_incoming_at is not null as has_written, ${mayEndWait('c')} as is_awaited,
      i.gateway, i.config, i.is_active, i.is_connected, ${closedAt('i', 'c')}, ${isTaken('c', 'i')} as is_taken
    from conversations c
      join inboxes i on i.team_id = $team and i.id = c.inbox_id
      left join contacts k on k.team_id = $team and k.id = c.contact_id
    where c.team_id = $team and c.id = ${idAfterMerges('$conversation_id::uuid')}),
  ${takes ? taking.old : ''}${newMessage(extent, 'conversation', 'place', takes ? 'true' : 'not is_taken')},
  touched as (
    update conversations c set ${moveTimes(takes ? 'old' : 'c', 't.created_at')}${takes ? taking.set : ''} from t${takes ? ', old' : ''}
    where c.team_id = $team and c.id = ${takes ? 'old.id and exists (select from t)' : 't.conversation_id'} returning c.*),
  ${emits([emitsMessageCreated, ...(takes ? [taking.emission] : [])])}, ${takes ? `${audits([sending, taking.audited])}${taking.history}` : auditsSending}
  select place.*, ${quotedColumns(extent)}(select count(*) from t) as stored, ${checkColumns('false', 'has_written')}
  from place ${joinCheck('place.inbox', 'place.phone')}`);

export const intendInConversation = both((extent) => intend(extent, false));
export const intendAndTake = both((extent) => intend(extent, true));

/*
 * Matches the contact by any spelling of this phone; inserts it with $create if missing, and the conversation in any case. The statement
 * does not see rows that a concurrent request inserts: it then stores nothing and is retried.
 */
export const intendToPhone = both((extent) =>
  teamStatement(`
  with known as (
    select id, phone, jid from contacts where team_id = $team and phone = any($phones::text[])
    order by phone <> $phone limit 1),
  inbox as (
    select i.id as inbox, i.gateway, i.config, i.is_active, i.is_connected, ${closedAt('i', 'c')}
    from inboxes i
      left join conversations c on ${hasWindow('i')} and c.team_id = $team and c.inbox_id = i.id
        and c.contact_id = (select id from known)
    where i.team_id = $team and i.id = $inbox_id),
  made as (
    insert into contacts (team_id, id, phone, jid)
    select $team, $contact_id, $phone, $phone || '@' || $suffix::text from inbox
    where is_active and closed_at is null and $create and not exists (select from known)
    on conflict (team_id, phone) do nothing returning *),
  contact as (select * from known union all select id, phone, jid from made),
  open as (
    select c.id, c.last_incoming_at, ${mayEndWait('c')} as is_awaited from conversations c, contact k
    where c.team_id = $team and c.inbox_id = $inbox_id and c.contact_id = k.id),
  begun as (
    insert into conversations (team_id, id, inbox_id, contact_id, activity_at)
    select $team, $new_conversation_id, inbox, contact.id, now() from inbox, contact
    where is_active and closed_at is null and not exists (select from open)
    on conflict on constraint conversations_inbox_contact_key do nothing returning id, inbox_id, group_id),
  conversation as (select id from open union all select id from begun),
  ${newMessage(extent, 'conversation.id', 'inbox, contact, conversation')},
  touched as (update conversations c set ${moveTimes('c', 't.created_at')} from open, t
    where c.team_id = $team and c.id = open.id),
  ${emits([emitsContactCreated, emitsMessageCreated])}, ${auditsSending}${countsRows([
    { resource: contacts, from: 'made' },
    { resource: conversations, from: 'begun' },
  ])}
  select inbox.*, contact.phone, null::text as lid, conversation.id as conversation, ${quotedColumns(extent)}(select count(*) from t) as stored,
    exists (select from open where is_awaited) as is_awaited,
    ${checkColumns('exists (select from begun)', 'exists (select from open where last_incoming_at is not null)')}
  from inbox left join contact on true left join conversation on true ${joinCheck('inbox.inbox', 'contact.phone')}`),
);
